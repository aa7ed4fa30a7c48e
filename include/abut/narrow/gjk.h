// GJK: distance from the origin to the Minkowski difference C = A - B, with a certified lower bound.
//
// Source: Montanari 2017, Algorithm 5, with Signed Volumes; exits after van den Bergen 1999. One step is a function
// over a scalar or a pack of lanes: finished lanes are frozen by masked updates. A step's order of business: support
// point along -v, exits that need no new simplex, new simplex, nearest point, exits that do. In the plane (`dim` 2) the
// same, with a triangle for the tetrahedron; all z are 0.
#pragma once

#include "abut/narrow/signed_areas.h"
#include "abut/narrow/signed_volumes.h"
#include "abut/narrow/support.h"

namespace abut {

/// `SimplexData`: see `SimplexIds`; the support mapping's `SimplexData`. Data only.
template <class T, class SimplexData = SimplexIds, int dim = 3>
struct GjkState {
  Simplex<T, dim> simplex;
  SimplexData data;
  Vec3<T> v;          ///< nearest point so far; before the first step any search direction, from B to A
  T vv;               ///< its squared length; `Huge` before the first step
  T vw;               ///< v . w for the last support point w along -v: vw / |v| bounds the distance from below
  T ww_max;           ///< largest squared length of a support point so far: the scale of rounding errors
  MaskOf<T> active;   ///< lanes that still iterate
  MaskOf<T> overlap;  ///< the origin lies in C, or so near that rounding decides
  MaskOf<T> farther;  ///< proved to be farther than the cut-off
  IndexOf<T> stalls;
  IndexOf<T> iterations;
};

inline constexpr std::uint32_t gjk_iteration_cap = 255;

inline namespace ABUT_ISA {
namespace gjk_detail {

/// Under `in`: the old newest point moves to slot k where into[k], the new one to slot 0.
template <class T, int dim, class Point>
ABUT_INLINE void store(SimplexIds&, const MaskOf<T>*, MaskOf<T>, const Point&) {}
template <class T, int dim>
ABUT_INLINE void store(SimplexPoints<T>& data, const MaskOf<T>* into, MaskOf<T> in, const SupportPoint<T>& p) {
  for (int k = 1; k <= dim; ++k) {
    const MaskOf<T> moved = mask_and(in, into[k]);
    if (!any(moved)) continue;
    data.a[k] = select<T>(moved, data.a[0], data.a[k]);
    data.b[k] = select<T>(moved, data.b[0], data.b[k]);
  }
  data.a[0] = select<T>(in, p.a, data.a[0]);
  data.b[0] = select<T>(in, p.b, data.b[0]);
}
template <class T, int dim>
ABUT_INLINE void store(SimplexVertices<T>& data, const MaskOf<T>* into, MaskOf<T> in, const SupportPoint<T>& p) {
  store<T, dim>(data.points, into, in, p);
}

/// Whether the simplex has the point already: then no progress is possible.
template <class T, int dim, class SimplexData, class Point>
ABUT_INLINE MaskOf<T> is_repeated(const Simplex<T, dim>& x, const SimplexData&, const Point& p) {
  MaskOf<T> repeated = mask_and(x.used[0], mask_not(x.used[0]));
  for (int k = 0; k <= dim; ++k) {
    repeated = mask_or(repeated, mask_and(x.used[k], equal(p.id_a, x.id_a[k]), equal(p.id_b, x.id_b[k])));
  }
  return repeated;
}
template <class T, int dim>
ABUT_INLINE MaskOf<T> is_repeated(const Simplex<T, dim>& x, const SimplexPoints<T>&, const SupportPoint<T>& p) {
  MaskOf<T> repeated = mask_and(x.used[0], mask_not(x.used[0]));
  for (int k = 0; k <= dim; ++k) {
    const MaskOf<T> same = mask_and(p.w.x == x.w[k].x, p.w.y == x.w[k].y, p.w.z == x.w[k].z);
    repeated = mask_or(repeated, mask_and(x.used[k], same));
  }
  return repeated;
}

}  // namespace gjk_detail

template <class T, class SimplexData, int dim>
ABUT_INLINE void gjk_start(GjkState<T, SimplexData, dim>& s, Vec3<T> direction, MaskOf<T> all) {
  using R = RealOf<T>;
  using I = IndexOf<T>;
  const T zero = T(R(0));
  const MaskOf<T> none = mask_and(all, mask_not(all));
  for (int k = 0; k <= dim; ++k) {
    s.simplex.w[k] = {zero, zero, zero};
    s.simplex.id_a[k] = s.simplex.id_b[k] = I(0);
    s.simplex.lambda[k] = zero;
    s.simplex.used[k] = none;
  }
  // Coinciding centres give no direction; any will do. Components of at most 1 keep squares from underflow.
  const T largest = max_abs(direction);
  s.v = select<T>(largest > zero, Vec3<T>{direction.x / largest, direction.y / largest, direction.z / largest},
                  Vec3<T>{T(R(1)), zero, zero});
  s.vv = T(Huge<R>::value);
  s.vw = zero;
  s.ww_max = zero;
  s.active = all;
  s.overlap = s.farther = none;
  s.stalls = s.iterations = I(0);
}

/// A cut-off whose square is finite and that no scaled pair reaches.
template <class R>
struct NoCutoff;
template <>
struct NoCutoff<float> {
  static constexpr float value = 0x1p50f;
};
template <>
struct NoCutoff<double> {
  static constexpr double value = 0x1p250;
};

namespace gjk_detail {

/// Adds support point `p` to the simplex of the active lanes where that brings the simplex nearer to the origin; ends
/// them where it does not, and where the origin is reached.
template <class Signs, class T, class SimplexData, int dim, class Point>
ABUT_INLINE void add_point(GjkState<T, SimplexData, dim>& s, const Point& p, T absolute) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  using I = IndexOf<T>;
  const T zero = T(R(0));
  constexpr R eps = Epsilon<R>::value;
  Simplex<T, dim>& x = s.simplex;

  // The old newest vertex moves to the first free slot.
  M into[dim + 1], before[dim + 1];
  into[0] = mask_and(s.active, x.used[0]);
  M past = into[0];
  for (int k = 1; k < dim; ++k) {
    into[k] = mask_and(past, mask_not(x.used[k]));
    past = mask_and(past, x.used[k]);
  }
  into[dim] = past;
  for (int k = 0; k <= dim; ++k) before[k] = x.used[k];
  for (int k = 1; k <= dim; ++k) {
    if (!any(into[k])) continue;
    x.w[k] = select<T>(into[k], x.w[0], x.w[k]);
    x.id_a[k] = select(into[k], x.id_a[0], x.id_a[k]);
    x.id_b[k] = select(into[k], x.id_b[0], x.id_b[k]);
    x.used[k] = mask_or(x.used[k], into[k]);
  }
  x.w[0] = select<T>(s.active, p.w, x.w[0]);
  x.id_a[0] = select(s.active, p.id_a, x.id_a[0]);
  x.id_b[0] = select(s.active, p.id_b, x.id_b[0]);
  x.used[0] = mask_or(x.used[0], s.active);

  NearestPoint<T, dim> nearest;
  signed_volumes<Signs>(x, nearest);

  // |v| must fall. A rise within the rounding of |v| |w| may still lead on, but only a few times; anything else is the
  // end: the previous answer stays, with its bounds.
  const T rise = nearest.vv - s.vv;
  const M falls = nearest.vv < s.vv;
  const M noise = mask_and(mask_not(falls), rise * rise <= T(16 * eps * eps) * (s.vv * s.ww_max));
  const M tolerated = mask_and(noise, s.stalls < I(3));
  const M go_on = mask_and(s.active, mask_or(falls, tolerated));
  s.stalls = select(mask_and(go_on, mask_not(falls)), s.stalls + I(1), s.stalls);
  const M ended = mask_and(s.active, mask_not(go_on));
  if (any(ended)) {  // takes the point out again
    for (int k = 1; k <= dim; ++k) {
      const M back = mask_and(ended, into[k]);
      x.w[0] = select<T>(back, x.w[k], x.w[0]);
      x.id_a[0] = select(back, x.id_a[k], x.id_a[0]);
      x.id_b[0] = select(back, x.id_b[k], x.id_b[0]);
    }
  }
  s.active = go_on;
  for (int k = 0; k <= dim; ++k) {
    x.lambda[k] = select(go_on, nearest.lambda[k], x.lambda[k]);
    x.used[k] = mask_or(mask_and(go_on, nearest.lambda[k] > zero), mask_and(mask_not(go_on), before[k]));
  }
  if (any(go_on)) store<T, dim>(s.data, into, go_on, p);
  s.v = select<T>(go_on, nearest.v, s.v);
  s.vv = select(go_on, nearest.vv, s.vv);

  // Inside, or nearer than the support points' own rounding error (a few units in the last place of the largest).
  // Squares below 1 / Huge have lost their digits.
  const T reached = max(max(T(16 * eps * eps), absolute) * s.ww_max, T(R(1) / Huge<R>::value));
  const M hit = mask_and(go_on, mask_or(nearest.inside, s.vv <= reached));
  s.overlap = mask_or(s.overlap, hit);
  s.active = mask_and(s.active, mask_not(hit));
}

}  // namespace gjk_detail

/// When to end besides at the origin and where rounding forbids progress. All zero but the cut-off: to machine
/// precision. Data only.
template <class T>
struct GjkExits {
  T cutoff;    ///< >= 0: distances proved larger end the search
  T relative;  ///< ends when |v|^2 - v.w <= relative^2 |v|^2 (Montanari 2017, eq. 2.18)
  T absolute;  ///< takes for the origin what has |v|^2 <= absolute * max |w|^2 (eq. 2.17)
};

/// One iteration. `Signs`: see `signed_volumes`.
template <class Signs = RoundedSigns, class T, class SimplexData, int dim, class Support>
ABUT_INLINE void gjk_step(GjkState<T, SimplexData, dim>& s, const Support& support, const GjkExits<T>& exits) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  using I = IndexOf<T>;
  const T zero = T(R(0));
  constexpr R eps = Epsilon<R>::value;

  const auto p = support(-s.v);
  const T vw = dot(s.v, p.w);
  s.iterations = select(s.active, s.iterations + I(1), s.iterations);
  s.vw = select(s.active, vw, s.vw);
  s.ww_max = select(s.active, max(s.ww_max, dot(p.w, p.w)), s.ww_max);

  // The first direction is no point of C, but its bound holds all the same.
  const T direction2 = dot(s.v, s.v);
  const M farther = mask_and(s.active, vw > zero, vw * vw > exits.cutoff * exits.cutoff * direction2);
  s.farther = mask_or(s.farther, farther);
  s.active = mask_and(s.active, mask_not(farther));

  // Converged: the bounds |v| and vw / |v| meet to a rounding error of the support points, or the support point is one
  // that the simplex has: then no progress is possible.
  const M repeated = gjk_detail::is_repeated<T>(s.simplex, s.data, p);
  const T gap = s.vv - vw;
  const T relative2 = max(T(eps), exits.relative * exits.relative);
  const M met = mask_or(gap * gap <= T(eps * eps / 4) * (s.vv * s.ww_max), gap <= relative2 * s.vv);
  s.active = mask_and(s.active, mask_not(mask_and(s.simplex.used[0], mask_or(repeated, met))));
  if (any(s.active)) gjk_detail::add_point<Signs>(s, p, exits.absolute);
}

/// Runs to the end. `state` was started. `gjk<ExactSigns>` is for distances that feed an optimisation (Montanari 2017,
/// section 4.2): slower, and every choice among features is the exact one for the rounded support points.
template <class Signs = RoundedSigns, class T, class SimplexData, int dim, class Support>
ABUT_PHASE void gjk(GjkState<T, SimplexData, dim>& state, const Support& support, const GjkExits<T>& exits) {
  GjkState<T, SimplexData, dim> s = state;  // in registers while it runs
  if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::GjkBegins{}, s, support);
  for (std::uint32_t i = 0; i < gjk_iteration_cap && any(s.active); ++i) {
    gjk_step<Signs>(s, support, exits);
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::GjkStepped{}, s, support);
  }
  // Lanes that reached the cap have a new v: its bound.
  if (any(s.active)) s.vw = select(s.active, dot(s.v, support(-s.v).w), s.vw);
  state = s;
}
template <class Signs = RoundedSigns, class T, class SimplexData, int dim, class Support>
ABUT_INLINE void gjk(GjkState<T, SimplexData, dim>& state, const Support& support, T cutoff) {
  const T zero = T(RealOf<T>(0));
  gjk<Signs>(state, support, GjkExits<T>{cutoff, zero, zero});
}

}  // namespace ABUT_ISA
}  // namespace abut
