// Closed forms: the point of a box, cylinder, cone or ellipsoid nearest to a given point, inside or outside.
//
// Cylinder and cone are solved in the half-plane of distance from the axis and height. The ellipsoid's secular equation
// (Hart 1994; Eberly, "Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid") is solved by Newton
// from the left, where it is convex and decreasing, so that the steps only ascend; the unknown is measured from the
// pole of the shortest axis, which keeps it exact for points near the plane across that axis.
#pragma once

#include "abut/narrow/convex_core.h"
#include "abut/narrow/witness.h"

namespace abut {

/// Nearest point of a surface. Data only.
template <class T>
struct SurfacePoint {
  Vec3<T> p;
  Vec3<T> normal;  ///< outward unit normal of a supporting plane there
  T distance;      ///< of the given point: > 0 outside, < 0 inside
  CarrierIds carrier;
};

inline namespace ABUT_ISA {
namespace nearest_detail {

/// The corners of a box's face, edge or vertex that is bounded in the axes of `fixed` at the side of `high`, as vertex
/// ids.
ABUT_HD inline CarrierIds box_carrier(const bool* fixed, const bool* high) {
  CarrierIds out{{0, 0, 0}, 1};
  for (int i = 0; i < 3; ++i) out.id[0] |= fixed[i] && high[i] ? 1u << i : 0u;
  for (int i = 0; i < 3; ++i) {
    if (!fixed[i] && out.count < 3) out.id[out.count] = out.id[0] | 1u << i, ++out.count;
  }
  return out;
}

/// From the half-plane to space: the point at (p_radial, p_height) in the half-plane that `q`, `radius` from the axis,
/// lies in.
template <class T>
ABUT_INLINE Vec3<T> revolved(Vec3<T> q, T radius, T p_radial, T p_height) {
  const T x = radius > T(0) ? q.x / radius : T(1);
  const T y = radius > T(0) ? q.y / radius : T(0);
  return {x * p_radial, y * p_radial, p_height};
}

/// sqrt(x^2 + y^2 + z^2), also for lengths whose squares underflow.
template <class T>
ABUT_INLINE T norm_of(T x, T y, T z) {
  const T largest = max(max(abs(x), abs(y)), abs(z));
  if (!(largest > T(0))) return T(0);
  const Vec3<T> scaled{x / largest, y / largest, z / largest};
  return largest * length(scaled);
}

template <class T>
ABUT_INLINE T radius_of(Vec3<T> q) {
  return norm_of(q.x, q.y, T(0));
}

/// Of a half-plane through the axis: distance from the axis and height. Data only.
template <class T>
struct RadialVec {
  T r, z;
};

/// The answer outside, at the point `p` of the half-plane, in direction and distance `d` from there. False at no
/// distance.
template <class T>
ABUT_HD inline bool set_outside(Vec3<T> q, T radius, RadialVec<T> p, RadialVec<T> d, SurfacePoint<T>& out) {
  const T distance = norm_of(d.r, d.z, T(0));
  if (!(distance > T(0))) return false;
  out.p = revolved(q, radius, p.r, p.z);
  out.normal = revolved(q, radius, d.r / distance, d.z / distance);
  out.distance = distance;
  return true;
}

}  // namespace nearest_detail

template <class T>
ABUT_HD inline SurfacePoint<T> nearest_on_box(Vec3<T> half, Vec3<T> q) {
  const T c[3] = {q.x, q.y, q.z};
  const T h[3] = {half.x, half.y, half.z};
  T p[3], d[3], n[3] = {T(0), T(0), T(0)};
  bool beyond[3], high[3];
  int nearest = 0;  // the face nearest from inside
  for (int i = 0; i < 3; ++i) {
    high[i] = c[i] >= T(0);
    beyond[i] = abs(c[i]) > h[i];
    p[i] = beyond[i] ? (high[i] ? h[i] : -h[i]) : c[i];
    d[i] = c[i] - p[i];
    if (h[i] - abs(c[i]) < h[nearest] - abs(c[nearest])) nearest = i;
  }
  SurfacePoint<T> out;
  const T distance = nearest_detail::norm_of(d[0], d[1], d[2]);
  if (distance > T(0)) {
    for (int i = 0; i < 3; ++i) n[i] = d[i] / distance;
    out.distance = distance;
  } else {
    for (int i = 0; i < 3; ++i) beyond[i] = i == nearest;
    n[nearest] = high[nearest] ? T(1) : T(-1);
    p[nearest] = high[nearest] ? h[nearest] : -h[nearest];
    out.distance = abs(c[nearest]) - h[nearest];
  }
  out.p = {p[0], p[1], p[2]};
  out.normal = {n[0], n[1], n[2]};
  out.carrier = nearest_detail::box_carrier(beyond, high);
  return out;
}

template <class T>
ABUT_HD inline SurfacePoint<T> nearest_on_cylinder(Vec3<T> half, Vec3<T> q) {
  using namespace nearest_detail;
  const T radius = radius_of(q);
  const T side = radius - half.x;
  const T cap = abs(q.z) - half.z;
  const bool top = q.z >= T(0);
  const T z = top ? half.z : -half.z;
  SurfacePoint<T> out;
  if (side > T(0) && cap > T(0) && set_outside(q, radius, {half.x, z}, {side, q.z - z}, out)) {
    out.carrier = {{top ? on_top_rim : on_bottom_rim, 0, 0}, 1};
  } else if (side > cap) {
    out.p = revolved(q, radius, half.x, q.z);
    out.normal = revolved(q, radius, T(1), T(0));
    out.distance = side;
    out.carrier = {{on_bottom_rim, on_top_rim, 0}, 2};
  } else {
    out.p = {q.x, q.y, z};
    out.normal = {T(0), T(0), top ? T(1) : T(-1)};
    out.distance = cap;
    out.carrier = {{top ? on_top_rim : on_bottom_rim, top ? on_top_rim : on_bottom_rim, 0}, 2};
  }
  return out;
}

/// Whether `nearest_on_cone` may be asked: no disc, no segment, and squares of its lengths do not underflow.
template <class T>
ABUT_INLINE bool has_nearest_on_cone(Vec3<T> half) {
  return min(half.x, half.z) > T(sizeof(T) == 4 ? 0x1p-40 : 0x1p-200);
}

template <class T>
ABUT_HD inline SurfacePoint<T> nearest_on_cone(Vec3<T> half, Vec3<T> q) {
  using namespace nearest_detail;
  const T radius = radius_of(q);
  const T height = half.z + half.z;
  const T slant = sqrt(fma(height, height, half.x * half.x));
  const T below_apex = half.z - q.z;
  // Signed distances from the side's plane in the half-plane and from the base's, and where the side's foot lies.
  const T side = slant > T(0) ? fma(radius, height, -(below_apex * half.x)) / slant : radius;
  const T base = -(q.z + half.z);
  const T along = slant > T(0) ? fma(radius, half.x, below_apex * height) / slant : T(0);
  SurfacePoint<T> out;
  const bool outside = side > T(0) || base > T(0);
  const bool over_side = along > T(0) && along < slant;
  if (outside && !(over_side && side > T(0)) && !(base > T(0) && radius <= half.x)) {
    const bool apex = !(along > T(0));
    RadialVec<T> p{apex ? T(0) : half.x, apex ? half.z : -half.z};
    RadialVec<T> d{radius - p.r, q.z - p.z};
    // Rounding can turn a short direction out of the normal cone, which ends at the side's normal: what points further
    // becomes that normal, to its own rounding, and the foot lies a little along the side.
    const T towards_side = fma(d.z, height, -(d.r * half.x));
    if (apex ? towards_side < T(0) : towards_side > T(0)) {
      const T along_normal = max(fma(d.r, height, d.z * half.x), T(0)) / slant;
      d = {along_normal * (height / slant), along_normal * (half.x / slant)};
      p = {max(radius - d.r, T(0)), q.z - d.z};
    }
    if (set_outside(q, radius, p, d, out)) {
      out.carrier = {{apex ? on_apex : on_bottom_rim, 0, 0}, 1};
      return out;
    }
  }
  const bool take_side = (over_side && side > T(0)) || side > base;
  if (take_side) {
    // From the given point along the normal: of a point within the cone's size, that has less rounding than the foot in
    // lengths from the apex.
    const T nr = height / slant;
    const T nz = half.x / slant;
    out.p = revolved(q, radius, max(fma(-side, nr, radius), T(0)), fma(-side, nz, q.z));
    out.normal = revolved(q, radius, nr, nz);
    out.distance = side;
    out.carrier = {{on_apex, on_bottom_rim, 0}, 2};
  } else {
    out.p = {q.x, q.y, -half.z};
    out.normal = {T(0), T(0), T(-1)};
    out.distance = base;
    out.carrier = {{on_bottom_rim, on_bottom_rim, 0}, 2};
  }
  return out;
}

/// Whether `nearest_on_ellipsoid` may be asked: no axis so short that squares of the axes' ratios, or of a point of the
/// pair over an axis, overflow.
template <class T>
ABUT_INLINE bool has_nearest_on_ellipsoid(Vec3<T> half) {
  const T longest = max_abs(half);
  const T shortest = min(min(half.x, half.y), half.z);
  return shortest > T(sizeof(T) == 4 ? 0x1p-40 : 0x1p-200) && shortest * T(sizeof(T) == 4 ? 0x1p12 : 0x1p100) > longest;
}

template <class T>
ABUT_HD inline SurfacePoint<T> nearest_on_ellipsoid(Vec3<T> half, Vec3<T> q) {
  const T h[3] = {half.x, half.y, half.z};
  const T c[3] = {q.x, q.y, q.z};
  const T shortest = min(min(h[0], h[1]), h[2]);
  T ratio[3], pole[3], weight[3];  // (h / shortest)^2; that less 1; |c| h / shortest^2
  T u = T(0);                      // the root is not below any of these
  for (int i = 0; i < 3; ++i) {
    const T r = h[i] / shortest;
    ratio[i] = r * r;
    pole[i] = (r - T(1)) * (r + T(1));
    weight[i] = abs(c[i]) / shortest * r;
    u = max(u, weight[i] - pole[i]);
  }
  const auto excess = [&](T at, T& slope) {
    T sum = T(-1);
    slope = T(0);
    for (int i = 0; i < 3; ++i) {
      if (!(weight[i] > T(0))) continue;
      const T inverse = T(1) / (at + pole[i]);
      const T term = weight[i] * inverse;
      sum = fma(term, term, sum);
      slope = fma(term * term, inverse, slope);
    }
    slope = T(-2) * slope;
    return sum;
  };
  for (int k = 0; k < 64 && (u > T(0) || k == 0); ++k) {
    T slope;
    const T f = excess(u, slope);
    if (!(f > T(0)) || !(slope < T(0))) break;
    const T next = u - f / slope;
    if (!(next > u)) break;
    u = next;
  }
  // The point, and what is left for the shortest axes where the given point lies on the plane across them.
  T p[3], left = T(1);
  int on_plane = -1;
  for (int i = 0; i < 3; ++i) {
    const T below = u + pole[i];
    if (below > T(0)) {
      p[i] = ratio[i] * c[i] / below;
      left = left - (p[i] / h[i]) * (p[i] / h[i]);
    } else {
      p[i] = T(0);
      on_plane = on_plane < 0 ? i : on_plane;
    }
  }
  if (on_plane >= 0 && left > T(0)) p[on_plane] = h[on_plane] * sqrt(left);
  const T g[3] = {p[0] / h[0] / h[0] * shortest, p[1] / h[1] / h[1] * shortest, p[2] / h[2] / h[2] * shortest};
  const T inverse = T(1) / sqrt(fma(g[0], g[0], fma(g[1], g[1], g[2] * g[2])));
  SurfacePoint<T> out;
  out.p = {p[0], p[1], p[2]};
  out.normal = {g[0] * inverse, g[1] * inverse, g[2] * inverse};
  const Vec3<T> between = q - out.p;
  out.distance = dot(between, out.normal);
  if (out.distance > max_abs(half)) {  // so far away the difference says the direction better than the gradient
    out.distance = length(between);
    out.normal = between * (T(1) / out.distance);
  }
  out.carrier = {{on_ellipsoid, 0, 0}, 1};
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
