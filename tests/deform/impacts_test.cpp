#include "abut/deform/impacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <string>

#include "tests/deform/impact_cases.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;
using test::ImpactCase;
using test::MovingPair;
using test::Random;

using Quad = std::array<std::uint32_t, 4>;
using Triangle = std::array<std::uint32_t, 3>;

template <class T>
class Impacts : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Impacts, Scalars);

/// Nodes of cases one behind the other.
template <class T>
struct Batch {
  std::vector<Vec3<T>> before, after;
  std::vector<Quad> queries;

  StepNodes<T> nodes() const { return {before, after}; }
};

template <class T>
Batch<T> batch(std::uint64_t seed, int count) {
  Random random(seed);
  Batch<T> out;
  for (int i = 0; i < count; ++i) {
    const MovingNodes<T> n = test::rounded<T>(test::random_case(random, 3).nodes);
    const auto first = static_cast<std::uint32_t>(out.before.size());
    out.before.insert(out.before.end(), n.start, n.start + 4), out.after.insert(out.after.end(), n.end, n.end + 4);
    out.queries.push_back({first, first + 1, first + 2, first + 3});
  }
  return out;
}

template <class T>
bool same(const Impact<T>& a, const Impact<T>& b) {
  return a.status == b.status && a.time == b.time && a.separation == b.separation && a.iterations == b.iterations &&
         std::equal(a.weight, a.weight + 4, b.weight);
}

TYPED_TEST(Impacts, OfABatchAreThoseOfSingleQueriesWhateverTheThreads) {
  using T = TypeParam;
  const Batch<T> b = batch<T>(1, 3000);
  for (const ImpactKind kind : {ImpactKind::vertex_triangle, ImpactKind::edge_edge}) {
    const std::vector<Impact<T>> one = find_impacts<T>(Cpu{1}, kind, b.nodes(), b.queries, {T(0.01), T(1e-4)});
    const std::vector<Impact<T>> two = find_impacts<T>(Cpu{2}, kind, b.nodes(), b.queries, {T(0.01), T(1e-4)});
    for (std::size_t i = 0; i < one.size(); ++i) {
      MovingNodes<T> n;
      for (std::size_t k = 0; k < 4; ++k) n.start[k] = b.before[4 * i + k], n.end[k] = b.after[4 * i + k];
      const ImpactOptions<T> options{T(0.01), T(1e-4)};
      const Impact<T> alone =
          kind == ImpactKind::edge_edge ? edge_edge_impact(n, options) : vertex_triangle_impact(n, options);
      ASSERT_TRUE(same(one[i], alone)) << i;
      ASSERT_TRUE(same(two[i], alone)) << i;
    }
  }
}

TYPED_TEST(Impacts, AQueryWithABadNodeHasAStatusAndOthersDoNotNotice) {
  using T = TypeParam;
  Batch<T> b = batch<T>(2, 50);
  const auto good = find_impacts<T>(Cpu{2}, ImpactKind::edge_edge, b.nodes(), b.queries);
  b.after[4 * 17 + 2].y = std::numeric_limits<T>::quiet_NaN();
  const auto got = find_impacts<T>(Cpu{2}, ImpactKind::edge_edge, b.nodes(), b.queries);
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (i == 17) {
      EXPECT_EQ(got[i].status, ImpactStatus::not_finite);
    } else {
      EXPECT_TRUE(same(got[i], good[i])) << i;
    }
  }
}

TYPED_TEST(Impacts, RefuseWhatIsNotAllowedAndTakeNothing) {
  using T = TypeParam;
  const Batch<T> b = batch<T>(3, 2);
  const auto said = [&](ImpactOptions<T> options, StepNodes<T> nodes, std::vector<Quad> queries, std::size_t room) {
    std::vector<Impact<T>> out(room);
    return complaint([&] { find_impacts<T>(Cpu{1}, ImpactKind::edge_edge, nodes, queries, options, out); });
  };
  EXPECT_EQ(said({}, b.nodes(), {}, 0), "");
  EXPECT_EQ(said({T(-1)}, b.nodes(), b.queries, 2),
            "find_impacts: distance is -1; allowed are finite numbers of 0 or more");
  EXPECT_EQ(said({T(0), std::numeric_limits<T>::infinity()}, b.nodes(), b.queries, 2),
            "find_impacts: tolerance is inf; allowed are finite numbers of 0 or more");
  EXPECT_EQ(said({T(0), T(0), 0}, b.nodes(), b.queries, 2), "find_impacts: iterations is 0; allowed is 1 or more");
  EXPECT_EQ(said({}, {b.before, {}}, b.queries, 2), "find_impacts: 8 nodes before have 0 after; allowed is as many");
  EXPECT_EQ(said({}, b.nodes(), {{0, 1, 2, 8}}, 1), "find_impacts: query 0 has node 8; allowed is less than 8");
  EXPECT_EQ(said({}, b.nodes(), b.queries, 1),
            "find_impacts: out has room for 1 answers; allowed is 2, as many as there are queries");
  const std::vector<Triangle> facets = {{0, 1, 9}};
  EXPECT_EQ(complaint([&] { find_step_impacts<T>(Cpu{1}, b.nodes(), facets); }),
            "find_step_impacts: facet 0 has node 9; allowed is less than 8");
}

/// A sheet of n by n squares in the plane z = height, and how its nodes go on.
template <class T>
struct Scene {
  std::vector<Vec3<T>> before, after;
  std::vector<Triangle> facets;

  void add_sheet(std::uint32_t n, double height) {
    const auto first = static_cast<std::uint32_t>(before.size());
    for (std::uint32_t i = 0; i <= n; ++i) {
      for (std::uint32_t j = 0; j <= n; ++j) before.push_back({T(i) / T(n), T(j) / T(n), T(height)});
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) {
        const std::uint32_t a = first + i * (n + 1) + j, b = a + n + 1;
        facets.push_back({a, b, b + 1}), facets.push_back({a, b + 1, a + 1});
      }
    }
    after = before;
  }
};

/// Two sheets of n by n squares, the upper one at a height, that are shaken and go on, the upper one also downwards.
template <class T>
struct Sheets {
  std::uint64_t seed;
  std::uint32_t n;
  double height, shake, down;
  Vec3<double> way{0.1, 0.2, 0};

  Scene<T> scene() const {
    Random random(seed);
    Scene<T> s;
    s.add_sheet(n, 0), s.add_sheet(n, height);
    for (std::size_t i = 0; i < s.after.size(); ++i) {
      const Vec3<double> own{0, 0, i < s.after.size() / 2 ? 0 : -down};
      s.after[i] = s.after[i] + narrowed<T>(random.in_cube() * shake + way + own);
    }
    return s;
  }
};

/// Whether the two come within the distance at some of 9 times, or meet at any, and when.
test::TrueImpact true_approach(MovingPair pair, const MovingNodes<double>& n, double distance) {
  test::TrueImpact out = test::true_impact(pair, n);
  for (int k = 0; k <= 8 && distance > 0; ++k) {
    const test::WideReal t = test::WideReal(k) / 8;
    if (out.found && out.first <= t) return out;
    if (test::true_distance(pair, n, t) < distance) return {true, false, t};
  }
  return out;
}

/// What is between two facets, by all their features, told the truth: all that come within the distance.
template <class T>
void expect_all_found(const Scene<T>& s, const StepImpacts<T>& got, int& impacts, double distance = 0) {
  const auto told = [&](ImpactKind kind, Quad q) {
    if (kind == ImpactKind::vertex_triangle) {
      std::sort(q.begin() + 1, q.end());
    } else {
      std::sort(q.begin(), q.begin() + 2), std::sort(q.begin() + 2, q.end());
      if (q[2] < q[0]) std::swap(q[0], q[2]), std::swap(q[1], q[3]);
    }
    return std::pair{kind, q};
  };
  std::vector<std::pair<ImpactKind, Quad>> found;
  for (const StepImpact<T>& i : got.impacts) found.push_back(told(i.kind, i.nodes));
  std::sort(found.begin(), found.end());
  EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "told twice";
  const auto check = [&](ImpactKind kind, const Quad& q) {
    MovingNodes<double> n;
    for (std::size_t k = 0; k < 4; ++k) n.start[k] = widen(s.before[q[k]]), n.end[k] = widen(s.after[q[k]]);
    const MovingPair pair = kind == ImpactKind::edge_edge ? MovingPair::edge_edge : MovingPair::vertex_triangle;
    const test::TrueImpact truth = true_approach(pair, n, distance);
    if (!truth.found) return;
    ++impacts;
    EXPECT_TRUE(std::binary_search(found.begin(), found.end(), told(kind, q))) << "missed at " << truth.first;
    EXPECT_LE(test::WideReal(got.first_time), truth.first);
  };
  for (std::size_t a = 0; a < s.facets.size(); ++a) {
    for (std::size_t b = 0; b < s.facets.size(); ++b) {
      const Triangle &f = s.facets[a], &g = s.facets[b];
      for (std::size_t i = 0; i < 3; ++i) {
        if (f[i] != g[0] && f[i] != g[1] && f[i] != g[2]) check(ImpactKind::vertex_triangle, {f[i], g[0], g[1], g[2]});
        for (std::size_t j = 0; j < 3 && a < b; ++j) {
          const Quad q{f[i], f[(i + 1) % 3], g[j], g[(j + 1) % 3]};
          if (q[0] != q[2] && q[0] != q[3] && q[1] != q[2] && q[1] != q[3]) check(ImpactKind::edge_edge, q);
        }
      }
    }
  }
}

TYPED_TEST(Impacts, OfAStepOfSheetsThatPassThroughEachOtherAreAllThere) {
  using T = TypeParam;
  const Scene<T> s = Sheets<T>{.seed = 4, .n = 3, .height = 0.25, .shake = 0.3, .down = 20}.scene();
  const StepImpacts<T> got = find_step_impacts<T>(Cpu{2}, {s.before, s.after}, s.facets);
  int impacts = 0;
  expect_all_found(s, got, impacts);
  EXPECT_GT(impacts, 30);
  EXPECT_LT(got.first_time, T(0.1));
  EXPECT_EQ(got.impacts[got.first].impact.time, got.first_time);
}

TYPED_TEST(Impacts, WithinADistanceAreAllThere) {
  using T = TypeParam;
  const Scene<T> s = Sheets<T>{.seed = 6, .n = 2, .height = 0.25, .shake = 0.05, .down = 0.15}.scene();
  const StepImpacts<T> got = find_step_impacts<T>(Cpu{2}, {s.before, s.after}, s.facets, {T(0.15)});
  int impacts = 0;
  expect_all_found(s, got, impacts, 0.15);
  EXPECT_GT(impacts, 100);
  EXPECT_GT(got.first_time, T(0.25)) << "0.1 to go, by 0.25 a step at most";
}

TYPED_TEST(Impacts, OfWhatFliesAHundredSizesAreAllThereAndItDoesNotMeetItself) {
  using T = TypeParam;
  const auto scene = [](const Vec3<double>& way, double down) {
    return Sheets<T>{.seed = 7, .n = 3, .height = 50, .shake = 0.02, .down = down, .way = way}.scene();
  };
  const Scene<T> flying = scene({70, -60, 30}, 100), apart = scene({70, -60, 30}, 0), still = scene({0, 0, 0}, 0);
  const auto impacts_of = [](const Scene<T>& s) { return find_step_impacts<T>(Cpu{2}, {s.before, s.after}, s.facets); };
  const StepImpacts<T> got = impacts_of(flying);
  int impacts = 0;
  expect_all_found(flying, got, impacts);
  EXPECT_GT(impacts, 10);
  EXPECT_NEAR(got.first_time, 0.5, 0.01);
  EXPECT_EQ(impacts_of(apart).candidates, impacts_of(still).candidates) << "neighbours alone";
}

/// Pairs of edges of the first and the other facets that cross as seen from above.
template <class T>
std::size_t crossings(const Scene<T>& s, std::size_t facets) {
  std::set<std::array<std::uint32_t, 2>> edges[2];
  for (std::size_t f = 0; f < s.facets.size(); ++f) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [a, b] = std::minmax(s.facets[f][k], s.facets[f][(k + 1) % 3]);
      edges[f < facets ? 0 : 1].insert({a, b});
    }
  }
  const auto side = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const Vec3<double> p = widen(s.before[a]), q = widen(s.before[b]), r = widen(s.before[c]);
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > 0;
  };
  std::size_t out = 0;
  for (const auto& [a, b] : edges[0]) {
    for (const auto& [c, d] : edges[1]) out += side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b) ? 1 : 0;
  }
  return out;
}

// Enough facets for frames of their own. The upper sheet's nodes come down inside of the lower one's facets.
TYPED_TEST(Impacts, OfLargeSheetsThatFlyTogetherAreThoseSeenFromAbove) {
  using T = TypeParam;
  constexpr std::uint32_t n = 33;
  Scene<T> s;
  s.add_sheet(n, 0), s.add_sheet(n, 0.25);
  const std::size_t facets = s.facets.size() / 2, half = s.before.size() / 2;
  for (std::size_t i = 0; i < s.before.size(); ++i) {
    if (i >= half) s.before[i] = s.before[i] + Vec3<T>{T(0.3) / T(n), T(0.6) / T(n), T(0)};
    s.after[i] = s.before[i] + Vec3<T>{T(70), T(-60), T(i < half ? 30 : 29)};
  }
  const auto top = static_cast<std::uint32_t>(s.before.size());  // and a small body onto the upper one
  for (const Vec3<T>& p : {Vec3<T>{T(0.5), T(0.51), T(0.5)}, {T(0.7), T(0.5), T(1)}, {T(0.5), T(0.7), T(1)}}) {
    s.before.push_back(p), s.after.push_back(p + Vec3<T>{T(70), T(-60), T(27.75)});
  }
  s.facets.push_back({top, top + 1, top + 2});
  const StepImpacts<T> got = find_step_impacts<T>(Cpu{2}, {s.before, s.after}, s.facets);
  std::size_t edges = 0, nodes = 0, of_small = 0;
  for (const StepImpact<T>& i : got.impacts) {
    if (i.facet_b == 2 * facets) {
      ++of_small;
    } else {
      ++(i.kind == ImpactKind::edge_edge ? edges : nodes);
    }
  }
  s.facets.pop_back();
  EXPECT_EQ(nodes, 2 * n * n) << "but for the upper ones beyond the lower sheet, and the other way round";
  EXPECT_EQ(edges, crossings(s, facets));
  EXPECT_GT(of_small, 0u);
  EXPECT_NEAR(got.first_time, 0.2, 1e-3) << "of the small body: 0.25 at 1.25 a step";
}

TYPED_TEST(Impacts, OfASheetThatFoldsOntoItselfAreAllThere) {
  using T = TypeParam;
  Random random(5);
  Scene<T> s;
  s.add_sheet(4, 0);
  for (std::size_t i = 0; i < s.after.size(); ++i) {
    const Vec3<T> p = s.before[i];
    s.before[i].z = T(random.uniform(-0.02, 0.02)) + p.x * p.x;
    s.after[i] = {p.x > T(0.5) ? T(1) - p.x : p.x, p.y + T(0.05), p.x > T(0.5) ? T(-0.3) : T(0)};
  }
  const StepImpacts<T> got = find_step_impacts<T>(Cpu{2}, {s.before, s.after}, s.facets);
  int impacts = 0;
  expect_all_found(s, got, impacts);
  EXPECT_GT(impacts, 10);
}

TYPED_TEST(Impacts, OfAStepDoNotDependOnThreadsAndLeaveOutOnlyFacetsThatAreUnusable) {
  using T = TypeParam;
  Scene<T> s;
  s.add_sheet(6, 0), s.add_sheet(6, 0.125);
  for (std::size_t i = s.after.size() / 2; i < s.after.size(); ++i) s.after[i].z = T(-1);
  s.after[0].x = std::numeric_limits<T>::quiet_NaN();
  const StepImpacts<T> one = find_step_impacts<T>(Cpu{1}, {s.before, s.after}, s.facets);
  const StepImpacts<T> two = find_step_impacts<T>(Cpu{2}, {s.before, s.after}, s.facets);
  ASSERT_EQ(one.impacts.size(), two.impacts.size());
  for (std::size_t i = 0; i < one.impacts.size(); ++i) EXPECT_TRUE(same(one.impacts[i].impact, two.impacts[i].impact));
  EXPECT_EQ(one.unusable, (std::vector<std::uint32_t>{0, 1}));
  // Node 1 belongs to facet 1, which is unusable, and to facet 2, which is hit there.
  EXPECT_TRUE(std::any_of(one.impacts.begin(), one.impacts.end(), [](const StepImpact<T>& i) {
    return i.kind == ImpactKind::vertex_triangle && i.nodes[0] == 1;
  }));
  EXPECT_NEAR(one.first_time, 1.0 / 9, 3e-4);
}

TYPED_TEST(Impacts, OfAStepApartAreNone) {
  using T = TypeParam;
  Scene<T> s;
  EXPECT_EQ(find_step_impacts<T>(Cpu{1}, {s.before, s.after}, s.facets).first_time, T(1));
  s.add_sheet(5, 0), s.add_sheet(5, 0.25);
  const StepImpacts<T> apart = find_step_impacts<T>(Cpu{2}, {s.before, s.after}, s.facets);
  EXPECT_EQ(apart.first_time, T(1));
  EXPECT_TRUE(apart.impacts.empty());
  const StepImpacts<T> near = find_step_impacts<T>(Cpu{2}, {s.before, s.after}, s.facets, {T(0.25)});
  EXPECT_EQ(near.first_time, T(0));
  EXPECT_GT(near.impacts.size(), 50u);
}

}  // namespace
}  // namespace abut
