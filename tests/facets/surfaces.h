// Surfaces and bodies for the tests of facets.
#pragma once

#include <cmath>
#include <vector>

#include "abut/detect.h"
#include "abut/facet_contacts.h"
#include "tests/facets/exact_facets.h"
#include "tests/support/quartered.h"
#include "tests/support/random.h"

namespace abut::test {

/// A flat grid of n by n squares, two triangles each, from -half to half in x and y, at height z(x, y).
template <class Height>
Mesh grid_mesh(int n, double half, const Height& height) {
  Mesh mesh;
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      const double x = half * (2.0 * i / n - 1), y = half * (2.0 * j / n - 1);
      mesh.vertices.push_back({x, y, height(x, y)});
    }
  }
  const auto at = [n](int i, int j) { return static_cast<std::uint32_t>(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      if ((i + j) % 2 == 0) {
        mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
        mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
      } else {
        mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
        mesh.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
      }
    }
  }
  return mesh;
}

/// A closed surface about the origin, r(direction), from an octahedron whose facets are quartered `level` times.
template <class Radius>
Mesh ball_mesh(int level, const Radius& radius) {
  Mesh mesh;
  mesh.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  quarter(mesh, level);
  for (Vec3<double>& v : mesh.vertices) v = v * radius(v);
  return mesh;
}

/// Unconnected triangles, some without area.
inline Mesh soup(Random& random, int count) {
  Mesh mesh;
  for (int k = 0; k < count; ++k) {
    const Vec3<double> p = random.in_ball();
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (int i = 0; i < 3; ++i) mesh.vertices.push_back(p + random.in_ball() * random.magnitude(0.01, 0.5));
    mesh.triangles.push_back({first, first + 1, random.below(8) == 0 ? first + 1 : first + 2});
  }
  return mesh;
}

/// Shapes, some of which meshes stand for, and bodies of them.
struct FacetScene {
  ShapeSet shapes;
  BodySet bodies;
  FacetTrees trees;
  std::vector<Pair> pairs{{0, 1}};

  std::uint32_t add_mesh(const Mesh& mesh, const FacetMeshOptions& options = {}) {
    const std::uint32_t shape = shapes.add_hull(mesh.vertices, options.rounding);
    trees.set_mesh(shapes, shape, mesh, options);
    return shape;
  }
  template <class T>
  FacetContacts<T> find(const FacetOptions& options, bool records = false, Cpu cpu = {}) {
    trees.build(cpu, shapes, bodies.parts(), pairs);
    FacetPairs<T> in{pairs};
    Contacts<T> contacts(pairs.size());
    const ContactsView<T> view = contacts.view();
    if (records) {
      query_pairs(cpu, shapes.view<T>(), bodies.parts(), pairs, {}, view);
      in.records = &view;
    }
    return find_facet_contacts<T>(cpu, trees, bodies.parts(), in, options);
  }
};

inline long double longest_side(const Triangle<long double>& t) {
  long double squared = 0;
  for (int k = 0; k < 3; ++k) {
    const auto e = t.v[(k + 1) % 3] - t.v[k];
    squared = std::max(squared, times(e, e));
  }
  return std::sqrt(squared);
}

/// In the world, in long double: the facets of a part.
inline std::vector<std::pair<std::uint32_t, Triangle<long double>>> facets_in_world(const FacetScene& scene,
                                                                                    std::uint32_t part) {
  const PartsView parts = scene.bodies.parts();
  const FacetSurfaceView<double> s = scene.trees.view(parts.shape[part]);
  const Pose pose = scene.bodies.part_pose(part);
  const long double unit = std::ldexp(1.0L, s.exponent);
  std::vector<std::pair<std::uint32_t, Triangle<long double>>> out;
  for (std::uint32_t i = 0; i < s.facet_count; ++i) {
    Triangle<long double> t;
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> p = s.points[s.facets[i].vertex[k]];
      const long double x[3] = {unit * p.x + s.centre[0], unit * p.y + s.centre[1], unit * p.z + s.centre[2]};
      const double* const r = pose.rotation.m;
      const auto row = [&](int j) { return r[3 * j] * x[0] + r[3 * j + 1] * x[1] + r[3 * j + 2] * x[2]; };
      t.v[k] = {row(0) + pose.position.x, row(1) + pose.position.y, row(2) + pose.position.z};
    }
    out.push_back({s.facets[i].id, t});
  }
  return out;
}

}  // namespace abut::test
