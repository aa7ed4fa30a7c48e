// What share of a GJK query is the sub-algorithm's, by sub-algorithm, regime, mesh and tolerance?
// (Montanari 2017, Fig. 4.29 and 4.30)
//
//   bench_papers_gjk_sub_algorithms [--quick]
//
// Polygonal spheres (bench/papers/sphere_pairs.h). The support points of every query are recorded, then the
// sub-algorithm works through them alone: nanoseconds a query, the sum over its iterations. One query over and over, as
// in the thesis, and the last table many queries in turn. Answers are held against the library's queries and, for the
// smallest meshes, against the reference.
#include <array>

#include "bench/papers/report.h"
#include "bench/papers/sphere_runs.h"
#include "host/reference/reference.h"

namespace {

using namespace abut;
using namespace abut::papers;

using Compared = Candidates<Sv, Sp, Jh, Jb, Bk, Vn>;
enum Column { sv, sp, jh, jb, bk, vn };

constexpr Configuration configurations[] = {Configuration::distant, Configuration::touching,
                                            Configuration::overlapping};

struct Row {
  Configuration configuration;
  std::uint32_t vertices;
  double nanoseconds[Compared::count];
  Verdict verdict[Compared::count];
};

struct Table {
  double tol;
  bool climbing;
  bool in_turn;
  std::vector<Row> rows;
};

struct Effort {
  int pairs, again, repeats;
  std::vector<int> splits;
};

/// What one row of a table needs: traces of every sub-algorithm, and whether its answers are right.
template <class Search>
std::vector<Trace> traces_of(const SpherePairs& pairs, const Tolerances& tolerances, Row& row) {
  row.vertices = pairs.shapes.header(0).vertex_count;
  const std::vector<double> truth = separations(pairs);
  std::vector<Trace> traces;
  Compared::for_each([&]<class Sub>() {
    row.verdict[traces.size()] = judge<Sub, Search>(pairs.queries, tolerances, truth);
    traces.push_back(record<Sub, Search>(pairs.queries, tolerances));
  });
  return traces;
}

/// With hill climbing and without, timed in turn.
std::array<Row, 2> measure(const SpherePairs& pairs, Configuration configuration, double tol, const Effort& effort,
                           int again) {
  std::array<Row, 2> rows{};
  const std::vector<Trace> traces[2] = {traces_of<HillClimbing>(pairs, tolerances(tol), rows[0]),
                                        traces_of<EveryVertex>(pairs, tolerances(tol), rows[1])};
  std::vector<std::function<void()>> works;
  for (const std::vector<Trace>& of : traces) {
    std::size_t i = 0;
    Compared::for_each([&]<class Sub>() { works.push_back([&trace = of[i++], again] { replay<Sub>(trace, again); }); });
  }
  const std::vector<double> seconds = medians(effort.repeats, works);
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    rows[i / Compared::count].nanoseconds[i % Compared::count] =
        seconds[i] * 1e9 / (static_cast<double>(pairs.queries.size()) * again);
  }
  rows[0].configuration = rows[1].configuration = configuration;
  return rows;
}

void print_row(const Row& row) {
  std::printf("%-11s %8u |", name_of(row.configuration), row.vertices);
  for (const double ns : row.nanoseconds) std::printf("%7.0f", ns);
  std::printf(" |");
  for (int i = 1; i < Compared::count; ++i) std::printf("%6.2f", row.nanoseconds[i] / row.nanoseconds[0]);
  std::printf(" | %4.1f |", row.verdict[sv].iterations);
  std::string notes;
  for (int i = 0; i < Compared::count; ++i) notes += text_of(Compared::names[i], row.verdict[i]);
  std::printf("%s\n", notes.c_str());
}

void print_table(const Table& table) {
  std::printf("\ntolerance %.0e, %s, %s\n", table.tol, table.climbing ? "hill climbing" : "scan of all vertices",
              table.in_turn ? "many queries in turn" : "one query over and over");
  std::printf("%-11s %8s |%7s", "", "", "ns");
  for (int i = 1; i < Compared::count; ++i) std::printf("%7s", "");
  std::printf(" | ratio to SV\n%-11s %8s |", "spheres", "vertices");
  for (const char* name : Compared::names) std::printf("%7s", name);
  std::printf(" |");
  for (int i = 1; i < Compared::count; ++i) std::printf("%6s", Compared::names[i]);
  std::printf(" |  GJK |\n");
  for (const Row& row : table.rows) print_row(row);
  std::fflush(stdout);
}

/// The table with hill climbing and the one without.
std::array<Table, 2> run_tables(double tol, bool in_turn, const Effort& effort) {
  std::array<Table, 2> tables{Table{tol, true, in_turn, {}}, Table{tol, false, in_turn, {}}};
  for (const Configuration configuration : configurations) {
    for (const int splits : effort.splits) {
      const SpherePairs pairs = sphere_pairs(splits, configuration, effort.pairs);
      const std::array<Row, 2> rows = measure(pairs, configuration, tol, effort, in_turn ? 1 : effort.again);
      for (int i = 0; i < 2; ++i) tables[i].rows.push_back(rows[i]);
    }
  }
  return tables;
}

/// Largest error of Signed Volumes' distances against the reference, of a sample.
double reference_error(int pairs_checked) {
  double largest = 0;
  for (const Configuration configuration : {Configuration::distant, Configuration::touching}) {
    const SpherePairs pairs = sphere_pairs(1, configuration, pairs_checked);
    const reference::Reference reference({reference::core_of(pairs.shapes.view<double>(), 0)});
    for (std::size_t i = 0; i < pairs.poses.size(); ++i) {
      const double truth = reference.query(0, 0, pairs.poses[i]).separation;
      Tolerances exact{1e-30, 1e-15, true, 200};
      Sv sub;
      NoObserver observer;
      PairSupport<EveryVertex> support(pairs.queries[i]);
      const GjkResult r = gjk_loop(sub, support, first_direction(pairs.queries[i]), exact, observer);
      largest = std::max(largest, std::abs(in_callers_unit(pairs.queries[i], std::sqrt(r.vv)) - std::max(0.0, truth)));
    }
  }
  return largest;
}

/// Smallest and largest of 1 - SV / other over the rows of a configuration.
std::pair<double, double> savings(const std::vector<Table>& tables, Configuration configuration, Column over,
                                  Column of = sv) {
  double least = 1e300, most = -1e300;
  for (const Table& t : tables) {
    for (const Row& r : t.rows) {
      if (r.configuration != configuration || t.in_turn) continue;
      const double saved = 1 - r.nanoseconds[of] / r.nanoseconds[over];
      least = std::min(least, saved);
      most = std::max(most, saved);
    }
  }
  return {least, most};
}

void savings_trend(Trends& trends, const std::vector<Table>& tables, Configuration configuration, double low,
                   double high, const char* sentence) {
  const auto [least, most] = savings(tables, configuration, jb);
  const auto [least_sp, most_sp] = savings(tables, configuration, jb, sp);
  // A few points of leeway: the thesis gives round figures.
  trends.add(least >= low - 0.05 && most <= high + 0.05 && most > 0, sentence,
             format("1 - SV/JB from %.0f %% to %.0f %%, 1 - SP/JB from %.0f %% to %.0f %%", 100 * least, 100 * most,
                    100 * least_sp, 100 * most_sp));
}

void print_trends(const std::vector<Table>& tables) {
  Trends trends;
  int rows = 0, order = 0, bk_most = 0, sv_not_slower = 0, bk_beats_jb = 0, fine = 0;
  double climbing_least = 1e300, climbing_most = 0;
  std::vector<double> by_mesh_low, by_mesh_high;
  for (const Table& t : tables) {
    if (t.in_turn) continue;
    for (const Row& r : t.rows) {
      const double* ns = r.nanoseconds;
      ++rows;
      order += ns[sv] <= ns[jb] && ns[jb] <= ns[bk] ? 1 : 0;
      bk_most += ns[bk] >= std::max(ns[sv], ns[jb]) ? 1 : 0;
      sv_not_slower += ns[sv] <= 1.02 * ns[jb] ? 1 : 0;
      if (t.tol < 1e-10) fine++, bk_beats_jb += ns[bk] < ns[jb] ? 1 : 0;
    }
  }
  for (const double tol : {1e-8, 1e-14}) {
    const Table* pair[2] = {nullptr, nullptr};
    for (const Table& t : tables) {
      if (t.tol == tol && !t.in_turn) pair[t.climbing ? 1 : 0] = &t;
    }
    for (std::size_t i = 0; i < pair[0]->rows.size(); ++i) {
      const double ratio = pair[1]->rows[i].nanoseconds[sv] / pair[0]->rows[i].nanoseconds[sv];
      climbing_least = std::min(climbing_least, ratio);
      climbing_most = std::max(climbing_most, ratio);
    }
  }
  trends.add(order == rows,
             "SV exhibits minimum CPU time, BK is the most computationally intense, and JB is in between the two",
             format("in this order in %d of %d rows; BK is the dearest of the three in %d", order, rows, bk_most));
  trends.add(sv_not_slower == rows,
             "for all these experiments SV performs always faster or, occasionally, as fast as JB",
             format("in %d of %d rows", sv_not_slower, rows));
  trends.add(climbing_least > 0.8 && climbing_most < 1.25,
             "There is little difference in CPU time of when enabling or disabling hill-climbing",
             format("time of SV with hill climbing over without: %.2f to %.2f", climbing_least, climbing_most));
  trends.add(bk_beats_jb > 0, "there are cases in which BK is faster than JB (tolerance 1e-14)",
             format("in %d of %d rows", bk_beats_jb, fine));
  const std::size_t meshes = tables[0].rows.size() / 3;
  double growth = 0;
  for (const Table& t : tables) {
    for (std::size_t c = 0; c < 3; ++c) {
      growth = std::max(growth, t.rows[(c + 1) * meshes - 1].nanoseconds[sv] / t.rows[c * meshes].nanoseconds[sv]);
    }
  }
  trends.add(growth < 1.5, "[the cost of SV] seems independent from the number of vertices defining the polytopes",
             format("SV on the finest mesh over the coarsest: up to %.1f times", growth));
  savings_trend(trends, tables, Configuration::distant, 0.10, 0.25,
                "The speed-up achieved by SV over JB is between 10% and 25% for distant spheres");
  savings_trend(trends, tables, Configuration::overlapping, 0.15, 0.30,
                "and between 15% and 30% for overlapping bodies");
  savings_trend(trends, tables, Configuration::touching, -0.10, 0.10,
                "Only for touching bodies, their performance is comparable");
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = has_flag(argc, argv, "--quick");
  const Effort effort = quick ? Effort{20, 5, 3, {0, 2}} : Effort{200, 20, 21, {0, 1, 2, 3, 4}};
  std::printf("Time of the sub-algorithm within a GJK query (Montanari 2017, Fig. 4.29 and 4.30)\n");
  print_machine();
  std::printf("%d pairs a row, medians of %d runs\n%s", effort.pairs, effort.repeats, legend);
  std::printf(
      "GJK is the mean number of iterations with SV; failed, endless and wrong queries are named at the end of a "
      "row\n");
  std::vector<Table> tables;
  for (const double tol : {1e-8, 1e-14}) {
    for (Table& table : run_tables(tol, false, effort)) {
      print_table(table);
      tables.push_back(std::move(table));
    }
  }
  tables.push_back(run_tables(1e-14, true, effort)[1]);
  print_table(tables.back());
  bool right = true;
  for (const Table& t : tables) {
    for (const Row& r : t.rows) right = right && r.verdict[sv].wrong + r.verdict[sv].endless == 0;
  }
  const double error = reference_error(quick ? 5 : 50);
  std::printf("\nSV against the reference, spheres of 42 vertices, distant and touching: largest error %.1e\n", error);
  print_trends(tables);
  return right && error < 1e-14 ? 0 : 1;
}
