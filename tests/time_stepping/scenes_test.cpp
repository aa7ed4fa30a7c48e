// Bodies and scenes as they are made, without collision detection.
#include "examples/time_stepping/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "abut/core/error.h"
#include "examples/dem/rotation.h"
#include "examples/time_stepping/bodies.h"

namespace time_stepping::testing {
namespace {

void expect_solid(const abut::Mesh& mesh, double volume, double tolerance) {
  const abut::MeshReport report = abut::examine(mesh);
  EXPECT_TRUE(report.outward);
  EXPECT_EQ(report.degenerate_triangles, 0u);
  EXPECT_EQ(report.unused_vertices, 0u);
  EXPECT_NEAR(report.volume / volume, 1, tolerance);
}

TEST(Meshes, SolidsAreClosedAndOutward) {
  expect_solid(box({1, 2, 3}), 48, 1e-12);
  const double polygon = 16 * std::sin(std::numbers::pi / 16);  // area of 32 sides in a unit circle
  expect_solid(prism(circle(1, 32), 2), 2 * polygon, 1e-12);
  expect_solid(ring(circle(1, 32), circle(2, 32), 2), 6 * polygon, 1e-12);
}

TEST(Meshes, AGearHasItsRadiiAndItsToothsThickness) {
  const GearShape shape;
  const Outline outline = gear(shape);
  double tip = 0, root = 1;
  for (const Vector& p : outline) tip = std::max(tip, abut::length(p)), root = std::min(root, abut::length(p));
  EXPECT_NEAR(tip, 0.5 * shape.module * shape.teeth + shape.module, 1e-15);
  EXPECT_NEAR(root, 0.5 * shape.module * shape.teeth - 1.25 * shape.module, 1e-15);
  expect_solid(prism(outline, 0.01), 0.01 * std::numbers::pi * 0.04 * 0.04, 0.05);
}

TEST(Meshes, AToothOfManyPointsIsAsThickAsAnInvolute) {
  GearShape shape;
  shape.flank_points = 100;  // chords of few are inside of the flank
  const Outline outline = gear(shape);
  const double pitch = 0.5 * shape.module * shape.teeth;
  for (std::size_t k = 0; k + 1 < outline.size() / shape.teeth / 2; ++k) {
    const double r0 = abut::length(outline[k]), r1 = abut::length(outline[k + 1]);
    if (r0 > pitch || r1 < pitch) continue;  // the two points around the pitch circle
    const Vector at = outline[k] + (outline[k + 1] - outline[k]) * ((pitch - r0) / (r1 - r0));
    const double thickness = -2 * std::atan2(at.y, at.x) * pitch;
    EXPECT_NEAR(thickness, 0.5 * std::numbers::pi * shape.module - shape.thinning, 2e-6);
  }
}

TEST(Meshes, SheetsAndWiresHaveNoLongerEdgesThanAsked) {
  const abut::Mesh mesh = sheet(1, 0.5, 0.1);
  EXPECT_EQ(mesh.triangles.size(), 100u);
  abut::SimplicialComplex wire;
  add_wire({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, false, 0.25, wire);
  EXPECT_EQ(wire.segments.size(), 8u);
  abut::SimplicialComplex loop;
  add_wire(circle(1, 12), true, 1, loop);
  EXPECT_EQ(loop.segments.size(), 12u);
  EXPECT_EQ(loop.vertices.size(), 12u);
}

TEST(ThinMass, APlateAndARingHaveTheirClosedForms) {
  abut::SimplicialComplex plate, loop;
  add(sheet(0.4, 0.2, 0.05), {{1, 2, 3}}, plate);
  const abut::MassProperties p = thin_mass(plate, 0.01);
  const double mass = 0.4 * 0.2 * 0.02;
  EXPECT_NEAR(p.volume, mass, 1e-15);
  EXPECT_NEAR(abut::length(p.centre - Vector{1, 2, 3}), 0, 1e-13);
  EXPECT_NEAR(p.inertia.m[0] / (mass * (0.2 * 0.2 + 0.02 * 0.02) / 12), 1, 1e-9);
  EXPECT_NEAR(p.inertia.m[8] / (mass * (0.2 * 0.2 + 0.4 * 0.4) / 12), 1, 1e-9);
  add_wire(circle(1, 1000), true, 1, loop);
  const abut::MassProperties ring = thin_mass(loop, 0.01);
  EXPECT_NEAR(ring.inertia.m[8] / ring.volume, 1 + 0.75 * 1e-4, 1e-4);  // of a thin torus
  EXPECT_THROW(thin_mass({}, 0.01), abut::InvalidInput);
}

TEST(Bodies, TheFrameOfPrincipalAxesLeavesACornerWhereItWas) {
  const abut::Mesh mesh = box({0.1, 0.3, 0.2});
  const abut::Pose pose{{1, 2, 3}, turn_about({0.6, 0, 0.8}, 1.1)};
  const SceneBody body = solid_body("box", mesh, {500, 1e-3}, pose);
  EXPECT_NEAR(body.constants.mass, 500 * 8 * 0.1 * 0.3 * 0.2, 1e-10);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vector at = body.start.position + abut::rotate(dem::rotation_of(body.start), body.complex.vertices[i]);
    EXPECT_LT(abut::length(at - (pose.position + abut::rotate(pose.rotation, mesh.vertices[i]))), 1e-12);
  }
}

TEST(Scenes, EachHasBodiesThatMoveAndNumbersThatAreAllowed) {
  for (const std::string& name : scene_names()) {
    const Scene scene = make_scene(name, {});
    int moving = 0;
    for (const SceneBody& body : scene.bodies) {
      moving += moves(body.constants) ? 1 : 0;
      EXPECT_FALSE(body.complex.vertices.empty());
      EXPECT_GT(body.options.dilation, 0);
      const double* q = body.start.quaternion;
      EXPECT_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-12) << name << ' ' << body.name;
    }
    EXPECT_GT(moving, 0) << name;
    EXPECT_EQ(scene.name, name);
    EXPECT_GT(scene.reach, 0);
  }
}

TEST(Scenes, TheMechanismHasFinerTessellationsForShorterEdges) {
  const auto triangles = [](const Scene& scene) {
    std::size_t sum = 0;
    for (const SceneBody& body : scene.bodies) sum += body.complex.triangles.size();
    return sum;
  };
  EXPECT_GT(triangles(mechanism(0.005)), 3 * triangles(mechanism(0.01)));
}

TEST(Scenes, OtherNamesAndEdgesAreInvalid) {
  EXPECT_THROW(make_scene("cubes", {}), abut::InvalidInput);
  EXPECT_THROW(make_scene("mechanism", {.edge = 0}), abut::InvalidInput);
}

}  // namespace
}  // namespace time_stepping::testing
