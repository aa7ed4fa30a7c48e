// Rows of items with AVX2: appending those that a mask names, sorting a short row, writing it out as pairs.
#pragma once

#include <immintrin.h>

#include "abut/core/contact.h"
#include "abut/core/isa.h"
#include "host/exec/isa/lanes/insertion_sort.h"

namespace abut {
inline namespace ABUT_ISA {

/// For each byte the numbers of its bits, one to a byte, lowest first.
struct BitNumbers {
  std::uint64_t of[256];
};
constexpr BitNumbers make_bit_numbers() {
  BitNumbers table{};
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    int at = 0;
    for (std::uint64_t bit = 0; bit < 8; ++bit) {
      if ((byte >> bit & 1) != 0) table.of[byte] |= bit << (8 * at++);
    }
  }
  return table;
}
constexpr BitNumbers bit_numbers = make_bit_numbers();

ABUT_INLINE std::uint32_t* append_eight(std::uint32_t* to, const std::uint32_t* numbers, std::uint32_t bits,
                                        std::uint32_t offset) {
  const __m128i which = _mm_cvtsi64_si128(static_cast<long long>(bit_numbers.of[bits]));
  const __m256i v = _mm256_add_epi32(_mm256_load_si256(reinterpret_cast<const __m256i*>(numbers)),
                                     _mm256_set1_epi32(static_cast<int>(offset)));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(v, _mm256_cvtepu8_epi32(which)));
  return to + __builtin_popcount(bits);
}

/// Appends those of sixteen numbers (64-byte aligned) that `bits` names, each plus `offset`; writes up to sixteen
/// whatever their number.
ABUT_INLINE std::uint32_t* append(std::uint32_t* to, const std::uint32_t* numbers, std::uint32_t bits,
                                  std::uint32_t offset = 0) {
  return append_eight(append_eight(to, numbers, bits & 0xff, offset), numbers + 8, bits >> 8, offset);
}

/// Longest row that `sort_short` takes.
inline constexpr std::size_t longest_short_row = 16;

/// One stage of Batcher's bitonic sort: each lane and the one `other` holds for it, the larger where `Larger` says.
template <int Larger>
ABUT_INLINE __m256i bitonic_stage(__m256i v, __m256i other) {
  return _mm256_blend_epi32(_mm256_min_epu32(v, other), _mm256_max_epu32(v, other), Larger);
}

ABUT_INLINE __m256i sort_lanes(__m256i v) {
  v = bitonic_stage<0x66>(v, _mm256_shuffle_epi32(v, 0xb1));
  v = bitonic_stage<0x3c>(v, _mm256_shuffle_epi32(v, 0x4e));
  v = bitonic_stage<0x5a>(v, _mm256_shuffle_epi32(v, 0xb1));
  v = bitonic_stage<0xf0>(v, _mm256_permute4x64_epi64(v, 0x4e));
  v = bitonic_stage<0xcc>(v, _mm256_shuffle_epi32(v, 0x4e));
  return bitonic_stage<0xaa>(v, _mm256_shuffle_epi32(v, 0xb1));
}

/// Sorts up to sixteen numbers. Best long after they were written: a load that spans several stores waits for them.
ABUT_INLINE void sort_short(std::uint32_t* row, std::size_t count) {
  if (count <= 8) {
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i some = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), lane);
    auto* numbers = reinterpret_cast<int*>(row);
    const __m256i beyond = _mm256_andnot_si256(some, _mm256_set1_epi32(-1));
    _mm256_maskstore_epi32(numbers, some, sort_lanes(_mm256_or_si256(_mm256_maskload_epi32(numbers, some), beyond)));
    return;
  }
  insertion_sort(row, count);
}

/// Pairs of `a` that `write_row` writes at a time, whatever the row's length.
inline constexpr std::uint32_t pairs_at_once = 4;

ABUT_INLINE void write_row(Pair* out, std::uint32_t a, const std::uint32_t* row, std::uint32_t count) {
  const __m256i low = _mm256_set1_epi64x(a);
  for (std::uint32_t k = 0; k < count; k += pairs_at_once) {
    const __m256i b = _mm256_cvtepu32_epi64(_mm_loadu_si128(reinterpret_cast<const __m128i*>(row + k)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + k), _mm256_or_si256(low, _mm256_slli_epi64(b, 32)));
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
