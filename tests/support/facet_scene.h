// Surfaces and bodies that meet facet by facet.
#pragma once

#include <cmath>
#include <vector>

#include "abut/detect.h"
#include "abut/facet_contacts.h"
#include "examples/dem/remeshed.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

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
  dem::quarter(mesh, level);
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

/// Bumpy, open, convex, without area, rounded, large and small.
inline FacetScene many_surfaces(std::uint64_t seed) {
  Random random(seed);
  FacetScene scene;
  const auto bumpy = [&](const Vec3<double>& d) { return 1 + 0.3 * d.x * d.y + 0.2 * std::abs(d.z * d.x); };
  scene.add_mesh(ball_mesh(2, bumpy));
  scene.add_mesh(grid_mesh(6, 1.5, [](double x, double y) { return 0.3 * x * x - 0.4 * y * y + 0.2 * x * y; }));
  scene.add_mesh(soup(random, 60));
  scene.add_mesh(soup(random, 40), {.rounding = 0.05});
  scene.shapes.add_hull(ellipsoid_points(random, 40));
  scene.shapes.add_box({0.5, 0.4, 0.3}, 0.05);
  scene.shapes.add_capsule(0.2, 0.7);
  scene.shapes.add_sphere(0.4);
  scene.shapes.add_triangle(random.in_ball(), random.in_ball(), random.in_ball());
  Mesh small = ball_mesh(1, bumpy);
  for (auto& v : small.vertices) v = v * 1e-3;
  scene.add_mesh(small);
  Mesh far = ball_mesh(1, bumpy);
  for (auto& v : far.vertices) v = v * 2.0 + Vec3<double>{30, 0, 0};
  scene.add_mesh(far);
  return scene;
}

}  // namespace abut::test
