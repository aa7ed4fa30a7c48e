// The second exact depth method on its own, against EPA and the reference, and the witness points of touching faces.
#include "abut/narrow/axis_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/narrow/query.h"
#include "host/reference/reference.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;
using test::Regime;

/// The depth of an overlapping pair in the caller's unit, from some first direction.
NarrowestWidth search(const PairProblem<double>& p, Vec3<double> first, std::uint32_t capacity) {
  const auto support = vertex_difference<LinearScan>(p);
  std::vector<std::uint32_t> memory(capacity);
  NarrowestWidth out{first, dot(first, support(first).w)};
  axis_search(p.a, p.b, support, out, memory.data(), capacity);
  out.width *= power_of_two<double>(p.exponent);
  return out;
}

RelativePose<double> pose_of(const test::ShapePairs& in, std::size_t i, const ShapeSet& shapes) {
  const Pose b = in.pose(i);
  const double *ca = shapes.header(in.pairs[i].a).centre, *cb = shapes.header(in.pairs[i].b).centre;
  return relative_pose(Pose{}, b, {ca[0], ca[1], ca[2]}, {cb[0], cb[1], cb[2]});
}

TEST(AxisSearch, FindsTheDepthOfTheReferenceFromAnyDirection) {
  Random random(21);
  ShapeSet shapes;
  for (const int count : {4, 5, 8, 16, 40, 100}) shapes.add_hull(test::ellipsoid_points(random, count));
  shapes.add_box({0.5, 0.25, 0.125});
  shapes.add_segment({-0.5, 0, 0}, {0.5, 0.1, 0});
  shapes.add_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const auto view = shapes.view<double>();
  std::vector<reference::Core> cores;
  for (std::uint32_t s = 0; s < shapes.size(); ++s) cores.push_back(reference::core_of(view, s));
  const reference::Reference reference(std::move(cores));
  int checked = 0;
  for (const Regime regime : {Regime::shallow, Regime::deep}) {
    const test::ShapePairs in = test::random_pairs(shapes, 1500, regime, 22);
    for (std::size_t i = 0; i < in.pairs.size(); ++i) {
      PairProblem<double> p{};
      const RelativePose<double> pose = pose_of(in, i, shapes);
      ASSERT_EQ(make_problem(view, in.pairs[i].a, in.pairs[i].b, pose, HUGE_VAL, p), Status::converged);
      const reference::Answer truth = reference.query(in.pairs[i].a, in.pairs[i].b, pose);
      if (!(truth.separation < 0)) continue;  // flat pairs have depth 0, and deep ones need not overlap
      ++checked;
      const NarrowestWidth found = search(p, random.direction(), 1 + random.below(50));
      ASSERT_NEAR(found.width, -truth.separation, 4e-15) << "pair " << i;
      ASSERT_NEAR(length(found.normal), 1, 1e-15);
    }
  }
  EXPECT_GT(checked, 1500);
}

TEST(AxisSearch, IsExactOnAlignedBoxes) {
  ShapeSet shapes;
  shapes.add_box({0.5, 0.5, 0.5});
  shapes.add_box({0.75, 0.25, 0.5});
  const auto view = shapes.view<double>();
  for (int k = 0; k < 343; ++k) {
    const Vec3<double> at{0.125 * (k % 7 - 3), 0.0625 * (k / 7 % 7 - 3), 0.25 * (k / 49 - 3) + 0.125};
    PairProblem<double> p{};
    ASSERT_EQ(make_problem(view, 0, 1, {Pose{}.rotation, at}, HUGE_VAL, p), Status::converged);
    const double depth = std::fmin(1.25 - std::abs(at.x), std::fmin(0.75 - std::abs(at.y), 1 - std::abs(at.z)));
    ASSERT_EQ(search(p, {0, 0.6, 0.8}, 3).width, depth) << k;
  }
}

TEST(FaceWitness, LiesOnBothFacesOfManyCoplanarVertices) {
  // Two prisms with a 100-gon as base, stacked with a depth: a witness point must lie in both caps, whatever the turn.
  Random random(23);
  std::vector<Vec3<double>> ring;
  for (int k = 0; k < 100; ++k) {
    const double angle = 2 * M_PI * k / 100;
    for (const double z : {-0.5, 0.5}) ring.push_back({std::cos(angle), std::sin(angle), z});
  }
  ShapeSet shapes;
  shapes.add_hull(ring);
  const auto view = shapes.view<double>();
  for (int i = 0; i < 200; ++i) {
    const double depth = random.magnitude(1e-12, 0.1);
    const Vec3<double> at{random.uniform(-1, 1), random.uniform(-1, 1), 1 - depth};
    PairProblem<double> p{};
    ASSERT_EQ(make_problem(view, 0, 0, {rotation_from_quaternion(1, 0, 0, random.uniform()), at}, HUGE_VAL, p),
              Status::converged);
    CoreAnswer<double> out = no_answer<double>();
    out.witness.residual2 = 1;
    const double unit = power_of_two<double>(-p.exponent);
    face_witness(vertex_difference<LinearScan>(p), {0, 0, 1}, depth * unit, p.size, 1e-40, out);
    const Vec3<double> a = out.witness.a * (1 / unit);
    ASSERT_NEAR(a.z, 0.5, 1e-15) << i;
    ASSERT_LE(std::hypot(a.x, a.y), 1 + 1e-15) << i;
    ASSERT_LE(std::hypot(a.x - at.x, a.y - at.y), 1 + 1e-14) << i;
    ASSERT_LE(std::sqrt(out.witness.residual2), 1e-15) << i;
  }
}

}  // namespace
}  // namespace abut
