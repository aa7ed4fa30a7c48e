// Warm start of a pack: simplices of earlier answers, one a lane. What abut/narrow/warm_start.h does, to the bit.
#pragma once

#include "abut/narrow/warm_start.h"
#include "host/exec/isa/queries/pack_support.h"

namespace abut {
inline namespace ABUT_ISA {

/// The support point of these vertices, in every lane.
template <class S, class Stored>
ABUT_INLINE SupportPoint<Pack<S>> point_of(const PackDifference<S, Stored>& support, const std::uint32_t* id_a,
                                           const std::uint32_t* id_b) {
  using T = Pack<S>;
  alignas(64) Stored a[3][T::width], b[3][T::width];
  for (int l = 0; l < T::width; ++l) {
    const VertexSet<S, Stored>& sa = support.a.set[l];
    const VertexSet<S, Stored>& sb = support.b.set[l];
    a[0][l] = sa.x[id_a[l]], a[1][l] = sa.y[id_a[l]], a[2][l] = sa.z[id_a[l]];
    b[0][l] = sb.x[id_b[l]], b[1][l] = sb.y[id_b[l]], b[2][l] = sb.z[id_b[l]];
  }
  const auto load = [](const Stored* row) { return T::of(Lanes<S>::load(row)); };
  const Vec3<T> pa = Vec3<T>{load(a[0]), load(a[1]), load(a[2])} * support.a.scale;
  const Vec3<T> pb = Vec3<T>{load(b[0]), load(b[1]), load(b[2])} * support.b.scale;
  return {pa - transform(support.pose, pb), pa, pb, PackIndex<S>::of(Lanes<S>::load_index(id_a)),
          PackIndex<S>::of(Lanes<S>::load_index(id_b))};
}

/// Adds the points of `cache`, one a lane, to GJK's fresh state in the lanes of `asked`.
template <class R, class Stored>
ABUT_PHASE void add_cached(GjkState<Pack<R>, SimplexVertices<Pack<R>>>& s, const PackDifference<R, Stored>& support,
                           const CachedPolytope* cache, std::uint32_t asked) {
  using T = Pack<R>;
  const T zero = T(R(0));
  const auto is_there = [&](int l, std::uint32_t k) {
    if (k >= cached_count(cache[l])) return false;
    const CachedIds id = cached_ids(cache[l], k);
    return id.a < support.a.set[l].count && id.b < support.b.set[l].count;
  };
  for (std::uint32_t k = 0; k < 4; ++k) {
    alignas(64) std::uint32_t id_a[T::width] = {}, id_b[T::width] = {};
    const std::uint32_t there = lanes_where(asked & ~bits_of(s.overlap), [&](int l) { return is_there(l, k); });
    for_lanes(there, [&](int l) {
      const CachedIds id = cached_ids(cache[l], k);
      id_a[l] = id.a, id_b[l] = id.b;
    });
    if (there == 0) continue;
    s.active = mask_of_bits<R>(there);
    const SupportPoint<T> p = point_of(support, id_a, id_b);
    s.ww_max = select(s.active, max(s.ww_max, dot(p.w, p.w)), s.ww_max);
    gjk_detail::add_point<RoundedSigns>(s, p, zero);
    s.stalls = PackIndex<R>(0);
  }
  s.active = mask_and(mask_of_bits<R>(asked), mask_not(s.overlap));
}

/// The simplices that a pack ended with.
template <class R>
struct LaneSimplices {
  alignas(64) std::uint32_t id_a[4][Pack<R>::width], id_b[4][Pack<R>::width];
  std::uint32_t used[4];
};

template <class R>
ABUT_INLINE void set_simplices(const Simplex<Pack<R>>& simplex, LaneSimplices<R>& out) {
  for (int k = 0; k < 4; ++k) {
    Lanes<R>::store_index(out.id_a[k], simplex.id_a[k].v);
    Lanes<R>::store_index(out.id_b[k], simplex.id_b[k].v);
    out.used[k] = bits_of(simplex.used[k]);
  }
}

template <class R>
ABUT_INLINE void keep_simplex(const LaneSimplices<R>& in, int l, CachedPolytope& out) {
  clear(out);
  for (int k = 0; k < 4; ++k) {
    if ((in.used[k] >> l & 1) != 0) keep_point(out, in.id_a[k][l], in.id_b[k][l]);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
