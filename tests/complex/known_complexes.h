// Complexes whose contacts are known.
#pragma once

#include "abut/complex/simplicial_complex.h"

namespace abut::test {

/// A cube about the origin, outward.
inline SimplicialComplex cube(double half) {
  SimplicialComplex c;
  for (std::uint32_t k = 0; k < 8; ++k) {
    c.vertices.push_back({k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half});
  }
  c.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                 {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return c;
}

/// A square sheet in z = 0, of `cells` x `cells` squares, each of two triangles.
inline SimplicialComplex sheet(double half, std::uint32_t cells) {
  SimplicialComplex c;
  for (std::uint32_t j = 0; j <= cells; ++j) {
    for (std::uint32_t i = 0; i <= cells; ++i) {
      c.vertices.push_back({half * (2.0 * i / cells - 1), half * (2.0 * j / cells - 1), 0});
    }
  }
  for (std::uint32_t j = 0; j < cells; ++j) {
    for (std::uint32_t i = 0; i < cells; ++i) {
      const std::uint32_t a = j * (cells + 1) + i;
      c.triangles.push_back({a, a + 1, a + cells + 2}), c.triangles.push_back({a, a + cells + 2, a + cells + 1});
    }
  }
  return c;
}

}  // namespace abut::test
