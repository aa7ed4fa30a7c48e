// Invariance, bounds and refusals of the reference.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <type_traits>

#include "tests/reference/cases.h"

namespace abut::reference::test {
namespace {

/// B's view of the same pair; exact for the rotations of a cube and few-digit translations only.
RelativePose<double> inverse(const RelativePose<double>& pose) {
  const double* m = pose.rotation.m;
  const Mat3<double> back{{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}};
  return {back, -rotate(back, pose.translation)};
}

double size_of(const Reference& reference) { return reference.core(0).size + reference.core(1).size; }

TEST(Reference, SwapGivesTheSameSeparationAndTheOppositeNormal) {
  Random random(41);
  for (int i = 0; i < 200; ++i) {
    const Reference reference({awkward(random, i % kinds), awkward(random, random.integer(0, kinds - 1))});
    const RelativePose<double> pose{random.cube_rotation(), random.direction() * random.uniform(0, 2)};
    const Answer there = reference.query(0, 1, pose), back = reference.query(1, 0, inverse(pose));
    EXPECT_NEAR(there.separation, back.separation, 1e-15 * size_of(reference)) << i;
    // The normal of one is as good for the other.
    const Vec3<double> turned = rotate(pose.rotation, back.normal);
    if (there.separation < 0) {
      EXPECT_NEAR(static_cast<double>(reference.width_along(0, 1, pose, -turned)), -there.separation,
                  1e-15 * size_of(reference))
          << i;
    } else if (there.separation > 1e-3) {
      EXPECT_LT(length(there.normal + turned), 1e-14) << i;
    }
  }
}

TEST(Reference, ScalingByAPowerOfTwoScalesEveryBit) {
  Random random(42);
  for (int i = 0; i < 60; ++i) {
    const Core a = awkward(random, i % kinds), b = awkward(random, random.integer(0, kinds - 1));
    const RelativePose<double> pose = awkward_pose(random, i % pose_kinds);
    const Answer original = Reference({a, b}).query(0, 1, pose);
    for (const int exponent : {-600, -20, 30, 600}) {
      const double s = std::ldexp(1.0, exponent);
      Core scaled_a = a, scaled_b = b;
      for (Core* c : {&scaled_a, &scaled_b}) {
        c->size *= s;
        for (auto& v : c->vertices) v = v * s;
      }
      const Answer scaled = Reference({scaled_a, scaled_b}).query(0, 1, {pose.rotation, pose.translation * s});
      EXPECT_EQ(scaled.separation, original.separation * s) << i << " " << exponent;
      EXPECT_EQ(scaled.lower, original.lower * s) << i << " " << exponent;
      EXPECT_EQ(scaled.normal.x, original.normal.x) << i << " " << exponent;
      EXPECT_EQ(scaled.witness_a.y, original.witness_a.y * s) << i << " " << exponent;
      EXPECT_EQ(scaled.certified, original.certified);
    }
  }
}

TEST(Reference, RigidMotionOfBothKeepsTheSeparation) {
  // Motions by rotations of a cube and dyadic shifts are exact, so the truth is the same.
  Random random(43);
  for (int i = 0; i < 100; ++i) {
    Core a = round_hull(random, 12), b = round_hull(random, 12);
    for (Core* c : {&a, &b}) {
      for (auto& v : c->vertices)
        v = {std::ldexp(std::round(std::ldexp(v.x, 30)), -30), std::ldexp(std::round(std::ldexp(v.y, 30)), -30),
             std::ldexp(std::round(std::ldexp(v.z, 30)), -30)};
    }
    const Mat3<double> turn = random.cube_rotation();
    const Vec3<double> shift{random.integer(-8, 8) * 0.25, random.integer(-8, 8) * 0.25, random.integer(-8, 8) * 0.25};
    const Vec3<double> t{random.integer(-20, 20) * 0x1p-4, random.integer(-20, 20) * 0x1p-4,
                         random.integer(-20, 20) * 0x1p-4};
    Core moved = b;
    for (auto& v : moved.vertices) v = rotate(turn, v) + shift;
    const Answer first = Reference({a, b}).query(0, 1, {turn, shift + t});
    const Answer second = Reference({a, moved}).query(0, 1, translation(t.x, t.y, t.z));
    EXPECT_LE(first.lower, second.upper) << i;
    EXPECT_GE(first.upper, second.lower) << i;
  }
}

TEST(Reference, NoWidthIsBelowTheDepth) {
  Random random(44);
  for (int i = 0; i < 20; ++i) {
    const Reference reference({round_hull(random, 60), round_hull(random, 60)});
    const RelativePose<double> pose{random.rotation(), random.direction() * random.uniform(0, 1)};
    const Answer answer = reference.query(0, 1, pose);
    ASSERT_TRUE(answer.certified);
    for (int k = 0; k < 2000; ++k) {
      // Half of them near the answer, where a smaller one would be.
      const Vec3<double> u =
          k % 2 ? random.direction() : answer.normal + random.direction() * std::ldexp(1.0, -(k % 30));
      EXPECT_GE(reference.width_along(0, 1, pose, u), static_cast<long double>(-answer.upper) - 1e-17L) << i;
    }
  }
}

TEST(Reference, LargeHullsAreCertifiedAtEveryDepth) {
  Random random(45);
  std::vector<Core> cores;
  for (int i = 0; i < 4; ++i) cores.push_back(round_hull(random, 300 + 200 * i));
  const Reference reference(cores);
  for (int i = 0; i < 60; ++i) {
    const auto a = static_cast<std::uint32_t>(i % 4), b = static_cast<std::uint32_t>(i / 4 % 4);
    const RelativePose<double> pose{i % 2 ? random.rotation() : random.float_rotation(),
                                    random.direction() * (0.04 * i)};
    const Answer answer = reference.query(a, b, pose);
    EXPECT_TRUE(answer.certified) << i;
    EXPECT_LT(length(answer.witness_b - answer.witness_a - answer.normal * answer.separation), 2e-15) << i;
    EXPECT_LT(reference.distance_outside(a, 0, pose, answer.witness_a), 2e-15) << i;
    EXPECT_LT(reference.distance_outside(b, 1, pose, answer.witness_b), 2e-15) << i;
    for (int k = 0; k < 200; ++k) {
      EXPECT_GE(reference.width_along(a, b, pose, answer.normal + random.direction() * 1e-3),
                static_cast<long double>(-answer.upper) - 1e-17L);
    }
  }
}

TEST(Reference, DistanceOutsideIsSignedAndDilated) {
  const Reference reference({box(1, 1, 1, 0.25), segment(1, 0.5)});
  const RelativePose<double> pose = translation(10, 0, 0);
  EXPECT_EQ(reference.distance_outside(0, 0, pose, {0, 3, 0}), 1.75);
  EXPECT_NEAR(reference.distance_outside(0, 0, pose, {2, 2, 2}), std::sqrt(3.0) - 0.25, 1e-15);
  EXPECT_EQ(reference.distance_outside(0, 0, pose, {0, 0.5, 0}), -0.75);
  EXPECT_EQ(reference.distance_outside(0, 0, pose, {0, 1.25, 0}), 0);
  EXPECT_EQ(reference.distance_outside(1, 1, pose, {10, 2, 0}), 1.5);
  EXPECT_EQ(reference.distance_outside(1, 1, pose, {11, 0, 0}), -0.5);
}

TEST(Reference, WidthAlongNeedsNoUnitVector) {
  const Reference reference({box(1, 1, 1, 0.25), box(1, 1, 1)});
  EXPECT_EQ(static_cast<double>(reference.width_along(0, 1, translation(1, 0, 0), {2, 0, 0})), 1.25);
  EXPECT_EQ(static_cast<double>(reference.width_along(0, 1, translation(3, 0, 0), {0.5, 0, 0})), -0.75);
}

void expect_unknown(const Answer& answer) {
  EXPECT_FALSE(answer.certified);
  EXPECT_FALSE(std::isnan(answer.separation));
  EXPECT_EQ(answer.lower, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(answer.upper, std::numeric_limits<double>::infinity());
}

TEST(Reference, IsNotCertifiedForPosesThatAreNoRotation) {
  const Reference reference({box(1, 1, 1), box(1, 1, 1)});
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const Vec3<double> t{0.5, 0, 0};
  for (const Mat3<double>& m :
       {Mat3<double>{{0, 0, 0, 0, 0, 0, 0, 0, 0}}, Mat3<double>{{1, 0, 0, 0, 1, 0, 0, 0, 0}},
        Mat3<double>{{1, 0, 0, 0, 1, 0, 0, 0, -1}}, Mat3<double>{{1, 1, 0, 0, 1, 0, 0, 0, 1}},
        Mat3<double>{{nan, 0, 0, 0, 1, 0, 0, 0, 1}}, Mat3<double>{{2, 0, 0, 0, 2, 0, 0, 0, 2}}}) {
    expect_unknown(reference.query(0, 1, {m, t}));
    expect_unknown(reference.brute_force(0, 1, {m, t}));
  }
  expect_unknown(reference.query(0, 1, translation(nan, 0, 0)));
  expect_unknown(reference.query(0, 1, translation(0, infinity, 0)));
}

TEST(Reference, IsNotCertifiedForShapesThatAreNone) {
  const Reference reference({box(1, 1, 1), core({}), core({{0, 0, std::numeric_limits<double>::quiet_NaN()}})});
  for (const std::uint32_t other : {1u, 2u}) {
    expect_unknown(reference.query(0, other, translation(0, 0, 0)));
    expect_unknown(reference.query(other, 0, translation(0, 0, 0)));
  }
}

TEST(Reference, TakesTheMatrixAsGiven) {
  // A matrix that stretches B by 1e-3 along x: its face is where the stretched vertices are.
  const Reference reference({box(1, 1, 1), box(1, 1, 1)});
  const Answer answer = reference.query(0, 1, {{{1 + 0x1p-10, 0, 0, 0, 1, 0, 0, 0, 1}}, {3, 0, 0}});
  EXPECT_TRUE(answer.certified);
  EXPECT_EQ(answer.separation, 1 - 0x1p-10);
  const Answer overlap = reference.query(0, 1, {{{1 + 0x1p-10, 0, 0, 0, 1, 0, 0, 0, 1}}, {1.5, 0, 0}});
  EXPECT_TRUE(overlap.certified);
  EXPECT_EQ(overlap.separation, -0.5 - 0x1p-10);
}

template <class T>
class CoreOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CoreOf, Scalars);

TYPED_TEST(CoreOf, ReadsTheStoredVerticesInTheCallersUnit) {
  using T = TypeParam;
  const std::array<T, 5> x{T(9), T(0.1), T(0.5), T(-1), T(-1)}, y{T(9), T(0.2), T(0), T(0.25), T(7)},
      z{T(9), T(0.3), T(0), T(1), T(7)};
  std::array<ShapeHeader, 2> headers{};
  headers[1].vertex_offset = 1, headers[1].vertex_count = 3, headers[1].exponent = 3;
  headers[1].rounding = 0.7, headers[1].size = 9.5;
  ShapeSetView<T> view;
  view.count = 2, view.headers = headers.data(), view.x = x.data(), view.y = y.data(), view.z = z.data();
  const Core c = core_of(view, 1);
  ASSERT_EQ(c.vertices.size(), 3u);
  EXPECT_EQ(c.vertices[0].x, 8 * static_cast<double>(T(0.1)));
  EXPECT_EQ(c.vertices[2].z, 8);
  EXPECT_EQ(c.rounding, 8 * static_cast<double>(T(0.7 / 8)));
  EXPECT_EQ(c.size, 9.5);
}

}  // namespace
}  // namespace abut::reference::test
