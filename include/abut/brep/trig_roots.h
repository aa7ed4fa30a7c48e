// All roots on the circle of one or two functions whose product is a trigonometric polynomial.
//
// Equations with a square root have two branches, and only their product, after squaring, is a polynomial. It says
// where roots are (root_intervals.h); which branch each belongs to, and where exactly, say the branches themselves, by
// their signs at both ends. So no root of the polynomial counts that is none of a branch, and two branches with a root
// at one place, where the polynomial has a double one, are told apart.
//
// A problem has
//   degree                    of the polynomial in Bernstein form
//   branches                  1 or 2
//   form(arc, noise)          ArcForm<T, degree>; noise: what its coefficients are known to
//   value(direction, branch)  of a branch, T
//   value_noise()             what values are known to
//   has_gaps                  whether branches are real only in places: two of them, which meet at the ends of those
//   room(direction)           with gaps: below 0 where the branches are not real
//   found(direction, branch, doubtful)   takes a root; doubtful: touches 0 within rounding. With gaps it may be none
//   not_isolated(), incomplete()         a branch is 0 all round; roots may be missing
//   has_alone                 whether there are forms of one branch too, of the same degree, for where the product is
//                             within noise far around:
//   can_be_alone(), form_alone(arc, branch, noise)   whether they hold; the form, times what is above 0
#pragma once

#include "abut/brep/bernstein_arc.h"
#include "abut/brep/root_intervals.h"

namespace abut {
inline namespace ABUT_ISA {

namespace trig_detail {

template <class T, class Problem>
struct RootFinder {
  Problem& problem;
  Vec2<T> start;

  ABUT_HD T value(T turn, int branch) const { return problem.value(direction_at(start, turn), branch); }

  /// Between values of different signs: regula falsi (Illinois), every third step a bisection.
  ABUT_HD T root_between(T a, T fa, T b, T fb, int branch) const {
    for (int i = 0; i < 3 * 60; ++i) {
      T next = i % 3 == 2 ? (a + b) * T(0.5) : (a * fb - b * fa) / (fb - fa);
      if (!(next > a && next < b)) next = (a + b) * T(0.5);
      if (!(next > a && next < b)) break;
      const T f = value(next, branch);
      if (f == T(0)) return next;
      const bool moves_a = (f < T(0)) == (fa < T(0));
      const T step = moves_a ? next - a : b - next, other = moves_a ? b - next : next - a;
      if (moves_a) {
        a = next;
        fa = f;
        fb *= T(0.5);
      } else {
        b = next;
        fb = f;
        fa *= T(0.5);
      }
      if (min(step, other) <= Epsilon<T>::value) return next;
    }
    return (a + b) * T(0.5);
  }

  ABUT_HD bool crossing(T begin, T end, int branch) const {
    const T f = value(begin, branch), g = value(end, branch);
    if (f == T(0) || (f < T(0)) == (g < T(0))) return false;
    problem.found(direction_at(start, root_between(begin, f, end, g, branch)), branch, false);
    return true;
  }

  /// Where both ends have one sign: the least absolute value between them by thirds, which is a root where it touches 0
  /// within rounding, and two where the sign changes.
  ABUT_HD void touching(T begin, T end, int branch) const {
    const T f = value(begin, branch), sign = f < T(0) ? T(-1) : T(1);
    T a = begin, b = end;
    for (int i = 0; i < 40 && b - a > Epsilon<T>::value * T(4); ++i) {
      const T third = (b - a) / T(3), p = sign * value(a + third, branch), q = sign * value(b - third, branch);
      if (p < T(0) || q < T(0)) {
        const T inside = p < T(0) ? a + third : b - third;
        crossing(begin, inside, branch);
        crossing(inside, end, branch);
        return;
      }
      if (p < q) {
        b = b - third;
      } else {
        a = a + third;
      }
    }
    const T middle = (a + b) * T(0.5);
    if (abs(value(middle, branch)) <= problem.value_noise()) problem.found(direction_at(start, middle), branch, true);
  }

  ABUT_HD bool is_real(T turn) const { return problem.room(direction_at(start, turn)) >= T(0); }

  /// Where, between these, the branches end to be real.
  ABUT_HD T edge(T real, T other) const {
    for (int i = 0; i < 60; ++i) {
      const T middle = (real + other) * T(0.5);
      if (middle == real || middle == other) break;
      (is_real(middle) ? real : other) = middle;
    }
    return real;
  }

  /// Narrows the interval to where branches are real; false if they are nowhere.
  ABUT_HD bool keep_real(T& begin, T& end) const {
    constexpr int parts = 16;
    if (is_real(begin) && is_real(end)) return true;
    T inside = is_real(begin) ? begin : end;
    for (int i = 1; i < parts && !is_real(inside); ++i) inside = begin + (end - begin) * (T(i) / T(parts));
    if (!is_real(inside)) return false;
    if (!is_real(begin)) begin = edge(inside, begin);
    if (!is_real(end)) end = edge(inside, end);
    return true;
  }

  ABUT_HD bool product_is_below_0(T turn) const {
    return is_real(turn) && (value(turn, 0) < T(0)) != (value(turn, 1) < T(0));
  }

  /// Narrows an interval of one root, by the sign of the product, which is above 0 in gaps: signs of branches have no
  /// meaning across one.
  ABUT_HD void leave_gaps(T& begin, T& end) const {
    const bool first = product_is_below_0(begin);
    if (first == product_is_below_0(end)) return;
    for (int i = 0; i < 16; ++i) {
      const T middle = (begin + end) * T(0.5);
      (product_is_below_0(middle) == first ? begin : end) = middle;
    }
  }

  /// Branches meet at the ends of gaps, and have a root there with a vertical tangent, whose sign is no help: all such
  /// ends are tried, and the problem takes what is a root.
  ABUT_HD void resolve_with_gaps(T begin, T end, bool cluster) const {
    if (!cluster) leave_gaps(begin, end);
    if (!keep_real(begin, end)) return;
    resolve_real(begin, end, cluster);
    for (int k = 0; k < 2; ++k) {
      problem.found(direction_at(start, begin), k, false);
      problem.found(direction_at(start, end), k, false);
    }
  }

  ABUT_HD void resolve_real(T begin, T end, bool cluster) const {
    bool any = false, crosses[2] = {false, false};
    for (int k = 0; k < Problem::branches; ++k) any = (crosses[k] = crossing(begin, end, k)) || any;
    if (any && !cluster) return;
    for (int k = 0; k < Problem::branches; ++k) {
      if (!crosses[k]) touching(begin, end, k);
    }
  }

  ABUT_HD void resolve(T begin, T end, bool cluster) const {
    if constexpr (Problem::has_gaps) {
      resolve_with_gaps(begin, end, cluster);
    } else {
      resolve_real(begin, end, cluster);
    }
  }

  /// Of one branch, by its own form.
  ABUT_HD void resolve_alone(T begin, T end, int branch) const {
    if (!crossing(begin, end, branch)) touching(begin, end, branch);
  }

  static constexpr int samples = 64;

  /// Whether a branch is 0 within noise wherever it is looked at.
  ABUT_HD bool is_zero(int branch) const {
    int seen = 0;
    for (int i = 0; i < samples; ++i) {
      const T turn = T(4 * i) / T(samples);
      if constexpr (Problem::has_gaps) {
        if (!is_real(turn)) continue;
      }
      if (abs(value(turn, branch)) > problem.value_noise()) return false;
      ++seen;
    }
    return seen > samples / 2;
  }

  /// Where the polynomial says nothing, since a branch is 0 all round: by signs at samples.
  ABUT_HD void resolve_sampled(int branch) const {
    problem.incomplete();
    for (int i = 0; i < samples; ++i) crossing(T(4 * i) / T(samples), T(4 * (i + 1)) / T(samples), branch);
  }
};

/// One branch as a problem of its own, as far as `intervals_from` needs it.
template <class T, class Problem>
struct BranchAlone {
  static constexpr int degree = Problem::degree;
  const Problem& problem;
  int branch;

  ABUT_HD ArcForm<T, degree> form(const Arc<T>& arc, T& noise) const { return problem.form_alone(arc, branch, noise); }
};

/// Quarters that begin at `start`; false if one of their ends is so near a root that it is better to begin elsewhere.
template <class T, class Problem>
ABUT_HD inline bool intervals_from(const Problem& problem, Vec2<T> start, bool whatever, RootIntervals<T>& out) {
  constexpr T k = sqrt_half<T>;
  constexpr int n = Problem::degree;
  out.count = 0;
  out.overflow = false;
  Vec2<T> middle{k * (start.x - start.y), k * (start.x + start.y)};
  for (int quarter = 0; quarter < 4; ++quarter) {
    T noise, c[n + 1];
    bernstein_coefficients(problem.form(quarter_about(middle), noise), c);
    if (!whatever && !(abs(c[0]) > T(16) * noise)) return false;
    find_root_intervals<T, n>(c, noise, T(quarter), out);
    middle = {-middle.y, middle.x};
  }
  return true;
}

/// The first of some starts at which no root is; the last, whatever is there. Returns it.
template <class T, class Problem>
ABUT_HD inline Vec2<T> intervals_of(const Problem& problem, RootIntervals<T>& out) {
  // Directions in no special position to those that models are made of.
  const Vec2<T> starts[4] = {
      {T(0.8), T(0.6)}, {T(0.96), T(0.28)}, {T(12.0 / 13), T(5.0 / 13)}, {T(20.0 / 29), T(21.0 / 29)}};
  int k = 0;
  while (k < 3 && !intervals_from<T>(problem, starts[k], false, out)) ++k;
  if (k == 3) intervals_from<T>(problem, starts[3], true, out);
  const int last = out.count - 1;  // a cluster at the start is one, not two
  if (last > 0 && out.cluster[0] && out.cluster[last] && out.begin[0] == T(0) && out.end[last] == T(4)) {
    out.begin[0] = out.begin[last] - T(4);
    --out.count;
  }
  return starts[k];
}

template <class Problem>
ABUT_HD inline bool can_be_alone(const Problem& problem) {
  if constexpr (Problem::has_alone) {
    return problem.can_be_alone();
  } else {
    return false;
  }
}

/// The roots of a branch by its own form.
template <class T, class Problem>
ABUT_HD inline void find_alone(Problem& problem, int branch) {
  if constexpr (Problem::has_alone) {
    RootIntervals<T> found;
    const Vec2<T> start = intervals_of<T>(BranchAlone<T, Problem>{problem, branch}, found);
    if (found.overflow) problem.incomplete();
    if (longest_cluster(found) >= T(4)) return problem.not_isolated();  // 0 within noise, if not at all samples
    const RootFinder<T, Problem> finder{problem, start};
    for (int i = 0; i < found.count; ++i) finder.resolve_alone(found.begin[i], found.end[i], branch);
  }
}

}  // namespace trig_detail

/// Hands all roots to `problem`, each once.
template <class T, class Problem>
ABUT_HD inline void find_trig_roots(Problem& problem) {
  using namespace trig_detail;
  bool zero[2] = {false, false}, says_nothing = false;
  for (int b = 0; b < Problem::branches; ++b) {
    zero[b] = RootFinder<T, Problem>{problem, {T(0.8), T(0.6)}}.is_zero(b);
    says_nothing = says_nothing || zero[b];
  }
  if (says_nothing) problem.not_isolated();
  RootIntervals<T> found;
  Vec2<T> start{T(0.8), T(0.6)};
  if (!says_nothing) {
    start = intervals_of<T>(problem, found);
    // In an eighth of the circle a branch may have several roots.
    says_nothing = longest_cluster(found) >= (can_be_alone(problem) ? T(0.5) : T(4));
  }
  const RootFinder<T, Problem> finder{problem, start};
  if (says_nothing) {
    for (int b = 0; b < Problem::branches; ++b) {
      if (zero[b]) continue;
      if (can_be_alone(problem)) {
        find_alone<T>(problem, b);
      } else {
        finder.resolve_sampled(b);
      }
    }
    return;
  }
  if (found.overflow) problem.incomplete();
  for (int i = 0; i < found.count; ++i) finder.resolve(found.begin[i], found.end[i], found.cluster[i]);
}

}  // namespace ABUT_ISA
}  // namespace abut
