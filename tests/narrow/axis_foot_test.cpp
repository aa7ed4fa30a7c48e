// Witness points of polytopes and solids along a known direction: faces, weights, and points on both bodies.
#include "abut/narrow/axis_foot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/narrow/cone_crease.h"
#include "tests/narrow/parts_pairs.h"

namespace abut {
namespace {

using namespace revolved_axis_detail;
using test::problem_of;
using test::Random;

/// A cube of half length 1 as a hull, in a cylinder, and what they consist of.
class CubeInACylinder {
 public:
  explicit CubeInACylinder(const Pose& pose) {
    std::vector<Vec3<double>> corners;
    for (int k = 0; k < 8; ++k) corners.push_back({k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0});
    shapes_.add_hull(corners);
    shapes_.add_cylinder(2, 3);
    view_ = shapes_.view<double>();
    problem = problem_of(view_, 0, 1, pose);
    unit = power_of_two<double>(problem.exponent);
    EXPECT_TRUE(parts_of(problem, parts));
  }
  PairProblem<double> problem;
  AxisParts<double> parts;
  double unit;

  CubeInACylinder(const CubeInACylinder&) = delete;
  CubeInACylinder& operator=(const CubeInACylinder&) = delete;

 private:
  ShapeSet shapes_;
  ShapeSetView<double> view_;
};

TEST(FarthestFace, HasTheVerticesOfTheFeatureWithEqualWeights) {
  const CubeInACylinder c(Pose{});
  FarthestFace face;
  farthest_face(c.parts.polytope[0], {0, 0, 1}, 1e-12, face);
  EXPECT_EQ(face.count, 4);
  EXPECT_LT(length(point_of(c.parts.polytope[0], face) * c.unit - Vec3<double>{0, 0, 1}), 1e-15);
  farthest_face(c.parts.polytope[0], {0, 0.6, 0.8}, 1e-12, face);
  EXPECT_EQ(face.count, 2);
  EXPECT_EQ(face.weight[0], 0.5);
  farthest_face(c.parts.polytope[0], {0.48, 0.6, 0.64}, 1e-12, face);
  EXPECT_EQ(face.count, 1);
  EXPECT_EQ(carriers_of(face).count, 1u);
}

TEST(FarthestFace, WeightsMoveUntilThePointIsTheTarget) {
  const CubeInACylinder c(Pose{});
  const auto& cube = c.parts.polytope[0];
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    FarthestFace face;
    farthest_face(cube, {0, 0, 1}, 1e-12, face);
    const Vec3<double> target = Vec3<double>{random.uniform(-1, 1), random.uniform(-1, 1), 1} * (1 / c.unit);
    Vec3<double> rest = target - point_of(cube, face);
    for (int round = 0; round < 60; ++round) move_weights(cube, face, rest);
    EXPECT_LT(length(target - point_of(cube, face)), 1e-9) << k;
    double sum = 0;
    for (int i = 0; i < face.count; ++i) {
      EXPECT_GE(face.weight[i], 0);
      sum += face.weight[i];
    }
    EXPECT_NEAR(sum, 1, 1e-14);
    // In one triangle of the face at once.
    farthest_face(cube, {0, 0, 1}, 1e-12, face);
    rest = target - point_of(cube, face);
    take_triangle(cube, face, 1e-15, rest);
    EXPECT_LT(length(target - point_of(cube, face)), 1e-15) << k;
    EXPECT_LT(length(rest), 1e-15) << k;
  }
}

TEST(FarthestFace, OutOfReachTheNearestPointIsLeft) {
  const CubeInACylinder c(Pose{});
  const auto& cube = c.parts.polytope[0];
  FarthestFace face;
  farthest_face(cube, {0, 0, 1}, 1e-12, face);
  const Vec3<double> target = Vec3<double>{3, 0.25, 1} * (1 / c.unit);
  Vec3<double> rest = target - point_of(cube, face);
  for (int round = 0; round < 200; ++round) move_weights(cube, face, rest);
  EXPECT_LT(length(rest * c.unit - Vec3<double>{2, 0, 0}), 1e-9);
}

TEST(AxisFoot, WitnessPointsLieOnBothBodies) {
  Random random(2);
  for (int k = 0; k < 100; ++k) {
    const Vec3<double> at{random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(1, 3.5)};
    const CubeInACylinder c(test::moved_by(at));
    // Out along z: the cube's bottom leaves through the cylinder's top, or the other way round.
    CoreAnswer<double> out = no_answer<double>();
    out.normal = {0, 0, 1};
    const double depth = 4 - at.z;
    out.separation = -depth / c.unit;
    set_axis_foot(c.problem, c.parts, 1e-12, out);
    EXPECT_LT(std::sqrt(out.witness.residual2) * c.unit, 1e-13) << k;
    const Vec3<double> a = out.witness.a * c.unit, b = a - Vec3<double>{0, 0, depth} - at;
    EXPECT_NEAR(a.z, 1, 1e-14);
    EXPECT_LE(std::fmax(std::abs(a.x), std::abs(a.y)), 1 + 1e-14);
    EXPECT_NEAR(b.z, -3, 1e-13);
    EXPECT_LE(std::hypot(b.x, b.y), 2 + 1e-13);
    EXPECT_GE(out.carrier_a.count, 1u);
    EXPECT_EQ(out.carrier_b.id[0], static_cast<std::uint32_t>(on_bottom_rim));
  }
}

TEST(AxisFoot, EdgesThatAreAlmostParallelReachTheFoot) {
  // Of two cones with sides that touch in almost one line the foot wants opposite shares of both edges.
  Random random(9);
  int crossings = 0;
  for (int i = 0; i < 400; ++i) {
    const double tilt = random.magnitude(1e-8, 1e-3);
    const test::NearlyCoaxialCones pair(random, tilt, test::Cones::equal);
    for_crossings(pair.parts.solids, [&](Vec3<double> n) {
      FarthestParts<double> f;
      set_farthest(pair.parts, n, 1e-12, 1e-12, f);
      if (f.set[0].edges != 1 || f.set[1].edges != 1) return;
      ++crossings;
      // Some point of the face as the target; it is met, though from the middles it is 1e6 sweeps away.
      for (auto& set : f.set) set.share[0] = random.uniform(-1, 1);
      const Vec3<double> target = symmetric_detail::point_of(f.set[0]) + symmetric_detail::point_of(f.set[1]);
      for (auto& set : f.set) set.share[0] = 0;
      meet_target(pair.parts, f, target);
      const Vec3<double> met = symmetric_detail::point_of(f.set[0]) + symmetric_detail::point_of(f.set[1]);
      EXPECT_LT(length(met - target), 2e-15) << tilt;
    });
  }
  EXPECT_GT(crossings, 100);
}

TEST(AxisFoot, APairThatDoesNotMeetThereLeavesWhatIsBetween) {
  const CubeInACylinder c(test::moved_by({4, 0, 3.5}));
  CoreAnswer<double> out = no_answer<double>();
  out.normal = {0, 0, 1};
  out.separation = -0.5 / c.unit;
  set_axis_foot(c.problem, c.parts, 1e-12, out);
  EXPECT_NEAR(std::sqrt(out.witness.residual2) * c.unit, 1, 1e-9) << "4 apart, reaching 1 and 2";
}

}  // namespace
}  // namespace abut
