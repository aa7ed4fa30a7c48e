// Whether all that a .brep file refers to is there, before OpenCASCADE follows it. The format is that of OpenCASCADE's
// documentation, "BRep Format". Private to host/brep/cad/.
#pragma once

#include <istream>
#include <string>

namespace abut::cad {

/// From the line "CASCADE Topology V1", V2 or V3 on, up to the shape that the file stands for. Nothing if every table
/// has as many entries as it announces, entries are as long as they say, and numbers of entries lead to one that stands
/// before; else what is wrong: "entry 3 of Curve2ds: there is no curve of kind 0".
std::string fault_of_brep(std::istream& text);

}  // namespace abut::cad
