// Squares of directions: they cover the sphere, and the search bounds all widths.
#include "abut/narrow/direction_squares.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/narrow/parts_pairs.h"

namespace abut {
namespace {

using namespace revolved_axis_detail;
using test::ConeAndCorner;
using test::direction_near;
using test::PartsPair;
using test::Random;

TEST(DirectionSquares, CoverTheSphereOnce) {
  // Each square's solid angle, by the closed form of a rectangle that is seen from the centre; some are quartered.
  Random random(1);
  const auto corner = [](double u, double v) { return std::atan(u * v / std::sqrt(1 + u * u + v * v)); };
  double sum = 0;
  int count = 0;
  for (DirectionSquare s{0, 0, 0, 0}; !s.is_last(); ++count) {
    if (s.level < 6 && random.below(2) == 0) {
      s = s.quarter();
      continue;
    }
    const double u = static_cast<double>(s.column) * 2 * s.half() - 1,
                 v = static_cast<double>(s.row) * 2 * s.half() - 1;
    const double u2 = u + 2 * s.half(), v2 = v + 2 * s.half();
    sum += corner(u2, v2) - corner(u, v2) - corner(u2, v) + corner(u, v);
    s = s.next();
  }
  EXPECT_GT(count, 30);
  EXPECT_NEAR(sum, 4 * std::numbers::pi, 1e-12);
}

TEST(DirectionSquares, LieInTheirCaps) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const std::int32_t level = static_cast<std::int32_t>(random.below(40));
    const std::uint64_t side = std::uint64_t{1} << level;
    const DirectionSquare s{random.bits() % side, random.bits() % side, static_cast<std::int32_t>(random.below(6)),
                            level};
    const DirectionCap cap = s.cap();
    EXPECT_NEAR(length(cap.middle), 1, 1e-15);
    EXPECT_LE(cap.reach, 2.2 * s.half() + 1e-15);
    for (int k = 0; k < 10; ++k) {
      const double u = (static_cast<double>(s.column) + random.uniform()) * 2 * s.half() - 1;
      const double v = (static_cast<double>(s.row) + random.uniform()) * 2 * s.half() - 1;
      EXPECT_LE(2 * std::asin(0.5 * length(s.at(u, v) - cap.middle)), cap.reach);
    }
  }
}

TEST(SearchSquares, BoundsAllWidths) {
  Random random(5);
  int found = 0, settled = 0;
  for (int i = 0; i < 120; ++i) {
    PartsPair pair(random, i, 4 + i % 6);
    const auto support = pair.support();
    BoundedWidth best{{1, 0, 0}, HUGE_VAL, HUGE_VAL};
    ASSERT_TRUE(search_parts(pair.parts, support, 0, best));
    Vec3<double> other;
    if (!search_squares(pair.parts, support, {20000, 0}, best, other)) continue;
    EXPECT_LE(pair.width(other), best.width + pair.parts.tolerance);
    ++found;
    EXPECT_LE(best.lower, best.width);
    EXPECT_GE(best.lower, best.width - 1e-13);
    EXPECT_NEAR(pair.width(best.normal), best.width, 1e-15);
    for (int k = 0; k < 400; ++k) EXPECT_GE(pair.width(random.direction()), best.lower - 1e-15) << i;
    for (int k = 0; k < 100; ++k) {
      EXPECT_GE(pair.width(direction_near(random, best.normal, 1e-3)), best.lower - 1e-15) << i;
    }
    settle_direction(pair.parts, support, best);
    const double width = pair.width(best.normal);
    EXPECT_LE(width, best.lower + 1e-13);
    CoreAnswer<double> answer = no_answer<double>();
    answer.normal = best.normal;
    answer.separation = -width;
    set_axis_foot(pair.problem, pair.parts, 8 * pair.parts.tolerance, answer);
    settled += answer.witness.residual2 <= 1e-26;  // the foot of the origin is on the face
  }
  EXPECT_GT(found, 110);
  EXPECT_GT(settled, found * 9 / 10);
}

TEST(SearchSquares, EndsWhereSquaresRunOut) {
  const ConeAndCorner c(0.05);
  BoundedWidth best{{1, 0, 0}, HUGE_VAL, HUGE_VAL};
  const auto support = core_difference<LinearScan>(c.problem);
  ASSERT_TRUE(search_parts(c.parts, support, 0, best));
  BoundedWidth tried = best;
  Vec3<double> other;
  EXPECT_FALSE(search_squares(c.parts, support, {5, 0}, tried, other));
  EXPECT_FALSE(search_squares(c.parts, support, {0, 0}, tried, other));
  EXPECT_TRUE(search_squares(c.parts, support, {20000, 0}, tried, other));
  EXPECT_NEAR(tried.lower * c.unit, (0.4 * 0.6 - 0.05 * 0.6) / std::hypot(0.8, 0.6), 1e-14);
}

}  // namespace
}  // namespace abut
