// The support mapping of one core with wide registers: 2 to 16 vertices an instruction, the payload's padding makes
// every block whole. Ties go to the lowest index, as in `LinearScan`: both give the same vertex.
#pragma once

#include "abut/core/bits.h"
#include "abut/narrow/support.h"
#include "host/exec/isa/wide_faces.h"

namespace abut {
inline namespace ABUT_ISA {

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

 private:
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
