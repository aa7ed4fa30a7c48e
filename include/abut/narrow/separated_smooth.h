// Separated curved cores whose bounds GJK leaves open: the nearest points by Newton's method on the width.
//
// GJK's simplex of a rim, or of a rim beside an edge, gets so thin that its direction is rounding. Of separated cores
// the width is convex, and its least the distance, negative: Newton's method squares what is open, from wherever GJK
// ended. Whatever it finds is certified by its own width and by how far its support points are beside the normal.
#pragma once

#include "abut/narrow/core_answer.h"
#include "abut/narrow/least_width.h"

namespace abut {
inline namespace ABUT_ISA {

/// Takes what Newton's method finds from the answer's normal, where less of it is open.
template <class T, class Scan, class Stored>
ABUT_PHASE void nearest_by_newton(const CoreDifference<T, Scan, Stored>& support, T good2, CoreAnswer<T>& out) {
  LeastWidth<T> least;
  least.normal = out.normal;
  if (!least_width(support, sqrt(good2), least)) return;
  const T width = dot(least.normal, support(least.normal).w);
  if (!(width < T(0))) return;
  CoreAnswer<T> found = out;
  found.normal = least.normal;
  found.separation = found.lower = -width;
  found.gap = T(0);
  const SupportPoint<T> points[3] = {least.point[0], least.point[1], least.point[1]};
  set_witness(found, points, found.normal * width, support.pose, good2);
  if (open2(found) < open2(out)) out = found;
}
template <class T, class Scan, class Stored>
ABUT_HD inline void nearest_by_newton(const DifferenceSupport<T, Scan, Stored>&, T, CoreAnswer<T>&) {}

}  // namespace ABUT_ISA
}  // namespace abut
