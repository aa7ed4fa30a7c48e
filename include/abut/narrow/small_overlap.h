// Depth, normal and witness points of shallow overlaps of vertex sets: the search of small_epa.h in float, its nearest
// faces again in double. An answer is given only where both bounds meet to the rounding error of the query's scalar.
#pragma once

#include "abut/narrow/cached_polytope.h"
#include "abut/narrow/problem.h"
#include "abut/narrow/warm_start.h"

namespace abut {

/// What faces of C that were looked at in double say of the depth. Over a double or a pack of them. Data only.
template <class D>
struct DepthCheck {
  Vec3<D> normal;  ///< unit, outward
  D depth;         ///< narrowest width along a face's normal: the depth is not above it
  D lower;         ///< least height of a face: the depth is not below it, once all near faces have been looked at
  Witness<D> witness;
  SupportPoint<D> face[3];  ///< that carries the witness
  MaskOf<D> tied;           ///< another face is as near, along another normal
};

/// Faces that are looked at again at most besides the nearest: of 20,000 pairs a size few have more than two.
inline constexpr int small_epa_checks = 5;

/// Widths closer than this part of the pair's size tie, which is what rounding of doubles leaves of equal ones, along
/// normals whose product is below `same_normal`.
inline constexpr double tie_units = 8 * 0x1p-52;
inline constexpr double same_normal = 1 - 1e-6;

inline namespace ABUT_ISA {

/// Says for which lanes the next support point matters: nothing to a scalar's support mapping.
template <class Support>
ABUT_INLINE void set_live(Support&, bool) {}

template <class D>
ABUT_INLINE DepthCheck<D> no_check(MaskOf<D> none) {
  const D zero = D(0.0);
  const D huge = D(Huge<double>::value);
  DepthCheck<D> c;
  c.normal = c.witness.a = {zero, zero, zero};
  c.depth = c.lower = c.witness.residual2 = huge;
  c.tied = none;
  for (int k = 0; k < 3; ++k) {
    c.witness.used[k] = none;
    c.face[k] = {c.normal, c.normal, c.normal, IndexOf<D>(0), IndexOf<D>(0)};
  }
  return c;
}

/// How far widths may be apart and still prove a depth, and still tie. Data only.
template <class D>
struct WidthTolerance {
  D proof, tie;
};

/// Looks at the face of three support points, where asked.
template <class D, class Support>
ABUT_PHASE_IN_REGISTERS void check_face(DepthCheck<D>& c, const SupportPoint<D>* points, Support& support,
                                        const WidthTolerance<D>& within, MaskOf<D> asked) {
  using M = MaskOf<D>;
  const D zero = D(0.0);
  const TriangleCorner<D> corner = witness_detail::best_corner_of(points, support.pose);
  Vec3<D> n = cross(corner.e1, corner.e2);
  const D nn = dot(n, n);
  n = n * (D(1.0) / sqrt(nn));
  n = select<D>(dot(n, points[2].w) < zero, -n, n);
  const D offset = min(dot(n, points[0].w), min(dot(n, points[1].w), dot(n, points[2].w)));
  // A face without area is no bound at all.
  c.lower = select(asked, min(c.lower, select(nn > zero, offset, zero)), c.lower);
  const D tolerance = within.proof, tie = within.tie;
  const M near = mask_and(asked, nn > zero, offset < c.depth + max(tolerance, tie));
  if (!any(near)) return;
  set_live(support, near);
  const D width = dot(n, support(n).w);
  const Witness<D> w = witness_on_triangle(points, corner, n * width, support.pose, tolerance * tolerance);
  // Among faces that tie the one that holds the foot of the origin; normal and witness point go together.
  const M narrower = mask_and(near, width < c.depth - tolerance);
  const M ties = mask_and(near, width <= c.depth + tolerance);
  const M better = mask_or(narrower, mask_and(ties, w.residual2 < c.witness.residual2));
  // Both hold the foot of the origin, and are not parts of one face.
  const M two = mask_and(mask_and(near, abs(width - c.depth) <= tie, dot(n, c.normal) < D(same_normal)),
                         max(w.residual2, c.witness.residual2) <= tie * tie);
  c.tied = mask_or(two, mask_and(c.tied, mask_not(mask_and(near, width < c.depth - tie))));
  c.depth = select(ties, min(c.depth, width), c.depth);
  c.normal = select<D>(better, n, c.normal);
  c.witness.residual2 = select(better, w.residual2, c.witness.residual2);
  c.witness.a = select<D>(better, w.a, c.witness.a);
  for (int k = 0; k < 3; ++k) {
    c.witness.used[k] = mask_select(better, w.used[k], c.witness.used[k]);
    c.face[k].w = select<D>(better, points[k].w, c.face[k].w);
    c.face[k].a = select<D>(better, points[k].a, c.face[k].a);
    c.face[k].b = select<D>(better, points[k].b, c.face[k].b);
    c.face[k].id_a = select(better, points[k].id_a, c.face[k].id_a);
    c.face[k].id_b = select(better, points[k].id_b, c.face[k].id_b);
  }
}

/// What a query in R asks of the check: bounds that meet to half a rounding error of its own (for double: two), so that
/// nothing is left to settle.
template <class R>
inline constexpr double small_epa_tolerance = sizeof(R) < sizeof(double) ? 0.25 * 0x1p-23 : 2 * 0x1p-52;
template <class R, class D>
ABUT_INLINE WidthTolerance<D> width_tolerance(D size) {
  return {D(small_epa_tolerance<R>) * size, D(tie_units) * size};
}

/// Whether the check proves the depth, and says where it is: witness points to the rounding error of two points. Depths
/// near to touching, where float and double may differ about the side, and faces that tie are left to what settles
/// those.
template <class R, class D>
ABUT_INLINE MaskOf<D> is_proved(const DepthCheck<D>& c, D size) {
  const D tolerance = D(small_epa_tolerance<R>) * size;
  const D good = D(2 * static_cast<double>(Epsilon<R>::value)) * size;
  const D touching = D(4 * touching_units * static_cast<double>(Epsilon<R>::value)) * size;
  return mask_and(mask_and(c.depth - c.lower <= tolerance, c.witness.residual2 <= good * good),
                  mask_and(c.depth > touching, mask_not(c.tied)));
}

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

/// Takes what the check has proved.
template <class T>
ABUT_HD inline void take_check(const DepthCheck<double>& check, CoreAnswer<T>& out) {
  out.normal = narrowed<T>(check.normal);
  out.separation = round_to<T>(-check.depth);
  out.lower = out.separation;
  out.bound_gap = round_to<T>(max(check.depth - check.lower, 0.0));
  out.witness.a = narrowed<T>(check.witness.a);
  out.witness.residual2 = round_to<T>(check.witness.residual2);
  for (int k = 0; k < 3; ++k) out.witness.used[k] = check.witness.used[k];
  out.carrier_a = carrier_of(check.witness, check.face, 0);
  out.carrier_b = carrier_of(check.witness, check.face, 1);
}

/// The same of a search, which is kept.
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
