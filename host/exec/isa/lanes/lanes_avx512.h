// What a pack of lanes needs of AVX-512: 16 floats or 8 doubles, masks in their own registers.
#pragma once

#include <immintrin.h>

#include "abut/core/scalar.h"

namespace abut {
inline namespace ABUT_ISA {

template <class R>
struct Lanes;

template <>
struct Lanes<float> {
  using Real = __m512;
  using Mask = __mmask16;
  using Index = __m512i;
  static constexpr int width = 16;
  static constexpr Mask all = 0xffff;

  ABUT_INLINE static Real broadcast(float x) { return _mm512_set1_ps(x); }
  ABUT_INLINE static Real load(const float* p) { return _mm512_load_ps(p); }
  ABUT_INLINE static Real load(const double* p) {
    const __m256 low = _mm512_cvtpd_ps(_mm512_load_pd(p)), high = _mm512_cvtpd_ps(_mm512_load_pd(p + 8));
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
  }
  ABUT_INLINE static void store(float* p, Real a) { _mm512_store_ps(p, a); }
  ABUT_INLINE static void store_some(float* p, Mask m, Real a) { _mm512_mask_storeu_ps(p, m, a); }
  ABUT_INLINE static float least(Real a) { return _mm512_reduce_min_ps(a); }
  ABUT_INLINE static float largest(Real a) { return _mm512_reduce_max_ps(a); }
  ABUT_INLINE static Real fma(Real a, Real b, Real c) { return _mm512_fmadd_ps(a, b, c); }
  ABUT_INLINE static Real sqrt(Real a) { return _mm512_sqrt_ps(a); }
  ABUT_INLINE static Real abs(Real a) { return _mm512_abs_ps(a); }
  ABUT_INLINE static Real max(Real a, Real b) { return _mm512_max_ps(a, b); }
  ABUT_INLINE static Real min(Real a, Real b) { return _mm512_min_ps(a, b); }
  ABUT_INLINE static Real negate(Real a) { return _mm512_xor_ps(a, _mm512_set1_ps(-0.0f)); }
  ABUT_INLINE static Mask less(Real a, Real b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
  ABUT_INLINE static Mask less_equal(Real a, Real b) { return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ); }
  ABUT_INLINE static Mask equal(Real a, Real b) { return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ); }
  ABUT_INLINE static Real blend(Mask m, Real a, Real b) { return _mm512_mask_blend_ps(m, b, a); }

  ABUT_INLINE static Index broadcast_index(std::uint32_t x) { return _mm512_set1_epi32(static_cast<int>(x)); }
  ABUT_INLINE static Index load_index(const std::uint32_t* p) { return _mm512_load_si512(p); }
  ABUT_INLINE static void store_index(std::uint32_t* p, Index a) { _mm512_store_si512(p, a); }
  ABUT_INLINE static Index add_index(Index a, Index b) { return _mm512_add_epi32(a, b); }
  ABUT_INLINE static Mask less_index(Index a, Index b) { return _mm512_cmplt_epu32_mask(a, b); }
  ABUT_INLINE static Mask equal_index(Index a, Index b) { return _mm512_cmpeq_epi32_mask(a, b); }
  ABUT_INLINE static Index blend_index(Mask m, Index a, Index b) { return _mm512_mask_blend_epi32(m, b, a); }
};

template <>
struct Lanes<double> {
  using Real = __m512d;
  using Mask = __mmask8;
  using Index = __m256i;
  static constexpr int width = 8;
  static constexpr Mask all = 0xff;

  ABUT_INLINE static Real broadcast(double x) { return _mm512_set1_pd(x); }
  ABUT_INLINE static Real load(const double* p) { return _mm512_load_pd(p); }
  ABUT_INLINE static Real load(const float* p) { return _mm512_cvtps_pd(_mm256_load_ps(p)); }
  ABUT_INLINE static void store(double* p, Real a) { _mm512_store_pd(p, a); }
  ABUT_INLINE static void store_some(double* p, Mask m, Real a) { _mm512_mask_storeu_pd(p, m, a); }
  ABUT_INLINE static Real fma(Real a, Real b, Real c) { return _mm512_fmadd_pd(a, b, c); }
  ABUT_INLINE static double largest(Real a) { return _mm512_reduce_max_pd(a); }
  ABUT_INLINE static Real sqrt(Real a) { return _mm512_sqrt_pd(a); }
  ABUT_INLINE static Real abs(Real a) { return _mm512_abs_pd(a); }
  ABUT_INLINE static Real max(Real a, Real b) { return _mm512_max_pd(a, b); }
  ABUT_INLINE static Real min(Real a, Real b) { return _mm512_min_pd(a, b); }
  ABUT_INLINE static Real negate(Real a) { return _mm512_xor_pd(a, _mm512_set1_pd(-0.0)); }
  ABUT_INLINE static Mask less(Real a, Real b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
  ABUT_INLINE static Mask less_equal(Real a, Real b) { return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ); }
  ABUT_INLINE static Mask equal(Real a, Real b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
  ABUT_INLINE static Real blend(Mask m, Real a, Real b) { return _mm512_mask_blend_pd(m, b, a); }

  ABUT_INLINE static Index broadcast_index(std::uint32_t x) { return _mm256_set1_epi32(static_cast<int>(x)); }
  ABUT_INLINE static Index load_index(const std::uint32_t* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  ABUT_INLINE static void store_index(std::uint32_t* p, Index a) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(p), a);
  }
  ABUT_INLINE static Index add_index(Index a, Index b) { return _mm256_add_epi32(a, b); }
  ABUT_INLINE static Mask less_index(Index a, Index b) { return _mm256_cmplt_epu32_mask(a, b); }
  ABUT_INLINE static Mask equal_index(Index a, Index b) { return _mm256_cmpeq_epi32_mask(a, b); }
  ABUT_INLINE static Index blend_index(Mask m, Index a, Index b) { return _mm256_mask_blend_epi32(m, b, a); }
};

/// Of doubles > 0: the power of two not above, and 1 / 2^k of a power of two.
ABUT_INLINE __m512d power_below(__m512d a) {
  return _mm512_and_pd(a, _mm512_castsi512_pd(_mm512_set1_epi64(0x7ff0000000000000)));
}
ABUT_INLINE __m512d inverse_power(__m512d power) {
  return _mm512_castsi512_pd(_mm512_sub_epi64(_mm512_set1_epi64(0x7fe0000000000000), _mm512_castpd_si512(power)));
}
ABUT_INLINE __m512 narrow(__m512d low, __m512d high) {
  return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high), 1);
}
ABUT_INLINE __m512d widen_half(__m512 a, int half) {
  return _mm512_cvtps_pd(half == 0 ? _mm512_castps512_ps256(a) : _mm512_extractf32x8_ps(a, 1));
}

template <class R>
struct LaneMasks {
  using Mask = typename Lanes<R>::Mask;
  ABUT_INLINE static Mask both(Mask a, Mask b) { return static_cast<Mask>(a & b); }
  ABUT_INLINE static Mask either(Mask a, Mask b) { return static_cast<Mask>(a | b); }
  ABUT_INLINE static Mask invert(Mask a) { return static_cast<Mask>(~a); }
  ABUT_INLINE static std::uint32_t bits(Mask a) { return a; }
  ABUT_INLINE static Mask of_bits(std::uint32_t bits) { return static_cast<Mask>(bits); }
};

/// rows[i][j] becomes rows[j][i]: 16 x 16 floats, 8 x 8 doubles.
ABUT_INLINE void transpose(__m512* rows) {
  __m512 t[16], u[16];
  const auto as_pd = [](__m512 a) { return _mm512_castps_pd(a); };
  const auto as_ps = [](__m512d a) { return _mm512_castpd_ps(a); };
  for (int i = 0; i < 16; i += 2) {
    t[i] = _mm512_unpacklo_ps(rows[i], rows[i + 1]);
    t[i + 1] = _mm512_unpackhi_ps(rows[i], rows[i + 1]);
  }
  for (int i = 0; i < 16; i += 4) {
    u[i] = as_ps(_mm512_unpacklo_pd(as_pd(t[i]), as_pd(t[i + 2])));
    u[i + 1] = as_ps(_mm512_unpackhi_pd(as_pd(t[i]), as_pd(t[i + 2])));
    u[i + 2] = as_ps(_mm512_unpacklo_pd(as_pd(t[i + 1]), as_pd(t[i + 3])));
    u[i + 3] = as_ps(_mm512_unpackhi_pd(as_pd(t[i + 1]), as_pd(t[i + 3])));
  }
  for (int i = 0; i < 4; ++i) {
    t[i] = _mm512_shuffle_f32x4(u[i], u[i + 4], 0x88);
    t[i + 4] = _mm512_shuffle_f32x4(u[i], u[i + 4], 0xdd);
    t[i + 8] = _mm512_shuffle_f32x4(u[i + 8], u[i + 12], 0x88);
    t[i + 12] = _mm512_shuffle_f32x4(u[i + 8], u[i + 12], 0xdd);
  }
  for (int i = 0; i < 4; ++i) {
    rows[i] = _mm512_shuffle_f32x4(t[i], t[i + 8], 0x88);
    rows[i + 8] = _mm512_shuffle_f32x4(t[i], t[i + 8], 0xdd);
    rows[i + 4] = _mm512_shuffle_f32x4(t[i + 4], t[i + 12], 0x88);
    rows[i + 12] = _mm512_shuffle_f32x4(t[i + 4], t[i + 12], 0xdd);
  }
}
ABUT_INLINE void transpose(__m512d* rows) {
  __m512d t[8], u[8];
  for (int i = 0; i < 8; i += 2) {
    t[i] = _mm512_unpacklo_pd(rows[i], rows[i + 1]);
    t[i + 1] = _mm512_unpackhi_pd(rows[i], rows[i + 1]);
  }
  for (int i = 0; i < 2; ++i) {
    u[i] = _mm512_shuffle_f64x2(t[i], t[i + 2], 0x88);
    u[i + 2] = _mm512_shuffle_f64x2(t[i], t[i + 2], 0xdd);
    u[i + 4] = _mm512_shuffle_f64x2(t[i + 4], t[i + 6], 0x88);
    u[i + 6] = _mm512_shuffle_f64x2(t[i + 4], t[i + 6], 0xdd);
  }
  for (int i = 0; i < 2; ++i) {
    rows[i] = _mm512_shuffle_f64x2(u[i], u[i + 4], 0x88);
    rows[i + 4] = _mm512_shuffle_f64x2(u[i], u[i + 4], 0xdd);
    rows[i + 2] = _mm512_shuffle_f64x2(u[i + 2], u[i + 6], 0x88);
    rows[i + 6] = _mm512_shuffle_f64x2(u[i + 2], u[i + 6], 0xdd);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
