// The facets of a shape without a mesh: its faces as fans of triangles.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "abut/shapes/shape_set.h"

namespace abut::host {

/// Data only.
struct Fans {
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< vertices of the shape; a facet's number is its place here
  std::vector<std::uint32_t> face;                      ///< of each triangle
};

/// From the first corner of each face on, in the order of the faces. Points and segments have one facet without area.
inline Fans fans_of(const ShapeSet& shapes, std::uint32_t shape) {
  std::vector<std::vector<std::uint32_t>> faces = shapes.faces(shape);
  if (faces.size() == 2) {  // of a flat polygon: diagonals of both are different edges
    std::rotate(faces[1].begin(), std::find(faces[1].begin(), faces[1].end(), faces[0][1]), faces[1].end());
  }
  Fans fans;
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    for (std::size_t k = 2; k < faces[f].size(); ++k) {
      fans.triangles.push_back({faces[f][0], faces[f][k - 1], faces[f][k]});
      fans.face.push_back(f);
    }
  }
  if (fans.triangles.empty()) {
    const std::uint32_t second = shapes.header(shape).vertex_count > 1 ? 1 : 0;
    fans.triangles.push_back({0, second, second});
    fans.face.push_back(0);
  }
  return fans;
}

}  // namespace abut::host
