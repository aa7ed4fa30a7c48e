// The region that a tree's cells are laid over: all boxes, but for a few that lie far outside.
//
// One body that has escaped would else take all Morton cells but one from the rest. A fixed stride and not a random
// choice says which boxes are looked at: the same scene has the same tree.
#pragma once

#include <cstdint>

#include "abut/bvh/box.h"

namespace abut {

/// Boxes that are looked at, at most.
inline constexpr std::uint32_t scene_samples = 1024;

inline namespace ABUT_ISA {

/// The k-th box of `count` that is looked at; k is less than both `scene_samples` and `count`.
ABUT_INLINE std::uint32_t scene_sample(std::uint32_t k, std::uint32_t count) {
  return count <= scene_samples ? k : static_cast<std::uint32_t>(std::uint64_t{k} * count / scene_samples);
}

/// Where on axis 0, 1 or 2 a box begins; on axis 3, 4 or 5 where it ends.
ABUT_INLINE double scene_value(const Box<double>& box, std::uint32_t k) {
  const Vec3<double>& v = k < 3 ? box.lo : box.hi;
  return k % 3 == 0 ? v.x : k % 3 == 1 ? v.y : v.z;
}

/// Of so many samples in order, the one below which a hundredth of them begins; and that beyond which as many end.
ABUT_INLINE std::uint32_t low_rank(std::uint32_t samples) { return samples / 100; }
ABUT_INLINE std::uint32_t high_rank(std::uint32_t samples) { return samples - 1 - samples / 100; }

/// Cuts [lo, hi] to three times the width between those two. Nothing is cut off from a scene without stragglers; with
/// most samples in one place there is no width to go by.
ABUT_INLINE void cut_scene(double low, double high, double& lo, double& hi) {
  const double width = high - low;
  if (!(width > 0)) return;
  lo = max(lo, low - width);
  hi = min(hi, high + width);
}

}  // namespace ABUT_ISA
}  // namespace abut
