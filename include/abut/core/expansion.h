// Expansions: numbers held exactly as sums of floating-point terms, the arithmetic under the exact predicates.
//
// Source: Shewchuk 1997, "Adaptive precision floating-point arithmetic and fast robust geometric predicates": two_sum
// is his (Knuth's) TWO-SUM, `sum` LINEAR-EXPANSION-SUM, `scaled` SCALE-EXPANSION, all with zero elimination.
// Departures: two_product uses fma; the general two_sum stands where the faster one for ordered terms would do, so that
// exactness needs no argument about order. Exact as long as nothing overflows and all terms are multiples of a power of
// two that `T` holds: a product of d numbers, each a multiple of 2^-k, needs d k <= 1074 in double (149 in float).
#pragma once

#include "abut/core/scalar.h"

namespace abut {

/// The rounded result of one operation and its rounding error: high + low is exact. Data only.
template <class T>
struct TwoTerms {
  T high, low;
};

/// The sum of `count` <= N non-zero terms that do not overlap (the lowest set bit of each lies above the highest of the
/// one before), in increasing magnitude; no terms are zero. Data only.
template <class T, int N>
struct Expansion {
  T term[N];
  int count;
};

inline namespace ABUT_ISA {

template <class T>
ABUT_INLINE TwoTerms<T> two_sum(T a, T b) {
  const T sum = rounded_sum(a, b);
  const T b_share = rounded_difference(sum, a);
  const T a_share = rounded_difference(sum, b_share);
  return {sum, rounded_sum(rounded_difference(a, a_share), rounded_difference(b, b_share))};
}
template <class T>
ABUT_INLINE TwoTerms<T> two_difference(T a, T b) {
  return two_sum(a, -b);
}
template <class T>
ABUT_INLINE TwoTerms<T> two_product(T a, T b) {
  const T product = rounded_product(a, b);
  return {product, fma(a, b, -product)};
}

namespace expansion_detail {

/// e + f into h, which has room for m + n terms and is neither of them. Returns the number of terms. Not inlined:
/// nvcc 13.0 puts two expansions that are in use at the same time in one place of the stack where it is
/// (docs/notes/nvcc.md).
template <class T>
ABUT_RARE int sum_terms(const T* e, int m, const T* f, int n, T* h) {
  // The running total is held in two parts, so that each term of the result is final when it is written.
  TwoTerms<T> total{T(0), T(0)};
  int i = 0, j = 0, count = 0;
  while (i < m || j < n) {
    const bool take_e = j == n || (i < m && abs(e[i]) < abs(f[j]));
    const TwoTerms<T> next = two_sum(take_e ? e[i++] : f[j++], total.low);
    if (next.low != T(0)) h[count++] = next.low;
    total = two_sum(total.high, next.high);
  }
  if (total.low != T(0)) h[count++] = total.low;
  if (total.high != T(0)) h[count++] = total.high;
  return count;
}

/// e * b into h, which has room for 2 m terms and is not e. Returns the number of terms.
template <class T>
ABUT_HD inline int scaled_terms(const T* e, int m, T b, T* h) {
  T high = T(0);
  int count = 0;
  for (int i = 0; i < m; ++i) {
    const TwoTerms<T> product = two_product(e[i], b);
    const TwoTerms<T> lower = two_sum(high, product.low);
    if (lower.low != T(0)) h[count++] = lower.low;
    const TwoTerms<T> upper = two_sum(product.high, lower.high);
    if (upper.low != T(0)) h[count++] = upper.low;
    high = upper.high;
  }
  if (high != T(0)) h[count++] = high;
  return count;
}

}  // namespace expansion_detail

template <class T>
ABUT_INLINE Expansion<T, 2> expansion_of(TwoTerms<T> x) {
  const bool two = x.low != T(0);
  return {{two ? x.low : x.high, x.high}, two ? 2 : x.high != T(0) ? 1 : 0};
}

template <class T, int N, int M>
ABUT_HD inline Expansion<T, N + M> sum(const Expansion<T, N>& e, const Expansion<T, M>& f) {
  Expansion<T, N + M> h;
  h.count = expansion_detail::sum_terms(e.term, e.count, f.term, f.count, h.term);
  return h;
}

template <class T, int N>
ABUT_HD inline Expansion<T, N> negated(const Expansion<T, N>& e) {
  Expansion<T, N> h;
  for (int i = 0; i < e.count; ++i) h.term[i] = -e.term[i];
  h.count = e.count;
  return h;
}

template <class T, int N, int M>
ABUT_HD inline Expansion<T, N + M> difference(const Expansion<T, N>& e, const Expansion<T, M>& f) {
  return sum(e, negated(f));
}

template <class T, int N>
ABUT_HD inline Expansion<T, 2 * N> scaled(const Expansion<T, N>& e, T b) {
  Expansion<T, 2 * N> h;
  h.count = expansion_detail::scaled_terms(e.term, e.count, b, h.term);
  return h;
}

/// The terms of `f` one after the other: quadratic, and good enough for the few terms that predicates have.
template <class T, int N, int M>
ABUT_HD inline Expansion<T, 2 * N * M> product(const Expansion<T, N>& e, const Expansion<T, M>& f) {
  Expansion<T, 2 * N * M> total;
  total.count = 0;
  for (int j = 0; j < f.count; ++j) {
    const Expansion<T, 2 * N> part = scaled(e, f.term[j]);
    const Expansion<T, 2 * N* M> before = total;
    total.count = expansion_detail::sum_terms(before.term, before.count, part.term, part.count, total.term);
  }
  return total;
}

/// a b - c d
template <class T>
ABUT_HD inline Expansion<T, 4> exact_difference_of_products(T a, T b, T c, T d) {
  return sum(expansion_of(two_product(a, b)), expansion_of(two_product(-c, d)));
}

/// -1, 0 or 1: the largest term outweighs all others together.
template <class T, int N>
ABUT_INLINE int sign_of(const Expansion<T, N>& e) {
  return e.count == 0 ? 0 : e.term[e.count - 1] > T(0) ? 1 : -1;
}

/// The number within two roundings, with its sign. The terms are added from the largest: the first sum that is rounded
/// holds all but a last digit. (Added from the smallest, a power of two and terms that nearly cancel it could give 0.)
template <class T, int N>
ABUT_HD inline T value_of(const Expansion<T, N>& e) {
  T total = T(0);
  for (int i = e.count - 1; i >= 0; --i) {
    const TwoTerms<T> next = two_sum(total, e.term[i]);
    total = next.high;
    if (next.low != T(0)) break;
  }
  return total;
}

}  // namespace ABUT_ISA
}  // namespace abut
