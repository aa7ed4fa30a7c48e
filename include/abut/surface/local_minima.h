// All places of NURBS surfaces whose distance to a point is a local minimum, up to a distance. Host only; on a CUDA
// device, cuda_local_minima.h.
//
//   const LocalMinima found = find_local_minima(cpu, surfaces, {which, points}, {.within = 0.1});
//
// A place counts if no place of the surface around it is nearer: inside of a patch, on a border, at a crease, at a
// corner, at a pole. closest_points.h finds the nearest one alone, faster.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/core/executor.h"
#include "abut/surface/closest_points.h"
#include "abut/surface/local_minima_query.h"

namespace abut {

/// Owning arrays. Those of query i are at offsets[i] to offsets[i + 1], the nearest first; points are in the surface's
/// frame and unit.
template <class T>
struct LocalMinimaOf {
  std::vector<std::uint64_t> offsets;  ///< one more than queries
  std::vector<T> distance;             ///< not signed
  std::vector<double> u, v;
  std::vector<Vec3<double>> point;
  std::vector<Vec3<T>> normal;  ///< of the surface, u x v, unit; at a crease that of one side
  /// 1 for one of a curve or an area of places that are all as near, to rounding: it stands for those of its rectangle.
  std::vector<std::uint8_t> continuum;
  /// One a query. `converged`: these are all. `iteration_limit`: there may be others, where it ended early or where
  /// rounding does not tell whether there is a minimum. `invalid_pose`: the point is not finite.
  std::vector<std::uint8_t> status;
  std::vector<std::uint32_t> rectangles;  ///< one a query: how many it looked at
};
using LocalMinima = LocalMinimaOf<double>;

/// Places that are closer together than 2^-20 of the surface's size are one, in float 2^-8. Answers depend on threads
/// in no way. Throws `InvalidInput` when the spans differ in length, a surface is not there, or an option is not
/// allowed.
template <class T = double>
LocalMinimaOf<T> find_local_minima(const Cpu& cpu, const SurfaceSet& surfaces, const SurfaceQueries& queries,
                                   const LocalMinimaOptions& options = {});

}  // namespace abut
