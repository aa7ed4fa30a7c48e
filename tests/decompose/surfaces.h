// Triangles that enclose nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "abut/shapes/mesh.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut::test {

/// [0, 1] in x, y and z without its top: five squares.
inline Mesh open_box() {
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  std::erase_if(mesh.triangles, [&](const auto& t) {
    return mesh.vertices[t[0]].z == 1 && mesh.vertices[t[1]].z == 1 && mesh.vertices[t[2]].z == 1;
  });
  return mesh;
}

inline bool same_points(const std::vector<Vec3<double>>& a, const std::vector<Vec3<double>>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Vec3<double>& p, const Vec3<double>& q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
  });
}

/// n by n squares in [0, 1] x [0, 1], at z = 0.
inline Mesh sheet(std::uint32_t n) {
  Mesh mesh;
  for (std::uint32_t j = 0; j <= n; ++j) {
    for (std::uint32_t i = 0; i <= n; ++i) mesh.vertices.push_back({1.0 * i / n, 1.0 * j / n, 0});
  }
  for (std::uint32_t j = 0; j < n; ++j) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t a = j * (n + 1) + i, b = a + 1, c = b + n + 1, d = a + n + 1;
      mesh.triangles.push_back({a, b, c}), mesh.triangles.push_back({a, c, d});
    }
  }
  return mesh;
}

/// Radius 1 about the z axis, from z = 0 to 2, without ends.
inline Mesh cylinder_shell(std::uint32_t round) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < round; ++i) {
    const double u = 2 * M_PI * i / round;
    mesh.vertices.push_back({std::cos(u), std::sin(u), 0}), mesh.vertices.push_back({std::cos(u), std::sin(u), 2});
    const std::uint32_t a = 2 * i, b = 2 * ((i + 1) % round);
    mesh.triangles.push_back({a, b, b + 1}), mesh.triangles.push_back({a, b + 1, a + 1});
  }
  return mesh;
}

/// Radius 1, half width 0.3, one half turn.
inline Mesh moebius_strip(std::uint32_t round) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < round; ++i) {
    const double u = 2 * M_PI * i / round;
    for (const double w : {-0.3, 0.3}) {
      const double r = 1 + w * std::cos(u / 2);
      mesh.vertices.push_back({r * std::cos(u), r * std::sin(u), w * std::sin(u / 2)});
    }
    const bool last = i + 1 == round;  // where it is joined turned over
    const std::uint32_t a = 2 * i, b = a + 1, c = last ? 1 : a + 2, d = last ? 0 : a + 3;
    mesh.triangles.push_back({a, c, d}), mesh.triangles.push_back({a, d, b});
  }
  return mesh;
}

/// In z = 0 and in x = 1/2, each through the other.
inline Mesh crossing_sheets() {
  Mesh mesh = sheet(2);
  for (const auto& [y, z] : {std::pair{0.0, -0.5}, {1.0, -0.5}, {1.0, 0.5}, {0.0, 0.5}})
    mesh.vertices.push_back({0.5, y, z});
  mesh.triangles.push_back({9, 10, 11}), mesh.triangles.push_back({9, 11, 12});
  return mesh;
}

/// Corners anywhere in a unit cube; `size`: of a facet.
inline Mesh random_facets(std::uint32_t count, double size, std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3<double> at{random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1)};
    for (int k = 0; k < 3; ++k) {
      mesh.vertices.push_back(
          at + Vec3<double>{random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)});
    }
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

}  // namespace abut::test
