// EPA in the small polytope, step by step: where it may start, what it ends with, and the edges that it counts.
#include "abut/narrow/small_epa.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::problem_of;
using test::Random;

TEST(SmallEpa, EdgesHaveNumbersOfTheirOwn) {
  std::set<int> numbers;
  for (int j = 1; j < boarded_vertices; ++j) {
    for (int i = 0; i < j; ++i) numbers.insert(small_epa_detail::edge_number(i, j));
  }
  EXPECT_EQ(numbers.size(), static_cast<std::size_t>(boarded_vertices * (boarded_vertices - 1) / 2));
  EXPECT_EQ(*numbers.begin(), 0);
  EXPECT_EQ(*numbers.rbegin(), boarded_vertices * (boarded_vertices - 1) / 2 - 1) << "without gaps";
}

TEST(SmallEpa, ATetrahedronHoldsTheOriginWhereItsBarycentricCoordinatesDo) {
  Random random(1);
  int inside = 0;
  for (int k = 0; k < 3000; ++k) {
    Vec3<float> w[4];
    for (Vec3<float>& v : w) v = narrowed<float>(random.in_cube());
    FacePlane<float> plane[4];
    const bool found = tetrahedron_planes(w, 1.0f, plane);
    // By the signs of four volumes.
    const auto volume = [](Vec3<float> a, Vec3<float> b, Vec3<float> c, Vec3<float> d) {
      return dot(cross(widen(b) - widen(a), widen(c) - widen(a)), widen(d) - widen(a));
    };
    const Vec3<float> o{0, 0, 0};
    const double all = volume(w[0], w[1], w[2], w[3]);
    const double share[4] = {volume(o, w[1], w[2], w[3]) / all, volume(w[0], o, w[2], w[3]) / all,
                             volume(w[0], w[1], o, w[3]) / all, volume(w[0], w[1], w[2], o) / all};
    double least = 1;
    for (const double s : share) least = std::fmin(least, s);
    if (found) {
      EXPECT_GT(least, 0) << k;
    }
    if (least > 0.01 && std::abs(all) > 0.05) {
      EXPECT_TRUE(found) << k;
    }
    inside += found ? 1 : 0;
  }
  EXPECT_GT(inside, 50);
}

TEST(SmallEpa, TheTriangleOfTheNearestFaceComesFirst) {
  SmallVertex v[4];
  for (std::uint32_t k = 0; k < 4; ++k) v[k] = {{0, 0, 0}, k, 0};
  const FacePlane<float> plane[4] = {{{}, 3}, {{}, 2}, {{}, 0.5f}, {{}, 4}};
  nearest_face_first(plane, v);  // face 2 has all but vertex 1
  EXPECT_EQ(v[0].id_a, 0u);
  EXPECT_EQ(v[1].id_a, 2u);
  EXPECT_EQ(v[2].id_a, 3u);
  EXPECT_EQ(v[3].id_a, 1u);
}

/// GJK's last simplex of a pair.
int last_simplex(const GjkState<float>& s, const DifferenceSupport<float, LinearScan>& support, SmallVertex* out) {
  int count = 0;
  for (int k = 0; k < 4; ++k) {
    if (!s.simplex.used[k]) continue;
    const SupportPoint<float> p = support.point(s.simplex.id_a[k], s.simplex.id_b[k]);
    out[count++] = {p.w, p.id_a, p.id_b};
  }
  return count;
}

TEST(SmallEpa, OfBoxesEndsAtTheNarrowestWidth) {
  Random random(2);
  int ended = 0;
  for (int k = 0; k < 500; ++k) {
    ShapeSet shapes;
    const Vec3<double> a{random.uniform(0.5, 1), random.uniform(0.5, 1), random.uniform(0.5, 1)};
    shapes.add_box(a);
    const double depth = random.uniform(0.01, 0.1);
    const auto view = shapes.view<float>();
    const PairProblem<float> p =
        problem_of(view, 0, 0, test::moved_by({2 * a.x - depth, random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)}));
    const auto support = vertex_difference<LinearScan>(p);
    const auto s = test::gjk_of(p, support);
    ASSERT_TRUE(s.overlap);
    SmallVertex simplex[4];
    const int count = last_simplex(s, support, simplex);
    SmallEpa search;
    if (count < 3 || !small_epa_start_from(search, simplex, count, support, p.size)) continue;
    if (!small_epa<LinearFaces>(search, support, p.size)) continue;
    ++ended;
    EXPECT_NEAR(search.polytope.offset[search.nearest] * power_of_two<float>(p.exponent), depth, 4e-6) << k;
    EXPECT_NEAR(std::abs(normal_of(search.polytope, search.nearest).x), 1, 1e-5) << k;
  }
  EXPECT_GT(ended, 400);
}

TEST(SmallEpa, PolytopesThatItMakesCloseAndHoldTheOrigin) {
  Random random(3);
  ShapeSet shapes;
  for (int k = 0; k < 6; ++k) shapes.add_hull(test::ellipsoid_points(random, 20));
  const auto view = shapes.view<float>();
  int checked = 0;
  for (int k = 0; k < 300; ++k) {
    const PairProblem<float> p = problem_of(view, random.below(6), random.below(6),
                                            {random.direction() * random.uniform(0.5, 0.8), random.rotation()});
    const auto support = vertex_difference<LinearScan>(p);
    const auto s = test::gjk_of(p, support);
    SmallVertex simplex[4];
    if (!s.overlap) continue;
    const int count = last_simplex(s, support, simplex);
    SmallEpa search;
    if (count < 3 || !small_epa_start_from(search, simplex, count, support, p.size)) continue;
    small_epa<LinearFaces>(search, support, p.size);
    // Every edge of the faces that live has an even number of them.
    const SmallPolytope& q = search.polytope;
    std::multiset<int> edges;
    for (int f = 0; f < q.faces; ++f) {
      if (q.offset[f] == absent_face) continue;
      for (int i = 0; i < 3; ++i) {
        for (int j = i + 1; j < 3; ++j) edges.insert(corner_of(q, f, i) * 256 + corner_of(q, f, j));
      }
    }
    for (const int e : edges) EXPECT_EQ(edges.count(e) % 2, 0u) << k;
    EXPECT_GT(edges.size(), 11u);
    ++checked;
  }
  EXPECT_GT(checked, 100);
}

TEST(SmallEpa, AFaceWithinTheMarginEndsTheSearch) {
  SmallEpa s{};
  s.margin = 0.5f;
  s.polytope.faces = 2;
  s.polytope.offset[0] = 0.75f, s.polytope.offset[1] = 0.625f;
  FacePlane<float> nearest;
  EXPECT_TRUE(small_epa_choose<LinearFaces>(s, nearest));
  EXPECT_EQ(s.nearest, 1);
  EXPECT_EQ(nearest.offset, 0.625f);
  s.polytope.offset[0] = 0.5f;
  EXPECT_FALSE(small_epa_choose<LinearFaces>(s, nearest)) << "too near to tell";
  // A support point no higher than the face, to four rounding errors of the size.
  EXPECT_TRUE(small_epa_reached<float>({{1, 0, 0}, 0.5f}, {0.5f + 0x1p-21f, 7, 7}, 1.0f));
  EXPECT_FALSE(small_epa_reached<float>({{1, 0, 0}, 0.5f}, {0.5f + 0x1p-20f, 7, 7}, 1.0f));
}

}  // namespace
}  // namespace abut
