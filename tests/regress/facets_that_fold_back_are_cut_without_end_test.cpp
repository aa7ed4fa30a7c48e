// A prism over an L whose lids are fans from a corner that does not see all of it: facets overlap in a plane, and lie
// outside of the solid. Cutting it did not end.
#include <gtest/gtest.h>

#include "abut/decompose.h"
#include "tests/decompose/solids.h"

namespace abut {
namespace {

/// Both lids of an angle as fans from a corner.
Mesh fanned_angle(std::uint32_t from) {
  Mesh mesh = test::angle_mesh();
  mesh.triangles.resize(12);  // its walls
  for (std::uint32_t i = 1; i < 5; ++i) {
    const std::uint32_t a = from, b = (from + i) % 6, c = (from + i + 1) % 6;
    mesh.triangles.push_back({a, c, b});
    mesh.triangles.push_back({a + 6, b + 6, c + 6});
  }
  return mesh;
}

TEST(FacetsThatFoldBack, AreCoveredWithinTheLimit) {
  for (std::uint32_t from = 0; from < 6; ++from) {
    for (const bool cuts : {true, false}) {
      DecomposeOptions options;
      options.cuts = cuts;
      std::vector<std::string> notes;
      const auto parts = decompose(fanned_angle(from), options, &notes);
      EXPECT_EQ(notes, std::vector<std::string>()) << from;
      EXPECT_LE(parts.size(), 12u) << from;
      const PartsReport report = measure_parts(fanned_angle(from), parts);
      EXPECT_TRUE(report.covers) << from;
      EXPECT_LE(report.least_relative_concavity, options.concavity + 1e-6) << from;
    }
  }
}

}  // namespace
}  // namespace abut
