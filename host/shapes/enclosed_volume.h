// The volume that overlapping shells enclose together.
#pragma once

#include "abut/shapes/mesh.h"

namespace abut::host {

/// By how much the volume of a closed mesh counts too much: what lies in two shells, or in two folds of one, twice, and
/// so on; what it runs round the wrong way counts less than nothing. Measured along up to 512 x 512 parallel lines, one
/// at a place of its own in each cell of a grid; the same mesh gives the same value. 0 where nothing overlaps.
double volume_counted_twice(const Mesh& mesh);

}  // namespace abut::host
