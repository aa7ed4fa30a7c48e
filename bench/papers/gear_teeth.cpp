// How accurate is GJK's distance with each sub-algorithm when simplices degenerate, and what are their determinants?
// (Montanari 2017, Fig. 4.34 to 4.36)
//
//   bench_papers_gear_teeth [--quick]
//
// Two gear teeth turn until they touch (bench/papers/gear_teeth.h); at each step every sub-algorithm measures the
// distance and the reference certifies the true one. Determinants are those of the system that gave the answer: A
// (eq. 2.20; where no subset passed, of the whole simplex) for Johnson's algorithm, M (eq. 3.2) for Signed Volumes, in
// the pair's unit, over all iterations. GJK runs as the thesis prints it and with guards against endless loops
// (bench/papers/gjk_loop.h).
#include <array>

#include "bench/options.h"
#include "bench/papers/candidates.h"
#include "bench/papers/gear_teeth.h"
#include "bench/papers/gjk_loop.h"
#include "bench/papers/report.h"

namespace {

using namespace abut;
using namespace abut::papers;

using Compared = Candidates<Sv, Sp, Jh, Je, Jb, Bk, Vn>;
enum Column { sv, sp, jh, je, jb, bk, vn };

constexpr double eps = Epsilon<double>::value;
const double sqrt_eps = std::sqrt(eps);

/// As tight as doubles allow, so that the sub-algorithm limits the accuracy.
constexpr Tolerances tightest(bool guarded) { return {eps * eps, 4 * eps, guarded, 200}; }

/// |det M| of the simplex on some points: the measure of its largest projection, times r!.
double determinant_m(const std::vector<Vector>& p) {
  if (p.size() == 1) return 1;
  const Vector a = p[1] - p[0];
  if (p.size() == 2) return max_abs(a);
  const Vector n = cross(a, p[2] - p[0]);
  return p.size() == 3 ? max_abs(n) : abs(dot(n, p[3] - p[0]));
}

/// det A of the simplex on some points: the Gram determinant of its edges.
double determinant_a(const std::vector<Vector>& p) {
  const Vector a = p[1] - p[0];
  if (p.size() == 2) return dot(a, a);
  const Vector n = cross(a, p[2] - p[0]);
  if (p.size() == 3) return dot(n, n);
  const double volume = dot(n, p[3] - p[0]);
  return volume * volume;
}

struct Band {
  double least = HUGE_VAL, most = 0;
  void add(double x) {
    least = std::min(least, x);
    most = std::max(most, x);
  }
};

struct Determinants {
  Band a, m;

  void solved(const Sv& sub, const SupportPoint<double>&, bool) {
    std::vector<Vector> support;
    for (int k = 0; k < 4; ++k) {
      if (sub.nearest.lambda[k] > 0) support.push_back(sub.simplex.w[k]);
    }
    m.add(determinant_m(support));
  }
  template <Johnson variant, Differences differences>
  void solved(const JohnsonAlgorithm<variant, differences>& sub, const SupportPoint<double>&, bool found) {
    a.add(found ? abs(sub.determinant()) : determinant_a({sub.w, sub.w + sub.count + 1}));
  }
  template <class Other>
  void solved(const Other&, const SupportPoint<double>&, bool) {}
};

struct Measured {
  double distance;
  double error;
  bool ended;  ///< neither failed nor went on for ever
  Determinants determinants;
};

struct Step {
  double truth;
  std::array<Measured, Compared::count> by;
};

std::vector<Step> run_motion(const GearTeeth& teeth, const std::vector<RelativePose<double>>& motion, bool guarded) {
  std::vector<Step> steps;
  for (const RelativePose<double>& pose : motion) {
    const PairQuery query = teeth.query(pose);
    Step step{teeth.distance(pose), {}};
    std::size_t i = 0;
    Compared::for_each([&]<class Sub>() {
      Sub sub;
      Measured& m = step.by[i++];
      PairSupport<EveryVertex> support(query);
      const GjkResult r = gjk_loop(sub, support, -query.problem.pose.translation, tightest(guarded), m.determinants);
      m.ended = r.exit != Exit::failed && r.exit != Exit::cap;
      m.distance = in_callers_unit(query, std::sqrt(r.vv));
      m.error = abs(m.distance - step.truth);
    });
    steps.push_back(step);
  }
  return steps;
}

bool is_wrong(const Measured& m, double size) { return !(m.error <= sqrt_eps * size); }
bool is_bad(const Measured& m, double size) { return !m.ended || is_wrong(m, size); }

void print_motion(const std::vector<Step>& steps, double size) {
  std::printf("\n%5s %9s | %9s %9s | %19s | %19s | JH\n", "", "", "error of", "", "|det A| over", "|det M| over");
  std::printf("%5s %9s | %9s %9s | %19s | %19s |\n", "step", "distance", "JH", "SV", "JH's iterations",
              "SV's iterations");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Measured& j = steps[i].by[jh];
    const Measured& s = steps[i].by[sv];
    const bool bad = is_bad(j, size) || is_bad(s, size);
    if (i % 5 != 0 && i + 1 != steps.size() && !bad) continue;
    std::printf("%5zu %9.2e | %9.1e %9.1e | %9.1e %9.1e | %9.1e %9.1e | %s\n", i, steps[i].truth, j.error, s.error,
                j.determinants.a.least, j.determinants.a.most, s.determinants.m.least, s.determinants.m.most,
                !j.ended          ? "failed"
                : is_bad(j, size) ? "wrong"
                                  : "");
  }
}

/// Largest error of the library's pair query over the motion.
double query_error(const GearTeeth& teeth, const std::vector<RelativePose<double>>& motion) {
  double worst = 0;
  for (const RelativePose<double>& pose : motion) {
    worst = std::max(worst, abs(std::max(0.0, teeth.library_separation(pose)) - teeth.distance(pose)));
  }
  return worst;
}

struct MeshResult {
  std::uint32_t vertices;
  double tilt, size;
  double query_error;  ///< largest of the library's own pair query
  std::vector<Step> steps;

  double worst_error(Column c) const {
    double worst = 0;
    for (const Step& s : steps) worst = std::max(worst, s.by[c].error);
    return worst;
  }
  int unended_steps(Column c) const {
    int unended = 0;
    for (const Step& s : steps) unended += s.by[c].ended ? 0 : 1;
    return unended;
  }
  int wrong_steps(Column c) const {
    int wrong = 0;
    for (const Step& s : steps) wrong += is_wrong(s.by[c], size) ? 1 : 0;
    return wrong;
  }
  int bad_steps(Column c) const {
    int bad = 0;
    for (const Step& s : steps) bad += is_bad(s.by[c], size) ? 1 : 0;
    return bad;
  }
  const Measured& last(Column c) const { return steps.back().by[c]; }
};

template <class Value>
void print_meshes(const char* title, const std::vector<MeshResult>& results, const Value& value) {
  std::printf("\n%s\n%8s %8s |", title, "vertices", "tilt");
  for (const char* name : Compared::names) std::printf("%9s", name);
  std::printf("\n");
  for (const MeshResult& r : results) {
    std::printf("%8u %8.0e |", r.vertices, r.tilt);
    for (int c = 0; c < Compared::count; ++c) std::printf("%9s", value(r, static_cast<Column>(c)).c_str());
    std::printf("\n");
  }
}

void print_trends(const std::vector<MeshResult>& results, const char* loop) {
  Trends trends(loop);
  int jh_bad = 0, sv_bad = 0, bad_near_eps = 0, steps = 0, not_falling = 0;
  Band a, m, a_bad;
  double jh_last = 0, sv_last = 0, jh_worst = 0, sv_worst = 0;
  for (const MeshResult& r : results) {
    jh_bad += r.bad_steps(jh);
    sv_bad += r.bad_steps(sv);
    steps += static_cast<int>(r.steps.size());
    jh_last = std::max(jh_last, r.last(jh).error / r.size);
    sv_last = std::max(sv_last, r.last(sv).error / r.size);
    jh_worst = std::max(jh_worst, r.worst_error(jh) / r.size);
    sv_worst = std::max(sv_worst, r.worst_error(sv) / r.size);
    for (std::size_t i = 0; i < r.steps.size(); ++i) {
      const Step& s = r.steps[i];
      a.add(s.by[jh].determinants.a.least);
      m.add(s.by[sv].determinants.m.least);
      if (is_bad(s.by[jh], r.size)) {
        a_bad.add(s.by[jh].determinants.a.least);
        bad_near_eps += s.by[jh].determinants.a.least < 100 * eps ? 1 : 0;
      }
      // Rounding of the last steps, which differ by less than that, is no rise.
      if (i > 0 && s.by[sv].distance > r.steps[i - 1].by[sv].distance + 8 * eps * r.size) ++not_falling;
    }
  }
  trends.add(jh_bad > 0, "The red markers indicate that Johnson's algorithm fails three times",
             format("JH fails or is off by more than sqrt(eps) in %d of %d steps, SV in %d", jh_bad, steps, sv_bad));
  trends.add(jh_bad > 0 && 2 * bad_near_eps > jh_bad,
             "The failures occur when |det A| is in the order of the machine precision",
             jh_bad == 0 ? "no failures"
                         : format("least |det A| in such a step: %.1e to %.1e; below 100 eps in %d of %d", a_bad.least,
                                  a_bad.most, bad_near_eps, jh_bad));
  trends.add(
      not_falling == 0 && sv_last < 16 * eps,
      "[with SV] the distance decreases monotonically until the gear teeth touch each other, and the smallest value "
      "recorded [...] is in the order of the machine precision",
      format("SV's distance rises in %d steps; error of the last step at most %.1e of the size", not_falling, sv_last));
  trends.add(a.least < 100 * eps, "|det A| reaches eps several times", format("least |det A| of JH %.1e", a.least));
  trends.add(m.least > sqrt_eps, "|det M| remains well above the rounding error for the whole simulation",
             format("least |det M| of SV %.1e", m.least));
  trends.add(
      jh_last > 0.1 * sqrt_eps && sv_last < 16 * eps,
      "The distance measured at the last solution step using JH is in the order of eps^1/2, whereas SV reaches values "
      "very close to eps",
      format("largest error of the size, last step: JH %.1e, SV %.1e; any step: JH %.1e, SV %.1e", jh_last, sv_last,
             jh_worst, sv_worst));
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  bench::Options("bench_papers_gear_teeth",
                 "Distance of two gear teeth that approach each other (Montanari 2017, Fig. 4.34 to 4.36)")
      .flag("--quick", quick, "a moment of little use, to see that it works")
      .read_or_exit(argc, argv);
  std::printf("Distance of two gear teeth that approach each other (Montanari 2017, Fig. 4.34 to 4.36)\n");
  print_machine();
  std::printf("%sJE  Johnson's algorithm alone, its differences taken between vertices instead of dot products\n",
              legend);
  std::printf("eps %.1e, sqrt(eps) %.1e; distances in modules\n", eps, sqrt_eps);
  std::vector<MeshResult> printed, guarded;
  const std::vector<int> meshes = quick ? std::vector<int>{4, 8} : std::vector<int>{4, 8, 16, 32, 64};
  const std::vector<double> tilts =
      quick ? std::vector<double>{0, 1e-3} : std::vector<double>{0, 1e-6, 1e-4, 1e-3, 1e-2};
  for (const double tilt : tilts) {
    for (const int points : meshes) {
      const GearTeeth teeth(points, tilt);
      const std::vector<RelativePose<double>> motion = teeth.motion(quick ? 20 : 100, 45);
      const double query = query_error(teeth, motion);
      printed.push_back({teeth.vertices(), tilt, teeth.size(), query, run_motion(teeth, motion, false)});
      guarded.push_back({teeth.vertices(), tilt, teeth.size(), query, run_motion(teeth, motion, true)});
    }
  }
  const MeshResult& shown = guarded[(quick ? 1 : 3) * meshes.size()];
  std::printf(
      "\nAxes tilted, %u vertices a tooth, GJK with guards: every fifth step, and those where the error is above "
      "sqrt(eps)\n",
      shown.vertices);
  print_motion(shown.steps, shown.size);
  std::printf("\nAll meshes, %zu steps each\n", shown.steps.size());
  const auto bad = [](const MeshResult& r, Column c) { return format("%d/%d", r.unended_steps(c), r.wrong_steps(c)); };
  print_meshes(
      "steps without an end (endless, or no subset passed) / with an error above sqrt(eps), GJK as printed "
      "(Algorithm 5)",
      printed, bad);
  print_meshes("the same, GJK with guards", guarded, bad);
  print_meshes("error of the distance at the last step, contact, by the size, GJK with guards", guarded,
               [](const MeshResult& r, Column c) { return format("%.0e", r.last(c).error / r.size); });
  print_meshes("largest error over the motion, by the size, GJK with guards", guarded,
               [](const MeshResult& r, Column c) { return format("%.0e", r.worst_error(c) / r.size); });
  double query = 0, worst = 0;
  for (const MeshResult& r : guarded) {
    query = std::max(query, r.query_error / r.size);
    worst = std::max(worst, r.worst_error(sv) / r.size);
  }
  std::printf("\nThe library's own pair query, f64: largest error %.1e of the size\n", query);
  print_trends(printed, "GJK as printed (Algorithm 5)");
  print_trends(guarded, "GJK with guards");
  return worst < 1e-12 && query < 1e-14 ? 0 : 1;
}
