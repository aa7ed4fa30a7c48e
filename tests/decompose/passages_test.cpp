// What is open stays open: a peg passes into the hole of decomposed parts, rings are linked, cavities are hollow. All
// by queries between the parts' hulls: no point of a part is farther from the body than measured, so that what is
// farther than that from the body touches no part.
#include <gtest/gtest.h>

#include "tests/decompose/passages.h"
#include "tests/decompose/solids.h"

namespace abut::test {
namespace {

constexpr double rounding = 1e-12;

/// Parts that keep the concavity, and how far they reach out.
struct Parts {
  std::vector<Mesh> parts;
  double reach;
};

Parts parts_of(const Mesh& mesh, const DecomposeOptions& options) {
  Parts found{decompose(mesh, options), 0};
  const PartsReport report = measure_parts(mesh, found.parts);
  EXPECT_LE(report.least_relative_concavity, options.concavity);
  found.reach = report.concavity + rounding;
  return found;
}

/// A prism about the z axis whose facets are those of the hole of `tube_mesh`, `slack` farther inside.
Mesh peg_mesh(double hole, double slack, double half_height, std::uint32_t round) {
  const Mesh tube = tube_mesh(hole - slack / std::cos(M_PI / round), hole, half_height, round);
  Mesh peg;
  for (const Vec3<double>& v : tube.vertices) {
    if (std::hypot(v.x, v.y) < hole - slack / 2) peg.vertices.push_back(v);
  }
  for (std::uint32_t i = 0; i < round; ++i) {
    const std::uint32_t a = 2 * i, b = 2 * ((i + 1) % round);
    peg.triangles.push_back({a, b, b + 1}), peg.triangles.push_back({a, b + 1, a + 1});
    if (i > 1) peg.triangles.push_back({0, a, a - 2}), peg.triangles.push_back({1, a - 1, a + 1});
  }
  return peg;
}

TEST(Passages, APegPassesThroughAHoleWithinTheConcavity) {
  constexpr std::uint32_t round = 24;
  constexpr double hole = 0.32, slack = 0.001;
  const double inside = hole * std::cos(M_PI / round);
  const Mesh block = tube_mesh(hole, 1, 0.36, round), peg = peg_mesh(hole, slack, 2, round);
  EXPECT_NEAR(opening_about_z(block), inside, rounding);
  const struct {
    PartsMode mode;
    double concavity;
  } asked[] = {{PartsMode::cover, 0.02}, {PartsMode::fit, 0.05}};
  for (const auto& [mode, concavity] : asked) {
    SCOPED_TRACE(concavity);
    DecomposeOptions options;
    options.mode = mode;
    options.concavity = concavity;
    const Parts of_block = parts_of(block, options), of_peg = parts_of(peg, options);
    ASSERT_EQ(of_peg.parts.size(), 1u) << "a prism is convex";
    EXPECT_GT(gap_beside(of_block.parts, {inside - of_block.reach, 3}, {0, 0, 0}), -rounding) << "the hole is open";
    for (double z = -2.4; z <= 2.4; z += 0.3) {  // a chord may leave the wall at a corner of the hole
      const double gap = gap_of(of_block.parts, of_peg.parts, {{0, 0, z}, Pose{}.rotation});
      EXPECT_GT(gap, slack - of_block.reach - (hole - inside)) << z;
    }
    // The peg is not narrower than it was, and the wall is where it was.
    EXPECT_LT(gap_of(of_block.parts, of_peg.parts, {{0.1, 0, 0}, Pose{}.rotation}), -0.05);
  }
  EXPECT_LT(gap_beside({block}, {0.1, 3}, {0, 0, 0}), -0.1) << "one hull closes it";
}

TEST(Passages, RingsAreLinkedAndOpen) {
  const Mesh ring = torus_mesh(1, 0.3, 24, 12);
  DecomposeOptions options;
  options.concavity = 0.05;
  const Parts found = parts_of(ring, options);
  EXPECT_GT(gap_beside(found.parts, {0.7 * std::cos(M_PI / 24) - found.reach, 3}, {0, 0, 0}), -rounding);
  EXPECT_LT(gap_beside({ring}, {0.1, 3}, {0, 0, 0}), -0.1) << "one hull closes it";
  // Turned about x by a right angle and moved by the radius, so that one goes through the other: the circles in their
  // middles are a radius apart, everywhere where both are near.
  const Pose linked{{1, 0, 0}, {{1, 0, 0, 0, 0, -1, 0, 1, 0}}};
  const double inside = 0.7 * (1 - std::cos(M_PI / 24));  // how far chords of the hole's rim lie within the circle
  EXPECT_GT(gap_of(found.parts, found.parts, linked), 1 - 0.6 - 2 * (found.reach + inside));
}

TEST(Passages, CavitiesAreHollow) {
  Mesh shell = box_mesh({-2, -2, -2}, {2, 2, 2});
  add_box(shell, {-1, -1, -1}, {1, 1, 1}, true);
  for (const double concavity : {0.2, 0.02}) {
    DecomposeOptions options;
    options.concavity = concavity;
    const Parts found = parts_of(shell, options);
    EXPECT_GT(gap_beside(found.parts, {1 - found.reach}, {0, 0, 0}), -rounding);
    // Boxes in it that touch its walls overlap parts by what these reach in: in a corner along its diagonal.
    const std::vector<Mesh> filling{box_mesh({-1, -1, -1}, {1, 1, 1})}, small{box_mesh({0.5, 0.5, 0.5}, {1, 1, 1})};
    EXPECT_GT(gap_of(found.parts, filling), -std::sqrt(3) * found.reach);
    EXPECT_GT(gap_of(found.parts, small), -std::sqrt(3) * found.reach);
  }
  EXPECT_LT(gap_beside({box_mesh({-2, -2, -2}, {2, 2, 2})}, {0.5}, {0, 0, 0}), -0.5);
}

}  // namespace
}  // namespace abut::test
