#include "abut/surface/surface_set.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "abut/core/error.h"
#include "tests/surface/nurbs_cases.h"

namespace abut {
namespace {

/// A sheet over a square of side 2 whose middle is pulled up.
NurbsSurface hill(double height) {
  NurbsSurface s;
  s.u = s.v = {2, {0, 0, 0, 0.5, 1, 1, 1}};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const bool inside = (i == 1 || i == 2) && (j == 1 || j == 2);
      s.points.push_back({2.0 * i / 3 - 1, 2.0 * j / 3 - 1, inside ? height : 0});
    }
  }
  return s;
}

TEST(SurfaceSet, KeepsSurfacesInTheirOrderAsTheyWereGiven) {
  SurfaceSet set;
  EXPECT_EQ(set.size(), 0u);
  EXPECT_EQ(set.add(hill(1)), 0u);
  EXPECT_EQ(set.add(hill(2)), 1u);
  EXPECT_EQ(set.size(), 2u);
  EXPECT_EQ(set.surface(1).points[5].z, 2);
  EXPECT_EQ(set.views<double>().size(), 2u);
  EXPECT_GT(set.bytes(), 1000u);
  const SurfaceSet moved = std::move(set);
  EXPECT_EQ(moved.surface(0).points[5].z, 1);
  EXPECT_EQ(moved.views<float>()[1].degree_u, 2);
}

TEST(SurfaceSet, ViewsAreCentredScaledAndOfOneSurfaceInBothPrecisions) {
  NurbsSurface s = hill(1);
  for (Vec3<double>& p : s.points) p = p * 1000.0 + Vec3<double>{5e5, 0, -3};
  SurfaceSet set;
  set.add(s);
  const SurfaceView<double> full = set.views<double>()[0];
  const SurfaceView<float> single = set.views<float>()[0];
  EXPECT_GE(full.size, 1);
  EXPECT_LT(full.size, 2);
  EXPECT_EQ(full.exponent, single.exponent);
  EXPECT_EQ(full.centre[0], 5e5);
  for (const double u : {0.0, 0.1, 0.5, 0.77, 1.0}) {
    for (const double v : {0.0, 0.3, 0.5, 1.0}) {
      const Vec3<double> expected = point_at(s, u, v).point;
      const SurfaceJet<double> at = jet_at<FourScalars<double>>(full, u, v);
      const SurfaceJet<float> near = jet_at<FourScalars<float>>(single, static_cast<float>(u), static_cast<float>(v));
      const double scale = std::ldexp(1.0, full.exponent);
      const Vec3<double> centre{full.centre[0], full.centre[1], full.centre[2]};
      EXPECT_LT(length(at.point * scale + centre - expected), 1e-9);
      const Vec3<double> rounded{near.point.x, near.point.y, near.point.z};
      EXPECT_LT(length(rounded * scale + centre - expected), 1e-3);
    }
  }
}

TEST(SurfaceSet, RefusesWhatIsNoSurfaceAndNumbersThatAreNotThere) {
  SurfaceSet set;
  NurbsSurface wrong = hill(1);
  wrong.u.knots[3] = 2;
  EXPECT_THROW(set.add(wrong), InvalidInput);
  NurbsSurface point = hill(1);
  for (Vec3<double>& p : point.points) p = {3, 4, 5};
  try {
    set.add(point);
    ADD_FAILURE();
  } catch (const InvalidInput& e) {
    EXPECT_NE(std::string(e.what()).find("all control points are one point"), std::string::npos) << e.what();
  }
  NurbsSurface unclamped = point;  // whose clamped control points are not equal to the bit
  unclamped.u = unclamped.v = {2, {-0.4, -0.1, 0, 0.25, 0.5, 1, 1.5}};
  EXPECT_THROW(set.add(unclamped), InvalidInput);
  EXPECT_EQ(set.size(), 0u);
  set.add(hill(1));
  try {
    set.surface(1);
    ADD_FAILURE();
  } catch (const InvalidInput& e) {
    EXPECT_NE(std::string(e.what()).find("number 1 is not there"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace abut
