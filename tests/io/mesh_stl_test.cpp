#include "tests/io/mesh_files.h"

namespace abut::test {
namespace {

using MeshStl = MeshFiles;

TEST_F(MeshStl, TextIsRead) {
  for (const std::string& text : {tetrahedron_stl(), with_crlf(tetrahedron_stl())}) {
    const Mesh mesh = read("t.stl", text);
    EXPECT_EQ(mesh.vertices.size(), 12u);
    EXPECT_EQ(mesh.triangles.size(), 4u);
    EXPECT_NEAR(examine(mesh).volume, 1.0 / 6, 1e-15);
    EXPECT_TRUE(examine(mesh).outward);
  }
}

TEST_F(MeshStl, BinaryIsReadWhateverItsHeaderSays) {
  for (const char* header : {"made by hand", "solid but binary", "solid\nfacet normal 0 0 1\n"}) {
    const Mesh mesh = read("t.stl", tetrahedron_binary_stl(header));
    EXPECT_EQ(mesh.triangles.size(), 4u);
    EXPECT_TRUE(examine(mesh).outward);
  }
}

TEST_F(MeshStl, KeywordsMayBeInCapitalsAndSolidsMayBeMany) {
  std::string text = tetrahedron_stl();
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  EXPECT_EQ(read("t.stl", text + tetrahedron_stl()).triangles.size(), 8u);
}

TEST_F(MeshStl, WhatCannotChangeTheGeometryIsPassedOverAndSaid) {
  const std::string good = tetrahedron_binary_stl(), text = tetrahedron_stl();
  expect_notes("t.stl", good + "ab", {"passed over 2 bytes after the last triangle"});
  expect_notes("t.stl", good + std::string(49, 'x'), {"49 bytes"});
  expect_notes("t.stl", good + std::string(428, '\0'), {"428 bytes"});
  expect_notes("t.stl", "\n \n" + text, {});
  expect_notes("t.stl", text.substr(0, text.rfind("endsolid")), {"without endsolid"});
  std::string old = text;
  for (char& c : old) c = c == '\n' ? '\r' : c;
  expect_same_mesh(expect_notes("t.stl", old, {}), read("t.stl", text));
  EXPECT_EQ(read("t.stl",
                 "solid\nfacet normal nan nan nan\nouter loop\nvertex 0 0 0 1\nvertex 1 0 0\nvertex 0 1 0\n"
                 "endloop extra\nendfacet\nendsolid\n")
                .triangles.size(),
            1u);
}

TEST_F(MeshStl, AFacetOfMoreThanThreeVerticesIsCut) {
  const Mesh mesh = read("t.stl",
                         "solid s\nfacet normal 0 0 1\nouter loop\nvertex 1 1 0\nvertex 0 4 0\nvertex 0 0 0\n"
                         "vertex 4 0 0\nendloop\nendfacet\nendsolid s\n");
  EXPECT_EQ(mesh.triangles.size(), 2u);
  EXPECT_EQ(examine(mesh).area, 4);
}

TEST_F(MeshStl, WhatIsWrongInTextIsNamedWithItsLine) {
  const std::string facet = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n";
  expect_refused("t.stl", facet + "vertex 0 nan 0\nendloop\nendfacet\nendsolid\n", {":6:", "y", "\"nan\"", "finite"});
  expect_refused("t.stl", facet + "vertex 0 1\nendloop\nendfacet\nendsolid\n", {":6:", "z is missing"});
  expect_refused("t.stl", facet + "vertex 0 1 0 seven\nendloop\nendfacet\nendsolid\n", {":6:", "\"seven\""});
  expect_refused("t.stl", facet + "endloop\nendfacet\nendsolid\n", {":6:", "\"endloop\"", "vertex"});
  expect_refused("t.stl", facet + "vertex 0 1 0\nendfacet\nendsolid\n", {":7:", "\"endfacet\"", "vertex or endloop"});
  expect_refused("t.stl", facet, {":5:", "ends", "vertex"});
  expect_refused("t.stl", facet + "vertex 0 1 0\nendloop\n", {":7:", "ends", "endfacet"});
  expect_refused("t.stl", facet + "vertex 0 1 0\nendloop\nendfacet\njunk\n", {":9:", "\"junk\""});
  expect_refused("t.stl", "solid s\nendsolid s\n", {"no triangles"});
}

TEST_F(MeshStl, WhatIsWrongInBinaryIsNamedWithItsByte) {
  const std::string good = tetrahedron_binary_stl();
  expect_refused("t.stl", good.substr(0, 60), {"byte 60", "84"});
  expect_refused("t.stl", good.substr(0, good.size() - 1), {"byte 80", "count is 4", "284", "283"});
  expect_refused("t.stl", good + std::string(50, 'x'), {"byte 80", "334"});
  std::string huge = good;
  huge.replace(80, 4, "\xff\xff\xff\xff");
  expect_refused("t.stl", huge, {"byte 80", "4294967295"});
  std::string bad = good;
  bad.replace(84 + 50 + 12 + 4, 4, std::string("\0\0\xc0\x7f", 4));
  expect_refused("t.stl", bad, {"byte 150", "nan", "finite"});
  std::string none = good.substr(0, 84);
  none.replace(80, 4, std::string(4, '\0'));
  expect_refused("t.stl", none, {"no triangles"});
}

}  // namespace
}  // namespace abut::test
