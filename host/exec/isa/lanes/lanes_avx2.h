// What a pack of lanes needs of AVX2 with FMA: 8 floats or 4 doubles, masks as wide as what they select.
#pragma once

#include <immintrin.h>

#include "abut/core/scalar.h"

namespace abut {
inline namespace ABUT_ISA {

template <class R>
struct Lanes;

template <>
struct Lanes<float> {
  using Real = __m256;
  using Mask = __m256;
  using Index = __m256i;
  static constexpr int width = 8;

  ABUT_INLINE static Real broadcast(float x) { return _mm256_set1_ps(x); }
  ABUT_INLINE static Real load(const float* p) { return _mm256_load_ps(p); }
  ABUT_INLINE static Real load(const double* p) {
    return _mm256_set_m128(_mm256_cvtpd_ps(_mm256_load_pd(p + 4)), _mm256_cvtpd_ps(_mm256_load_pd(p)));
  }
  ABUT_INLINE static void store(float* p, Real a) { _mm256_store_ps(p, a); }
  ABUT_INLINE static void store_some(float* p, Mask m, Real a) { _mm256_maskstore_ps(p, _mm256_castps_si256(m), a); }
  ABUT_INLINE static float least(Real a) {
    const __m128 four = _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    const __m128 two = _mm_min_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_min_ss(two, _mm_movehdup_ps(two)));
  }
  ABUT_INLINE static float largest(Real a) {
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
  }
  ABUT_INLINE static Real fma(Real a, Real b, Real c) { return _mm256_fmadd_ps(a, b, c); }
  ABUT_INLINE static Real sqrt(Real a) { return _mm256_sqrt_ps(a); }
  ABUT_INLINE static Real abs(Real a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
  ABUT_INLINE static Real max(Real a, Real b) { return _mm256_max_ps(a, b); }
  ABUT_INLINE static Real min(Real a, Real b) { return _mm256_min_ps(a, b); }
  ABUT_INLINE static Real negate(Real a) { return _mm256_xor_ps(a, _mm256_set1_ps(-0.0f)); }
  ABUT_INLINE static Mask less(Real a, Real b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
  ABUT_INLINE static Mask less_equal(Real a, Real b) { return _mm256_cmp_ps(a, b, _CMP_LE_OQ); }
  ABUT_INLINE static Mask equal(Real a, Real b) { return _mm256_cmp_ps(a, b, _CMP_EQ_OQ); }
  ABUT_INLINE static Real blend(Mask m, Real a, Real b) { return _mm256_blendv_ps(b, a, m); }

  ABUT_INLINE static Index broadcast_index(std::uint32_t x) { return _mm256_set1_epi32(static_cast<int>(x)); }
  ABUT_INLINE static Index load_index(const std::uint32_t* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  ABUT_INLINE static void store_index(std::uint32_t* p, Index a) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(p), a);
  }
  ABUT_INLINE static Index add_index(Index a, Index b) { return _mm256_add_epi32(a, b); }
  ABUT_INLINE static Mask less_index(Index a, Index b) {  // below 2^31, where signed and unsigned agree
    return _mm256_castsi256_ps(_mm256_cmpgt_epi32(b, a));
  }
  ABUT_INLINE static Mask equal_index(Index a, Index b) { return _mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b)); }
  ABUT_INLINE static Index blend_index(Mask m, Index a, Index b) {
    return _mm256_blendv_epi8(b, a, _mm256_castps_si256(m));  // g++ 12 tests signs once more before blendv_ps
  }
};

template <>
struct Lanes<double> {
  using Real = __m256d;
  using Mask = __m256d;
  using Index = __m256i;  // 64 bits a lane, so that masks fit
  static constexpr int width = 4;

  ABUT_INLINE static Real broadcast(double x) { return _mm256_set1_pd(x); }
  ABUT_INLINE static Real load(const double* p) { return _mm256_load_pd(p); }
  ABUT_INLINE static Real load(const float* p) { return _mm256_cvtps_pd(_mm_load_ps(p)); }
  ABUT_INLINE static void store(double* p, Real a) { _mm256_store_pd(p, a); }
  ABUT_INLINE static void store_some(double* p, Mask m, Real a) { _mm256_maskstore_pd(p, _mm256_castpd_si256(m), a); }
  ABUT_INLINE static Real fma(Real a, Real b, Real c) { return _mm256_fmadd_pd(a, b, c); }
  ABUT_INLINE static double largest(Real a) {
    const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
  }
  ABUT_INLINE static Real sqrt(Real a) { return _mm256_sqrt_pd(a); }
  ABUT_INLINE static Real abs(Real a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }
  ABUT_INLINE static Real max(Real a, Real b) { return _mm256_max_pd(a, b); }
  ABUT_INLINE static Real min(Real a, Real b) { return _mm256_min_pd(a, b); }
  ABUT_INLINE static Real negate(Real a) { return _mm256_xor_pd(a, _mm256_set1_pd(-0.0)); }
  ABUT_INLINE static Mask less(Real a, Real b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
  ABUT_INLINE static Mask less_equal(Real a, Real b) { return _mm256_cmp_pd(a, b, _CMP_LE_OQ); }
  ABUT_INLINE static Mask equal(Real a, Real b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }
  ABUT_INLINE static Real blend(Mask m, Real a, Real b) { return _mm256_blendv_pd(b, a, m); }

  ABUT_INLINE static Index broadcast_index(std::uint32_t x) { return _mm256_set1_epi64x(x); }
  ABUT_INLINE static Index load_index(const std::uint32_t* p) {
    return _mm256_cvtepu32_epi64(_mm_load_si128(reinterpret_cast<const __m128i*>(p)));
  }
  ABUT_INLINE static void store_index(std::uint32_t* p, Index a) {
    const __m256i even = _mm256_permutevar8x32_epi32(a, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
    _mm_store_si128(reinterpret_cast<__m128i*>(p), _mm256_castsi256_si128(even));
  }
  ABUT_INLINE static Index add_index(Index a, Index b) { return _mm256_add_epi64(a, b); }
  ABUT_INLINE static Mask less_index(Index a, Index b) { return _mm256_castsi256_pd(_mm256_cmpgt_epi64(b, a)); }
  ABUT_INLINE static Mask equal_index(Index a, Index b) { return _mm256_castsi256_pd(_mm256_cmpeq_epi64(a, b)); }
  ABUT_INLINE static Index blend_index(Mask m, Index a, Index b) {
    return _mm256_blendv_epi8(b, a, _mm256_castpd_si256(m));
  }
};

/// Of doubles > 0: the power of two not above, and 1 / 2^k of a power of two.
ABUT_INLINE __m256d power_below(__m256d a) {
  return _mm256_and_pd(a, _mm256_castsi256_pd(_mm256_set1_epi64x(0x7ff0000000000000)));
}
ABUT_INLINE __m256d inverse_power(__m256d power) {
  return _mm256_castsi256_pd(_mm256_sub_epi64(_mm256_set1_epi64x(0x7fe0000000000000), _mm256_castpd_si256(power)));
}
ABUT_INLINE __m256 narrow(__m256d low, __m256d high) {
  return _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
}
ABUT_INLINE __m256d widen_half(__m256 a, int half) {
  return _mm256_cvtps_pd(half == 0 ? _mm256_castps256_ps128(a) : _mm256_extractf128_ps(a, 1));
}

template <class R>
struct LaneMasks;
template <>
struct LaneMasks<float> {
  ABUT_INLINE static __m256 both(__m256 a, __m256 b) { return _mm256_and_ps(a, b); }
  ABUT_INLINE static __m256 either(__m256 a, __m256 b) { return _mm256_or_ps(a, b); }
  ABUT_INLINE static __m256 invert(__m256 a) { return _mm256_xor_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(-1))); }
  ABUT_INLINE static std::uint32_t bits(__m256 a) { return static_cast<std::uint32_t>(_mm256_movemask_ps(a)); }
  ABUT_INLINE static __m256 of_bits(std::uint32_t bits) {
    const __m256i lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i chosen = _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), lane);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(chosen, lane));
  }
};
template <>
struct LaneMasks<double> {
  ABUT_INLINE static __m256d both(__m256d a, __m256d b) { return _mm256_and_pd(a, b); }
  ABUT_INLINE static __m256d either(__m256d a, __m256d b) { return _mm256_or_pd(a, b); }
  ABUT_INLINE static __m256d invert(__m256d a) { return _mm256_xor_pd(a, _mm256_castsi256_pd(_mm256_set1_epi64x(-1))); }
  ABUT_INLINE static std::uint32_t bits(__m256d a) { return static_cast<std::uint32_t>(_mm256_movemask_pd(a)); }
  ABUT_INLINE static __m256d of_bits(std::uint32_t bits) {
    const __m256i lane = _mm256_setr_epi64x(1, 2, 4, 8);
    const __m256i chosen = _mm256_and_si256(_mm256_set1_epi64x(bits), lane);
    return _mm256_castsi256_pd(_mm256_cmpeq_epi64(chosen, lane));
  }
};

/// rows[i][j] becomes rows[j][i]: 8 x 8 floats, 4 x 4 doubles.
ABUT_INLINE void transpose(__m256* rows) {
  __m256 t[8], u[8];
  for (int i = 0; i < 8; i += 2) {
    t[i] = _mm256_unpacklo_ps(rows[i], rows[i + 1]);
    t[i + 1] = _mm256_unpackhi_ps(rows[i], rows[i + 1]);
  }
  for (int i = 0; i < 8; i += 4) {
    u[i] = _mm256_shuffle_ps(t[i], t[i + 2], 0x44);
    u[i + 1] = _mm256_shuffle_ps(t[i], t[i + 2], 0xee);
    u[i + 2] = _mm256_shuffle_ps(t[i + 1], t[i + 3], 0x44);
    u[i + 3] = _mm256_shuffle_ps(t[i + 1], t[i + 3], 0xee);
  }
  for (int i = 0; i < 4; ++i) {
    rows[i] = _mm256_permute2f128_ps(u[i], u[i + 4], 0x20);
    rows[i + 4] = _mm256_permute2f128_ps(u[i], u[i + 4], 0x31);
  }
}
ABUT_INLINE void transpose(__m256d* rows) {
  const __m256d t0 = _mm256_unpacklo_pd(rows[0], rows[1]);
  const __m256d t1 = _mm256_unpackhi_pd(rows[0], rows[1]);
  const __m256d t2 = _mm256_unpacklo_pd(rows[2], rows[3]);
  const __m256d t3 = _mm256_unpackhi_pd(rows[2], rows[3]);
  rows[0] = _mm256_permute2f128_pd(t0, t2, 0x20);
  rows[1] = _mm256_permute2f128_pd(t1, t3, 0x20);
  rows[2] = _mm256_permute2f128_pd(t0, t2, 0x31);
  rows[3] = _mm256_permute2f128_pd(t1, t3, 0x31);
}

}  // namespace ABUT_ISA
}  // namespace abut
