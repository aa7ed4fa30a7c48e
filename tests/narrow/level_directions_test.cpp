// Directions of a cap that cannot be the narrowest: against sampled support points, and against directions that are the
// narrowest because the pair was put so.
#include "abut/narrow/level_directions.h"

#include <gtest/gtest.h>

#include "tests/narrow/parts_pairs.h"

namespace abut {
namespace {

using namespace revolved_axis_detail;
using test::direction_near;
using test::PartsPair;
using test::Random;
using test::width_of;

DirectionCap random_cap(Random& random) { return {random.direction(), random.magnitude(1e-5, 0.3)}; }

/// How far a point is from all sums of `from` and shares of the ways.
double distance_to_sums(Vec3<double> point, Vec3<double> from, const std::vector<Vec3<double>>& ways) {
  std::vector<double> share(ways.size(), 0);
  Vec3<double> rest = point - from;
  for (int round = 0; round < 400; ++round) {
    for (std::size_t k = 0; k < ways.size(); ++k) {
      const double moved = std::clamp(share[k] + dot(rest, ways[k]) / dot(ways[k], ways[k]), 0.0, 1.0) - share[k];
      share[k] += moved;
      rest = rest - ways[k] * moved;
    }
  }
  return length(rest);
}

TEST(PointsOfCap, HoldTheSolidsSupportPointsOfAllDirections) {
  Random random(1);
  int with_edges = 0, with_sides = 0;
  for (int i = 0; i < 4000; ++i) {
    const PartsPair pair(random, i, 4);
    const DirectionCap cap = random_cap(random);
    const PointsOfCap points = points_of_solids(pair.parts.solids, cap);
    std::vector<Vec3<double>> ways(points.edge, points.edge + points.edges);
    ways.insert(ways.end(), points.side, points.side + points.sides);
    with_edges += points.edges > 0;
    with_sides += points.sides > 0;
    for (int k = 0; k < 8; ++k) {
      const Vec3<double> n = direction_near(random, cap.middle, cap.reach);
      Vec3<double> at{0, 0, 0};
      for (int t = 0; t < pair.parts.solids.count; ++t) {
        at = at + symmetric_detail::point_of(symmetric_detail::farthest_set(pair.parts.solids.term[t], n, 0));
      }
      EXPECT_NEAR(dot(at, n), width_of(pair.parts.solids, n), 3e-15);
      EXPECT_LE(distance_to_sums(at, points.smooth + points.end, ways), points.moved + 1e-6) << i;
    }
  }
  EXPECT_GT(with_edges, 50);
  EXPECT_GT(with_sides, 50);
}

TEST(PointsOfCap, LeaveOutTheSolidThatIsNamed) {
  Random random(2);
  const PartsPair pair(random, 0, 4);  // two ellipsoids
  const DirectionCap cap{random.direction(), 1e-3};
  const auto& solids = pair.parts.solids;
  const PointsOfCap all = points_of_solids(solids, cap);
  const PointsOfCap first = points_of_solids(solids, cap, {1u << 1}), second = points_of_solids(solids, cap, {1u << 0});
  EXPECT_LT(length(all.smooth - first.smooth - second.smooth), 1e-15);
  EXPECT_DOUBLE_EQ(all.moved, first.moved + second.moved);
  EXPECT_NEAR(dot(first.smooth, cap.middle), width_of(solids.term[0], cap.middle), 1e-14);
}

TEST(PointsOfCap, BendByNoMoreThanTheySay) {
  // The second derivative along a great circle, and what the width itself adds to it, by differences.
  Random random(3);
  int smooth = 0;
  for (int i = 0; i < 2000; ++i) {
    const PartsPair pair(random, i, 4);
    const DirectionCap cap{random.direction(), random.magnitude(1e-3, 0.1)};
    const PointsOfCap points = points_of_solids(pair.parts.solids, cap);
    if (points.edges > 0 || points.sides > 0 || !(points.bent < 10)) continue;
    ++smooth;
    const auto bend = [&](Vec3<double> n, Vec3<double> way) {
      constexpr double step = 1e-4;
      const auto at = [&](double x) { return width_of(pair.parts.solids, n * std::cos(x) + way * std::sin(x)); };
      return (at(step) - 2 * at(0) + at(-step)) / (step * step) + at(0);
    };
    const Vec3<double> way = unit_vector(cross(cap.middle, random.direction()));
    const Vec3<double> n = direction_near(random, cap.middle, cap.reach * 0.99);
    const Vec3<double> there = unit_vector(way - n * dot(n, way));
    EXPECT_LE(std::abs(bend(n, there) - bend(cap.middle, way)), points.bent * 1.01 + 1e-5) << i;
  }
  EXPECT_GT(smooth, 500);
}

/// Support points of a solid all around the border of a cap are no farther from each other than twice what it says.
void expect_points_within(const SymmetricTerm& t, const DirectionCap& cap, Random& random) {
  SymmetricTerms solids{};
  solids.term[solids.count++] = t;
  const PointsOfCap points = points_of_solids(solids, cap);
  const Vec3<double> across = unit_vector(cross(cap.middle, random.direction())), other = cross(cap.middle, across);
  for (int k = 0; k < 64; ++k) {
    const double around = 0.1 * k;
    const Vec3<double> n =
        cap.middle * std::cos(cap.reach) + (across * std::cos(around) + other * std::sin(around)) * std::sin(cap.reach);
    const Vec3<double> at = symmetric_detail::point_of(symmetric_detail::farthest_set(t, n, 0));
    EXPECT_LE(length(at - points.smooth - points.end), points.moved + 1e-12) << cap.reach;
  }
}

TEST(PointsOfCap, MoveByNoMoreThanTheySayNextToAnAxisOfAFlatSolid) {
  Random random(9);
  for (int i = 0; i < 500; ++i) {
    const Mat3<double> turn = random.rotation();
    const auto axis = [&](int k) { return Vec3<double>{turn.m[k], turn.m[3 + k], turn.m[6 + k]}; };
    const double off = random.magnitude(1e-3, 0.3);
    const DirectionCap cap{unit_vector(axis(2) + axis(i % 2) * off), random.uniform(0.3, 1) * off};
    SymmetricTerm disc{};
    for (int k = 0; k < 3; ++k) disc.axis[k] = axis(k);
    disc.kind = SymmetricTerm::Kind::ellipsoid;
    disc.extent[0] = 1, disc.extent[1] = random.uniform(0.5, 1), disc.extent[2] = random.uniform(0.3, 3) * off;
    expect_points_within(disc, cap, random);
    disc.kind = SymmetricTerm::Kind::cylinder;
    disc.extent[1] = 1, disc.extent[2] = 0;
    expect_points_within(disc, cap, random);
  }
}

TEST(LeastBeside, IsNoMoreThanTheDistanceOfAnySum) {
  Random random(4);
  int tight = 0;
  for (int i = 0; i < 5000; ++i) {
    PointsOfCap points{};
    points.edges = static_cast<int>(random.below(3));
    for (int k = 0; k < points.edges; ++k) points.edge[k] = random.in_ball();
    const Vec3<double> n = random.direction(), at = random.in_ball();
    const double bound = least_beside(at, points, n);
    double least = HUGE_VAL;
    for (int k = 0; k < 50; ++k) {
      Vec3<double> v = at;
      for (int e = 0; e < points.edges; ++e) v = v + points.edge[e] * random.uniform();
      least = std::min(least, length(v - n * dot(v, n)));
    }
    EXPECT_LE(bound, least + 1e-15);
    tight += bound > 0.9 * least;
  }
  EXPECT_GT(tight, 3000);
}

TEST(VerticesOfCap, HoldTheFarthestOfAllDirections) {
  Random random(5);
  int refused = 0;
  for (int i = 0; i < 600; ++i) {
    const PartsPair pair(random, i, 3 + i % 40);
    const auto& hull = pair.parts.polytope[0];
    const DirectionCap cap{random.direction(), random.magnitude(1e-3, 0.9)};
    VerticesOfCap vertices;
    if (!vertices_of(hull, cap, pair.parts.tolerance, vertices)) {
      ++refused;
      continue;
    }
    for (int k = 0; k < 40; ++k) {
      const Vec3<double> n = direction_near(random, cap.middle, cap.reach);
      std::uint32_t top = 0;
      for (std::uint32_t v = 1; v < hull.vertex_count(); ++v) {
        if (dot(hull.at(v), n) > dot(hull.at(top), n)) top = v;
      }
      EXPECT_TRUE(std::find(vertices.id, vertices.id + vertices.count, top) != vertices.id + vertices.count) << i;
    }
  }
  EXPECT_GT(refused, 0) << "no cap held more vertices than fit";
  EXPECT_LT(refused, 100);
}

TEST(CornersOfCap, AreAllSumsOfVerticesAndEndsOfSegments) {
  // A box and a triangle, and a segment that both ends of are looked at.
  ShapeSet shapes;
  const std::uint32_t box = shapes.add_box({0.2, 0.3, 0.4});
  const std::uint32_t triangle = shapes.add_triangle({1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  const std::uint32_t rod = shapes.add_cylinder(0.1, 0.5);
  const std::uint32_t sum = shapes.add_minkowski_sum(rod, triangle, Pose{});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = test::problem_of(view, sum, box, Pose{});
  AxisParts<double> parts;
  ASSERT_TRUE(parts_of(p, parts));
  ASSERT_GT(parts.polytopes, 0);
  Random random(10);
  int several = 0;
  for (int i = 0; i < 200; ++i) {
    const DirectionCap cap{
        i % 2 == 0 ? unit_vector(Vec3<double>{1, 1, 1e-3 * random.uniform(-1, 1)}) : random.direction(),
        random.magnitude(1e-3, 0.5)};
    const PointsOfCap points = points_of_solids(parts.solids, cap);
    std::vector<Vec3<double>> corners;
    if (!for_corners(parts, cap, points, [&](Vec3<double> corner) { return corners.push_back(corner), true; }))
      continue;
    several += corners.size() > 1;
    for (int k = 0; k < 20; ++k) {
      const Vec3<double> n = direction_near(random, cap.middle, cap.reach);
      double width = -HUGE_VAL;
      for (const Vec3<double>& corner : corners) width = std::max(width, dot(corner, n));
      const double rim = parts.solids.count > 0 ? 0.1 / power_of_two<double>(p.exponent) * std::hypot(n.x, n.y) : 0;
      EXPECT_NEAR(width + rim, dot(n, core_difference<LinearScan>(p)(n).w), 1e-14) << i;
    }
  }
  EXPECT_GT(several, 100);
}

/// Whether none of the cap's directions can be the least, but for those of edges and faces.
bool all_slope(const PartsPair& pair, const DirectionCap& cap, double size) {
  const PointsOfCap points = points_of_solids(pair.parts.solids, cap);
  return for_corners(pair.parts, cap, points, [&](Vec3<double> corner) {
    return corner_slopes(corner, cap, points, size, pair.parts.tolerance);
  });
}

TEST(CornerSlopes, NeverLeavesOutADirectionThatIsLeast) {
  Random random(6);
  for (int i = 0; i < 3000; ++i) {
    PartsPair pair(random, i, 4 + i % 9);
    const Vec3<double> least = random.direction();
    const double height = random.uniform(-0.2, 1);
    pair.put_foot(least, height);
    for (int k = 0; k < 4; ++k) {
      const double reach = random.magnitude(1e-7, 0.3);
      const DirectionCap cap{direction_near(random, least, 0.999 * reach), reach};
      EXPECT_FALSE(all_slope(pair, cap, std::abs(height))) << i;
    }
  }
}

TEST(CornerSlopes, LeavesOutMostSmallCaps) {
  Random random(7);
  int out = 0;
  constexpr int caps = 3000;
  for (int i = 0; i < caps; ++i) {
    const PartsPair pair(random, i, 8);
    const DirectionCap cap{random.direction(), 1e-3};
    out += all_slope(pair, cap, 2);
  }
  EXPECT_GT(out, caps * 9 / 10);
}

TEST(ACone, ChangesFromItsRimToItsApexWhereBothAreAsHigh) {
  Random random(8);
  for (int i = 0; i < 200; ++i) {
    const PartsPair pair(random, 8, 4);  // two cones
    const SymmetricTerm& t = pair.parts.solids.term[0];
    const double sine = t.extent[0] / std::hypot(t.extent[0], 2 * t.extent[2]);
    const Vec3<double> across = unit_vector(cross(t.axis[2], random.direction()));
    const auto at = [&](double off) {
      const double angle = std::acos(sine) + off;
      return t.axis[2] * std::cos(angle) + across * std::sin(angle);
    };
    EXPECT_NEAR(height_of_apex(t, at(0)), 0, 1e-14);
    EXPECT_GT(height_of_apex(t, at(-1e-3)), 0);
    EXPECT_TRUE(meets_crease(t, {at(-1e-3), 1.001e-3}));
    EXPECT_TRUE(meets_crease(t, {at(1e-3), 1.001e-3}));
    EXPECT_FALSE(meets_crease(t, {at(1e-3), 0.99e-3}));
    EXPECT_FALSE(meets_crease(t, {at(-1e-3), 0.99e-3}));
  }
}

}  // namespace
}  // namespace abut
