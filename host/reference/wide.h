// The extended precision of the reference: 113 bits where the compiler has them (x86-64: __float128; AArch64: long
// double is that), else the widest long double. Plus the vector algebra that works for double and Wide alike.
#pragma once

#include <cmath>

#include "abut/core/vec3.h"

namespace abut::reference {

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Wide;
inline constexpr double wide_epsilon = 0x1p-112;
#else
using Wide = long double;
inline constexpr double wide_epsilon = static_cast<double>(__LDBL_EPSILON__);
#endif

/// What every bound is widened by, relative to the largest coordinate: far above all rounding errors in Wide (a sum of
/// a few dozen units in the last place, with normals good to 2^-75), with 113 bits far below one unit in the last place
/// of a double. With fewer bits it is wider, and fewer answers are certified.
inline constexpr double wide_slop = wide_epsilon < 1e-30 ? 0x1p-70 : 256 * wide_epsilon;

/// The quick extended precision: 64 bits on x86-64. It settles most pairs; `Wide` the rest.
using Long = long double;

/// For a precision S: its epsilon, and what a bound is widened by, relative to the largest coordinate. In Long: a sum
/// of less than 256 units in the last place, and normals of faces good to 2^-57.
template <class S>
inline constexpr double epsilon_of = static_cast<double>(__LDBL_EPSILON__);
template <>
inline constexpr double epsilon_of<Wide> = wide_epsilon;
template <class S>
inline constexpr double slop_of = 0x1p-54;
template <>
inline constexpr double slop_of<Wide> = wide_slop;

inline double square_root(double x) { return std::sqrt(x); }
inline long double square_root(long double x) { return std::sqrt(x); }
#if defined(__SIZEOF_FLOAT128__)
/// One Newton step doubles the 64 bits of long double.
inline Wide square_root(Wide x) {
  if (!(x > 0)) return 0;
  const Wide y = static_cast<Wide>(std::sqrt(static_cast<long double>(x)));
  return (y + x / y) / 2;
}
#endif

template <class S>
S inner(const Vec3<S>& a, const Vec3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class S>
Vec3<S> cross_product(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class S>
S norm(const Vec3<S>& a) {
  return square_root(inner(a, a));
}
/// a / |a|; the zero vector stays zero.
template <class S>
Vec3<S> unit(const Vec3<S>& a) {
  const S length = norm(a);
  return length > 0 ? a * (1 / length) : a;
}

template <class S, class R>
Vec3<S> converted(const Vec3<R>& a) {
  return {static_cast<S>(a.x), static_cast<S>(a.y), static_cast<S>(a.z)};
}
inline Vec3<Wide> widen(const Vec3<double>& a) { return converted<Wide>(a); }
template <class S>
Vec3<double> narrow(const Vec3<S>& a) {
  return converted<double>(a);
}
inline double largest_coordinate(const Vec3<double>& a) {
  return std::fmax(std::fabs(a.x), std::fmax(std::fabs(a.y), std::fabs(a.z)));
}

}  // namespace abut::reference
