// Starting GJK from a simplex of an earlier answer: a contact that moved little needs few iterations, or none.
//
// The points are added one after the other where they bring the simplex nearer to the origin, so that a stale simplex
// does no harm. Overlapping pairs start from a whole polytope (cached_polytope.h). Where that no longer holds the
// origin, GJK starts from its nearest face; where it had too many vertices to be kept, from the face that EPA ended
// with and the vertex of GJK's tetrahedron opposite to it. The normal of an overlap is kept as well: it decides where
// several faces are equally near.
#pragma once

#include <cstddef>

#include "abut/core/contact.h"
#include "abut/narrow/core_answer.h"

namespace abut {

inline namespace ABUT_ISA {

/// Vertices of A and B that a cache keeps for GJK to start from. Data only.
struct CachedIds {
  std::uint32_t a, b;
};

/// How many points of its own a cache starts GJK with: those of its simplex, or of its polytope's nearest face.
ABUT_INLINE std::uint32_t cached_count(const CachedPolytope& c) {
  if (c.face_count != 0) return c.nearest < CachedPolytope::most_faces ? 3 : 0;
  return c.vertex_count < 4 ? c.vertex_count : 4;
}
/// Point `k` of them.
ABUT_INLINE CachedIds cached_ids(const CachedPolytope& c, std::uint32_t k) {
  const CachedPolytope::Ids ids = c.vertex[c.face_count == 0 ? k : c.corners[c.nearest] >> (4 * k) & 15u];
  return {ids.a, ids.b};
}

/// Copies what a cache has: of one without faces the head is enough.
ABUT_INLINE void copy_kept(const CachedPolytope& from, CachedPolytope& to) {
  constexpr std::size_t head = offsetof(CachedPolytope, vertex) + 4 * sizeof(CachedPolytope::Ids);
  if (from.face_count != 0) {
    to = from;
  } else {
    __builtin_memcpy(&to, &from, head);
  }
}

/// Makes a cache empty, so that points can be added.
ABUT_INLINE void clear(CachedPolytope& c) {
  c.vertex_count = c.face_count = c.nearest = c.unused = 0;
  c.checksum = 0;
}

/// Keeps the normal of an overlap, ten bits a component, with a simplex. A polytope has its nearest face.
ABUT_INLINE void keep_normal(CachedPolytope& c, Vec3<float> n) {
  if (c.face_count != 0 || !(max(abs(n.x), max(abs(n.y), abs(n.z))) <= 1)) return;
  const auto bits = [](float x) { return static_cast<std::uint32_t>(x * 511 + 512); };
  c.checksum = 1u << 30 | bits(n.x) << 20 | bits(n.y) << 10 | bits(n.z);
}

/// The normal that a pair had when it was asked last, about, of any length. Data only.
struct LastNormal {
  Vec3<float> direction;
  bool known;
};

/// What `keep_normal` has left.
ABUT_INLINE LastNormal kept_normal(const CachedPolytope& c) {
  const auto component = [&c](int shift) {
    return static_cast<float>(static_cast<int>(c.checksum >> shift & 1023u) - 512);
  };
  return {{component(20), component(10), component(0)}, c.face_count == 0 && c.checksum >> 30 == 1};
}

/// Of a cache for these cores, or null.
template <class T, class Support>
ABUT_HD inline LastNormal last_normal(const GjkState<T, SimplexIds>&, const Support& support, const CachedPolytope* c) {
  const LastNormal unknown{{0, 0, 0}, false};
  if (c == nullptr) return unknown;
  if (c->face_count == 0) return kept_normal(*c);
  if (cached_count(*c) != 3) return unknown;
  Vec3<T> w[3];
  for (std::uint32_t k = 0; k < 3; ++k) {
    const CachedIds id = cached_ids(*c, k);
    if (id.a >= support.a.count || id.b >= support.b.count) return unknown;
    w[k] = support.point(id.a, id.b).w;
  }
  const Vec3<T> n = cross(w[1] - w[0], w[2] - w[0]);
  const T nn = dot(n, n);
  if (!(nn > T(0))) return unknown;
  const Vec3<float> unit = narrowed<float>(widen(n * (T(1) / sqrt(nn))));
  return {dot(n, w[0]) < T(0) ? -unit : unit, true};
}
template <class T, class Support>
ABUT_INLINE LastNormal last_normal(const GjkState<T, SimplexPoints<T>>&, const Support&, const CachedPolytope*) {
  return {{0, 0, 0}, false};
}

/// Adds a point to a simplex, unless its ids are too large to keep: GJK then starts with the others.
ABUT_INLINE void keep_point(CachedPolytope& c, std::uint32_t id_a, std::uint32_t id_b) {
  if (id_a > 0xffff || id_b > 0xffff) return;
  c.vertex[c.vertex_count++] = {static_cast<std::uint16_t>(id_a), static_cast<std::uint16_t>(id_b)};
}

/// Starts `s` from `cache`, as far as its ids are vertices of these shapes, else from `direction`.
template <class T, class Support>
ABUT_HD inline void gjk_start_cached(GjkState<T>& s, const Support& support, const CachedPolytope& cache,
                                     Vec3<T> direction) {
  gjk_start(s, direction, true);
  const std::uint32_t count = cached_count(cache);
  for (std::uint32_t k = 0; k < count && !s.overlap; ++k) {
    const CachedIds id = cached_ids(cache, k);
    if (id.a >= support.a.count || id.b >= support.b.count) continue;
    const SupportPoint<T> p = support.point(id.a, id.b);
    s.ww_max = max(s.ww_max, dot(p.w, p.w));
    gjk_detail::add_point<RoundedSigns>(s, p, T(0));
    s.active = !s.overlap;
    s.stalls = 0;
  }
}

/// Keeps the simplex that `s` ended with.
template <class T>
ABUT_HD inline void keep_simplex(const GjkState<T>& s, CachedPolytope& out) {
  clear(out);
  for (int k = 0; k < 4; ++k) {
    if (s.simplex.used[k]) keep_point(out, s.simplex.id_a[k], s.simplex.id_b[k]);
  }
}

/// Keeps the three vertices of the face that EPA ended with, and that of `tetrahedron` which lies deepest below its
/// plane; and its normal.
template <class T, class Face>
ABUT_HD inline void keep_face(const Face* face, Vec3<T> normal, const SupportPoint<T>* tetrahedron, int count,
                              CachedPolytope& out) {
  int deepest = 0;
  for (int k = 1; k < count; ++k) {
    deepest = dot(tetrahedron[k].w, normal) < dot(tetrahedron[deepest].w, normal) ? k : deepest;
  }
  clear(out);
  keep_point(out, tetrahedron[deepest].id_a, tetrahedron[deepest].id_b);
  for (int k = 0; k < 3; ++k) keep_point(out, face[k].id_a, face[k].id_b);
  keep_normal(out, narrowed<float>(widen(normal)));
}

}  // namespace ABUT_ISA
}  // namespace abut
