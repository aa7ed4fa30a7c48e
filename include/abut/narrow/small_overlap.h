// Depth, normal and witness points of shallow overlaps of vertex sets: the search of small_epa.h in float, its nearest
// faces again in double. An answer is given only where depth_certificate.h proves it.
#pragma once

#include "abut/narrow/cached_polytope.h"
#include "abut/narrow/depth_certificate.h"
#include "abut/narrow/problem.h"
#include "abut/narrow/warm_start.h"

namespace abut {

/// Faces that are looked at again at most besides the nearest: of 20,000 pairs a size few have more than two.
inline constexpr int small_epa_checks = 5;

inline namespace ABUT_ISA {

namespace small_overlap_detail {

/// The vertices of one side for arithmetic in `T`.
template <class T, class From, class Stored>
ABUT_INLINE VertexSet<T, Stored> vertices_in(const VertexSet<From, Stored>& set) {
  return {set.x, set.y, set.z, set.count, T(set.scale), set.adjacency_begin, set.adjacency, set.table};
}

template <class T>
ABUT_INLINE bool is_ordinary(T scale) {
  return scale > T(0x1p-100) && scale < T(0x1p100);
}

}  // namespace small_overlap_detail

/// Below this a face's offset in float may be that of the nearest.
template <class D>
ABUT_INLINE D near_limit(const DepthCheck<D>& c, D size) {
  return c.depth + D(small_epa_margin) * size;
}

/// The faces to look at after the nearest. The limit is rounded up.
template <class Faces, class Capacity>
ABUT_INLINE void faces_to_check(SmallEpaIn<Capacity>& s, double limit, FaceBitsIn<Capacity>& out) {
  s.polytope.offset[s.nearest] = absent_face;
  Faces::below(s.polytope, round_to<float>(limit) * (1 + Epsilon<float>::value), out);
}

/// The first face of the set, which is taken out; -1: none.
template <class Capacity>
ABUT_INLINE int take_first(FaceBitsIn<Capacity>& faces) {
  for (int w = 0; w < FaceBitsIn<Capacity>::words; ++w) {
    if (faces.word[w] == 0) continue;
    const int f = 64 * w + lowest_bit(faces.word[w]);
    faces.word[w] &= faces.word[w] - 1;
    return f;
  }
  return -1;
}

/// Keeps the polytope of an answer. Returns whether it can be kept.
template <class Faces, class Capacity>
ABUT_INLINE bool keep_search(const SmallEpaIn<Capacity>& s, CachedPolytope& out) {
  if (!(s.is_kept && s.iterations == 1)) return keep_polytope<Faces>(s, out);
  out.nearest = static_cast<std::uint8_t>(s.nearest);  // nothing was added
  return true;
}

/// Keeps, if not the polytope, the face of the answer and the deepest of the vertices that the search began with.
template <class Capacity, class Face>
ABUT_HD inline void keep_search_face(const SmallPolytopeIn<Capacity>& p, const Face* face, Vec3<float> normal,
                                     CachedPolytope& out) {
  SupportPoint<float> first[4];
  for (int k = 0; k < 4; ++k) first[k] = {vertex_of(p, k), {}, {}, p.id_a[k], p.id_b[k]};
  keep_face(face, normal, first, 4, out);
}

namespace small_overlap_detail {

/// The support mapping in float.
template <class T, class Scan, class Stored>
ABUT_INLINE DifferenceSupport<float, Scan, Stored> rough(const DifferenceSupport<T, Scan, Stored>& support) {
  DifferenceSupport<float, Scan, Stored> out;
  out.a = vertices_in<float>(support.a);
  out.b = vertices_in<float>(support.b);
  for (int k = 0; k < 9; ++k) out.pose.rotation.m[k] = round_to<float>(static_cast<double>(support.pose.rotation.m[k]));
  out.pose.translation = narrowed<float>(widen(support.pose.translation));
  return out;
}

/// Runs a search that was started, and checks what it finds. Returns whether that proves the depth.
template <class Capacity, class T, class Scan, class Stored>
ABUT_PHASE_IN_REGISTERS bool search_and_check(const PairProblem<T, Stored>& p,
                                              const DifferenceSupport<T, Scan, Stored>& support,
                                              const DifferenceSupport<float, Scan, Stored>& rough,
                                              SmallEpaIn<Capacity>& search, DepthCheck<double>& check) {
  const SmallPolytopeIn<Capacity>& polytope = search.polytope;
  check = no_check<double>(false);
  if (!small_epa<typename Scan::Faces>(search, rough, round_to<float>(static_cast<double>(p.size)))) return false;
  DifferenceSupport<double, Scan, Stored> exact{vertices_in<double>(support.a), vertices_in<double>(support.b),
                                                widen(support.pose)};
  const double size = static_cast<double>(p.size);
  const auto look_at = [&](int f) {
    SupportPoint<double> points[3];
    for (int k = 0; k < 3; ++k) {
      const int v = corner_of(polytope, f, k);
      points[k] = exact.point(polytope.id_a[v], polytope.id_b[v]);
    }
    check_face(check, points, exact, width_tolerance<T>(size), true);
  };
  look_at(search.nearest);
  FaceBitsIn<Capacity> near;
  faces_to_check<typename Scan::Faces>(search, near_limit(check, size), near);
  int looked_at = 0;
  for (int f = take_first(near); f >= 0; f = take_first(near)) {
    if (looked_at++ == small_epa_checks) return false;
    look_at(f);
  }
  const bool proved = is_proved<T>(check, size);
  if constexpr (is_observed<Scan>) ObserverOf<Scan>::see(seen::SmallEpaChecked{}, check, proved);
  return proved;
}

/// Takes what the check has proved of a search, which is kept.
template <class Faces, class Capacity, class T>
ABUT_HD inline void take(const SmallEpaIn<Capacity>& search, const DepthCheck<double>& check, CachedPolytope* cache,
                         CoreAnswer<T>& out) {
  take_check(check, out);
  if (cache == nullptr) return;
  if (keep_search<Faces>(search, *cache)) return;
  keep_search_face(search.polytope, check.face, narrowed<float>(check.normal), *cache);
}

}  // namespace small_overlap_detail

/// The depth of cores that GJK found overlapping, if `Capacity` is enough to prove it. Returns whether it is.
template <class Capacity = SmallCapacity, class T, class Scan, class Stored>
ABUT_PHASE bool small_overlap(const PairProblem<T, Stored>& p, const DifferenceSupport<T, Scan, Stored>& support,
                              const GjkState<T>& s, CachedPolytope* cache, CoreAnswer<T>& out,
                              std::uint32_t& iterations) {
  using namespace small_overlap_detail;
  if (!s.overlap || !is_ordinary(support.a.scale) || !is_ordinary(support.b.scale)) return false;
  const DifferenceSupport<float, Scan, Stored> rough = small_overlap_detail::rough(support);
  SmallEpaIn<Capacity> search;
  SmallVertex vertex[4];
  int count = 0;
  for (int k = 0; k < 4; ++k) {
    if (!s.simplex.used[k]) continue;
    const SupportPoint<float> q = rough.point(s.simplex.id_a[k], s.simplex.id_b[k]);
    vertex[count++] = {q.w, q.id_a, q.id_b};
  }
  if (count < 3 || !small_epa_start_from(search, vertex, count, rough, round_to<float>(static_cast<double>(p.size))))
    return false;
  DepthCheck<double> check;
  const bool proved = search_and_check(p, support, rough, search, check);
  iterations = search.iterations;
  if (proved) take<typename Scan::Faces>(search, check, cache, out);
  return proved;
}

/// The depth of cores that a kept polytope shows to overlap, and nothing else. Returns whether it does. `cache`, which
/// may be null, gets what the next query starts from.
template <class T, class Scan, class Stored>
ABUT_PHASE bool kept_overlap(const PairProblem<T, Stored>& p, const DifferenceSupport<T, Scan, Stored>& support,
                             CachedPolytope* cache, CoreAnswer<T>& out, std::uint32_t& iterations) {
  using namespace small_overlap_detail;
  if (cache == nullptr || cache->face_count == 0) return false;
  if (!is_ordinary(support.a.scale) || !is_ordinary(support.b.scale)) return false;
  const DifferenceSupport<float, Scan, Stored> rough = small_overlap_detail::rough(support);
  SmallEpa search;
  if (!small_epa_start_kept<typename Scan::Faces>(search, *cache, rough, round_to<float>(static_cast<double>(p.size))))
    return false;
  DepthCheck<double> check;
  if (!search_and_check(p, support, rough, search, check)) return false;
  iterations = search.iterations;
  take<typename Scan::Faces>(search, check, cache, out);
  return true;
}
template <class T, class Scan, class Stored>
ABUT_HD inline bool kept_overlap(const PairProblem<T, Stored>&, const CoreDifference<T, Scan, Stored>&, CachedPolytope*,
                                 CoreAnswer<T>&, std::uint32_t&) {
  return false;
}
template <class Capacity = SmallCapacity, class T, class Scan, class Stored>
ABUT_HD inline bool small_overlap(const PairProblem<T, Stored>&, const CoreDifference<T, Scan, Stored>&,
                                  const GjkState<T, SimplexPoints<T>>&, CachedPolytope*, CoreAnswer<T>&,
                                  std::uint32_t&) {
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
