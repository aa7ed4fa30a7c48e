// Which vertices of a hull a scan along a direction has to look at: blocks of sixteen neighbours, and for every cell of
// a cube map of directions the blocks that may hold the farthest vertex.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/vec3.h"
#include "abut/shapes/shape_set_view.h"

namespace abut::host {

struct ScanTable {
  std::vector<std::uint32_t> order;              ///< vertex at each place; the last block is filled with the last
  std::array<std::uint32_t, scan_cells> blocks;  ///< as in a shape's table
};

/// `stored`: coordinates below 2, fewer than `min_climb_vertices`; `normals`: an outward direction at each vertex, of
/// any length. A vertex is left out of a cell only where another one is higher along all of its directions by more than
/// rounding to float and arithmetic in float can tell.
ScanTable make_scan_table(std::span<const Vec3<double>> stored, std::span<const Vec3<double>> normals);

/// How many words of `ShapeSetView::direction_tables` a shape takes.
inline std::size_t scan_table_words(std::uint32_t vertex_count) { return scan_cells + padded_count(vertex_count); }

}  // namespace abut::host
