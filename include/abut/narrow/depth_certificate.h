// The certificate of an overlap's depth: faces of the difference looked at in double, whose planes bound the depth from
// below and whose widths bound it from above. A depth is proved where both meet to the rounding error of the query's
// scalar, and says where it is where the witness points do.
#pragma once

#include "abut/narrow/core_answer.h"
#include "abut/narrow/tie_breaking.h"

namespace abut {

/// What faces of C that were looked at in double say of the depth. Over a double or a pack of them. Data only.
template <class D>
struct DepthCheck {
  Vec3<D> normal;  ///< unit, outward
  D depth;         ///< narrowest width along a face's normal: the depth is not above it
  D lower;         ///< least height of a face: the depth is not below it, once all near faces have been looked at
  Witness<D> witness;
  SupportPoint<D> face[3];  ///< that carries the witness
  MaskOf<D> tied;           ///< another face is as near, along another normal
};

inline namespace ABUT_ISA {

/// Says for which lanes the next support point matters: nothing to a scalar's support mapping.
template <class Support>
ABUT_INLINE void set_live(Support&, bool) {}

template <class D>
ABUT_INLINE DepthCheck<D> no_check(MaskOf<D> none) {
  const D zero = D(0.0);
  const D huge = D(Huge<double>::value);
  DepthCheck<D> c;
  c.normal = c.witness.a = {zero, zero, zero};
  c.depth = c.lower = c.witness.residual2 = huge;
  c.tied = none;
  for (int k = 0; k < 3; ++k) {
    c.witness.used[k] = none;
    c.face[k] = {c.normal, c.normal, c.normal, IndexOf<D>(0), IndexOf<D>(0)};
  }
  return c;
}

/// How far widths may be apart and still prove a depth, and still tie. Data only.
template <class D>
struct WidthTolerance {
  D proof, tie;
};

/// Looks at the face of three support points, where asked.
template <class D, class Support>
ABUT_PHASE_IN_REGISTERS void check_face(DepthCheck<D>& c, const SupportPoint<D>* points, Support& support,
                                        const WidthTolerance<D>& within, MaskOf<D> asked) {
  using M = MaskOf<D>;
  const D zero = D(0.0);
  const TriangleCorner<D> corner = witness_detail::best_corner_of(points, support.pose);
  Vec3<D> n = cross(corner.e1, corner.e2);
  const D nn = dot(n, n);
  n = n * (D(1.0) / sqrt(nn));
  n = select<D>(dot(n, points[2].w) < zero, -n, n);
  const D offset = min(dot(n, points[0].w), min(dot(n, points[1].w), dot(n, points[2].w)));
  // A face without area is no bound at all.
  c.lower = select(asked, min(c.lower, select(nn > zero, offset, zero)), c.lower);
  const D tolerance = within.proof, tie = within.tie;
  const M near = mask_and(asked, nn > zero, offset < c.depth + max(tolerance, tie));
  if (!any(near)) return;
  set_live(support, near);
  const D width = dot(n, support(n).w);
  const Witness<D> w = witness_on_triangle(points, corner, n * width, support.pose, tolerance * tolerance);
  // Among faces that tie the one that holds the foot of the origin; normal and witness point go together.
  const M narrower = mask_and(near, width < c.depth - tolerance);
  const M ties = mask_and(near, width <= c.depth + tolerance);
  const M better = mask_or(narrower, mask_and(ties, w.residual2 < c.witness.residual2));
  // Both hold the foot of the origin, and are not parts of one face.
  const M two = mask_and(mask_and(near, abs(width - c.depth) <= tie, dot(n, c.normal) < D(same_normal)),
                         max(w.residual2, c.witness.residual2) <= tie * tie);
  c.tied = mask_or(two, mask_and(c.tied, mask_not(mask_and(near, width < c.depth - tie))));
  c.depth = select(ties, min(c.depth, width), c.depth);
  c.normal = select<D>(better, n, c.normal);
  c.witness.residual2 = select(better, w.residual2, c.witness.residual2);
  c.witness.a = select<D>(better, w.a, c.witness.a);
  for (int k = 0; k < 3; ++k) {
    c.witness.used[k] = mask_select(better, w.used[k], c.witness.used[k]);
    c.face[k].w = select<D>(better, points[k].w, c.face[k].w);
    c.face[k].a = select<D>(better, points[k].a, c.face[k].a);
    c.face[k].b = select<D>(better, points[k].b, c.face[k].b);
    c.face[k].id_a = select(better, points[k].id_a, c.face[k].id_a);
    c.face[k].id_b = select(better, points[k].id_b, c.face[k].id_b);
  }
}

/// What a query in R asks of the check: bounds that meet to half a rounding error of its own (for double: two), so that
/// nothing is left to settle.
template <class R>
inline constexpr double depth_tolerance = sizeof(R) < sizeof(double) ? 0.25 * 0x1p-23 : 2 * 0x1p-52;
template <class R, class D>
ABUT_INLINE WidthTolerance<D> width_tolerance(D size) {
  return {D(depth_tolerance<R>) * size, D(tie_units) * size};
}

/// Whether the check proves the depth, and says where it is: witness points to the rounding error of two points. Depths
/// near to touching, where float and double may differ about the side, and faces that tie are left to what settles
/// those.
template <class R, class D>
ABUT_INLINE MaskOf<D> is_proved(const DepthCheck<D>& c, D size) {
  const D tolerance = D(depth_tolerance<R>) * size;
  const D good = D(2 * static_cast<double>(Epsilon<R>::value)) * size;
  const D touching = D(4 * touching_units * static_cast<double>(Epsilon<R>::value)) * size;
  return mask_and(mask_and(c.depth - c.lower <= tolerance, c.witness.residual2 <= good * good),
                  mask_and(c.depth > touching, mask_not(c.tied)));
}

/// Takes what the check has proved.
template <class T>
ABUT_HD inline void take_check(const DepthCheck<double>& check, CoreAnswer<T>& out) {
  out.normal = narrowed<T>(check.normal);
  out.separation = round_to<T>(-check.depth);
  out.lower = out.separation;
  out.bound_gap = round_to<T>(max(check.depth - check.lower, 0.0));
  out.witness.a = narrowed<T>(check.witness.a);
  out.witness.residual2 = round_to<T>(check.witness.residual2);
  for (int k = 0; k < 3; ++k) out.witness.used[k] = check.witness.used[k];
  out.carrier_a = carrier_of(check.witness, check.face, 0);
  out.carrier_b = carrier_of(check.witness, check.face, 1);
}

}  // namespace ABUT_ISA
}  // namespace abut
