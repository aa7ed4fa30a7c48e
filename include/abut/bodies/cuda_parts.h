// Parts of bodies in device memory of the caller's. Host only.
#pragma once

#include <cstddef>

#include "abut/bodies/parts_view.h"
#include "abut/core/executor.h"

namespace abut {

/// Bytes of device memory that a copy of these parts takes.
std::size_t device_parts_bytes(const PartsView& host);

/// Copies the arrays of `host`, which lie in host memory, into `memory`, device memory of at least
/// `device_parts_bytes(host)` bytes, aligned to 256. Returns the view of the copy, which searches and queries on `cuda`
/// take; the same memory gives the same view, so that new poses of the same parts are copied where a graph expects
/// them. On `cuda.stream`; the host's arrays may change once the stream has passed the call. Throws as `copy_shapes`.
PartsView copy_parts(const Cuda& cuda, const PartsView& host, void* memory, std::size_t bytes);

}  // namespace abut
