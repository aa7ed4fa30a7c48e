// Ellipses with ellipses, in positions where branches meet and jump.
#include "abut/brep/ellipse_ellipse.h"

#include <gtest/gtest.h>

#include <cmath>

namespace abut {
namespace {

using V = Vec3<double>;
const V o{}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

StationaryPairs<double> solved(const Carrier<double>& a, const Carrier<double>& b) {
  StationaryPairs<double> out;
  clear(out);
  ellipse_and_ellipse(carrier_pair(a, b, out));
  return out;
}

bool has(const StationaryPairs<double>& out, V a, V b) {
  for (std::uint32_t i = 0; i < out.count; ++i) {
    if (length(out.pairs[i].a - a) + length(out.pairs[i].b - b) < 1e-13) return true;
  }
  return false;
}

TEST(EllipseEllipse, PerpendicularOnesAboutOneCentreHaveTheirFeetFromEachVertex) {
  // From the vertex (-1/2, 0, 0) of the second the first has four feet, and the branches do not tell them apart there.
  const auto out = solved(ellipse_carrier(o, y, -x, 0.5, 0.25), ellipse_carrier(o, z, x, 1.0, 0.5));
  const double along = 1.0 / 6, up = std::sqrt(1 - along * along * 16) / 2;
  for (const double side : {-1.0, 1.0}) {
    EXPECT_TRUE(has(out, x * (0.25 * side), x * (0.5 * side)));
    EXPECT_TRUE(has(out, x * (0.25 * side), x * (-0.5 * side)));
    EXPECT_TRUE(has(out, V{along * side, up, 0}, x * (-0.5 * side)));
    EXPECT_TRUE(has(out, V{along * side, -up, 0}, x * (-0.5 * side)));
    EXPECT_TRUE(has(out, y * (0.5 * side), z));
    EXPECT_TRUE(has(out, y * (0.5 * side), -z));
  }
  EXPECT_TRUE(out.complete);
}

TEST(EllipseEllipse, SideBySideOnesAreNearestAtTheirVertices) {
  const auto out = solved(ellipse_carrier(o, x, y, 2.0, 1.0), ellipse_carrier(x * 10.0, x, z, 3.0, 1.0));
  ASSERT_TRUE(has(out, x * 2.0, x * 7.0));
  for (std::uint32_t i = 0; i < out.count; ++i) {
    EXPECT_EQ(out.pairs[i].extremum == Extremum::minimum, std::abs(out.pairs[i].gap - 5) < 1e-13);
  }
}

}  // namespace
}  // namespace abut
