// Whether entities of a STEP file go round in a circle, which OpenCASCADE follows without end. Private to
// host/brep/cad/.
#pragma once

#include <istream>
#include <string>

namespace abut::cad {

/// Of points, curves, surfaces, edges, loops, faces and shells: nothing, or "entity #12 is made of itself".
/// Representations may name themselves, and do.
std::string fault_of_step(std::istream& text);

}  // namespace abut::cad
