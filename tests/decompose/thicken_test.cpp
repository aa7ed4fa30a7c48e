// Points given a thickness, hulls made larger, and slabs over facets: they hold what they are made for, are as wide as
// they have to be, and reach no farther than is said.
#include "host/decompose/thicken.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "host/decompose/inflate.h"
#include "host/decompose/slabs.h"
#include "host/decompose/vertex_limit.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;
using Points = std::vector<Vec3<double>>;

/// In so many dimensions, to within `off` of that.
Points points_in(Random& random, int dimensions, double off) {
  const Mat3<double> turn = random.rotation();
  const Vec3<double> shift = random.in_ball() * 4.0;
  Points out;
  for (int k = 0; k < 20; ++k) {
    Vec3<double> p = random.in_cube();
    if (dimensions < 3) p.z *= off;
    if (dimensions < 2) p.y *= off;
    if (dimensions < 1) p.x *= off;
    out.push_back(rotate(turn, p) + shift);
  }
  return out;
}

bool holds(const PartHull& hull, const Vec3<double>& p, double slack) {
  return std::all_of(hull.planes.begin(), hull.planes.end(), [&](const Plane& h) { return h.height(p) <= slack; });
}

double width_of(const Points& points, const Vec3<double>& axis) {
  double lo = infinity, hi = -infinity;
  for (const Vec3<double>& p : points) lo = std::min(lo, inner(p, axis)), hi = std::max(hi, inner(p, axis));
  return hi - lo;
}

TEST(AxesOf, AreAtRightAnglesWhateverThePoints) {
  Random random(1);
  for (int i = 0; i < 400; ++i) {
    const double off = i % 3 == 0 ? 0 : random.magnitude(1e-20, 1e-3);
    Points points = points_in(random, i % 4, off);
    const double unit = i % 5 == 0 ? 1e-9 : i % 5 == 1 ? 1e9 : 1;
    for (Vec3<double>& p : points) p = p * unit;
    const auto axes = axes_of(points);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(norm(axes[k]), 1, 1e-12) << i;
      EXPECT_NEAR(inner(axes[k], axes[(k + 1) % 3]), 0, 1e-12) << i;
    }
    EXPECT_GT(inner(axes[0], outer(axes[1], axes[2])), 0.999) << i << ": left-handed";
  }
  EXPECT_NEAR(norm(axes_of(Points{{1, 2, 3}, {1, 2, 3}})[0] - Vec3<double>{1, 0, 0}), 0, 0);
}

/// The first runs along the longest way, the second across it in the plane.
TEST(AxesOf, FollowALineAndAPlane) {
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const Vec3<double> u = random.direction(), v = direction(outer(u, random.direction()));
    Points points;
    for (int k = 0; k < 15; ++k) points.push_back(u * (10.0 * random.uniform(-1, 1)) + v * random.uniform(-1, 1));
    points.push_back(u * 12.0), points.push_back(u * -12.0);
    const auto axes = axes_of(points);
    EXPECT_NEAR(std::fabs(inner(axes[0], u)), 1, 1e-12);
    EXPECT_NEAR(std::fabs(inner(axes[1], v)), 1, 1e-12);
  }
}

TEST(Thickened, HoldsItsPointsIsThickEnoughAndReachesNoFartherThanItMust) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const Points points = points_in(random, i % 4, random.magnitude(1e-18, 1e-4));
    const double thickness = 0.05;
    const Points thick = thickened(points, thickness);
    const PartHull hull = part_hull(thick);
    ASSERT_FALSE(hull.flat()) << i;
    for (const Vec3<double>& p : points) EXPECT_TRUE(holds(hull, p, 1e-12)) << i;
    for (const Vec3<double>& axis : axes_of(points)) EXPECT_GE(width_of(thick, axis), thickness * (1 - 1e-12)) << i;
    const Points mirrored(points.rbegin(), points.rend());
    EXPECT_EQ(thickened(mirrored, thickness).size(), thick.size());
    // Along one axis half of the thickness is added either way; along more it is a box with its corners.
    const bool one_axis = i % 4 == 2;
    for (const Vec3<double>& p : thick) {
      double least = infinity;
      for (const Vec3<double>& q : points) least = std::min(least, norm(p - q));
      if (one_axis) {
        EXPECT_LE(least, 0.5 * thickness + 1e-9) << i;
      }
      if (i % 4 == 3) {
        EXPECT_EQ(least, 0) << i;
      }
      if (i % 4 == 0) {
        EXPECT_LE(least, 0.5 * std::sqrt(3) * thickness + 1e-3) << i;
      }
    }
  }
}

/// Every plane moves by as much at least, and a blunt corner hardly farther than three planes at right angles let it.
TEST(Inflated, MovesEveryPlaneOutwards) {
  Random random(4);
  for (int i = 0; i < 60; ++i) {
    Points points;
    for (int k = 0; k < 4 + i % 30; ++k) points.push_back(random.in_cube() * 2.0);
    const PartHull hull = part_hull(points);
    ASSERT_FALSE(hull.flat());
    for (const double way : {1e-12, 1e-4, 0.1}) {
      const Points larger = inflated(hull, way);
      ASSERT_EQ(larger.size(), hull.points.size());
      for (std::size_t f = 0; f < hull.faces.size(); ++f) {
        for (const std::uint32_t v : hull.faces[f]) {
          EXPECT_GE(inner(larger[v] - hull.points[v], hull.planes[f].normal), way * 0.99) << i;
        }
      }
    }
  }
  const PartHull cube = part_hull(test::box_mesh({-1, -1, -1}, {1, 1, 1}).vertices);
  for (const Vec3<double>& p : inflated(cube, 0.125)) {
    for (const double x : {p.x, p.y, p.z}) EXPECT_NEAR(std::fabs(x), 1.125, 1e-3);
  }
}

/// A needle's tip would have to go far: it stays where it is, and everything else moves.
TEST(Inflated, LeavesTheTipOfANeedleWhereItIs) {
  for (const double half : {1e-3, 1e-8}) {
    const Points needle{{0, 0, 0}, {1, half, 0}, {1, -half, half}, {1, -half, -half}};
    const PartHull hull = part_hull(needle);
    ASSERT_FALSE(hull.flat());
    const Points larger = inflated(hull, 1e-10);
    const auto tip =
        std::find_if(hull.points.begin(), hull.points.end(), [](const Vec3<double>& p) { return p.x == 0; });
    const double moved = norm(larger[static_cast<std::size_t>(tip - hull.points.begin())] - *tip);
    if (half < 1e-6) {
      EXPECT_EQ(moved, 0);
    } else {
      EXPECT_GT(moved, 1e-8);
      EXPECT_LT(moved, 1e-6);
    }
  }
}

TEST(ThickenedHull, HoldsWhatIsNearAndNothingFartherThanTwiceThat) {
  Random random(5);
  for (int i = 0; i < 60; ++i) {
    PartHull flat;
    const double side = random.below(2);
    for (int k = 0; k < 12; ++k) flat.points.push_back({random.uniform(), random.uniform() * side, 3});
    const double way = 0.1;
    const Points out = thickened(flat, way);
    const PartHull hull = part_hull(out);
    ASSERT_FALSE(hull.flat());
    for (const Vec3<double>& p : flat.points) {
      for (int k = 0; k < 20; ++k) EXPECT_TRUE(holds(hull, p + random.in_ball() * way, 1e-12));
    }
    for (const Vec3<double>& p : out) {
      double least = infinity;
      for (const Vec3<double>& q : flat.points) least = std::min(least, norm(p - q));
      EXPECT_LE(least, 2 * way);
    }
  }
}

/// One for each four corners of a facet, over and under it.
TEST(Slabs, HoldTheFacetsThatTheyAreOf) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 8, 5);
  const Body body(mesh);
  const double depth = 0.01;
  const std::vector<Points> slabs = slabs_of(body, piece_of(mesh.vertices, mesh.triangles), depth);
  ASSERT_EQ(slabs.size(), mesh.triangles.size());
  Random random(6);
  for (std::size_t i = 0; i < slabs.size(); ++i) {
    const PartHull hull = part_hull(slabs[i]);
    const auto& t = mesh.triangles[i];
    const Vec3<double>&a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const Vec3<double> n = direction(outer(b - a, c - a));
    for (int k = 0; k < 20; ++k) {
      double u = random.uniform(), v = random.uniform();
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vec3<double> p = a + (b - a) * u + (c - a) * v;
      EXPECT_TRUE(holds(hull, p + n * (depth * 0.999), 1e-12) && holds(hull, p - n * (depth * 0.999), 1e-12));
    }
    for (const Vec3<double>& p : slabs[i]) EXPECT_LE(std::fabs(inner(p - a, n)), depth * (1 + 1e-9));
  }
}

/// Caps of a cut are no facets of the body: nothing stands for them.
TEST(Slabs, AreNotMadeOfCaps) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 8, 5);
  const Body body(mesh);
  const Piece half = cut(piece_of(mesh.vertices, mesh.triangles), {{1, 0, 0}, 0.3}, 0).below;
  std::size_t caps = 0;
  for (std::size_t i = 0; i < half.size(); ++i) {
    bool in_cut = true;
    for (std::uint32_t k = half.begin[i]; k < half.begin[i + 1]; ++k) {
      in_cut = in_cut && std::fabs(half.points[half.corners[k]].x - 0.3) < 1e-12;
    }
    caps += in_cut ? 1 : 0;
  }
  ASSERT_GE(caps, 6u);
  EXPECT_EQ(slabs_of(body, half, 0.01).size(), [&] {
    std::size_t slabs = 0;  // a pentagon takes two
    for (std::size_t i = 0; i < half.size(); ++i) slabs += (half.begin[i + 1] - half.begin[i] - 1) / 2;
    return slabs - caps;
  }());
}

/// Without area: a box round the longest side, of as many corners as any part may have.
TEST(Slabs, OfPolygonsWithoutAreaAreBoxesRoundThem) {
  const Mesh mesh = test::box_mesh({0, 0, 0}, {1, 1, 1});
  const Body body(mesh);
  Piece line;
  line.points = {{0, 0.5, 0.5}, {0, 0.5, 0.25}, {0, 0.5, 0.75}};
  line.add({0, 1, 2});
  const std::vector<Points> slabs = slabs_of(body, line, 0.1);
  ASSERT_EQ(slabs.size(), 1u);
  const PartHull hull = part_hull(slabs[0]);
  EXPECT_EQ(hull.points.size(), 8u);
  EXPECT_NEAR(hull.volume, 0.2 * 0.2 * 0.7, 1e-12);
  for (const Vec3<double>& p : line.points) EXPECT_TRUE(holds(hull, p, -0.099));
}

TEST(EnclosesNothing, IsSaidOfFoldsAndOfWhatIsInsideOut) {
  const Mesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
  EXPECT_FALSE(encloses_nothing(piece_of(box.vertices, box.triangles)));
  Mesh turned = box, fold = box;
  for (auto& t : turned.triangles) std::swap(t[0], t[1]);
  EXPECT_TRUE(encloses_nothing(piece_of(turned.vertices, turned.triangles)));
  for (Vec3<double>& v : fold.vertices) v.z *= 1e-7;
  EXPECT_TRUE(encloses_nothing(piece_of(fold.vertices, fold.triangles)));
  EXPECT_FALSE(encloses_nothing(piece_of(scaled(box, 1e-20).vertices, box.triangles))) << "in any unit";
}

}  // namespace
}  // namespace abut::host
