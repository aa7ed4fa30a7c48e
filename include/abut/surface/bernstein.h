// Bernstein polynomials of degrees 1 to 7 at a parameter, with two derivatives.
#pragma once

#include "abut/core/scalar.h"

namespace abut {

/// Numbers of one direction: of degree 7 there are 8. Data only.
template <class T>
struct BernsteinValues {
  T value[8], first[8], second[8];
};

inline namespace ABUT_ISA {

namespace bernstein_detail {

/// The polynomials of the next degree; `row` has `degree` + 1 of them and gets one more.
template <class T>
ABUT_INLINE void raise_degree(T* row, int degree, T t) {
  const T rest = T(1) - t;
  row[degree + 1] = row[degree] * t;
  for (int i = degree; i > 0; --i) row[i] = fma(row[i], rest, row[i - 1] * t);
  row[0] = row[0] * rest;
}

/// `to` = factor * (differences of `row`, which has `degree` + 1 polynomials): `degree` + 2 of them.
template <class T>
ABUT_INLINE void differentiate(const T* row, int degree, T factor, T* to) {
  to[0] = -(row[0] * factor);
  for (int i = 1; i <= degree; ++i) to[i] = (row[i - 1] - row[i]) * factor;
  to[degree + 1] = row[degree] * factor;
}

}  // namespace bernstein_detail

/// For `t` from 0 to 1. With a degree that the compiler knows, loops are unrolled.
template <class T>
ABUT_INLINE void bernstein(int degree, T t, BernsteinValues<T>& out) {
  using namespace bernstein_detail;
  T row[8] = {T(1)};
  for (int d = 0; d < degree - 2; ++d) raise_degree(row, d, t);
  T slope[8];  // first derivatives of the polynomials of the degree before
  if (degree >= 2) {
    differentiate(row, degree - 2, T(degree - 1), slope);
    differentiate(slope, degree - 1, T(degree), out.second);
    raise_degree(row, degree - 2, t);
  } else {
    out.second[0] = out.second[1] = T(0);
  }
  differentiate(row, degree - 1, T(degree), out.first);
  raise_degree(row, degree - 1, t);
  for (int i = 0; i <= degree; ++i) out.value[i] = row[i];
}

}  // namespace ABUT_ISA
}  // namespace abut
