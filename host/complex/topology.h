// The simplices of a complex with their faces: checked, welded, each once, and what is around each.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/complex/contact_complexes.h"

namespace abut::host {

/// Lists of numbers, one after the other: list i is items[offsets[i]] to items[offsets[i + 1]]. Data only.
struct NumberLists {
  std::vector<std::uint32_t> offsets, items;

  std::span<const std::uint32_t> operator[](std::uint32_t i) const {
    return std::span(items).subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
};

/// Vertices keep their numbers; of equal ones the first stands for all. Data only.
struct ComplexTopology {
  std::vector<Vec3<double>> points;
  std::vector<std::uint32_t> vertices;                  ///< that belong to the complex, ascending
  std::vector<std::array<std::uint32_t, 2>> edges;      ///< ascending, corners too
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< those that are named, as they run, then those of tetrahedra
  std::size_t named_triangles = 0;                      ///< of them, which come first
  std::vector<std::array<std::uint32_t, 4>> tetrahedra;
  NumberLists edges_of_vertex, triangles_of_edge, tetrahedra_of_triangle;
  ComplexReport report;
};

/// Throws `InvalidInput` as `ContactComplexes::set`.
ComplexTopology complex_topology(const SimplicialComplex& complex);

}  // namespace abut::host
