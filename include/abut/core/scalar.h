// The vocabulary that per-pair code is written in: arithmetic, comparison masks and selection over a scalar type `T`.
//
// `T` is float or double (one pair), or a pack of lanes (one pair a lane, see host/exec/isa/lanes/pack.h). Only +, -,
// *, /, sqrt and explicit fma are used, with contraction off, so that every executor computes the same bits.
#pragma once

#include <cstdint>

#include "abut/core/isa.h"

namespace abut {

/// The types that go with a scalar or a pack: `Real` one lane, `Mask` a comparison's result, `Index` a 32-bit integer.
template <class T>
struct ScalarTraits;

template <>
struct ScalarTraits<float> {
  using Real = float;
  using Mask = bool;
  using Index = std::uint32_t;
};

template <>
struct ScalarTraits<double> {
  using Real = double;
  using Mask = bool;
  using Index = std::uint32_t;
};

template <class T>
using RealOf = typename ScalarTraits<T>::Real;
template <class T>
using MaskOf = typename ScalarTraits<T>::Mask;
template <class T>
using IndexOf = typename ScalarTraits<T>::Index;

inline namespace ABUT_ISA {

/// Distance from 1 to the next representable number (twice the unit roundoff).
template <class R>
struct Epsilon;
template <>
struct Epsilon<float> {
  static constexpr float value = 0x1p-23f;
};
template <>
struct Epsilon<double> {
  static constexpr double value = 0x1p-52;
};

/// Larger than any squared length that a scaled pair can have, and far from overflow.
template <class R>
struct Huge;
template <>
struct Huge<float> {
  static constexpr float value = 0x1p100f;
};
template <>
struct Huge<double> {
  static constexpr double value = 0x1p500;
};

// On the device the rounded intrinsics are named. Plain operators still need the flags that Abut::headers exports.
#if defined(__CUDA_ARCH__)
ABUT_INLINE float fma(float a, float b, float c) { return __fmaf_rn(a, b, c); }
ABUT_INLINE double fma(double a, double b, double c) { return __fma_rn(a, b, c); }
ABUT_INLINE float sqrt(float a) { return __fsqrt_rn(a); }
ABUT_INLINE double sqrt(double a) { return __dsqrt_rn(a); }
ABUT_INLINE float abs(float a) { return ::fabsf(a); }
ABUT_INLINE double abs(double a) { return ::fabs(a); }
#else
/// `x` in a register, of which the optimiser no longer knows what it is made of.
template <class R>
ABUT_INLINE R settled(R x) {
#if defined(__x86_64__)
  __asm__("" : "+x"(x));
#elif defined(__aarch64__)
  __asm__("" : "+w"(x));
#else
  __asm__("" : "+m"(x));
#endif
  return x;
}
// g++ 12 makes -fma(a, b, c) into fma(-a, b, -c): zeros then have the other sign, which no flag prevents.
ABUT_INLINE float fma(float a, float b, float c) { return settled(__builtin_fmaf(a, b, c)); }
ABUT_INLINE double fma(double a, double b, double c) { return settled(__builtin_fma(a, b, c)); }
ABUT_INLINE float sqrt(float a) { return __builtin_sqrtf(a); }
ABUT_INLINE double sqrt(double a) { return __builtin_sqrt(a); }
ABUT_INLINE float abs(float a) { return __builtin_fabsf(a); }
ABUT_INLINE double abs(double a) { return __builtin_fabs(a); }
#endif

// One rounding each, whatever flags a caller compiles with: no compiler merges a product and a sum behind it into an
// fma. What the exact predicates rest on; all else takes the operators.
#if defined(__CUDA_ARCH__)
ABUT_INLINE float rounded_sum(float a, float b) { return __fadd_rn(a, b); }
ABUT_INLINE double rounded_sum(double a, double b) { return __dadd_rn(a, b); }
ABUT_INLINE float rounded_difference(float a, float b) { return __fsub_rn(a, b); }
ABUT_INLINE double rounded_difference(double a, double b) { return __dsub_rn(a, b); }
ABUT_INLINE float rounded_product(float a, float b) { return __fmul_rn(a, b); }
ABUT_INLINE double rounded_product(double a, double b) { return __dmul_rn(a, b); }
#else
template <class R>
ABUT_INLINE R rounded_sum(R a, R b) {
  return settled(a) + settled(b);
}
template <class R>
ABUT_INLINE R rounded_difference(R a, R b) {
  return settled(a) - settled(b);
}
template <class R>
ABUT_INLINE R rounded_product(R a, R b) {
  return settled(a * b);
}
#endif

ABUT_INLINE float min(float a, float b) { return a < b ? a : b; }
ABUT_INLINE double min(double a, double b) { return a < b ? a : b; }
ABUT_INLINE float max(float a, float b) { return a > b ? a : b; }
ABUT_INLINE double max(double a, double b) { return a > b ? a : b; }

/// `x` rounded to `T`. Not a plain cast: g++ 12 (vectorising straight-line code) drops the rounding of a double that is
/// taken to float and back, and then the bits differ between instruction sets (the test that compares them found it).
template <class T>
ABUT_INLINE T round_to(double x);
template <>
ABUT_INLINE double round_to<double>(double x) {
  return x;
}
template <>
ABUT_INLINE float round_to<float>(double x) {
  float rounded = static_cast<float>(x);
#if !defined(__CUDA_ARCH__)
  __asm__("" : "+m"(rounded));  // the optimiser takes it for changed
#endif
  return rounded;
}

/// 2^exponent; the result is 0 or infinite only if `T` cannot hold it.
template <class T>
ABUT_HD inline T power_of_two(std::int32_t exponent) {
  T result = T(1);
  T factor = exponent < 0 ? T(0.5) : T(2);
  for (std::int32_t k = exponent < 0 ? -exponent : exponent; k > 0; k /= 2) {
    if (k % 2 != 0) result *= factor;
    if (k > 1) factor *= factor;
  }
  return result;
}

ABUT_INLINE float select(bool m, float a, float b) { return m ? a : b; }
ABUT_INLINE double select(bool m, double a, double b) { return m ? a : b; }
ABUT_INLINE std::uint32_t select(bool m, std::uint32_t a, std::uint32_t b) { return m ? a : b; }

ABUT_INLINE bool any(bool m) { return m; }
ABUT_INLINE bool mask_not(bool m) { return !m; }
ABUT_INLINE bool mask_and(bool a, bool b) { return (static_cast<int>(a) & static_cast<int>(b)) != 0; }
ABUT_INLINE bool mask_or(bool a, bool b) { return (static_cast<int>(a) | static_cast<int>(b)) != 0; }
template <class M>
ABUT_INLINE M mask_and(M a, M b, M c) {
  return mask_and(mask_and(a, b), c);
}
template <class M>
ABUT_INLINE M mask_or(M a, M b, M c) {
  return mask_or(mask_or(a, b), c);
}
/// a where m, else b.
template <class M>
ABUT_INLINE M mask_select(M m, M a, M b) {
  return mask_or(mask_and(m, a), mask_and(mask_not(m), b));
}
ABUT_INLINE bool equal(std::uint32_t a, std::uint32_t b) { return a == b; }

}  // namespace ABUT_ISA
}  // namespace abut
