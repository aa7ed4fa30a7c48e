// Starting GJK from a simplex of an earlier answer: a contact that moved little needs few iterations, or none.
//
// The points are added one after the other where they bring the simplex nearer to the origin, so that a stale simplex
// does no harm. For overlapping pairs the simplex is the face that EPA ended with and the vertex of GJK's tetrahedron
// opposite to it: while that still holds the origin, overlap is known without a search, and EPA starts beside its
// answer.
#pragma once

#include "abut/core/contact.h"
#include "abut/narrow/core_answer.h"

namespace abut {

inline namespace ABUT_ISA {

/// Starts `s` from `cache`, as far as its ids are vertices of these shapes, else from `direction`.
template <class T, class Scan, class Stored>
ABUT_HD inline void gjk_start_cached(GjkState<T>& s, const DifferenceSupport<T, Scan, Stored>& support,
                                     const CachedSimplex& cache, Vec3<T> direction) {
  gjk_start(s, direction, true);
  for (std::uint32_t k = 0; k < cache.count && k < 4 && !s.overlap; ++k) {
    if (cache.id_a[k] >= support.a.count || cache.id_b[k] >= support.b.count) continue;
    const SupportPoint<T> p = support.point(cache.id_a[k], cache.id_b[k]);
    s.ww_max = max(s.ww_max, dot(p.w, p.w));
    gjk_detail::add_point<RoundedSigns>(s, p, T(0));
    s.active = !s.overlap;
    s.stalls = 0;
  }
}

/// The simplex that `s` ended with.
template <class T>
ABUT_HD inline CachedSimplex cached_simplex(const GjkState<T>& s) {
  CachedSimplex out{{0, 0, 0, 0}, {0, 0, 0, 0}, 0};
  for (int k = 0; k < 4; ++k) {
    if (!s.simplex.used[k]) continue;
    out.id_a[out.count] = s.simplex.id_a[k];
    out.id_b[out.count++] = s.simplex.id_b[k];
  }
  return out;
}

/// The three vertices of the face that EPA ended with, and that of `tetrahedron` which lies deepest below its plane.
template <class T, class Face>
ABUT_HD inline CachedSimplex cached_face(const Face* face, Vec3<T> normal, const SupportPoint<T>* tetrahedron,
                                         int count) {
  int deepest = 0;
  for (int k = 1; k < count; ++k) {
    deepest = dot(tetrahedron[k].w, normal) < dot(tetrahedron[deepest].w, normal) ? k : deepest;
  }
  CachedSimplex out{{tetrahedron[deepest].id_a, 0, 0, 0}, {tetrahedron[deepest].id_b, 0, 0, 0}, 1};
  for (int k = 0; k < 3; ++k) {
    out.id_a[out.count] = face[k].id_a;
    out.id_b[out.count++] = face[k].id_b;
  }
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
