// Polytopes and their Gauss maps, as they are and as a pose has placed them, by what holds for any hull.
#include "host/reference/polytope.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "tests/reference/cases.h"

namespace abut::reference::test {
namespace {

/// Of the points, up to the rounding of double.
double height_of_all(const Placed& placed, const Vec3<double>& u) {
  double highest = -HUGE_VAL;
  for (std::uint32_t k = 0; k < placed.polytope().points().size(); ++k) {
    highest = std::max(highest, inner(placed.point(k), u));
  }
  return highest;
}

TEST(Polytope, GaussMapsOfSolidsAreClosedSurfaces) {
  Random random(91);
  for (int i = 0; i < 200; ++i) {
    const Polytope polytope(awkward(random, i % kinds).vertices);
    if (polytope.dimension() != 3) continue;
    std::set<std::uint32_t> vertices;
    for (const Polytope::Triangle& t : polytope.triangles()) vertices.insert(t.begin(), t.end());
    // Euler: faces of the map are the vertices, its corners the nodes.
    EXPECT_EQ(polytope.nodes().size() + vertices.size(), polytope.arcs().size() + 2) << i;
    std::vector<std::set<std::uint32_t>> joined(polytope.nodes().size());
    for (const Polytope::Arc& arc : polytope.arcs()) {
      joined[arc.node0].insert(arc.node1);
      joined[arc.node1].insert(arc.node0);
    }
    EXPECT_EQ(polytope.nodes()[0].parent, 0u);
    for (std::uint32_t n = 1; n < joined.size(); ++n) {
      EXPECT_GE(joined[n].size(), 2u) << i;
      const std::uint32_t parent = polytope.nodes()[n].parent;
      EXPECT_LT(parent, n) << i;
      // Where the edge between them is sharp, a node stands in between.
      const bool by_stand_in = std::any_of(joined[n].begin(), joined[n].end(), [&](std::uint32_t between) {
        return joined[between].size() == 2 && joined[between].count(parent) != 0;
      });
      EXPECT_TRUE(joined[n].count(parent) != 0 || by_stand_in) << i << ' ' << n;
    }
  }
}

TEST(Polytope, NodesOfAnyDimensionAreUnitNormalsAtAVertexThatIsExtreme) {
  Random random(92);
  for (int i = 0; i < 200; ++i) {
    const Polytope polytope(awkward(random, i % kinds).vertices);
    for (std::uint32_t n = 0; n < polytope.nodes().size(); ++n) {
      const Polytope::Node& node = polytope.nodes()[n];
      const Vec3<Wide> u = polytope.node_as<Wide>(n);
      EXPECT_NEAR(static_cast<double>(norm(u)), 1, 1e-18);
      EXPECT_LT(length(narrow(u - widen(node.direction))), 0x1p-52) << i;
      EXPECT_LT(static_cast<double>(norm(u - converted<Wide>(polytope.node_as<Long>(n)))), 0x1p-57) << i;
      for (const Vec3<double>& p : polytope.points()) {
        EXPECT_LE(static_cast<double>(inner(widen(p) - widen(polytope.points()[node.vertex]), u)), 1e-21) << i;
      }
    }
  }
}

TEST(Polytope, NeighboursAreMutualAndClimbsEndAtTheTopFromAnywhere) {
  Random random(93);
  for (int i = 0; i < 150; ++i) {
    const Polytope polytope(i % 3 ? awkward(random, i % kinds).vertices : round_hull(random, 40).vertices);
    const Placed placed(polytope);
    const auto count = static_cast<std::uint32_t>(polytope.points().size());
    for (std::uint32_t v = 0; v < count; ++v) {
      for (const std::uint32_t n : polytope.neighbours(v)) {
        const auto back = polytope.neighbours(n);
        EXPECT_EQ(std::count(back.begin(), back.end(), v), 1) << i;
      }
    }
    if (polytope.dimension() > 0) {
      EXPECT_FALSE(polytope.neighbours(polytope.any_vertex()).empty());
    }
    const Vec3<double> u = random.direction();
    const double top = height_of_all(placed, u);
    for (std::uint32_t v = 0; v < count; ++v) {
      // Slivers' edges may rise by less than rounding.
      EXPECT_NEAR(inner(placed.point(placed.climb(u, v, HUGE_VAL)), u), top, 4e-16) << i;
      const double enough = top - random.uniform(0, 0.5);
      EXPECT_GE(inner(placed.point(placed.climb(u, v, enough)), u), std::min(enough, top - 4e-16)) << i;
      const bool stays = inner(placed.point(v), u) >= -1e9 && !polytope.neighbours(v).empty();
      if (stays) {
        EXPECT_EQ(placed.climb(u, v, -1e9), v) << "high enough already";
      }
    }
  }
}

TEST(Polytope, SupportPointsAreTheHighestInEachPrecision) {
  // Points that differ below the rounding of their heights in double: the sum of three coordinates near 1.
  Random random(94);
  int decided = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<Vec3<double>> points;
    const auto ulps = [&] { return random.integer(-8, 8) * 0x1p-53; };
    for (int k = 0; k < 12; ++k) points.push_back({0.7 + ulps(), 0.6 + ulps(), -0.9 + ulps()});
    const Polytope polytope(points);
    const Placed placed(polytope, {random.rotation(), random.direction()});
    const Vec3<double> u = random.direction();
    Wide highest = inner(placed.point_as<Wide>(0), widen(u));
    for (std::uint32_t k = 1; k < 12; ++k) highest = std::max(highest, inner(placed.point_as<Wide>(k), widen(u)));
    const std::uint32_t wide = placed.support_as(widen(u)), quick = placed.support_as(converted<Long>(u));
    EXPECT_LE(static_cast<double>(highest - inner(placed.point_as<Wide>(wide), widen(u))), 1e-32) << i;
    EXPECT_LE(static_cast<double>(highest - inner(placed.point_as<Wide>(quick), widen(u))), 4e-19) << i;
    decided += wide != placed.support(u);
  }
  EXPECT_GT(decided, 30) << "double alone would have done";
}

TEST(Polytope, SupportSetsHaveAllThatIsWithinTheTolerance) {
  Random random(95);
  const Polytope polytope(box(1, 0.5, 0.25).vertices);
  const Placed placed(polytope);
  EXPECT_EQ(placed.support_set({0, 0, 1}, 0).size(), 4u);
  EXPECT_EQ(placed.support_set({0, 1, 1}, 0).size(), 2u);
  EXPECT_EQ(placed.support_set({0, 0, 1}, 0.5).size(), 8u);
  for (int i = 0; i < 100; ++i) {
    const Vec3<double> u = random.direction();
    const double tolerance = random.uniform(0, 1), top = height_of_all(placed, u);
    std::vector<std::uint32_t> truth;
    for (std::uint32_t k = 0; k < 8; ++k) {
      if (inner(placed.point(k), u) >= top - tolerance) truth.push_back(k);
    }
    EXPECT_EQ(placed.support_set(u, tolerance), truth) << i;
  }
}

/// A rotation that is stretched and sheared by up to a twentieth.
Mat3<double> off_rotation(Random& random) {
  Mat3<double> m = random.rotation();
  for (double& x : m.m) x += random.uniform(-0.03, 0.03);
  return m;
}

TEST(Polytope, PlacedByAnyMatrixTheirNormalsStayNormalToTheirFaces) {
  Random random(96);
  for (int i = 0; i < 100; ++i) {
    const Polytope polytope(i % 2 ? round_hull(random, 9).vertices : box(0.5, 1, 0.25).vertices);
    const RelativePose<double> pose{off_rotation(random), random.direction() * 2.0};
    ASSERT_TRUE(is_near_rotation(pose));
    const Placed placed(polytope, pose);
    for (std::uint32_t n = 0; n < polytope.nodes().size(); ++n) {
      const Vec3<Wide> u = placed.node_as<Wide>(n), at = placed.point_as<Wide>(polytope.nodes()[n].vertex);
      EXPECT_NEAR(static_cast<double>(norm(u)), 1, 1e-18);
      EXPECT_LT(length(narrow(u) - placed.node(n)), 1e-15) << i;
      for (std::uint32_t k = 0; k < polytope.points().size(); ++k) {
        EXPECT_LE(static_cast<double>(inner(placed.point_as<Wide>(k) - at, u)), 1e-21) << "no longer extreme";
      }
    }
    for (std::uint32_t k = 0; k < polytope.points().size(); ++k) {
      const Vec3<double>& p = polytope.points()[k];
      const double* m = pose.rotation.m;
      const Vec3<Wide> truth = Vec3<Wide>{static_cast<Wide>(m[0]), static_cast<Wide>(m[3]), static_cast<Wide>(m[6])} *
                                   static_cast<Wide>(p.x) +
                               Vec3<Wide>{static_cast<Wide>(m[1]), static_cast<Wide>(m[4]), static_cast<Wide>(m[7])} *
                                   static_cast<Wide>(p.y) +
                               Vec3<Wide>{static_cast<Wide>(m[2]), static_cast<Wide>(m[5]), static_cast<Wide>(m[8])} *
                                   static_cast<Wide>(p.z) +
                               widen(pose.translation);
      EXPECT_LT(static_cast<double>(norm(placed.point_as<Wide>(k) - truth)), 1e-32) << i;
      EXPECT_LT(length(narrow(truth) - placed.point(k)), 2e-15) << i;
      EXPECT_LE(largest_coordinate(placed.point(k)), placed.extent());
    }
  }
}

TEST(Polytope, OfPointsThatAreNoneIsInvalid) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const std::vector<Vec3<double>>& points :
       {std::vector<Vec3<double>>{}, {{0, 0, 0}, {1, nan, 0}}, {{infinity, 0, 0}}, {{1, 2, 3}, {0, 0, -infinity}}}) {
    EXPECT_FALSE(Polytope(points).valid());
    EXPECT_TRUE(Polytope(points).nodes().empty());
  }
  EXPECT_TRUE(Polytope({{1, 2, 3}}).valid());
}

TEST(Polytope, PosesWithinAnEighthOfARotationAreNearOne) {
  const auto stretched = [](double s) { return RelativePose<double>{{{s, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}}; };
  const auto sheared = [](double s) { return RelativePose<double>{{{1, s, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}}; };
  for (const double s : {1.06, 0.936}) EXPECT_TRUE(is_near_rotation(stretched(s))) << s;  // squares off by an eighth
  for (const double s : {1.061, 0.935, -1.0, 0.0}) EXPECT_FALSE(is_near_rotation(stretched(s))) << s;
  for (const double s : {0.124, -0.124}) EXPECT_TRUE(is_near_rotation(sheared(s))) << s;
  for (const double s : {0.126, -0.126}) EXPECT_FALSE(is_near_rotation(sheared(s))) << s;
  const Mat3<double> mirror{{0, 1, 0, 1, 0, 0, 0, 0, 1}}, half_turn{{-1, 0, 0, 0, -1, 0, 0, 0, 1}};
  EXPECT_FALSE(is_near_rotation({mirror, {0, 0, 0}}));
  EXPECT_TRUE(is_near_rotation({half_turn, {1e300, 0, 0}}));
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    EXPECT_FALSE(is_near_rotation(stretched(bad)));
    EXPECT_FALSE(is_near_rotation({half_turn, {bad, 0, 0}}));
    EXPECT_FALSE(is_near_rotation({half_turn, {0, bad, 0}}));
    EXPECT_FALSE(is_near_rotation({half_turn, {0, 0, bad}}));
  }
}

}  // namespace
}  // namespace abut::reference::test
