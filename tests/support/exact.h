// Exact integers and fractions of floating-point numbers, for tests that need the truth.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

#include "abut/core/vec3.h"

namespace abut::test {

using Integer = boost::multiprecision::cpp_int;
using WideReal = boost::multiprecision::cpp_bin_float_100;

/// x times 2^shift. The caller sees to it that this is an integer.
inline Integer integer(double x, int shift) {
  int exponent = 0;
  Integer value = static_cast<long long>(std::ldexp(std::frexp(x, &exponent), 53));
  const int places = exponent - 53 + shift;
  return places >= 0 ? Integer(value << places) : Integer(value / (Integer(1) << -places));
}

/// The power of two that makes all the numbers integers.
class CommonShift {
 public:
  void see(double x) {
    if (x == 0) return;
    int exponent = 0;
    auto digits = static_cast<long long>(std::ldexp(std::frexp(x, &exponent), 53));
    exponent -= 53;
    for (; digits % 2 == 0; digits /= 2) ++exponent;
    shift_ = std::max(shift_, -exponent);
  }
  template <class T>
  void see(const Vec3<T>& v) {
    for (const T c : {v.x, v.y, v.z}) see(static_cast<double>(c));
  }
  int shift() const { return shift_; }

 private:
  int shift_ = 0;
};

using ExactVector = Vec3<Integer>;

template <class T>
ExactVector exact(const Vec3<T>& v, int shift) {
  return {integer(static_cast<double>(v.x), shift), integer(static_cast<double>(v.y), shift),
          integer(static_cast<double>(v.z), shift)};
}
inline ExactVector exact_minus(const ExactVector& a, const ExactVector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Integer exact_inner(const ExactVector& a, const ExactVector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline ExactVector exact_cross_product(const ExactVector& a, const ExactVector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline int sign(const Integer& x) { return x.sign(); }

}  // namespace abut::test
