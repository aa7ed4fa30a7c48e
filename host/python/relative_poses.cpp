#include "host/python/relative_poses.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "host/exec/arena.h"
#include "host/python/held.h"
#include "host/python/pose_arguments.h"

namespace abut::python {

RelativePoses::RelativePoses(nb::handle poses, nb::handle positions, nb::handle quaternions, std::size_t count) {
  const auto rows = static_cast<std::int64_t>(count);
  if (!poses.is_none()) {
    if (!positions.is_none() || !quaternions.is_none()) {
      throw nb::type_error("poses is given with positions or quaternions; allowed is either");
    }
    const Array& array = matrices_.emplace_back(poses, "poses");
    array.require({{Scalar::f64}, {rows, 3, 4}}).require_host().require_contiguous_rows();
    view_ = {array.strided<const double>().data, array.stride(0)};
    return;
  }
  if (positions.is_none() && quaternions.is_none()) {
    throw nb::type_error("poses is None; allowed is float64 of shape (M, 3, 4), or positions and quaternions");
  }
  const PoseArrays arrays(positions, quaternions, nb::none(), rows);
  made_ = std::make_unique_for_overwrite<double[]>(12 * count);
  without_lock([&] {
    // A pose that is not finite is told by the status of its pair, as with matrices.
    host::in_arena(Cpu{}, [&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 4096), [&](const auto& range) {
        for (std::size_t i = range.begin(); i != range.end(); ++i) {
          const Pose pose = arrays[i];
          double* const m = made_.get() + 12 * i;
          for (std::size_t k = 0; k < 9; ++k) m[4 * (k / 3) + k % 3] = pose.rotation.m[k];
          m[3] = pose.position.x, m[7] = pose.position.y, m[11] = pose.position.z;
        }
      });
    });
  });
  view_ = {made_.get(), 12};
}

}  // namespace abut::python
