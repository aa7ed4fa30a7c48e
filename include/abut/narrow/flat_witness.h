// Witness points of curved cores along a known normal: as `face_witness` finds them for polytopes.
//
// What of the cores is farthest along the normal, a disc, an edge, a face or a sum of these, is seen by directions that
// are turned from it so little that nothing sinks, and GJK finds three points of it around the origin.
#pragma once

#include "abut/narrow/convex_core.h"
#include "abut/narrow/core_answer.h"

namespace abut {
inline namespace ABUT_ISA {
namespace flat_detail {

/// Support mapping of what is farthest along `normal`, projected along it.
template <class T, class Scan, class Stored>
struct FlatDifference {
  using SimplexData = SimplexPoints<T>;
  const CoreDifference<T, Scan, Stored>& whole;
  Vec3<T> normal;

  ABUT_HD inline SupportPoint<T> operator()(Vec3<T> u) const {
    const Vec3<T> flat = multiply_add(normal, -dot(normal, u), u);
    const T length2 = dot(flat, flat);
    const T tilt = length2 > T(0) ? sqrt(Epsilon<T>::value / length2) : T(0);
    SupportPoint<T> p = whole(multiply_add(flat, tilt, normal));
    p.w = multiply_add(normal, -dot(normal, p.w), p.w);
    return p;
  }
};

}  // namespace flat_detail

/// Replaces `out`'s witness by a better one for its normal and separation, if there is one.
template <class T, class Scan, class Stored>
ABUT_RARE void flat_witness(const CoreDifference<T, Scan, Stored>& support, T good2, CoreAnswer<T>& out) {
  const flat_detail::FlatDifference<T, Scan, Stored> flat{support, out.normal};
  GjkState<T, SimplexPoints<T>> s;
  gjk_start(s, support.pose.translation, true);
  gjk(s, flat, NoCutoff<T>::value);
  SupportPoint<T> points[4];
  const int count = simplex_points(s, flat, points);
  for (int k = 0; k < count; ++k) points[k].w = points[k].a - transform(support.pose, points[k].b);
  offer_triangles(points, count, out.normal * -out.separation, support.pose, good2, out);
}
template <class T, class Support>
ABUT_HD inline void flat_witness(const Support&, T, CoreAnswer<T>&) {}

}  // namespace ABUT_ISA
}  // namespace abut
