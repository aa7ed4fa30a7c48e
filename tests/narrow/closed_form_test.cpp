// Closed forms against the general search, and against values known by construction.
#include "abut/narrow/closed_form.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "abut/narrow/query.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;

template <class T>
constexpr double eps = static_cast<double>(Epsilon<T>::value);

/// Points and segments, then what a point has closed forms with; some thin, some flat.
ShapeSet shapes_with_closed_forms() {
  ShapeSet s;
  s.add_point({0.1, 0.2, 0.3}, 0.1);
  s.add_segment({0, 0, 0}, {1, 0.25, 0}, 0.1);
  s.add_segment({0, 0, 0}, {0.01, 0, 0});
  s.add_box({0.5, 0.25, 1});
  s.add_box({0.5, 0.25, 1e-6});
  s.add_cylinder(0.5, 1);
  s.add_cylinder(1, 1e-5);
  s.add_cylinder(1e-5, 1, 0.25);
  s.add_cone(0.5, 1);
  s.add_cone(1, 1e-3);
  s.add_cone(1e-3, 1);
  s.add_cone(1, 0);
  s.add_cone(0, 1);
  s.add_cone(0, 0, 0.25);
  s.add_cone(1e-30, 1e-30);
  s.add_ellipsoid({1, 0.5, 0});
  s.add_ellipsoid({1e-30, 1e-30, 1e-30}, 0.5);
  s.add_ellipsoid({0.5, 0.75, 1});
  s.add_ellipsoid({1, 1, 1});
  s.add_ellipsoid({1, 1, 0.01});
  s.add_ellipsoid({0.01, 1, 0.01}, 0.125);
  return s;
}

template <class T>
class ClosedForm : public testing::Test {
 protected:
  /// Both ways to answer one pair.
  void expect_both_agree(const ShapeSetView<T>& view, std::uint32_t a, std::uint32_t b,
                         const RelativePose<double>& pose) {
    PairProblem<T> p{};
    ASSERT_EQ(make_problem(view, a, b, pose, HUGE_VAL, p), Status::converged);
    CoreAnswer<T> closed = no_answer<T>();
    if (!closed_form(p, closed)) return;
    ++answered_;
    const EpaMemory memory{memory_.get(), capacity};
    // in double, from the same rounded input
    query_detail::CoreSearch<double> found;
    if constexpr (sizeof(T) == 4) {
      const PairProblem<double, float> wide = widened(p);
      found = query_detail::search(wide, core_difference<LinearScan>(wide), memory);
    } else {
      found = query_detail::search(p, core_difference<LinearScan>(p), memory);
    }
    const double scale = static_cast<double>(p.size) + std::abs(found.core.separation);
    const double search_error = found.core.bound_gap + 1e-15 * scale;
    ASSERT_NEAR(static_cast<double>(closed.separation), found.core.separation, 4 * eps<T> * scale + search_error)
        << a << " " << b;
    ASSERT_NEAR(length(widen(closed.normal)), 1, 4 * eps<T>);
    // the normal is optimal: the cores' width along it is the separation
    const auto support = core_difference<LinearScan>(p);
    const double width = -static_cast<double>(dot(support(closed.normal).w, closed.normal));
    ASSERT_NEAR(width, static_cast<double>(closed.separation), 16 * eps<T> * scale) << a << " " << b;
  }

  static constexpr std::uint32_t capacity = 256;  // concentric spheres fill any; the gap says so
  std::unique_ptr<std::byte[]> memory_ = std::make_unique<std::byte[]>(polytope_bytes<double>(capacity));
  int answered_ = 0;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ClosedForm, Scalars);

TYPED_TEST(ClosedForm, AgreesWithTheSearchAtRandomPoses) {
  const ShapeSet shapes = shapes_with_closed_forms();
  const auto view = shapes.view<TypeParam>();
  Random random(11);
  for (int i = 0; i < 20000; ++i) {
    const std::uint32_t other = random.below(shapes.size());
    const std::uint32_t thin = random.below(3);
    const bool swap = random.below(2) == 1;
    const RelativePose<double> pose{random.rotation(), random.in_ball() * random.magnitude(1e-3, 3)};
    this->expect_both_agree(view, swap ? other : thin, swap ? thin : other, pose);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(this->answered_, 6000);
}

TYPED_TEST(ClosedForm, RelativePosesOfTurnedBodiesAreTaken) {
  const ShapeSet shapes = shapes_with_closed_forms();
  const auto view = shapes.view<TypeParam>();
  Random random(14);
  int off = 0;
  for (int i = 0; i < 20000; ++i) {
    const Mat3<double> turned = transpose_times(random.rotation(), random.rotation());
    const std::uint32_t cylinder = 5, box = 3, point = 0;
    const RelativePose<double> pose{turned, random.in_ball() * 3.0};
    off += off_rotation(turned) > 4 * Epsilon<double>::value ? 1 : 0;
    this->expect_both_agree(view, point, i % 2 == 0 ? cylinder : box, pose);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(this->answered_, 20000);
  EXPECT_GT(off, 100);
}

TYPED_TEST(ClosedForm, AgreesWithTheSearchOnALattice) {
  const ShapeSet shapes = shapes_with_closed_forms();
  const auto view = shapes.view<TypeParam>();
  for (std::uint32_t thin = 0; thin < 3; ++thin) {
    for (std::uint32_t other = 0; other < shapes.size(); ++other) {
      for (int k = 0; k < 125; ++k) {
        const Vec3<double> at{0.25 * (k % 5 - 2), 0.25 * (k / 5 % 5 - 2), 0.5 * (k / 25 - 2)};
        this->expect_both_agree(view, other, thin, {Pose{}.rotation, at});
        this->expect_both_agree(view, thin, other, {Pose{}.rotation, at});
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TYPED_TEST(ClosedForm, NearlyParallelSegmentsKeepTheirDistance) {
  using T = TypeParam;
  ShapeSet shapes;
  shapes.add_segment({-1, 0, 0}, {1, 0, 0});
  const auto view = shapes.view<T>();
  Random random(12);
  for (int i = 0; i < 20000; ++i) {
    // turned about z by a small angle and lifted: the segments cross, one above the other
    const double angle = random.magnitude(1e-9, 1e-2), lift = random.magnitude(1e-3, 1);
    const RelativePose<double> pose{rotation_from_quaternion(1, 0, 0, angle / 2),
                                    {random.uniform(-0.5, 0.5) * angle, 0, lift}};
    PairProblem<T> p{};
    ASSERT_EQ(make_problem(view, 0, 0, pose, HUGE_VAL, p), Status::converged);
    CoreAnswer<T> closed = no_answer<T>();
    if (!closed_form(p, closed)) continue;
    const double unit = power_of_two<double>(p.exponent);
    ASSERT_NEAR(static_cast<double>(closed.separation) * unit, lift, 4 * eps<T> * 3) << angle;
    ASSERT_NEAR(static_cast<double>(closed.normal.z), 1, 2 * eps<T>) << angle;
  }
}

TYPED_TEST(ClosedForm, EllipsoidFromItsOwnNormal) {
  using T = TypeParam;
  // A point at distance d along the normal at a known surface point; inside, d is kept below the smallest radius of
  // curvature c^2 / a.
  Random random(13);
  for (int i = 0; i < 20000; ++i) {
    const Vec3<double> h{random.uniform(0.5, 1), random.uniform(0.5, 1), random.uniform(0.5, 1)};
    const double least = std::fmin(h.x, std::fmin(h.y, h.z));
    const Vec3<double> u = random.direction();
    const Vec3<double> s{h.x * u.x, h.y * u.y, h.z * u.z};
    Vec3<double> n{u.x / h.x, u.y / h.y, u.z / h.z};
    n = n * (1 / length(n));
    const double d = random.uniform(-0.95 * least * least, 2);
    const SurfacePoint<T> found = nearest_on_ellipsoid<T>(narrowed<T>(h), narrowed<T>(s + n * d));
    ASSERT_NEAR(static_cast<double>(found.distance), d, 8 * eps<T>) << i;
  }
}

TYPED_TEST(ClosedForm, CentreOfAnEllipsoidIsNearestToItsShortestAxis) {
  using T = TypeParam;
  for (const Vec3<T> h : {Vec3<T>{1, 2, 3}, Vec3<T>{3, 1, 2}, Vec3<T>{2, 3, 1}, Vec3<T>{1, 1, 1}, Vec3<T>{1, 3, 1}}) {
    const SurfacePoint<T> s = nearest_on_ellipsoid<T>(h, {0, 0, 0});
    EXPECT_EQ(s.distance, T(-1));
    EXPECT_EQ(length(s.p), T(1));
  }
}

TYPED_TEST(ClosedForm, AlertDistanceEndsItToo) {
  using T = TypeParam;
  ShapeSet shapes;
  shapes.add_sphere(1);
  shapes.add_box({1, 1, 1});
  test::ShapePairs in;
  in.add({0, 1}, {{3, 0, 0}, Pose{}.rotation});
  EXPECT_EQ(status_of(test::query_all<T>(shapes, in, {}, {0.5}).status[0]), Status::farther_than_alert);
  EXPECT_EQ(feature_kind(test::query_all<T>(shapes, in, {}, {0.5}).feature_b[0]), FeatureKind::unknown);
  EXPECT_EQ(status_of(test::query_all<T>(shapes, in, {}, {1.5}).status[0]), Status::converged);
}

}  // namespace
}  // namespace abut
