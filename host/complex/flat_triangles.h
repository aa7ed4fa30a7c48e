// Triangles without area, as tessellators leave them: a corner on the edge between the two others.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/complex/contact_complexes.h"

namespace abut::host {

/// Simplices that are named, on welded vertices, each with different corners. Data only.
struct ComplexParts {
  std::vector<Vec3<double>> points;
  std::vector<std::uint32_t> vertices;
  std::vector<std::array<std::uint32_t, 2>> segments;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::array<std::uint32_t, 4>> tetrahedra;
};

/// Takes each triangle whose middle corner is on its longest edge out, and cuts the triangles and segments that have
/// that edge in two there; the two shorter edges stay, as segments. Throws `InvalidInput` where a tetrahedron has the
/// edge, or cutting does not end.
void split_flat_triangles(ComplexParts& parts, ComplexReport& report);

}  // namespace abut::host
