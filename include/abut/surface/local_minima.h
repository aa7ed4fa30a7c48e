// All places of NURBS surfaces whose distance to a point is a local minimum, up to a distance. Host only, in double.
//
//   const LocalMinima found = find_local_minima(cpu, surfaces, {which, points}, {.within = 0.1});
//
// A place counts if no place of the surface around it is nearer: inside of a patch, on a border, at a crease, at a
// corner, at a pole. closest_points.h finds the nearest one alone, faster.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "abut/core/executor.h"
#include "abut/surface/closest_points.h"

namespace abut {

/// Data only.
struct LocalMinimaOptions {
  double within = std::numeric_limits<double>::infinity();  ///< minima that are farther away are left out; 0 or more
  std::uint32_t rectangles = 1 << 16;                       ///< after how many a search gives up; 1 or more
};

/// Owning arrays. Those of query i are at offsets[i] to offsets[i + 1], the nearest first; points are in the surface's
/// frame and unit.
struct LocalMinima {
  std::vector<std::uint64_t> offsets;  ///< one more than queries
  std::vector<double> distance;        ///< not signed
  std::vector<double> u, v;
  std::vector<Vec3<double>> point;
  std::vector<Vec3<double>> normal;  ///< of the surface, u x v, unit; at a crease that of one side
  /// 1 for one of a curve or an area of places that are all as near, to rounding: it stands for those of its rectangle.
  std::vector<std::uint8_t> continuum;
  /// One a query. `converged`: these are all. `iteration_limit`: there may be others, where it ended early or where
  /// rounding does not tell whether there is a minimum. `invalid_pose`: the point is not finite.
  std::vector<std::uint8_t> status;
  std::vector<std::uint32_t> rectangles;  ///< one a query: how many it looked at
};

/// Places that are closer together than 2^-20 of the surface's size are one. Answers depend on threads in no way.
/// Throws `InvalidInput` when the spans differ in length, a surface is not there, or an option is not allowed.
LocalMinima find_local_minima(const Cpu& cpu, const SurfaceSet& surfaces, const SurfaceQueries& queries,
                              const LocalMinimaOptions& options = {});

}  // namespace abut
