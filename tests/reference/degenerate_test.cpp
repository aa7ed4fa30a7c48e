// What degenerates: shapes without extent, hints that are no directions, poses and points that are no numbers, units at
// the ends of the range. No crash, no NaN where bounds are promised, no certificate without a proof.
#include <gtest/gtest.h>

#include <limits>

#include "host/reference/examination.h"
#include "tests/reference/kinds.h"

namespace abut::reference::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Degenerate, HintsThatAreNoDirectionsAreNotTrusted) {
  const Vec3<double> hints[] = {{0, 0, 0},         {nan, 0, 0},     {0, nan, 1},   {1e-200, 0, 0},
                                {1e200, 1e200, 0}, {-1e-320, 0, 0}, {0, 0, -1e300}};
  for (const NamedCore& a : every_kind()) {
    const Reference reference({a.core, core({{0, 0, 0}}, 0.25)});
    const Examination examination(reference, 0, 1, translation(0, 0, 4));
    // The core's top is at the same height for all of them along z.
    const double truth = 4 - 0.25 - a.core.rounding - static_cast<double>(support_of(a.core, {0, 0, 1}).z);
    for (const Vec3<double>& hint : hints) {
      SCOPED_TRACE(std::string(a.name) + " " + std::to_string(hint.x) + " " + std::to_string(hint.z));
      const Answer answer = examination.answer_near(hint, {Vec3<double>{0, 0, 0}, {0, 0, 4}}, 1e-9);
      EXPECT_FALSE(answer.lower > truth + 1e-14) << answer.lower;  // not a number where the hint is none
      EXPECT_FALSE(answer.upper < truth - 1e-14) << answer.upper;
      EXPECT_FALSE(answer.certified && std::isnan(answer.separation));
    }
    const Answer unhinted = examination.answer_near({0, 0, 0}, {Vec3<double>{0, 0, 0}, {0, 0, 4}}, 1e-9);
    EXPECT_TRUE(unhinted.certified) << a.name;
  }
}

TEST(Degenerate, ShapesWithoutExtentHaveTheSeparationOfTheirPlaces) {
  const Core flat_kinds[] = {core({{0, 0, 0}}),
                             core({{0, 0, 0}, {0, 0, 0}}),
                             core({{0, 0, 0}, {0, -0.0, 0}, {0, 0, 0}, {0, 0, -0.0}}),
                             curved(CoreKind::ellipsoid, {0, 0, 0}),
                             curved(CoreKind::cylinder, {0, 0, 0}),
                             curved(CoreKind::cone, {0, 0, 0})};
  for (const Core& a : flat_kinds) {
    for (const Core& b : flat_kinds) {
      const Reference reference({a, b});
      for (const double distance : {0.0, 1e-300, 5.0}) {
        const Answer answer = Examination(reference, 0, 1, translation(0, 3 * distance, 4 * distance))
                                  .answer_near({0, 0.6, 0.8}, {Vec3<double>{0, 0, 0}, {0, 3 * distance, 4 * distance}});
        EXPECT_LE(answer.lower, 5 * distance * (1 + 1e-15));
        EXPECT_GE(answer.upper, 5 * distance * (1 - 1e-15));
        EXPECT_LE(answer.upper - answer.lower, 1e-15 * distance * 10);
      }
    }
  }
}

TEST(Degenerate, NothingIsKnownOfPairsThatAreNone) {
  const RelativePose<double> poses[] = {translation(nan, 0, 0),
                                        translation(0, 0, infinity),
                                        {{{2, 0, 0, 0, 2, 0, 0, 0, 2}}, {0, 0, 0}},
                                        {{{-1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}}};
  for (const NamedCore& a : every_kind()) {
    const Reference reference({a.core, box(1, 1, 1)});
    for (const RelativePose<double>& pose : poses) {
      const Examination examination(reference, 0, 1, pose);
      for (const Answer& answer : {examination.answer(), examination.brute_force(),
                                   examination.answer_near({1, 0, 0}, {Vec3<double>{0, 0, 0}, {0, 0, 0}})}) {
        EXPECT_FALSE(answer.certified) << a.name;
        EXPECT_EQ(answer.lower, -infinity) << a.name;
        EXPECT_EQ(answer.upper, infinity) << a.name;
      }
      EXPECT_TRUE(std::isnan(examination.width_along({1, 0, 0}))) << a.name;
      for (int side = 0; side < 2; ++side) {
        EXPECT_EQ(examination.distance_outside(side, {3, 0, 0}), infinity) << a.name;
        EXPECT_EQ(examination.distance_outside_near(side, {3, 0, 0}, {1, 0, 0}, 0), infinity) << a.name;
      }
    }
  }
}

TEST(Degenerate, PointsThatAreNoneAreInfinitelyFarOutside) {
  const Reference reference({box(1, 1, 1), box(1, 1, 1)});
  const RelativePose<double> pose = translation(3, 0, 0);
  for (const double bad : {nan, infinity, -infinity}) {
    EXPECT_EQ(reference.distance_outside(0, 0, pose, {bad, 0, 0}), infinity);
    EXPECT_EQ(reference.distance_outside(1, 1, pose, {0, 0, bad}), infinity);
  }
}

TEST(Degenerate, UnitsAtTheEndsOfTheRangeChangeNothing) {
  // Every length times a power of two, for every kind: the answer's bits go with it.
  for (const NamedCore& a : every_kind()) {
    const auto answer = [&](int exponent) {
      const double s = std::ldexp(1.0, exponent);
      const auto scaled = [&](Core c, const auto& self) -> Core {
        for (auto& v : c.vertices) v = v * s;
        for (CoreTerm& t : c.terms) t.core = self(t.core, self);
        c.half = c.half * s;
        c.rounding *= s, c.size *= s;
        return c;
      };
      const Reference reference({scaled(a.core, scaled), scaled(box(0.5, 0.25, 0.75, 0.125), scaled)});
      const RelativePose<double> pose{rotation_from_quaternion(1, 0.2, 0.3, -0.1), Vec3<double>{0.9, 0.4, 1.3} * s};
      const Examination examination(reference, 0, 1, pose);
      Answer found =
          examination.answer_near(unit(pose.translation * (1 / s)), {Vec3<double>{0, 0, 0}, pose.translation});
      found.lower /= s, found.upper /= s;
      return std::tuple{found.lower, found.upper, found.normal.x, found.certified,
                        static_cast<double>(examination.width_along({0, 1, 0})) / s};
    };
    for (const int exponent : {-950, -300, 400, 950})
      EXPECT_EQ(answer(exponent), answer(0)) << a.name << ' ' << exponent;
  }
}

}  // namespace
}  // namespace abut::reference::test
