// Local minima of the distance to surfaces on a CUDA device: those of local_minima.h, with the same bits. Host only.
#pragma once

#include "abut/surface/cuda_closest_points.h"
#include "abut/surface/local_minima_query.h"

namespace abut {

/// Data only.
struct CudaLocalMinimaOptions : LocalMinimaOptions {
  /// Of one query, 1 to 65536: one with more has the nearest ones, and `iteration_limit`.
  std::uint32_t most = 32;
};

/// Device memory that `find_local_minima` needs, in bytes: for up to 4,096 threads, 20 KB each in float, 40 KB in
/// double, and some 100 for each of `options.most`.
template <class T>
std::size_t find_local_minima_workspace(const Cuda& cuda, std::uint64_t query_count,
                                        const CudaLocalMinimaOptions& options = {});

/// `find_local_minima` on a CUDA device, with the bits of the `Cpu` where no query has more than `options.most`:
/// asynchronous on `cuda.stream`, no hidden synchronisation or allocation, may be captured into a graph. Searches run
/// twice: they count, then they write. All arrays lie in device memory; `out.offsets` has one more than queries, the
/// last of which is how many minima there are. Where that is more than `out.capacity` no minimum is written. A query of
/// a surface that is not there has the status `degenerate_shape`. `cuda.workspace` has at least
/// `find_local_minima_workspace` bytes. Throws `InvalidInput` for a pointer that is null or misaligned, an option that
/// is not allowed, a workspace that is too small, or more than 2^32 - 1 queries; `CudaError` when this build has no
/// CUDA, no device is there, or a launch fails.
template <class T>
void find_local_minima(const Cuda& cuda, const SurfaceViews<T>& surfaces, const DeviceSurfaceQueries& queries,
                       const CudaLocalMinimaOptions& options, const LocalMinimaView<T>& out);

}  // namespace abut
