// Rows of items with AVX-512: appending those that a mask names, sorting a short row, writing it out as pairs.
#pragma once

#include <immintrin.h>

#include "abut/core/contact.h"
#include "abut/core/isa.h"

namespace abut {
inline namespace ABUT_ISA {

/// Appends those of sixteen numbers (64-byte aligned) that `bits` names, each plus `offset`; writes sixteen whatever
/// their number.
ABUT_INLINE std::uint32_t* append(std::uint32_t* to, const std::uint32_t* numbers, std::uint32_t bits,
                                  std::uint32_t offset = 0) {
  // In a register first: some processors compress into memory a hundred times slower.
  const __m512i v = _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), _mm512_load_si512(numbers));
  _mm512_storeu_si512(to, offset == 0 ? v : _mm512_add_epi32(v, _mm512_set1_epi32(static_cast<int>(offset))));
  return to + __builtin_popcount(bits);
}

/// Longest row that `sort_short` takes.
inline constexpr std::size_t longest_short_row = 16;

/// One stage of Batcher's bitonic sort: each lane and the one `other` holds for it, the larger where `larger` says.
ABUT_INLINE __m256i bitonic_stage(__m256i v, __m256i other, int larger) {
  return _mm256_mask_max_epu32(_mm256_min_epu32(v, other), static_cast<__mmask8>(larger), v, other);
}
ABUT_INLINE __m512i bitonic_stage(__m512i v, __m512i other, int larger) {
  return _mm512_mask_max_epu32(_mm512_min_epu32(v, other), static_cast<__mmask16>(larger), v, other);
}

ABUT_INLINE __m256i sort_lanes(__m256i v) {
  v = bitonic_stage(v, _mm256_shuffle_epi32(v, 0xb1), 0x66);
  v = bitonic_stage(v, _mm256_shuffle_epi32(v, 0x4e), 0x3c);
  v = bitonic_stage(v, _mm256_shuffle_epi32(v, 0xb1), 0x5a);
  v = bitonic_stage(v, _mm256_permute4x64_epi64(v, 0x4e), 0xf0);
  v = bitonic_stage(v, _mm256_shuffle_epi32(v, 0x4e), 0xcc);
  return bitonic_stage(v, _mm256_shuffle_epi32(v, 0xb1), 0xaa);
}

ABUT_INLINE __m512i sort_lanes(__m512i v) {
  const auto swap1 = [](__m512i a) { return _mm512_shuffle_epi32(a, static_cast<_MM_PERM_ENUM>(0xb1)); };
  const auto swap2 = [](__m512i a) { return _mm512_shuffle_epi32(a, static_cast<_MM_PERM_ENUM>(0x4e)); };
  const auto swap4 = [](__m512i a) { return _mm512_shuffle_i32x4(a, a, 0xb1); };
  const auto swap8 = [](__m512i a) { return _mm512_shuffle_i32x4(a, a, 0x4e); };
  v = bitonic_stage(v, swap1(v), 0x6666);
  v = bitonic_stage(v, swap2(v), 0x3c3c);
  v = bitonic_stage(v, swap1(v), 0x5a5a);
  v = bitonic_stage(v, swap4(v), 0x0ff0);
  v = bitonic_stage(v, swap2(v), 0x33cc);
  v = bitonic_stage(v, swap1(v), 0x55aa);
  v = bitonic_stage(v, swap8(v), 0xff00);
  v = bitonic_stage(v, swap4(v), 0xf0f0);
  v = bitonic_stage(v, swap2(v), 0xcccc);
  return bitonic_stage(v, swap1(v), 0xaaaa);
}

/// Sorts up to sixteen numbers. Best long after they were written: a load that spans several stores waits for them.
ABUT_INLINE void sort_short(std::uint32_t* row, std::size_t count) {
  if (count <= 8) {
    const auto some = static_cast<__mmask8>((1u << count) - 1);
    const __m256i v = _mm256_mask_loadu_epi32(_mm256_set1_epi32(-1), some, row);
    _mm256_mask_storeu_epi32(row, some, sort_lanes(v));
  } else {
    const auto some = static_cast<__mmask16>((1u << count) - 1);
    _mm512_mask_storeu_epi32(row, some, sort_lanes(_mm512_mask_loadu_epi32(_mm512_set1_epi32(-1), some, row)));
  }
}

/// Pairs of `a` that `write_row` writes at a time, whatever the row's length.
inline constexpr std::uint32_t pairs_at_once = 8;

ABUT_INLINE void write_row(Pair* out, std::uint32_t a, const std::uint32_t* row, std::uint32_t count) {
  const __m512i low = _mm512_set1_epi64(a);
  for (std::uint32_t k = 0; k < count; k += pairs_at_once) {
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + k));
    _mm512_storeu_si512(out + k, _mm512_or_si512(low, _mm512_slli_epi64(_mm512_cvtepu32_epi64(b), 32)));
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
