// Corners of shapes of the plane.
#pragma once

#include <vector>

#include "examples/dem/planar_mass.h"

namespace dem::test {

/// 2 a wide and 2 b high, about the origin.
inline std::vector<PlanarVector> rectangle(double a, double b) { return {{-a, -b}, {a, -b}, {a, b}, {-a, b}}; }

}  // namespace dem::test
