// The concavity was judged before parts are made larger so that they cover. Far off the origin, where corners of cuts
// are rounded much, that takes a sharp corner of a part farther than the concavity allows, and nothing was said.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "abut/decompose.h"
#include "tests/decompose/solids.h"

namespace abut {
namespace {

/// An angle, which a cut takes apart, and beside it a blade with a tip of this half angle.
Mesh angle_and_blade(double half_angle, double off) {
  Mesh mesh = test::angle_mesh();
  for (const double z : {0.0, 1.0}) {
    for (const Vec3<double>& p : {Vec3<double>{1, -1, z}, {2, -1 - half_angle, z}, {2, -1 + half_angle, z}}) {
      mesh.vertices.push_back(p);
    }
  }
  for (const auto& t : {std::array<std::uint32_t, 3>{12, 14, 13},
                        {15, 16, 17},
                        {12, 13, 16},
                        {12, 16, 15},
                        {13, 14, 17},
                        {13, 17, 16},
                        {14, 12, 15},
                        {14, 15, 17}}) {
    mesh.triangles.push_back(t);
  }
  const double c = std::cos(0.3), s = std::sin(0.3);
  for (Vec3<double>& v : mesh.vertices) v = {c * v.x - s * v.y + off, s * v.x + c * v.y + off, v.z + off};
  return mesh;
}

TEST(CoveringParts, StayWithinTheirLimitOrThereIsAnError) {
  DecomposeOptions options;
  options.concavity = 0.002;
  // Of the last two the blade is convex to rounding, and reaches out where it is made larger as it is.
  for (const auto& [half_angle, off] : {std::pair{1e-3, 0.0}, {1e-3, 1e3}, {1e-5, 0x1p28}, {2e-6, 0x1p28}}) {
    const Mesh mesh = angle_and_blade(half_angle, off);
    const PartsReport report = measure_parts(mesh, decompose(mesh, options));
    EXPECT_TRUE(report.covers);
    EXPECT_LE(report.relative_concavity, options.concavity);
  }
  try {
    (void)decompose(angle_and_blade(1e-6, 0x1p28), options);
    FAIL() << "not refused";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("farther than concavity allows"), std::string::npos) << error.what();
  }
}

/// Parts that others held but for slivers were dropped, and then a few facets were not covered: there was no answer.
TEST(CoveringParts, OfACoarseRingCoverIt) {
  Mesh mesh = test::torus_mesh(2, 0.7, 6, 4);
  for (Vec3<double>& v : mesh.vertices) {
    v = {std::round(v.x * 0x1p30) * 0x1p-30, std::round(v.y * 0x1p30) * 0x1p-30, std::round(v.z * 0x1p30) * 0x1p-30};
  }
  DecomposeOptions options;
  options.concavity = 0.2;
  options.most_vertices = 12;
  EXPECT_TRUE(measure_parts(mesh, decompose(mesh, options)).covers);
}

}  // namespace
}  // namespace abut
