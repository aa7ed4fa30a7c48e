// Which kinds of shapes have no facets unless a mesh stands for them.
#pragma once

#include "abut/shapes/shape_set_view.h"

namespace abut::host {

/// "a cylinder" and so on; null for kinds that have facets.
inline const char* without_facets(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::ellipsoid: return "an ellipsoid";
    case ShapeKind::cylinder: return "a cylinder";
    case ShapeKind::cone: return "a cone";
    case ShapeKind::minkowski_sum: return "a Minkowski sum";
    case ShapeKind::vertex_set:
    case ShapeKind::box: return nullptr;
  }
  return "a shape of another kind";
}

}  // namespace abut::host
