#include "abut/complex/simplicial_complex.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(SimplicialComplex, OfAMeshHasItsTrianglesAndNothingElse) {
  const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}}};
  const SimplicialComplex complex = complex_of(mesh);
  EXPECT_EQ(complex.triangles, mesh.triangles);
  ASSERT_EQ(complex.vertices.size(), 4u);
  EXPECT_EQ(complex.vertices[3].z, 1);
  EXPECT_TRUE(complex.points.empty() && complex.segments.empty() && complex.tetrahedra.empty());
}

}  // namespace
}  // namespace abut
