// Faces as small quadrilaterals, by sampling their trimmed domains.
#pragma once

#include <array>
#include <vector>

#include "abut/brep/brep.h"

namespace abut::cli {

/// Data only.
struct FaceCell {
  std::array<Vec3<double>, 4> corners;  ///< round it
  Vec3<double> normal;                  ///< outward at its middle, of length 1, or zero
  std::uint32_t face = 0;
};

/// No longer than about `longest`, and turning by no more than about 10 degrees. At the boundary they are cut to a
/// sixteenth; a part of a face that is thinner may be missing.
std::vector<FaceCell> face_cells(const Brep& part, std::uint32_t face, double longest);

}  // namespace abut::cli
