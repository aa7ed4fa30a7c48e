// Witness points: the pair of points, one on each core, whose difference is a given point of the simplex.
#pragma once

#include "abut/core/contact.h"
#include "abut/narrow/support.h"
#include "abut/narrow/triangle.h"

namespace abut {

/// The ids of the support points of one core that carry a witness point, repeated points counted once: one for a
/// vertex, two for an edge, three for a face; 0: unknown. Data only.
struct CarrierIds {
  std::uint32_t id[3];
  std::uint32_t count;
};

/// Data only.
template <class T>
struct Witness {
  Vec3<T> a;             ///< on A, in A's frame
  T residual2;           ///< squared distance of the simplex point found from the target
  std::uint8_t used[3];  ///< which of the three support points carry it
};

inline namespace ABUT_ISA {
namespace witness_detail {

/// Edge vectors of C from the shapes' own vertices, which keeps them exact where they are short.
template <class T>
ABUT_INLINE Vec3<T> edge(const SupportPoint<T>& from, const SupportPoint<T>& to, const RelativePose<T>& pose) {
  return (to.a - from.a) - rotate(pose.rotation, to.b - from.b);
}

template <class T>
ABUT_HD inline TriangleCorner<T> best_corner_of(const SupportPoint<T>* s, const RelativePose<T>& pose) {
  return best_corner<T>([&](int i, int j) { return edge(s[i], s[j], pose); });
}

template <class T>
ABUT_INLINE T clamp01(T l) {
  return l > T(0) ? (l < T(1) ? l : T(1)) : T(0);  // a NaN becomes 0
}

/// A point of a triangle: corners i, j, k, and how much of j and k. Data only.
template <class T>
struct TrianglePoint {
  int i, j, k;
  T lj, lk;
};

/// Takes that point if it comes nearer to the target, by `rest`, than what `best` has.
template <class T>
ABUT_INLINE void offer(Witness<T>& best, const SupportPoint<T>* s, const TrianglePoint<T>& p, Vec3<T> rest) {
  const T residual2 = dot(rest, rest);
  if (!(residual2 < best.residual2)) return;
  best.residual2 = residual2;
  const Vec3<T> at = s[p.i].a;
  best.a = multiply_add(s[p.j].a - at, p.lj, multiply_add(s[p.k].a - at, p.lk, at));
  best.used[p.i] = (T(1) - p.lj) - p.lk > T(0) ? 1 : 0;
  best.used[p.j] = p.lj > T(0) ? 1 : 0;
  best.used[p.k] = p.lk > T(0) ? 1 : 0;
}

}  // namespace witness_detail

/// The witness on A for `target`, a point of the triangle of three support points of C (repeated points make it a
/// segment or a point). Barycentric coordinates are refined once and clamped, so that the witness lies on A whatever
/// the triangle's shape; where the triangle is too thin for them its edges answer. `good2`: a squared residual that is
/// good enough.
template <class T>
ABUT_PHASE Witness<T> witness_on_triangle(const SupportPoint<T>* s, Vec3<T> target, const RelativePose<T>& pose,
                                          T good2) {
  using namespace witness_detail;
  Witness<T> best;
  best.residual2 = Huge<T>::value;
  best.a = s[0].a;
  best.used[0] = best.used[1] = best.used[2] = 0;

  const TriangleCorner<T> corner = best_corner_of(s, pose);
  const int base = corner.at;
  const Vec3<T> e1 = corner.e1;
  const Vec3<T> e2 = corner.e2;
  const Vec3<T> n = cross(e1, e2);
  const T nn = dot(n, n);
  const Vec3<T> q = target - s[base].w;
  if (nn > T(0)) {
    const T inverse = T(1) / nn;
    T l1 = dot(cross(q, e2), n) * inverse;
    T l2 = dot(cross(e1, q), n) * inverse;
    const Vec3<T> r = multiply_add(e1, -l1, multiply_add(e2, -l2, q));
    l1 = clamp01(l1 + dot(cross(r, e2), n) * inverse);
    l2 = clamp01(l2 + dot(cross(e1, r), n) * inverse);
    const T sum = l1 + l2;
    if (sum > T(1)) {
      l1 = l1 / sum;
      l2 = T(1) - l1;
    }
    offer(best, s, {base, (base + 1) % 3, (base + 2) % 3, l1, l2}, multiply_add(e1, -l1, multiply_add(e2, -l2, q)));
    if (best.residual2 <= good2) return best;
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    const Vec3<T> e = edge(s[i], s[j], pose);
    const Vec3<T> from = target - s[i].w;
    const T l = clamp01(dot(from, e) / dot(e, e));
    offer(best, s, {i, j, k, l, T(0)}, multiply_add(e, -l, from));
  }
  return best;
}

/// The carriers of the witness on A (`side` 0) or B.
template <class T>
ABUT_HD inline CarrierIds carrier_of(const Witness<T>& witness, const SupportPoint<T>* s, int side) {
  CarrierIds out{{0, 0, 0}, 0};
  Vec3<T> points[3];
  for (int k = 0; k < 3; ++k) {
    if (witness.used[k] == 0) continue;
    const Vec3<T> p = side == 0 ? s[k].a : s[k].b;
    bool known = false;
    for (std::uint32_t i = 0; i < out.count; ++i)
      known |= p.x == points[i].x && p.y == points[i].y && p.z == points[i].z;
    if (known) continue;
    points[out.count] = p;
    out.id[out.count++] = side == 0 ? s[k].id_a : s[k].id_b;
  }
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
