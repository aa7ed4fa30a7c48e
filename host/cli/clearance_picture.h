// Where two CAD parts come nearest, as a drawing: the parts by their edges, seen across the gap, and the gap close up.
#pragma once

#include <string>

#include "abut/brep/clearance.h"

namespace abut::cli {

/// A part where it is, and what it is called. Data only.
struct DrawnPart {
  const Brep* part;
  Pose pose;
  std::string name;
};

/// SVG; `unit` is written behind lengths.
std::string clearance_svg(const DrawnPart& a, const DrawnPart& b, const Clearance& clearance, const std::string& unit);

}  // namespace abut::cli
