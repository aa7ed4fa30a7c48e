// All that host code sees of kernels for surfaces, as kernels/backend.h is of the others: those need not be compiled again
// when this changes.
#pragma once

#include "abut/surface/cuda_closest_points.h"

namespace abut::backend {

/// See abut/surface/cuda_closest_points.h. Data only.
template <class T>
struct ClosestPointSearch {
  SurfaceViews<T> surfaces;
  DeviceSurfaceQueries queries;
  ClosestPointsOptions options;
  ClosestPointsView<T> out;
  ClosestPointCache<T>* caches;
};

/// Asynchronous on `stream`.
template <class T>
void find_closest_points(void* stream, const ClosestPointSearch<T>& search);

}  // namespace abut::backend
