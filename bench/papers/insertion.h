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
#include "examples/time_stepping/meshes.h"

namespace abut::papers {

/// The corners in turn, with the longest edge between the first two.
inline std::array<std::uint32_t, 3> from_longest_edge(const SimplicialComplex& mesh,
                                                      const std::array<std::uint32_t, 3>& t) {
  const auto edge = [&](std::size_t k) { return length(mesh.vertices[t[k]] - mesh.vertices[t[(k + 1) % 3]]); };
  std::size_t longest = 0;
  for (std::size_t k = 1; k < 3; ++k) longest = edge(k) > edge(longest) ? k : longest;
  return {t[longest], t[(longest + 1) % 3], t[(longest + 2) % 3]};
}

/// Cuts edges longer than `most` in their middles, until there are none.
inline void refine(SimplicialComplex& mesh, double most) {
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
    std::vector<std::array<std::uint32_t, 3>> next;
    next.reserve(2 * mesh.triangles.size());
    for (const auto& t : mesh.triangles) {
      // The longest edge first, then the halves in the next round: triangles stay as round as they were.
      const auto [a, b, c] = from_longest_edge(mesh, t);
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

/// A square with corners in the directions of a circle's sides, as many as it has: a plate's outline.
inline time_stepping::Outline square(double half, std::uint32_t sides) {
  time_stepping::Outline out = time_stepping::circle(1, sides);
  for (Vec3<double>& p : out) p = p * (half / std::max(std::abs(p.x), std::abs(p.y)));
  return out;
}

/// A panel of a body: a sheet bent both ways, z up.
inline SimplicialComplex panel(double half_x, double half_y, double bend, double most) {
  SimplicialComplex out;
  time_stepping::add(time_stepping::sheet(2 * half_x, 2 * half_y, most), {}, out);
  for (Vec3<double>& v : out.vertices) {
    v.z = bend * (v.x * v.x / (half_x * half_x) - 0.5 * std::cos(3 * v.y / half_y));
  }
  return out;
}

/// The fixed bodies, and the moving one last. Data only.
struct Insertion {
  ShapeSet shapes;
  BodySet bodies;
  ContactComplexes complexes;
  std::vector<Pair> pairs;
  std::uint64_t simplices = 0;
  double dilation = 0.05;  ///< half of the clearance of pins in their holes, which is 0.1 on the radius

  void add(SimplicialComplex complex, const Vec3<double>& at, double most, ComplexHierarchy hierarchy) {
    refine(complex, most);
    Vec3<double> half{0, 0, 0};
    for (const Vec3<double>& v : complex.vertices) {
      half = {std::max(half.x, std::abs(v.x)), std::max(half.y, std::abs(v.y)), std::max(half.z, std::abs(v.z))};
    }
    const std::uint32_t shape = shapes.add_box(half, dilation);
    bodies.add({at}, shape);
    simplices += complexes.set(shapes, shape, complex, {.dilation = dilation, .hierarchy = hierarchy}).simplices;
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
  using namespace time_stepping;
  SimplicialComplex bracket, mechanism;
  for (const double y : {-60.0, 60.0}) {
    time_stepping::add(ring(circle(8.1, sides), square(30, sides), 20), {{0, y, 0}}, bracket);
    time_stepping::add(prism(circle(8, sides), 40), {{0, y, 0}}, mechanism);
  }
  time_stepping::add(box({6, 50, 6}), {{0, 0, -12}}, mechanism);
  time_stepping::add(box({40, 6, 4}), {{-46.1, 0, -12}}, mechanism);
  scene.add(bracket, {600, 0, 0}, most, hierarchy);
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
