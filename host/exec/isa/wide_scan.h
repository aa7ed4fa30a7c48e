// The support mapping of one core with wide registers: 8 or 16 vertices an instruction, the payload's padding makes
// every block whole. Ties go to the lowest index, as in `LinearScan`: both give the same vertex.
#pragma once

#include "abut/narrow/support.h"

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace abut {
inline namespace ABUT_ISA {

#if !defined(ABUT_ISA_SCALAR) && defined(__AVX512F__)

struct WideScan {
  ABUT_INLINE static std::uint32_t farthest(const VertexSet<float>& set, Vec3<float> d) {
    const __m512 dx = _mm512_set1_ps(d.x), dy = _mm512_set1_ps(d.y), dz = _mm512_set1_ps(d.z);
    const auto project = [&](std::uint32_t i) {
      return _mm512_fmadd_ps(
          dx, _mm512_load_ps(set.x + i),
          _mm512_fmadd_ps(dy, _mm512_load_ps(set.y + i), _mm512_mul_ps(dz, _mm512_load_ps(set.z + i))));
    };
    __m512 best = project(0);
    __m512i at = _mm512_setzero_si512();
    for (std::uint32_t i = 16; i < set.count; i += 16) {
      const __m512 value = project(i);
      const __mmask16 farther = _mm512_cmp_ps_mask(value, best, _CMP_GT_OQ);
      best = _mm512_mask_mov_ps(best, farther, value);
      at = _mm512_mask_mov_epi32(at, farther, _mm512_set1_epi32(static_cast<int>(i)));
    }
    const __mmask16 equal = _mm512_cmp_ps_mask(best, _mm512_set1_ps(_mm512_reduce_max_ps(best)), _CMP_EQ_OQ);
    const __m512i lane = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const std::uint32_t first = _mm512_mask_reduce_min_epu32(equal, _mm512_add_epi32(at, lane));
    return first < set.count ? first : 0;  // no lane is equal where the direction is a NaN
  }
  template <class Stored>
  ABUT_INLINE static std::uint32_t farthest(const VertexSet<double, Stored>& set, Vec3<double> d) {
    const __m512d dx = _mm512_set1_pd(d.x), dy = _mm512_set1_pd(d.y), dz = _mm512_set1_pd(d.z);
    const auto project = [&](std::uint32_t i) {
      return _mm512_fmadd_pd(dx, load(set.x + i),
                             _mm512_fmadd_pd(dy, load(set.y + i), _mm512_mul_pd(dz, load(set.z + i))));
    };
    __m512d best = project(0);
    __m512i at = _mm512_setzero_si512();
    for (std::uint32_t i = 8; i < set.count; i += 8) {
      const __m512d value = project(i);
      const __mmask8 farther = _mm512_cmp_pd_mask(value, best, _CMP_GT_OQ);
      best = _mm512_mask_mov_pd(best, farther, value);
      at = _mm512_mask_mov_epi64(at, farther, _mm512_set1_epi64(i));
    }
    const __mmask8 equal = _mm512_cmp_pd_mask(best, _mm512_set1_pd(_mm512_reduce_max_pd(best)), _CMP_EQ_OQ);
    const __m512i lane = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    const std::uint64_t first = _mm512_mask_reduce_min_epu64(equal, _mm512_add_epi64(at, lane));
    return first < set.count ? static_cast<std::uint32_t>(first) : 0;
  }

 private:
  ABUT_INLINE static __m512d load(const double* p) { return _mm512_load_pd(p); }
  ABUT_INLINE static __m512d load(const float* p) { return _mm512_cvtps_pd(_mm256_load_ps(p)); }
};

#elif !defined(ABUT_ISA_SCALAR) && defined(__AVX2__) && defined(__FMA__)

struct WideScan {
  ABUT_INLINE static std::uint32_t farthest(const VertexSet<float>& set, Vec3<float> d) {
    const __m256 dx = _mm256_set1_ps(d.x), dy = _mm256_set1_ps(d.y), dz = _mm256_set1_ps(d.z);
    const auto project = [&](std::uint32_t i) {
      return _mm256_fmadd_ps(
          dx, _mm256_load_ps(set.x + i),
          _mm256_fmadd_ps(dy, _mm256_load_ps(set.y + i), _mm256_mul_ps(dz, _mm256_load_ps(set.z + i))));
    };
    __m256 best = project(0);
    __m256i at = _mm256_setzero_si256();
    for (std::uint32_t i = 8; i < set.count; i += 8) {
      const __m256 value = project(i);
      const __m256 farther = _mm256_cmp_ps(value, best, _CMP_GT_OQ);
      best = _mm256_blendv_ps(best, value, farther);
      at = _mm256_blendv_epi8(at, _mm256_set1_epi32(static_cast<int>(i)), _mm256_castps_si256(farther));
    }
    alignas(32) float values[8];
    alignas(32) std::uint32_t blocks[8];
    _mm256_store_ps(values, best);
    _mm256_store_si256(reinterpret_cast<__m256i*>(blocks), at);
    return first_of_largest(values, blocks, 8);
  }
  template <class Stored>
  ABUT_INLINE static std::uint32_t farthest(const VertexSet<double, Stored>& set, Vec3<double> d) {
    const __m256d dx = _mm256_set1_pd(d.x), dy = _mm256_set1_pd(d.y), dz = _mm256_set1_pd(d.z);
    const auto project = [&](std::uint32_t i) {
      return _mm256_fmadd_pd(dx, load(set.x + i),
                             _mm256_fmadd_pd(dy, load(set.y + i), _mm256_mul_pd(dz, load(set.z + i))));
    };
    __m256d best = project(0);
    __m256i at = _mm256_setzero_si256();
    for (std::uint32_t i = 4; i < set.count; i += 4) {
      const __m256d value = project(i);
      const __m256d farther = _mm256_cmp_pd(value, best, _CMP_GT_OQ);
      best = _mm256_blendv_pd(best, value, farther);
      at = _mm256_blendv_epi8(at, _mm256_set1_epi64x(i), _mm256_castpd_si256(farther));
    }
    alignas(32) double values[4];
    alignas(32) std::uint64_t blocks[4];
    _mm256_store_pd(values, best);
    _mm256_store_si256(reinterpret_cast<__m256i*>(blocks), at);
    return first_of_largest(values, blocks, 4);
  }

 private:
  ABUT_INLINE static __m256d load(const double* p) { return _mm256_load_pd(p); }
  ABUT_INLINE static __m256d load(const float* p) { return _mm256_cvtps_pd(_mm_load_ps(p)); }
  template <class T, class I>
  ABUT_INLINE static std::uint32_t first_of_largest(const T* values, const I* blocks, std::uint32_t width) {
    T value = values[0];
    std::uint32_t index = static_cast<std::uint32_t>(blocks[0]);
    for (std::uint32_t l = 1; l < width; ++l) {
      const std::uint32_t here = static_cast<std::uint32_t>(blocks[l]) + l;
      const bool better = values[l] > value || (values[l] == value && here < index);
      value = better ? values[l] : value;
      index = better ? here : index;
    }
    return index;
  }
};

#else

using WideScan = LinearScan;

#endif

}  // namespace ABUT_ISA
}  // namespace abut
