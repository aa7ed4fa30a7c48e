// Triangles of a mesh that lie on the same three vertices.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace abut::host {

/// Data only.
struct Undoubled {
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< in their order
  std::size_t walls = 0;                                ///< that were dropped since they faced each other
  std::size_t copies = 0;                               ///< that were dropped since others are there
};

/// Of triangles on the same vertices keeps one; or none where they are a wall between two solids, as many facing one
/// way as the other: if what is joined to them by edges is closed without them. What nothing would be left of is no
/// wall.
Undoubled without_doubles(const std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace abut::host
