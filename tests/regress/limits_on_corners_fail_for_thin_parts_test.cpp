// Where four chosen corners of a hull lay in a plane to rounding, a limit on corners was not kept: all corners came
// back.
#include <gtest/gtest.h>

#include "host/decompose/vertex_limit.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

TEST(ThinHulls, HaveAsFewCornersAsTheyMayHave) {
  test::Random random(5);
  int thin = 0;
  for (int i = 0; i < 300; ++i) {
    const Mat3<double> turn = random.rotation();
    const double thickness = i % 3 == 0 ? 0 : random.magnitude(1e-18, 1e-14);
    std::vector<Vec3<double>> p;
    for (int k = 0; k < 40; ++k) {
      const Vec3<double> d = random.direction();
      p.push_back(rotate(turn, {d.x, d.y, thickness * d.z}) + Vec3<double>{1, 2, 3});
    }
    const PartHull hull = part_hull(p);
    if (hull.flat()) continue;
    ++thin;
    const PartHull in = inner_hull(hull, 8), out = outer_hull(hull, 8);
    ASSERT_FALSE(in.flat());
    ASSERT_FALSE(out.flat());
    EXPECT_LE(in.points.size(), 8u) << i;
    EXPECT_LE(out.points.size(), 8u) << i;
    for (const Plane& plane : hull.planes) EXPECT_LE(support(in, plane.normal), plane.offset + 1e-14);
    for (const Plane& plane : out.planes) EXPECT_LE(support(hull, plane.normal), plane.offset + 3e-9) << i;
  }
  EXPECT_GT(thin, 200);
}

}  // namespace
}  // namespace abut::host
