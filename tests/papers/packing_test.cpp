// Sand under a lid: grains that are remeshed, what moves them, and the search beside one tree over all facets.
#include "bench/papers/packing.h"

#include <gtest/gtest.h>

#include "bench/facets/one_tree.h"

namespace abut::papers {
namespace {

const std::string grain = ABUT_EXAMPLE_DATA "/grains/A-anm-00001.ply";

TEST(Packing, AGrainIsTheSameSolidWithFewerFacets) {
  const Mesh fine = weld(read_mesh(grain));
  const double volume = mass_properties(fine).volume;
  double off = 1;
  for (int level = 1; level <= 4; ++level) {
    const Mesh mesh = remeshed(fine, level);
    EXPECT_EQ(mesh.triangles.size(), 20u << (2 * level));
    const MeshReport report = examine(mesh);
    EXPECT_TRUE(report.closed && report.consistently_oriented && report.outward);
    const double now_off = std::abs(report.volume / volume - 1);
    EXPECT_LT(now_off, 0.6 * off) << "second order";
    off = now_off;
  }
  EXPECT_LT(off, 0.01);
  // A sphere's corners stay on it.
  Mesh ball = remeshed(fine, 3);
  for (Vec3<double>& v : ball.vertices) v = unit_vector(v);
  const Vec3<double> centre = mass_properties(ball).centre;
  for (const Vec3<double>& v : remeshed(ball, 2).vertices) {
    EXPECT_LT(length(v - centre), 1 + length(centre) + 1e-12);
    EXPECT_GT(length(v - centre), 0.97);
  }
}

PackingScene small_scene() {
  PackingScene scene;
  scene.grains = 10, scene.level = 2;
  return scene;
}

TEST(Packing, GrainsComeToRestUnderTheLid) {
  PackingRun run(small_scene(), {grain});
  const double high = run.lid_height();
  double most = 0;
  while (run.time() < high + 8) {
    run.search(), run.advance();
    most = std::max(most, run.kinetic_energy());
    ASSERT_LT(run.lid_height(), high + 1e-12);
    for (std::uint32_t g = 0; g < run.grains(); ++g) ASSERT_GT(run.bodies().pose(g).position.z, 0);
  }
  EXPECT_LT(run.kinetic_energy(), 0.02 * most);
  EXPECT_GT(run.void_ratio(), 0.4);
  EXPECT_LT(run.lid_height(), high - 0.5);
  // At rest what the lid weighs is borne by grains, and these by each other and the box.
  run.search();
  std::uint64_t with_lid = 0;
  for (const Pair& p : run.pairs()) with_lid += p.b == run.bodies().size() - 1 ? 1 : 0;
  EXPECT_GT(with_lid, 0u);
  for (std::size_t k = 0; k < run.contacts.size(); ++k) {
    EXPECT_LE(run.contacts.separation[k], run.scene().zone + 1e-12);
    EXPECT_GT(run.contacts.separation[k], -run.scene().zone);
  }
}

TEST(Packing, HasTheContactsOfOneTreeToTheLastBit) {
  PackingRun run(small_scene(), {grain});
  run.search();
  std::vector<Pair> every;
  for (std::uint32_t b = 0; b < run.bodies().size(); ++b) every.push_back({b, b});
  run.trees().build(Cpu{1}, run.shapes(), run.bodies().parts(), every);
  bench::OneTree tree(run.bodies(), run.trees(), run.shapes().size());
  std::size_t compared = 0;
  for (int step = 0; step < 2400; ++step) {
    run.search();
    if (step % 200 == 199) {
      const std::vector<Pair> boxes = tree.find(run.bodies(), run.scene().zone, 1);
      auto one = tree.rows(run.bodies(), boxes, run.scene().zone), rows = bench::facet_rows(run.pairs(), run.contacts);
      std::sort(one.begin(), one.end()), std::sort(rows.begin(), rows.end());
      ASSERT_EQ(one, rows) << "step " << step;
      compared += rows.size();
      EXPECT_LE(rows.size(), tree.candidates);
    }
    run.advance();
  }
  EXPECT_GT(compared, 100u);
}

}  // namespace
}  // namespace abut::papers
