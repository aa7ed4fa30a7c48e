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
  Vec3<T> a;          ///< on A, in A's frame
  T residual2;        ///< squared distance of the simplex point found from the target
  MaskOf<T> used[3];  ///< which of the three support points carry it
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
  using R = RealOf<T>;
  const T zero = T(R(0));
  const T one = T(R(1));
  return select(l > zero, select(l < one, l, one), zero);  // a NaN becomes 0
}

/// A point of a triangle: its corner i and how much of the edges to corners j and k. Data only.
template <class T>
struct TrianglePoint {
  Vec3<T> ai, aj, ak;  ///< the corners' points of A
  T lj, lk;
};

/// Takes that point, in the lanes that ask for it, where it comes nearer to the target, by `rest`, than what `best`
/// has. Returns in which.
template <class T>
ABUT_INLINE MaskOf<T> offer(Witness<T>& best, MaskOf<T> asked, const TrianglePoint<T>& p, Vec3<T> rest) {
  const T residual2 = dot(rest, rest);
  const MaskOf<T> taken = mask_and(asked, residual2 < best.residual2);
  best.residual2 = select(taken, residual2, best.residual2);
  best.a = select<T>(taken, multiply_add(p.aj - p.ai, p.lj, multiply_add(p.ak - p.ai, p.lk, p.ai)), best.a);
  return taken;
}

/// The point of the triangle itself, from the corner whose edges know its plane best.
template <class T>
ABUT_INLINE void offer_face(Witness<T>& best, const SupportPoint<T>* s, const TriangleCorner<T>& c, Vec3<T> target) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  const T zero = T(R(0));
  const T one = T(R(1));
  const Vec3<T> n = cross(c.e1, c.e2);
  const T nn = dot(n, n);
  const M asked = nn > zero;
  if (!any(asked)) return;
  const auto of_three = [&](Vec3<T> at0, Vec3<T> at1, Vec3<T> at2) {
    return select<T>(c.at1, at1, select<T>(c.at2, at2, at0));
  };
  const Vec3<T> q = target - of_three(s[0].w, s[1].w, s[2].w);
  const T inverse = one / nn;
  T l1 = dot(cross(q, c.e2), n) * inverse;
  T l2 = dot(cross(c.e1, q), n) * inverse;
  const Vec3<T> r = multiply_add(c.e1, -l1, multiply_add(c.e2, -l2, q));
  l1 = clamp01(l1 + dot(cross(r, c.e2), n) * inverse);
  l2 = clamp01(l2 + dot(cross(c.e1, r), n) * inverse);
  const T sum = l1 + l2;
  const M beyond = sum > one;
  l1 = select(beyond, l1 / sum, l1);
  l2 = select(beyond, one - l1, l2);
  const TrianglePoint<T> p{of_three(s[0].a, s[1].a, s[2].a), of_three(s[1].a, s[2].a, s[0].a),
                           of_three(s[2].a, s[0].a, s[1].a), l1, l2};
  const M taken = offer(best, asked, p, multiply_add(c.e1, -l1, multiply_add(c.e2, -l2, q)));
  const M ui = (one - l1) - l2 > zero;
  const M uj = l1 > zero;
  const M uk = l2 > zero;
  const auto mask_of_three = [&](M at0, M at1, M at2) { return mask_select(c.at1, at1, mask_select(c.at2, at2, at0)); };
  best.used[0] = mask_and(taken, mask_of_three(ui, uk, uj));
  best.used[1] = mask_and(taken, mask_of_three(uj, ui, uk));
  best.used[2] = mask_and(taken, mask_of_three(uk, uj, ui));
}

/// The point of one edge.
template <class T>
ABUT_INLINE void offer_edge(Witness<T>& best, MaskOf<T> asked, int i, const SupportPoint<T>* s, Vec3<T> target,
                            const RelativePose<T>& pose) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  const T zero = T(R(0));
  const int j = (i + 1) % 3;
  const int k = (i + 2) % 3;
  const Vec3<T> e = edge(s[i], s[j], pose);
  const Vec3<T> from = target - s[i].w;
  const T l = clamp01(dot(from, e) / dot(e, e));
  const M taken = offer(best, asked, TrianglePoint<T>{s[i].a, s[j].a, s[k].a, l, zero}, multiply_add(e, -l, from));
  best.used[i] = mask_select(taken, T(R(1)) - l > zero, best.used[i]);
  best.used[j] = mask_select(taken, l > zero, best.used[j]);
  best.used[k] = mask_and(mask_not(taken), best.used[k]);
}

}  // namespace witness_detail

/// The witness on A for `target`, a point of the triangle of three support points of C (repeated points make it a
/// segment or a point). Barycentric coordinates are refined once and clamped, so that the witness lies on A whatever
/// the triangle's shape; where the triangle is too thin for them its edges answer. `corner`: its best; `good2`: a
/// squared residual that is good enough.
template <class T>
ABUT_PHASE Witness<T> witness_on_triangle(const SupportPoint<T>* s, const TriangleCorner<T>& corner, Vec3<T> target,
                                          const RelativePose<T>& pose, T good2) {
  using namespace witness_detail;
  using M = MaskOf<T>;
  using R = RealOf<T>;
  Witness<T> best;
  best.residual2 = T(Huge<R>::value);
  best.a = s[0].a;
  const M always = good2 <= good2;
  best.used[0] = best.used[1] = best.used[2] = mask_and(always, mask_not(always));
  offer_face(best, s, corner, target);
  const M open = mask_not(best.residual2 <= good2);
  if (any(open)) {
    for (int i = 0; i < 3; ++i) offer_edge(best, open, i, s, target, pose);
  }
  return best;
}

template <class T>
ABUT_INLINE Witness<T> witness_on_triangle(const SupportPoint<T>* s, Vec3<T> target, const RelativePose<T>& pose,
                                           T good2) {
  return witness_on_triangle(s, witness_detail::best_corner_of(s, pose), target, pose, good2);
}

/// `ids.id[i]`, i from 0 to 2, by a choice: an array with a computed index lies in memory on a device.
ABUT_INLINE std::uint32_t id_at(const CarrierIds& ids, std::uint32_t i) {
  return i == 0 ? ids.id[0] : i == 1 ? ids.id[1] : ids.id[2];
}
ABUT_INLINE void append(CarrierIds& ids, std::uint32_t id) {
  if (ids.count == 0) ids.id[0] = id;
  if (ids.count == 1) ids.id[1] = id;
  if (ids.count == 2) ids.id[2] = id;
  ++ids.count;
}

/// The carriers of the witness on A (`side` 0) or B. Places of arrays are known to the compiler, so that on a device
/// they are registers.
template <class T>
ABUT_HD inline CarrierIds carrier_of(const Witness<T>& witness, const SupportPoint<T>* s, int side) {
  CarrierIds out{{0, 0, 0}, 0};
  for (int k = 0; k < 3; ++k) {
    if (!witness.used[k]) continue;
    const Vec3<T> p = side == 0 ? s[k].a : s[k].b;
    bool is_new = true;
    for (int i = 0; i < k; ++i) {
      if (!witness.used[i]) continue;
      const Vec3<T> q = side == 0 ? s[i].a : s[i].b;
      is_new = is_new && !(p.x == q.x && p.y == q.y && p.z == q.z);
    }
    if (is_new) append(out, side == 0 ? s[k].id_a : s[k].id_b);
  }
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
