// Nearest points of surfaces, a query a thread: for `Queue::for_each`.
#pragma once

#include "abut/surface/cuda_closest_points.h"

namespace abut::device {

/// Query `i`. One of a surface that is not there has the status `degenerate_shape`.
template <class T>
struct FindClosestPoint {
  /// Its searches keep what is left to look at in memory of their own: few threads a block leave room for more blocks.
  static constexpr unsigned threads_per_block = 64;

  SurfaceViews<T> surfaces;
  DeviceSurfaceQueries queries;
  ClosestPointsOptions options;
  ClosestPointsView<T> out;
  ClosestPointCache<T>* caches;

  ABUT_HD void operator()(std::uint64_t i) const {
    const std::uint32_t k = queries.surfaces[i];
    ClosestPointCache<T>* const cache = caches != nullptr ? caches + i : nullptr;
    if (k >= surfaces.count) {
      put_nothing(out, i, Status::degenerate_shape);
      if (cache != nullptr) cache->count = 0;
      return;
    }
    answer_closest_query<FourScalars<T>>(surfaces.of[k], queries.points[i], options, out, i, cache);
  }
};

}  // namespace abut::device
