// The point of a surface that is nearest to a given point, by DIRECT and a local search from what it finds. DIRECT
// proves nothing in a bounded number of samples: closest_point.h is the search that proves its answer.
//
// Source: Lim 2012, sections 3.2.4 and 3.2.5, Algorithms 3 and 4, after Jones, Perttunen & Stuckman 1993. Rectangles
// are those of the unit square, to which the domain is normalised; an iteration divides all those that are potentially
// optimal. It departs in four points:
// - The printed end, du / u < 0.1 and dv / v < 0.1, cannot hold for an answer at u = 0, and depends on where the domain
//   begins. Here changes are over u or 1 - u, whichever is larger.
// - An iteration that finds nothing better changes nothing, which ends the search as printed, often after the first
// one.
//   `calm` says how many such iterations in a row it takes; 1 is as printed.
// - The local search is Newton's method, kept in a neighbourhood (patch_minimum.h), instead of a derivative-free one.
// The
//   neighbourhood moves on where something descends beyond it.
// - There is room for a fixed number of rectangles. When they are used up, the local search begins.
#pragma once

#include "abut/surface/patch_minimum.h"
#include "abut/surface/surface_projection.h"

namespace abut {

inline constexpr std::uint32_t most_direct_rectangles = 512;

/// Data only.
template <class T>
struct DirectOptions {
  T epsilon = T(1e-4);     ///< of condition (3.19)
  T change = T(0.1);       ///< of the best parameters in an iteration: with less of it, the iteration was a calm one
  std::uint32_t calm = 4;  ///< iterations in a row that end the global search
  std::uint32_t rectangles = most_direct_rectangles;  ///< 1 to that; more count as that
};

/// Of the unit square; along each direction it has been cut in three so many times. Data only.
template <class T>
struct DirectRectangle {
  T u, v;   ///< centre
  T value;  ///< there
  std::int32_t level_u, level_v;
};

/// A search under way. Data only.
template <class T>
struct DirectSearch {
  DirectRectangle<T> of[most_direct_rectangles];
  std::uint32_t count, best, iterations;
  bool full;  ///< a division found no room
};

/// For rectangles of one size. Data only.
template <class T>
struct DirectSize {
  T half_diagonal;  ///< d of (3.18)
  T least;          ///< value
};

inline namespace ABUT_ISA {

namespace direct_detail {

/// Sides of 3^-20 of the domain, in float 3^-13: a third of them more would be its rounding.
template <class T>
inline constexpr int most_levels = sizeof(T) == sizeof(float) ? 13 : 20;
template <class T>
inline constexpr int most_sizes = 2 * most_levels<T> + 1;

template <class T>
ABUT_INLINE T side(int level) {
  T out = T(1);
  for (int k = 0; k < level; ++k) out = out / T(3);
  return out;
}

/// The levels differ by no more than 1, so their sum says how large a rectangle is.
template <class T>
ABUT_INLINE T half_diagonal(int levels) {
  const T longer = side<T>(levels / 2), shorter = side<T>(levels - levels / 2);
  return T(0.5) * sqrt(longer * longer + shorter * shorter);
}

template <class T>
ABUT_INLINE int levels_of(const DirectRectangle<T>& r) {
  return r.level_u + r.level_v;
}

/// Whether the second of three lies above the line through the others; sizes ascend.
template <class T>
ABUT_INLINE bool is_above(const DirectSize<T>& a, const DirectSize<T>& b, const DirectSize<T>& c) {
  return (b.least - a.least) * (c.half_diagonal - b.half_diagonal) >
         (c.least - b.least) * (b.half_diagonal - a.half_diagonal);
}

/// The lower right hull of `sizes`, which ascend strictly, `count` of 1 to `most_sizes`: sets which of them are
/// potentially optimal, by (3.18) and (3.19) with the best of them as f_min. Graham's scan.
template <class T>
ABUT_HD inline void potentially_optimal(const DirectSize<T>* sizes, int count, T epsilon, bool* optimal) {
  int begin = 0, hull[most_sizes<T>], on_hull = 0;
  for (int k = 0; k < count; ++k) {
    optimal[k] = false;
    if (sizes[k].least <= sizes[begin].least) begin = k;  // of equal ones the largest: K has to be positive
  }
  for (int k = begin; k < count; ++k) {
    while (on_hull >= 2 && is_above(sizes[hull[on_hull - 2]], sizes[hull[on_hull - 1]], sizes[k])) --on_hull;
    hull[on_hull++] = k;
  }
  const T f_min = sizes[begin].least, bettered = f_min - epsilon * abs(f_min);
  for (int k = 0; k + 1 < on_hull; ++k) {
    const DirectSize<T>&here = sizes[hull[k]], &next = sizes[hull[k + 1]];
    // The largest K of (3.18) makes (3.19) easiest.
    const T slope = (next.least - here.least) / (next.half_diagonal - here.half_diagonal);
    optimal[hull[k]] = here.least - slope * here.half_diagonal <= bettered;
  }
  optimal[hull[on_hull - 1]] = true;  // of the largest ones, K has no upper end
}

/// By the sum of levels. Data only.
template <class T>
struct Chosen {
  bool is_optimal[most_sizes<T>];
  T least[most_sizes<T>];
};

/// What is to be divided: of the chosen sizes, the rectangles with the least value. Those that cannot be divided any
/// more do not count.
template <class T>
ABUT_HD inline Chosen<T> choose(const DirectSearch<T>& search, T epsilon) {
  Chosen<T> out;
  bool is_there[most_sizes<T>];
  for (int k = 0; k < most_sizes<T>; ++k) out.is_optimal[k] = is_there[k] = false, out.least[k] = Huge<T>::value;
  for (std::uint32_t i = 0; i < search.count; ++i) {
    const int levels = levels_of(search.of[i]);
    is_there[levels] = true;
    out.least[levels] = min(out.least[levels], search.of[i].value);
  }
  DirectSize<T> sizes[most_sizes<T>];
  int levels_at[most_sizes<T>], count = 0;
  for (int levels = most_sizes<T> - 2; levels >= 0; --levels) {
    if (!is_there[levels]) continue;
    sizes[count] = {half_diagonal<T>(levels), out.least[levels]};
    levels_at[count++] = levels;
  }
  if (count == 0) return out;
  bool optimal[most_sizes<T>];
  potentially_optimal(sizes, count, epsilon, optimal);
  for (int k = 0; k < count; ++k) out.is_optimal[levels_at[k]] = optimal[k];
  return out;
}

template <class F, class T>
ABUT_INLINE DirectRectangle<T> sampled(const F& f, T u, T v) {
  return {u, v, f(u, v), 0, 0};
}

/// Two new rectangles to both sides of the one in the middle, which is cut in three along u or v.
template <class T>
ABUT_INLINE void cut(DirectSearch<T>& search, std::uint32_t middle, bool along_u, const DirectRectangle<T>* sides) {
  DirectRectangle<T>& m = search.of[middle];
  if (along_u)
    ++m.level_u;
  else
    ++m.level_v;
  for (int k = 0; k < 2; ++k) {
    DirectRectangle<T>& to = search.of[search.count];
    to = sides[k];
    to.level_u = m.level_u, to.level_v = m.level_v;
    if (to.value < search.of[search.best].value) search.best = search.count;
    ++search.count;
  }
}

/// Algorithm 3. Of two directions with equally good samples u is the first.
template <class F, class T>
ABUT_HD inline void sample_and_subdivide(DirectSearch<T>& search, std::uint32_t i, const F& f) {
  const DirectRectangle<T> c = search.of[i];
  const bool along_u = c.level_u <= c.level_v, along_v = c.level_v <= c.level_u;
  DirectRectangle<T> of_u[2]{}, of_v[2]{};
  if (along_u) {
    const T delta = side<T>(c.level_u + 1);
    of_u[0] = sampled(f, c.u - delta, c.v), of_u[1] = sampled(f, c.u + delta, c.v);
  }
  if (along_v) {
    const T delta = side<T>(c.level_v + 1);
    of_v[0] = sampled(f, c.u, c.v - delta), of_v[1] = sampled(f, c.u, c.v + delta);
  }
  const bool v_first = along_u && along_v && min(of_v[0].value, of_v[1].value) < min(of_u[0].value, of_u[1].value);
  if (v_first) cut(search, i, false, of_v);
  if (along_u) cut(search, i, true, of_u);
  if (along_v && !v_first) cut(search, i, false, of_v);
}

/// Lines 2 to 5 of Algorithm 4. Returns whether anything was divided.
template <class F, class T>
ABUT_HD inline bool iterate(DirectSearch<T>& search, const DirectOptions<T>& options, const F& f) {
  const std::uint32_t room = options.rectangles < most_direct_rectangles ? options.rectangles : most_direct_rectangles;
  const std::uint32_t before = search.count;
  const Chosen<T> chosen = choose(search, options.epsilon);
  for (std::uint32_t i = 0; i < before; ++i) {
    const DirectRectangle<T>& r = search.of[i];
    const int levels = levels_of(r);
    if (!chosen.is_optimal[levels] || r.value != chosen.least[levels]) continue;
    if (search.count + (r.level_u == r.level_v ? 4u : 2u) > room) {
      search.full = true;
      return search.count > before;
    }
    sample_and_subdivide(search, i, f);
  }
  return search.count > before;
}

/// Whether the best parameter has gone less than the part of its distance from the domain's farther end.
template <class T>
ABUT_INLINE bool is_calm(T x, T before, T part) {
  return abs(x - before) < part * max(x, T(1) - x);
}

/// Algorithm 4 up to line 6: of any function of the unit square. Ends after `calm` iterations, when there is no more
/// room, or when nothing can be divided.
template <class F, class T>
ABUT_PHASE void direct_search(DirectSearch<T>& search, const DirectOptions<T>& options, const F& f) {
  search.of[0] = sampled(f, T(0.5), T(0.5));
  search.count = 1, search.best = search.iterations = 0, search.full = false;
  for (std::uint32_t calm = 0; calm < options.calm && !search.full;) {
    const T u = search.of[search.best].u, v = search.of[search.best].v;
    if (!iterate(search, options, f)) break;
    ++search.iterations;
    const DirectRectangle<T>& best = search.of[search.best];
    calm = is_calm(best.u, u, options.change) && is_calm(best.v, v, options.change) ? calm + 1 : 0;
  }
}

/// Of a surface, by normalised parameters.
template <class Four, class T>
struct SquaredDistance {
  const SurfaceView<T>& surface;
  Vec3<T> p;
  surface_projection_detail::Domain<T> domain_of_u, domain_of_v;

  ABUT_HD inline T operator()(T u, T v) const {
    using namespace surface_projection_detail;
    return squared_distance(evaluate<Four>(surface, at(domain_of_u, u), at(domain_of_v, v)), p);
  }
  ABUT_INLINE static T at(const surface_projection_detail::Domain<T>& domain, T x) {
    return fma(x, domain.end - domain.begin, domain.begin);
  }
};

/// Where the local search looks, in one direction.
template <class T>
struct Neighbourhood {
  T lo, middle, hi;
  bool open_lo, open_hi;  ///< the domain goes on there
};

/// `reach` to both sides of x.
template <class T>
ABUT_INLINE Neighbourhood<T> neighbourhood(const surface_projection_detail::Domain<T>& domain, T x, T reach) {
  // A side that ends where the domain does, to rounding, ends there.
  const T lo = x - reach, hi = x + reach, rounding = T(16) * Epsilon<T>::value * (domain.end - domain.begin);
  const bool open_lo = lo > domain.begin + rounding, open_hi = hi < domain.end - rounding;
  return {open_lo ? lo : domain.begin, x, open_hi ? hi : domain.end, open_lo, open_hi};
}

/// What of a patch between two breaks belongs to the neighbourhood, by the patch's own parameter. Data only.
template <class T>
struct Overlap {
  T lo, from, hi;
};

template <class T>
ABUT_INLINE Overlap<T> overlap(const Neighbourhood<T>& n, T begin, T end) {
  using patch_minimum_detail::clamp;
  const T per = T(1) / (end - begin);
  const T lo = clamp((n.lo - begin) * per, T(0), T(1)), hi = clamp((n.hi - begin) * per, T(0), T(1));
  return {lo, clamp((n.middle - begin) * per, lo, hi), hi};
}

/// Whether something descends across an end of a neighbourhood where the surface goes on.
template <class T>
ABUT_INLINE bool leads_out(const Neighbourhood<T>& n, T x, T slope, T rounding) {
  return (n.open_lo && x <= n.lo && slope > rounding) || (n.open_hi && x >= n.hi && slope < -rounding);
}

/// Newton's method in each Bezier patch's part of the neighbourhood, so that no step goes across a knot. Returns
/// whether something descends beyond it.
template <class Four, class T>
ABUT_PHASE bool search_in(const SurfaceView<T>& surface, Vec3<T> p, const Neighbourhood<T>& along_u,
                          const Neighbourhood<T>& along_v, SurfaceProjection<T>& out) {
  using namespace surface_view_detail;
  const std::size_t net = static_cast<std::size_t>((surface.degree_u + 1) * (surface.degree_v + 1));
  const std::uint32_t last_u = interval_of(surface.breaks_u, surface.patches_u, along_u.hi);
  const std::uint32_t last_v = interval_of(surface.breaks_v, surface.patches_v, along_v.hi);
  T best = Huge<T>::value;
  bool descends_beyond = false;
  for (std::uint32_t k = interval_of(surface.breaks_u, surface.patches_u, along_u.lo); k <= last_u; ++k) {
    const T u0 = surface.breaks_u[k], u1 = surface.breaks_u[k + 1];
    const Overlap<T> s = overlap(along_u, u0, u1);
    for (std::uint32_t l = interval_of(surface.breaks_v, surface.patches_v, along_v.lo); l <= last_v; ++l) {
      const T v0 = surface.breaks_v[l], v1 = surface.breaks_v[l + 1];
      const Overlap<T> t = overlap(along_v, v0, v1);
      const BezierPatch<T> patch{surface.degree_u, surface.degree_v, surface.rational,
                                 surface.patch_points + 4 * net * (std::size_t{k} * surface.patches_v + l)};
      const PatchMinimum<T> m = patch_minimum<Four>(patch, p, {s.lo, s.hi, t.lo, t.hi}, s.from, t.from);
      out.evaluations += static_cast<std::uint32_t>(m.evaluations);
      if (!(m.squared < best)) continue;
      best = m.squared;
      // At an end of its part, what the neighbourhood says; a rounding of it would be beside it.
      out.u = m.s >= s.hi ? min(along_u.hi, u1) : m.s <= s.lo ? max(along_u.lo, u0) : fma(m.s, u1 - u0, u0);
      out.v = m.t >= t.hi ? min(along_v.hi, v1) : m.t <= t.lo ? max(along_v.lo, v0) : fma(m.t, v1 - v0, v0);
      const T rounding = T(256) * Epsilon<T>::value * (T(1) + length(m.r));
      descends_beyond = leads_out(along_u, out.u, m.slope_s, rounding * length(m.at.u)) ||
                        leads_out(along_v, out.v, m.slope_t, rounding * length(m.at.v));
      out.status = m.stationary ? Status::converged : Status::iteration_limit;
      set_place(out, m.at, p);
    }
  }
  return descends_beyond;
}

/// Line 7. The neighbourhood is the best rectangle and once more on both sides of it. Beside it lie larger rectangles,
/// with centres far away, of which the search knows little: so where something descends beyond the neighbourhood, there
/// is a next one about the point found, three times as large.
template <class Four, class T>
ABUT_INLINE void finish(const SquaredDistance<Four, T>& f, const DirectRectangle<T>& best, SurfaceProjection<T>& out) {
  T reach_u = T(1.5) * side<T>(best.level_u) * (f.domain_of_u.end - f.domain_of_u.begin);
  T reach_v = T(1.5) * side<T>(best.level_v) * (f.domain_of_v.end - f.domain_of_v.begin);
  for (int k = 0; k < most_levels<T> + 2; ++k, reach_u = reach_u * T(3), reach_v = reach_v * T(3)) {
    const Neighbourhood<T> along_u = neighbourhood(f.domain_of_u, out.u, reach_u);
    const Neighbourhood<T> along_v = neighbourhood(f.domain_of_v, out.v, reach_v);
    if (!search_in<Four>(f.surface, f.p, along_u, along_v, out)) return;
  }
  out.status = Status::iteration_limit;
}

}  // namespace direct_detail

/// `p` in the view's frame and lengths, finite. `iterations` are those of the global search, `evaluations` those of
/// both. `converged`: there was room enough, and the local search has ended at a local minimum.
template <class Four, class T>
ABUT_PHASE SurfaceProjection<T> direct_projection(const SurfaceView<T>& surface, Vec3<T> p,
                                                  const DirectOptions<T>& options) {
  using namespace direct_detail;
  using namespace surface_projection_detail;
  const SquaredDistance<Four, T> f{surface, p, domain_u(surface), domain_v(surface)};
  DirectSearch<T> search;
  direct_search(search, options, f);
  const DirectRectangle<T>& best = search.of[search.best];
  SurfaceProjection<T> out{};
  out.u = f.at(f.domain_of_u, best.u), out.v = f.at(f.domain_of_v, best.v);
  out.iterations = search.iterations, out.evaluations = search.count + 1;
  out.status = Status::iteration_limit;
  set_place(out, evaluate<Four>(surface, out.u, out.v), p);
  finish(f, best, out);
  if (search.full) out.status = Status::iteration_limit;
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
