// Four numbers in one vector register, for points of Bezier patches (abut/surface/bezier_patch.h). Every number gets
// the bits that it has alone.
#pragma once

#include "abut/surface/bezier_patch.h"

#if !defined(ABUT_ISA_SCALAR) && defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

namespace abut {
inline namespace ABUT_ISA {

struct FourDoubles {
  using Scalar = double;
  __m256d c;
  ABUT_INLINE static FourDoubles load(const double* p) { return {_mm256_loadu_pd(p)}; }
  ABUT_INLINE void store(double* p) const { _mm256_storeu_pd(p, c); }
  ABUT_INLINE Vec3<double> vector() const { return {c[0], c[1], c[2]}; }
  ABUT_INLINE double weight() const { return c[3]; }
};
ABUT_INLINE FourDoubles operator*(FourDoubles a, double s) { return {_mm256_mul_pd(a.c, _mm256_set1_pd(s))}; }
ABUT_INLINE FourDoubles multiply_add(FourDoubles a, double s, FourDoubles b) {
  return {_mm256_fmadd_pd(a.c, _mm256_set1_pd(s), b.c)};
}

struct FourFloats {
  using Scalar = float;
  __m128 c;
  ABUT_INLINE static FourFloats load(const float* p) { return {_mm_loadu_ps(p)}; }
  ABUT_INLINE void store(float* p) const { _mm_storeu_ps(p, c); }
  ABUT_INLINE Vec3<float> vector() const { return {c[0], c[1], c[2]}; }
  ABUT_INLINE float weight() const { return c[3]; }
};
ABUT_INLINE FourFloats operator*(FourFloats a, float s) { return {_mm_mul_ps(a.c, _mm_set1_ps(s))}; }
ABUT_INLINE FourFloats multiply_add(FourFloats a, float s, FourFloats b) {
  return {_mm_fmadd_ps(a.c, _mm_set1_ps(s), b.c)};
}

template <class T>
struct WideFourOf;
template <>
struct WideFourOf<double> {
  using Type = FourDoubles;
};
template <>
struct WideFourOf<float> {
  using Type = FourFloats;
};
/// The widest way that this instruction set has.
template <class T>
using WideFour = typename WideFourOf<T>::Type;

}  // namespace ABUT_ISA
}  // namespace abut

#else

namespace abut {
inline namespace ABUT_ISA {

template <class T>
using WideFour = FourScalars<T>;

}  // namespace ABUT_ISA
}  // namespace abut

#endif
