// Simplices with their faces against sets, and triangles without area.
#include "host/complex/topology.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <set>

#include "tests/complex/cell_surface.h"
#include "tests/complex/random_complexes.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using host::complex_topology;
using host::ComplexTopology;
using Names = std::vector<std::uint32_t>;
using Faces = std::set<Names>;

/// All non-empty subsets of a simplex, by the first of equal vertices.
void add_faces(const SimplicialComplex& c, Names simplex, Faces& to) {
  for (std::uint32_t& v : simplex) {
    std::uint32_t first = 0;
    while (length(c.vertices[first] - c.vertices[v]) > 0) ++first;
    v = first;
  }
  for (std::uint32_t mask = 1; mask < 1u << simplex.size(); ++mask) {
    std::set<std::uint32_t> face;
    for (std::size_t k = 0; k < simplex.size(); ++k) {
      if ((mask >> k & 1) != 0) face.insert(simplex[k]);
    }
    to.insert(Names(face.begin(), face.end()));
  }
}
Faces faces_of(const SimplicialComplex& c) {
  Faces out;
  for (const std::uint32_t v : c.points) add_faces(c, {v}, out);
  for (const auto& s : c.segments) add_faces(c, {s.begin(), s.end()}, out);
  for (const auto& s : c.triangles) add_faces(c, {s.begin(), s.end()}, out);
  for (const auto& s : c.tetrahedra) add_faces(c, {s.begin(), s.end()}, out);
  return out;
}
template <std::size_t N>
Names sorted(const std::array<std::uint32_t, N>& s) {
  Names out(s.begin(), s.end());
  std::sort(out.begin(), out.end());
  return out;
}
Faces simplices_of(const ComplexTopology& t) {
  Faces out;
  for (const std::uint32_t v : t.vertices) out.insert({v});
  for (const auto& s : t.edges) out.insert(sorted(s));
  for (const auto& s : t.triangles) out.insert(sorted(s));
  for (const auto& s : t.tetrahedra) out.insert(sorted(s));
  return out;
}

/// Lists of simplices around faces, by looking at every pair.
template <class Face, class Simplices>
Names around(const Face& face, const Simplices& simplices) {
  Names out;
  for (std::uint32_t i = 0; i < simplices.size(); ++i) {
    const Names s = sorted(simplices[i]);
    if (std::includes(s.begin(), s.end(), face.begin(), face.end())) out.push_back(i);
  }
  return out;
}
Names listed(const host::NumberLists& lists, std::uint32_t i) { return {lists[i].begin(), lists[i].end()}; }
void expect_incidence(const ComplexTopology& t) {
  for (const std::uint32_t v : t.vertices) ASSERT_EQ(listed(t.edges_of_vertex, v), around(Names{v}, t.edges));
  for (std::uint32_t e = 0; e < t.edges.size(); ++e) {
    ASSERT_TRUE(t.edges[e][0] < t.edges[e][1] && (e == 0 || t.edges[e - 1] < t.edges[e]));
    ASSERT_EQ(listed(t.triangles_of_edge, e), around(sorted(t.edges[e]), t.triangles));
  }
  for (std::uint32_t i = 0; i < t.triangles.size(); ++i) {
    ASSERT_EQ(listed(t.tetrahedra_of_triangle, i), around(sorted(t.triangles[i]), t.tetrahedra));
  }
}

TEST(ComplexTopology, HasEveryFaceOnceAndWhatIsAroundIt) {
  test::Random random(1);
  for (int round = 0; round < 400; ++round) {
    const auto kind = static_cast<test::ComplexKind>(round % test::complex_kind_count);
    const SimplicialComplex c =
        test::random_complex(random, kind, {round % 3 == 0, round % 2 == 0, false, round % 5 == 0});
    const ComplexTopology t = complex_topology(c);
    SCOPED_TRACE(std::string(test::name_of(kind)) + ", round " + std::to_string(round));
    const Faces known = faces_of(c);
    ASSERT_EQ(simplices_of(t), known);
    ASSERT_EQ(t.vertices.size() + t.edges.size() + t.triangles.size() + t.tetrahedra.size(), known.size());
    EXPECT_EQ(t.report.simplices, known.size());
    EXPECT_EQ(t.report.split_triangles, 0u);
    expect_incidence(t);
    if (HasFatalFailure()) return;
  }
}

TEST(ComplexTopology, KeepsNamedTrianglesFirstAndAsTheyRun) {
  SimplicialComplex c{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}, {}, {{2, 1, 0}, {0, 1, 2}}, {{0, 1, 2, 3}}};
  const ComplexTopology t = complex_topology(c);
  ASSERT_EQ(t.triangles.size(), 4u);
  EXPECT_EQ(t.triangles[0], (std::array<std::uint32_t, 3>{2, 1, 0}));
  EXPECT_EQ(t.report.repeated_simplices, 1u);
}

TEST(ComplexTopology, CountsWhatIsWeldedRepeatedAndCollapsed) {
  SimplicialComplex c;
  c.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {-0.0, 0, 0}, {9, 9, 9}};
  c.triangles = {{0, 1, 2}, {5, 4, 2}, {1, 4, 3}};  // the second is the first, the third an edge
  c.segments = {{1, 4}, {0, 2}, {2, 0}};            // the first is a point
  c.tetrahedra = {{0, 5, 2, 3}, {1, 4, 1, 4}};      // a triangle; a point
  const ComplexTopology t = complex_topology(c);
  EXPECT_EQ(t.report.welded_vertices, 2u);
  EXPECT_EQ(t.report.repeated_simplices, 2u);
  EXPECT_EQ(t.report.collapsed_simplices, 4u);
  EXPECT_EQ(t.vertices, (Names{0, 1, 2, 3}));
  EXPECT_EQ(t.triangles.size(), 2u);
  EXPECT_EQ(t.edges.size(), 6u);
  EXPECT_TRUE(t.tetrahedra.empty());
}

/// Coordinates are kept relative to the middle: what they do not tell apart there must not be an edge.
TEST(ComplexTopology, WeldsVerticesThatAreOneToRoundingOnceTheyAreCentred) {
  SimplicialComplex c{{{0, 0, 0}, {1e-20, 0, 0}, {1, 0, 0}}, {}, {{0, 1}, {1, 2}}, {}, {}};
  const ComplexTopology t = complex_topology(c);
  EXPECT_EQ(t.report.welded_vertices, 1u);
  EXPECT_EQ(t.vertices, (Names{0, 2}));
  EXPECT_EQ(t.edges.size(), 1u);
  c.segments.pop_back();  // of this size they are apart
  EXPECT_EQ(complex_topology(c).vertices, (Names{0, 1}));
}

/// A closed surface whose edges have two triangles each.
void expect_closed(const SimplicialComplex& c, double volume) {
  const ComplexTopology t = complex_topology(c);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> runs;
  double sum = 0;
  for (const auto& s : t.triangles) {
    for (std::size_t k = 0; k < 3; ++k) ++runs[{s[k], s[(k + 1) % 3]}];
    sum += dot(t.points[s[0]], cross(t.points[s[1]], t.points[s[2]])) / 6;
    EXPECT_GT(length(cross(t.points[s[1]] - t.points[s[0]], t.points[s[2]] - t.points[s[0]])), 0);
  }
  for (const auto& [edge, count] : runs) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(runs.count({edge.second, edge.first}), 1u) << edge.first << ' ' << edge.second;
  }
  for (std::uint32_t e = 0; e < t.edges.size(); ++e) EXPECT_EQ(t.triangles_of_edge[e].size(), 2u);
  EXPECT_NEAR(sum, volume, 1e-12);
}

/// A tetrahedron of volume 1/6 whose edge from 0 to 1 has corners on it on one of its two sides: chains of slivers
/// close the gap, fanned from an end or from the middle.
SimplicialComplex with_slivers(std::uint32_t count, bool from_end) {
  SimplicialComplex c{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}, {}, {{0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, {}};
  Names on{0};
  for (std::uint32_t k = 1; k <= count; ++k) {
    on.push_back(static_cast<std::uint32_t>(c.vertices.size()));
    c.vertices.push_back({static_cast<double>(k) / (count + 1), 0, 0});
  }
  on.push_back(1);
  for (std::size_t k = 0; k + 1 < on.size(); ++k) c.triangles.push_back({on[k + 1], on[k], 2});
  if (from_end) {
    for (std::size_t k = 1; k + 1 < on.size(); ++k) c.triangles.push_back({on[0], on[k], on[k + 1]});
    return c;
  }
  std::size_t low = 0, high = on.size() - 1;
  while (high - low > 1) {  // zigzag from both ends
    if ((high - low) % 2 == 0) {
      c.triangles.push_back({on[low], on[low + 1], on[high]}), ++low;
    } else {
      c.triangles.push_back({on[low], on[high - 1], on[high]}), --high;
    }
  }
  return c;
}

TEST(FlatTriangles, AreMendedSoThatAClosedSurfaceStaysClosed) {
  for (const std::uint32_t count : {1u, 2u, 3u, 7u, 40u, 400u}) {
    SCOPED_TRACE(count);
    for (const bool from_end : {true, false}) {
      expect_closed(with_slivers(count, from_end), 1.0 / 6);
      EXPECT_GE(complex_topology(with_slivers(count, from_end)).report.split_triangles, count);
    }
  }
}

TEST(FlatTriangles, OfOneTJunctionLeaveTheTrianglesOnBothSidesCutAtIt) {
  const ComplexTopology t = complex_topology(with_slivers(1, true));
  EXPECT_EQ(t.triangles.size(), 6u);  // 4 - 1 + 1 cut in two, and the other side has two
  EXPECT_EQ(t.vertices.size(), 5u);
  EXPECT_EQ(t.edges.size(), 9u);
}

TEST(FlatTriangles, WithoutNeighboursLeaveTheirEdges) {
  const SimplicialComplex c{{{0, 0, 0}, {2, 0, 0}, {1, 0, 0}}, {}, {}, {{0, 1, 2}}, {}};
  const ComplexTopology t = complex_topology(c);
  EXPECT_TRUE(t.triangles.empty());
  EXPECT_EQ(t.edges.size(), 2u);
  EXPECT_EQ(t.report.split_triangles, 1u);
}

TEST(FlatTriangles, ThatAreDoubledOrFaceEachOtherAreGone) {
  SimplicialComplex c = with_slivers(1, true);
  c.triangles.push_back(c.triangles.back());
  EXPECT_EQ(complex_topology(c).triangles.size(), 6u);
  const SimplicialComplex alone{
      {{0, 0, 0}, {3, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {}, {}, {{0, 1, 2}, {1, 0, 3}, {0, 2, 3}, {3, 2, 1}}, {}};
  const ComplexTopology t = complex_topology(alone);
  EXPECT_TRUE(t.triangles.empty());
  EXPECT_EQ(t.edges.size(), 3u);
}

TEST(FlatTriangles, CutSegmentsOnTheirLongestEdge) {
  const SimplicialComplex c{{{0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}, {{0, 1}}, {{0, 1, 2}, {1, 0, 3}}, {}};
  const ComplexTopology t = complex_topology(c);
  for (const auto& e : t.edges) EXPECT_NE(e, (std::array<std::uint32_t, 2>{0, 1}));
  EXPECT_EQ(t.edges.size(), 5u);
  EXPECT_EQ(t.triangles.size(), 2u);
}

TEST(FlatTriangles, OnATetrahedronsEdgeAreRefused) {
  const SimplicialComplex c{
      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5, 0, 0}}, {}, {}, {{0, 1, 4}}, {{0, 1, 2, 3}}};
  EXPECT_EQ(
      test::complaint([&] { complex_topology(c); }),
      "ContactComplexes::set: triangle 0 has no area, and a tetrahedron has its longest edge; allowed are corners "
      "that are not on a line");
}

/// Two vertices that are hardly apart and not welded: the triangles between them have two long edges.
TEST(FlatTriangles, OfANeedleBetweenTwoNearVerticesAreGoneAsTheVerticesAreOne) {
  for (const double gap : {1e-14, 1e-20, 1e-300}) {
    const SimplicialComplex c{{{0, 0, 0}, {0, 0, gap}, {0, 1, 0}, {1, 0, 0}, {-1, -1, 0}, {0, 0, -1}},
                              {},
                              {},
                              {{0, 1, 2}, {2, 1, 3}, {3, 1, 4}, {4, 1, 0}, {4, 0, 2}, {3, 5, 2}, {4, 5, 3}, {2, 5, 4}},
                              {}};
    const ComplexTopology t = complex_topology(c);
    EXPECT_EQ(t.report.welded_vertices, 1u);
    EXPECT_EQ(t.triangles.size(), 6u);
    for (std::uint32_t e = 0; e < t.edges.size(); ++e) EXPECT_EQ(t.triangles_of_edge[e].size(), 2u);
  }
}

TEST(FlatTriangles, OfThousandsTakeNoTime) {
  SimplicialComplex c;
  for (std::uint32_t k = 0; k < 100000; ++k) {
    const std::uint32_t v = 3 * k;
    for (int i = 0; i < 3; ++i) c.vertices.push_back({static_cast<double>(i), static_cast<double>(k), 0});
    c.triangles.push_back({v, v + 1, v + 2});
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(complex_topology(c).report.split_triangles, 100000u);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10);
}

}  // namespace
}  // namespace abut
