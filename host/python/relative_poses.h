// Relative poses of pairs of shapes, B in A's frame: matrices as they lie, or made of positions and quaternions.
#pragma once

#include <memory>
#include <vector>

#include "abut/detect.h"
#include "host/python/array.h"

namespace abut::python {

class RelativePoses {
 public:
  /// `poses`: (M, 3, 4) float64 with contiguous rows, used where they are; else `positions` (M, 3) and `quaternions`
  /// (M, 4), each None or float64 or float32, of which matrices are made. Throws `nb::type_error` or `nb::value_error`.
  RelativePoses(nb::handle poses, nb::handle positions, nb::handle quaternions, std::size_t count);
  RelativePosesView view() const { return view_; }
  /// Null where they were made.
  const Array* matrices() const { return matrices_.empty() ? nullptr : matrices_.data(); }

 private:
  std::vector<Array> matrices_;     ///< one, or none
  std::unique_ptr<double[]> made_;  ///< first touched by all threads
  RelativePosesView view_;
};

}  // namespace abut::python
