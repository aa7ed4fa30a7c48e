// Convex cores of every kind in the pair's unit, and their support mappings.
//
// Formulas after van den Bergen 2003, section 4.2. A Minkowski sum's support point is the sum of its terms'. Ids of
// curved kinds name the part of the surface that a support point lies on, not the point: see `CurvedId`.
#pragma once

#include "abut/narrow/support.h"

namespace abut {

/// A core in its box-centre frame, in a unit of 2^exponent. Data only.
template <class T, class Stored = T>
struct ConvexCore {
  VertexSet<T, Stored> vertices;  ///< of vertex sets and boxes
  Vec3<T> half;                   ///< half extents
  const ShapeHeader* header;
  const ShapeSetView<Stored>* set;
  std::int32_t exponent;
};

/// Where on a curved core a support point lies.
enum CurvedId : std::uint32_t {
  on_ellipsoid = 0,
  on_bottom_rim = 0,
  on_top_rim = 1,
  on_apex = 2,
};

/// A support point of one core. Data only.
template <class T>
struct CorePoint {
  Vec3<T> p;
  IndexOf<T> id;
};

inline namespace ABUT_ISA {

ABUT_INLINE bool is_vertex_set(ShapeKind kind) { return kind == ShapeKind::vertex_set || kind == ShapeKind::box; }

namespace core_detail {

// The curved kinds' support points are taken over a scalar or a pack of lanes.

/// A multiple of the direction whose squares do not underflow.
template <class T>
ABUT_INLINE Vec3<T> scaled_up(Vec3<T> d) {
  const T largest = max_abs(d);
  return select<T>(largest > T(RealOf<T>(0)), Vec3<T>{d.x / largest, d.y / largest, d.z / largest}, d);
}

template <class T>
ABUT_HD inline CorePoint<T> farthest_of_ellipsoid(Vec3<T> half, Vec3<T> d) {
  using R = RealOf<T>;
  const T zero = T(R(0));
  const Vec3<T> u = scaled_up(d);
  const Vec3<T> q = scaled_up(Vec3<T>{half.x * u.x, half.y * u.y, half.z * u.z});
  const T qq = dot(q, q);
  const T inverse = select(qq > zero, T(R(1)) / sqrt(qq), zero);  // 0: flat across d, its centre is as far as any point
  return {{half.x * q.x * inverse, half.y * q.y * inverse, half.z * q.z * inverse}, IndexOf<T>(on_ellipsoid)};
}

/// The point of the rim of a disc of this radius; its centre where the direction does not choose.
template <class T>
ABUT_HD inline Vec3<T> farthest_of_disc(T radius, T z, Vec3<T> d) {
  const T zero = T(RealOf<T>(0));
  const Vec3<T> u = scaled_up(Vec3<T>{d.x, d.y, zero});
  const T uu = fma(u.x, u.x, u.y * u.y);
  const T scale = select(uu > zero, radius / sqrt(uu), zero);
  return {u.x * scale, u.y * scale, z};
}

template <class T>
ABUT_HD inline CorePoint<T> farthest_of_cylinder(Vec3<T> half, Vec3<T> d) {
  using I = IndexOf<T>;
  const MaskOf<T> top = d.z >= T(RealOf<T>(0));
  return {farthest_of_disc(half.x, select(top, half.z, -half.z), d), select(top, I(on_top_rim), I(on_bottom_rim))};
}

template <class T>
ABUT_HD inline CorePoint<T> farthest_of_cone(Vec3<T> half, Vec3<T> d) {
  using I = IndexOf<T>;
  const T zero = T(RealOf<T>(0));
  const Vec3<T> rim = farthest_of_disc(half.x, -half.z, d);
  const MaskOf<T> apex = d.z * (half.z + half.z) >= fma(d.x, rim.x, d.y * rim.y);
  return {select<T>(apex, Vec3<T>{zero, zero, half.z}, rim), select(apex, I(on_apex), I(on_bottom_rim))};
}

/// From a shape's stored coordinates to the pair's unit. A shape without extent has no unit, and only zeros.
template <class T>
ABUT_INLINE T stored_scale(const ShapeHeader& h, std::int32_t exponent) {
  return h.size > 0 ? power_of_two<T>(h.exponent - exponent) : T(1);
}

/// The stored vertices of a shape.
template <class T, class Stored>
ABUT_INLINE VertexSet<T, Stored> vertices_of(const ShapeSetView<Stored>& set, const ShapeHeader& h, T scale) {
  return {set.x + h.vertex_offset,
          set.y + h.vertex_offset,
          set.z + h.vertex_offset,
          h.vertex_count,
          scale,
          set.adjacency_begin + h.adjacency_offset,
          set.adjacency,
          h.table_offset == no_table ? nullptr : set.direction_tables + h.table_offset};
}

}  // namespace core_detail

/// Shape `shape` of a set as a core. Lengths are rounded to `Stored`, whatever the arithmetic: float and double see one
/// shape. `set` must outlive the core.
template <class T, class Stored>
ABUT_HD inline ConvexCore<T, Stored> core_of(const ShapeSetView<Stored>& set, std::uint32_t shape,
                                             std::int32_t exponent) {
  const ShapeHeader& h = set.headers[shape];
  const double to_unit = power_of_two<double>(-exponent);
  ConvexCore<T, Stored> core;
  core.half = {T(round_to<Stored>(h.half_extent[0] * to_unit)), T(round_to<Stored>(h.half_extent[1] * to_unit)),
               T(round_to<Stored>(h.half_extent[2] * to_unit))};
  core.vertices = core_detail::vertices_of(set, h, core_detail::stored_scale<T>(h, exponent));
  core.header = &h;
  core.set = &set;
  core.exponent = exponent;
  return core;
}

namespace core_detail {

template <class Scan, class T, class Stored>
ABUT_HD inline CorePoint<T> farthest_of_leaf(const ConvexCore<T, Stored>& core, Vec3<T> d) {
  switch (core.header->kind) {
    case ShapeKind::ellipsoid: return farthest_of_ellipsoid(core.half, d);
    case ShapeKind::cylinder: return farthest_of_cylinder(core.half, d);
    case ShapeKind::cone: return farthest_of_cone(core.half, d);
    default: {
      const std::uint32_t id = farthest_vertex<Scan>(core.vertices, d);
      return {vertex(core.vertices, id), id};
    }
  }
}

/// `of_term(leaf, turn)` for each term of a Minkowski sum: its core, and the matrix that turns it about its box centre.
template <class T, class Stored, class OfTerm>
ABUT_INLINE void for_terms(const ConvexCore<T, Stored>& sum, const OfTerm& of_term) {
  const ShapeTerm* terms = sum.set->terms + sum.header->term_offset;
  for (std::uint32_t k = 0; k < sum.header->term_count; ++k) {
    Mat3<T> turn;
    for (int i = 0; i < 9; ++i) turn.m[i] = T(round_to<Stored>(terms[k].rotation[i]));
    of_term(core_of<T>(*sum.set, terms[k].shape, sum.exponent), turn);
  }
}

template <class Scan, class T, class Stored>
ABUT_HD inline CorePoint<T> farthest_of_sum(const ConvexCore<T, Stored>& sum, Vec3<T> d) {
  CorePoint<T> out{{T(0), T(0), T(0)}, 0};
  for_terms(sum, [&](const ConvexCore<T, Stored>& leaf, const Mat3<T>& turn) {
    out.p = out.p + rotate(turn, farthest_of_leaf<Scan>(leaf, rotate_back(turn, d)).p);
  });
  return out;
}

}  // namespace core_detail

/// A point of the core farthest along `d`.
template <class Scan, class T, class Stored>
ABUT_PHASE CorePoint<T> farthest_of_core(const ConvexCore<T, Stored>& core, Vec3<T> d) {
  if (core.header->kind == ShapeKind::minkowski_sum) return core_detail::farthest_of_sum<Scan>(core, d);
  return core_detail::farthest_of_leaf<Scan>(core, d);
}

/// Support mapping of A - B over cores of any kind.
template <class T, class Scan, class Stored = T>
struct CoreDifference {
  using SimplexData = SimplexPoints<T>;
  using Observer = ObserverOf<Scan>;
  ConvexCore<T, Stored> a, b;
  RelativePose<T> pose;

  ABUT_HD inline SupportPoint<T> operator()(Vec3<T> u) const {
    const CorePoint<T> pa = farthest_of_core<Scan>(a, u);
    const CorePoint<T> pb = farthest_of_core<Scan>(b, rotate_back(pose.rotation, -u));
    return {pa.p - transform(pose, pb.p), pa.p, pb.p, pa.id, pb.id};
  }
};

}  // namespace ABUT_ISA
}  // namespace abut
