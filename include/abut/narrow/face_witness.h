// Witness points of overlapping polytopes along a known normal: a point that the two faces that touch there share.
//
// Seen along the normal of least width, A's farthest vertices and B's span polygons that overlap. GJK on their
// projections, whose distance is zero, ends with a simplex around the origin, and its barycentric coordinates are the
// witness points. Coordinates are good to within rounding error however many vertices are coplanar, unlike those of
// EPA's face.
#pragma once

#include "abut/narrow/core_answer.h"

namespace abut {
inline namespace ABUT_ISA {
namespace face_detail {

/// Support mapping of the difference of the two faces, projected along `normal`.
template <class T, class Stored>
struct FaceDifference {
  using SimplexData = SimplexIds;
  VertexSet<T, Stored> a, b;
  RelativePose<T> pose;
  Vec3<T> normal;    ///< in A's frame
  Vec3<T> normal_b;  ///< in B's, towards A
  T level_a, level_b;

  /// The vertex farthest along `d` among those not below `level` along `n`.
  ABUT_HD inline std::uint32_t farthest(const VertexSet<T, Stored>& set, Vec3<T> n, T level, Vec3<T> d) const {
    std::uint32_t best = 0;
    T highest = -Huge<T>::value;
    for (std::uint32_t i = 0; i < set.count; ++i) {
      if (height(set, i, n) < level) continue;
      const T h = height(set, i, d);
      best = h > highest ? i : best;
      highest = h > highest ? h : highest;
    }
    return best;
  }
  ABUT_HD inline SupportPoint<T> point(std::uint32_t id_a, std::uint32_t id_b) const {
    const Vec3<T> va = vertex(a, id_a);
    const Vec3<T> vb = vertex(b, id_b);
    const Vec3<T> w = va - transform(pose, vb);
    return {multiply_add(normal, -dot(normal, w), w), va, vb, id_a, id_b};
  }
  ABUT_HD inline SupportPoint<T> operator()(Vec3<T> u) const {
    const Vec3<T> flat = multiply_add(normal, -dot(normal, u), u);
    return point(farthest(a, normal, level_a, flat), farthest(b, normal_b, level_b, rotate_back(pose.rotation, -flat)));
  }
};

template <class T, class Stored>
ABUT_HD inline T support_value(const VertexSet<T, Stored>& set, Vec3<T> n) {
  T best = height(set, 0, n);
  for (std::uint32_t i = 1; i < set.count; ++i) best = max(best, height(set, i, n));
  return best;
}

}  // namespace face_detail

/// Replaces `out`'s witness by a better one, if there is one. `scale`: of the support points.
template <class T, class Scan, class Stored>
ABUT_PHASE void face_witness(const DifferenceSupport<T, Scan, Stored>& support, Vec3<T> normal, T depth, T scale,
                             T good2, CoreAnswer<T>& out) {
  using namespace face_detail;
  const VertexSet<T, Stored>& a = support.a;
  const VertexSet<T, Stored>& b = support.b;
  const RelativePose<T>& pose = support.pose;
  const Vec3<T> normal_b = rotate_back(pose.rotation, -normal);
  const T top_a = support_value(a, normal);
  const T top_b = support_value(b, normal_b);
  // Which vertices count as farthest: those within some rounding errors, at first as few as can be.
  for (int units = 2; units <= 32 && out.witness.residual2 > good2; units *= 4) {
    const T band = T(units) * Epsilon<T>::value * scale;
    const FaceDifference<T, Stored> faces{a, b, pose, normal, normal_b, top_a - band / a.scale, top_b - band / b.scale};
    GjkState<T> s;
    gjk_start(s, faces.point(0, 0).w, true);
    gjk(s, faces, NoCutoff<T>::value);
    SupportPoint<T> points[4];
    int count = 0;
    for (int k = 0; k < 4; ++k) {
      if (!s.simplex.used[k]) continue;
      points[count] = faces.point(s.simplex.id_a[k], s.simplex.id_b[k]);
      const Vec3<T> b_in_a = transform(pose, points[count].b);
      points[count].w = points[count].a - b_in_a;
      ++count;
    }
    offer_triangles(points, count, normal * depth, pose, good2, out);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
