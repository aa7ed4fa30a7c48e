// Eight floats in one register, on every x86 with AVX2: for work that has seldom more, such as the new faces of a
// polytope. With the operations of abut/core/scalar.h that such work takes.
#pragma once

#include "abut/core/vec3.h"

#if !defined(ABUT_ISA_SCALAR) && defined(__AVX2__) && defined(__FMA__)
#define ABUT_HAVE_EIGHT_FLOATS 1

#include <immintrin.h>

namespace abut {
inline namespace ABUT_ISA {

struct EightFloats {
  __m256 v;
  EightFloats() = default;
  ABUT_INLINE explicit EightFloats(float x) : v(_mm256_set1_ps(x)) {}
  ABUT_INLINE static EightFloats of(__m256 v) {
    EightFloats out;
    out.v = v;
    return out;
  }
};
struct EightMask {
  __m256 v;
};

}  // namespace ABUT_ISA

template <>
struct ScalarTraits<EightFloats> {
  using Real = float;
  using Mask = EightMask;
};

inline namespace ABUT_ISA {

ABUT_INLINE EightFloats operator+(EightFloats a, EightFloats b) { return EightFloats::of(a.v + b.v); }
ABUT_INLINE EightFloats operator-(EightFloats a, EightFloats b) { return EightFloats::of(a.v - b.v); }
ABUT_INLINE EightFloats operator*(EightFloats a, EightFloats b) { return EightFloats::of(a.v * b.v); }
ABUT_INLINE EightFloats operator/(EightFloats a, EightFloats b) { return EightFloats::of(a.v / b.v); }
ABUT_INLINE EightFloats operator-(EightFloats a) { return EightFloats::of(_mm256_xor_ps(a.v, _mm256_set1_ps(-0.0f))); }
ABUT_INLINE EightFloats fma(EightFloats a, EightFloats b, EightFloats c) {
  return EightFloats::of(_mm256_fmadd_ps(a.v, b.v, c.v));
}
ABUT_INLINE EightFloats sqrt(EightFloats a) { return EightFloats::of(_mm256_sqrt_ps(a.v)); }
ABUT_INLINE EightFloats abs(EightFloats a) { return EightFloats::of(_mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.v)); }
ABUT_INLINE EightFloats min(EightFloats a, EightFloats b) { return EightFloats::of(_mm256_min_ps(a.v, b.v)); }
ABUT_INLINE EightFloats max(EightFloats a, EightFloats b) { return EightFloats::of(_mm256_max_ps(a.v, b.v)); }
ABUT_INLINE EightMask mask_and(EightMask a, EightMask b) { return {_mm256_and_ps(a.v, b.v)}; }
ABUT_INLINE EightMask mask_or(EightMask a, EightMask b) { return {_mm256_or_ps(a.v, b.v)}; }
ABUT_INLINE EightMask mask_not(EightMask a) { return {_mm256_xor_ps(a.v, _mm256_castsi256_ps(_mm256_set1_epi32(-1)))}; }
ABUT_INLINE std::uint32_t bits_of(EightMask m) { return static_cast<std::uint32_t>(_mm256_movemask_ps(m.v)); }
ABUT_INLINE EightMask operator<(EightFloats a, EightFloats b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)}; }
ABUT_INLINE EightMask operator>(EightFloats a, EightFloats b) { return b < a; }
ABUT_INLINE EightFloats select(EightMask m, EightFloats a, EightFloats b) {
  return EightFloats::of(_mm256_blendv_ps(b.v, a.v, m.v));
}

/// table[at] of each, of 32 entries; of the first 16 if `few`.
ABUT_INLINE EightFloats look_up(const float* table, __m256i at, bool few) {
  if (!few) return EightFloats::of(_mm256_i32gather_ps(table, at, 4));
  const __m256 low = _mm256_load_ps(table), high = _mm256_load_ps(table + 8);
#if defined(__AVX512VL__)
  return EightFloats::of(_mm256_permutex2var_ps(low, at, high));
#else
  const __m256 upper_half = _mm256_castsi256_ps(_mm256_slli_epi32(at, 28));  // bit 3 as the sign
  return EightFloats::of(
      _mm256_blendv_ps(_mm256_permutevar8x32_ps(low, at), _mm256_permutevar8x32_ps(high, at), upper_half));
#endif
}
/// The first `count`.
ABUT_INLINE EightMask first_of_eight(int count) {
  return {_mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)))};
}

}  // namespace ABUT_ISA
}  // namespace abut

#endif
