// What the programs of the thesis's experiments stand on: polygonal spheres, support by climbing, the loop of GJK, and
// the verdict that counts who failed, which sees what is planted.
#include <gtest/gtest.h>

#include <set>

#include "bench/papers/sphere_runs.h"

namespace abut::papers {
namespace {

TEST(Icosphere, HasTheCornersOfItsSplitsOnTheSphereAndIsItsOwnMirror) {
  std::size_t expected = 12;
  for (int splits = 0; splits < 4; ++splits, expected = 4 * expected - 6) {
    const std::vector<Vector> points = icosphere(splits);
    EXPECT_EQ(points.size(), expected);
    double nearest = 1;
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_NEAR(length(points[i]), 0.5, 1e-15);
      bool has_antipode = false;
      for (std::size_t j = 0; j < points.size(); ++j) {
        if (i != j) nearest = std::min(nearest, length(points[i] - points[j]));
        has_antipode = has_antipode || length(points[i] + points[j]) < 1e-14;
      }
      EXPECT_TRUE(has_antipode) << i;
    }
    // An icosahedron's edge is 1.0515 radii; splits halve it, the shortest ones a little more.
    EXPECT_GT(nearest, 0.5 * 1.0514 / (1 << splits) * (splits == 0 ? 1 : 0.85)) << splits;
  }
}

TEST(SpherePairs, AreAsFarApartAsTheirNameSays) {
  for (const auto c : {Configuration::distant, Configuration::touching, Configuration::overlapping}) {
    const SpherePairs pairs = sphere_pairs(2, c, 60);
    ASSERT_EQ(pairs.queries.size(), 60u);
    // Faces lie within the sphere by 1 - cos of half an edge's angle at most.
    for (const double s : separations(pairs)) {
      if (c == Configuration::touching) {
        EXPECT_NEAR(s, 0, 1e-15);
      } else {
        const double of_spheres = c == Configuration::distant ? 1 : -0.5;
        EXPECT_GT(s, of_spheres - 1e-12) << name_of(c);
        EXPECT_LT(s, of_spheres + 0.05) << name_of(c);
      }
    }
  }
  const SpherePairs one = sphere_pairs(1, Configuration::distant, 5), two = sphere_pairs(1, Configuration::distant, 5);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(length(one.poses[i].translation - two.poses[i].translation), 0);
}

// A vertex from which no neighbour is higher is the highest of a convex polyhedron.
TEST(HillClimbing, FindsAsHighAPointAsAScanOfAllVertices) {
  test::Random random(2);
  for (const int splits : {0, 1, 3}) {
    const SpherePairs pairs = sphere_pairs(splits, Configuration::distant, 20);
    for (const PairQuery& q : pairs.queries) {
      PairSupport<HillClimbing> climbing(q);  // goes on from where it was
      for (int k = 0; k < 20; ++k) {
        const Vector u = random.direction();
        PairSupport<EveryVertex> scan(q);
        EXPECT_NEAR(dot(climbing(u).w, u), dot(scan(u).w, u), 1e-15);
      }
    }
  }
}

template <class Sub>
class GjkLoops : public testing::Test {};
using Subs = testing::Types<Sv, Sp, Jb, Bk, Vr, Vn>;
TYPED_TEST_SUITE(GjkLoops, Subs);

TYPED_TEST(GjkLoops, AnswerSpherePairsAsTheLibraryDoes) {
  for (const auto c : {Configuration::distant, Configuration::touching, Configuration::overlapping}) {
    // Where shapes touch, Johnson's cofactors are rounding, and some answers are wrong: the thesis is about that.
    if (std::is_same_v<TypeParam, Jb> && c == Configuration::touching) continue;
    const SpherePairs pairs = sphere_pairs(2, c, 100);
    const Verdict v = judge<TypeParam, HillClimbing>(pairs.queries, tolerances(1e-14), separations(pairs));
    EXPECT_EQ(v.failed + v.endless + v.wrong, 0) << name_of(c) << text_of("", v);
    EXPECT_GT(v.iterations, 1);
    EXPECT_LT(v.iterations, 30);
  }
}

TEST(Verdicts, CountWrongAnswersAndLoopsThatDoNotEnd) {
  const SpherePairs pairs = sphere_pairs(2, Configuration::distant, 50);
  std::vector<double> truth = separations(pairs);
  truth[3] += 1e-9, truth[20] -= 0.5, truth[30] = -1;
  const Verdict planted = judge<Sv, EveryVertex>(pairs.queries, tolerances(1e-14), truth);
  EXPECT_EQ(planted.wrong, 3);
  EXPECT_EQ(planted.failed + planted.endless, 0);
  EXPECT_EQ(text_of("SV", planted), " SV 3 wrong");
  // Too few iterations are as many loops that do not end, and are not also called wrong.
  Tolerances strict = tolerances(1e-14);
  strict.cap = 2;
  const Verdict capped = judge<Sv, EveryVertex>(pairs.queries, strict, separations(pairs));
  EXPECT_GT(capped.endless, 25);
  EXPECT_EQ(capped.wrong, 0);
  EXPECT_EQ(text_of("SV", capped), format(" SV %d endless", capped.endless));
}

/// Counts what a loop solves.
struct Counter {
  std::uint32_t solved_count = 0;
  template <class Sub>
  void solved(const Sub&, const SupportPoint<double>&, bool) {
    ++solved_count;
  }
};

TEST(GjkLoop, TellsHowItEndsAndWhatItHasFound) {
  for (const auto c : {Configuration::distant, Configuration::overlapping}) {
    const SpherePairs pairs = sphere_pairs(1, c, 30);
    for (const PairQuery& q : pairs.queries) {
      Vr sub;
      PairSupport<EveryVertex> support(q);
      Counter counter;
      const GjkResult r = gjk_loop(sub, support, first_direction(q), tolerances(1e-14), counter);
      EXPECT_EQ(r.exit, c == Configuration::distant ? Exit::converged : Exit::inside);
      EXPECT_NEAR(r.vv, dot(r.v, r.v), 1e-15);
      EXPECT_LE(r.iterations, counter.solved_count);
      EXPECT_GE(r.iterations + 1, counter.solved_count);
      // No vertex of A - B lies nearer to the origin along v.
      if (r.exit == Exit::converged) {
        EXPECT_LE(r.vv - dot(r.v, support(-r.v).w), 1e-12 * r.vv);
      }
    }
  }
}

TEST(Traces, HoldTheSupportPointsOfEachQueryOnce) {
  const SpherePairs pairs = sphere_pairs(1, Configuration::distant, 20);
  const Trace trace = record<Sv, EveryVertex>(pairs.queries, tolerances(1e-14));
  ASSERT_EQ(trace.ends.size(), 20u);
  EXPECT_EQ(trace.ends.back(), trace.points.size());
  std::size_t begin = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    PairSupport<EveryVertex> support(pairs.queries[i]);
    EXPECT_GT(trace.ends[i], begin);
    EXPECT_EQ(length(trace.points[begin].w - support(-first_direction(pairs.queries[i])).w), 0)
        << "the first one of each";
    begin = trace.ends[i];
  }
}

// The Gram determinant of the edges: of a segment the square of its length, of a triangle four times that of its area.
TEST(Johnson, ItsCofactorsAddUpToTheGramDeterminantOfTheSupport) {
  const auto solved = [](const std::vector<Vector>& points) {
    Jb sub;
    sub.clear();
    for (std::uint32_t k = 0; k < points.size(); ++k) {
      sub.set_newest({points[k], {0, 0, 0}, {0, 0, 0}, k, k});
      EXPECT_TRUE(sub.solve());
      if (k + 1 < points.size()) sub.reduce();
    }
    return sub;
  };
  EXPECT_EQ(solved({{1, 2, 3}}).determinant(), 1);
  EXPECT_NEAR(solved({{-1, 1, 2}, {3, 1, 2}}).determinant(), 16, 1e-12);
  const Jb triangle = solved({{-2, -1, 1}, {2, -1, 1}, {0, 3, 1}});
  EXPECT_EQ(triangle.nearest.support, 7u);
  EXPECT_NEAR(triangle.determinant(), 4 * 8 * 8, 1e-10);
  const Jb tetrahedron = solved({{-2, -1, 1}, {2, -1, 1}, {0, 3, 1}, {0, 0, -5}});
  EXPECT_TRUE(tetrahedron.nearest.inside);
  EXPECT_NEAR(tetrahedron.determinant(), 36 * 16 * 16, 1e-8);  // a third of 8 times 6
  EXPECT_EQ(tetrahedron.backups, 0u);
}

TEST(PaperReports, MediansAreOfWorksInTurnAfterOneRunOfEach) {
  std::string order;
  const std::vector<double> times = medians(3, {[&] { order += 'a'; }, [&] { order += 'b'; }});
  EXPECT_EQ(order, "abababab");
  EXPECT_EQ(times.size(), 2u);
  EXPECT_EQ(median({5, 1, 4}), 4);
  EXPECT_EQ(median({7}), 7);
}

TEST(PaperReports, TrendsSayWhoseNumbersAgree) {
  testing::internal::CaptureStdout();
  {
    Trends trends("f64", "paper");
    trends.add(false, "it falls", "it rises");
    trends.add(true, false, "it rises", "so it does");
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "\nWhat the paper says, and whether this run shows it; f64:\n\n"
            "  NO             \"it falls\"\n                 here: it rises\n"
            "  SV yes SP NO   \"it rises\"\n                 here: so it does\n");
}

}  // namespace
}  // namespace abut::papers
