// One box against the sixteen of a block, and sixteen numbers at a time: the few operations of a search of boxes that
// have a form for each instruction set.
#pragma once

#include "host/exec/isa/boxes/box_search.h"
#include "host/exec/isa/lanes/pack.h"

namespace abut {

/// A box of which a search knows the coordinates in floats. Data only.
struct BoxQuery {
  float lo[3], hi[3];
};

/// One bit for each lane of a block. Data only.
struct OverlapBits {
  std::uint32_t overlap;  ///< in floats; boxes that touch do
  std::uint32_t touch;    ///< those of them that only touch
};

inline namespace ABUT_ISA {

ABUT_INLINE BoxQuery lane_of(const BoxBlock& block, std::uint32_t lane) {
  BoxQuery q;
  for (int k = 0; k < 3; ++k) {
    q.lo[k] = block.lo[k][lane];
    q.hi[k] = block.hi[k][lane];
  }
  return q;
}

#if defined(ABUT_HAVE_PACKS)

/// A query's coordinates in all lanes, for as long as it is held against blocks.
struct WideQuery {
  Lanes<float>::Real lo[3], hi[3];
};

ABUT_INLINE WideQuery widen(const BoxQuery& q) {
  WideQuery w;
  for (int k = 0; k < 3; ++k) {
    w.lo[k] = Lanes<float>::broadcast(q.lo[k]);
    w.hi[k] = Lanes<float>::broadcast(q.hi[k]);
  }
  return w;
}

/// How far apart along the axis where they are farthest: the sign of a difference is exact, and NaN stays.
ABUT_INLINE Lanes<float>::Real separation(const BoxBlock& block, int lane, const WideQuery& q) {
  using L = Lanes<float>;
  const auto along = [&](int k) {
    return L::max(L::load(block.lo[k] + lane) - q.hi[k], q.lo[k] - L::load(block.hi[k] + lane));
  };
  return L::max(L::max(along(0), along(1)), along(2));
}

ABUT_INLINE OverlapBits overlap_bits(const BoxBlock& block, const WideQuery& q) {
  using L = Lanes<float>;
  OverlapBits bits{0, 0};
  for (int i = 0; i < static_cast<int>(block_width); i += L::width) {
    const auto apart = separation(block, i, q), zero = L::broadcast(0.0f);
    bits.overlap |= LaneMasks<float>::bits(L::less_equal(apart, zero)) << i;
    bits.touch |= LaneMasks<float>::bits(L::equal(apart, zero)) << i;
  }
  return bits;
}

/// One bit for each of sixteen numbers, below 2^31, that is above `own`.
ABUT_INLINE std::uint32_t above_bits(const std::uint32_t* numbers, std::uint32_t own) {
  using L = Lanes<float>;
  const auto wide = L::broadcast_index(own);
  std::uint32_t bits = 0;
  for (int i = 0; i < static_cast<int>(block_width); i += L::width) {
    bits |= LaneMasks<float>::bits(L::less_index(wide, L::load_index(numbers + i))) << i;
  }
  return bits;
}

#else

using WideQuery = BoxQuery;
ABUT_INLINE const WideQuery& widen(const BoxQuery& q) { return q; }

ABUT_INLINE OverlapBits overlap_bits(const BoxBlock& block, const WideQuery& q) {
  OverlapBits bits{0, 0};
  for (std::uint32_t i = 0; i < block_width; ++i) {
    bool overlap = true, inside = true;
    for (int k = 0; k < 3; ++k) {
      overlap = mask_and(overlap, block.lo[k][i] <= q.hi[k], q.lo[k] <= block.hi[k][i]);
      inside = mask_and(inside, block.lo[k][i] < q.hi[k], q.lo[k] < block.hi[k][i]);
    }
    bits.overlap |= static_cast<std::uint32_t>(overlap) << i;
    bits.touch |= static_cast<std::uint32_t>(mask_and(overlap, !inside)) << i;
  }
  return bits;
}

ABUT_INLINE std::uint32_t above_bits(const std::uint32_t* numbers, std::uint32_t own) {
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < block_width; ++i) bits |= static_cast<std::uint32_t>(numbers[i] > own) << i;
  return bits;
}

#endif

}  // namespace ABUT_ISA
}  // namespace abut

#if defined(ABUT_HAVE_PACKS) && defined(__AVX512F__)
#include "host/exec/isa/boxes/row_lanes_avx512.h"
#elif defined(ABUT_HAVE_PACKS) && defined(__AVX2__)
#include "host/exec/isa/boxes/row_lanes_avx2.h"
#else
#include "host/exec/isa/boxes/row_lanes_scalar.h"
#endif

namespace abut {
inline namespace ABUT_ISA {

/// Sorts a row, in registers where it is short; long ones by `sort_long`.
ABUT_INLINE void sort_row(void (*sort_long)(std::uint32_t*, std::size_t), std::uint32_t* row, std::size_t count) {
  if (count <= longest_short_row) {
    sort_short(row, count);
  } else {
    sort_long(row, count);
  }
}

/// Appends `first` plus the number of each bit.
ABUT_INLINE std::uint32_t* append_numbers(std::uint32_t* to, std::uint32_t first, std::uint32_t bits) {
  alignas(64) static constexpr std::uint32_t numbers[block_width] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                                     8, 9, 10, 11, 12, 13, 14, 15};
  return append(to, numbers, bits, first);
}

}  // namespace ABUT_ISA
}  // namespace abut
