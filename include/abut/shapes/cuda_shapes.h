// A set of shapes in device memory of the caller's. Host only.
#pragma once

#include <cstddef>

#include "abut/core/executor.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// Bytes of device memory that a copy of these shapes takes.
template <class T>
std::size_t device_shapes_bytes(const ShapeSetView<T>& host);

/// Copies the arrays of `host`, which lie in host memory, into `memory`, device memory of at least
/// `device_shapes_bytes(host)` bytes, aligned to 256. Returns the view of the copy, which queries on `cuda` take. On
/// `cuda.stream`; the host's arrays may change once the stream has passed the call. Throws `InvalidInput` for a null or
/// misaligned pointer and for too few bytes, `CudaError` when CUDA cannot be used.
template <class T>
ShapeSetView<T> copy_shapes(const Cuda& cuda, const ShapeSetView<T>& host, const Workspace& memory);

}  // namespace abut
