// The coordinates of a tree: relative to an origin and scaled by a power of two, so that floats keep their digits far
// from the world's origin and the same scene in another unit gives the same tree. Boxes and Morton codes are made here.
#pragma once

#include <cstdint>

#include "abut/bvh/box.h"

namespace abut {

/// tree = (world - origin) * scale. Most of the scene lies in [-2, 2]; what lies farther out is still handled
/// correctly, with the outermost Morton cells. Data only.
struct TreeFrame {
  Vec3<double> origin;
  double scale;
};

/// A Morton code has 21 bits an axis: 63 in all.
inline constexpr int morton_bits = 21;
/// Code of empty boxes: behind all others.
inline constexpr std::uint64_t empty_morton_code = ~std::uint64_t{0} >> 1;

inline namespace ABUT_ISA {

/// The frame of a scene of which (nearly) everything lies in `scene`, which is not empty.
ABUT_INLINE TreeFrame tree_frame(const Box<double>& scene) {
  // Halved before they are added: the sum of two large coordinates could overflow.
  const Vec3<double> lo = scene.lo * 0.5, hi = scene.hi * 0.5;
  const double half = max(max(hi.x - lo.x, hi.y - lo.y), hi.z - lo.z);
  const std::uint64_t exponent = __builtin_bit_cast(std::uint64_t, half) >> 52;
  // 2^-k for 2^k <= half < 2^(k+1), by its bits; the range is cut where 2^-k is no normal number.
  const std::uint64_t cut = exponent < 1 ? 1 : (exponent > 2045 ? 2045 : exponent);
  return {lo + hi, __builtin_bit_cast(double, (2046 - cut) << 52)};
}

/// `box` in the tree's coordinates, rounded outward. Each step is monotonic, so boxes that overlap still do.
ABUT_INLINE Box<float> to_tree(const TreeFrame& frame, const Box<double>& box) {
  const Vec3<double> lo = (box.lo - frame.origin) * frame.scale;
  const Vec3<double> hi = (box.hi - frame.origin) * frame.scale;
  return {{round_down(lo.x), round_down(lo.y), round_down(lo.z)}, {round_up(hi.x), round_up(hi.y), round_up(hi.z)}};
}

/// Bits 0 to 20 of `x`, moved to bits 0, 3, 6, ...
ABUT_INLINE std::uint64_t spread_bits(std::uint32_t x) {
  std::uint64_t v = x & 0x1fffffu;
  v = (v | v << 32) & 0x001f00000000ffffull;
  v = (v | v << 16) & 0x001f0000ff0000ffull;
  v = (v | v << 8) & 0x100f00f00f00f00full;
  v = (v | v << 4) & 0x10c30c30c30c30c3ull;
  v = (v | v << 2) & 0x1249249249249249ull;
  return v;
}

/// The Morton cell of a tree coordinate; those outside [-2, 2) go to the outermost cells.
ABUT_INLINE std::uint32_t morton_cell(double t) {
  const double cell = (t + 2) * 0x1p19;
  if (!(cell > 0)) return 0;
  return cell < 0x1p21 ? static_cast<std::uint32_t>(cell) : 0x1fffffu;
}

/// Morton code of the box's centre.
ABUT_INLINE std::uint64_t morton_code(const TreeFrame& frame, const Box<double>& box) {
  if (is_empty(box)) return empty_morton_code;
  const Vec3<double> centre = box.lo * 0.5 + box.hi * 0.5;
  const Vec3<double> t = (centre - frame.origin) * frame.scale;
  return spread_bits(morton_cell(t.x)) << 2 | spread_bits(morton_cell(t.y)) << 1 | spread_bits(morton_cell(t.z));
}

}  // namespace ABUT_ISA
}  // namespace abut
