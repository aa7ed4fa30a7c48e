// The search of small_epa.h for the overlapping lanes of a pack: each step of it for all of them, so that the core has
// several pairs to work on.
#pragma once

#include "abut/narrow/small_overlap.h"
#include "host/exec/isa/queries/pack_warm_start.h"

namespace abut {
inline namespace ABUT_ISA {
namespace pack_overlap_detail {

using F = Pack<float>;
using D = Pack<double>;

/// Rounded to float; the lanes that a pack of doubles lacks repeat the others.
ABUT_INLINE F rough(const F& x) { return x; }
ABUT_INLINE F rough(const D& x) {
  const D twice[2] = {x, x};
  F out;
  join(twice, out);
  return out;
}

/// The support mapping of a pack's lanes in float, not interleaved: few of them take part in the later steps.
template <class R>
ABUT_INLINE void set_rough(const ShapeSetView<R>& shapes, const PackProblem<R>& p, PackDifference<float, R>& out) {
  set_lanes(
      shapes, p, [](int l) { return l % Pack<R>::width; }, [](const Pack<R>& x) { return rough(x); }, out);
}

/// The searches of a pack's lanes, and what they ask in common.
template <class R>
struct Searches {
  SmallEpa of[Pack<R>::width];
  PackDifference<float, R> support;
  F size;
  std::uint32_t lanes;  ///< that take part
};

/// Vectors of all lanes, a column each.
struct Columns {
  alignas(64) float x[F::width], y[F::width], z[F::width];
};
ABUT_INLINE void store(const Vec3<F>& v, Columns& out) { v.x.store(out.x), v.y.store(out.y), v.z.store(out.z); }
ABUT_INLINE Vec3<F> load(const Columns& c) { return {F::load(c.x), F::load(c.y), F::load(c.z)}; }
ABUT_INLINE Vec3<float> at(const Columns& c, int l) { return {c.x[l], c.y[l], c.z[l]}; }

/// Poses of all lanes, a column each.
struct LanePoses {
  alignas(64) float rotation[9][F::width];
  Columns translation;
};
ABUT_INLINE void store(const RelativePose<F>& pose, LanePoses& out) {
  for (int k = 0; k < 9; ++k) pose.rotation.m[k].store(out.rotation[k]);
  store(pose.translation, out.translation);
}
ABUT_INLINE RelativePose<float> at(const LanePoses& poses, int l) {
  RelativePose<float> out;
  for (int k = 0; k < 9; ++k) out.rotation.m[k] = poses.rotation[k][l];
  out.translation = at(poses.translation, l);
  return out;
}

/// The support points of C along the normals of the nearest faces.
struct Asked {
  Columns w;
  alignas(64) std::uint32_t id_a[F::width], id_b[F::width];
  std::uint32_t reached;
};

template <class R>
ABUT_PHASE void ask(Searches<R>& s, const FacePlane<F>& nearest, std::uint32_t live, Asked& out) {
  s.support.live = live;
  const SupportPoint<F> q = s.support(nearest.normal);
  store(q.w, out.w);
  Lanes<float>::store_index(out.id_a, q.id_a.v);
  Lanes<float>::store_index(out.id_b, q.id_b.v);
  out.reached = bits_of(small_epa_reached(nearest, q.w, s.size));
}

/// Runs the searches that were started. Returns those that ended with something to check.
template <class R>
ABUT_PHASE std::uint32_t search_lanes(Searches<R>& s) {
  using Faces = WideFaces;
  Columns normal = {};
  alignas(64) float offset[F::width] = {};
  Asked asked;
  std::uint32_t live = s.lanes;
  for (;;) {
    live = lanes_where(live, [&](int l) {
      FacePlane<float> nearest;
      const bool goes_on = small_epa_choose<Faces>(s.of[l], nearest);
      normal.x[l] = nearest.normal.x, normal.y[l] = nearest.normal.y, normal.z[l] = nearest.normal.z;
      offset[l] = nearest.offset;
      return goes_on;
    });
    if (live == 0) break;
    ask(s, {load(normal), F::load(offset)}, live, asked);
    live = lanes_where(live, [&](int l) {
      return small_epa_take(s.of[l], {at(asked.w, l), asked.id_a[l], asked.id_b[l]}, (asked.reached >> l & 1) != 0);
    });
    for_lanes(live, [&](int l) { small_epa_open<Faces>(s.of[l]); });
    live = lanes_where(live, [&](int l) { return small_epa_border(s.of[l]); });
    for_lanes(live, [&](int l) { small_epa_close<Faces>(s.of[l]); });
  }
  return lanes_where(s.lanes, [&](int l) { return s.of[l].ended; });
}

/// The lanes' support mappings one by one.
template <class R>
struct LaneSupports {
  const PackDifference<float, R>& of;
  LanePoses poses;
  alignas(64) float scale_a[F::width], scale_b[F::width];

  ABUT_INLINE explicit LaneSupports(const PackDifference<float, R>& support) : of(support) {
    store(of.pose, poses);
    of.a.scale.store(scale_a);
    of.b.scale.store(scale_b);
  }
  ABUT_INLINE DifferenceSupport<float, WideScan, R> at_lane(int l) const {
    DifferenceSupport<float, WideScan, R> out{of.a.set[l], of.b.set[l], at(poses, l)};
    out.a.scale = scale_a[l];
    out.b.scale = scale_b[l];
    return out;
  }
};

/// Starts the searches of `lanes` from what was kept of earlier ones. `lanes` becomes those whose polytope lies around
/// the origin beyond doubt.
template <class R>
ABUT_PHASE void start_kept(const ShapeSetView<R>& shapes, const PackProblem<R>& p, const CachedPolytope* kept,
                           Searches<R>& out) {
  set_rough(shapes, p, out.support);
  out.size = rough(p.size);
  alignas(64) float size[F::width];
  out.size.store(size);
  const LaneSupports<R> supports(out.support);
  out.lanes = lanes_where(out.lanes, [&](int l) {
    return small_epa_start_kept<WideFaces>(out.of[l], kept[l], supports.at_lane(l), size[l]);
  });
}

/// GJK's last simplices in float.
template <class R>
struct RoughSimplices {
  LaneSimplices<float> ids;
  Vec3<F> w[4];
  Columns vertex[4];
};

/// `lanes`: those that have one to be looked at.
template <class R>
ABUT_INLINE void set_rough_simplices(const Simplex<Pack<R>>& simplex, std::uint32_t lanes,
                                     const PackDifference<float, R>& support, RoughSimplices<R>& out) {
  const PackMask<R> asked = mask_of_bits<R>(lanes);  // others may have no vertices there
  for (int k = 0; k < 4; ++k) {
    for (int from = 0; from < F::width; from += Pack<R>::width) {
      Lanes<R>::store_index(out.ids.id_a[k] + from, select(asked, simplex.id_a[k], PackIndex<R>(0)).v);
      Lanes<R>::store_index(out.ids.id_b[k] + from, select(asked, simplex.id_b[k], PackIndex<R>(0)).v);
    }
    out.ids.used[k] = bits_of(simplex.used[k]);
    if constexpr (sizeof(R) == sizeof(float)) {
      out.w[k] = simplex.w[k];
    } else {
      out.w[k] = point_of(support, out.ids.id_a[k], out.ids.id_b[k]).w;
    }
    store(out.w[k], out.vertex[k]);
  }
}

/// The vertices of one lane's. Returns how many.
template <class R>
ABUT_INLINE int vertices_of_lane(const RoughSimplices<R>& s, int l, SmallVertex* out) {
  int count = 0;
  for (int k = 0; k < 4; ++k) {
    if ((s.ids.used[k] >> l & 1) == 0) continue;
    out[count++] = {at(s.vertex[k], l), s.ids.id_a[k][l], s.ids.id_b[k][l]};
  }
  return count;
}

/// Starts the searches of `lanes` from GJK's last simplices, three vertices or more. They become those whose polytope
/// holds the origin beyond doubt: most tetrahedra do, other lanes are looked at by themselves.
template <class R>
ABUT_PHASE void start_searches(const ShapeSetView<R>& shapes, const PackProblem<R>& p, const Simplex<Pack<R>>& simplex,
                               Searches<R>& out) {
  const std::uint32_t lanes = out.lanes;
  set_rough(shapes, p, out.support);
  out.size = rough(p.size);
  RoughSimplices<R> simplices;
  set_rough_simplices(simplex, lanes, out.support, simplices);
  const std::uint32_t* const used = simplices.ids.used;
  FacePlane<F> plane[4];
  const std::uint32_t inside =
      bits_of(tetrahedron_planes(simplices.w, out.size, plane)) & lanes & used[0] & used[1] & used[2] & used[3];
  Columns normal[4];
  alignas(64) float offset[4][F::width], size[F::width];
  for (int f = 0; f < 4; ++f) store(plane[f].normal, normal[f]), plane[f].offset.store(offset[f]);
  out.size.store(size);
  for_lanes(inside, [&](int l) {
    SmallVertex v[4];
    FacePlane<float> q[4];
    vertices_of_lane(simplices, l, v);
    for (int f = 0; f < 4; ++f) q[f] = {at(normal[f], l), offset[f][l]};
    small_epa_start(out.of[l], v, q, size[l]);
  });
  out.lanes = inside;
  if (inside == lanes) return;
  const LaneSupports<R> supports(out.support);
  out.lanes |= lanes_where(lanes & ~inside, [&](int l) {
    SmallVertex v[4];
    const int count = vertices_of_lane(simplices, l, v);
    return small_epa_start_from(out.of[l], v, count, supports.at_lane(l), size[l]);
  });
}

}  // namespace pack_overlap_detail
}  // namespace ABUT_ISA
}  // namespace abut
