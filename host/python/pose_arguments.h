// Poses as Python code gives them: positions, with quaternions or matrices.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/core/pose.h"
#include "host/python/array.h"

namespace abut::python {

/// One pose: `position` (3,), `quaternion` (4,) w x y z of any length but zero, `matrix` (3, 3); each may be None, and
/// one of the last two has to be. Throws `nb::type_error`, `nb::value_error`, or `InvalidInput` for a quaternion
/// without length. Whether a matrix is a rotation is left to who takes the pose.
Pose pose_of(nb::handle position, nb::handle quaternion, nb::handle matrix);

/// Many poses, read from the arrays as they are asked for.
class PoseArrays {
 public:
  /// `count`: how many there have to be, or `any_extent`. `positions` may be None if `count` is given.
  PoseArrays(nb::handle positions, nb::handle quaternions, nb::handle matrices, std::int64_t count);
  std::size_t count() const { return count_; }
  /// Touches no Python object.
  Pose operator[](std::size_t i) const;
  /// Poses that no set of bodies takes are refused, all before the first is used; in parallel. Throws `InvalidInput`
  /// naming array, place and value.
  void check() const;

 private:
  bool is_good(std::size_t i) const;
  [[noreturn]] void refuse(std::size_t i) const;

  std::vector<Array> position_, quaternion_, matrix_;  ///< one, or none
  std::size_t count_ = 0;
};

}  // namespace abut::python
