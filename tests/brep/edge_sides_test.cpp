#include "host/brep/edge_sides.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/brep/supermaximal.h"
#include "tests/brep/brep_points.h"
#include "tests/brep/lmd_judge.h"

namespace abut::test {
namespace {

using host::EdgeBend;
using host::EdgeGeometry;
using host::EdgeSides;

/// Directions from a point of the boundary to points of the solid near it.
std::vector<Vec3<double>> tangents_at(const ReferenceSolid& solid, const Vec3<double>& p, double radius, Random& random,
                                      int samples = 4000) {
  std::vector<Vec3<double>> out;
  for (int k = 0; k < samples; ++k) {
    const Vec3<double> d = random.direction();
    if (solid.signed_distance(p + d * radius) < 0) out.push_back(d);
  }
  return out;
}
/// The most that a direction goes into the solid: that of the nearest of the tangents.
double most_into(const std::vector<Vec3<double>>& tangents, const Vec3<double>& direction) {
  double most = -1;
  for (const Vec3<double>& t : tangents) most = std::max(most, dot(t, direction));
  return most;
}

struct Count {
  int in = 0, out = 0;
};

/// Whether the polars that the code has at a solid's edges are those of sampled tangent cones.
Count judge_edges(const ToldTwice& told, Random& random) {
  Count count;
  const EdgeGeometry geometry(told.brep);
  for (std::uint32_t e = 0; e < told.brep.edges.size(); ++e) {
    const BrepEdge& edge = told.brep.edges[e];
    if (edge.curve == no_brep_index || geometry.coedges(e) != 2) continue;
    const double t = edge.begin + random.uniform(0.2, 0.8) * (edge.end - edge.begin), h = 1e-6;
    const Vec3<double> p = curve_point(told.brep, edge.curve, t);
    const Vec3<double> along = unit_vector(curve_point(told.brep, edge.curve, t + h) - p);
    const EdgeSides sides = geometry.sides_of(e, t);
    if (sides.count != 2) {
      ADD_FAILURE() << told.name << ": edge " << e << " has " << sides.count << " sides";
      continue;
    }
    const auto tangents = tangents_at(told.solid, p, 1e-4 * told.solid.size(), random);
    const Vec3<double> x = unit_vector(cross(along, random.direction())), y = cross(along, x);
    for (int k = 0; k < 72; ++k) {
      const double angle = 2 * M_PI * k / 72;
      const Vec3<double> d = x * std::cos(angle) + y * std::sin(angle);
      // Of a direction in the polar no tangent has more than 0; of others some have as much as the angle that they are
      // off by, less what 4000 samples leave between them.
      const double off = std::max(dot(d, sides.inward[0]), dot(d, sides.inward[1]));
      if (std::abs(off) < 0.08) continue;
      const bool free = most_into(tangents, d) < 0.02;
      EXPECT_EQ(edge_leaves_free(sides, d, 1e-6), free) << told.name << ": edge " << e << ", direction " << k;
      ++(free ? count.in : count.out);
    }
  }
  return count;
}

TEST(EdgeSides, PolarsOfEdgesAreThoseOfSampledTangentCones) {
  Random random(51);
  Count count;
  for (const ToldTwice& told : solids_told_twice(1, 2)) {
    const Count c = judge_edges(told, random);
    count.in += c.in, count.out += c.out;
  }
  EXPECT_GT(count.in, 500);
  EXPECT_GT(count.out, 5000);
}

/// As above at corners; those that lie within an edge or a face are none.
Count judge_corners(const ToldTwice& told, Random& random) {
  Count count;
  const EdgeGeometry geometry(told.brep);
  for (const std::uint32_t v : supermaximal_features(told.brep).vertices) {
    const Vec3<double>& p = told.brep.vertices[v].point;
    const auto tangents = tangents_at(told.solid, p, 1e-4 * told.solid.size(), random, 12000);
    const PolyhedralCone<double> cone = geometry.cone_of_vertex(v);
    for (int k = 0; k < 400; ++k) {
      const Vec3<double> d = random.direction();
      const double into = most_into(tangents, d);  // too little by as much as samples leave between them
      if (std::abs(into) < 0.1) continue;
      const bool said = in_polyhedral_cone(cone, d, 1e-6) && geometry.vertex_leaves_free(v, d, 1e-6);
      EXPECT_EQ(said, into < 0) << told.name << ": vertex " << v << " into " << into;
      ++(into < 0 ? count.in : count.out);
    }
  }
  return count;
}

/// An L, whose corner has two convex edges and a concave one, and a face with a reflex sector; its inner angle.
ToldTwice notched_by(double angle) {
  const double x = std::sin(angle), y = -std::cos(angle);
  return told_prism("notched by " + std::to_string(angle),
                    {polygon({{0, -2}, {2, -2}, {x, y}, {0, 0}, {0, 1}, {-1, 1}, {-1, -2}})}, 0, 1);
}

TEST(EdgeSides, PolarsOfCornersAreThoseOfSampledTangentCones) {
  Random random(52);
  Count count;
  std::vector<ToldTwice> all = solids_told_twice(1, 2);
  for (const double angle : {0.5, 1.2, M_PI / 2, 2.2}) all.push_back(notched_by(M_PI - angle));
  for (const ToldTwice& told : all) {
    const Count c = judge_corners(told, random);
    count.in += c.in, count.out += c.out;
  }
  EXPECT_GT(count.in, 300);
  EXPECT_GT(count.out, 5000);
}

TEST(EdgeSides, TellConvexConcaveAndSmoothEdges) {
  const Brep box = test::box(1, 1, 1);
  const EdgeGeometry of_box(box);
  for (std::uint32_t e = 0; e < box.edges.size(); ++e)
    EXPECT_EQ(host::bend_of(of_box.sides_of(e, 0.5), 1e-6), EdgeBend::convex);

  const Brep shaft = cylinder(1, 2, 3);
  const EdgeGeometry of_shaft(shaft);
  int smooth = 0, convex = 0;
  for (std::uint32_t e = 0; e < shaft.edges.size(); ++e) {
    const BrepEdge& edge = shaft.edges[e];
    if (edge.curve == no_brep_index || of_shaft.coedges(e) != 2) continue;
    const EdgeBend bend = host::bend_of(of_shaft.sides_of(e, 0.5 * (edge.begin + edge.end)), 1e-6);
    const BrepCurve& curve = shaft.curves[edge.curve];
    if (curve.kind == BrepCurveKind::circle) {
      EXPECT_EQ(bend, EdgeBend::convex);
      ++convex;
    } else {
      EXPECT_EQ(bend, EdgeBend::smooth);
      ++smooth;
    }
  }
  EXPECT_EQ(convex, 6);
  EXPECT_EQ(smooth, 9);  // three of the side and three across each end

  const ToldTwice notch = notched_by(M_PI / 2);
  const EdgeGeometry of_notch(notch.brep);
  int concave = 0;
  for (std::uint32_t e = 0; e < notch.brep.edges.size(); ++e) {
    const EdgeSides s = of_notch.sides_of(e, 0.5 * (notch.brep.edges[e].begin + notch.brep.edges[e].end));
    if (host::bend_of(s, 1e-6) != EdgeBend::concave) continue;
    ++concave;
    EXPECT_FALSE(host::edge_leaves_free(s, unit_vector(s.outward[0] + s.outward[1]), 1e-6));
  }
  EXPECT_EQ(concave, 1);
}

TEST(EdgeSides, AConesTipLeavesFreeWhatItsNormalsSurround) {
  const Brep cone = frustum(0.8, 0, 1.5, 2);
  const EdgeGeometry geometry(cone);
  const double steep = std::atan2(1.5, 0.8);  // of the mantle; normals lean by as much from the axis
  for (std::uint32_t v = 0; v < cone.vertices.size(); ++v) {
    if (cone.vertices[v].point.z < 1.4) continue;
    for (int k = 0; k < 40; ++k) {
      const double lean = M_PI * (k + 0.5) / 40, turn = 2.4 * k;
      const Vec3<double> d{std::sin(lean) * std::cos(turn), std::sin(lean) * std::sin(turn), std::cos(lean)};
      EXPECT_EQ(geometry.vertex_leaves_free(v, d, 1e-6), lean < steep) << lean;
    }
  }
}

}  // namespace
}  // namespace abut::test
