// The parts of an XCAF document and where its assemblies have them. Private to host/brep/cad/.
#pragma once

#include <XCAFDoc_ShapeTool.hxx>

#include "host/brep/cad/cad_shapes.h"

namespace abut::cad {

CadShapes placed_parts(const Handle(XCAFDoc_ShapeTool) & tool);

}  // namespace abut::cad
