// Bodies for tests of deforming bodies: sheets, boxes of elements, balls, and random motions of their nodes.
#pragma once

#include <cmath>
#include <vector>

#include "abut/deform/deforming_bodies.h"
#include "tests/support/random.h"

namespace abut::test {

using Nodes = std::vector<Vec3<double>>;

/// A sheet of n x n cells of two triangles, in the square from 0 to 1 of x and y.
inline DeformingMesh sheet(std::uint32_t n, Nodes& nodes) {
  DeformingMesh mesh;
  for (std::uint32_t j = 0; j <= n; ++j) {
    for (std::uint32_t i = 0; i <= n; ++i) nodes.push_back({double(i) / n, double(j) / n, 0});
  }
  for (std::uint32_t j = 0; j < n; ++j) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t k = j * (n + 1) + i;
      mesh.triangles.push_back({k, k + 1, k + n + 2});
      mesh.triangles.push_back({k, k + n + 2, k + n + 1});
    }
  }
  mesh.node_count = (n + 1) * (n + 1);
  return mesh;
}

/// A cube of n^3 hexahedra, or of six tetrahedra each, with an edge of 1 and a corner at `at`.
inline DeformingMesh cube(std::uint32_t n, bool tetrahedra, Vec3<double> at, Nodes& nodes) {
  DeformingMesh mesh;
  const std::uint32_t m = n + 1;
  for (std::uint32_t k = 0; k < m; ++k) {
    for (std::uint32_t j = 0; j < m; ++j) {
      for (std::uint32_t i = 0; i < m; ++i)
        nodes.push_back(at + Vec3<double>{double(i), double(j), double(k)} * (1.0 / n));
    }
  }
  const auto node = [m](std::uint32_t i, std::uint32_t j, std::uint32_t k) { return (k * m + j) * m + i; };
  for (std::uint32_t k = 0; k < n; ++k) {
    for (std::uint32_t j = 0; j < n; ++j) {
      for (std::uint32_t i = 0; i < n; ++i) {
        const std::array<std::uint32_t, 8> h = {
            node(i, j, k),     node(i + 1, j, k),     node(i + 1, j + 1, k),     node(i, j + 1, k),
            node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)};
        if (!tetrahedra) mesh.hexahedra.push_back(h);
        const std::uint32_t around[7] = {1, 2, 3, 7, 4, 5, 1};  // six tetrahedra about the diagonal 0 to 6
        for (std::size_t t = 0; tetrahedra && t < 6; ++t) {
          mesh.tetrahedra.push_back({h[0], h[around[t]], h[around[t + 1]], h[6]});
        }
      }
    }
  }
  mesh.node_count = m * m * m;
  return mesh;
}

/// A plate of n x n x 1 hexahedra in the square from 0 to 1 of x and y, from z on.
inline DeformingMesh flat_plate(std::uint32_t n, double thickness, double z, Nodes& nodes) {
  DeformingMesh mesh;
  const std::uint32_t m = n + 1;
  for (std::uint32_t k = 0; k < 2; ++k) {
    for (std::uint32_t i = 0; i < m * m; ++i) {
      nodes.push_back({double(i % m) / n, double(i / m) / n, z + thickness * k});
    }
  }
  for (std::uint32_t i = 0; i + 1 < m * n; ++i) {
    if (i % m == n) continue;
    mesh.hexahedra.push_back({i, i + 1, i + m + 1, i + m, i + m * m, i + m * m + 1, i + m * m + m + 1, i + m * m + m});
  }
  mesh.node_count = 2 * m * m;
  return mesh;
}

/// A plate of n x 2 x 1 hexahedra, as long as 1, as wide as 0.2 and as thick as asked, wound into a spiral that goes
/// round `turns` times with a radius from 0.2 on and a turn's rise of `pitch`: with less than the thickness it goes
/// into itself.
inline DeformingMesh wound_plate(std::uint32_t n, double thickness, double turns, double pitch, Nodes& nodes) {
  DeformingMesh mesh;
  for (std::uint32_t i = 0; i <= n; ++i) {
    const double x = double(i) / n, angle = 2 * 3.14159265358979 * turns * x;
    for (std::uint32_t j = 0; j < 3; ++j) {
      for (std::uint32_t k = 0; k < 2; ++k) {
        const double r = 0.2 + pitch * turns * x + thickness * k;
        nodes.push_back({r * std::cos(angle), 0.1 * j, r * std::sin(angle)});
      }
    }
  }
  const auto node = [](std::uint32_t i, std::uint32_t j, std::uint32_t k) { return (i * 3 + j) * 2 + k; };
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < 2; ++j) {
      mesh.hexahedra.push_back({node(i, j, 0), node(i, j, 1), node(i, j + 1, 1), node(i, j + 1, 0), node(i + 1, j, 0),
                                node(i + 1, j, 1), node(i + 1, j + 1, 1), node(i + 1, j + 1, 0)});
    }
  }
  mesh.node_count = 6 * (n + 1);
  return mesh;
}

/// The sheet bent into a wave of a height.
inline Nodes bent(const Nodes& flat, double height) {
  Nodes nodes = flat;
  for (Vec3<double>& p : nodes) p.z = height * std::sin(6.2831853 * p.x);
  return nodes;
}

/// A sheet wound into a spiral of about `turns`, that comes near itself, and shaken.
inline void wind(Nodes& nodes, double turns, double pitch, double shake, Random& random) {
  for (Vec3<double>& p : nodes) {
    const double angle = 2 * 3.14159265358979 * turns * p.x, r = 0.1 + pitch * turns * p.x;
    p = Vec3<double>{r * std::cos(angle), p.y, r * std::sin(angle)} + random.in_cube() * shake;
  }
}

}  // namespace abut::test
