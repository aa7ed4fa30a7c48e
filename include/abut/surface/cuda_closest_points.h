// Nearest points of surfaces on a CUDA device: those of closest_points.h by the certified search, with the same bits.
// Host only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abut/core/executor.h"
#include "abut/core/workspace.h"
#include "abut/surface/closest_query.h"

namespace abut {

class SurfaceSet;

/// All surfaces of a set, in device memory. Data only.
template <class T>
struct SurfaceViews {
  const SurfaceView<T>* of = nullptr;
  std::uint32_t count = 0;
};

/// Bytes of device memory that a copy of all surfaces takes.
template <class T>
std::size_t device_surfaces_bytes(const SurfaceSet& surfaces);

/// Copies all surfaces into `memory`, device memory of at least `device_surfaces_bytes<T>(surfaces)` bytes, aligned to
/// 256. On `cuda.stream`, and waits for it. Throws `InvalidInput` for a null or misaligned pointer and for too few
/// bytes, `CudaError` when CUDA cannot be used.
template <class T>
SurfaceViews<T> copy_surfaces(const Cuda& cuda, const SurfaceSet& surfaces, const Workspace& memory);

/// Arrays in device memory: points, each with the number of its surface, in the surface's frame and unit. Data only.
struct DeviceSurfaceQueries {
  const std::uint32_t* surfaces = nullptr;
  const Vec3<double>* points = nullptr;
  std::uint64_t count = 0;
};

/// `find_closest_points` on a CUDA device, with the bits of the `Cpu`: asynchronous on `cuda.stream`, no hidden
/// synchronisation or allocation, may be captured into a graph. All arrays lie in device memory. A query of a surface
/// that is not there has the status `degenerate_shape`. Throws `InvalidInput` for a pointer that is null or misaligned,
/// an option that is not allowed, a method other than `certified`, or more than 2^32 - 1 queries; `CudaError` when this
/// build has no CUDA, no device is there, or a launch fails.
template <class T>
void find_closest_points(const Cuda& cuda, const SurfaceViews<T>& surfaces, const DeviceSurfaceQueries& queries,
                         const ClosestPointsOptions& options, const ClosestPointsView<T>& out,
                         ClosestPointCache<T>* caches = nullptr);

}  // namespace abut
