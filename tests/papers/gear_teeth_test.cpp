// The gear teeth that stand in for the thesis's figure, against the geometry of involute gears, and their way to
// contact.
#include "bench/papers/gear_teeth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bench/papers/sphere_runs.h"

namespace abut::papers {
namespace {

constexpr double pi = std::numbers::pi;

TEST(GearTooth, HasTheRadiiOfItsModuleAndIsItsOwnMirror) {
  const std::vector<Vector> points = gear_tooth(30);
  EXPECT_EQ(points.size(), 4u * 31);
  double lowest = 100, highest = 0;
  for (const Vector& p : points) {
    lowest = std::min(lowest, std::hypot(p.x, p.y)), highest = std::max(highest, std::hypot(p.x, p.y));
    EXPECT_NEAR(std::abs(p.z), 0.75, 1e-15);
    for (const Vector m : {Vector{p.x, -p.y, p.z}, Vector{p.x, p.y, -p.z}}) {
      EXPECT_EQ(std::count_if(points.begin(), points.end(), [&](Vector q) { return length(q - m) == 0; }), 1);
    }
  }
  EXPECT_NEAR(lowest, 10 - 1.25, 1e-14);
  EXPECT_NEAR(highest, 10 + 1, 1e-14);
}

// A taut string along the tangent of the base circle ends on the flank, and is as long as the arc that it left; at the
// pitch circle the tooth is half of the pitch thick.
TEST(GearTooth, ItsFlanksAreInvolutesHalfAPitchThickAtThePitchCircle) {
  const double base = 10 * std::cos(pi / 9);
  double begin = 0, nearest = 1, thickness = 0;
  bool first = true;
  for (const Vector& p : gear_tooth(400)) {
    const double r = std::hypot(p.x, p.y), angle = std::atan2(p.y, p.x);
    if (!(p.y > 0 && p.z > 0) || r < base - 1e-9) continue;
    const double string = std::sqrt(std::max(0.0, r * r - base * base));
    // Where the string leaves the base circle, less the arc: the same for all points of a flank.
    const double start = angle - std::atan2(string, base) + string / base;
    if (first) begin = start, first = false;
    EXPECT_NEAR(start, begin, 1e-7) << r;
    if (std::abs(r - 10) < nearest) nearest = std::abs(r - 10), thickness = 2 * angle * r;
  }
  EXPECT_NEAR(thickness, pi / 2, 5e-3);
}

class Gears : public testing::TestWithParam<double> {};

TEST_P(Gears, ComeNearerFromStepToStepUntilTheyTouch) {
  const GearTeeth gears(6, GetParam());
  EXPECT_EQ(gears.vertices(), 4u * 7);
  const auto poses = gears.motion(4, 3);
  ASSERT_EQ(poses.size(), 8u);
  double last = 1e9;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double distance = gears.distance(poses[i]);
    EXPECT_LT(distance, last) << i;
    EXPECT_NEAR(gears.library_separation(poses[i]), distance, 1e-12) << i;
    last = distance;
  }
  EXPECT_LT(last, 1e-13) << "the last pose is contact";
  EXPECT_GT(gears.distance(poses[3]), 1e-3);
}

TEST_P(Gears, EverySubAlgorithmFindsTheirDistance) {
  const GearTeeth gears(6, GetParam());
  std::vector<PairQuery> queries;
  std::vector<double> truth;
  for (const auto& pose : gears.motion(5, 2)) {
    queries.push_back(gears.query(pose));
    truth.push_back(gears.distance(pose));
  }
  queries.pop_back(), truth.pop_back();  // contact is another exit
  const auto check = [&](const char* name, const Verdict& v) {
    EXPECT_EQ(v.failed + v.endless + v.wrong, 0) << name << text_of("", v);
  };
  const Tolerances within = tolerances(1e-12);
  check("SV", judge<Sv, EveryVertex>(queries, within, truth));
  check("SV", judge<Sv, HillClimbing>(queries, within, truth));
  check("JB", judge<Jb, EveryVertex>(queries, within, truth));
  check("BK", judge<Bk, EveryVertex>(queries, within, truth));
  check("VR", judge<Vr, EveryVertex>(queries, within, truth));
}
INSTANTIATE_TEST_SUITE_P(Tilts, Gears, testing::Values(0.0, 0.02));

}  // namespace
}  // namespace abut::papers
