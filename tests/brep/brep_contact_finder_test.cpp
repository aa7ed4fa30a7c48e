// What a finder keeps changes no bit of its answers.
#include "abut/brep/brep_contact_finder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/brep/brep_scene.h"
#include "tests/brep/made_breps.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

template <class T>
void expect_same(const BrepContacts<T>& x, const BrepContacts<T>& y, int step) {
  ASSERT_EQ(x.offsets, y.offsets) << "step " << step;
  EXPECT_EQ(x.key, y.key) << "step " << step;
  EXPECT_EQ(x.separation, y.separation) << "step " << step;
  EXPECT_EQ(x.jacobian_b, y.jacobian_b) << "step " << step;
  EXPECT_EQ(x.place, y.place) << "step " << step;
  EXPECT_EQ(x.status, y.status) << "step " << step;
}

/// A body on its way: a smooth motion about its home, with a jump now and then.
class Motion {
 public:
  Motion(Random& random, const Vec3<double>& home) : random_(random), home_(home), rotation_(random.rotation()) {}
  Pose next() {
    rate_ = rate_ * 0.98 + random_.in_cube() * 0.01 - away_ * 0.005;
    spin_ = spin_ * 0.95 + random_.in_cube() * 0.005;
    away_ = random_.below(100) == 0 ? random_.in_cube() : away_ + rate_;
    rotation_ = times(turned(spin_), rotation_);
    return {home_ + away_, rotation_};
  }

 private:
  Random& random_;
  Vec3<double> home_, away_{0, 0, 0}, rate_{0, 0, 0}, spin_{0, 0, 0};
  Mat3<double> rotation_;
};

TEST(BrepContactFinder, FindsWhatAFreshSearchFindsInEveryStep) {
  Random random(41);
  BrepScene scene;
  std::vector<Motion> motions;
  const std::vector<Brep> models = bodies_of_all_kinds(1);
  for (const std::size_t k : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u}) {
    scene.add(models[k], {.dilation = 0.01});
    motions.emplace_back(random, Vec3<double>{3.2 * static_cast<double>(k % 3), 3.2 * static_cast<double>(k / 3), 0});
  }
  scene.pair_all();
  BrepContactFinder finder;
  std::uint64_t apart = 0, searched = 0, contacts = 0;
  for (int step = 0; step < 500; ++step) {
    for (std::uint32_t i = 0; i < motions.size(); ++i) scene.bodies.set_pose(i, motions[i].next());
    // Another alert distance at times, candidates that come and go.
    const BrepContactOptions asked{.alert_distance = step % 50 == 49 ? 1.0 : 0.5, .theta = 0.05};
    const std::vector<Pair> all = scene.pairs;
    if (step % 7 == 6) scene.pairs.erase(scene.pairs.begin() + 2);
    const BrepContacts<double> found = finder.find<double>(scene.breps, scene.parts(), scene.pairs, asked);
    expect_same(found, scene.find(asked), step);
    scene.pairs = all;
    apart += finder.counts().apart, searched += finder.counts().searched, contacts += found.size();
    if (HasFailure()) break;
  }
  EXPECT_GT(contacts, 500u);
  EXPECT_GT(apart, searched);
  EXPECT_GT(finder.memory(), 0u);
}

TEST(BrepContactFinder, DoesNotLookAgainAtWhatCannotHaveComeNear) {
  BrepScene scene;
  // An angle piece about a box: their balls meet, so that only what is kept can leave the pair out.
  Brep angle;
  add_prism(angle, {polygon({{-3, -3}, {3, -3}, {3, -2}, {-2, -2}, {-2, 3}, {-3, 3}})}, -1, 1);
  scene.add(angle), scene.add(box(1, 1, 1));
  scene.pairs = {{0, 1}};
  BrepContactFinder finder;
  std::uint64_t searched = 0;
  for (int step = 0; step < 100; ++step) {
    scene.bodies.set_pose(1, {{0.002 * step, 0, -0.5}});
    EXPECT_EQ(finder.find<double>(scene.breps, scene.parts(), scene.pairs, {.alert_distance = 0.1}).size(), 0u);
    searched += finder.counts().searched;
  }
  EXPECT_LE(searched, 25u);
  EXPECT_GE(searched, 1u);
  scene.bodies.set_pose(1, {{-1.95, 0, -0.5}});
  EXPECT_EQ(finder.find<double>(scene.breps, scene.parts(), scene.pairs, {.alert_distance = 0.1}).size(), 4u);
  EXPECT_EQ(finder.counts().searched, 1u);
}

TEST(BrepContactFinder, TellsForHowManyStepsAContactHasBeenThere) {
  BrepScene scene;
  scene.add(moved(box(4, 4, 1), {{-2, -2, -1}})), scene.add(box(1, 1, 1));
  scene.pairs = {{0, 1}};
  BrepContactFinder finder;
  const auto oldest = [&](double height) {
    scene.bodies.set_pose(1, {{0.1, 0.2, height}});
    finder.find<double>(scene.breps, scene.parts(), scene.pairs, {.alert_distance = 0.1});
    const auto ages = finder.ages();
    return ages.empty() ? -1 : static_cast<int>(*std::max_element(ages.begin(), ages.end()));
  };
  EXPECT_EQ(oldest(0.09), 0);
  EXPECT_EQ(oldest(0.08), 1);
  EXPECT_EQ(oldest(0.07), 2);
  EXPECT_EQ(oldest(0.2), -1);
  EXPECT_EQ(oldest(0.07), 0);
  finder.reset();
  EXPECT_EQ(oldest(0.07), 0);
}

TEST(BrepContactFinder, AnotherModelOfAShapeIsSeen) {
  // Balls about both meet, so that what is kept leaves the pair out.
  BrepScene scene;
  scene.add(box(1, 2, 2), {}, {{1.2, 0.5, 0.5}});
  const std::uint32_t room = scene.shapes.add_box({4, 4, 4});
  scene.breps.set(scene.shapes, room, box(0.1, 3, 3));
  scene.bodies.add({}, room);
  scene.pairs = {{0, 1}};
  BrepContactFinder finder;
  const auto count = [&] {
    return finder.find<double>(scene.breps, scene.parts(), scene.pairs, {.alert_distance = 0.1}).size();
  };
  EXPECT_EQ(count(), 0u);
  EXPECT_EQ(count(), 0u);
  EXPECT_EQ(finder.counts().apart, 1u);
  scene.breps.set(scene.shapes, room, box(1.15, 3, 3));
  EXPECT_EQ(count(), 4u);
}

TEST(BrepContactFinder, BadInputIsNamedAndForgotten) {
  BrepScene scene;
  scene.add(box(1, 1, 1)), scene.add(box(1, 1, 1), {}, {{1.05, 0, 0}});
  BrepContactFinder finder;
  const auto said = [&](const std::vector<Pair>& pairs, const BrepContactOptions& options) {
    return complaint([&] { finder.find<double>(scene.breps, scene.parts(), pairs, options); });
  };
  EXPECT_EQ(said({{0, 1}}, {}), "");
  EXPECT_EQ(said({{0, 1}}, {.theta = 1}), "BrepContactFinder::find: theta is 1; allowed is 0 to 0.5");
  EXPECT_EQ(finder.ages().size(), 0u);
  EXPECT_EQ(said({{0, 1}, {0, 1}}, {}), "candidates[1] is (0, 1) behind (0, 1): they have to be sorted by a, then b");
  EXPECT_EQ(said({{0, 2}}, {}), "candidates[0] is (0, 2): there are 2 parts");
  EXPECT_NE(complaint([] { BrepContactFinder none(Cpu{-1}); }).find("cpu.threads is -1"), std::string::npos);
}

}  // namespace
}  // namespace abut::test
