// What OpenCASCADE reads of a file: shapes, and where assemblies have them. Private to host/brep/cad/.
#pragma once

#include <TopoDS_Shape.hxx>
#include <string>
#include <vector>

#include "abut/brep/brep.h"

namespace abut::cad {

/// In millimetres. Data only.
struct CadPart {
  std::string name;
  TopoDS_Shape shape;
};

/// Data only.
struct CadShapes {
  std::vector<CadPart> parts;
  std::vector<BrepInstance> instances;  ///< in millimetres
  std::vector<std::string> notes;
};

/// Throw `InvalidInput`, and what OpenCASCADE throws.
CadShapes step_shapes(const std::string& path);
CadShapes iges_shapes(const std::string& path);
CadShapes brep_shapes(const std::string& path);

}  // namespace abut::cad
