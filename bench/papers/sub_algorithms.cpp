// What does a sub-algorithm cost on one simplex, by the region that holds the nearest point? (Montanari 2017,
// Fig. 4.28)
//
//   bench_papers_sub_algorithms [--quick]
//
// Simplices as GJK makes them: vertices that support their nearest point, and a newest one nearer to the origin along
// it, all with the same chance in a ball. Regions without the newest vertex do not occur, Signed Volumes do not look
// there. Nanoseconds a simplex, in two ways: one simplex over and over, as in the thesis, so that every branch is
// predicted, and many simplices in turn, all regions mixed, as GJK has it. Results are compared with each other.
#include <array>
#include <cmath>
#include <memory>

#include "bench/options.h"
#include "bench/papers/candidates.h"
#include "bench/papers/report.h"
#include "tests/support/random.h"

namespace {

using namespace abut;
using namespace abut::papers;

using Reference = JohnsonAlgorithm<Johnson::backup_only, Differences::of_vectors>;

/// Kept vertices and the newest, which is last.
struct Case {
  int size = 0;
  int region = 0;  ///< number of supporting vertices
  SupportPoint<double> points[4];
  double vv = 0;
};

/// A sub-algorithm that holds the kept vertices of a case.
template <class Sub>
struct Prepared {
  Sub sub;
  SupportPoint<double> newest;
};

template <class Sub>
Prepared<Sub> prepare(const Case& c) {
  Prepared<Sub> out;
  for (int k = 0; k + 1 < c.size; ++k) {
    out.sub.set_newest(c.points[k]);
    out.sub.solve();
    out.sub.reduce();
  }
  out.newest = c.points[c.size - 1];
  return out;
}

SupportPoint<double> random_point(test::Random& random, Vector shift) {
  return {random.in_ball() + shift, {0, 0, 0}, {0, 0, 0}, 0, 0};
}

/// A simplex of `size` vertices that each prefix supports, but for the newest.
Case random_case(test::Random& random, int size) {
  for (;;) {
    const Vector shift = random.in_ball() * random.magnitude(0.03, 3);
    Case c;
    c.size = size;
    Reference sub;
    sub.clear();
    bool good = true;
    for (int k = 0; k < size && good; ++k) {
      c.points[k] = random_point(random, shift);
      if (k > 0) good = dot(sub.nearest.v, c.points[k].w) < 0.99 * sub.nearest.vv;
      if (!good) break;
      sub.set_newest(c.points[k]);
      good = sub.solve();
      if (k + 1 == size) break;
      sub.reduce();
      good = good && sub.count == k + 1;
    }
    if (!good) continue;
    c.vv = sub.nearest.vv;
    for (unsigned s = sub.nearest.support; s != 0; s &= s - 1) ++c.region;
    return c;
  }
}

std::vector<Case> cases_of(int size, int region, int count) {
  test::Random random(static_cast<std::uint64_t>(10 * size + region));
  std::vector<Case> out;
  while (static_cast<int>(out.size()) < count) {
    const Case c = random_case(random, size);
    if (c.region == region) out.push_back(c);
  }
  return out;
}

/// `again` times each case before the next, `rounds` times all.
template <class Sub>
void solve_all(std::vector<Prepared<Sub>>& prepared, int again, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    for (Prepared<Sub>& p : prepared) {
      for (int i = 0; i < again; ++i) {
        use(p);  // and read it again from memory
        p.sub.set_newest(p.newest);
        p.sub.solve();
      }
    }
  }
}

using Compared = Candidates<Sv, Sp, Jh, Jb, Bk, Vr, Vn>;
enum Column { sv, sp, jh, jb, bk, vr, vn };

struct Row {
  std::array<double, Compared::count> nanoseconds{};
  int wrong = 0;
};

Row measure(const std::vector<Case>& cases, int again, int rounds, int repeats) {
  std::vector<std::function<void()>> works, checks;
  Row row;
  Compared::for_each([&]<class Sub>() {
    const auto prepared = std::make_shared<std::vector<Prepared<Sub>>>();
    for (const Case& c : cases) prepared->push_back(prepare<Sub>(c));
    works.push_back([=] { solve_all(*prepared, again, rounds); });
    checks.push_back([prepared, &cases, &row] {
      for (std::size_t i = 0; i < cases.size(); ++i) {
        const double error = std::sqrt((*prepared)[i].sub.nearest.vv) - std::sqrt(cases[i].vv);
        row.wrong += std::abs(error) < 1e-9 ? 0 : 1;
      }
    });
  });
  const std::vector<double> seconds = medians(repeats, works);
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    row.nanoseconds[i] = seconds[i] * 1e9 / (static_cast<double>(cases.size()) * again * rounds);
  }
  for (const auto& check : checks) check();
  return row;
}

void print_header(const char* title) {
  std::printf("\n%s\n%-11s %-8s |     ns", title, "", "nearest");
  for (int i = 1; i < Compared::count; ++i) std::printf("%7s", "");
  std::printf(" | ratio to SV\n%-11s %-8s |", "simplex", "point on");
  for (const char* name : Compared::names) std::printf("%7s", name);
  std::printf(" |");
  for (int i = 1; i < Compared::count; ++i) std::printf("%6s", Compared::names[i]);
  std::printf(" | answers\n");
}

void print_row(const char* simplex, const char* region, const Row& row) {
  std::printf("%-11s %-8s |", simplex, region);
  for (const double ns : row.nanoseconds) std::printf(" %6.1f", ns);
  std::printf(" |");
  for (int i = 1; i < Compared::count; ++i) std::printf(" %5.2f", row.nanoseconds[i] / row.nanoseconds[0]);
  std::printf(" | %s\n", row.wrong == 0 ? "right" : format("%d WRONG", row.wrong).c_str());
  std::fflush(stdout);
}

using Table = std::array<std::array<Row, 5>, 5>;  // [simplex size][region]

void print_trends(const Table& t) {
  const auto ns = [&](int size, int region, Column which) { return t[size][region].nanoseconds[which]; };
  Trends trends;
  const auto series = [&](int size, Column which) {
    std::string out;
    for (int r = 1; r <= size; ++r) out += format(r > 1 ? ", %.1f" : "%.1f", ns(size, r, which));
    return out;
  };
  bool rises = true;
  int most = 0, rows = 0;
  double spread[5] = {};
  for (int size = 2; size <= 4; ++size) {
    for (int r = 1; r <= size; ++r, ++rows) {
      rises = rises && (r == 1 || ns(size, r, jb) > ns(size, r - 1, jb));
      const double low = std::min({ns(size, r, sv), ns(size, r, jb), ns(size, r, vr)});
      const double high = std::max({ns(size, r, sv), ns(size, r, jb), ns(size, r, vr)});
      most += ns(size, r, vr) >= high ? 1 : 0;
      spread[size] = std::max(spread[size], high / low);
    }
  }
  trends.add(rises,
             "the Johnson algorithm demands more CPU time as the cardinality of the subset that contains O increases",
             "JB on a triangle " + series(3, jb) + " ns, on a tetrahedron " + series(4, jb) + " ns");
  const auto inside_is_least = [&](Column c) {
    return ns(4, 4, c) <= std::min({ns(4, 1, c), ns(4, 2, c), ns(4, 3, c)});
  };
  trends.add(
      inside_is_least(sv), inside_is_least(sp),
      "The Signed Volumes methods however shows an opposite trend: when the O is inside the simplex, the cost is "
      "minimum",
      "on a tetrahedron SV " + series(4, sv) + " ns, SP " + series(4, sp) + " ns");
  trends.add(
      ns(4, 1, sv) > ns(4, 1, jb), ns(4, 1, sp) > ns(4, 1, jb),
      "when the point of minimum norm is supported by a single vertex it results expensive",
      format("a tetrahedron's vertex: SV %.1f ns, SP %.1f ns, JB %.1f ns", ns(4, 1, sv), ns(4, 1, sp), ns(4, 1, jb)));
  trends.add(2 * most > rows, "The Voronoi region search [...] generally requires more CPU time than other procedures",
             format("VR is the dearest of SV, JB and VR in %d of %d rows", most, rows));
  trends.add(spread[2] < 1.5 && spread[3] > 1.5 && spread[4] > 1.5,
             "Apart from 1-simplices, in all other cases the performance of these algorithms is remarkably different",
             format("dearest over cheapest of SV, JB and VR, at most: segment %.1f, triangle %.1f, tetrahedron %.1f",
                    spread[2], spread[3], spread[4]));
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  bench::Options("bench_papers_sub_algorithms", "Cost of a sub-algorithm on one simplex (Montanari 2017, Fig. 4.28)")
      .flag("--quick", quick, "a moment of little use, to see that it works")
      .read_or_exit(argc, argv);
  const int count = quick ? 64 : 512;
  const int repeats = quick ? 3 : 15;
  const char* simplices[] = {"", "point", "segment", "triangle", "tetrahedron"};
  const char* regions[] = {"mixed", "vertex", "edge", "face", "inside"};
  std::printf("Cost of a sub-algorithm on one simplex (Montanari 2017, Fig. 4.28)\n");
  print_machine();
  std::printf("%d simplices a row, medians of %d runs\n", count, repeats);
  std::printf("%s", legend);
  Table table;
  bool right = true;
  for (const bool mixed : {false, true}) {
    print_header(mixed ? "Many simplices in turn" : "One simplex over and over");
    for (int size = 2; size <= 4; ++size) {
      std::vector<Case> all;
      for (int region = 1; region <= size; ++region) {
        const std::vector<Case> cases = cases_of(size, region, count);
        all.insert(all.end(), cases.begin(), cases.end());
        const Row row = measure(cases, mixed ? 1 : 100, mixed ? (quick ? 4 : 40) : 1, repeats);
        if (!mixed) table[size][region] = row;
        right = right && row.wrong == 0;
        print_row(simplices[size], regions[region], row);
      }
      if (!mixed) continue;
      test::Random random(1);
      for (std::size_t i = all.size(); i > 1; --i)
        std::swap(all[i - 1], all[random.below(static_cast<std::uint32_t>(i))]);
      all.resize(static_cast<std::size_t>(count));
      print_row(simplices[size], regions[0], measure(all, 1, quick ? 4 : 40, repeats));
    }
  }
  print_trends(table);
  return right ? 0 : 1;
}
