// Triangles on the unit sphere, made finer.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "abut/core/pose.h"
#include "abut/shapes/mesh.h"

namespace abut::test {

/// Every triangle becomes four, `level` times; new vertices are in the middle of edges, on the sphere.
inline void quarter(Mesh& mesh, int level) {
  for (int k = 0; k < level; ++k) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> made;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [at, is_new] = made.insert({{std::min(a, b), std::max(a, b)}, 0u});
      if (is_new) {
        at->second = static_cast<std::uint32_t>(mesh.vertices.size());
        mesh.vertices.push_back(unit_vector(mesh.vertices[a] + mesh.vertices[b]));
      }
      return at->second;
    };
    std::vector<std::array<std::uint32_t, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh.triangles = finer;
  }
}

}  // namespace abut::test
