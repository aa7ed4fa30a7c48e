// The table of stages: its shape, that every stage answers pairs, and what it takes to add one.
#include "abut/narrow/stages.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "abut/narrow/batch.h"
#include "abut/narrow/query.h"
#include "tests/support/shapes.h"
#include "tests/support/torture_batch.h"

namespace abut {

/// A stage of this test: says of some pairs that they touch, without looking.
inline constexpr Stage stage_of_test = static_cast<Stage>(200);

inline namespace ABUT_ISA {

template <>
struct StageStep<stage_of_test> : ForVertexSets {
  template <class Policy>
  ABUT_INLINE static Outcome run(const auto& p, const auto&, auto& q) {
    ++asked;
    if (!(dot(p.pose.translation, p.pose.translation) < limit2)) return Outcome::next;
    q.found.core.separation = 0;
    return Outcome::done;
  }
  inline static int asked = 0;
  inline static double limit2 = 0;
};

}  // namespace ABUT_ISA

namespace {

/// The table with one row more, before `box_widths`.
struct LongerTable {
  StageRow row[QueryOrder::count + 1];
};
constexpr LongerTable longer_table() {
  LongerTable table{};
  int n = 0;
  for (const StageRow& row : QueryOrder::row) {
    if (row.stage == Stage::box_widths) {
      table.row[n++] = {stage_of_test, Cores::overlapping, false, false, "test", "vertex sets", "zero", "a test"};
    }
    table.row[n++] = row;
  }
  return table;
}
constexpr LongerTable longer = longer_table();
struct LongerOrder {
  static constexpr const StageRow (&row)[QueryOrder::count + 1] = longer.row;
  static constexpr int count = QueryOrder::count + 1;
};

TEST(Stages, TheTableNamesEachStageOnceAndGroupsThemByWhatIsKnown) {
  std::map<std::string, int> names;
  std::vector<Cores> groups;
  for (int k = 0; k < QueryOrder::count; ++k) {
    const StageRow& row = QueryOrder::row[k];
    EXPECT_EQ(static_cast<int>(row.stage), k) << row.name << ": the enumerators have the order of the table";
    EXPECT_EQ(row_of(row.stage), k);
    EXPECT_STREQ(info_of(row.stage).name, row.name);
    EXPECT_EQ(++names[row.name], 1) << row.name;
    for (const char* text : {row.pairs, row.answer, row.reason}) EXPECT_GT(std::strlen(text), 2u) << row.name;
    if (groups.empty() || groups.back() != row.cores) groups.push_back(row.cores);
  }
  const std::vector<Cores> expected{Cores::unknown, Cores::beyond, Cores::unproved, Cores::apart, Cores::overlapping};
  EXPECT_EQ(groups, expected);
  EXPECT_EQ(row_of(stage_of_test), -1);
}

/// Counts the pairs that each stage has answered. For one thread.
struct Counter {
  inline static std::map<Stage, int> answered;
  inline static std::map<Stage, int> out_of_capacity;
  template <class Event, class... Seen>
  static void see(const Event&, const Seen&...) {}
  template <class Core>
  static void see(const seen::Answered& by, const Core&) {
    ++(by.outcome == Outcome::needs_capacity ? out_of_capacity : answered)[by.stage];
  }
};
struct CountingScan : LinearScan {
  using Observer = Counter;
};

template <class T>
void count_answers(std::uint32_t pairs, double alert_distance, const EpaMemory& memory) {
  test::for_each_torture_class<T>(31, pairs, [&](QueryBatch<T> batch) {
    Contacts<T> out(batch.pair_count);
    batch.out = out.view();
    batch.alert_distance = alert_distance;
    for (std::uint64_t i = 0; i < batch.pair_count; ++i) answer_pair<T, CountingScan>(batch, i, memory);
  });
}

TEST(Stages, EveryStageAnswersAdversarialPairs) {
  std::vector<std::uint64_t> memory(polytope_bytes<double>(2048) / 8 + 1);
  Counter::answered.clear();
  Counter::out_of_capacity.clear();
  count_answers<double>(400, std::numeric_limits<double>::infinity(), {memory.data(), 2048});
  count_answers<float>(100, 0, {memory.data(), 2048});
  count_answers<float>(100, 0, {memory.data(), min_polytope_vertices});
  EXPECT_GT(Counter::out_of_capacity[Stage::epa], 0);
  for (const StageRow& row : QueryOrder::row) {
    // These four leave the word to another: `gjk` to what follows, the next two to `separation`, the last two to `epa`.
    const bool is_silent = row.stage == Stage::gjk || row.stage == Stage::refined_separation ||
                           row.stage == Stage::separated_directions || row.stage == Stage::first_epa ||
                           row.stage == Stage::cached_overlap;
    EXPECT_EQ(Counter::answered[row.stage] == 0, is_silent) << row.name;
  }
}

TEST(Stages, AStageMoreIsAskedWhereTheTableSays) {
  using Step = StageStep<stage_of_test>;
  ShapeSet shapes;
  const std::uint32_t box = shapes.add_box({1, 1, 1});
  const ShapeSetView<double> view = shapes.view<double>();
  std::vector<std::uint64_t> memory(polytope_bytes<double>(64) / 8 + 1);
  const auto ask = [&](double x, auto order) {
    RelativePose<double> pose;
    pose.rotation = Mat3<double>{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
    pose.translation = {x, 0.1, 0.2};
    PairProblem<double> p;
    EXPECT_EQ(make_problem(view, box, box, pose, 1e30, p), Status::converged);
    query_detail::CoreSearch<double> found = query_detail::no_search<double>();
    QueryState<double, SimplexIds> q(EpaMemory{memory.data(), 64}, nullptr, found);
    using Order = decltype(order);
    const Outcome outcome = run_stages<Order, AllAttempts, row_of<Order>(Stage::cached_overlap), Order::count>(
        p, vertex_difference<LinearScan>(p), q);
    EXPECT_EQ(outcome, Outcome::done);
    return found.core.separation * power_of_two<double>(p.exponent);
  };
  Step::asked = 0;
  Step::limit2 = 0;
  EXPECT_EQ(ask(1.5, LongerOrder{}), ask(1.5, QueryOrder{}));
  EXPECT_EQ(Step::asked, 1) << "asked of an overlap, and by its own table only";
  EXPECT_GT(ask(2.5, LongerOrder{}), 0);
  EXPECT_EQ(Step::asked, 1) << "not of boxes that are apart";
  Step::limit2 = 1e30;
  EXPECT_EQ(ask(1.5, LongerOrder{}), 0) << "its answer is the query's";
  EXPECT_EQ(Step::asked, 2);
}

}  // namespace
}  // namespace abut
