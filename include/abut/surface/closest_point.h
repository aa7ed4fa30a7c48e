// The point of a surface that is nearest to a given point: always a global minimum, proved by a lower bound.
//
// piece_search.h finds it; the search's answer says how near another point might be.
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
#include "abut/surface/piece_search.h"

namespace abut {

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

inline constexpr std::uint32_t most_looked_at = 128;  ///< rectangles, for a cache

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
  const T most = limit(search);
  return distance > most ? (distance - most) * (distance + most) / (T(2) * reach) : T(0);
}

template <class T>
ABUT_INLINE T farthest_of_box(const FacetNode& n, Vec3<T> p) {
  const Vec3<T> c{T(n.centre.x), T(n.centre.y), T(n.centre.z)}, h{T(n.half.x), T(n.half.y), T(n.half.z)};
  return length(Vec3<T>{abs(p.x - c.x) + h.x, abs(p.y - c.y) + h.y, abs(p.z - c.z) + h.z});
}

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

template <class T>
ABUT_INLINE T farthest_control_point(const BezierPatch<T>& patch, Vec3<T> from) {
  T most = T(0);
  for (int k = 0; k < (patch.degree_u + 1) * (patch.degree_v + 1); ++k) {
    if (patch.rational && !(patch.points[4 * k + 3] > T(0))) continue;
    most = max(most, squared_length(control_point(patch, k) - from));
  }
  return sqrt(most);
}

/// What of a piece the next search has to look at. `looked_at`: how many rectangles were, in all pieces.
template <class Four, class T>
ABUT_HD inline void keep_of_piece(Search<T>& search, std::uint32_t index, std::uint32_t& looked_at,
                                  ClosestPointCache<T>& cache) {
  const BezierPatch<T> whole = patch_of(search.surface, search.surface.pieces[index]);
  const Vec3<T> nearest = search.minima[0].point;
  WaitingRectangles<T> waiting;
  begin_with_all(waiting);
  T net[4 * most_patch_points];
  while (waiting.count > 0) {
    const ParameterRectangle<T> in = waiting.of[--waiting.count];
    const BezierPatch<T> part = is_whole(in) ? whole : sub_patch<Four>(whole, in, net);
    ++looked_at;
    const NearControlPoint<T> from = near_control_point(part, search.p, in);
    const T bound = max(bound_towards(part, search.p, from.r), bound_towards(part, search.p, nearest - search.p));
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
    if (looked_at >= most_looked_at || waiting.count + 2 > most_waiting) {
      cache.radius = min(cache.radius, way);
      continue;
    }
    const bool across_u = is_longer_along_u(part, in);
    wait_in_halves(waiting, in, across_u, T(0.5) * (across_u ? in.s0 + in.s1 : in.t0 + in.t1), m);
  }
}

/// After a search: what the next one has to look at.
template <class Four, class T>
ABUT_HD inline void fill_cache(Search<T>& search, ClosestPointCache<T>& cache) {
  const SurfaceView<T>& surface = search.surface;
  const Vec3<T> nearest = search.minima[0].point;
  cache.count = 0, cache.radius = search.options.radius, cache.point = search.p;
  std::uint32_t looked_at = 0;
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
    for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
      keep_of_piece<Four>(search, k, looked_at, cache);
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
