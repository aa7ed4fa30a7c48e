// The ironing run: the hierarchical search against one tree over all facets, to the last bit; what the motion keeps.
#include "bench/papers/ironing.h"

#include <gtest/gtest.h>

namespace abut::papers {
namespace {

using Search = IroningRun::Search;

TEST(Ironing, TheValleyIsASolidInThreeParts) {
  const Ironing scene;
  std::vector<std::uint32_t> part_of_facet;
  const Mesh mesh = valley_mesh(scene, part_of_facet);
  const MeshReport report = examine(mesh);
  EXPECT_TRUE(report.closed && report.consistently_oriented && report.outward);
  EXPECT_EQ(report.degenerate_triangles, 0u);
  // A box less what the circle takes, by its segment; the polygon that stands for the arc takes a little less.
  const double angle = std::asin(scene.half_length / scene.radius), r = scene.radius, x = scene.half_length;
  const double under_arc = 2 * x * r - (r * r * angle + x * std::sqrt(r * r - x * x));
  const double volume = 2 * scene.half_width * (2 * x * scene.thickness + under_arc);
  EXPECT_NEAR(report.volume, volume, 1e-3 * volume);
  EXPECT_LT(report.convexity, 0.95) << "it is concave";
  std::size_t facets = 0;
  for (std::uint32_t k = 0; k < 3; ++k) {
    const Mesh part = part_of(mesh, part_of_facet, k);
    facets += part.triangles.size();
    const double third = 2 * x / 3;
    for (const Vec3<double>& v : part.vertices) {
      EXPECT_GE(v.x, -x + third * k - 1e-12);
      EXPECT_LE(v.x, -x + third * (k + 1) + 1e-12);
    }
  }
  EXPECT_EQ(facets, mesh.triangles.size());
}

TEST(Ironing, HasTheSameContactsAndMotionByEitherSearchToTheLastBit) {
  const Ironing scene;
  IroningRun parts(scene, Search::hierarchy), one(scene, Search::one_tree);
  std::size_t pairs = 0;
  for (int k = 0; k < 800; ++k) {
    parts.step(), one.step();
    ASSERT_EQ(parts.rows.size(), one.rows.size()) << k;
    for (std::size_t i = 0; i < parts.rows.size(); ++i) ASSERT_TRUE(parts.rows[i] == one.rows[i]) << k << " " << i;
    const Vec3<double> a = parts.box_centre(), b = one.box_centre();
    ASSERT_TRUE(a.x == b.x && a.y == b.y && a.z == b.z) << k;
    ASSERT_EQ(parts.kinetic_energy(), one.kinetic_energy()) << k;
    pairs += parts.rows.size();
  }
  EXPECT_GT(pairs, 8000u);
  EXPECT_LT(parts.part_pairs, 3u * 800u) << "one part after the other is left out";
}

TEST(Ironing, SlidesAlongTheArcAndKeepsTheMomentum) {
  const Ironing scene;
  IroningRun run(scene, Search::hierarchy);
  const Vec3<double> before = run.momentum();
  const double energy = run.kinetic_energy();
  for (int k = 0; k < 800; ++k) {
    run.step();
    for (const IroningRow& row : run.rows) ASSERT_GT(row.separation, 0) << k;
    // On the circle but for the zone and what the arc's polygon leaves; the valley moves by little.
    const Vec3<double> from{run.box_centre().x, 0, run.box_centre().z - scene.radius};
    ASSERT_NEAR(length(from), scene.radius - scene.box.z, 0.04) << k;
  }
  EXPECT_GT(run.box_centre().x, 0.25) << "it began at -0.39";
  EXPECT_NEAR(length(run.momentum() - before), 0, 1e-12);
  EXPECT_LT(run.kinetic_energy(), energy) << "dampers take some at every edge that the box goes over";
  EXPECT_GT(run.kinetic_energy(), 0.8 * energy);
}

}  // namespace
}  // namespace abut::papers
