// Cavities became solids: those of a hollow body that is inside out as a whole, of which only the outer shell was
// turned, and those whose first corner touches the wall, which alone told whether they lie in it.
#include <gtest/gtest.h>

#include "abut/shapes/mesh.h"
#include "host/decompose/body.h"
#include "tests/decompose/solids.h"

namespace abut {
namespace {

using test::add_box;
using test::box_mesh;

Mesh turned(Mesh mesh) {
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

TEST(Cavities, OfABodyThatIsInsideOutStayCavities) {
  Mesh mesh = box_mesh({0, 0, 0}, {4, 4, 4});
  add_box(mesh, {1, 1, 1}, {2, 2, 2}, true);
  RepairedMesh r = repair_mesh(turned(mesh));
  EXPECT_EQ(r.refusal, "");
  EXPECT_EQ(r.steps, std::vector<std::string>{"turned 2 shells that faced inwards, or lie in one that did"});
  EXPECT_EQ(r.mesh.triangles, mesh.triangles);
  EXPECT_DOUBLE_EQ(host::Body(r.mesh).volume(), 63);

  // Beside one that is right, with a core in the cavity.
  add_box(mesh, {1.25, 1.25, 1.25}, {1.75, 1.75, 1.75});
  Mesh both = turned(mesh);
  add_box(both, {6, 0, 0}, {9, 3, 3});
  add_box(both, {7, 1, 1}, {8, 2, 2}, true);
  r = repair_mesh(both);
  EXPECT_EQ(r.refusal, "");
  EXPECT_DOUBLE_EQ(host::Body(r.mesh).volume(), 63 + 0.125 + 26);
}

TEST(Cavities, ThatTouchTheWallStayCavities) {
  Mesh mesh = box_mesh({0, 0, 0}, {4, 4, 4});
  for (const Vec3<double>& p : {Vec3<double>{0, 2, 2.25}, {2, 1, 1}, {2, 3, 1}, {2, 2, 3}}) mesh.vertices.push_back(p);
  for (const auto& t : {std::array<std::uint32_t, 3>{8, 9, 10}, {8, 10, 11}, {8, 11, 9}, {9, 11, 10}}) {
    mesh.triangles.push_back({t[0], t[1], t[2]});
  }
  const double tetrahedron = 64 - examine(mesh).volume;
  ASSERT_NEAR(tetrahedron, 4.0 / 3, 1e-12) << "faces inwards";
  const RepairedMesh r = repair_mesh(mesh);
  EXPECT_EQ(r.refusal, "");
  EXPECT_TRUE(r.steps.empty());
  EXPECT_DOUBLE_EQ(examine(r.mesh).volume, 64 - tetrahedron);
}

/// Nor does a shell that only touches another from outside lie in it, though its box does.
TEST(Cavities, ShellsThatTouchFromOutsideAreNone) {
  Mesh mesh = test::angle_mesh();
  add_box(mesh, {1.25, 1, 0.25}, {1.75, 1.5, 0.75}, true);
  const RepairedMesh r = repair_mesh(mesh);
  EXPECT_EQ(r.refusal, "");
  EXPECT_DOUBLE_EQ(examine(r.mesh).volume, 3.125);
}

}  // namespace
}  // namespace abut
