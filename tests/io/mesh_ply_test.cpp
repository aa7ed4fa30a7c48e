#include "tests/io/mesh_files.h"

namespace abut::test {
namespace {

using MeshPly = MeshFiles;

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST_F(MeshPly, TextIsRead) {
  expect_same_mesh(read("t.ply", tetrahedron_ply()), tetrahedron());
  expect_same_mesh(read("t.ply", with_crlf(tetrahedron_ply())), tetrahedron());
}

TEST_F(MeshPly, BinaryOfBothByteOrdersIsReadWithForeignElementsAndProperties) {
  expect_same_mesh(read("t.ply", tetrahedron_binary_ply(false)), tetrahedron());
  expect_same_mesh(read("t.ply", tetrahedron_binary_ply(true)), tetrahedron());
}

TEST_F(MeshPly, TextMayHaveForeignElementsFacesFirstAndFreeLineBreaks) {
  const Mesh mesh =
      read("t.ply",
           "ply\nformat ascii 1.0\nelement face 1\nproperty uchar r\nproperty list uchar int vertex_index\n"
           "element vertex 4\nproperty list int int l\nproperty double z\nproperty double y\n"
           "property int x\nelement empty 99999999999\nend_header\n"
           "7 4 0 1\n2 3\n0 0 0 0 2 5 5 0 0 1\n0 0 1 1\n1 9 0 1 0\n\n");
  ASSERT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.vertices[1].x, 1);
  EXPECT_EQ(mesh.triangles.size(), 2u);
  EXPECT_EQ(examine(mesh).area, 1);
}

TEST_F(MeshPly, WhatCannotChangeTheGeometryIsPassedOverAndSaid) {
  const std::string text = tetrahedron_ply();
  expect_notes("t.ply", replaced(replaced(text, "face 4", "face 6"), "3 1 2 3\n", "3 1 2 3\n2 0 1\n0\n"),
               {"2 faces with fewer than three corners"});
  expect_notes("t.ply", replaced(text, "comment by hand\n", "\ncomment by hand\n"), {});
  std::string old = text;
  for (char& c : old) c = c == '\n' ? '\r' : c;
  expect_same_mesh(expect_notes("t.ply", old, {}), tetrahedron());
  const std::string nan = replaced(replaced(text, "vertex 4", "vertex 5"), "0 0 1\n", "0 0 1\nnan nan nan\n");
  expect_same_mesh(expect_notes("t.ply", nan, {"1 vertex without finite coordinates"}), tetrahedron());
  for (const bool big : {false, true}) {
    const std::string good = tetrahedron_binary_ply(big);
    expect_same_mesh(expect_notes("t.ply", good + "ab", {"passed over 2 bytes after all elements"}), tetrahedron());
    expect_notes("t.ply", good + std::string(1000, '\0'), {"1000 bytes"});
  }
}

TEST_F(MeshPly, VerticesAloneGiveTheirHull) {
  const std::string
      head = "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\n",
      body = "end_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0.1 0.1 0.1\n";
  for (const char* between : {"", "element face 0\n", "element face 0\nproperty list uchar int vertex_indices\n"}) {
    const Mesh mesh = expect_notes("t.ply", head + between + body, {"no faces: the convex hull of the 5 vertices"});
    EXPECT_EQ(mesh.vertices.size(), 4u);
    EXPECT_NEAR(examine(mesh).volume, 1.0 / 6, 1e-15);
  }
  expect_refused("t.ply", replaced(head, "vertex 5", "vertex 3") + "end_header\n0 0 0\n1 0 0\n0 1 0\n",
                 {"no triangles", "3 vertices", "no hull"});
  expect_refused("t.ply", head + "element tristrips 1\nproperty list int int vertex_indices\n" + body + "4 0 1 2 3\n",
                 {":7:", "strips"});
}

TEST_F(MeshPly, WhatIsWrongInTheHeaderIsNamedWithItsLine) {
  const std::string good = tetrahedron_ply();
  expect_refused("t.ply", replaced(good, "ascii", "asci"), {":2:", "\"asci\"", "ascii"});
  expect_refused("t.ply", replaced(good, "1.0", "2.0"), {":2:", "\"2.0\""});
  expect_refused("t.ply", replaced(good, "format ascii 1.0\n", ""), {"format"});
  expect_refused("t.ply", replaced(good, "float x", "half x"), {":5:", "\"half\"", "float"});
  expect_refused("t.ply", replaced(good, "element vertex 4", "element vertex four"), {":4:", "\"four\""});
  expect_refused("t.ply", replaced(good, "element vertex 4", "element vertex -4"), {":4:", "\"-4\""});
  expect_refused("t.ply", replaced(good, "element vertex 4\n", ""), {":4:", "property"});
  expect_refused("t.ply", replaced(good, "float z", "float w"), {":4:", "\"z\""});
  expect_refused("t.ply", replaced(good, "vertex_indices", "corners"), {":8:", "vertex_indices"});
  expect_refused("t.ply", replaced(good, "list uchar int", "list uchar float"), {":8:", "whole"});
  expect_refused("t.ply", replaced(good, "list uchar int", "list float int"), {":9:", "whole"});
  expect_refused("t.ply", replaced(good, "element face", "element fase"), {"face"});
  expect_refused("t.ply", replaced(good, "comment", "remark"), {":3:", "\"remark\""});
  expect_refused("t.ply", "ply\nformat ascii 1.0\n", {":2:", "end_header"});
  expect_refused("t.ply", replaced(good, "element face 4", "element face 4 4"), {":8:", "\"4\""});
}

TEST_F(MeshPly, WhatIsWrongInTextIsNamedWithItsLine) {
  const std::string good = tetrahedron_ply();
  expect_refused("t.ply", replaced(good, "\n1 0 0\n", "\n1 nan 0\n"), {":12:", "y", "\"nan\"", "finite"});
  expect_refused("t.ply", replaced(good, "3 1 2 3\n", "3 1 2 4\n"), {":18:", "index 4", "0 to 3"});
  expect_refused("t.ply", replaced(good, "3 1 2 3\n", "3 1 2 -1\n"), {":18:", "index -1", "0 to 3"});
  expect_refused("t.ply", replaced(good, "3 1 2 3\n", "3 1 2 3.5\n"), {":18:", "\"3.5\""});
  expect_refused("t.ply", replaced(good, "3 1 2 3\n", "3 1 2\n"), {":18:", "room for 0 to 2"});
  expect_refused("t.ply", replaced(good, "3 1 2 3\n", "-3 1 2 3\n"), {":18:", "-3"});
  expect_refused("t.ply", replaced(good, "3 1 2 3\n", "3000000000 1 2 3\n"), {":18:", "3000000000"});
  expect_refused("t.ply", good + "5\n", {":19:", "\"5\"", "end"});
  expect_refused("t.ply", replaced(good, "element face 4", "element face 0"), {":15:", "\"3\""});
  expect_refused("t.ply", replaced(good, "vertex 4", "vertex 4000000000000"), {":4:", "4000000000000", "room"});
}

TEST_F(MeshPly, WhatIsWrongInBinaryIsNamedWithItsByte) {
  for (const bool big : {false, true}) {
    const std::string good = tetrahedron_binary_ply(big);
    expect_refused("t.ply", good.substr(0, good.size() - 1), {"byte", "room for 0 to 1"});
    expect_refused("t.ply", good.substr(0, good.size() - 13), {"byte", "room for 0 to 2"});
    expect_refused("t.ply", good.substr(0, good.size() - 9), {"byte", "ends", "count of a list"});
    expect_refused("t.ply", good + std::string(100, 'x'), {"byte", "100 bytes after"});
    expect_refused("t.ply", replaced(good, "element vertex 4", "element vertex 4000000000000"),
                   {"4000000000000", "room"});
    expect_refused("t.ply", replaced(good, "element face 4", "element face 4444"), {"4444", "room"});
    // The last corner of the last face: nine bytes of uv behind it.
    std::string index = good;
    index.replace(index.size() - 13, 4, "\x7f\x7f\x7f\x7f");
    expect_refused("t.ply", index, {"byte", "2139062143", "0 to 3"});
    std::string count = good;
    count.replace(count.size() - 25, 4, "\x7f\x7f\x7f\x7f");
    expect_refused("t.ply", count, {"byte", "2139062143", "room"});
    std::string nan = good;
    const std::size_t x = good.find("end_header\n") + 11 + 22 + 1;
    nan.replace(x, 4, big ? std::string("\x7f\xc0\0\0", 4) : std::string("\0\0\xc0\x7f", 4));
    expect_refused("t.ply", nan, {"byte", "x is nan", std::to_string(x).c_str(), "finite"});
  }
}

}  // namespace
}  // namespace abut::test
