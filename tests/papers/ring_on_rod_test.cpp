// A ring falls along a rod, from wall to wall: both are closed meshes of many facets, and nothing that is inside of the
// rod's flat sides may hold the ring up.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/detect.h"
#include "abut/facet_contact_finder.h"
#include "bench/papers/rigid_body.h"

namespace abut::papers {
namespace {

/// A closed surface: circles of corners about the z axis, each with a radius and a height, in a circle again (a ring)
/// or with lids (a rod).
struct Circle {
  double radius, height;
};
Mesh revolved(const std::vector<Circle>& circles, std::uint32_t corners, bool is_ring) {
  Mesh mesh;
  for (const Circle& c : circles) {
    for (std::uint32_t k = 0; k < corners; ++k) {
      const double angle = 2 * std::acos(-1.0) * k / corners;
      mesh.vertices.push_back({c.radius * std::cos(angle), c.radius * std::sin(angle), c.height});
    }
  }
  const auto rows = static_cast<std::uint32_t>(circles.size());
  const auto at = [&](std::uint32_t row, std::uint32_t k) { return row % rows * corners + k % corners; };
  for (std::uint32_t row = 0; row + (is_ring ? 0 : 1) < rows; ++row) {
    for (std::uint32_t k = 0; k < corners; ++k) {
      mesh.triangles.push_back({at(row, k), at(row, k + 1), at(row + 1, k + 1)});
      mesh.triangles.push_back({at(row, k), at(row + 1, k + 1), at(row + 1, k)});
    }
  }
  if (is_ring) return mesh;
  const auto bottom = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back({0, 0, circles.front().height}), mesh.vertices.push_back({0, 0, circles.back().height});
  for (std::uint32_t k = 0; k < corners; ++k) {
    mesh.triangles.push_back({bottom, at(0, k + 1), at(0, k)});
    mesh.triangles.push_back({bottom + 1, at(rows - 1, k), at(rows - 1, k + 1)});
  }
  return mesh;
}

struct Fall {
  double largest_vertical = 0;  ///< of all normals
  std::size_t contacts = 0, touches = 0;
  double farthest = 0;  ///< of the ring's centre from the rod's axis
  RigidBody ring;
};

constexpr double gravity = 9.81, step = 1e-3;
constexpr int steps = 1400;

/// Walls push the ring before it touches them, so that what they are is never in doubt.
Fall fall(std::uint32_t corners_of_rod) {
  constexpr double zone = 0.02, stiffness = 2e4;
  std::vector<Circle> side;
  for (int k = 0; k <= 60; ++k) side.push_back({0.3, -12 + 0.22 * k});
  const Mesh rod = revolved(side, corners_of_rod, false);
  const Mesh ring = revolved({{0.8, -0.15}, {0.8, 0.15}, {0.41, 0.15}, {0.41, 0}, {0.41, -0.15}}, 24, true);
  const MeshReport of_ring = examine(ring), of_rod = examine(rod);
  EXPECT_TRUE(of_ring.closed && of_ring.outward && of_rod.closed && of_rod.outward);

  ShapeSet shapes;
  FacetTrees trees;
  BodySet bodies;
  for (const Mesh* mesh : {&rod, &ring}) {
    const std::uint32_t shape = shapes.add_hull(mesh->vertices);
    trees.set_mesh(shapes, shape, *mesh);
    bodies.add({}, shape);
  }
  Fall out;
  out.ring = rigid_body(mass_properties(ring), 1, {0, 0, 0});
  out.ring.velocity = {1.2, 0.7, 0};
  FacetContactFinder finder(Cpu{1});
  const std::vector<Pair> pairs{{0, 1}};
  bool touched = false;
  for (int k = 0; k < steps; ++k) {
    bodies.set_pose(1, pose_of(out.ring));
    const FacetContacts<double> found =
        finder.find<double>(shapes, trees, bodies.parts(), pairs, {.alert_distance = zone});
    for (std::size_t i = 0; i < found.size(); ++i) {
      out.largest_vertical = std::max(out.largest_vertical, std::abs(found.normal[i].z));
      push_at(out.ring, found.point[i], found.normal[i] * (stiffness * (zone - found.separation[i])));
    }
    out.contacts += found.size();
    if (!touched && found.size() > 0) ++out.touches;
    touched = found.size() > 0;
    out.farthest = std::max(out.farthest, std::hypot(out.ring.centre.x, out.ring.centre.y));
    move_on(out.ring, step, {0, 0, -gravity});
  }
  return out;
}

/// The sides of a rod with corners, and of one that is nearly round.
TEST(RingOnRod, FallsFreely) {
  for (const std::uint32_t corners : {6u, 7u, 24u, 40u}) {
    SCOPED_TRACE(corners);
    const Fall f = fall(corners);
    EXPECT_GT(f.contacts, 150u);
    EXPECT_GT(f.touches, 5u) << "from wall to wall";
    EXPECT_LT(f.farthest, 0.2) << "the ring is still on the rod";
    EXPECT_LT(f.largest_vertical, 2e-6) << "no wall is level";
    const double time = steps * step;
    EXPECT_NEAR(f.ring.velocity.z, -gravity * time, 1e-5);
    EXPECT_NEAR(f.ring.centre.z, -0.5 * gravity * time * (time + step), 1e-5);
    const Vec3<double> turning = turning_of(f.ring);
    EXPECT_GT(length(turning), 1e-3) << "it tumbles";
  }
}

}  // namespace
}  // namespace abut::papers
