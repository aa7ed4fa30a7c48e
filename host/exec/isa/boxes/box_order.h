// The order and the floats of boxes: what a wide tree is made of.
#pragma once

#include "host/exec/isa/boxes/box_search.h"

namespace abut {
inline namespace ABUT_ISA {

/// Bits an axis of the curve's cells.
inline constexpr int curve_bits = 10;

/// Sixteen numbers; the compiler makes of it what registers there are.
typedef std::uint32_t SixteenNumbers __attribute__((vector_size(4 * block_width)));

/// All bits below bit `k` where it is set, none where it is not. By arithmetic: not every compiler has a good form for
/// a choice among lanes.
ABUT_INLINE void below_where_set(const SixteenNumbers& v, int k, SixteenNumbers& out) {
  out = (SixteenNumbers{} - (v >> k & 1u)) & ((1u << k) - 1);
}

ABUT_INLINE void curve_step(SixteenNumbers& x, SixteenNumbers& axis, int k) {
  SixteenNumbers set;
  below_where_set(axis, k, set);
  const SixteenNumbers exchange = (x ^ axis) & (set ^ ((1u << k) - 1));
  x ^= set | exchange;
  axis ^= exchange;
}

/// Bits 0 to 9 to bits 0, 3, 6, ...
ABUT_INLINE void spread_ten_bits(SixteenNumbers& v) {
  v = (v | v << 16) & 0x030000ffu;
  v = (v | v << 8) & 0x0300f00fu;
  v = (v | v << 4) & 0x030c30c3u;
  v = (v | v << 2) & 0x09249249u;
}

/// Cells of sixteen boxes along three axes; `x` becomes their Hilbert indices, 30 bits each (Skilling 2004, the inverse
/// direction, with its branches as masks).
ABUT_INLINE void hilbert_indices(SixteenNumbers& x, SixteenNumbers& y, SixteenNumbers& z) {
  SixteenNumbers set;
  for (int k = curve_bits - 1; k > 0; --k) {
    below_where_set(x, k, set);
    x ^= set;
    curve_step(x, y, k);
    curve_step(x, z, k);
  }
  y ^= x;
  z ^= y;
  SixteenNumbers flip{};
  for (int k = curve_bits - 1; k > 0; --k) {
    below_where_set(z, k, set);
    flip ^= set;
  }
  x ^= flip;
  y ^= flip;
  z ^= flip;
  spread_ten_bits(x);
  spread_ten_bits(y);
  spread_ten_bits(z);
  x = x << 2 | y << 1 | z;
}

/// The cell of a tree coordinate along one axis; those outside [-2, 2) go to the outermost cells.
ABUT_INLINE std::uint32_t curve_cell(double t) {
  const double cells = 1u << curve_bits;
  const double cell = (t + 2) * (cells / 4);
  const double cut = cell > 0 ? (cell < cells - 1 ? cell : cells - 1) : 0;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(cut));
}

/// 0 to 7: powers of four, the median box in the middle of class 3. A block with one large box among small ones would
/// be in everybody's way; so boxes of different size have blocks of their own.
ABUT_INLINE std::uint32_t size_class(double extent, double median) {
  // Infinite or NaN where the median is 0: the last class.
  const double ratio = 2 * extent / median;
  std::uint32_t found = 0;
  double step = 0.0625;
  for (int i = 0; i < 7; ++i) {
    found += !(ratio < step);
    step *= 4;
  }
  return found;
}

/// A finite coordinate in the tree's floats. Beyond half of what floats hold all are equal: differences stay finite.
ABUT_INLINE float tree_float(double t) {
  constexpr double most = 0x1p126;
  return static_cast<float>(t < -most ? -most : (t > most ? most : t));
}

}  // namespace ABUT_ISA
}  // namespace abut
