// How far a pair that was apart still is, at least: what a query has proved less how far both parts have moved since.
// One part and one pair; the loops are elsewhere.
#pragma once

#include <cstdint>

#include "abut/bodies/parts_view.h"
#include "abut/bvh/part_box.h"
#include "abut/contacts/matching.h"
#include "abut/core/scalar.h"
#include "abut/core/vec3.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// Where a part was, and as what. Data only.
struct PartPlace {
  double rotation[9], position[3];
  double reach;  ///< of the shape from its frame's origin, at most
  std::uint32_t shape, version;
};

/// How a part has moved from one step to the next. Data only.
struct PartMotion {
  Vec3<double> shift;  ///< of the centre of its shape's box
  double turn;         ///< so far at most any point of the shape has moved besides; `Huge`: nothing is known
};
inline constexpr PartMotion unknown_motion{{0, 0, 0}, Huge<double>::value};

inline namespace ABUT_ISA {

/// Part `i` as it is.
ABUT_INLINE PartPlace part_place(const ShapeHeader* headers, const PartsView& parts, std::uint32_t i) {
  PartPlace out;
  for (int k = 0; k < 9; ++k) out.rotation[k] = parts.r[k][i];
  out.position[0] = parts.px[i], out.position[1] = parts.py[i], out.position[2] = parts.pz[i];
  out.shape = parts.shape[i];
  const ShapeHeader& h = headers[out.shape];
  out.reach = (abs(h.centre[0]) + abs(h.centre[1]) + abs(h.centre[2])) + h.size;
  out.version = h.version;
  return out;
}

/// |v| or a little more, where squares would underflow too; NaN if anything is not finite.
ABUT_INLINE double safe_length(Vec3<double> v) {
  const double sum = abs(v.x) + abs(v.y) + abs(v.z);
  if (!(sum > 0x1p-1000)) return sum;
  const Vec3<double> u = v * (1 / sum);
  return sum * sqrt(dot(u, u));
}

/// How much longer a matrix makes a vector, or a little more: at most sqrt 2 times, and for the difference of two
/// rotations by 1e-7. NaN if anything is not finite.
///
/// With t, m and d the invariants of M^T M, whose eigenvalues a >= b >= c are not negative, the larger root of
/// x^2 - t x + m - b c is the larger one of a and b + c; and b c = d / a, where a is at least (a^2 + b^2 + c^2) / t. Of
/// the difference of two rotations c is 0.
ABUT_INLINE double stretch(const Vec3<double>* rows) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += abs(rows[k].x) + abs(rows[k].y) + abs(rows[k].z);
  if (!(sum > 0x1p-1000)) return sum;
  const Vec3<double> u = rows[0] * (1 / sum), v = rows[1] * (1 / sum), w = rows[2] * (1 / sum);
  const double uu = dot(u, u), vv = dot(v, v), ww = dot(w, w), uv = dot(u, v), vw = dot(v, w), wu = dot(w, u);
  const double t = uu + vv + ww;
  const double m = (uu * vv - uv * uv) + (vv * ww - vw * vw) + (ww * uu - wu * wu);
  const double volume = dot(u, cross(v, w));
  const double squares = t * t - 2 * m;
  const double apart = squares - 2 * m + 4 * volume * volume * (t / squares);
  return sum * sqrt(0.5 * (t + sqrt(max(apart, 0.0) + 0x1p-47 * t * t)));
}

/// How a part has moved. Nothing is known where the shape is another one, its vertices were replaced, or a pose is not
/// finite.
///
/// A point x of the shape, c the centre of its box, moves by (dp + dR c) + dR (x - c); |x - c| is at most the header's
/// size, and |dR y| at most the largest singular value of dR times |y|: for rotations, twice the sine of half the
/// angle.
ABUT_INLINE PartMotion part_motion(const ShapeHeader& header, const PartPlace& before, const PartPlace& now) {
  if (before.shape != now.shape || before.version != now.version) return unknown_motion;
  const Vec3<double> c{header.centre[0], header.centre[1], header.centre[2]};
  Vec3<double> turn[3];
  double shift[3], reach = 0;
  for (int k = 0; k < 3; ++k) {
    const double *r = now.rotation + 3 * k, *q = before.rotation + 3 * k;
    turn[k] = {r[0] - q[0], r[1] - q[1], r[2] - q[2]};
    const double moved = now.position[k] - before.position[k], turned = dot(turn[k], c);
    shift[k] = moved + turned;
    reach += abs(moved) + (abs(turn[k].x * c.x) + abs(turn[k].y * c.y) + abs(turn[k].z * c.z));
  }
  // Of the shift some roundings of what adds up to it are not known.
  const double rest = (header.size * stretch(turn)) * (1 + 0x1p-40) + 0x1p-50 * reach;
  return rest < Huge<double>::value ? PartMotion{{shift[0], shift[1], shift[2]}, rest}
                                    : unknown_motion;  // a NaN compares false
}

/// No point of one part has moved farther towards a point of the other: what both have moved together does not count.
ABUT_INLINE double motion_between(const PartMotion& a, const PartMotion& b) {
  const Vec3<double> apart = b.shift - a.shift;
  const double reach =
      abs(a.shift.x) + abs(a.shift.y) + abs(a.shift.z) + abs(b.shift.x) + abs(b.shift.y) + abs(b.shift.z);
  const double moved = safe_length(apart) * (1 + 0x1p-40) + 0x1p-50 * reach + (a.turn + b.turn) * (1 + 0x1p-50);
  return moved < Huge<double>::value ? moved : Huge<double>::value;
}

/// What a query has proved is taken for a clearance with a little less, as candidate boxes are a little larger: queries
/// see poses rounded to their scalar, and take the transpose of a rotation as its inverse. `reach`: of both parts.
ABUT_INLINE double proved_clearance(double lower_bound, double reach) {
  return lower_bound - 2 * part_box_slack * (abs(lower_bound) + reach);
}

/// `clearance` once both parts have moved by so much together, rounded down.
ABUT_INLINE double lessened(double clearance, double motion) {
  const double rest = clearance - motion;
  return rest > 0 ? rest * (1 - 0x1p-52) : rest;
}

/// What is left of the clearance that the pair had as number `place`; of one that was not there nothing is known.
ABUT_INLINE double remaining_clearance(const double* before, std::uint32_t place, double motion) {
  return place == no_match ? -__builtin_inf() : lessened(before[place], motion);
}

/// All alert distances of a pair together. `alert`: of each part, or null.
ABUT_INLINE double alert_between(const double* alert, Pair p, double alert_distance) {
  return alert != nullptr ? alert_distance + (alert[p.a] + alert[p.b]) : alert_distance;
}

/// Whether a pair of that clearance may be within the distance. A NaN may.
ABUT_INLINE bool may_be_within(double clearance, double distance) { return !(clearance > distance); }

}  // namespace ABUT_ISA
}  // namespace abut
