// A tight insertion at the size of Merlhiot's: a mechanism of bars with two pins goes through a slot between curved
// panels, and its pins into the holes of a bracket. In mm.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/complex/quasi_lmds.h"
#include "abut/shapes/shape_set.h"

namespace abut::papers {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

/// Cuts edges longer than `most` in their middles, until there are none.
inline void refine(Mesh& mesh, double most) {
  for (bool cut = true; cut;) {
    cut = false;
    std::map<std::array<std::uint32_t, 2>, std::uint32_t> middle;
    const auto long_edge = [&](std::uint32_t a, std::uint32_t b) {
      return length(mesh.vertices[a] - mesh.vertices[b]) > most;
    };
    const auto middle_of = [&](std::uint32_t a, std::uint32_t b) {
      const auto [at, is_new] =
          middle.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back((mesh.vertices[a] + mesh.vertices[b]) * 0.5);
      return at->second;
    };
    Triangles next;
    next.reserve(2 * mesh.triangles.size());
    for (auto t : mesh.triangles) {
      // The longest edge first, then the halves in the next round: triangles stay as round as they were.
      std::size_t k = 0;
      double longest = -1;
      for (std::size_t i = 0; i < 3; ++i) {
        const double l = length(mesh.vertices[t[i]] - mesh.vertices[t[(i + 1) % 3]]);
        if (l > longest) longest = l, k = i;
      }
      const std::uint32_t a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
      const bool ab = long_edge(a, b), bc = long_edge(b, c), ca = long_edge(c, a);
      if (!ab && !bc && !ca) {
        next.push_back(t);
        continue;
      }
      cut = true;
      if (ab && bc && ca) {
        const std::uint32_t x = middle_of(a, b), y = middle_of(b, c), z = middle_of(c, a);
        next.insert(next.end(), {{a, x, z}, {x, b, y}, {z, y, c}, {x, y, z}});
        continue;
      }
      const std::uint32_t x = middle_of(a, b);  // the longest one is long
      if (bc) {
        const std::uint32_t y = middle_of(b, c);
        next.insert(next.end(), {{a, x, c}, {x, b, y}, {x, y, c}});
      } else if (ca) {
        const std::uint32_t z = middle_of(c, a);
        next.insert(next.end(), {{a, x, z}, {z, x, c}, {x, b, c}});
      } else {
        next.insert(next.end(), {{a, x, c}, {x, b, c}});
      }
    }
    mesh.triangles = std::move(next);
  }
}

inline void append(Mesh& to, const Mesh& mesh, const Vec3<double>& at) {
  const auto first = static_cast<std::uint32_t>(to.vertices.size());
  for (const Vec3<double>& v : mesh.vertices) to.vertices.push_back(v + at);
  for (const auto& t : mesh.triangles) to.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

inline void add_quad(Mesh& mesh, std::array<std::uint32_t, 4> q) {
  mesh.triangles.push_back({q[0], q[1], q[2]}), mesh.triangles.push_back({q[0], q[2], q[3]});
}

inline Mesh box(const Vec3<double>& half) {
  Mesh mesh;
  for (std::uint32_t k = 0; k < 8; ++k) {
    mesh.vertices.push_back({k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z});
  }
  for (const auto& q : {std::array{0u, 2u, 3u, 1u},
                        {4u, 5u, 7u, 6u},
                        {0u, 1u, 5u, 4u},
                        {2u, 6u, 7u, 3u},
                        {0u, 4u, 6u, 2u},
                        {1u, 3u, 7u, 5u}}) {
    add_quad(mesh, q);
  }
  return mesh;
}

/// Along z, from -h to h, with a chamfered end at +h.
inline Mesh pin(double radius, double h, std::uint32_t sides) {
  Mesh mesh;
  const double chamfer = 0.3 * radius;
  const std::array<std::array<double, 2>, 3> rings{{{radius, -h}, {radius, h - chamfer}, {radius - chamfer, h}}};
  for (const auto& [r, z] : rings) {
    for (std::uint32_t k = 0; k < sides; ++k) {
      const double angle = 2 * M_PI * k / sides;
      mesh.vertices.push_back({r * std::cos(angle), r * std::sin(angle), z});
    }
  }
  mesh.vertices.push_back({0, 0, -h}), mesh.vertices.push_back({0, 0, h});
  for (std::uint32_t k = 0; k < sides; ++k) {
    const std::uint32_t n = (k + 1) % sides;
    for (std::uint32_t ring = 0; ring < 2; ++ring) {
      add_quad(mesh, {ring * sides + k, ring * sides + n, (ring + 1) * sides + n, (ring + 1) * sides + k});
    }
    mesh.triangles.push_back({3 * sides, n, k}),
        mesh.triangles.push_back({3 * sides + 1, 2 * sides + k, 2 * sides + n});
  }
  return mesh;
}

/// A square plate with a round hole along z; `sides` a multiple of 4.
inline Mesh plate_with_hole(double half, double h, double radius, std::uint32_t sides) {
  Mesh mesh;
  for (const double z : {-h, h}) {
    for (std::uint32_t k = 0; k < sides; ++k) {
      const double angle = 2 * M_PI * (k + 0.5 * 0) / sides, c = std::cos(angle), s = std::sin(angle);
      const double out = half / std::max(std::abs(c), std::abs(s));
      mesh.vertices.push_back({radius * c, radius * s, z}), mesh.vertices.push_back({out * c, out * s, z});
    }
  }
  const auto at = [&](std::uint32_t level, std::uint32_t k, std::uint32_t outer) {
    return 2 * (level * sides + k % sides) + outer;
  };
  for (std::uint32_t k = 0; k < sides; ++k) {
    add_quad(mesh, {at(1, k, 0), at(1, k, 1), at(1, k + 1, 1), at(1, k + 1, 0)});
    add_quad(mesh, {at(0, k, 1), at(0, k, 0), at(0, k + 1, 0), at(0, k + 1, 1)});
    add_quad(mesh, {at(0, k, 1), at(0, k + 1, 1), at(1, k + 1, 1), at(1, k, 1)});
    add_quad(mesh, {at(0, k + 1, 0), at(0, k, 0), at(1, k, 0), at(1, k + 1, 0)});
  }
  return mesh;
}

/// A panel of a body: a sheet bent both ways, z up.
inline Mesh panel(double half_x, double half_y, double bend, double most) {
  Mesh mesh;
  const auto nx = static_cast<std::uint32_t>(std::ceil(2 * half_x / most)),
             ny = static_cast<std::uint32_t>(std::ceil(2 * half_y / most));
  for (std::uint32_t j = 0; j <= ny; ++j) {
    for (std::uint32_t i = 0; i <= nx; ++i) {
      const double x = half_x * (2.0 * i / nx - 1), y = half_y * (2.0 * j / ny - 1);
      mesh.vertices.push_back({x, y, bend * (x * x / (half_x * half_x) - 0.5 * std::cos(3 * y / half_y))});
    }
  }
  for (std::uint32_t j = 0; j < ny; ++j) {
    for (std::uint32_t i = 0; i < nx; ++i) {
      const std::uint32_t a = j * (nx + 1) + i;
      add_quad(mesh, {a, a + 1, a + nx + 2, a + nx + 1});
    }
  }
  return mesh;
}

/// The fixed bodies, and the moving one last. Data only.
struct Insertion {
  ShapeSet shapes;
  BodySet bodies;
  ContactComplexes complexes;
  std::vector<Pair> pairs;
  std::uint64_t simplices = 0, triangles = 0;
  double dilation = 0.05;  ///< half of the clearance of pins in their holes, which is 0.1 on the radius

  void add(Mesh mesh, const Vec3<double>& at, double most, ComplexHierarchy hierarchy) {
    refine(mesh, most);
    Vec3<double> half{0, 0, 0};
    for (const Vec3<double>& v : mesh.vertices) {
      half = {std::max(half.x, std::abs(v.x)), std::max(half.y, std::abs(v.y)), std::max(half.z, std::abs(v.z))};
    }
    const std::uint32_t shape = shapes.add_box(half, dilation);
    bodies.add({at}, shape);
    const ComplexReport report =
        complexes.set(shapes, shape, complex_of(mesh), {.dilation = dilation, .hierarchy = hierarchy});
    simplices += report.simplices, triangles += mesh.triangles.size();
  }
};

/// `most`: the longest edge.
/// as the paper's.
inline Insertion insertion(double most, ComplexHierarchy hierarchy) {
  Insertion scene;
  constexpr std::uint32_t sides = 96;
  // 24 panels above and below a slot, and a bracket with two holes behind it.
  for (int k = 0; k < 12; ++k) {
    const double y = 160.0 * (k % 6) - 400, x = 200.0 * (k / 6);
    scene.add(panel(95, 78, 12, most), {x, y, 32}, most, hierarchy);
    scene.add(panel(95, 78, -12, most), {x, y, -32}, most, hierarchy);
  }
  Mesh bracket;
  append(bracket, plate_with_hole(30, 10, 8.1, sides), {0, -60, 0}),
      append(bracket, plate_with_hole(30, 10, 8.1, sides), {0, 60, 0});
  scene.add(bracket, {600, 0, 0}, most, hierarchy);
  Mesh mechanism;
  append(mechanism, pin(8, 20, sides), {0, -60, 0}), append(mechanism, pin(8, 20, sides), {0, 60, 0});
  append(mechanism, box({6, 50, 6}), {0, 0, -12}), append(mechanism, box({40, 6, 4}), {-46.1, 0, -12});
  scene.add(mechanism, {0, 0, 0}, most, hierarchy);
  const auto moving = static_cast<std::uint32_t>(scene.bodies.size() - 1);
  for (std::uint32_t k = 0; k < moving; ++k) scene.pairs.push_back({k, moving});
  return scene;
}

/// Where the mechanism is at `time` from 0 to 1: outside, through the slot, over the holes, and in.
inline Pose insertion_pose(double time) {
  const double through = std::clamp(time / 0.6, 0.0, 1.0), in = std::clamp((time - 0.7) / 0.3, 0.0, 1.0);
  const double wobble = 0.0002 * std::sin(40 * time) * (time < 0.65 ? 20.0 : 1.0);
  const double x = -250 + 850 * through, z = -45 * std::clamp((time - 0.45) / 0.1, 0.0, 1.0) + 38 * in;
  Pose pose{{x, 0.03 * std::sin(25 * time), z}};
  pose.rotation = rotation_from_quaternion(1, wobble, 0.5 * wobble, 0.3 * wobble);
  return pose;
}

}  // namespace abut::papers
