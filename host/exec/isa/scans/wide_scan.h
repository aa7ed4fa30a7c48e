// The support mapping of one core with wide registers: 2 to 16 vertices an instruction, the payload's padding makes
// every block whole. Ties go to the lowest index, as in `LinearScan`: both give the same vertex.
#pragma once

#include "abut/core/bits.h"
#include "abut/narrow/support.h"
#include "host/exec/isa/scans/wide_faces.h"

namespace abut {
inline namespace ABUT_ISA {

/// The cell of a scan table that direction `d` lies in, of a scalar or a pack of lanes; `scan_cells` where heights
/// along d may have more rounding than such a table allows for.
template <class T>
ABUT_INLINE IndexOf<T> scan_cell(Vec3<T> d) {
  using R = RealOf<T>;
  const T largest = max_abs(d);
  const MaskOf<T> ordinary = mask_and(largest > T(R(0x1p-80)), largest < T(R(0x1p80)));
  return select(ordinary, direction_cell<scan_divisions>(d), IndexOf<T>(scan_cells));
}

#if defined(ABUT_HAVE_PACKS)

struct WideScan {
  using Faces = WideFaces;

  template <class R, class Stored>
  ABUT_INLINE static std::uint32_t farthest(const VertexSet<R, Stored>& set, Vec3<R> d) {
    using T = Pack<R>;
    constexpr std::uint32_t width = T::width;
    const Vec3<T> u{T(d.x), T(d.y), T(d.z)};
    const auto project = [&](std::uint32_t i) {
      return dot(u, Vec3<T>{T::of(Lanes<R>::load(set.x + i)), T::of(Lanes<R>::load(set.y + i)),
                            T::of(Lanes<R>::load(set.z + i))});
    };
    const T first = project(0);
    if (set.count <= width) return first_of(bits_of(first == T(Lanes<R>::largest(first.v))));
    if (set.count <= 4 * width) {
      const T second = project(width);
      const T third = set.count > 2 * width ? project(2 * width) : first;
      const T fourth = set.count > 3 * width ? project(3 * width) : first;
      const T largest = T(Lanes<R>::largest(max(max(first, second), max(third, fourth)).v));
      const auto at = [](PackMask<R> m, std::uint32_t block) {
        return static_cast<std::uint64_t>(bits_of(m)) << (block * width);
      };
      return first_of(at(first == largest, 0) | at(second == largest, 1) | at(third == largest, 2) |
                      at(fourth == largest, 3));
    }
    T best = first;
    PackIndex<R> block(0);
    for (std::uint32_t i = width; i < set.count; i += width) {
      const T value = project(i);
      const PackMask<R> farther = value > best;
      best = select(farther, value, best);
      block = select(farther, PackIndex<R>(i), block);
    }
    alignas(64) std::uint32_t blocks[width];
    Lanes<R>::store_index(blocks, block.v);
    std::uint32_t out = set.count;
    for (std::uint32_t rest = bits_of(best == T(Lanes<R>::largest(best.v))); rest != 0; rest &= rest - 1) {
      const std::uint32_t l = static_cast<std::uint32_t>(lowest_bit(rest));
      out = blocks[l] + l < out ? blocks[l] + l : out;
    }
    return out < set.count ? out : 0;
  }

  /// Of a set with a scan table.
  template <class R, class Stored>
  ABUT_INLINE static std::uint32_t farthest_by_table(const VertexSet<R, Stored>& set, Vec3<R> d) {
    return farthest_by_table(set, d, scan_cell(d));
  }
  /// `cell`: `scan_cell` of the direction.
  template <class R, class Stored>
  ABUT_INLINE static std::uint32_t farthest_by_table(const VertexSet<R, Stored>& set, Vec3<R> d, std::uint32_t cell) {
    const std::uint32_t blocks = cell < scan_cells ? set.table[cell] : all_blocks;
    return blocks != all_blocks ? farthest_in_blocks(set, d, blocks) : farthest(set, d);
  }

 private:
  /// Looks at these blocks. Places are not in the order of vertices: of all that are equally far the lowest is looked
  /// for. No question whether there are four: nobody would foresee the answer.
  template <class R, class Stored>
  ABUT_INLINE static std::uint32_t farthest_in_blocks(const VertexSet<R, Stored>& set, Vec3<R> d,
                                                      std::uint32_t blocks) {
    using T = Pack<R>;
    constexpr std::uint32_t width = T::width, block_size = 16, parts = block_size / width;
    const std::uint32_t padded = padded_count(set.count);
    const auto block = [&](int b) { return block_size * (blocks >> (8 * b) & 255u); };
    const Vec3<T> u{T(d.x), T(d.y), T(d.z)};
    T height[blocks_in_scan_cell * parts];
    T best(-Huge<R>::value);
    for (int b = 0; b < blocks_in_scan_cell; ++b) {
      for (std::uint32_t k = 0; k < parts; ++k) {
        const std::uint32_t i = padded + block(b) + k * width;
        T& h = height[static_cast<std::uint32_t>(b) * parts + k];
        h = dot(u, Vec3<T>{T::of(Lanes<R>::load(set.x + i)), T::of(Lanes<R>::load(set.y + i)),
                           T::of(Lanes<R>::load(set.z + i))});
        best = max(h, best);
      }
    }
    const T largest = T(Lanes<R>::largest(best.v));
    const std::uint32_t* const vertex_at = set.table + scan_cells;
    std::uint64_t equal = 0;
    for (int b = 0; b < blocks_in_scan_cell; ++b) {
      std::uint64_t here = 0;
      for (std::uint32_t k = 0; k < parts; ++k) {
        const T& h = height[static_cast<std::uint32_t>(b) * parts + k];
        here |= static_cast<std::uint64_t>(bits_of(h == largest)) << (k * width);
      }
      const bool again = b > 0 && block(b) == block(b - 1);
      equal |= (again ? 0 : here) << (block_size * static_cast<std::uint32_t>(b));
    }
    std::uint32_t out = set.count;
    for (; equal != 0; equal &= equal - 1) {
      const auto k = static_cast<std::uint32_t>(lowest_bit(equal));
      const std::uint32_t v = vertex_at[block(static_cast<int>(k / block_size)) + k % block_size];
      out = v < out ? v : out;
    }
    return out;
  }

  /// 0 if there is none: where the direction is a NaN.
  ABUT_INLINE static std::uint32_t first_of(std::uint64_t vertices) {
    return vertices != 0 ? static_cast<std::uint32_t>(lowest_bit(vertices)) : 0;
  }
};

#else

using WideScan = LinearScan;

#endif

}  // namespace ABUT_ISA
}  // namespace abut
