// The query against exact integer arithmetic over vertex triples and pairs.
#include "tests/reference/exact_oracle.h"

#include <gtest/gtest.h>

#include "tests/reference/cases.h"

namespace abut::reference::test {
namespace {

void expect_contains_truth(const Core& a, const Core& b, const RelativePose<double>& pose, const std::string& what) {
  const Answer answer = Reference({a, b}).query(0, 1, pose);
  const ExactOracle::Real truth = ExactOracle(a, b, pose).separation();
  EXPECT_TRUE(answer.certified) << what;
  EXPECT_LE(ExactOracle::Real(answer.lower), truth) << what;
  EXPECT_GE(ExactOracle::Real(answer.upper), truth) << what;
}

TEST(ExactOracle, LiesWithinTheBoundsForIntegerPolytopes) {
  Random random(21);
  for (int i = 0; i < 60; ++i) {
    std::vector<Vec3<double>> sets[2];
    for (auto& set : sets) {
      const int count = random.integer(1, 6);
      for (int k = 0; k < count; ++k) {
        set.push_back({random.integer(-3, 3) * 1.0, random.integer(-3, 3) * 1.0, random.integer(-3, 3) * 1.0});
      }
    }
    const Vec3<double> t{random.integer(-4, 4) * 1.0, random.integer(-4, 4) * 1.0, random.integer(-4, 4) * 1.0};
    expect_contains_truth(core(sets[0]), core(sets[1]), {random.cube_rotation(), t}, "pair " + std::to_string(i));
  }
}

TEST(ExactOracle, LiesWithinTheBoundsForRotationsThatAreOffByRounding) {
  Random random(22);
  for (int i = 0; i < 30; ++i) {
    const Core a = round_hull(random, random.integer(1, 6)), b = round_hull(random, random.integer(1, 6));
    const RelativePose<double> pose{i % 2 ? random.rotation() : random.float_rotation(),
                                    random.direction() * random.uniform(0, 1.5)};
    expect_contains_truth(a, b, pose, "pair " + std::to_string(i));
  }
}

TEST(ExactOracle, LiesWithinTheBoundsForNeedlesAndPlates) {
  Random random(23);
  for (int i = 0; i < 30; ++i) {
    const double thin = std::ldexp(1.0, -random.integer(10, 45));
    const Core a = round_hull(random, 5, {1, thin, thin}), b = round_hull(random, 5, {1, 1, thin});
    expect_contains_truth(a, b, {random.rotation(), random.direction() * (i % 3 ? thin : 0.5)},
                          "pair " + std::to_string(i));
  }
}

TEST(ExactOracle, LiesWithinTheBoundsWhereVerticesDifferInTheLastPlaces) {
  // A vertex of B within a few units in the last place of a face, an edge or a vertex of A: the sign of the separation
  // is a matter of the fiftieth bit.
  Random random(24);
  const auto ulps = [&] { return random.integer(-3, 3) * 0x1p-52; };
  for (int i = 0; i < 40; ++i) {
    const Core a = core({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3, 0.3, -1}});
    const Vec3<double> on[] = {{0.25, 0.25, 0}, {0.5, 0.5, 0}, {1, 0, 0}, {0.5, 0, 0}};
    const Vec3<double> tip = on[i % 4] + Vec3<double>{ulps(), ulps(), ulps()};
    const Core b =
        core({tip, tip + Vec3<double>{0.1, 0.2, 1}, tip + Vec3<double>{0.3, -0.2, 1}, tip + Vec3<double>{-0.2, 0, 1}});
    expect_contains_truth(a, b, translation(0, 0, 0), "pair " + std::to_string(i));
  }
}

}  // namespace
}  // namespace abut::reference::test
