// GJK over any sub-algorithm: Montanari 2017, Algorithm 5, with the exits of eqs. 2.17 and 2.18.
//
// As there, no exit asks whether the support point is one of the simplex already, nor whether |v| falls; `guarded` adds
// both (van den Bergen 1999; eq. 2.15). The library's GJK (abut/narrow/gjk.h) has other exits and bounds besides: it is
// not what is measured here.
#pragma once

#include "abut/narrow/problem.h"
#include "bench/papers/compact_simplex.h"

namespace abut::papers {

struct Tolerances {
  double tol = 0;           ///< eq. 2.17: the shapes touch when |v|^2 <= tol * max |y|^2 over the supporting vertices
  double rel2 = 0;          ///< eq. 2.18: converged when |v|^2 - v.w <= rel2 * |v|^2; the thesis's eps_rel squared
  bool guarded = false;     ///< ends too where a support point comes again or |v| does not fall, with the v it had
  std::uint32_t cap = 200;  ///< iterations; whoever gets there is in an endless loop
};

/// The thesis speaks of one tolerance: both exits, which compare squared lengths, get the same. With guards: where the
/// first support point is itself the point of contact, as it may be for touching spheres, eq. 2.17 cannot hold for it
/// alone, and without them GJK wanders off from there.
inline Tolerances tolerances(double tol) { return {tol, tol, true, 200}; }

enum class Exit { converged, touching, inside, failed, cap };

struct GjkResult {
  Exit exit = Exit::cap;
  Vector v{0, 0, 0};
  double vv = 0;
  std::uint32_t iterations = 0;
};

/// Sees nothing. An observer is called after each solution, before the simplex is reduced, with the newest support
/// point and whether a nearest point was found.
struct NoObserver {
  template <class Sub>
  ABUT_INLINE void solved(const Sub&, const SupportPoint<double>&, bool) {}
};

/// `v` points from B to A, of any length but zero.
template <class Sub, class Support, class Observer>
ABUT_INLINE GjkResult gjk_loop(Sub& sub, Support& support, Vector v, const Tolerances& tolerances, Observer& observer) {
  GjkResult result;
  sub.clear();
  double vv = Huge<double>::value;
  for (std::uint32_t k = 0;; ++k) {
    result.iterations = k;
    result.v = v;
    result.vv = vv;
    if (k == tolerances.cap) return result;
    const SupportPoint<double> p = support(-v);
    const bool repeated = tolerances.guarded && k > 0 && sub.holds(p);
    if (repeated || (k > 0 && vv - dot(v, p.w) <= tolerances.rel2 * vv)) {
      result.exit = Exit::converged;
      return result;
    }
    sub.set_newest(p);
    const bool solved = sub.solve();
    observer.solved(sub, p, solved);
    if (!solved) {
      result.exit = Exit::failed;
      return result;
    }
    if (tolerances.guarded && !(sub.nearest.vv < vv)) {
      result.exit = Exit::converged;
      return result;
    }
    v = sub.nearest.v;
    vv = sub.nearest.vv;
    if (sub.nearest.inside) {
      result.exit = Exit::inside;
      break;
    }
    sub.reduce();
    if (vv <= tolerances.tol * sub.largest_ww()) {
      result.exit = Exit::touching;
      break;
    }
  }
  ++result.iterations;
  result.v = v;
  result.vv = vv;
  return result;
}

}  // namespace abut::papers
