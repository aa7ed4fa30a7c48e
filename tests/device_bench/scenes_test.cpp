// The scenes that bench_device asks about are what it says of them: by the reference, and by counting.
#include "bench/device/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/bodies/world_pose.h"
#include "abut/detect.h"
#include "host/reference/reference.h"

namespace abut::device_bench {
namespace {

bool within(double amount, const Range& range) {
  return range.sign * amount >= range.low && range.sign * amount <= range.high;
}

/// By the reference, of both pose sets.
std::vector<double> separations(const PairScene& scene, int pose_set) {
  std::vector<reference::Core> cores;
  const auto view = scene.shapes.view<double>();
  for (std::uint32_t s = 0; s < view.count; ++s) cores.push_back(reference::core_of(view, s));
  const reference::Reference reference(std::move(cores));
  const PartsView parts = scene.view(pose_set);
  std::vector<double> out;
  for (const auto& [a, b] : scene.pairs) {
    const std::uint32_t sa = parts.shape[a], sb = parts.shape[b];
    const auto pose = reference::pose_as_seen<double>(world_pose(parts, a), world_pose(parts, b),
                                                      scene.shapes.header(sa), scene.shapes.header(sb));
    const reference::Answer answer = reference.query(sa, sb, pose);
    EXPECT_TRUE(answer.certified);
    out.push_back(answer.separation);
  }
  return out;
}

TEST(DeviceScenes, PairsApartAreHalfSeparatedAndHalfNear) {
  for (const char* kind : {"hull8", "hull32", "sphere", "capsule", "box"}) {
    const PairScene scene = make_pairs(kind, Mix::apart, 200, 1);
    int far = 0, close = 0;
    for (const double separation : separations(scene, 0)) {
      far += within(separation, separated) ? 1 : 0;
      close += within(separation, near) ? 1 : 0;
    }
    EXPECT_EQ(far + close, 200) << kind;
    EXPECT_GT(far, 70) << kind;
    EXPECT_GT(close, 70) << kind;
  }
}

TEST(DeviceScenes, OverlapsAreAsDeepAsStated) {
  const PairScene scene = make_pairs("hull16", Mix::overlap, 200, 2);
  for (const double separation : separations(scene, 0)) EXPECT_TRUE(within(separation, overlapping)) << separation;
}

TEST(DeviceScenes, AMotionIsSmallAndNotNothing) {
  const PairScene scene = make_pairs("hull16", Mix::overlap, 200, 3);
  const std::vector<double> before = separations(scene, 0), after = separations(scene, 1);
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_NE(before[i], after[i]);
    // both bodies move and turn, of radius one half about
    EXPECT_LT(std::abs(before[i] - after[i]), 4 * small_motion);
  }
}

TEST(DeviceScenes, TheSameSeedMakesTheSameScene) {
  const PairScene one = make_pairs("hull8", Mix::apart, 300, 4), two = make_pairs("hull8", Mix::apart, 300, 4);
  EXPECT_EQ(one.parts.poses, two.parts.poses);
  EXPECT_EQ(one.moved, two.moved);
  EXPECT_NE(one.parts.poses, make_pairs("hull8", Mix::apart, 300, 5).parts.poses);
}

TEST(DeviceScenes, BoxesHaveAFewPartners) {
  const BoxScene scene = make_boxes(20000, 1);
  const auto pairs = find_pairs(Cpu{}, scene.shapes.headers(), scene.parts.view(), 0);
  const double partners = 2 * static_cast<double>(pairs.size()) / 20000;
  EXPECT_GT(partners, 3);
  EXPECT_LT(partners, 6);
}

TEST(DeviceScenes, GrainsTouchWithSmallOverlapsAndKeepTheirPairs) {
  const GrainScene scene = make_grains(3000, 1);
  Contacts<double> found(scene.pairs.size());
  query_pairs<double>(Cpu{}, scene.shapes.view<double>(), scene.parts.view(), scene.pairs, {}, found.view());
  std::size_t contacts = 0;
  double depths = 0;
  for (const double separation : found.separation) {
    if (separation >= 0) continue;
    ++contacts;
    depths -= separation;
  }
  EXPECT_GT(static_cast<double>(contacts), 1.0 * 3000);
  EXPECT_LT(depths / static_cast<double>(contacts), 0.02);
  EXPECT_LT(scene.still, 300u);
  for (int set = 0; set < GrainScene::pose_sets; ++set) {
    const auto pairs = find_pairs(Cpu{}, scene.shapes.headers(), scene.parts.view_of(scene.poses[set]), 0);
    ASSERT_EQ(pairs.size(), scene.pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ASSERT_TRUE(pairs[i].a == scene.pairs[i].a && pairs[i].b == scene.pairs[i].b);
    }
    EXPECT_EQ(scene.poses[set] == scene.poses[0], set == 0);
  }
}

}  // namespace
}  // namespace abut::device_bench
