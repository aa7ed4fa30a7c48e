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
  for (const char* extra : {"", " 1.0", " 0.5 0.5 0.5", " 0.5 0.5 0.5 1"}) {
    const Mesh mesh = read("t.obj", std::string("v 1e-1 +2 -3.5") + extra + "\nv 1 0 0\nv 0 1 0\nf 1 2 3");
    EXPECT_EQ(mesh.vertices[0].x, 0.1);
    EXPECT_EQ(mesh.vertices[0].y, 2);
    EXPECT_EQ(mesh.vertices[0].z, -3.5);
  }
}

TEST_F(MeshObj, PolygonsBecomeFans) {
  const Mesh mesh = read("t.obj", "v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 1 0\nf 1 2 3 4 5\n");
  EXPECT_EQ(mesh.triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
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
  expect_refused("t.obj", v + "f 1 2\n", {":4:", "2 corners", "3"});
  expect_refused("t.obj", v + "\n\nf 1 x 3\n", {":6:", "\"x\""});
  expect_refused("t.obj", v + "f 1/a 2 3\n", {":4:", "\"1/a\""});
  expect_refused("t.obj", "v 0 0\n", {":1:", "z is missing"});
  expect_refused("t.obj", "v 0 zero 0\n", {":1:", "y", "\"zero\""});
  expect_refused("t.obj", "v 0 0 nan\n", {":1:", "z", "\"nan\"", "finite"});
  expect_refused("t.obj", "\nv inf 0 0\n", {":2:", "x", "\"inf\"", "finite"});
  expect_refused("t.obj", "v 0 1e400 0\n", {":1:", "\"1e400\"", "finite"});
  expect_refused("t.obj", "v 0 0 0,5\n", {":1:", "\"0,5\""});
  expect_refused("t.obj", "v 0 0 0 1 2\n", {":1:", "5 numbers"});
  expect_refused("t.obj", v + "face 1 2 3\n", {":4:", "\"face\"", "allowed"});
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
  expect_refused("t.off", "4 4 6\n", {":1:", "OFF"});
}

TEST_F(MeshReaders, TheContentDecidesBeforeTheExtension) {
  expect_same_mesh(read("t.obj", tetrahedron_ply()), tetrahedron());
  expect_same_mesh(read("t.stl", tetrahedron_off()), tetrahedron());
  EXPECT_EQ(read("t.bin", tetrahedron_binary_stl()).triangles.size(), 4u);
  EXPECT_EQ(read("t", tetrahedron_stl()).triangles.size(), 4u);
}

}  // namespace
}  // namespace abut::test
