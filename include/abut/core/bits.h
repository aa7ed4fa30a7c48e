// Bits of words, as sets of small numbers.
#pragma once

#include <cstdint>

#include "abut/core/isa.h"

namespace abut {
inline namespace ABUT_ISA {

/// The lowest bit of a word that has one.
#if defined(__CUDA_ARCH__)
ABUT_INLINE int lowest_bit(std::uint32_t word) { return __ffs(static_cast<int>(word)) - 1; }
ABUT_INLINE int lowest_bit(std::uint64_t word) { return __ffsll(static_cast<long long>(word)) - 1; }
ABUT_INLINE int bit_count(std::uint64_t word) { return __popcll(word); }
#else
ABUT_INLINE int lowest_bit(std::uint32_t word) { return __builtin_ctz(word); }
ABUT_INLINE int lowest_bit(std::uint64_t word) { return __builtin_ctzll(word); }
ABUT_INLINE int bit_count(std::uint64_t word) { return __builtin_popcountll(word); }
#endif

}  // namespace ABUT_ISA
}  // namespace abut
