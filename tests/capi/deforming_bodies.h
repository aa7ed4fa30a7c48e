// Bodies that deform in both interfaces.
#pragma once

#include <vector>

#include "abut/c/deforming.h"
#include "tests/capi/both.h"
#include "tests/deform/scenes.h"

namespace abut::test {

inline abut_deforming_mesh c_mesh(const DeformingMesh& mesh) {
  abut_deforming_mesh c{};
  c.size = sizeof c;
  c.node_count = mesh.node_count, c.self_contact = mesh.self_contact ? 1 : 0, c.solid = mesh.solid ? 1 : 0;
  const auto rows = [](const auto& list) { return list.empty() ? nullptr : list[0].data(); };
  c.triangles = rows(mesh.triangles), c.triangle_count = mesh.triangles.size();
  c.quadrilaterals = rows(mesh.quadrilaterals), c.quadrilateral_count = mesh.quadrilaterals.size();
  c.tetrahedra = rows(mesh.tetrahedra), c.tetrahedron_count = mesh.tetrahedra.size();
  c.hexahedra = rows(mesh.hexahedra), c.hexahedron_count = mesh.hexahedra.size();
  return c;
}

/// The surface of a cube as quadrilaterals, outward. They enclose it, and are not searched against each other.
inline DeformingMesh closed_box(Vec3<double> at, Nodes& nodes) {
  DeformingMesh mesh = cube(1, false, at, nodes);
  const auto h = mesh.hexahedra[0];
  mesh.hexahedra.clear();
  mesh.quadrilaterals = {{h[0], h[3], h[2], h[1]}, {h[4], h[5], h[6], h[7]}, {h[0], h[1], h[5], h[4]},
                         {h[1], h[2], h[6], h[5]}, {h[2], h[3], h[7], h[6]}, {h[3], h[0], h[4], h[7]}};
  mesh.solid = true, mesh.self_contact = false;
  return mesh;
}

/// A wound sheet that touches itself, shaken, two cubes of elements in it, and a closed box beside one of them.
struct BothDeforming {
  DeformingBodies bodies;
  Nodes nodes;
  abut_deforming_bodies* c = nullptr;

  BothDeforming() {
    EXPECT_OK(abut_deforming_bodies_new(nullptr, &c));
    Random random(17);
    Nodes of_sheet;
    add(sheet(12, of_sheet));
    wind(of_sheet, 1.7, 0.05, 0.01, random);
    Nodes of_cubes;
    add(cube(2, false, {0.1, 0.2, 0.0}, of_cubes));
    add(cube(1, true, {-0.9, 0.1, 0.1}, of_cubes));
    add(closed_box({1.1, 0.25, 0.05}, of_cubes));
    nodes = of_sheet;
    for (const Vec3<double>& p : of_cubes) nodes.push_back(p + random.in_cube() * 0.02);
    move();
  }
  ~BothDeforming() { EXPECT_OK(abut_deforming_bodies_free(c)); }
  BothDeforming(const BothDeforming&) = delete;
  BothDeforming& operator=(const BothDeforming&) = delete;

  void add(const DeformingMesh& mesh) {
    const abut_deforming_mesh given = c_mesh(mesh);
    std::uint32_t body = 77;
    EXPECT_OK(abut_deforming_bodies_add(c, &given, &body));
    EXPECT_EQ(body, bodies.add(mesh));
  }
  void move() {
    bodies.move(Cpu{2}, nodes);
    EXPECT_OK(abut_deforming_bodies_move(2, c, &nodes[0].x, nodes.size()));
  }
};

}  // namespace abut::test
