// Where the rest of a mesh was closed, triangles that were there an even number of times were taken for walls between
// two solids: a solid apart with all its triangles twice was gone.
#include <gtest/gtest.h>

#include "abut/shapes/mesh.h"
#include "tests/decompose/solids.h"

namespace abut {
namespace {

using test::add_box;
using test::box_mesh;

/// A second skin, facing as the first or the other way.
Mesh with_two_skins(const Mesh& mesh, bool facing) {
  Mesh out = mesh;
  for (const auto& t : mesh.triangles) {
    out.triangles.push_back(facing ? std::array<std::uint32_t, 3>{t[0], t[2], t[1]} : t);
  }
  return out;
}

void append(Mesh& to, const Mesh& from) {
  const auto first = static_cast<std::uint32_t>(to.vertices.size());
  to.vertices.insert(to.vertices.end(), from.vertices.begin(), from.vertices.end());
  for (const auto& t : from.triangles) to.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

Mesh two_wall_on_wall() {
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  add_box(mesh, {0, 0, 1}, {1, 1, 3});
  return weld(mesh);
}

TEST(DoubledSolids, AreKeptBesideOthers) {
  for (const bool facing : {false, true}) {
    Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
    append(mesh, with_two_skins(box_mesh({2, 0, 0}, {4, 1, 1}), facing));
    const RepairedMesh r = repair_mesh(mesh);
    EXPECT_EQ(r.refusal, "");
    EXPECT_DOUBLE_EQ(examine(r.mesh).volume, 3);
    EXPECT_EQ(r.steps, std::vector<std::string>{"dropped 12 triangles that were there twice"});
  }
}

TEST(DoubledSolids, AreKeptBesideWallsThatGo) {
  for (const bool facing : {false, true}) {
    Mesh mesh = two_wall_on_wall();
    append(mesh, with_two_skins(box_mesh({2, 0, 0}, {4, 1, 1}), facing));
    const RepairedMesh r = repair_mesh(mesh);
    EXPECT_EQ(r.refusal, "");
    EXPECT_DOUBLE_EQ(examine(r.mesh).volume, 5);
    EXPECT_EQ(r.steps.size(), 2u);
  }
}

TEST(DoubledSolids, ThatTouchOthersAtAnEdgeAreNotDropped) {
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  append(mesh, with_two_skins(box_mesh({1, 1, 0}, {2, 2, 1}), true));
  EXPECT_EQ(repair_mesh(mesh).refusal, "1 edge with more than two triangles, the first near 1, 1, 0.5");
}

/// A sheet of no thickness is no solid, and to leave it out is a choice.
TEST(DoubledSolids, SheetsApartAreRefused) {
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1}), sheet;
  sheet.vertices = {{2, 0, 0}, {3, 0, 0}, {2, 1, 0}};
  sheet.triangles = {{0, 1, 2}};
  append(mesh, with_two_skins(sheet, true));
  EXPECT_EQ(repair_mesh(mesh).refusal, "it is not closed: 3 boundary edges, the first near 2.5, 0, 0");
}

/// Only what faces each other is a wall between two: of walls that face one way one is left, whatever that leaves open.
TEST(DoubledSolids, WallsThatFaceOneWayAreNoWallsBetween) {
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  Mesh other = box_mesh({0, 0, 1}, {1, 1, 3});
  for (auto& t : other.triangles) std::swap(t[1], t[2]);
  append(mesh, other);
  EXPECT_NE(repair_mesh(weld(mesh)).refusal, "");
}

}  // namespace
}  // namespace abut
