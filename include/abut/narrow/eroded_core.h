// Overlapping cores that contain a ball as a summand: less deep than its radius they are separated once it is taken
// off.
//
// A convex body whose radii of curvature are nowhere below r is the sum of another convex body and a ball of radius r
// (Blaschke's rolling theorem); for an ellipsoid r is the square of its shortest half axis over its longest. The sum of
// both balls' radii less the distance of what remains of the cores is the depth, with GJK's certificate: one search
// with the separated cores' answer does what EPA takes dozens of vertices for, as every one of its faces lies inside a
// smooth surface.
#pragma once

#include "abut/narrow/problem.h"
#include "abut/narrow/separation.h"

namespace abut {
inline namespace ABUT_ISA {
namespace eroded_detail {

/// Radius of a ball that is a summand of a core that is no sum.
template <class T, class Stored>
ABUT_INLINE T ball_of_leaf(const ConvexCore<T, Stored>& core) {
  if (core.header->kind != ShapeKind::ellipsoid) return T(0);
  const Vec3<T> h = core.half;
  const T shortest = min(h.x, min(h.y, h.z));
  const T longest = max(h.x, max(h.y, h.z));
  return longest > T(0) ? (T(1) - T(8) * Epsilon<T>::value) * shortest * (shortest / longest) : T(0);
}

/// Relative poses of matrices that were rounded to float are nine of its roundings off.
inline constexpr double off_rotation_limit = 1e-5;

/// What remains of a ball that is a summand once a matrix has been applied that is a rotation but for `off` (as
/// `off_rotation` says): the squares of its stretches lie within 3 off of one, and the image, an ellipsoid, has as
/// summand a ball of the shortest stretch squared over the longest, (1 - 3 off) / sqrt(1 + 3 off) at least.
template <class T>
ABUT_INLINE T ball_of_image(const Mat3<T>& matrix, T radius) {
  const T off = off_rotation(matrix);
  return off <= T(off_rotation_limit) ? radius * (T(1) - T(5) * off) : T(0);
}

/// Radius of a ball that is a summand of the core.
template <class T, class Stored>
ABUT_HD inline T ball_of_core(const ConvexCore<T, Stored>& core) {
  if (core.header->kind != ShapeKind::minkowski_sum) return ball_of_leaf(core);
  T radius = T(0);
  core_detail::for_terms(core, [&](const ConvexCore<T, Stored>& leaf, const Mat3<T>& turn) {
    const T of_term = ball_of_leaf(leaf);
    if (of_term > T(0)) radius = radius + ball_of_image(turn, of_term);
  });
  return radius;
}

/// The inverse of a matrix so near to a rotation, to within rounding error: the transpose, and two of Newton's steps,
/// each of which squares what it is off by.
template <class T>
ABUT_HD inline Mat3<T> inverse_of(const Mat3<T>& r) {
  Mat3<T> inverse{{r.m[0], r.m[3], r.m[6], r.m[1], r.m[4], r.m[7], r.m[2], r.m[5], r.m[8]}};
  for (int step = 0; step < 2; ++step) {
    Mat3<T> rest = times(r, inverse);
    for (int k = 0; k < 9; ++k) rest.m[k] = T(k % 4 == 0 ? 1 : 0) - rest.m[k];
    const Mat3<T> more = times(inverse, rest);
    for (int k = 0; k < 9; ++k) inverse.m[k] = inverse.m[k] + more.m[k];
  }
  return inverse;
}

/// Support mapping of the difference of the cores without their balls. B's is a ball in A's frame: what is taken off in
/// B's is its image under the inverse, else the certificate is off by as much as the pose's matrix is no rotation.
template <class T, class Scan, class Stored>
struct ErodedDifference {
  using SimplexData = SimplexPoints<T>;
  using Observer = ObserverOf<Scan>;
  const CoreDifference<T, Scan, Stored>& whole;
  RelativePose<T> pose;
  Mat3<T> to_b;  ///< inverse of the pose's matrix
  T radius_a, radius_b;

  ABUT_HD inline SupportPoint<T> operator()(Vec3<T> u) const {
    SupportPoint<T> p = whole(u);
    const Vec3<T> d = core_detail::scaled_up(u);
    const Vec3<T> unit = unit_vector(d);
    p.a = multiply_add(unit, -radius_a, p.a);
    p.b = multiply_add(rotate(to_b, unit), radius_b, p.b);
    p.w = p.a - transform(pose, p.b);
    return p;
  }
};

}  // namespace eroded_detail

/// The depth of cores that overlap by less than the balls that they have as summands. Returns whether it is as good as
/// an answer of separated cores. `iterations` of GJK are added to.
template <class T, class Scan, class Stored>
ABUT_PHASE bool eroded_overlap(const PairProblem<T, Stored>& p, const CoreDifference<T, Scan, Stored>& support,
                               CoreAnswer<T>& out, std::uint32_t& iterations) {
  constexpr T eps = Epsilon<T>::value;
  const T radius_a = eroded_detail::ball_of_core(p.a);
  const T radius_b = eroded_detail::ball_of_image(p.pose.rotation, eroded_detail::ball_of_core(p.b));
  const T radius = radius_a + radius_b;
  if (!(radius > T(1e-3) * p.size)) return false;
  const eroded_detail::ErodedDifference<T, Scan, Stored> eroded{
      support, support.pose, eroded_detail::inverse_of(support.pose.rotation), radius_a, radius_b};
  GjkState<T, SimplexPoints<T>> s;
  gjk_start(s, -p.pose.translation, true);
  if constexpr (is_observed<Scan>) ObserverOf<Scan>::see(seen::GjkAgain{GjkPurpose::without_summand});
  gjk(s, eroded, NoCutoff<T>::value);
  iterations += s.iterations;
  CoreAnswer<T> found = no_answer<T>();
  const T good = T(2) * eps * max(sqrt(s.ww_max), p.size);
  if (!separated_answer(s, eroded, good * good, found)) return false;
  const T doubt = T(tolerance_units<T>) * eps * p.size;
  if (open2(found) > T(sizeof(T) < sizeof(double) ? 1 : 4) * doubt * doubt) return false;
  out = found;
  out.separation = found.separation - radius;
  out.lower = found.lower - radius;
  out.witness.a = multiply_add(found.normal, radius_a, found.witness.a);
  return true;
}
template <class T, class Scan, class Stored>
ABUT_HD inline bool eroded_overlap(const PairProblem<T, Stored>&, const DifferenceSupport<T, Scan, Stored>&,
                                   CoreAnswer<T>&, std::uint32_t&) {
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
