// Parts of bodies in device memory of the caller's. Host only.
#pragma once

#include <cstddef>

#include "abut/bodies/parts_view.h"
#include "abut/core/contact.h"
#include "abut/core/executor.h"

namespace abut {

/// Bytes of device memory that a copy of these parts takes.
std::size_t device_parts_bytes(const PartsView& host);

/// Copies the arrays of `host`, which lie in host memory, into `memory`, device memory of at least
/// `device_parts_bytes(host)` bytes, aligned to 256. Returns the view of the copy, which searches and queries on `cuda`
/// take; the same memory gives the same view, so that new poses of the same parts are copied where a graph expects
/// them. On `cuda.stream`; the host's arrays may change once the stream has passed the call. Throws as `copy_shapes`.
PartsView copy_parts(const Cuda& cuda, const PartsView& host, const Workspace& memory);

/// Poses of bodies in device memory, as a solver has them; strides in elements, so that (N, 3) and (N, 4) rows and
/// arrays of their own will do. `Q`: float or double. Data only.
template <class Q>
struct BodyPosesView {
  std::uint32_t count = 0;
  StridedVec3<const double> position;  ///< in the world
  const Q* qw = nullptr;               ///< rotations as quaternions of any non-zero length
  const Q* qx = nullptr;
  const Q* qy = nullptr;
  const Q* qz = nullptr;
  std::ptrdiff_t quaternion_stride = 1;
};

/// Moves `parts`, a copy that `copy_parts` has made, to where their bodies are: what a solver enqueues between its own
/// step and the next search. `local`: null where every part lies in its body's frame, else the parts' poses in their
/// bodies, a 3x4 matrix of 12 doubles each (rows: rotation, then translation). The bits are those of
/// `BodySet::set_pose` with `rotation_from_quaternion`. A part whose body is not among `bodies` gets a pose of NaNs.
/// Asynchronous on `cuda.stream`, may be captured into a graph. Throws `InvalidInput` for a null or misaligned
/// pointer, `CudaError` when CUDA cannot be used.
template <class Q>
void place_parts(const Cuda& cuda, const BodyPosesView<Q>& bodies, const double* local, const PartsView& parts);

}  // namespace abut
