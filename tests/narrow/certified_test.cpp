// 100,000 random pairs of every vertex-set kind, each record held against the independent reference.
#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <cmath>
#include <mutex>

#include "host/reference/reference.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Regime;
using test::ShapePairs;

template <class T>
struct Limits;
template <>
struct Limits<float> {
  static constexpr double error = 4e-7;    // of size + |separation|
  static constexpr double witness = 4e-7;  // how far a witness point may lie outside
};
template <>
struct Limits<double> {
  static constexpr double error = 2e-15;
  static constexpr double witness = 1e-14;  // seen: 6e-15, of nearly coincident needles; 2e-15 else
};

template <class T>
RelativePose<double> as_seen(const double* m, const ShapeHeader& a, const ShapeHeader& b) {
  const Pose pose{{m[3], m[7], m[11]}, {{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}}};
  RelativePose<double> rel =
      relative_pose(Pose{}, pose, {a.centre[0], a.centre[1], a.centre[2]}, {b.centre[0], b.centre[1], b.centre[2]});
  for (double& r : rel.rotation.m) r = static_cast<double>(round_to<T>(r));
  rel.translation = {static_cast<double>(round_to<T>(rel.translation.x)),
                     static_cast<double>(round_to<T>(rel.translation.y)),
                     static_cast<double>(round_to<T>(rel.translation.z))};
  return rel;
}

template <class T>
class Certified : public testing::Test {
 protected:
  /// Checks every record of `in`; names the first failure.
  void check(const ShapeSet& shapes, const ShapePairs& in) {
    const Contacts<T> out = test::query_all<T>(shapes, in);
    std::vector<reference::Core> cores;
    for (std::uint32_t s = 0; s < shapes.size(); ++s) cores.push_back(reference::core_of(shapes.view<T>(), s));
    const reference::Reference reference(std::move(cores));
    std::mutex mutex;
    std::string failure;
    std::atomic<int> failures = 0;
    std::size_t unfinished = 0;
    for (const std::uint8_t status : out.status) unfinished += status_of(status) == Status::iteration_limit ? 1 : 0;
    EXPECT_EQ(unfinished, 0u);
    tbb::parallel_for(std::size_t{0}, in.pairs.size(), [&](std::size_t i) {
      const std::string why = fault(shapes, in, i, out[i], reference);
      if (why.empty()) return;
      ++failures;
      const std::lock_guard lock(mutex);
      if (failure.empty()) failure = "pair " + std::to_string(i) + ": " + why;
    });
    EXPECT_EQ(failures, 0) << failure;
  }

 private:
  static std::string fault(const ShapeSet& shapes, const ShapePairs& in, std::size_t i, const Contact<T>& c,
                           const reference::Reference& reference) {
    const std::uint32_t a = in.pairs[i].a;
    const std::uint32_t b = in.pairs[i].b;
    const ShapeHeader& ha = shapes.header(a);
    const ShapeHeader& hb = shapes.header(b);
    const RelativePose<double> pose = as_seen<T>(in.poses.data() + 12 * i, ha, hb);
    const reference::Answer truth = reference.query(a, b, pose);
    const double separation = static_cast<double>(c.separation);
    const double size = ha.size + hb.size;
    const double limit = Limits<T>::error * (size + std::abs(truth.separation));
    const auto text = [&](const char* what, double value) {
      return std::string(what) + " " + std::to_string(value / (size + std::abs(truth.separation)) * 1e16) +
             "e-16, separation " + std::to_string(separation) + ", reference " + std::to_string(truth.separation) +
             ", shapes " + std::to_string(a) + " " + std::to_string(b);
    };
    if (!truth.certified) return "the reference has no certificate";
    if (status_of(c.status) == Status::iteration_limit) return "";  // counted
    if (!is_contact(c.status)) return "status " + std::to_string(c.status);
    if (std::abs(separation - truth.separation) > limit) return text("error", separation - truth.separation);
    if (static_cast<double>(c.lower_bound) > truth.upper + 1e-18)
      return text("bound above the truth by", static_cast<double>(c.lower_bound) - truth.upper);
    const Vec3<double> centre{ha.centre[0], ha.centre[1], ha.centre[2]};
    if ((c.status & normal_undefined_flag) == 0) {
      // along the normal returned the bodies are apart by no less than the separation returned
      Vec3<double> normal = widen(c.normal);
      const double width = static_cast<double>(reference.width_along(a, b, pose, normal * (1 / length(normal))));
      if (std::abs(-width - truth.separation) > 2 * limit) return text("normal", width);
    }
    // The record's points are from A's origin, hence carry the rounding of the box centre too.
    const double point_limit = Limits<T>::witness * (size + std::abs(truth.separation)) +
                               2 * static_cast<double>(Epsilon<T>::value) * (length(centre) + size);
    const double outside_a = reference.distance_outside(a, 0, pose, widen(c.witness_a) - centre);
    const double outside_b = reference.distance_outside(b, 1, pose, widen(c.witness_b) - centre);
    if (outside_a > point_limit) return text("witness on A off by", outside_a);
    if (outside_b > point_limit) return text("witness on B off by", outside_b);
    return "";
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Certified, Scalars);

TYPED_TEST(Certified, SeparatedPairs) {
  const ShapeSet shapes = test::mixed_shapes(101);
  this->check(shapes, test::random_pairs(shapes, 10000, Regime::separated, 1));
}
TYPED_TEST(Certified, NearPairs) {
  const ShapeSet shapes = test::mixed_shapes(102);
  this->check(shapes, test::random_pairs(shapes, 10000, Regime::near, 2));
}
TYPED_TEST(Certified, TouchingPairs) {
  const ShapeSet shapes = test::mixed_shapes(103);
  this->check(shapes, test::random_pairs(shapes, 10000, Regime::touching, 3));
}
TYPED_TEST(Certified, ShallowPairs) {
  const ShapeSet shapes = test::mixed_shapes(104);
  this->check(shapes, test::random_pairs(shapes, 10000, Regime::shallow, 4));
}
TYPED_TEST(Certified, DeepPairs) {
  const ShapeSet shapes = test::mixed_shapes(105);
  this->check(shapes, test::random_pairs(shapes, 10000, Regime::deep, 5));
}

/// Boxes, plates, needles, capsules, triangles: faces, edges and axes that meet in parallel.
ShapeSet parallel_shapes() {
  ShapeSet shapes;
  shapes.add_box({0.5, 0.25, 0.75});
  shapes.add_box({0.5, 0.5, 0.5});
  shapes.add_box({0.5, 0.25, 1e-9});
  shapes.add_box({0.5, 1e-4, 1e-4});
  shapes.add_box({0.5, 0.25, 0.125}, 0.0625);
  shapes.add_capsule(0.25, 0.75);
  shapes.add_triangle({0, 0, 0}, {1, 0, 0}, {0.25, 0.75, 0});
  shapes.add_segment({0, 0, 0}, {1, 0.25, 0});
  return shapes;
}

TYPED_TEST(Certified, AlignedPairsOnALattice) {
  const ShapeSet shapes = parallel_shapes();
  test::Random random(6);
  ShapePairs in;
  for (int i = 0; i < 5000; ++i) {
    const auto step = [&] { return 0.25 * (static_cast<double>(random.below(9)) - 4); };
    Pose pose{{step(), step(), step()}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    if (random.below(2) == 1) pose.rotation = {{0, -1, 0, 1, 0, 0, 0, 0, 1}};
    in.add({random.below(shapes.size()), random.below(shapes.size())}, pose);
  }
  this->check(shapes, in);
}

TYPED_TEST(Certified, NearlyCoincidentAndNearlyParallelPairs) {
  const ShapeSet shapes = parallel_shapes();
  test::Random random(7);
  ShapePairs in;
  for (int i = 0; i < 5000; ++i) {
    const double noise = random.magnitude(1e-17, 1e-6);
    const Vec3<double> r = random.in_ball() * noise;
    Pose pose{random.in_ball() * (random.below(2) == 1 ? noise : 1.0), rotation_from_quaternion(1, r.x, r.y, r.z)};
    const std::uint32_t a = random.below(shapes.size());
    in.add({a, random.below(2) == 1 ? a : random.below(shapes.size())}, pose);
  }
  this->check(shapes, in);
}

}  // namespace
}  // namespace abut
