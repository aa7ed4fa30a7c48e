// The order of a face's sides. Private to host/brep/cad/.
#pragma once

#include <cstddef>
#include <vector>

#include "abut/brep/brep.h"

namespace abut::cad {

/// A side as it is passed. Data only.
struct Side {
  std::uint32_t begin_vertex = 0, end_vertex = 0;
  Vec2<double> begin, end;  ///< parameters on the face's surface
};

/// The sides so that each begins where the one before ends; of several that do, the one that begins nearest in
/// parameters, measured in `scale`, and of equal ones the next of the given order. Fewer where they do not make one
/// closed loop.
std::vector<std::size_t> in_order(const std::vector<Side>& sides, const Vec2<double>& scale);

}  // namespace abut::cad
