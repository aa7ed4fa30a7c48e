// The support mapping of one core with wide registers: 8 or 16 vertices an instruction, the payload's padding makes
// every block whole. Ties go to the lowest index, as in `LinearScan`: both give the same vertex.
#pragma once

#include "host/exec/isa/wide_faces.h"

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace abut {
inline namespace ABUT_ISA {

#if !defined(ABUT_ISA_SCALAR) && defined(__AVX512F__)

struct WideScan {
  using Faces = WideFaces;
  template <class Stored>
  ABUT_INLINE static std::uint32_t farthest(const VertexSet<float, Stored>& set, Vec3<float> d) {
    const __m512 dx = _mm512_set1_ps(d.x), dy = _mm512_set1_ps(d.y), dz = _mm512_set1_ps(d.z);
    const auto project = [&](std::uint32_t i) {
      return _mm512_fmadd_ps(dx, rough(set.x + i),
                             _mm512_fmadd_ps(dy, rough(set.y + i), _mm512_mul_ps(dz, rough(set.z + i))));
    };
    if (set.count <= 32) {
      const __m512 low = project(0);
      const __m512 high = set.count <= 16 ? low : project(16);
      const __m512 largest = _mm512_set1_ps(_mm512_reduce_max_ps(_mm512_max_ps(low, high)));
      const std::uint32_t equal = static_cast<std::uint32_t>(_mm512_cmp_ps_mask(low, largest, _CMP_EQ_OQ)) |
                                  static_cast<std::uint32_t>(_mm512_cmp_ps_mask(high, largest, _CMP_EQ_OQ)) << 16;
      return first_of(equal);
    }
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
    if (set.count <= 32) {
      const __m512d first = project(0);
      const std::uint32_t blocks = (set.count + 7) / 8;
      const __m512d v[4] = {first, blocks > 1 ? project(8) : first, blocks > 2 ? project(16) : first,
                            blocks > 3 ? project(24) : first};
      const __m512d largest =
          _mm512_set1_pd(_mm512_reduce_max_pd(_mm512_max_pd(_mm512_max_pd(v[0], v[1]), _mm512_max_pd(v[2], v[3]))));
      std::uint32_t equal = 0;
      for (int k = 0; k < 4; ++k) {
        equal |= static_cast<std::uint32_t>(_mm512_cmp_pd_mask(v[k], largest, _CMP_EQ_OQ)) << (8 * k);
      }
      return first_of(equal);
    }
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
  /// 0 if there is none: where the direction is a NaN.
  ABUT_INLINE static std::uint32_t first_of(std::uint32_t lanes) {
    return lanes != 0 ? static_cast<std::uint32_t>(__builtin_ctz(lanes)) : 0;
  }
  ABUT_INLINE static __m512d load(const double* p) { return _mm512_load_pd(p); }
  ABUT_INLINE static __m512d load(const float* p) { return _mm512_cvtps_pd(_mm256_load_ps(p)); }
  ABUT_INLINE static __m512 rough(const float* p) { return _mm512_load_ps(p); }
  ABUT_INLINE static __m512 rough(const double* p) {
    const __m256 low = _mm512_cvtpd_ps(_mm512_load_pd(p)), high = _mm512_cvtpd_ps(_mm512_load_pd(p + 8));
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
  }
};

#elif !defined(ABUT_ISA_SCALAR) && defined(__AVX2__) && defined(__FMA__)

struct WideScan {
  using Faces = WideFaces;
  template <class Stored>
  ABUT_INLINE static std::uint32_t farthest(const VertexSet<float, Stored>& set, Vec3<float> d) {
    const __m256 dx = _mm256_set1_ps(d.x), dy = _mm256_set1_ps(d.y), dz = _mm256_set1_ps(d.z);
    const auto project = [&](std::uint32_t i) {
      return _mm256_fmadd_ps(dx, rough(set.x + i),
                             _mm256_fmadd_ps(dy, rough(set.y + i), _mm256_mul_ps(dz, rough(set.z + i))));
    };
    if (set.count <= 32) {
      const __m256 first = project(0);
      const std::uint32_t blocks = (set.count + 7) / 8;
      const __m256 v[4] = {first, blocks > 1 ? project(8) : first, blocks > 2 ? project(16) : first,
                           blocks > 3 ? project(24) : first};
      const __m256 largest =
          _mm256_set1_ps(largest_of(_mm256_max_ps(_mm256_max_ps(v[0], v[1]), _mm256_max_ps(v[2], v[3]))));
      std::uint32_t equal = 0;
      for (int k = 0; k < 4; ++k) {
        equal |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(v[k], largest, _CMP_EQ_OQ))) << (8 * k);
      }
      return first_of(equal);
    }
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
    if (set.count <= 16) {
      const __m256d first = project(0);
      const std::uint32_t blocks = (set.count + 3) / 4;
      const __m256d v[4] = {first, blocks > 1 ? project(4) : first, blocks > 2 ? project(8) : first,
                            blocks > 3 ? project(12) : first};
      const __m256d largest =
          _mm256_set1_pd(largest_of(_mm256_max_pd(_mm256_max_pd(v[0], v[1]), _mm256_max_pd(v[2], v[3]))));
      std::uint32_t equal = 0;
      for (int k = 0; k < 4; ++k) {
        equal |= static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_cmp_pd(v[k], largest, _CMP_EQ_OQ))) << (4 * k);
      }
      return first_of(equal);
    }
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
  ABUT_INLINE static float largest_of(__m256 a) {
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
  }
  ABUT_INLINE static double largest_of(__m256d a) {
    const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
  }
  /// 0 if there is none: where the direction is a NaN.
  ABUT_INLINE static std::uint32_t first_of(std::uint32_t lanes) {
    return lanes != 0 ? static_cast<std::uint32_t>(__builtin_ctz(lanes)) : 0;
  }
  ABUT_INLINE static __m256d load(const double* p) { return _mm256_load_pd(p); }
  ABUT_INLINE static __m256d load(const float* p) { return _mm256_cvtps_pd(_mm_load_ps(p)); }
  ABUT_INLINE static __m256 rough(const float* p) { return _mm256_load_ps(p); }
  ABUT_INLINE static __m256 rough(const double* p) {
    return _mm256_set_m128(_mm256_cvtpd_ps(_mm256_load_pd(p + 4)), _mm256_cvtpd_ps(_mm256_load_pd(p)));
  }
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
