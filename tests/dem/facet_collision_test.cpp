// What a collision of two solids that meet facet by facet keeps (docs/explanation/dem.md, "By facets").
#include <gtest/gtest.h>

#include "abut/io.h"
#include "examples/dem/facet_machine.h"
#include "examples/dem/grains.h"
#include "tests/decompose/solids.h"
#include "tests/dem/facet_solids.h"
#include "tests/dem/impacts.h"
#include "tests/dem/means.h"

namespace dem {
namespace {

using test::Impacts;
using test::mean;
using test::median;

Impacts impacts(const std::vector<abut::Mesh>& solids, std::uint32_t pairs, double step) {
  Scene scene;
  scene.settings = test::facets_in_space();
  scene.settings.step = step;
  test::throw_pairs(scene, pairs, [&](std::uint32_t i, double radius, Vector at) {
    return test::add_solid(scene, solids[i % solids.size()], radius, at);
  });
  Impacts out = test::impacts_of<FacetMachine>(scene);
  out.deepest /= scene.settings.zone;
  return out;
}

void expect_kept(const Impacts& x, std::uint32_t pairs) {
  EXPECT_GT(x.errors.size(), pairs * 9 / 10);
  EXPECT_LT(x.momentum, 1e-13);
  EXPECT_LT(x.spin, 1e-7);  // of positions some 50 m from the origin, rounded in every step
  EXPECT_EQ(x.failures, 0u);
  EXPECT_GT(x.deepest, 0.2);
  EXPECT_LT(x.deepest, 1);
}

// Distances of convex solids have normals that do not jump: the force is a gradient.
TEST(FacetCollision, OfConvexSolidsKeepsEnergyToSecondOrder) {
  const std::vector<abut::Mesh> boxes{abut::test::box_mesh({0, 0, 0}, {1, 2, 3})};
  const Impacts coarse = impacts(boxes, 60, 8e-6), fine = impacts(boxes, 60, 4e-6);
  expect_kept(coarse, 60), expect_kept(fine, 60);
  EXPECT_LT(median(coarse.errors), 3e-4);
  EXPECT_LT(mean(coarse.errors), 2e-3);
  EXPECT_GT(median(coarse.errors) / median(fine.errors), 2.5);
}

TEST(FacetCollision, OfConcaveSolidsKeepsMomentumAndHasSeveralContacts) {
  const std::vector<abut::Mesh> angles{abut::test::angle_mesh()};
  const Impacts x = impacts(angles, 60, 8e-6);
  expect_kept(x, 60);
  EXPECT_LT(median(x.errors), 4e-4);
  EXPECT_LT(mean(x.errors), 2e-3);
  EXPECT_GT(x.contacts, 1u);
}

// Where a contact of features appears or vanishes inside the zone, the energy jumps, and no step makes that better.
TEST(FacetCollision, OfRealStonesChangesTheEnergyOfFewAndOfMostByLittle) {
  std::vector<abut::Mesh> stones;
  for (const char* name : {"A", "D", "F"}) {
    stones.push_back(abut::read_mesh(grains_folder() + "/" + name + "-anm-00001.ply"));
  }
  const Impacts x = impacts(stones, 30, 4e-6);
  expect_kept(x, 30);
  EXPECT_LT(median(x.errors), 3e-4);
  EXPECT_LT(mean(x.errors), 0.1);
  EXPECT_GT(mean(x.errors), 100 * median(x.errors));
}

}  // namespace
}  // namespace dem
