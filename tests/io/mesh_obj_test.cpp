#include <algorithm>

#include "tests/io/mesh_files.h"

namespace abut::test {
namespace {

using MeshObj = MeshFiles;

TEST_F(MeshObj, ATetrahedronIsRead) {
  expect_same_mesh(read("t.obj", tetrahedron_obj()), tetrahedron());
  expect_same_mesh(read("T.OBJ", with_crlf(tetrahedron_obj())), tetrahedron());
}

TEST_F(MeshObj, TextureAndNormalIndicesArePassedOver) {
  const std::string vertices =
      "mtllib a.mtl\no thing\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\ng a b\nusemtl m\ns off\n";
  for (const char* f : {"f 1 2 3", "f 1/1 2/1 3/1", "f 1//1 2//1 3//1", "f 1/1/1 2/1/1 3/1/1", "f -3 -2 -1",
                        "f 1 2 3 # end", "f 1 2 \\\n 3", "\tf\t1  2\t3  "}) {
    const Mesh mesh = read("t.obj", vertices + f + "\n");
    EXPECT_EQ(mesh.triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}})) << f;
  }
}

TEST_F(MeshObj, VerticesMayHaveAWeightOrAColour) {
  for (const char* extra : {"", " 1.0", " 0.5 0.5 0.5", " 0.5 0.5 0.5 1", " 1 2", " nan nan nan",
                            " -nan(ind) inf 1e999", " -1.#IND 1.#QNAN 1.#INF"}) {
    const Mesh mesh = read("t.obj", std::string("v 1e-1 +2 -3.5") + extra + "\nv 1 0 0\nv 0 1 0\nf 1 2 3");
    EXPECT_EQ(mesh.vertices[0].x, 0.1);
    EXPECT_EQ(mesh.vertices[0].y, 2);
    EXPECT_EQ(mesh.vertices[0].z, -3.5);
  }
}

TEST_F(MeshObj, PolygonsAreCutWhereverTheyStand) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 3 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 5\n";
  const std::vector<std::array<std::uint32_t, 3>> pentagon{{0, 1, 4}, {1, 2, 3}, {1, 3, 4}};
  for (const std::string& text : {v + "f 6 1 2\nf 1 2 3 4 5\nf 6 2 1\n", "f 6 1 2\nf 1 2 3 4 5\nf 6 2 1\n" + v}) {
    Mesh mesh = read("t.obj", text);
    ASSERT_EQ(mesh.triangles.size(), 5u);
    EXPECT_EQ(mesh.triangles.front(), (std::array<std::uint32_t, 3>{5, 0, 1}));
    EXPECT_EQ(mesh.triangles.back(), (std::array<std::uint32_t, 3>{5, 1, 0}));
    std::vector<std::array<std::uint32_t, 3>> inner(mesh.triangles.begin() + 1, mesh.triangles.end() - 1);
    for (auto& t : inner) std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    std::sort(inner.begin(), inner.end());
    EXPECT_EQ(inner, pentagon);
  }
}

TEST_F(MeshObj, WhatCannotChangeTheGeometryIsPassedOverAndSaid) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  expect_notes("t.obj", v + "f 1/x/ 2//1.5 3/0/nan\n", {});
  expect_notes("t.obj", v + "f 1 2\nf 1\nf 1 2 3\nf\n", {"3 faces with fewer than three corners"});
  expect_notes("t.obj", v + "xyz 1\nf 1 2 3\nxyz 2\nl 1 2\n",
               {"2 unknown statements, the first in line 4: \"xyz\"", "1 line, curve or surface statement"});
  expect_notes("t.obj", v + "v nan 0 0\nv 0 inf 0\nv 0 0 1\nf 1 2 3\nf 1 2 6 3\n",
               {"2 vertices without finite coordinates left out"});
  expect_notes("t.obj", v + "v 1 1 0\nf 1 4 2 3\n", {"1 face crosses itself, the first near 0, 0, 0"});
  expect_notes("t.obj", "\xef\xbb\xbf" + v + "f 1 2 3\n", {});
  std::string old = v + "f 1 2 3\n", wide = "\xff\xfe", wide_big = "\xfe\xff";
  for (const char c : old) {
    wide += c, wide += '\0';
    wide_big += '\0', wide_big += c;
  }
  for (char& c : old) c = c == '\n' ? '\r' : c;
  for (const std::string& text : {old, wide, wide_big}) expect_notes("t.obj", text, {});
}

TEST_F(MeshObj, AVertexWithoutFiniteCoordinatesThatNoFaceHasChangesNoOther) {
  const Mesh mesh = read("t.obj", "v nan 0 0\nv 0 0 0\nv 0 nan 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 2 4 5\nf 5 4 6 2\n");
  ASSERT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.triangles[0], (std::array<std::uint32_t, 3>{0, 1, 2}));
  EXPECT_EQ(mesh.vertices[3].y, 1);
}

TEST_F(MeshObj, VerticesAloneGiveTheirHull) {
  std::string text = "# eight corners and one inside\n";
  for (int k = 0; k < 8; ++k)
    text += "v " + std::to_string(k & 1) + " " + std::to_string(k >> 1 & 1) + " " + std::to_string(k >> 2) + "\n";
  const Mesh mesh =
      expect_notes("t.obj", text + "v 0.5 0.5 0.5\np 1 2 3\n", {"no faces: the convex hull of the 9 vertices"});
  EXPECT_EQ(mesh.vertices.size(), 8u);
  EXPECT_TRUE(examine(mesh).outward);
  EXPECT_NEAR(examine(mesh).volume, 1, 1e-15);
  expect_refused("t.obj", text + "v nan 0 0\n", {":10:", "x is \"nan\"", "finite"});
  expect_refused("t.obj", text + "l 1 2 3\n", {":10:", "\"l\"", "no face"});
  expect_refused("t.obj", text + "surf 0 1 0 1 1 2 3 4\n", {":10:", "\"surf\"", "no face"});
}

TEST_F(MeshObj, FacesMayComeBeforeTheirVertices) {
  const Mesh mesh = read("t.obj", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n");
  EXPECT_EQ(mesh.triangles.size(), 1u);
}

TEST_F(MeshObj, NumbersTooSmallForADoubleAreZero) {
  const Mesh mesh = read("t.obj", "v 1e-400 -1e-999 0\nv 1 0 0\nv 0 1 0\nf 1 2 3");
  EXPECT_EQ(mesh.vertices[0].x, 0);
  EXPECT_EQ(mesh.vertices[0].y, 0);
}

TEST_F(MeshObj, WhatIsWrongIsNamedWithItsLine) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  expect_refused("t.obj", v + "f 1 2 4\n", {":4:", "\"4\"", "1 to 3", "-3 to -1"});
  expect_refused("t.obj", v + "f 1 2 0\n", {":4:", "\"0\""});
  expect_refused("t.obj", v + "f 1 2 -4\n", {":4:", "\"-4\""});
  expect_refused("t.obj", v + "f 1 2 99999999999999999999\n", {":4:", "\"99999999999999999999\""});
  expect_refused("t.obj", v + "\n\nf 1 x 3\n", {":6:", "\"x\""});
  expect_refused("t.obj", v + "f 1/2/3/4 2 3\n", {":4:", "\"1/2/3/4\""});
  expect_refused("t.obj", "v 0 0\n", {":1:", "z is missing"});
  expect_refused("t.obj", "v 0 zero 0\n", {":1:", "y", "\"zero\""});
  expect_refused("t.obj", "v 0 0 nan\n", {":1:", "z", "\"nan\"", "finite"});
  expect_refused("t.obj", "\nv inf 0 0\n", {":2:", "x", "\"inf\"", "finite"});
  expect_refused("t.obj", "v 0 1e400 0\n", {":1:", "\"1e400\"", "finite"});
  expect_refused("t.obj", "v 0 0 0,5\n", {":1:", "\"0,5\""});
  expect_refused("t.obj", "v 0 0 0 red\n", {":1:", "\"red\""});
  expect_refused("t.obj", "face 1 2 3\n", {":1:", "\"face\"", "allowed"});
  expect_refused("t.obj", "f 1 2 3\n", {":1:", "\"1\"", "no vertices"});
  expect_refused("t.obj", v + "f 1 2 \\", {":4:", "ends"});
  expect_refused("t.obj", v, {"no triangles", "3 vertices"});
  expect_refused("t.obj", std::string("\x01\x02\xff\n", 4), {":1:", "\\x01\\x02\\xff"});
}

using MeshReaders = MeshFiles;

TEST_F(MeshReaders, AMissingFileADirectoryAndAPipeAreFileErrors) {
  for (const std::string& bad : {path("missing.obj"), path(""), std::string("/dev/null")}) {
    try {
      read_mesh(bad);
      ADD_FAILURE() << bad;
    } catch (const FileError& e) {
      EXPECT_EQ(std::string(e.what()).find(bad), 0u) << e.what();
    }
  }
}

TEST_F(MeshReaders, AnEmptyFileIsRefused) {
  for (const char* name : {"e.obj", "e.stl", "e.ply", "e.off", "e"}) expect_refused(name, "", {"empty"});
}

TEST_F(MeshReaders, AnUnknownFormatIsRefused) {
  expect_refused("t.gltf", "{}", {"\".gltf\"", "OBJ, STL, PLY and OFF"});
  expect_refused("t.ply", "plyy\n", {":1:", "ply"});
  expect_refused("t.off", "four 4 6\n", {":1:", "OFF"});
}

TEST_F(MeshReaders, TheContentDecidesBeforeTheExtension) {
  expect_same_mesh(read("t.obj", tetrahedron_ply()), tetrahedron());
  expect_same_mesh(read("t.stl", tetrahedron_off()), tetrahedron());
  EXPECT_EQ(read("t.bin", tetrahedron_binary_stl()).triangles.size(), 4u);
  EXPECT_EQ(read("t", tetrahedron_stl()).triangles.size(), 4u);
}

}  // namespace
}  // namespace abut::test
