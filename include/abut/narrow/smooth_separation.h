// Separated curved cores whose bounds GJK leaves open: the nearest points by Newton's method on the width.
//
// GJK's simplex of a rim, or of a rim beside an edge, gets so thin that its direction is rounding error. Of separated
// cores the width is convex, and its least the distance, negative: Newton's method squares what is open, from wherever
// GJK ended. A flat end has no curvature to go by, but its normal is known: the axis. Whatever is found is certified by
// its own width and by how far its support points are beside the normal.
#pragma once

#include "abut/narrow/flat_witness.h"
#include "abut/narrow/least_width.h"

namespace abut {
inline namespace ABUT_ISA {
namespace separated_detail {

/// So far from an axis a direction may be that of a flat end.
inline constexpr double flat_end_reach = 0x1p-10;

/// The axis of a term of the difference along which `n` lies, as a unit vector on its side; `n` itself if there is
/// none.
template <class T, class Scan, class Stored>
ABUT_HD inline Vec3<T> axis_along(const CoreDifference<T, Scan, Stored>& c, Vec3<T> n) {
  Vec3<T> found = n;
  T nearest = T(flat_end_reach);
  const auto see = [&](const Mat3<T>& m) {
    for (int k = 0; k < 3; ++k) {
      const Vec3<T> axis = unit_vector(Vec3<T>{m.m[k], m.m[3 + k], m.m[6 + k]});
      const T off = length(cross(axis, n));
      if (off < nearest) nearest = off, found = dot(axis, n) < T(0) ? -axis : axis;
    }
  };
  const auto see_core = [&](const ConvexCore<T, Stored>& core, const Mat3<T>& m) {
    if (core.header->kind != ShapeKind::minkowski_sum) return see(m);
    core_detail::for_terms(core, [&](const ConvexCore<T, Stored>&, const Mat3<T>& turn) { see(times(m, turn)); });
  };
  see_core(c.a, Mat3<T>{{T(1), T(0), T(0), T(0), T(1), T(0), T(0), T(0), T(1)}});
  see_core(c.b, c.pose.rotation);
  return found;
}

/// Takes the flat end that the answer's normal leads to, where less of that is open.
template <class T, class Scan, class Stored>
ABUT_PHASE void nearest_on_flat_end(const CoreDifference<T, Scan, Stored>& support, T good2, CoreAnswer<T>& out) {
  CoreAnswer<T> found = out;
  found.normal = axis_along(support, out.normal);
  const T width = dot(found.normal, support(found.normal).w);
  if (!(width < T(0))) return;
  found.separation = found.lower = -width;
  found.bound_gap = T(0);
  found.witness.residual2 = Huge<T>::value;
  flat_witness(support, good2, found);
  if (open2(found) < open2(out)) out = found;
}

}  // namespace separated_detail

/// Takes what Newton's method finds from the answer's normal, where less of it is open.
template <class T, class Scan, class Stored>
ABUT_PHASE void nearest_by_newton(const CoreDifference<T, Scan, Stored>& support, T good2, CoreAnswer<T>& out) {
  separated_detail::nearest_on_flat_end(support, good2, out);
  if (open2(out) <= T(4) * good2) return;
  LeastWidth<T> least;
  least.normal = out.normal;
  if (!least_width(support, sqrt(good2), least)) return;
  const T width = dot(least.normal, support(least.normal).w);
  if (!(width < T(0))) return;
  CoreAnswer<T> found = out;
  found.normal = least.normal;
  found.separation = found.lower = -width;
  found.bound_gap = T(0);
  const SupportPoint<T> points[3] = {least.point[0], least.point[1], least.point[1]};
  set_witness(found, points, found.normal * width, support.pose, good2);
  if (open2(found) < open2(out)) out = found;
}
template <class T, class Scan, class Stored>
ABUT_HD inline void nearest_by_newton(const DifferenceSupport<T, Scan, Stored>&, T, CoreAnswer<T>&) {}

}  // namespace ABUT_ISA
}  // namespace abut
