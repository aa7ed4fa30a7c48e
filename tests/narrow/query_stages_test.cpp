// The stages of a query on their own: which queries they are for, cut-offs, and what each says of pairs that are known.
#include "abut/narrow/query_stages.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::moved_by;
using test::problem_of;

using Flat = DifferenceSupport<double, LinearScan>;
using Curved = CoreDifference<double, LinearScan>;
using CurvedInFloat = CoreDifference<float, LinearScan>;
template <Stage stage, class T, class Support>
inline constexpr bool is_for = StageStep<stage>::template is_for<T, Support>;

static_assert(is_for<Stage::gjk, float, CurvedInFloat> && is_for<Stage::gjk, double, Flat>);
static_assert(is_for<Stage::box_widths, double, Flat> && !is_for<Stage::box_widths, double, Curved>);
static_assert(is_for<Stage::symmetry, double, Curved> && !is_for<Stage::symmetry, float, CurvedInFloat>);
static_assert(is_for<Stage::needs_double, float, CurvedInFloat> && !is_for<Stage::needs_double, double, Curved>);
static_assert(is_for<Stage::epa, double, Curved> && !is_for<Stage::epa, float, CurvedInFloat>);
static_assert(is_for<Stage::closed_form, double, NoSupport> && !is_for<Stage::closed_form, double, Flat>);

class StagesOfAQuery : public testing::Test {
 protected:
  template <class State>
  void begin(State& q) {
    q.found = query_detail::no_search<double>();
    q.cores = Cores::unknown;
    q.cache = q.kept = nullptr;
    q.last.known = false;
    q.memory = {memory_.data(), 256};
  }
  /// Runs one stage behind GJK.
  template <Stage stage, class Support>
  Outcome run(const PairProblem<double>& p, const Support& support,
              QueryState<double, typename Support::SimplexData>& q) {
    begin(q);
    EXPECT_EQ((run_stage<AllAttempts, Stage::gjk>(p, support, q)), Outcome::next);
    return run_stage<AllAttempts, stage>(p, support, q);
  }

 private:
  std::vector<std::uint64_t> memory_ = std::vector<std::uint64_t>(polytope_bytes<double>(256) / 8 + 1);
};

TEST_F(StagesOfAQuery, BeginWithNothingKnown) {
  CachedPolytope cache{};
  query_detail::CoreSearch<double> found = query_detail::no_search<double>();
  const QueryState<double, SimplexIds> q(EpaMemory{nullptr, 0}, &cache, found);
  EXPECT_EQ(q.cores, Cores::unknown);
  EXPECT_EQ(&q.found, &found);
  EXPECT_FALSE(found.farther || found.unfinished_here);
  EXPECT_EQ(found.core.separation, 0);
  EXPECT_EQ(q.kept, &cache);
  EXPECT_EQ(q.cache, &cache);
}

TEST_F(StagesOfAQuery, TheCutOffIsTheAlertDistanceWithTheRadiiAndARounding) {
  using query_detail::cutoff_of;
  EXPECT_EQ(cutoff_of(Huge<double>::value, 1.0, 1.0), NoCutoff<double>::value);
  EXPECT_NEAR(cutoff_of(0.25, 0.5, 1.0), 0.75, 1e-14);
  EXPECT_GT(cutoff_of(0.25, 0.5, 1.0), 0.75) << "a pair that may touch the distance is answered in full";
}

TEST_F(StagesOfAQuery, ClosedFormsAnswerSpheres) {
  ShapeSet shapes;
  shapes.add_sphere(0.5);
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  query_detail::CoreSearch<double> found = query_detail::no_search<double>();
  QueryState<double, SimplexIds> q(EpaMemory{nullptr, 0}, nullptr, found);
  const PairProblem<double> p = problem_of(view, 0, 0, moved_by({3, 4, 0}), 1);
  begin(q);
  EXPECT_EQ((run_stage<AllAttempts, Stage::closed_form>(p, NoSupport{}, q)), Outcome::done);
  EXPECT_NEAR(q.found.core.separation * power_of_two<double>(p.exponent), 5, 1e-15) << "of the centres";
  EXPECT_TRUE(q.found.farther) << "4 apart, 1 is asked for";
  const PairProblem<double> boxes = problem_of(view, 1, 1, moved_by({3, 4, 0}));
  begin(q);
  EXPECT_EQ((run_stage<AllAttempts, Stage::closed_form>(boxes, NoSupport{}, q)), Outcome::next);
}

TEST_F(StagesOfAQuery, GjkTellsWhatIsBeyondTheCutOff) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  query_detail::CoreSearch<double> found = query_detail::no_search<double>();
  QueryState<double, SimplexIds> q(EpaMemory{nullptr, 0}, nullptr, found);
  const PairProblem<double> far = problem_of(view, 0, 0, moved_by({5, 0, 0}), 1);
  EXPECT_EQ(run<Stage::beyond_cutoff>(far, vertex_difference<LinearScan>(far), q), Outcome::done);
  EXPECT_EQ(q.cores, Cores::beyond);
  const double unit = power_of_two<double>(far.exponent);
  EXPECT_LE(q.found.core.lower * unit, 3 + 1e-15);
  EXPECT_GT(q.found.core.lower * unit, 1);
  const PairProblem<double> near = problem_of(view, 0, 0, moved_by({2.5, 0, 0}), 1);
  EXPECT_EQ(run<Stage::separation>(near, vertex_difference<LinearScan>(near), q), Outcome::next);
  EXPECT_EQ(q.cores, Cores::apart);
  EXPECT_NEAR(q.found.core.separation * power_of_two<double>(near.exponent), 0.5, 1e-15);
  const PairProblem<double> deep = problem_of(view, 0, 0, moved_by({1.5, 0, 0}), 1);
  EXPECT_EQ(run<Stage::separation>(deep, vertex_difference<LinearScan>(deep), q), Outcome::next);
  EXPECT_EQ(q.cores, Cores::overlapping);
}

TEST_F(StagesOfAQuery, StagesOfOverlapsAgreeOnTheDepthOfBoxes) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 0, moved_by({1.9, 0.3, 0.2}));
  const auto support = vertex_difference<LinearScan>(p);
  const double depth = 0.1 / power_of_two<double>(p.exponent);
  query_detail::CoreSearch<double> found = query_detail::no_search<double>();
  QueryState<double, SimplexIds> q(EpaMemory{nullptr, 0}, nullptr, found);
  EXPECT_EQ(run<Stage::box_widths>(p, support, q), Outcome::done);
  EXPECT_NEAR(-q.found.core.separation, depth, 1e-15);
  EXPECT_EQ(run<Stage::small_epa>(p, support, q), Outcome::done);
  EXPECT_NEAR(-q.found.core.separation, depth, 1e-15);
  EXPECT_EQ(run<Stage::epa>(p, support, q), Outcome::done);
  EXPECT_NEAR(-q.found.core.separation, depth, 1e-15);
}

TEST_F(StagesOfAQuery, StagesOfCurvedOverlapsAgreeOnTheDepthOfBalls) {
  ShapeSet shapes;
  shapes.add_ellipsoid({1, 1, 1});
  shapes.add_ellipsoid({0.5, 0.5, 0.5});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 1, moved_by({0.8, 0.9, 0.72}));
  const auto support = core_difference<LinearScan>(p);
  const double depth = (1.5 - std::sqrt(0.64 + 0.81 + 0.5184)) / power_of_two<double>(p.exponent);
  query_detail::CoreSearch<double> found = query_detail::no_search<double>();
  QueryState<double, SimplexPoints<double>> q(EpaMemory{nullptr, 0}, nullptr, found);
  EXPECT_EQ(run<Stage::symmetry>(p, support, q), Outcome::done);
  EXPECT_NEAR(-q.found.core.separation, depth, 1e-15);
  EXPECT_EQ(run<Stage::eroded_core>(p, support, q), Outcome::done);
  EXPECT_NEAR(-q.found.core.separation, depth, 4e-15);
  run<Stage::epa>(p, support, q);
  EXPECT_NEAR(-q.found.core.separation, depth, q.found.core.bound_gap + 4e-15);
}

TEST_F(StagesOfAQuery, AnAnswerOfEpaHasTheWidthAlongItsOwnNormal) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 0, moved_by({1.5, 0, 0}));
  CoreAnswer<double> out = no_answer<double>();
  out.normal = {1, 0, 0};
  const double depth = 0.5 / power_of_two<double>(p.exponent);
  out.separation = out.lower = -(depth - 1e-6);
  query_detail::take_own_width(vertex_difference<LinearScan>(p), p.size, out);
  EXPECT_EQ(out.separation, -depth);
  EXPECT_NEAR(out.bound_gap, 1e-6, 1e-15);
  EXPECT_NEAR(out.witness.residual2, 1e-12, 1e-18);
}

}  // namespace
}  // namespace abut
