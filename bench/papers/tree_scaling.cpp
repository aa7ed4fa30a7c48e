// What do building and searching trees over facets cost by their number, with one tree over all bodies and with a tree
// a body? (Montanari 2017, 4.6, Fig. 4.22 and 4.23)
//
//   bench_papers_tree_scaling [--quick]
//
// His costs are taken from the theory: N log N for building and for searching, N being m bodies of l facets; m l log l
// and m (m - 1) / 2 l log l with a tree a body. Here both are counted on spheres that all touch each other
// (bench/papers/tree_scaling.h), and held against N log N. Counts, no times.
#include "bench/papers/tree_scaling.h"

#include "bench/options.h"
#include "bench/papers/report.h"

namespace {

using namespace abut;
using namespace abut::papers;

double n_log_n(double n) { return n * std::log2(n); }

/// Of one number of bodies and one of facets. Data only.
struct Row {
  int bodies;
  std::size_t facets;  ///< of a body
  TreeCosts one, each;
  std::uint64_t within;
  double gain;         ///< what one tree takes more, building and searching
  double gain_theory;  ///< the same by his formulas
};

Row measured(int bodies, int splits) {
  const MutualSpheres spheres(bodies, splits);
  Row row{bodies,
          spheres.facets() / static_cast<std::size_t>(bodies),
          spheres.one_tree(),
          spheres.tree_a_body(),
          spheres.within(),
          0,
          0};
  const auto total = [](const TreeCosts& c) { return static_cast<double>(c.sorted + c.visited); };
  row.gain = total(row.one) / total(row.each) - 1;
  const double l = static_cast<double>(row.facets), m = bodies;
  row.gain_theory = 2 * n_log_n(m * l) / (m * n_log_n(l) + 0.5 * m * (m - 1) * n_log_n(l)) - 1;
  return row;
}

void print_rows(const std::vector<Row>& rows) {
  std::printf("\nOver N log2 N, N = m l; gain: what one tree costs more, here and by the thesis's formulas\n\n");
  std::printf("  %2s  %6s  %8s | %9s  %9s | %9s  %9s | %9s  %9s | %8s\n", "m", "l", "N", "one: sort", "visit",
              "each: sort", "visit", "gain", "thesis", "in reach");
  for (const Row& r : rows) {
    const double n = static_cast<double>(r.facets) * r.bodies, over = n_log_n(n);
    const auto share = [&](std::uint64_t c) { return static_cast<double>(c) / over; };
    std::printf("  %2d  %6zu  %8.0f | %9.3f  %9.3f | %9.3f  %9.4f | %8.0f%%  %8.0f%% | %8llu\n", r.bodies, r.facets, n,
                share(r.one.sorted), share(r.one.visited), share(r.each.sorted), share(r.each.visited), 100 * r.gain,
                100 * r.gain_theory, static_cast<unsigned long long>(r.within));
  }
}

/// Largest over smallest of a count over N log N.
double spread(const std::vector<Row>& rows, std::uint64_t TreeCosts::*what) {
  double least = HUGE_VAL, most = 0;
  for (const Row& r : rows) {
    const double share = static_cast<double>(r.one.*what) / n_log_n(static_cast<double>(r.facets) * r.bodies);
    least = std::min(least, share), most = std::max(most, share);
  }
  return most / least;
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  bench::Options("bench_papers_tree_scaling", "Trees over the facets of bodies that all touch (Montanari 2017, 4.6)")
      .flag("--quick", quick, "a moment of little use, to see that it works")
      .read_or_exit(argc, argv);
  std::printf("Spheres that all touch each other (Montanari 2017, 4.6): one tree over all facets, or a tree a body\n");
  print_machine();
  std::vector<Row> rows;
  bool none_missing = true;
  for (int bodies = 2; bodies <= 5; ++bodies) {
    for (int splits = quick ? 1 : 2; splits <= (quick ? 2 : 5); ++splits) {
      rows.push_back(measured(bodies, splits));
      none_missing = none_missing && rows.back().within > 0 && rows.back().one.found >= rows.back().within &&
                     rows.back().each.found >= rows.back().within;
    }
  }
  print_rows(rows);
  double gain_of_few = HUGE_VAL, gain_of_five = -HUGE_VAL;
  for (const Row& r : rows) {
    if (r.bodies <= 3) gain_of_few = std::min(gain_of_few, r.gain);
    if (r.bodies == 5) gain_of_five = std::max(gain_of_five, r.gain);
  }
  Trends trends;
  trends.add(spread(rows, &TreeCosts::sorted) < 2, "the cost of building a single tree is in the order of N log N",
             format("within a factor of %.2f", spread(rows, &TreeCosts::sorted)));
  trends.add(spread(rows, &TreeCosts::visited) < 2, "that of traversing it is in the order of N log N",
             format("within a factor of %.2f", spread(rows, &TreeCosts::visited)));
  trends.add(gain_of_few > 0, "smaller than 4, it is advantageous to treat each body-contact-pair individually",
             format("one tree costs %.0f %% more, at the least", 100 * gain_of_few));
  trends.add(gain_of_five < 0, "for larger values the cheapest approach is to employ a single ADT only",
             format("with 5 bodies one tree costs up to %.0f %% more", 100 * gain_of_five));
  return none_missing ? 0 : 1;
}
