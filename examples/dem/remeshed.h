// The same grain with larger or smaller facets: a sphere's grid that is pulled out to its surface.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "abut/shapes/mass_properties.h"

namespace dem {

/// Of a mesh on the unit sphere every triangle becomes four, `level` times; new vertices are in the middle of edges, on
/// the sphere.
inline void quarter(abut::Mesh& mesh, int level) {
  for (int k = 0; k < level; ++k) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> made;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [at, is_new] = made.insert({{std::min(a, b), std::max(a, b)}, 0u});
      if (is_new) {
        at->second = static_cast<std::uint32_t>(mesh.vertices.size());
        mesh.vertices.push_back(abut::unit_vector(mesh.vertices[a] + mesh.vertices[b]));
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

/// The sphere of a grid of 20 * 4^level triangles, from an icosahedron, pulled out to the surface of a closed solid
/// that every ray from its centre of mass leaves once. Seen from that centre all triangles run counter-clockwise.
inline abut::Mesh remeshed(const abut::Mesh& solid, int level) {
  using Vector = abut::Vec3<double>;
  const double g = 0.5 * (1 + std::sqrt(5.0));
  abut::Mesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  for (Vector& v : mesh.vertices) v = abut::unit_vector(v);
  quarter(mesh, level);
  const Vector centre = abut::mass_properties(solid).centre;
  for (Vector& v : mesh.vertices) {
    const Vector d = v;
    double out = 0;
    for (const auto& t : solid.triangles) {
      const Vector p = solid.vertices[t[0]] - centre, q = solid.vertices[t[1]] - centre,
                   r = solid.vertices[t[2]] - centre;
      const double a = abut::dot(d, abut::cross(p, q)), b = abut::dot(d, abut::cross(q, r)),
                   c = abut::dot(d, abut::cross(r, p));
      if (!(a >= 0 && b >= 0 && c >= 0 && a + b + c > 0)) continue;
      const Vector n = abut::cross(q - p, r - p);
      out = std::max(out, abut::dot(p, n) / abut::dot(d, n));
    }
    v = centre + d * out;
  }
  return mesh;
}

/// What takes a point of a mesh to where it is when the centre of mass is the origin and the farthest vertex is at
/// `radius` from it.
inline auto sized(const abut::Mesh& mesh, double radius) {
  using Vector = abut::Vec3<double>;
  const Vector centre = abut::mass_properties(mesh).centre;
  double reach = 0;
  for (const Vector& v : mesh.vertices) reach = std::max(reach, abut::length(v - centre));
  return [centre, scale = radius / reach](const Vector& v) { return (v - centre) * scale; };
}

}  // namespace dem
