// The point of a surface that is nearest to a given point: always a global minimum, proved by a lower bound.
//
// Branch and bound over the pieces of the surface's Bezier patches. The tree's boxes say which pieces may hold a nearer
// point than the best one so far, nearest first. In a piece Newton's method finds its nearest point, and either the
// squared distance is convex there (patch_minimum.h), or the control points say that nothing is nearer by more than the
// tolerance (sub_patch.h), or the piece is cut in two and each half goes the same way. A search gives up after a number
// of rectangles, and says how near another point might be.
//
// What a search leaves (`ClosestPointCache`) is the start of the next one, for a point nearby. The difference of the
// squared distances of two fixed points x and y changes by no more than 2 |x - y| times the way that p has gone, since
// it is linear in p. So with y the nearest point, all of the surface that lies as near or nearer than y only after p
// has gone a certain way can be left out until then: a radius. What is left are a few rectangles around y, in which the
// squared distance is convex. A step costs Newton's method and the proof in these, and the answer is as certain as that
// of a whole search.
#pragma once

#include <cstdint>

#include "abut/core/contact.h"
#include "abut/surface/patch_proof.h"
#include "abut/surface/surface_view.h"

namespace abut {

/// Lengths in those of the view. Data only.
template <class T>
struct ClosestPointOptions {
  T tolerance;  ///< of the proof, over the surface's size and the distance
  T tie;        ///< other minima that are farther away by no more are ties
  T radius;     ///< with a cache: how far the point may go, if that can be, until there is a whole search again
  std::uint32_t rectangles;  ///< after how many the search gives up
};

/// Data only.
template <class T>
struct SurfaceMinimum {
  T distance;
  T u, v;
  Vec3<T> point, normal;  ///< of the surface; the normal is zero where it has none
  std::uint32_t piece;
  T s, t;       ///< in the piece
  bool is_one;  ///< of the surface, and not only of a part that ends there
};

inline constexpr int most_kept_rectangles = 8;

/// Data only.
template <class T>
struct KeptRectangle {
  std::uint32_t piece;
  ParameterRectangle<T> in;
  T s, t;  ///< of its nearest point
  T way;   ///< until the point has gone so far, it does not matter
  T room;  ///< until then the squared distance is convex in it
};

/// For the next search, all zero at first. Data only.
template <class T>
struct ClosestPointCache {
  std::uint32_t count;  ///< 0: nothing is kept
  T radius;             ///< until the point has gone so far from `point`, nothing else is nearer
  Vec3<T> point;
  KeptRectangle<T> of[most_kept_rectangles];
};

/// Data only.
template <class T>
struct ClosestPoint {
  SurfaceMinimum<T> nearest;
  T lower_bound;  ///< no point of the surface is nearer
  Status status;  ///< `converged` or `iteration_limit`
  bool tie;       ///< another place is as near
  Vec3<T> other;  ///< one of them, if so
  std::uint32_t evaluations, rectangles;
  bool from_cache;  ///< the cache's rectangles were enough
};

inline namespace ABUT_ISA {

namespace closest_point_detail {

inline constexpr int most_minima = 4, most_waiting = 64;
inline constexpr std::uint32_t most_looked_at = 128;  ///< rectangles, for a cache

template <class T>
struct WaitingNode {
  std::uint32_t node;
  T squared;  ///< distance of its box
};

/// A search under way.
template <class T>
struct Search {
  const SurfaceView<T>& surface;
  Vec3<T> p;
  ClosestPointOptions<T> options;
  SurfaceMinimum<T> minima[most_minima]{};  ///< the nearest ones first, at different places
  int count = 0;
  T best = Huge<T>::value;   ///< distance of the nearest point so far
  T lower = Huge<T>::value;  ///< no point of what has been looked at is nearer
  std::uint32_t evaluations = 0, rectangles = 0;
  bool gave_up = false;
};

template <class T>
ABUT_INLINE T slack(const Search<T>& s) {
  return s.options.tolerance * (s.surface.size + s.best);
}

/// From here on a piece cannot matter.
template <class T>
ABUT_INLINE T limit(const Search<T>& s) {
  return s.best + s.options.tie;
}

template <class T>
ABUT_INLINE T squared_distance_to_box(const FacetNode& n, Vec3<T> p) {
  const Vec3<T> c{T(n.centre.x), T(n.centre.y), T(n.centre.z)}, h{T(n.half.x), T(n.half.y), T(n.half.z)};
  const Vec3<T> d{max(abs(p.x - c.x) - h.x, T(0)), max(abs(p.y - c.y) - h.y, T(0)), max(abs(p.z - c.z) - h.z, T(0))};
  return squared_length(d);
}

/// Whether the minimum of a rectangle is one of the surface: nothing descends from it beyond the rectangle's ends but
/// where the surface ends there or has a crease.
template <class T>
ABUT_INLINE bool is_local(const PatchMinimum<T>& m, std::uint32_t ends) {
  const T rounding = T(256) * Epsilon<T>::value * (T(1) + length(m.r));
  const auto flat = [&](T slope, T along) { return abs(slope) <= rounding * along; };
  const bool s = flat(m.slope_s, length(m.at.u)) || (m.s <= T(0) && (ends & end_at_u0) != 0) ||
                 (m.s >= T(1) && (ends & end_at_u1) != 0);
  const bool t = flat(m.slope_t, length(m.at.v)) || (m.t <= T(0) && (ends & end_at_v0) != 0) ||
                 (m.t >= T(1) && (ends & end_at_v1) != 0);
  return s && t;
}

template <class T>
ABUT_HD inline SurfaceMinimum<T> minimum_of(const Search<T>& search, std::uint32_t piece, const PatchMinimum<T>& m,
                                            bool is_one) {
  const SurfacePiece<T>& of = search.surface.pieces[piece];
  return {
      sqrt(m.squared), fma(m.s, of.du, of.u0), fma(m.t, of.dv, of.v0), m.at.point, unit_normal(m.at), piece, m.s, m.t,
      is_one};
}

/// Places that are closer together than this are one: what rounding leaves of a flat minimum.
template <class T>
ABUT_INLINE T apart(const Search<T>& s) {
  return T(64) * sqrt(Epsilon<T>::value) * s.surface.size;
}

/// Keeps the nearest ones in order; of two at one place the nearer one.
template <class T>
ABUT_HD inline void add_minimum(Search<T>& s, const SurfaceMinimum<T>& m) {
  for (int k = 0; k < s.count; ++k) {
    const T gap = apart(s);
    if (squared_length(s.minima[k].point - m.point) > gap * gap) continue;
    if (!(m.distance < s.minima[k].distance)) return;
    for (int i = k; i + 1 < s.count; ++i) s.minima[i] = s.minima[i + 1];
    --s.count;
    break;
  }
  if (s.count == most_minima) {
    if (!(m.distance < s.minima[most_minima - 1].distance)) return;
    --s.count;
  }
  int at = s.count;
  while (at > 0 && m.distance < s.minima[at - 1].distance) {
    s.minima[at] = s.minima[at - 1];
    --at;
  }
  s.minima[at] = m;
  ++s.count;
}

/// One minimum of a piece's rectangle. The nearest one of all counts wherever it is; others only if they are minima of
/// the surface.
template <class T>
ABUT_HD inline void take(Search<T>& s, std::uint32_t piece, const PatchMinimum<T>& m) {
  s.evaluations += static_cast<std::uint32_t>(m.evaluations);
  const T distance = sqrt(m.squared);
  const bool is_nearest = distance < s.best, is_one = is_local(m, s.surface.pieces[piece].ends);
  if (!is_nearest && (!is_one || distance > s.best + s.options.tie)) return;
  if (is_nearest && s.count > 0 && !s.minima[0].is_one) {
    for (int k = 0; k + 1 < s.count; ++k) s.minima[k] = s.minima[k + 1];
    --s.count;
  }
  add_minimum(s, minimum_of(s, piece, m, is_one));
  s.best = min(s.best, distance);
}

template <class T>
ABUT_INLINE T clamp_unit(T x) {
  return x < T(0) ? T(0) : x > T(1) ? T(1) : x;
}

/// Where the control point nearest to `p` is, and how far: data only.
template <class T>
struct NearControlPoint {
  T s, t;  ///< of the rectangle
  Vec3<T> r;
  T squared;
};

template <class T>
ABUT_INLINE NearControlPoint<T> near_control_point(const BezierPatch<T>& patch, Vec3<T> p,
                                                   const ParameterRectangle<T>& in) {
  NearControlPoint<T> out{in.s0, in.t0, {T(0), T(0), T(0)}, Huge<T>::value};
  int at = 0, k = 0;
  for (; k < (patch.degree_u + 1) * (patch.degree_v + 1); ++k) {
    const T* c = patch.points + 4 * k;
    const Vec3<T> on = patch.rational ? Vec3<T>{c[0], c[1], c[2]} * (T(1) / c[3]) : Vec3<T>{c[0], c[1], c[2]};
    const Vec3<T> r = on - p;
    const T d = squared_length(r);
    if (d < out.squared) out.squared = d, out.r = r, at = k;
  }
  const int i = at / (patch.degree_v + 1), j = at % (patch.degree_v + 1);
  out.s = fma(T(i) / T(patch.degree_u), in.s1 - in.s0, in.s0);
  out.t = fma(T(j) / T(patch.degree_v), in.t1 - in.t0, in.t0);
  return out;
}

/// A rectangle that no proof has closed: in two, across the direction in which its control points are farther apart.
template <class T>
ABUT_INLINE bool is_longer_along_u(const BezierPatch<T>& patch, const ParameterRectangle<T>& r) {
  const int p = patch.degree_u, q = patch.degree_v;
  T along_u = T(0), along_v = T(0);
  for (int i = 0; i <= p; ++i) {
    for (int j = 0; j <= q; ++j) {
      const T* c = patch.points + 4 * (i * (q + 1) + j);
      const Vec3<T> here{c[0], c[1], c[2]};
      if (i < p) {
        const T* d = c + 4 * (q + 1);
        along_u = max(along_u, squared_length(Vec3<T>{d[0], d[1], d[2]} - here) * T(p * p));
      }
      if (j < q) {
        const T* d = c + 4;
        along_v = max(along_v, squared_length(Vec3<T>{d[0], d[1], d[2]} - here) * T(q * q));
      }
    }
  }
  return along_u != along_v ? along_u > along_v : r.s1 - r.s0 > r.t1 - r.t0;
}

template <class T>
ABUT_INLINE bool is_whole(const ParameterRectangle<T>& r) {
  return r.s0 == T(0) && r.s1 == T(1) && r.t0 == T(0) && r.t1 == T(1);
}

template <class T>
ABUT_INLINE T farthest_control_point(const BezierPatch<T>& patch, Vec3<T> from) {
  T most = T(0);
  for (int k = 0; k < (patch.degree_u + 1) * (patch.degree_v + 1); ++k) {
    const T* c = patch.points + 4 * k;
    if (patch.rational && !(c[3] > T(0))) continue;
    const Vec3<T> on = patch.rational ? Vec3<T>{c[0], c[1], c[2]} * (T(1) / c[3]) : Vec3<T>{c[0], c[1], c[2]};
    most = max(most, squared_length(on - from));
  }
  return sqrt(most);
}

/// The proof for the part of a piece.
template <class Four, class T>
ABUT_INLINE T proved_in(const Search<T>& search, const BezierPatch<T>& part, const ParameterRectangle<T>& r,
                        const PatchMinimum<T>& m, T* room = nullptr) {
  return proved_squared_distance<Four>(part, search.p, clamp_unit((m.s - r.s0) / (r.s1 - r.s0)),
                                       clamp_unit((m.t - r.t0) / (r.t1 - r.t0)), m.squared, room);
}

/// Looks at a piece until all of it is proved to be no nearer than the best point, by more than the tolerance. Returns
/// the distance below which nothing of it lies.
template <class Four, class T>
ABUT_HD inline T search_piece(Search<T>& search, std::uint32_t index) {
  const SurfacePiece<T>& piece = search.surface.pieces[index];
  const BezierPatch<T> whole = patch_of(search.surface, piece);
  ParameterRectangle<T> waiting[most_waiting];
  waiting[0] = {T(0), T(1), T(0), T(1)};
  int count = 1;
  T lower = Huge<T>::value;
  T net[4 * most_patch_points];
  while (count > 0) {
    const ParameterRectangle<T> r = waiting[--count];
    const BezierPatch<T> part = is_whole(r) ? whole : sub_patch<Four>(whole, r, net);
    ++search.rectangles;
    const NearControlPoint<T> from = near_control_point(part, search.p, r);
    // Along the way to it all control points may be far enough already.
    if (from.squared > T(0)) {
      const T bound = hull_bound(part, search.p, from.r * (T(-1) / sqrt(from.squared)));
      if (bound > limit(search)) {  // what is as near as the best one is looked at: it may be a tie
        lower = min(lower, bound);
        continue;
      }
    }
    const PatchMinimum<T> m = patch_minimum<Four>(whole, search.p, r, from.s, from.t);
    take(search, index, m);
    const T distance = sqrt(m.squared), keep = search.best - slack(search);
    // By the direction to its nearest point, first.
    if (distance > T(0)) {
      const T bound = hull_bound(part, search.p, m.r * (T(-1) / distance));
      if (bound >= keep && bound >= T(0)) {
        lower = min(lower, min(bound, distance));
        continue;
      }
    } else {
      lower = T(0);
      continue;
    }
    const T proved = proved_in<Four>(search, part, r, m);
    if (proved >= T(0)) {
      lower = min(lower, sqrt(proved));
      continue;
    }
    // What proves nothing of a large part is worth its time in a small one, and where all is as near: at a sphere's
    // centre.
    const bool is_small = (r.s1 - r.s0) * (r.t1 - r.t0)<T(0.2), is_tie = search.count> 1 && distance <= limit(search);
    const T bound = is_small || is_tie ? sqrt(squared_distance_bound(part, search.p)) : T(0);
    if (bound >= keep) {
      lower = min(lower, min(bound, distance));
      continue;
    }
    // Among many that are as near, at the nearest place: on both sides of it the bound above is exact, as on a cylinder
    // about its axis.
    const auto middle = [&](T low, T high, T at) {
      const T sixteenth = T(0.0625) * (high - low);
      return is_tie && at > low + sixteenth && at < high - sixteenth ? at : T(0.5) * (low + high);
    };
    const T middle_s = middle(r.s0, r.s1, m.s), middle_t = middle(r.t0, r.t1, m.t);
    const bool across_u = is_longer_along_u(part, r);
    const bool can_cut = across_u ? middle_s > r.s0 && middle_s < r.s1 : middle_t > r.t0 && middle_t < r.t1;
    if (!can_cut || search.rectangles >= search.options.rectangles || count + 2 > most_waiting) {
      search.gave_up = true;
      const T hull = hull_bound(part, search.p, m.r * (T(-1) / distance));
      lower = min(lower, min(max(sqrt(squared_distance_bound(part, search.p)), hull), distance));
      continue;
    }
    // The half with the minimum is looked at first.
    ParameterRectangle<T> first = r, second = r;
    if (across_u) {
      first.s1 = second.s0 = middle_s;
      if (m.s < middle_s)
        waiting[count++] = second, waiting[count++] = first;
      else
        waiting[count++] = first, waiting[count++] = second;
    } else {
      first.t1 = second.t0 = middle_t;
      if (m.t < middle_t)
        waiting[count++] = second, waiting[count++] = first;
      else
        waiting[count++] = first, waiting[count++] = second;
    }
  }
  return lower;
}

/// Through the tree, the nearer child first.
template <class Four, class T>
ABUT_HD inline void search_tree(Search<T>& search) {
  const SurfaceView<T>& surface = search.surface;
  WaitingNode<T> waiting[most_tree_depth + 1];
  waiting[0] = {0, squared_distance_to_box(surface.nodes[0], search.p)};
  int count = 1;
  while (count > 0) {
    const WaitingNode<T> at = waiting[--count];
    const T far = limit(search);
    if (at.squared > far * far) continue;
    const FacetNode& node = surface.nodes[at.node];
    if (node.count == 0) {
      const std::uint32_t left = at.node + 1, right = node.first;
      const WaitingNode<T> l{left, squared_distance_to_box(surface.nodes[left], search.p)};
      const WaitingNode<T> r{right, squared_distance_to_box(surface.nodes[right], search.p)};
      const bool left_first = l.squared <= r.squared;
      waiting[count++] = left_first ? r : l;
      waiting[count++] = left_first ? l : r;
      continue;
    }
    for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
      search.lower = min(search.lower, search_piece<Four>(search, k));
    }
  }
}

/// No point of a kept rectangle is nearer than this; negative: not proved.
template <class Four, class T>
ABUT_HD inline T proved_of_kept(Search<T>& search, const KeptRectangle<T>& kept, const PatchMinimum<T>& m, T moved) {
  const ParameterRectangle<T>& r = kept.in;
  if (moved < kept.room) {
    const T width_s = r.s1 - r.s0, width_t = r.t1 - r.t0;
    const T falls = fall((m.s - r.s0) / width_s, m.slope_s * width_s, T(0)) +
                    fall((m.t - r.t0) / width_t, m.slope_t * width_t, T(0));
    const T proved = sqrt(max(m.squared - falls, T(0)));
    if (proved >= sqrt(m.squared) - slack(search)) return proved * proved;
  }
  const BezierPatch<T> whole = patch_of(search.surface, search.surface.pieces[kept.piece]);
  T net[4 * most_patch_points];
  ++search.rectangles;
  return proved_in<Four>(search, is_whole(r) ? whole : sub_patch<Four>(whole, r, net), r, m);
}

/// The kept rectangles alone; false if they are not enough.
template <class Four, class T>
ABUT_HD inline bool search_kept(Search<T>& search, ClosestPointCache<T>& cache) {
  // What rounding moves points by, and then some.
  const T moved = length(search.p - cache.point) + T(16) * Epsilon<T>::value * (search.surface.size + length(search.p));
  bool enough = moved < cache.radius;
  for (std::uint32_t k = 0; k < cache.count && k < most_kept_rectangles; ++k) {
    KeptRectangle<T>& kept = cache.of[k];
    if (kept.piece >= search.surface.piece_count) return false;
    if (k > 0 && moved < kept.way) break;  // nor do those that follow
    const BezierPatch<T> whole = patch_of(search.surface, search.surface.pieces[kept.piece]);
    const PatchMinimum<T> m = patch_minimum<Four>(whole, search.p, kept.in, kept.s, kept.t);
    take(search, kept.piece, m);
    kept.s = m.s, kept.t = m.t;
    if (!enough) continue;  // a start for the whole search
    const T proved = proved_of_kept<Four>(search, kept, m, moved);
    enough = proved >= T(0);
    search.lower = min(search.lower, sqrt(max(proved, T(0))));
  }
  return enough;
}

/// How far p may go until something within this distance, and no farther than `reach` from the nearest point, is as
/// near.
template <class T>
ABUT_INLINE T safe_way(const Search<T>& search, T distance, T reach) {
  const T limit = search.best + search.options.tie;
  return distance > limit ? (distance - limit) * (distance + limit) / (T(2) * reach) : T(0);
}

template <class T>
ABUT_INLINE T farthest_of_box(const FacetNode& n, Vec3<T> p) {
  const Vec3<T> c{T(n.centre.x), T(n.centre.y), T(n.centre.z)}, h{T(n.half.x), T(n.half.y), T(n.half.z)};
  return length(Vec3<T>{abs(p.x - c.x) + h.x, abs(p.y - c.y) + h.y, abs(p.z - c.z) + h.z});
}

/// What a next search has to look at. Data only.
template <class T>
struct Keeper {
  ClosestPointCache<T>& cache;
  std::uint32_t rectangles = 0;
};

/// What matters first comes first. Where there is no room, what would matter last makes the radius shorter.
template <class T>
ABUT_HD inline void keep(ClosestPointCache<T>& cache, const KeptRectangle<T>& kept) {
  if (cache.count == most_kept_rectangles) {
    const T last = cache.of[most_kept_rectangles - 1].way;
    cache.radius = min(cache.radius, max(last, kept.way));
    if (kept.way >= last) return;
    --cache.count;
  }
  std::uint32_t at = cache.count++;
  for (; at > 0 && kept.way < cache.of[at - 1].way; --at) cache.of[at] = cache.of[at - 1];
  cache.of[at] = kept;
}

template <class Four, class T>
ABUT_HD inline void keep_of_piece(Search<T>& search, std::uint32_t index, Keeper<T>& keeper) {
  ClosestPointCache<T>& cache = keeper.cache;
  const BezierPatch<T> whole = patch_of(search.surface, search.surface.pieces[index]);
  const Vec3<T> nearest = search.minima[0].point, r = nearest - search.p;
  ParameterRectangle<T> waiting[most_waiting];
  waiting[0] = {T(0), T(1), T(0), T(1)};
  int count = 1;
  T net[4 * most_patch_points];
  while (count > 0) {
    const ParameterRectangle<T> in = waiting[--count];
    const BezierPatch<T> part = is_whole(in) ? whole : sub_patch<Four>(whole, in, net);
    ++keeper.rectangles;
    const NearControlPoint<T> from = near_control_point(part, search.p, in);
    T bound = T(0);
    if (from.squared > T(0)) bound = max(bound, hull_bound(part, search.p, from.r * (T(-1) / sqrt(from.squared))));
    if (search.best > T(0)) bound = max(bound, hull_bound(part, search.p, r * (T(-1) / search.best)));
    const T way = safe_way(search, bound, farthest_control_point(part, nearest));
    if (way >= cache.radius) continue;
    const PatchMinimum<T> m = patch_minimum<Four>(whole, search.p, in, from.s, from.t);
    search.evaluations += static_cast<std::uint32_t>(m.evaluations);
    // What lies beside the nearest point matters later in small parts: their farthest points are nearer to it.
    const bool is_aside = squared_length(m.at.point - nearest) > apart(search) * apart(search);
    const bool is_small = (in.s1 - in.s0) * (in.t1 - in.t0) < T(0.2);
    T room = T(0);
    if ((is_small || !is_aside) && proved_in<Four>(search, part, in, m, &room) >= T(0)) {
      keep(cache, {index, in, m.s, m.t, way, room});
      continue;
    }
    if (keeper.rectangles >= most_looked_at || count + 2 > most_waiting) {
      cache.radius = min(cache.radius, way);
      continue;
    }
    ParameterRectangle<T> first = in, second = in;
    bool second_is_near;
    if (is_longer_along_u(part, in)) {
      first.s1 = second.s0 = T(0.5) * (in.s0 + in.s1);
      second_is_near = m.s > first.s1;
    } else {
      first.t1 = second.t0 = T(0.5) * (in.t0 + in.t1);
      second_is_near = m.t > first.t1;
    }
    waiting[count++] = second_is_near ? first : second;
    waiting[count++] = second_is_near ? second : first;
  }
}

/// After a search: what the next one has to look at.
template <class Four, class T>
ABUT_HD inline void fill_cache(Search<T>& search, ClosestPointCache<T>& cache) {
  const SurfaceView<T>& surface = search.surface;
  const Vec3<T> nearest = search.minima[0].point;
  cache.count = 0, cache.radius = search.options.radius, cache.point = search.p;
  Keeper<T> keeper{cache};
  std::uint32_t waiting[most_tree_depth + 1];
  waiting[0] = 0;
  int count = 1;
  while (count > 0 && cache.radius > T(0)) {
    const std::uint32_t at = waiting[--count];
    const FacetNode& node = surface.nodes[at];
    const T distance = sqrt(squared_distance_to_box(node, search.p));
    if (safe_way(search, distance, farthest_of_box(node, nearest)) >= cache.radius) continue;
    if (node.count == 0) {
      // What is around the nearest point first: it matters most.
      const bool left_first = squared_distance_to_box(surface.nodes[at + 1], nearest) <=
                              squared_distance_to_box(surface.nodes[node.first], nearest);
      waiting[count++] = left_first ? node.first : at + 1;
      waiting[count++] = left_first ? at + 1 : node.first;
      continue;
    }
    for (std::uint32_t k = node.first; k < node.first + node.count; ++k) keep_of_piece<Four>(search, k, keeper);
  }
}

template <class T>
ABUT_HD inline ClosestPoint<T> answer_of(const Search<T>& s, bool from_cache) {
  ClosestPoint<T> out{};
  out.nearest = s.minima[0];
  const T rounding = T(8) * Epsilon<T>::value * (s.surface.size + s.best);
  out.lower_bound = max(min(s.lower, s.best) - rounding, T(0));
  out.status =
      out.nearest.distance - out.lower_bound <= slack(s) + rounding ? Status::converged : Status::iteration_limit;
  if (s.count > 1 && s.minima[1].distance <= s.best + s.options.tie) out.tie = true, out.other = s.minima[1].point;
  out.evaluations = s.evaluations, out.rectangles = s.rectangles;
  out.from_cache = from_cache;
  return out;
}

}  // namespace closest_point_detail

/// `p` in the view's frame and lengths, finite. `cache`: null, or what a search of the same surface has left.
template <class Four, class T>
ABUT_HD inline ClosestPoint<T> closest_point(const SurfaceView<T>& surface, Vec3<T> p,
                                             const ClosestPointOptions<T>& options, ClosestPointCache<T>* cache) {
  using namespace closest_point_detail;
  Search<T> search{surface, p, options};
  if (cache != nullptr && cache->count > 0 && search_kept<Four>(search, *cache)) return answer_of(search, true);
  // What the kept rectangles have found stays the best so far; it is found again, with its proof.
  search.lower = Huge<T>::value;
  search_tree<Four>(search);
  const ClosestPoint<T> out = answer_of(search, false);
  if (cache != nullptr) fill_cache<Four>(search, *cache);
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
