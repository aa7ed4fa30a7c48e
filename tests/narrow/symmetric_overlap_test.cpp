// Overlaps of cores along common axes: closed forms, and bounds against sampled directions.
#include "abut/narrow/symmetric_overlap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "abut/narrow/query.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;
using Support = CoreDifference<double, LinearScan>;

class SymmetricOverlap : public testing::Test {
 protected:
  /// The record of A at the origin and B at this pose.
  Contact<double> query(const ShapeSet& shapes, const Pose& b) {
    const auto view = shapes.view<double>();
    const auto centre = [&](int k) {
      const double* c = view.headers[k].centre;
      return Vec3<double>{c[0], c[1], c[2]};
    };
    PairProblem<double> p{};
    EXPECT_EQ(make_problem(view, 0, 1, relative_pose(Pose{}, b, centre(0), centre(1)), 1e300, p), Status::converged);
    return query_pair_fully<double>(p, {memory_.get(), capacity}).contact;
  }

 private:
  static constexpr std::uint32_t capacity = 1024;
  std::unique_ptr<std::byte[]> memory_ = std::make_unique<std::byte[]>(polytope_bytes<double>(capacity));
};

Pose moved(Vec3<double> by) { return {by, Pose{}.rotation}; }
Pose leaned(double angle, Vec3<double> by) {
  return {by, {{1, 0, 0, 0, std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle)}}};
}
/// A cube's rotation that takes z to x.
Pose across(Vec3<double> by) { return {by, {{0, 0, 1, 1, 0, 0, 0, 1, 0}}}; }

void expect_depth(const Contact<double>& c, double depth, double tolerance = 4e-15) {
  EXPECT_EQ(status_of(c.status), Status::converged);
  EXPECT_NEAR(c.separation, -depth, tolerance);
  EXPECT_LE(c.lower_bound, c.separation);
  EXPECT_NEAR(length(c.normal), 1, 4e-16);
}

TEST_F(SymmetricOverlap, AShaftInItsHoleGoesOutSideways) {
  for (const double off : {0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3}) {
    ShapeSet shapes;
    shapes.add_cylinder(0.1, 1);
    shapes.add_cylinder(0.2, 3);
    expect_depth(query(shapes, moved({off, 0, 0.25})), 0.3 - off);
  }
}

TEST_F(SymmetricOverlap, ALeaningShaftIsAsDeepAsItsCrossingAxesSay) {
  // Across both axes both are as wide as their radii, however little they lean.
  for (const double angle : {1e-14, 1e-12, 1e-9, 1e-6, 1e-4, 1e-2, 0.3, M_PI / 2}) {
    ShapeSet shapes;
    shapes.add_cylinder(0.1, 1);
    shapes.add_cylinder(0.2, 2);
    expect_depth(query(shapes, leaned(angle, {0, 0, 0.1})), 0.3, 1e-14);
  }
}

TEST_F(SymmetricOverlap, ACapsuleInACylinderGoesOutSideways) {
  ShapeSet shapes;
  shapes.add_capsule(0.1, 0.5);
  shapes.add_cylinder(0.1, 1);
  expect_depth(query(shapes, moved({0, 0, 0})), 0.2);
}

TEST_F(SymmetricOverlap, CoincidentSpheroidsPartAlongTheirShortAxes) {
  for (const auto& [radius, half] : {std::pair{0.5, 1.0}, {1.0, 0.2}, {1.0, 1.0}}) {
    ShapeSet shapes;
    shapes.add_ellipsoid({radius, radius, half});
    shapes.add_ellipsoid({radius, radius, half});
    expect_depth(query(shapes, moved({0, 0, 0})), 2 * std::min(radius, half));
  }
}

TEST_F(SymmetricOverlap, CoincidentConesPartAcrossTheirSidesOrAlongTheirAxis) {
  for (const auto& [radius, half] : {std::pair{0.25, 1.0}, {1.0, 0.5}}) {
    ShapeSet shapes;
    shapes.add_cone(radius, half);
    shapes.add_cone(radius, half);
    // A cone less itself: along the normal (2 half, radius) of a side, the rim's and the apex's heights; or the axis.
    const double slant = std::hypot(radius, 2 * half);
    const double side = 4 * radius * half / slant;
    expect_depth(query(shapes, moved({0, 0, 0})), std::min(side, 2 * half));
  }
}

TEST_F(SymmetricOverlap, AConeAcrossACylinderGoesOutAcrossItsSide) {
  ShapeSet shapes;
  shapes.add_cylinder(0.25, 1.5);
  shapes.add_cone(0.75, 0.75);
  // Along the normal of the cone's side that lies across the cylinder's axis: the apex's height and the radius.
  expect_depth(query(shapes, across({0, 0, 0})), 0.25 + 0.75 * 0.75 / std::hypot(0.75, 1.5));
}

/// Boxes, ellipsoids, cylinders, cones and capsules along x, y and z, sizes in simple ratios, little out of line.
ShapeSet random_two(Random& random) {
  ShapeSet shapes;
  constexpr double sizes[] = {0.125, 0.25, 0.5, 0.75, 1, 1.5};
  const auto size = [&] { return sizes[static_cast<int>(random.uniform(0, 6))]; };
  for (int k = 0; k < 2; ++k) {
    switch (static_cast<int>(random.uniform(0, 5))) {
      case 0: shapes.add_cylinder(size(), size()); break;
      case 1: shapes.add_cone(size(), size()); break;
      case 2: shapes.add_ellipsoid({size(), size(), size()}); break;
      case 3: shapes.add_capsule(size(), size()); break;
      default: shapes.add_box({size(), size(), size()});
    }
  }
  return shapes;
}
Vec3<double> little(Random& random) {
  constexpr double parts[] = {0, 0, 1e-12, 1e-6, 1e-3, 0.25};
  const auto part = [&] { return parts[static_cast<int>(random.uniform(0, 6))]; };
  return {part(), part(), part()};
}

TEST_F(SymmetricOverlap, NoDirectionBetweenTwoCirclesIsNarrowerThanTheirBound) {
  using namespace symmetric_detail;
  Random random(11);
  int bounded = 0, met = 0;
  for (int round = 0; round < 300; ++round) {
    const ShapeSet shapes = random_two(random);
    const auto view = shapes.view<double>();
    PairProblem<double> p{};
    const Pose b = round % 2 == 0 ? across(little(random)) : moved(little(random));
    ASSERT_EQ(make_problem(view, 0, 1, relative_pose(Pose{}, b, {0, 0, 0}, {0, 0, 0}), 1e300, p), Status::converged);
    SymmetricTerms t;
    t.count = 0;
    t.off = 0;
    Vec3<double> centre[2];
    const Mat3<double> identity = Pose{}.rotation;
    if (!add_terms(p.a, identity, false, t, centre[0])) continue;
    t.count_a = t.count;
    if (!add_terms(p.b, p.pose.rotation, true, t, centre[1])) continue;
    const SymmetricDifference d = difference_about(t, {1, 0, 0}, centre[1] + p.pose.translation - centre[0]);
    if (!(d.off < 1e-14) || d.upright_count > 0) continue;
    const double tolerance = 4e-16 * p.size;
    const Zone zone = zone_of(d, 0.5, tolerance);
    const double z1 = random.uniform(0, 1), z2 = std::min(1.0, z1 + random.magnitude(1e-8, 0.5));
    const Circle a = look_at(zone, z1), c = look_at(zone, z2);
    double least = Huge<double>::value;
    for (int k = 0; k <= 40; ++k) {
      const double z = std::min(z1 + (z2 - z1) * k / 40, z2);
      least = std::min(least, look_at(zone, z).width + zone.pole * z);
    }
    for (const double below : {-1e-3, 1e-12, 1e-9, 1e-6, 1e-3, 0.1}) {
      const double bound = bound_between(zone, a, c, least - below);
      EXPECT_LE(bound, least + 1e-14) << round << " " << z1 << " " << z2;
      met += bound >= least - below ? 1 : 0;
    }
    ++bounded;
  }
  EXPECT_GT(bounded, 100);
  EXPECT_GT(met, 2 * bounded);  // most are bounded to 1e-6 at once
}

TEST_F(SymmetricOverlap, NoSampledDirectionIsNarrowerThanTheDepth) {
  Random random(5);
  int found = 0;
  for (int round = 0; round < 150; ++round) {
    const ShapeSet shapes = random_two(random);
    const auto view = shapes.view<double>();
    PairProblem<double> p{};
    const Pose b = round % 3 == 0 ? moved(little(random)) : across(little(random));
    ASSERT_EQ(make_problem(view, 0, 1, relative_pose(Pose{}, b, {0, 0, 0}, {0, 0, 0}), 1e300, p), Status::converged);
    const Support support = core_difference<LinearScan>(p);
    CoreAnswer<double> answer = no_answer<double>();
    if (!symmetric_overlap(p, support, SymmetricEffort::search, answer)) continue;
    ++found;
    const double depth = -answer.separation;
    EXPECT_NEAR(dot(answer.normal, support(answer.normal).w), depth, 1e-14);
    for (int k = 0; k < 2000; ++k) {
      const Vec3<double> n = random.direction();
      EXPECT_GE(dot(n, support(n).w), depth - 4e-15) << round;
    }
    // The witness point on B, from that on A, is in B: no farther along any direction than B's support.
    const Vec3<double> on_b = multiply_add(answer.normal, -depth, answer.witness.a);
    for (int k = 0; k < 200; ++k) {
      const Vec3<double> n = random.direction();
      EXPECT_LE(dot(n, answer.witness.a), dot(n, support(n).a) + 1e-14) << round;
      const Vec3<double> far = transform(p.pose, support(-n).b);
      EXPECT_LE(dot(n, on_b), dot(n, far) + 1e-14) << round;
    }
  }
  EXPECT_GT(found, 100);
}

TEST_F(SymmetricOverlap, APyramidAcrossAConeIsMeasuredInAllDirections) {
  ShapeSet shapes;
  const Vec3<double> corners[] = {{1.5, 0, -0.5}, {0, 1.5, -0.5}, {-1.5, 0, -0.5}, {0, -1.5, -0.5}, {0, 0, 0.5}};
  shapes.add_hull(corners);
  shapes.add_cone(0.5, 2);
  const Pose b{{0, 0, 0.5}, {{-1, 0, 0, 0, 0, 1, 0, 1, 0}}};
  expect_depth(query(shapes, b), 0.2480694691784169, 1e-9);
}

TEST_F(SymmetricOverlap, ARimOnTheAxisOfAnEqualCylinderIsAsDeepAsItsRadius) {
  // Along every direction of a quarter circle across the other axis: each circle about the common normal meets it.
  ShapeSet shapes;
  shapes.add_cylinder(0.5, 0.5);
  shapes.add_cylinder(0.5, 0.5);
  for (const double off : {0.0, 1e-12, 1e-9}) {
    const Pose b{{0.5 + off, 0, 0.5}, {{1, 0, 0, 0, 0, -1, 0, 1, 0}}};
    expect_depth(query(shapes, b), 0.5 - off);
  }
  const Pose leaned_about_z{{-0.7, -0.1, 0.5}, {{0.6, 0, 0.8, 0.8, 0, -0.6, 0, 1, 0}}};
  expect_depth(query(shapes, leaned_about_z), 0.5);
}

TEST_F(SymmetricOverlap, AConesRimOnTheAxisOfACylinderIsAsDeepAsTheCylindersRadius) {
  ShapeSet shapes;
  shapes.add_cone(0.1, 0.8);
  shapes.add_cylinder(0.2, 0.4);
  expect_depth(query(shapes, across({0, -0.1, -0.8})), 0.2);
}

}  // namespace
}  // namespace abut
