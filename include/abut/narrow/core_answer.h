// What a query knows of two cores when its search is over, before radii, scale and frame; and the support points of
// GJK's last simplex.
#pragma once

#include "abut/narrow/nearest_feature.h"

namespace abut {

/// In units of the rounding error of the pair's size. A bound carries about four (support point, plane, width): so near
/// to zero is touching. Bounds and witness points that are further apart than `tolerance_units` need double: three
/// quarters in float, so that with what each carries an answer stays within three and a third, 4e-7 (one let nine of
/// 200 million adversarial pairs pass with up to 4.5e-7); where no wider arithmetic is left, two, and bounds 32 apart
/// are called unfinished.
inline constexpr int touching_units = 4;
template <class T>
inline constexpr double tolerance_units = sizeof(T) < sizeof(double) ? 0.75 : 2;
inline constexpr int bound_gap_units = 32;

/// Data only.
template <class T>
struct CoreAnswer {
  Vec3<T> normal;  ///< unit, from A to B
  T separation, lower, bound_gap;
  Witness<T> witness;
  CarrierIds carrier_a, carrier_b;
  bool normal_undefined;
};

inline namespace ABUT_ISA {

template <class T>
ABUT_HD inline CoreAnswer<T> no_answer() {
  const Vec3<T> zero{T(0), T(0), T(0)};
  return {{T(1), T(0), T(0)}, T(0),           T(0), T(0), {zero, T(0), {false, false, false}},
          {{0, 0, 0}, 0},     {{0, 0, 0}, 0}, false};
}

/// What is open of an answer, squared: its bounds, and its witness points.
template <class T>
ABUT_INLINE T open2(const CoreAnswer<T>& a) {
  return a.bound_gap * a.bound_gap + a.witness.residual2;
}

/// The support point in slot k of the simplex.
template <class T, class Support>
ABUT_INLINE SupportPoint<T> simplex_point(const GjkState<T, SimplexIds>& s, const Support& support, int k) {
  return support.point(s.simplex.id_a[k], s.simplex.id_b[k]);
}
template <class T, class Support>
ABUT_INLINE SupportPoint<T> simplex_point(const GjkState<T, SimplexPoints<T>>& s, const Support&, int k) {
  return {s.simplex.w[k], s.data.a[k], s.data.b[k], s.simplex.id_a[k], s.simplex.id_b[k]};
}

/// All support points of the simplex, one at least. Returns how many.
template <class T, class SimplexData, class Support>
ABUT_HD inline int simplex_points(const GjkState<T, SimplexData>& s, const Support& support, SupportPoint<T>* points) {
  int count = 0;
  for (int k = 0; k < 4; ++k) {
    if (s.simplex.used[k]) points[count++] = simplex_point(s, support, k);
  }
  if (count == 0) points[count++] = support(-s.v);  // GJK made no step: only where input is not finite
  return count;
}

/// The feature that supports v.
template <class T, class SimplexData, class Support>
ABUT_HD inline NearestFeature<T> supporting_feature(const GjkState<T, SimplexData>& s, const Support& support) {
  NearestFeature<T> f;
  int count = 0;
  for (int k = 0; k < 4; ++k) {
    if (!s.simplex.used[k]) continue;
    const SupportPoint<T> point = simplex_point(s, support, k);
    // Not point[count]: places that the compiler knows are registers on a device.
    if (count == 0) f.point[0] = f.point[1] = f.point[2] = point;
    if (count == 1) f.point[1] = point;
    if (count == 2) f.point[2] = point;
    ++count;
  }
  if (count == 0) f.point[0] = f.point[1] = f.point[2] = support(-s.v);  // as in `simplex_points`
  f.two = count >= 2;
  f.three = count >= 3;
  return f;
}

template <class T>
ABUT_HD inline void set_carriers(CoreAnswer<T>& out, const SupportPoint<T>* points) {
  out.carrier_a = carrier_of(out.witness, points, 0);
  out.carrier_b = carrier_of(out.witness, points, 1);
}

template <class T>
ABUT_HD inline void set_witness(CoreAnswer<T>& out, const SupportPoint<T>* points, Vec3<T> target,
                                const RelativePose<T>& pose, T good2) {
  out.witness = witness_on_triangle(points, target, pose, good2);
  set_carriers(out, points);
}

/// Takes the witness on one of the triangles of up to four support points, if that is better.
template <class T>
ABUT_HD inline void offer_triangles(const SupportPoint<T>* points, int count, Vec3<T> target,
                                    const RelativePose<T>& pose, T good2, CoreAnswer<T>& out) {
  for (int skip = 0; skip < (count == 4 ? 4 : 1); ++skip) {
    SupportPoint<T> triangle[3];
    int corners = 0;
    for (int k = 0; k < count; ++k) {
      if ((count < 4 || k != skip) && corners < 3) triangle[corners++] = points[k];
    }
    if (corners == 0) break;
    for (int k = corners; k < 3; ++k) triangle[k] = triangle[0];
    CoreAnswer<T> other = out;
    set_witness(other, triangle, target, pose, good2);
    if (other.witness.residual2 < out.witness.residual2) out = other;
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
