// What a surface is made of, seen from the triangles: edges, neighbours, opposites, planes and names, against lists
// made from the mesh one triangle at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "host/facets/surface.h"
#include "tests/facets/surfaces.h"

namespace abut {
namespace {

using Ends = std::pair<std::uint32_t, std::uint32_t>;

host::FacetSurface surface_of(const Mesh& mesh, double flatness = 0x1p-40) {
  host::SurfaceInput in;
  in.vertices = mesh.vertices, in.triangles = mesh.triangles, in.flatness = flatness;
  return host::make_surface(in);
}

std::vector<Mesh> meshes() {
  test::Random random(1);
  Mesh fins;  // five facets at one edge
  fins.vertices = {{0, 0, 0}, {0, 0, 1}};
  for (std::uint32_t k = 0; k < 5; ++k) {
    fins.vertices.push_back({std::cos(1.2 * k), std::sin(1.2 * k), 0.5});
    fins.triangles.push_back({0, 1, k + 2});
  }
  Mesh doubled = test::ball_mesh(1, [](const Vec3<double>&) { return 1.0; });
  for (std::size_t k = 0; k < 3; ++k) doubled.triangles.push_back(doubled.triangles[5 * k]);
  return {test::ball_mesh(2, [](const Vec3<double>& d) { return 1 + 0.3 * d.x * d.y; }),
          test::grid_mesh(5, 1, [](double x, double y) { return x > 0 ? x * y : 0.0; }), test::soup(random, 80), fins,
          doubled};
}

/// Of the mesh's numbers, as its vertices are welded and named by the first of equal ones.
std::uint32_t named(const Mesh& mesh, std::uint32_t v) {
  for (std::uint32_t w = 0; w < v; ++w) {
    if (max_abs(mesh.vertices[w] - mesh.vertices[v]) == 0) return w;
  }
  return v;
}

/// For each edge the third corners of its triangles.
std::map<Ends, std::multiset<std::uint32_t>> edges_of(const Mesh& mesh) {
  std::map<Ends, std::multiset<std::uint32_t>> edges;
  for (const auto& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = named(mesh, t[k]), b = named(mesh, t[(k + 1) % 3]);
      if (a != b) edges[std::minmax(a, b)].insert(named(mesh, t[(k + 2) % 3]));
    }
  }
  return edges;
}

TEST(FacetSurface, HasTheEdgesOfTheMeshWithTheirThirdCorners) {
  for (const Mesh& mesh : meshes()) {
    const host::FacetSurface s = surface_of(mesh);
    const auto expected = edges_of(mesh);
    std::map<Ends, std::multiset<std::uint32_t>> found;
    for (const SurfaceEdge& e : s.edges) {
      auto& at = found[std::minmax(s.vertex_ids[e.vertex[0]], s.vertex_ids[e.vertex[1]])];
      EXPECT_TRUE(at.empty()) << "an edge twice";
      for (std::uint32_t k = e.opposite_begin; k < e.opposite_end; ++k) at.insert(s.vertex_ids[s.opposites[k]]);
    }
    EXPECT_EQ(found, expected);
    std::map<std::uint32_t, std::set<std::uint32_t>> neighbours, of_edges;
    for (std::uint32_t v = 0; v < s.vertices.size(); ++v) {
      for (std::uint32_t k = s.vertices[v].neighbour_begin; k < s.vertices[v].neighbour_end; ++k) {
        EXPECT_TRUE(neighbours[s.vertex_ids[v]].insert(s.vertex_ids[s.neighbours[k]]).second) << "a neighbour twice";
      }
    }
    for (const auto& [ends, opposite] : expected) {
      of_edges[ends.first].insert(ends.second), of_edges[ends.second].insert(ends.first);
    }
    EXPECT_EQ(neighbours, of_edges);
  }
}

/// Each facet by the caller's number, with its corners from the same one on, and its edges from corner to corner.
TEST(FacetSurface, FacetsAreTheTrianglesInTheOrderOfTheTree) {
  for (const Mesh& mesh : meshes()) {
    const host::FacetSurface s = surface_of(mesh);
    std::set<std::uint32_t> ids;
    for (const SurfaceFacet& f : s.facets) {
      ASSERT_TRUE(ids.insert(f.id).second);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(s.vertex_ids[f.vertex[k]], named(mesh, mesh.triangles[f.id][k]));
        const std::uint32_t a = f.vertex[k], b = f.vertex[(k + 1) % 3];
        ASSERT_EQ(f.edge[k] == no_facet_index, a == b);
        if (a == b) continue;
        EXPECT_EQ(s.edges[f.edge[k]].vertex[0], std::min(a, b));
        EXPECT_EQ(s.edges[f.edge[k]].vertex[1], std::max(a, b));
      }
    }
    EXPECT_EQ(ids.size(), mesh.triangles.size());
  }
}

/// A box whose sides are grids: each is a plane, named by its least triangle; edges and corners within it are flat.
Mesh gridded_box(std::uint32_t n) {
  Mesh mesh;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      const auto put = [&](double u, double v) {
        double p[3] = {};
        p[axis] = side, p[(axis + 1) % 3] = u, p[(axis + 2) % 3] = v;
        mesh.vertices.push_back({p[0], p[1], p[2]});
      };
      for (std::uint32_t j = 0; j <= n; ++j) {
        for (std::uint32_t i = 0; i <= n; ++i) put(2.0 * i / n - 1, 2.0 * j / n - 1);
      }
      for (std::uint32_t j = 0; j < n; ++j) {
        for (std::uint32_t i = 0; i < n; ++i) {
          const std::uint32_t a = first + j * (n + 1) + i, b = a + 1, c = b + n + 1, d = a + n + 1;
          for (std::array<std::uint32_t, 3> t : {std::array<std::uint32_t, 3>{a, b, c}, {a, c, d}}) {
            if (side < 0) std::swap(t[1], t[2]);
            mesh.triangles.push_back(t);
          }
        }
      }
    }
  }
  return mesh;
}

TEST(FacetSurface, OfABoxOfGridsHasSixPlanesWhateverTheOrderOfItsTriangles) {
  test::Random random(2);
  constexpr std::uint32_t n = 4;
  Mesh mesh = gridded_box(n);
  for (int i = 0; i < 5; ++i) {
    const host::FacetSurface s = surface_of(mesh);
    EXPECT_TRUE(s.head.solid);
    ASSERT_EQ(s.normals.size(), 6u);
    EXPECT_EQ(s.points.size(), 6u * n * n + 2) << "corners on two sides are one";
    std::map<std::uint32_t, std::uint32_t> least;
    for (const SurfaceFacet& f : s.facets) {
      const auto [at, is_new] = least.try_emplace(f.plane, f.id);
      at->second = std::min(at->second, f.id);
      const auto& t = mesh.triangles[f.id];
      const Vec3<double> area =
          cross(mesh.vertices[t[1]] - mesh.vertices[t[0]], mesh.vertices[t[2]] - mesh.vertices[t[0]]);
      EXPECT_EQ(max_abs(unit_vector(area) - s.normals[f.plane]), 0) << "along an axis to the bit";
    }
    for (const auto& [plane, id] : least) EXPECT_EQ(s.plane_ids[plane], id);
    std::size_t bends = 0, corners = 0;
    for (const SurfaceEdge& e : s.edges) bends += e.plane == no_facet_index ? 1 : 0;
    for (const SurfaceVertex& v : s.vertices) corners += v.plane == no_facet_index ? 1 : 0;
    EXPECT_EQ(bends, 12u * n);
    EXPECT_EQ(corners, 12u * (n - 1) + 8);
    for (std::size_t k = mesh.triangles.size(); k > 1; --k) {
      std::swap(mesh.triangles[k - 1], mesh.triangles[random.below(static_cast<std::uint32_t>(k))]);
    }
  }
}

/// Out of a solid, at edges that bulge and at those that do not.
TEST(FacetSurface, NormalsOfEdgesAndVerticesPointOutOfASolid) {
  const auto dented = [](const Vec3<double>& d) { return 1 - 0.7 * std::exp(-8 * (1 - d.z)); };
  const Mesh mesh = test::ball_mesh(3, dented);
  const host::FacetSurface s = surface_of(mesh);
  ASSERT_TRUE(s.head.solid);
  const auto outside = [&](const Vec3<double>& p, const Vec3<float>& n) {
    // How often the surface runs round the point: by its solid angles.
    const Vec3<double> q = p + unit_vector(widen(n)) * 1e-4;
    double sum = 0;
    for (const SurfaceFacet& f : s.facets) {
      const Vec3<double> a = s.points[f.vertex[0]] - q, b = s.points[f.vertex[1]] - q, c = s.points[f.vertex[2]] - q;
      const double la = length(a), lb = length(b), lc = length(c);
      sum += std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return std::abs(sum) < 1;
  };
  for (const SurfaceEdge& e : s.edges) {
    EXPECT_TRUE(outside((s.points[e.vertex[0]] + s.points[e.vertex[1]]) * 0.5, e.normal));
  }
  for (std::size_t v = 0; v < s.points.size(); ++v) EXPECT_TRUE(outside(s.points[v], s.vertices[v].normal));
}

/// Closed by number is not enough: each edge has two facets that run along it either way.
TEST(FacetSurface, IsNoSolidWhereAnEdgeHasOtherThanTwoFacetsEachWay) {
  const Mesh ball = test::ball_mesh(1, [](const Vec3<double>&) { return 1.0; });
  Mesh twice = ball, fin = ball, split = ball;
  twice.triangles.insert(twice.triangles.end(), ball.triangles.begin(), ball.triangles.end());
  fin.vertices.push_back({3, 3, 3});
  fin.triangles.push_back({ball.triangles[0][0], ball.triangles[0][1], 18});
  split.triangles.push_back({0, 0, 2});  // without area, along an edge or none
  for (const Mesh& mesh : {twice, fin, split}) EXPECT_FALSE(surface_of(mesh).head.solid);
  // Two balls apart are one solid, and so is one with another turned inwards in it.
  Mesh two = ball, hollow = ball;
  for (const Vec3<double>& v : ball.vertices)
    two.vertices.push_back(v + Vec3<double>{5, 0, 0}), hollow.vertices.push_back(v * 0.5);
  for (const auto& t : ball.triangles) {
    two.triangles.push_back({t[0] + 18, t[1] + 18, t[2] + 18});
    hollow.triangles.push_back({t[1] + 18, t[0] + 18, t[2] + 18});
  }
  EXPECT_TRUE(surface_of(two).head.solid);
  EXPECT_TRUE(surface_of(hollow).head.solid);
  // A sheet from both sides has no volume, and faces out on both.
  Mesh sheet;
  sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {0.3, 0.9, 0.1}};
  sheet.triangles = {{0, 1, 2}, {0, 2, 1}};
  EXPECT_TRUE(surface_of(sheet).head.solid);
}

/// Facets that go on in the plane of the largest, to the flatness asked for and no farther.
TEST(FacetSurface, FlatnessSaysHowFarACornerMayBeOffThePlane) {
  for (const double flatness : {1e-3, 1e-6, 1e-9}) {
    for (const double off : {0.5, 0.9, 1.2, 3.0}) {
      Mesh mesh;  // two triangles, the smaller one's corner lifted by a part of what is allowed
      mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.9, 0.9, 0}};
      mesh.triangles = {{0, 1, 2}, {1, 3, 2}};
      const double size = surface_of(mesh, flatness).head.size, unit = std::ldexp(1.0, surface_of(mesh).head.exponent);
      mesh.vertices[3].z = off * flatness * size * unit;
      EXPECT_EQ(surface_of(mesh, flatness).normals.size(), off < 1 ? 1u : 2u) << flatness << ' ' << off;
    }
  }
  // Folded back it lies in the plane, and faces the other way.
  Mesh folded;
  folded.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.2, 0}};
  folded.triangles = {{0, 1, 2}, {2, 1, 3}};
  EXPECT_EQ(surface_of(folded, 1e-3).normals.size(), 2u);
}

TEST(FacetSurface, CoordinatesAreRelativeToTheMiddleOfTheBoxAndNearOne) {
  test::Random random(3);
  for (int i = 0; i < 50; ++i) {
    Mesh mesh = test::soup(random, 20);
    const Vec3<double> shift = random.in_ball() * random.magnitude(1e-3, 1e6);
    const double scale = random.magnitude(1e-6, 1e6);
    for (Vec3<double>& v : mesh.vertices) v = v * scale + shift;
    const host::FacetSurface s = surface_of(mesh);
    EXPECT_GE(s.head.size, 1);
    EXPECT_LT(s.head.size, 2);
    const double unit = std::ldexp(1.0, s.head.exponent);
    for (std::size_t v = 0; v < s.points.size(); ++v) {
      EXPECT_LE(length(s.points[v]), s.head.size);
      const Vec3<double> back = s.points[v] * unit + Vec3<double>{s.head.centre[0], s.head.centre[1], s.head.centre[2]};
      EXPECT_LT(max_abs(back - mesh.vertices[s.vertex_ids[v]]), 4e-16 * (max_abs(shift) + 2 * scale));
    }
  }
}

}  // namespace
}  // namespace abut
