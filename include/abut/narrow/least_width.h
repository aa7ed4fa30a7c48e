// A direction of locally least width of A - B, by Newton's method on the support function.
//
// Where the difference is smooth its width h(n) has the support point s(n) as gradient and the derivative of s as
// Hessian, for every kind in closed form. On the unit sphere h is stationary where s is parallel to n, and a minimum
// where no radius of curvature is smaller than h. EPA halves its gap with each vertex there; Newton's steps square it.
// The direction proves nothing: EPA's polytope does.
#pragma once

#include "abut/narrow/convex_core.h"

namespace abut {
inline namespace ABUT_ISA {
namespace least_width_detail {

template <class T>
ABUT_HD inline Vec3<T> turn_of_ellipsoid(Vec3<T> half, Vec3<T> u, Vec3<T> du) {
  const Vec3<T> q{half.x * u.x, half.y * u.y, half.z * u.z};
  const Vec3<T> dq{half.x * du.x, half.y * du.y, half.z * du.z};
  const T qq = dot(q, q);
  if (!(qq > T(0))) return {T(0), T(0), T(0)};
  const Vec3<T> across = multiply_add(q, -dot(q, dq) / qq, dq) * (T(1) / sqrt(qq));
  return {half.x * across.x, half.y * across.y, half.z * across.z};
}

template <class T>
ABUT_HD inline Vec3<T> turn_of_disc(T radius, Vec3<T> u, Vec3<T> du) {
  const T uu = u.x * u.x + u.y * u.y;
  if (!(uu > T(0))) return {T(0), T(0), T(0)};
  const T along = radius * (u.x * du.y - u.y * du.x) / (uu * sqrt(uu));
  return {-u.y * along, u.x * along, T(0)};
}

/// How the support point `s` of a core that is no sum moves where the direction u moves by du.
template <class T, class Stored>
ABUT_HD inline Vec3<T> turn_of_leaf(const ConvexCore<T, Stored>& core, Vec3<T> u, Vec3<T> du) {
  const Vec3<T> half = core.half;
  switch (core.header->kind) {
    case ShapeKind::ellipsoid: return turn_of_ellipsoid(half, u, du);
    case ShapeKind::cylinder: return turn_of_disc(half.x, u, du);
    case ShapeKind::cone: {
      const bool apex = u.z * (half.z + half.z) >= half.x * sqrt(u.x * u.x + u.y * u.y);
      return apex ? Vec3<T>{T(0), T(0), T(0)} : turn_of_disc(half.x, u, du);
    }
    default: return {T(0), T(0), T(0)};
  }
}

template <class T, class Stored>
ABUT_HD inline Vec3<T> turn_of_core(const ConvexCore<T, Stored>& core, Vec3<T> u, Vec3<T> du) {
  if (core.header->kind != ShapeKind::minkowski_sum) return turn_of_leaf(core, u, du);
  Vec3<T> out{T(0), T(0), T(0)};
  core_detail::for_terms(core, [&](const ConvexCore<T, Stored>& leaf, const Mat3<T>& turn) {
    out = out + rotate(turn, turn_of_leaf(leaf, rotate_back(turn, u), rotate_back(turn, du)));
  });
  return out;
}

/// How the support point of A - B moves.
template <class T, class Scan, class Stored>
ABUT_HD inline Vec3<T> turn_of_difference(const CoreDifference<T, Scan, Stored>& c, Vec3<T> u, Vec3<T> du) {
  const Mat3<T>& r = c.pose.rotation;
  return turn_of_core(c.a, u, du) + rotate(r, turn_of_core(c.b, rotate_back(r, -u), rotate_back(r, du)));
}

/// The part of the core's support point that moves in steps: a vertex, an end of a cylinder's axis.
template <class Scan, class T, class Stored>
ABUT_HD inline Vec3<T> step_of_leaf(const ConvexCore<T, Stored>& core, Vec3<T> u) {
  switch (core.header->kind) {
    case ShapeKind::ellipsoid:
    case ShapeKind::cone: return {T(0), T(0), T(0)};
    case ShapeKind::cylinder: return {T(0), T(0), u.z >= T(0) ? core.half.z : -core.half.z};
    default: return core_detail::farthest_of_leaf<Scan>(core, u).p;
  }
}

template <class Scan, class T, class Stored>
ABUT_HD inline Vec3<T> step_of_core(const ConvexCore<T, Stored>& core, Vec3<T> u) {
  if (core.header->kind != ShapeKind::minkowski_sum) return step_of_leaf<Scan>(core, u);
  Vec3<T> out{T(0), T(0), T(0)};
  core_detail::for_terms(core, [&](const ConvexCore<T, Stored>& leaf, const Mat3<T>& turn) {
    out = out + rotate(turn, step_of_leaf<Scan>(leaf, rotate_back(turn, u)));
  });
  return out;
}

/// The same of A - B, but for what does not change.
template <class T, class Scan, class Stored>
ABUT_HD inline Vec3<T> step_of_difference(const CoreDifference<T, Scan, Stored>& c, Vec3<T> u) {
  const Mat3<T>& r = c.pose.rotation;
  return step_of_core<Scan>(c.a, u) - rotate(r, step_of_core<Scan>(c.b, rotate_back(r, -u)));
}

/// Second derivatives of the width on the unit sphere at `n`, in the plane across n. Data only.
template <class T>
struct Curvature {
  Vec3<T> e1, e2;
  T h11, h12, h22;
};

template <class T, class Scan, class Stored>
ABUT_HD inline Curvature<T> curvature_at(const CoreDifference<T, Scan, Stored>& support, Vec3<T> n, T width) {
  const Vec3<T> axis = abs(n.x) < T(0.6) ? Vec3<T>{T(1), T(0), T(0)} : Vec3<T>{T(0), T(1), T(0)};
  Curvature<T> c;
  c.e1 = unit_vector(cross(n, axis));
  c.e2 = cross(n, c.e1);
  const Vec3<T> d1 = turn_of_difference(support, n, c.e1);
  const Vec3<T> d2 = turn_of_difference(support, n, c.e2);
  c.h11 = dot(c.e1, d1) - width;
  c.h12 = dot(c.e1, d2);
  c.h22 = dot(c.e2, d2) - width;
  return c;
}

/// One of Newton's steps from `n`, whose support point lies `beside` it: where to go, false if nowhere.
template <class T>
ABUT_HD inline bool newton_step(const Curvature<T>& c, Vec3<T> beside, Vec3<T>& n, T& spread) {
  const T determinant = c.h11 * c.h22 - c.h12 * c.h12;
  if (!(determinant > T(0) && c.h11 > T(0))) return false;
  spread = determinant / (c.h11 + c.h22);
  const T r1 = dot(c.e1, beside), r2 = dot(c.e2, beside);
  const T x1 = (c.h12 * r2 - c.h22 * r1) / determinant, x2 = (c.h12 * r1 - c.h11 * r2) / determinant;
  if (!(x1 * x1 + x2 * x2 < T(0.25))) return false;
  n = unit_vector(multiply_add(c.e1, x1, multiply_add(c.e2, x2, n)));
  return true;
}

/// Where the difference is least curved.
template <class T>
ABUT_HD inline Vec3<T> least_curved(const Curvature<T>& c) {
  const T half = T(0.5) * (c.h11 - c.h22);
  const T root = sqrt(half * half + c.h12 * c.h12);
  // least eigenvalue: mean - root; its vector is (h12, -half - root) or (half - root, h12)
  const bool first = half > T(0);
  const T x = first ? c.h12 : half - root, y = first ? -half - root : c.h12;
  const T length2 = x * x + y * y;
  return length2 > T(0) ? multiply_add(c.e1, x, c.e2 * y) * (T(1) / sqrt(length2)) : c.e1;
}

/// The edge of the difference near which `n` lies: looks to both sides along `way`. Returns whether there is one.
template <class T, class Scan, class Stored>
ABUT_HD inline bool edge_near(const CoreDifference<T, Scan, Stored>& support, Vec3<T> way, Vec3<T> n, Vec3<T>& edge) {
  const T length2 = dot(way, way);
  if (!(length2 > T(0))) return false;
  const Vec3<T> across = way * (T(1) / sqrt(length2));
  for (T reach = T(0x1p-10); reach < T(0.5); reach = T(16) * reach) {
    const Vec3<T> step = step_of_difference(support, multiply_add(across, reach, n)) -
                         step_of_difference(support, multiply_add(across, -reach, n));
    if (!(dot(step, step) > T(0))) continue;
    edge = unit_vector(step);
    return true;
  }
  return false;
}

}  // namespace least_width_detail

inline constexpr int least_width_steps = 8;
/// So far beside a crease the support point is that end of its edge, and as far out as on it.
inline constexpr double crease_tilt = 64 * Epsilon<double>::value;

/// Where the difference is locally narrowest. Data only.
template <class T>
struct LeastWidth {
  Vec3<T> normal;
  SupportPoint<T> point[2];  ///< equal, or the ends of an edge of the difference across the normal
  T width;
  T spread;      ///< of the smallest radius of curvature and the width, about
  Vec3<T> edge;  ///< a unit vector along that edge, or 0
};

namespace least_width_detail {

/// Along a crease of the width: across the edge of the difference `edge`.
template <class T, class Scan, class Stored>
ABUT_PHASE bool along_crease(const CoreDifference<T, Scan, Stored>& support, T good, LeastWidth<T>& out) {
  Vec3<T> n = unit_vector(multiply_add(out.edge, -dot(out.normal, out.edge), out.normal));
  T before = Huge<T>::value;
  for (int step = 0; step < least_width_steps; ++step) {
    const Vec3<T> t = cross(out.edge, n);
    const SupportPoint<T> s = support(n);
    const T beside = dot(t, s.w);
    out.width = dot(n, s.w);
    const bool end = abs(beside) <= good || !(T(2) * abs(beside) < before);
    if (end && abs(beside) > T(16) * good) return false;
    out.spread = dot(t, turn_of_difference(support, n, t)) - out.width;
    if (end) break;
    before = abs(beside);
    if (!(out.spread > T(0)) || !(abs(beside) < T(0.5) * out.spread)) return false;
    n = unit_vector(multiply_add(t, -beside / out.spread, n));
    n = unit_vector(multiply_add(out.edge, -dot(n, out.edge), n));
  }
  out.normal = n;
  out.width = dot(n, support(n).w);  // where no step ended the loop, the last one was taken since
  out.point[0] = support(multiply_add(out.edge, T(-crease_tilt), n));
  out.point[1] = support(multiply_add(out.edge, T(crease_tilt), n));
  return dot(out.edge, out.point[0].w) <= T(0) && dot(out.edge, out.point[1].w) >= T(0) &&
         max(abs(dot(n, out.point[0].w) - out.width), abs(dot(n, out.point[1].w) - out.width)) <= T(16) * good;
}

}  // namespace least_width_detail

/// From the unit vector `out.normal` to where the difference is locally narrowest. `good`: how far the support point
/// may lie beside it. Returns whether that was found.
template <class T, class Scan, class Stored>
ABUT_PHASE bool least_width(const CoreDifference<T, Scan, Stored>& support, T good, LeastWidth<T>& out) {
  using namespace least_width_detail;
  Vec3<T> n = out.normal;
  T before = Huge<T>::value;
  Curvature<T> c{};
  out.edge = {T(0), T(0), T(0)};
  Vec3<T> from = out.edge, off = out.edge;
  for (int step = 0; step < least_width_steps; ++step) {
    const SupportPoint<T> s = support(n);
    const T h = dot(n, s.w);
    const Vec3<T> beside = multiply_add(n, -h, s.w);
    const T beside2 = dot(beside, beside);
    if (!(T(4) * beside2 < before)) {
      if (before <= T(256) * good * good) return true;
      off = beside;
      break;
    }
    out.normal = n;
    out.width = h;
    out.point[0] = out.point[1] = s;
    before = beside2;
    from = beside;
    c = curvature_at(support, n, h);
    if (!newton_step(c, beside, n, out.spread)) break;
    if (beside2 <= good * good) return true;
  }
  // Next to a crease the support point is an end of the edge: from it, or from where Newton's step went too far, the
  // edge leads to the foot.
  const Vec3<T> ways[3] = {least_curved(c), from, off};
  const Vec3<T> start = out.normal;
  for (const Vec3<T> way : ways) {
    out.normal = start;
    if (edge_near(support, way, start, out.edge) && along_crease(support, good, out)) return true;
  }
  return false;
}
template <class T, class Support>
ABUT_HD inline bool least_width(const Support&, T, LeastWidth<T>&) {
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
