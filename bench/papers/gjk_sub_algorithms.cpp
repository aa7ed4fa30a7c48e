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

#include "bench/options.h"
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
      const Tolerances exact{1e-30, 1e-15, true, 200};
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
                                  Column of) {
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
  // The thesis gives round figures: a few points of leeway.
  const auto seen = [&](std::pair<double, double> range) {
    return range.first >= low - 0.05 && range.second <= high + 0.05;
  };
  const auto by_sv = savings(tables, configuration, jb, sv);
  const auto by_sp = savings(tables, configuration, jb, sp);
  trends.add(seen(by_sv), seen(by_sp), sentence,
             format("1 - SV/JB from %.0f %% to %.0f %%, 1 - SP/JB from %.0f %% to %.0f %%", 100 * by_sv.first,
                    100 * by_sv.second, 100 * by_sp.first, 100 * by_sp.second));
}

/// How many rows of the tables hold.
template <class Holds>
int count_rows(const std::vector<Table>& tables, const Holds& holds) {
  int count = 0;
  for (const Table& t : tables) {
    for (const Row& r : t.rows) count += !t.in_turn && holds(t, r.nanoseconds) ? 1 : 0;
  }
  return count;
}

/// Time of the last mesh over that of the first, the largest of all tables and configurations.
double growth_with_mesh(const std::vector<Table>& tables, Column c) {
  double growth = 0;
  for (const Table& t : tables) {
    const std::size_t meshes = t.rows.size() / 3;
    for (std::size_t k = 0; k < 3; ++k) {
      growth = std::max(growth, t.rows[(k + 1) * meshes - 1].nanoseconds[c] / t.rows[k * meshes].nanoseconds[c]);
    }
  }
  return growth;
}

/// Smallest and largest time with hill climbing over that without; the tables come in pairs.
std::pair<double, double> climbing_ratio(const std::vector<Table>& tables, Column c) {
  double least = 1e300, most = 0;
  for (std::size_t t = 0; t + 1 < tables.size(); t += 2) {
    for (std::size_t i = 0; i < tables[t].rows.size(); ++i) {
      const double ratio = tables[t].rows[i].nanoseconds[c] / tables[t + 1].rows[i].nanoseconds[c];
      least = std::min(least, ratio);
      most = std::max(most, ratio);
    }
  }
  return {least, most};
}

void print_trends(const std::vector<Table>& tables) {
  Trends trends;
  const int rows = count_rows(tables, [](const Table&, const double*) { return true; });
  const auto in_order = [&](Column c) {
    return count_rows(tables, [c](const Table&, const double* ns) { return ns[c] <= ns[jb] && ns[jb] <= ns[bk]; });
  };
  const auto not_slower = [&](Column c) {
    return count_rows(tables, [c](const Table&, const double* ns) { return ns[c] <= 1.02 * ns[jb]; });
  };
  trends.add(in_order(sv) == rows, in_order(sp) == rows,
             "SV exhibits minimum CPU time, BK is the most computationally intense, and JB is in between the two",
             format("in this order in %d (SV) and %d (SP) of %d rows", in_order(sv), in_order(sp), rows));
  trends.add(not_slower(sv) == rows, not_slower(sp) == rows,
             "for all these experiments SV performs always faster or, occasionally, as fast as JB",
             format("in %d (SV) and %d (SP) of %d rows", not_slower(sv), not_slower(sp), rows));
  const auto climbing = climbing_ratio(tables, sv);
  trends.add(climbing.first > 0.8 && climbing.second < 1.25,
             "There is little difference in CPU time of when enabling or disabling hill-climbing",
             format("time of SV with hill climbing over without: %.2f to %.2f", climbing.first, climbing.second));
  const int fine = count_rows(tables, [](const Table& t, const double*) { return t.tol < 1e-10; });
  const int reversed =
      count_rows(tables, [](const Table& t, const double* ns) { return t.tol < 1e-10 && ns[bk] < ns[jb]; });
  trends.add(reversed > 0, "there are cases in which BK is faster than JB [tolerance 1e-14]",
             format("in %d of %d rows", reversed, fine));
  const double growth[2] = {growth_with_mesh(tables, sv), growth_with_mesh(tables, sp)};
  trends.add(growth[0] < 1.5, growth[1] < 1.5,
             "[the cost of SV] seems independent from the number of vertices defining the polytopes",
             format("the finest mesh over the coarsest, at most: SV %.1f, SP %.1f, JB %.1f", growth[0], growth[1],
                    growth_with_mesh(tables, jb)));
  savings_trend(trends, tables, Configuration::distant, 0.10, 0.25,
                "The speed-up achieved by SV over JB is between 10% and 25% for distant spheres");
  savings_trend(trends, tables, Configuration::overlapping, 0.15, 0.30,
                "and between 15% and 30% for overlapping bodies");
  savings_trend(trends, tables, Configuration::touching, -0.10, 0.10,
                "Only for touching bodies, their performance is comparable");
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  bench::Options("bench_papers_gjk_sub_algorithms",
                 "Time of the sub-algorithm within a GJK query (Montanari 2017, Fig. 4.29 and 4.30)")
      .flag("--quick", quick, "a moment of little use, to see that it works")
      .read_or_exit(argc, argv);
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
