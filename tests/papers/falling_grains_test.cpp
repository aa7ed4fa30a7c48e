// The falling grains' run: free fall against the parabola, the bound against the exact distance.
#include "bench/papers/falling_grains.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace abut::papers {
namespace {

FallingGrainsRun run_of(const FallingGrains& scene) {
  const std::string folder = ABUT_EXAMPLE_DATA "/grains/";
  return {scene, folder + "A-anm-00001.ply", folder + "B-anm-00001.ply"};
}

TEST(FallingGrains, FallByTheParabolaUntilTheyMeet) {
  FallingGrains scene;
  scene.step = 1e-3;
  FallingGrainsRun run = run_of(scene);
  const Vec3<double> from = run.centre(1);
  for (int k = 0; k < 200; ++k) run.step(0);
  ASSERT_EQ(run.pairs[1].in_contact, 0u);
  const double t = run.time();
  EXPECT_NEAR(run.centre(1).z, from.z - 0.5 * scene.gravity * t * (t + scene.step), 1e-12);  // of this integrator
  EXPECT_NEAR(run.centre(1).x, from.x, 1e-15);
}

TEST(FallingGrains, BounceLessHighThanTheyHaveFallen) {
  FallingGrains scene;
  scene.step = 4e-4;
  FallingGrainsRun run = run_of(scene);
  const double from = run.centre(0).z;
  double lowest = from, rebound = 0;
  for (int k = 0; k < 4000; ++k) {
    run.step(0);
    const double z = run.centre(0).z;
    lowest = std::min(lowest, z);
    if (run.pairs[0].in_contact > 0 && run.pairs[2].in_contact == 0) rebound = std::max(rebound, z - lowest);
  }
  EXPECT_GT(run.pairs[0].in_contact, 50u);
  EXPECT_GT(lowest, 0.3 * scene.size) << "no centre comes near the plate";
  EXPECT_GT(rebound, 0);
  EXPECT_LT(rebound, 0.5 * (from - lowest)) << "what is damped loses energy";
}

TEST(FallingGrains, AreNeverNearerThanTheBoundAndSeldomAsked) {
  FallingGrains scene;
  scene.step = 4e-4;
  FallingGrainsRun run = run_of(scene);
  for (int k = 0; k < 4000; ++k) run.step(0);
  EXPECT_GT(run.pairs[0].in_contact, 50u) << "the lower grain has come down";
  EXPECT_GE(run.pairs[0].narrow, run.pairs[0].in_contact);
  for (const FallingPair& p : run.pairs) {
    EXPECT_GE(p.least_slack, 0);
    EXPECT_GT(p.exact_calls, 0u);
    EXPECT_LT(p.exact_calls, 100u);
    EXPECT_EQ(p.apart + p.in_contact, 4000u);
  }
}

TEST(FallingGrains, MoveTheSameWayWhicheverSearchFindsTheirContacts) {
  FallingGrains scene;
  scene.step = 4e-4;
  FallingGrainsRun with = run_of(scene);
  scene.zone = 0;
  FallingGrainsRun without = run_of(scene);
  for (int k = 0; k < 4000; ++k) with.step(0), without.step(0);
  for (const int grain : {0, 1}) EXPECT_EQ(length(with.centre(grain) - without.centre(grain)), 0);
  EXPECT_GT(without.pairs[0].exact_calls, with.pairs[0].exact_calls);
}

}  // namespace
}  // namespace abut::papers
