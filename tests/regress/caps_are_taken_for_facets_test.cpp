// Rings whose facets cross after two of their corners were moved. What of them encloses nothing is covered facet by
// facet, and a cap of a cut was taken for a facet because another facet goes through its middle: a part that reached
// out farther than asked for, without a note.
#include <gtest/gtest.h>

#include "abut/decompose.h"
#include "tests/decompose/solids.h"

namespace abut {
namespace {

Mesh crumpled_ring(std::uint32_t segments, std::size_t one, Vec3<double> there, std::size_t other,
                   Vec3<double> elsewhere) {
  Mesh mesh = test::torus_mesh(2, 1, segments, 3);
  mesh.vertices.at(one) = there;
  mesh.vertices.at(other) = elsewhere;
  return mesh;
}

void expect_within(const Mesh& mesh) {
  DecomposeOptions options;
  options.concavity = 0.1;
  options.most_vertices = 0;
  std::vector<std::string> notes;
  const auto parts = decompose(mesh, options, &notes);
  EXPECT_EQ(notes, std::vector<std::string>());
  const PartsReport report = measure_parts(mesh, parts);
  EXPECT_TRUE(report.covers);
  EXPECT_LE(report.least_relative_concavity, options.concavity + 1e-6);
}

TEST(CapsThatFacetsCross, AreNotCoveredAsFacets) {
  expect_within(crumpled_ring(4, 0, {3, 1, 2}, 8, {2, 2, 2}));
  expect_within(crumpled_ring(3, 0, {1, 3, 4}, 7, {0, 3, 0}));
}

}  // namespace
}  // namespace abut
