#include <string>

#include "abut/core/error.h"
#include "abut/shapes/mesh.h"
#include "host/shapes/distinct_points.h"

namespace abut {

Mesh weld(const Mesh& mesh) {
  constexpr std::uint32_t unused = 0xffffffff;
  const std::vector<std::uint32_t> first = host::first_occurrences(mesh.vertices);
  std::vector<std::uint32_t> new_id(mesh.vertices.size(), unused);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (const std::uint32_t v : mesh.triangles[t]) {
      if (v >= mesh.vertices.size()) {
        throw InvalidInput("mesh: triangle " + std::to_string(t) + " has the vertex " + std::to_string(v) +
                           "; the mesh has " + std::to_string(mesh.vertices.size()) + ", counted from 0");
      }
      new_id[first[v]] = 0;
    }
  }
  Mesh out;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (new_id[v] == unused) continue;
    new_id[v] = static_cast<std::uint32_t>(out.vertices.size());
    out.vertices.push_back(mesh.vertices[v]);
  }
  out.triangles.reserve(mesh.triangles.size());
  for (const auto& t : mesh.triangles) {
    out.triangles.push_back({new_id[first[t[0]]], new_id[first[t[1]]], new_id[first[t[2]]]});
  }
  return out;
}

}  // namespace abut
