// Geometric predicates: signs of polynomials of coordinates, exact for the floating-point coordinates given.
//
// Source: Shewchuk 1997, sections 3.1 and 4; own implementation. Each is adaptive: plain arithmetic behind an error
// bound, where it pays exact products of rounded differences, and last an expansion without any rounding.
//
// Coordinates of float are taken to double first: all signs are then exact for every finite float. For double a
// polynomial of degree d is exact if every coordinate is a multiple of 2^-(1024/d) and at most 2^(1000/d) in magnitude:
// degree 2 (dot_sign, segment_cofactor_sign, orient2d) 2^-512 and 2^500, degree 3 (determinant_sign, orient3d) 2^-341
// and 2^333, degree 4 (triangle_cofactor_sign) 2^-256 and 2^250. Nothing is promised beyond that.
//
// They hold with contraction too: what has to be rounded where it stands is said so (`rounded_sum`), and a filter that
// is rounded less keeps its bound. Not with -ffast-math or -ftz=true, which are the caller's to leave off.
#pragma once

#include "abut/core/expansion.h"
#include "abut/core/pose.h"
#include "abut/core/vec2.h"

namespace abut {
inline namespace ABUT_ISA {
namespace predicates_detail {

/// Whether `value` is known with a relative error below 1 / trust, and so its sign. `size` is the sum of the magnitudes
/// of its monomials, each of which passed through at most `roundings` roundings, in `value` and in `size`.
///
/// A rounding is a factor 1 + d, |d| <= u = 2^-53; k of them change a monomial by less than k u / (1 - k u) of itself.
/// One u more than k covers that quotient, the roundings of `size` and those of the bound itself, for all k < 2^25.
/// Small numbers: all that is computed is a multiple of 2^-1024 (see the head); where `size` is below 2^-971 nothing
/// was rounded at all, above it the bound is a normal number.
ABUT_INLINE bool trusted(double value, double size, int roundings, double trust) {
  return abs(value) > trust * ((roundings + 1) * 0x1p-53 * size);
}

ABUT_INLINE int sign_of(double x) { return (x > 0) - (x < 0); }

/// A vector, or the rounded difference of two points, with what the rounding lost.
struct Difference {
  Vec3<double> high;
  bool exact;
};
ABUT_INLINE Difference difference(Vec3<double> a, Vec3<double> b) {
  const TwoTerms<double> x = two_difference(a.x, b.x), y = two_difference(a.y, b.y), z = two_difference(a.z, b.z);
  return {{x.high, y.high, z.high}, x.low == 0 && y.low == 0 && z.low == 0};
}

/// a x b with the magnitudes of its monomials.
struct SizedCross {
  Vec3<double> value, size;
};
ABUT_INLINE SizedCross sized_cross(Vec3<double> a, Vec3<double> b) {
  const Vec3<double> plus{a.y * b.z, a.z * b.x, a.x * b.y}, minus{a.z * b.y, a.x * b.z, a.y * b.x};
  return {plus - minus, {abs(plus.x) + abs(minus.x), abs(plus.y) + abs(minus.y), abs(plus.z) + abs(minus.z)}};
}
ABUT_INLINE double plain_dot(Vec3<double> a, Vec3<double> b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
ABUT_INLINE Vec3<double> magnitudes(Vec3<double> a) { return {abs(a.x), abs(a.y), abs(a.z)}; }

template <int N>
using ExactVec3 = Vec3<Expansion<double, N>>;

ABUT_HD inline ExactVec3<4> exact_cross(Vec3<double> a, Vec3<double> b) {
  return {exact_difference_of_products(a.y, b.z, a.z, b.y), exact_difference_of_products(a.z, b.x, a.x, b.z),
          exact_difference_of_products(a.x, b.y, a.y, b.x)};
}
ABUT_HD inline Expansion<double, 6> exact_dot(Vec3<double> a, Vec3<double> b) {
  return sum(sum(expansion_of(two_product(a.x, b.x)), expansion_of(two_product(a.y, b.y))),
             expansion_of(two_product(a.z, b.z)));
}
template <int N>
ABUT_HD inline Expansion<double, 6 * N> exact_dot(const ExactVec3<N>& a, Vec3<double> b) {
  return sum(sum(scaled(a.x, b.x), scaled(a.y, b.y)), scaled(a.z, b.z));
}
template <int N, int M>
ABUT_HD inline Expansion<double, 6 * N * M> exact_dot(const ExactVec3<N>& a, const ExactVec3<M>& b) {
  return sum(sum(product(a.x, b.x), product(a.y, b.y)), product(a.z, b.z));
}
template <int N, int M>
ABUT_HD inline ExactVec3<N + M> exact_sum(const ExactVec3<N>& a, const ExactVec3<M>& b) {
  return {sum(a.x, b.x), sum(a.y, b.y), sum(a.z, b.z)};
}
ABUT_HD inline Expansion<double, 24> exact_determinant(Vec3<double> a, Vec3<double> b, Vec3<double> c) {
  return exact_dot(exact_cross(b, c), a);
}
/// (q - p) x (r - p), without the differences.
ABUT_HD inline ExactVec3<12> exact_normal(Vec3<double> p, Vec3<double> q, Vec3<double> r) {
  return exact_sum(exact_sum(exact_cross(p, q), exact_cross(q, r)), exact_cross(r, p));
}

// Values of the middle and last stages, out of line of the filters, which decide nearly always.

ABUT_RARE double exact_dot_value(Vec3<double> a, Vec3<double> b) { return value_of(exact_dot(a, b)); }
ABUT_RARE double exact_determinant_value(Vec3<double> a, Vec3<double> b, Vec3<double> c) {
  return value_of(exact_determinant(a, b, c));
}
/// (e x f) . (p x q)
ABUT_RARE double exact_dot_of_crosses(Vec3<double> e, Vec3<double> f, Vec3<double> p, Vec3<double> q) {
  return value_of(exact_dot(exact_cross(e, f), exact_cross(p, q)));
}
ABUT_RARE double exact_orient3d(Vec3<double> a, Vec3<double> b, Vec3<double> c, Vec3<double> d) {
  return value_of(sum(sum(exact_determinant(a, b, c), exact_determinant(b, d, c)),
                      sum(exact_determinant(d, a, c), exact_determinant(b, a, d))));
}
ABUT_RARE double exact_triangle_cofactor(Vec3<double> p, Vec3<double> q, Vec3<double> r) {
  return value_of(exact_dot(exact_normal(p, q, r), exact_cross(p, q)));
}
ABUT_RARE double exact_segment_cofactor(Vec3<double> p, Vec3<double> q) {
  return value_of(sum(exact_dot(p, p), exact_dot(p, -q)));
}
ABUT_RARE double exact_orient2d(Vec2<double> a, Vec2<double> b, Vec2<double> c) {
  return value_of(
      sum(sum(exact_difference_of_products(a.x, b.y, a.y, b.x), exact_difference_of_products(b.x, c.y, b.y, c.x)),
          exact_difference_of_products(c.x, a.y, c.y, a.x)));
}

}  // namespace predicates_detail

// Values whose signs are exact and whose relative error is below 1 / trust (and a few roundings), for trust >= 1. What
// is not trusted after the filter is evaluated with more digits.

/// a . b
ABUT_HD inline double adaptive_dot(Vec3<double> a, Vec3<double> b, double trust = 1) {
  using namespace predicates_detail;
  const double value = plain_dot(a, b);
  if (trusted(value, plain_dot(magnitudes(a), magnitudes(b)), 3, trust)) return value;
  return exact_dot_value(a, b);
}

/// a . (b x c)
ABUT_HD inline double adaptive_determinant(Vec3<double> a, Vec3<double> b, Vec3<double> c, double trust = 1) {
  using namespace predicates_detail;
  const SizedCross bc = sized_cross(b, c);
  const double value = plain_dot(a, bc.value);
  if (trusted(value, plain_dot(magnitudes(a), bc.size), 5, trust)) return value;
  return exact_determinant_value(a, b, c);
}

/// p . (p - q): times |p - q|^-2 the barycentric coordinate of q in the foot of the origin on the line p q.
ABUT_HD inline double adaptive_segment_cofactor(Vec3<double> p, Vec3<double> q, double trust = 1) {
  using namespace predicates_detail;
  const Vec3<double> e = difference(p, q).high;
  const double value = plain_dot(p, e);
  if (trusted(value, plain_dot(magnitudes(p), magnitudes(e)), 4, trust)) return value;
  return exact_segment_cofactor(p, q);
}

/// n . (p x q), where n = (q - p) x (r - p): times |n|^-2 the barycentric coordinate of r in the foot of the origin on
/// the plane p q r.
ABUT_HD inline double adaptive_triangle_cofactor(Vec3<double> p, Vec3<double> q, Vec3<double> r, double trust = 1) {
  using namespace predicates_detail;
  const Difference e = difference(q, p), f = difference(r, p);
  const SizedCross n = sized_cross(e.high, f.high), m = sized_cross(p, e.high);
  const double value = plain_dot(n.value, m.value);
  const double size = plain_dot(n.size, m.size);
  if (trusted(value, size, 10, trust)) return value;
  // Only the two differences are rounded, and the value itself, twice.
  const double middle = exact_dot_of_crosses(e.high, f.high, p, q);
  if ((e.exact && f.exact) || trusted(middle, size, 4, trust)) return middle;
  return exact_triangle_cofactor(p, q, r);
}

/// (a - c) x (b - c)
ABUT_HD inline double adaptive_orient2d(Vec2<double> a, Vec2<double> b, Vec2<double> c, double trust = 1) {
  using namespace predicates_detail;
  const TwoTerms<double> acx = two_difference(a.x, c.x), bcy = two_difference(b.y, c.y);
  const TwoTerms<double> acy = two_difference(a.y, c.y), bcx = two_difference(b.x, c.x);
  const double left = acx.high * bcy.high, right = acy.high * bcx.high;
  const double size = abs(left) + abs(right);
  if (trusted(left - right, size, 4, trust)) return left - right;
  const double middle = value_of(exact_difference_of_products(acx.high, bcy.high, acy.high, bcx.high));
  const bool exact = acx.low == 0 && bcy.low == 0 && acy.low == 0 && bcx.low == 0;
  if (exact || trusted(middle, size, 4, trust)) return middle;
  return exact_orient2d(a, b, c);
}

/// (a - d) . ((b - d) x (c - d))
ABUT_HD inline double adaptive_orient3d(Vec3<double> a, Vec3<double> b, Vec3<double> c, Vec3<double> d,
                                        double trust = 1) {
  using namespace predicates_detail;
  const Difference ad = difference(a, d), bd = difference(b, d), cd = difference(c, d);
  const SizedCross n = sized_cross(bd.high, cd.high);
  const double value = plain_dot(ad.high, n.value);
  const double size = plain_dot(magnitudes(ad.high), n.size);
  if (trusted(value, size, 8, trust)) return value;
  const double middle = exact_determinant_value(ad.high, bd.high, cd.high);
  if ((ad.exact && bd.exact && cd.exact) || trusted(middle, size, 5, trust)) return middle;
  return exact_orient3d(a, b, c, d);
}

/// (q - p) x (r - p), each component to two roundings, however thin the triangle.
ABUT_RARE Vec3<double> exact_triangle_normal(Vec3<double> p, Vec3<double> q, Vec3<double> r) {
  const predicates_detail::ExactVec3<12> n = predicates_detail::exact_normal(p, q, r);
  return {value_of(n.x), value_of(n.y), value_of(n.z)};
}

// Signs: -1, 0 or 1, for float and double.

/// Of a . b.
template <class T>
ABUT_HD inline int dot_sign(Vec3<T> a, Vec3<T> b) {
  return predicates_detail::sign_of(adaptive_dot(widen(a), widen(b)));
}
/// Of a . (b x c): 1 where the three vectors are right-handed.
template <class T>
ABUT_HD inline int determinant_sign(Vec3<T> a, Vec3<T> b, Vec3<T> c) {
  return predicates_detail::sign_of(adaptive_determinant(widen(a), widen(b), widen(c)));
}
/// Of the barycentric coordinate of q in the foot of the origin on the line p q. 0 if p = q.
template <class T>
ABUT_HD inline int segment_cofactor_sign(Vec3<T> p, Vec3<T> q) {
  return predicates_detail::sign_of(adaptive_segment_cofactor(widen(p), widen(q)));
}
/// Of the barycentric coordinate of r in the foot of the origin on the plane p q r: 1 where the foot lies on the same
/// side of the line p q as r. 0 if the points are collinear.
template <class T>
ABUT_HD inline int triangle_cofactor_sign(Vec3<T> p, Vec3<T> q, Vec3<T> r) {
  return predicates_detail::sign_of(adaptive_triangle_cofactor(widen(p), widen(q), widen(r)));
}
/// 1 where d lies below the plane through a, b, c, which run counter-clockwise seen from above; -1 above; 0 in it.
template <class T>
ABUT_HD inline int orient3d(Vec3<T> a, Vec3<T> b, Vec3<T> c, Vec3<T> d) {
  return predicates_detail::sign_of(adaptive_orient3d(widen(a), widen(b), widen(c), widen(d)));
}
/// 1 where the points of the plane a, b, c run counter-clockwise, -1 clockwise, 0 if they are collinear.
template <class T>
ABUT_HD inline int orient2d(T ax, T ay, T bx, T by, T cx, T cy) {
  return predicates_detail::sign_of(adaptive_orient2d({static_cast<double>(ax), static_cast<double>(ay)},
                                                      {static_cast<double>(bx), static_cast<double>(by)},
                                                      {static_cast<double>(cx), static_cast<double>(cy)}));
}

}  // namespace ABUT_ISA
}  // namespace abut
