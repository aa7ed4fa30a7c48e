// Meshes to fit: star-shaped ones and others.
#pragma once

#include <cmath>

#include "abut/shapes/mesh.h"

namespace abut::test {

/// Adds quadrilaterals as two triangles each.
inline void add_face(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  mesh.triangles.push_back({a, b, c});
  mesh.triangles.push_back({a, c, d});
}

inline void append(Mesh& to, const Mesh& mesh, Vec3<double> offset) {
  const auto first = static_cast<std::uint32_t>(to.vertices.size());
  for (const Vec3<double>& v : mesh.vertices) to.vertices.push_back(v + offset);
  for (const auto& t : mesh.triangles) to.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

/// Between -half and half.
inline Mesh box_mesh(Vec3<double> half) {
  Mesh mesh;
  for (int k = 0; k < 8; ++k) {
    mesh.vertices.push_back(
        {(k & 1) != 0 ? half.x : -half.x, (k & 2) != 0 ? half.y : -half.y, (k & 4) != 0 ? half.z : -half.z});
  }
  add_face(mesh, 0, 2, 3, 1), add_face(mesh, 4, 5, 7, 6), add_face(mesh, 0, 1, 5, 4);
  add_face(mesh, 2, 6, 7, 3), add_face(mesh, 0, 4, 6, 2), add_face(mesh, 1, 3, 7, 5);
  return mesh;
}

/// Vertices on the unit sphere.
inline Mesh ball_mesh(int rows, int columns) {
  constexpr double pi = 3.14159265358979323846;
  Mesh mesh;
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(1 + (i - 1) * columns + j % columns); };
  mesh.vertices.push_back({0, 0, 1});
  for (int i = 1; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const double theta = pi * i / rows, phi = 2 * pi * j / columns;
      mesh.vertices.push_back({std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)});
    }
  }
  mesh.vertices.push_back({0, 0, -1});
  const auto last = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
  for (int j = 0; j < columns; ++j) {
    mesh.triangles.push_back({0, at(1, j), at(1, j + 1)});
    for (int i = 1; i + 1 < rows; ++i) add_face(mesh, at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    mesh.triangles.push_back({last, at(rows - 1, j + 1), at(rows - 1, j)});
  }
  return mesh;
}

/// A torus about z.
inline Mesh ring_mesh(int around, int tube) {
  constexpr double pi = 3.14159265358979323846;
  Mesh mesh;
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>((i % around) * tube + j % tube); };
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < tube; ++j) {
      const double a = 2 * pi * i / around, b = 2 * pi * j / tube, r = 3 + std::cos(b);
      mesh.vertices.push_back({r * std::cos(a), r * std::sin(a), std::sin(b)});
    }
  }
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < tube; ++j) add_face(mesh, at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
  }
  return mesh;
}

/// A polygon of the plane, counter-clockwise, between z = 0 and z = 1, cut into the given quadrilaterals.
inline Mesh prism(const std::vector<std::array<double, 2>>& outline,
                  const std::vector<std::array<std::uint32_t, 4>>& cut) {
  Mesh mesh;
  const auto n = static_cast<std::uint32_t>(outline.size());
  for (const double z : {0.0, 1.0}) {
    for (const auto& [x, y] : outline) mesh.vertices.push_back({x, y, z});
  }
  for (const auto& q : cut) {
    add_face(mesh, q[3], q[2], q[1], q[0]);
    add_face(mesh, n + q[0], n + q[1], n + q[2], n + q[3]);
  }
  for (std::uint32_t i = 0; i < n; ++i) add_face(mesh, i, (i + 1) % n, n + (i + 1) % n, n + i);
  return mesh;
}

/// Two legs along x and y: seen from where they meet.
inline Mesh angle_mesh(double leg, double wall) {
  return prism({{0, 0}, {wall, 0}, {leg, 0}, {leg, wall}, {wall, wall}, {wall, leg}, {0, leg}, {0, wall}},
               {{0, 1, 4, 7}, {1, 2, 3, 4}, {7, 4, 5, 6}});
}

/// A U: no point sees both of its legs.
inline Mesh channel_mesh() {
  return prism({{0, 0}, {1, 0}, {3, 0}, {4, 0}, {4, 1}, {4, 3}, {3, 3}, {3, 1}, {1, 1}, {1, 3}, {0, 3}, {0, 1}},
               {{0, 1, 8, 11}, {1, 2, 7, 8}, {2, 3, 4, 7}, {11, 8, 9, 10}, {7, 4, 5, 6}});
}

}  // namespace abut::test
