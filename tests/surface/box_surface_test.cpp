// Boxes as surfaces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/surface/nurbs.h"
#include "abut/surface/surface_mass.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

TEST(BoxSurface, ItEnclosesTheBoxWhicheverSideIsLongest) {
  for (const Vec3<double>& h : {Vec3<double>{3, 2, 1}, {1, 3, 2}, {2, 1, 3}, {1, 1, 1}}) {
    const NurbsSurface s = box_surface(h);
    check(s);
    EXPECT_TRUE(is_closed(s, SurfaceParameter::v));
    EXPECT_TRUE(is_pole(s, SurfaceParameter::u, DomainEnd::begin) && is_pole(s, SurfaceParameter::u, DomainEnd::end));
    const MassProperties mass = mass_properties(s);  // refuses normals that point inwards
    EXPECT_NEAR(mass.volume, 8 * h.x * h.y * h.z, 1e-12);
    EXPECT_NEAR(length(mass.centre), 0, 1e-14);
    // Every point is on the box.
    for (double u = 0; u <= 3; u += 0.125) {
      for (double v = 0; v <= 4; v += 0.125) {
        const Vec3<double> p = point_at(s, u, v).point;
        const double off = std::max({std::abs(p.x) - h.x, std::abs(p.y) - h.y, std::abs(p.z) - h.z});
        EXPECT_NEAR(off, 0, 1e-14) << u << ' ' << v;
      }
    }
  }
}

TEST(BoxSurface, FlatOnesAreRefused) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_EQ(test::complaint([&] { box_surface({1, bad, 1}); }).find("box_surface: a half extent is "), 0u) << bad;
  }
}

}  // namespace
}  // namespace abut
