// Whether an IGES file is whole, and refers to what is there, before OpenCASCADE follows it. Fixed format, IGES 5.3.
// Private to host/brep/cad/.
#pragma once

#include <istream>
#include <string>

namespace abut::cad {

/// Nothing if all lines are there as they are counted, entities have the parameters that the directory says, spline
/// curves and surfaces as many numbers as they announce, and views the planes that they name; else what is wrong:
/// "entity 41 is a spline surface with 60 numbers instead of 96". Entities have the number of their line in the
/// directory.
std::string fault_of_iges(std::istream& text);

}  // namespace abut::cad
