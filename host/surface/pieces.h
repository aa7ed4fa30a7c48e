// Bezier patches cut until each is simple, with bounds and a tree: what a `SurfaceView` sees.
#pragma once

#include <vector>

#include "abut/surface/nurbs.h"
#include "abut/surface/surface_view.h"

namespace abut::host {

/// What a view points into.
template <class T>
struct PieceArrays {
  std::vector<T> points;
  std::vector<SurfacePiece<T>> pieces;
  std::vector<FacetNode> nodes;
  std::vector<T> breaks_u, breaks_v, patch_points;
  SurfaceView<T> view;
};

/// Of a surface that has been checked.
template <class T>
PieceArrays<T> piece_arrays(const NurbsSurface& surface);

}  // namespace abut::host
