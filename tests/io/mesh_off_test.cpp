#include "tests/io/mesh_files.h"

namespace abut::test {
namespace {

using MeshOff = MeshFiles;

TEST_F(MeshOff, ATetrahedronIsRead) {
  expect_same_mesh(read("t.off", tetrahedron_off()), tetrahedron());
  expect_same_mesh(read("t.off", with_crlf(tetrahedron_off())), tetrahedron());
}

TEST_F(MeshOff, CountsMayStandBesideTheKeywordAndCommentsAnywhere) {
  const Mesh mesh =
      read("t.off", "# first\nOFF 3 1 0 # counts\n\n0 0 0\n# between\n1 0 0\n0 1 0 # end\n3 0 1 2 # face\n");
  EXPECT_EQ(mesh.triangles.size(), 1u);
  EXPECT_EQ(read("t.off", "OFF\n3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2").triangles.size(), 1u);
}

TEST_F(MeshOff, ColoursAndNormalsArePassedOver) {
  EXPECT_EQ(read("t.off", "COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 255 0 0 255\n0 1 0 1 1 1 1\n3 0 1 2 0.5 0.5 0.5\n")
                .triangles.size(),
            1u);
  EXPECT_EQ(read("t.off", "NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n").vertices[1].x, 1);
}

TEST_F(MeshOff, ANoteOfTheHeaderOrAColourChangesNothing) {
  const std::string body = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
  for (const std::string& text :
       {"OFF3 1 0\n" + body, "  OFF3 1 0 # or so\n" + body, "3 1 0\n" + body, "off\n3 1 0\n" + body,
        "OFF 3 1 many\n" + body, "OFF\n3 1 -1 7\n" + body, "NCSTOFF\n3 1 0\n" + body,
        std::string("OFF\n3 1 0\n0 0 0 255 0 0\n1 0 0 nan nan nan\n0 1 0\n3 0 1 2 inf 0 0\n"),
        std::string("STOFF\n3 1 0\n0 0 0 0.5 0.5\n1 0 0 1 1\n0 1 0 0 1\n3 0 1 2\n")}) {
    const Mesh mesh = expect_notes("t.off", text, {});
    EXPECT_EQ(mesh.vertices.size(), 3u) << text;
    EXPECT_EQ(mesh.triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}})) << text;
  }
  expect_notes("t.off", "OFF\n3 4 0\n0 0 0\n1 0 0\n0 1 0\n1 0\n2 0 1\n0\n3 0 1 2\n", {"3 faces with fewer"});
}

TEST_F(MeshOff, CommentsAndBlankLinesMayFollowTheLastFaceButNoWords) {
  const std::string body = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
  for (const std::string after :
       {"\n", "\n\n\n", " \t \n", "# end", "# end\n", "\n  # made by hand\n\n# 3 0 1 2\n \n", "\r\n# end\r\n\r\n"}) {
    EXPECT_EQ(expect_notes("t.off", body + after, {}).triangles.size(), 1u) << after;
  }
  expect_refused("t.off", body + "garbage here\n", {":7:", "\"garbage\"", "after the 1 faces that were announced"});
  expect_refused("t.off", body + "\n# end\n \nhere # there\n", {":10:", "\"here\""});
  expect_refused("t.off", body + "0\n", {":7:", "\"0\""});
  expect_refused("t.off", body + "\n!\n", {":8:", "\"!\""});
}

TEST_F(MeshOff, VerticesAloneGiveTheirHull) {
  const Mesh mesh = expect_notes("t.off", "OFF\n4 0 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n", {"no faces"});
  EXPECT_EQ(mesh.triangles.size(), 4u);
  EXPECT_TRUE(examine(mesh).outward);
}

TEST_F(MeshOff, WhatIsWrongIsNamedWithItsLine) {
  const std::string v = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n";
  expect_refused("t.off", v + "3 0 1 3\n", {":6:", "\"3\"", "0 to 2"});
  expect_refused("t.off", v + "3 0 1 -1\n", {":6:", "\"-1\""});
  expect_refused("t.off", v + "-2 0 1\n", {":6:", "\"-2\"", "0 to"});
  expect_refused("t.off", v + "3 0 1\n", {":6:", "index is missing"});
  expect_refused("t.off", v + "999999999 0 1 2\n", {":6:", "index is missing"});
  expect_refused("t.off", v, {":5:", "ends", "face 0 of 1"});
  expect_refused("t.off", v + "3 0 1 2\n3 0 1 2\n", {":7:", "\"3\"", "end"});
  expect_refused("t.off", v + "3 0 1 2 red\n", {":6:", "\"red\""});
  expect_refused("t.off", "OFF\n3 1 0\n0 0 0\n# and a comment", {":4:", "ends", "vertex 1 of 3"});
  expect_refused("t.off", "OFF\n1 1 0\n0 0 0 red\n", {":3:", "\"red\""});
  expect_refused("t.off", "OFF\n3 1 0\n0 nan 0\n1 0 0\n0 1 0\n3 0 1 2\n", {":3:", "\"nan\"", "finite"});
  expect_refused("t.off", "OFF\n3 1 0\n0 0 0\n", {":2:", "vertices is 3", "room for 1"});
  expect_refused("t.off", "OFF\n1 9 0\n0 0 0\n", {":2:", "faces is 9", "room for 3"});
  expect_refused("t.off", "OFF\n4000000000 1 0\n", {":2:", "\"4000000000\"", "2147483647"});
  expect_refused("t.off", "OFF\n-3 1 0\n", {":2:", "\"-3\""});
  expect_refused("t.off", "OFF\n", {":1:", "ends"});
  expect_refused("t.off", "OFF BINARY\n", {":1:", "binary"});
  expect_refused("t.off", "4OFF\n1 1 1\n", {":1:", "\"4OFF\""});
  expect_refused("t.off", "OFF\n0 1 0\n3 0 0 0\n", {":3:", "index"});
  expect_refused("t.off", "OFF\n0 0 0\n", {"no triangles"});
}

}  // namespace
}  // namespace abut::test
