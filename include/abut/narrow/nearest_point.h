// Closed forms: the point of a box, cylinder or cone nearest to a given point, inside or outside. Over a scalar or a
// pack of lanes. Cylinder and cone are solved in the half-plane of distance from the axis and height.
#pragma once

#include "abut/narrow/convex_core.h"
#include "abut/narrow/witness.h"

namespace abut {

/// `CarrierIds` of a scalar or of a pack of lanes. Data only.
template <class T>
struct Carriers {
  IndexOf<T> id[3];
  IndexOf<T> count;
};

/// Nearest point of a surface. Data only.
template <class T>
struct SurfacePoint {
  Vec3<T> p;
  Vec3<T> normal;  ///< outward unit normal of a supporting plane there
  T distance;      ///< of the given point: > 0 outside, < 0 inside
  Carriers<T> carrier;
};

/// Of a half-plane through the axis: distance from the axis and height. Data only.
template <class T>
struct RadialVec {
  T r, z;
};

inline namespace ABUT_ISA {

template <class T>
ABUT_INLINE RadialVec<T> select(MaskOf<T> m, RadialVec<T> a, RadialVec<T> b) {
  return {select(m, a.r, b.r), select(m, a.z, b.z)};
}

namespace nearest_detail {

/// The corners of a box's face, edge or vertex that is bounded in the axes of `fixed` at the side of `high`, as vertex
/// ids.
template <class T>
ABUT_INLINE Carriers<T> box_carrier(const MaskOf<T>* fixed, const MaskOf<T>* high) {
  using I = IndexOf<T>;
  const I zero = I(0), one = I(1), two = I(2);
  Carriers<T> out{{zero, zero, zero}, one};
  for (int i = 0; i < 3; ++i) {
    out.id[0] = out.id[0] + select(mask_and(fixed[i], high[i]), I(1u << i), zero);
  }
  for (int i = 0; i < 3; ++i) {
    const I next = out.id[0] + I(1u << i);
    const MaskOf<T> second = mask_and(mask_not(fixed[i]), equal(out.count, one));
    const MaskOf<T> third = mask_and(mask_not(fixed[i]), equal(out.count, two));
    out.id[1] = select(second, next, out.id[1]);
    out.id[2] = select(third, next, out.id[2]);
    out.count = select(mask_or(second, third), out.count + one, out.count);
  }
  return out;
}

/// sqrt(x^2 + y^2 + z^2), also for lengths whose squares underflow; 0 for those so short that they may have lost digits
/// themselves, and with them their direction.
template <class T>
ABUT_INLINE T norm_of(T x, T y, T z) {
  using R = RealOf<T>;
  const T largest = max(max(abs(x), abs(y)), abs(z));
  const MaskOf<T> exact = largest > T(R(sizeof(R) == 4 ? 0x1p-100 : 0x1p-960));
  const T unit = select(exact, largest, T(R(1)));
  return select(exact, largest, T(R(0))) * length(Vec3<T>{x / unit, y / unit, z / unit});
}

template <class T>
ABUT_INLINE T radius_of(Vec3<T> q) {
  return norm_of(q.x, q.y, T(RealOf<T>(0)));
}

/// The half-plane in which `q` lies, `radius` from the axis, and from there to space.
template <class T>
struct HalfPlane {
  T x, y;
  ABUT_INLINE HalfPlane(Vec3<T> q, T radius) {
    using R = RealOf<T>;
    const MaskOf<T> off_axis = radius > T(R(0));
    x = select(off_axis, q.x / radius, T(R(1)));
    y = select(off_axis, q.y / radius, T(R(0)));
  }
  ABUT_INLINE Vec3<T> in_space(RadialVec<T> v) const { return {x * v.r, y * v.r, v.z}; }
};

/// Of a solid of revolution: a rim or an apex, the side, else the flat end at height `end`. Data only.
template <class T>
struct RevolvedPart {
  MaskOf<T> corner, side;
  RadialVec<T> p, normal;  ///< of a corner or the side
  T distance;              ///< of a corner or the side
  T end, outward;          ///< outward: 1 or -1
  T end_distance;
};

template <class T>
ABUT_INLINE SurfacePoint<T> revolved(Vec3<T> q, T radius, const RevolvedPart<T>& part) {
  const T zero = T(RealOf<T>(0));
  const HalfPlane<T> plane(q, radius);
  const MaskOf<T> round = mask_or(part.corner, part.side);
  SurfacePoint<T> out;
  out.p = select<T>(round, plane.in_space(part.p), Vec3<T>{q.x, q.y, part.end});
  out.normal = select<T>(round, plane.in_space(part.normal), Vec3<T>{zero, zero, part.outward});
  out.distance = select(round, part.distance, part.end_distance);
  return out;
}

/// One support point of a corner, `corner`; two of the side, `low` and `high`; twice the rim of an end.
template <class T>
ABUT_INLINE Carriers<T> revolved_carrier(const RevolvedPart<T>& part, IndexOf<T> corner, IndexOf<T> end, CurvedId low,
                                         CurvedId high) {
  using I = IndexOf<T>;
  return {{select(part.corner, corner, select(part.side, I(low), end)),
           select(part.corner, I(0), select(part.side, I(high), end)), I(0)},
          select(part.corner, I(1), I(2))};
}

}  // namespace nearest_detail

template <class T>
ABUT_HD inline SurfacePoint<T> nearest_on_box(Vec3<T> half, Vec3<T> q) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  const T zero = T(R(0)), one = T(R(1));
  const T c[3] = {q.x, q.y, q.z};
  const T h[3] = {half.x, half.y, half.z};
  T p[3], d[3], n[3], slack[3], side[3];
  M fixed[3], high[3];
  for (int i = 0; i < 3; ++i) {
    high[i] = c[i] >= zero;
    fixed[i] = abs(c[i]) > h[i];
    side[i] = select(high[i], h[i], -h[i]);
    p[i] = select(fixed[i], side[i], c[i]);
    d[i] = c[i] - p[i];
    slack[i] = h[i] - abs(c[i]);
  }
  // the face nearest from inside
  const M not_first = slack[1] < slack[0];
  const M third = slack[2] < select(not_first, slack[1], slack[0]);
  const M nearest[3] = {mask_not(mask_or(not_first, third)), mask_and(not_first, mask_not(third)), third};
  const T distance = nearest_detail::norm_of(d[0], d[1], d[2]);
  const M outside = distance > zero;
  SurfacePoint<T> out;
  out.distance = distance;
  for (int i = 0; i < 3; ++i) {
    const M inner = mask_and(mask_not(outside), nearest[i]);
    n[i] = select(outside, d[i] / distance, select(nearest[i], select(high[i], one, -one), zero));
    p[i] = select(inner, side[i], p[i]);
    fixed[i] = mask_select(outside, fixed[i], nearest[i]);
    out.distance = select(inner, abs(c[i]) - h[i], out.distance);
  }
  out.p = {p[0], p[1], p[2]};
  out.normal = {n[0], n[1], n[2]};
  out.carrier = nearest_detail::box_carrier<T>(fixed, high);
  return out;
}

template <class T>
ABUT_HD inline SurfacePoint<T> nearest_on_cylinder(Vec3<T> half, Vec3<T> q) {
  using namespace nearest_detail;
  using R = RealOf<T>;
  using I = IndexOf<T>;
  const T zero = T(R(0)), one = T(R(1));
  const T radius = radius_of(q);
  const T side = radius - half.x;
  const T cap = abs(q.z) - half.z;
  const MaskOf<T> top = q.z >= zero;
  const I rim = select(top, I(on_top_rim), I(on_bottom_rim));
  RevolvedPart<T> part;
  part.end = select(top, half.z, -half.z);
  part.outward = select(top, one, -one);
  part.end_distance = cap;
  const T over = q.z - part.end;
  const T to_rim = norm_of(side, over, zero);
  part.corner = mask_and(side > zero, cap > zero, to_rim > zero);
  part.side = mask_and(mask_not(part.corner), side > cap);
  part.p = {half.x, select(part.corner, part.end, q.z)};
  part.normal = select<T>(part.corner, RadialVec<T>{side / to_rim, over / to_rim}, RadialVec<T>{one, zero});
  part.distance = select(part.corner, to_rim, side);
  SurfacePoint<T> out = revolved(q, radius, part);
  out.carrier = revolved_carrier(part, rim, rim, on_bottom_rim, on_top_rim);
  return out;
}

/// Whether `nearest_on_cone` may be asked: no disc, no segment, and squares of its lengths do not underflow.
template <class T>
ABUT_INLINE MaskOf<T> has_nearest_on_cone(Vec3<T> half) {
  using R = RealOf<T>;
  return min(half.x, half.z) > T(R(sizeof(R) == 4 ? 0x1p-40 : 0x1p-200));
}

namespace nearest_detail {

/// The way from a cone's apex or rim, at `p`, to a point of the half-plane. Data only.
template <class T>
struct ConeCorner {
  RadialVec<T> p, d;
  T distance;
};

/// `at`: the given point. `height`, `slant`: the cone's.
template <class T>
ABUT_INLINE ConeCorner<T> cone_corner(Vec3<T> half, MaskOf<T> apex, RadialVec<T> at, T height, T slant) {
  const T zero = T(RealOf<T>(0));
  ConeCorner<T> out;
  out.p = {select(apex, zero, half.x), select(apex, half.z, -half.z)};
  out.d = {at.r - out.p.r, at.z - out.p.z};
  // Rounding can turn a short direction out of the normal cone, which ends at the side's normal: what points further
  // becomes that normal, to its own rounding error, and the foot lies a little along the side.
  const T towards_side = fma(out.d.z, height, -(out.d.r * half.x));
  const MaskOf<T> turned = mask_select(apex, towards_side<zero, towards_side> zero);
  const T along_normal = max(fma(out.d.r, height, out.d.z * half.x), zero) / slant;
  const RadialVec<T> d{along_normal * (height / slant), along_normal * (half.x / slant)};
  out.d = select<T>(turned, d, out.d);
  out.p = select<T>(turned, RadialVec<T>{max(at.r - d.r, zero), at.z - d.z}, out.p);
  out.distance = norm_of(out.d.r, out.d.z, zero);
  return out;
}

}  // namespace nearest_detail

/// To be asked only where `has_nearest_on_cone`.
template <class T>
ABUT_HD inline SurfacePoint<T> nearest_on_cone(Vec3<T> half, Vec3<T> q) {
  using namespace nearest_detail;
  using M = MaskOf<T>;
  using I = IndexOf<T>;
  const T zero = T(RealOf<T>(0));
  const T radius = radius_of(q);
  const T height = half.z + half.z;
  const T slant = sqrt(fma(height, height, half.x * half.x));
  const T below_apex = half.z - q.z;
  // Signed distances from the side's plane in the half-plane and from the base's, and where the side's foot lies.
  const T side = fma(radius, height, -(below_apex * half.x)) / slant;
  const T base = -(q.z + half.z);
  const T along = fma(radius, half.x, below_apex * height) / slant;
  const M over_side = mask_and(along > zero, along<slant, side> zero);
  const M under_base = mask_and(base > zero, radius <= half.x);
  const M apex = mask_not(along > zero);
  const ConeCorner<T> corner = cone_corner(half, apex, {radius, q.z}, height, slant);
  RevolvedPart<T> part;
  part.corner =
      mask_and(mask_or(side > zero, base > zero), mask_not(mask_or(over_side, under_base)), corner.distance > zero);
  part.side = mask_and(mask_not(part.corner), mask_or(over_side, side > base));
  part.end = -half.z;
  part.outward = -T(RealOf<T>(1));
  part.end_distance = base;
  // The side's foot from the given point along the normal: of a point within the cone's size, that has less rounding
  // than the foot in lengths from the apex.
  const RadialVec<T> normal{height / slant, half.x / slant};
  const RadialVec<T> foot{max(fma(-side, normal.r, radius), zero), fma(-side, normal.z, q.z)};
  part.p = select<T>(part.corner, corner.p, foot);
  part.normal =
      select<T>(part.corner, RadialVec<T>{corner.d.r / corner.distance, corner.d.z / corner.distance}, normal);
  part.distance = select(part.corner, corner.distance, side);
  SurfacePoint<T> out = revolved(q, radius, part);
  out.carrier =
      revolved_carrier(part, select(apex, I(on_apex), I(on_bottom_rim)), I(on_bottom_rim), on_apex, on_bottom_rim);
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
