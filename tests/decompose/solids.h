// Closed meshes with known volumes and distances.
#pragma once

#include <cmath>
#include <vector>

#include "abut/core/scalar.h"
#include "abut/shapes/mesh.h"

namespace abut::test {

/// Adds a box; `inward`: a cavity.
inline void add_box(Mesh& mesh, Vec3<double> lo, Vec3<double> hi, bool inward = false) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (unsigned k = 0; k < 8; ++k) {
    mesh.vertices.push_back({k & 1 ? hi.x : lo.x, k & 2 ? hi.y : lo.y, k & 4 ? hi.z : lo.z});
  }
  const std::uint32_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto& q : quads) {
    for (std::uint32_t k = 1; k < 3; ++k) {
      const std::uint32_t a = first + q[0], b = first + q[k], c = first + q[k + 1];
      mesh.triangles.push_back(inward ? std::array<std::uint32_t, 3>{a, c, b} : std::array<std::uint32_t, 3>{a, b, c});
    }
  }
}

inline Mesh box_mesh(Vec3<double> lo, Vec3<double> hi) {
  Mesh mesh;
  add_box(mesh, lo, hi);
  return mesh;
}

/// [0, 2] x [0, 1] and [0, 1] x [0, 2], both from z = 0 to 1: volume 3. Its hull's point (1.5, 1.5, z) is 0.5 away.
inline Mesh angle_mesh() {
  const Vec3<double> outline[6] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  Mesh mesh;
  for (const double z : {0.0, 1.0}) {
    for (const Vec3<double>& p : outline) mesh.vertices.push_back({p.x, p.y, z});
  }
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::uint32_t j = (i + 1) % 6;
    mesh.triangles.push_back({i, j, j + 6});
    mesh.triangles.push_back({i, j + 6, i + 6});
  }
  const std::uint32_t fan[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
  for (const auto& t : fan) {
    mesh.triangles.push_back({t[0], t[2], t[1]});
    mesh.triangles.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
  }
  return mesh;
}

/// About the z axis.
inline Mesh torus_mesh(double large, double small, std::uint32_t round, std::uint32_t across) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < round; ++i) {
    for (std::uint32_t j = 0; j < across; ++j) {
      const double u = 2 * M_PI * i / round, v = 2 * M_PI * j / across, r = large + small * std::cos(v);
      mesh.vertices.push_back({r * std::cos(u), r * std::sin(u), small * std::sin(v)});
      const auto id = [&](std::uint32_t a, std::uint32_t b) { return (a % round) * across + b % across; };
      mesh.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      mesh.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
  }
  return mesh;
}

/// A pipe about the z axis.
inline Mesh tube_mesh(double inner, double outer, double half_height, std::uint32_t round) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < round; ++i) {
    const double u = 2 * M_PI * i / round, c = std::cos(u), s = std::sin(u);
    for (const double z : {-half_height, half_height}) {
      mesh.vertices.push_back({outer * c, outer * s, z});
      mesh.vertices.push_back({inner * c, inner * s, z});
    }
    const std::uint32_t a = 4 * i, b = 4 * ((i + 1) % round);  // lower outer, lower inner, upper outer, upper inner
    const std::uint32_t quads[4][4] = {
        {a, b, b + 2, a + 2}, {b + 1, a + 1, a + 3, b + 3}, {a + 2, b + 2, b + 3, a + 3}, {b, a, a + 1, b + 1}};
    for (const auto& q : quads) {
      mesh.triangles.push_back({q[0], q[1], q[2]});
      mesh.triangles.push_back({q[0], q[2], q[3]});
    }
  }
  return mesh;
}

/// A ring of a turned solid: its radius and its height.
struct Turn {
  double radius, height;
};

/// Turned about an axis that leans over, from the lowest ring to the highest, closed by a cap at either end. Corners
/// are rounded to float, as those of an STL file are.
inline Mesh turned_mesh(const std::vector<Turn>& rings, std::uint32_t round, double squeezed = 1) {
  const double lean = 0.4, c = std::cos(lean), s = std::sin(lean);
  Mesh mesh;
  const auto rounded = [](double x) { return static_cast<double>(round_to<float>(x)); };
  const auto put = [&](double x, double y, double z) {
    const double p = c * x + s * z, q = c * z - s * x;
    const Vec3<double> v{p, c * y - s * q, c * q + s * y};
    mesh.vertices.push_back({rounded(v.x), rounded(v.y), rounded(v.z)});
  };
  for (const Turn& t : rings) {
    for (std::uint32_t i = 0; i < round; ++i) {
      const double u = 2 * M_PI * i / round;
      put(t.radius * std::cos(u), squeezed * t.radius * std::sin(u), t.height);
    }
  }
  put(0, 0, rings.front().height), put(0, 0, rings.back().height);
  const auto n = static_cast<std::uint32_t>(rings.size()) * round;
  for (std::uint32_t i = 0; i < round; ++i) {
    const std::uint32_t j = (i + 1) % round, top = n - round;
    mesh.triangles.push_back({n, j, i});
    mesh.triangles.push_back({n + 1, top + i, top + j});
    for (std::uint32_t k = 0; k < top; k += round) {
      mesh.triangles.push_back({k + i, k + j, k + round + j});
      mesh.triangles.push_back({k + i, k + round + j, k + round + i});
    }
  }
  return mesh;
}

}  // namespace abut::test
