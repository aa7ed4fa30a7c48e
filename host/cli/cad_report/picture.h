// A part seen from two sides, each supermaximal face in a colour of its own.
#pragma once

#include <string>
#include <vector>

#include "host/cli/cad_features.h"
#include "host/cli/cad_report/raster.h"

namespace abut::cli {

/// Of supermaximal face i.
Colour colour_of_face(std::size_t i);

/// Two SVG elements, each with a PNG and the numbers of the faces that are large enough there. Faces are drawn from
/// their trimmed domains by sampling; edges of the file that are gone are pale.
std::vector<std::string> part_pictures(const Brep& part, const CadFeatures& features);

}  // namespace abut::cli
