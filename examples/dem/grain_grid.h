// Where grains begin that are packed under a lid (Montanari 2017, 5.3): on a grid of cells, turned at random.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "abut/core/pose.h"

namespace dem {

/// Radii of the spheres around grains over that of the middle size (Table 5.3): at 7, 76 and 17 %.
inline constexpr std::array<double, 3> packed_sizes{0.355 / 0.25, 1, 0.175 / 0.25};

/// Data only.
struct GridGrain {
  std::uint32_t shape;  ///< three times its kind, and the place of its size in `packed_sizes`
  abut::Vec3<double> centre;
  abut::Mat3<double> rotation;
};

/// In a square box about the z axis, from the floor at z = 0 upwards. Data only.
struct GrainGrid {
  std::vector<GridGrain> grains;
  double width = 0, top = 0;  ///< of the box; of the highest cell
};

/// One grain a cell, of which each holds the sphere around the largest grain. `random` has `uniform(low, high)`,
/// `below(n)` and `rotation()`.
template <class Random>
GrainGrid grain_grid(int grains, std::uint32_t kinds, double cell, Random& random) {
  GrainGrid out;
  const int edge = static_cast<int>(std::max(2.0, std::round(std::cbrt(0.6 * grains))));
  out.width = edge * cell;
  for (int i = 0; i < grains; ++i) {
    const double at = random.uniform(0, 1);
    const std::uint32_t size = at < 0.07 ? 0 : at < 0.83 ? 1 : 2, shape = 3 * random.below(kinds) + size;
    const abut::Vec3<double> centre{(i % edge + 0.5) * cell - 0.5 * out.width,
                                    (i / edge % edge + 0.5) * cell - 0.5 * out.width, (i / (edge * edge) + 0.5) * cell};
    out.grains.push_back({shape, centre, random.rotation()});
    out.top = std::max(out.top, centre.z + 0.5 * cell);
  }
  return out;
}

}  // namespace dem
