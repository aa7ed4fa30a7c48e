// Rows of the Jacobian, and bits: what does not depend on threads, on the scalar or on who owns the arrays.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/brep/brep_scene.h"
#include "tests/brep/made_breps.h"

namespace abut::test {
namespace {

/// The pose after a small motion: velocity and angular velocity, in world axes, about the body's position.
Pose after(const Pose& pose, const std::array<double, 6>& motion, double h) {
  const Vec3<double> w{motion[3] * h, motion[4] * h, motion[5] * h};
  return {pose.position + Vec3<double>{motion[0], motion[1], motion[2]} * h, times(turned(w), pose.rotation)};
}

TEST(BrepContactRows, AreTheGapsDerivatives) {
  const std::vector<Brep> models = bodies_of_all_kinds(1);
  Random random(31);
  int compared = 0, samples = 0;
  for (int round = 0; round < 150; ++round) {
    BrepScene scene;
    const Pose local{random.in_cube() * 0.3, random.rotation()};  // a part that is off its body's position
    const std::uint32_t of_a = scene.breps.add(
        scene.shapes, models[random.below(static_cast<std::uint32_t>(models.size()))], {.dilation = 0.02});
    const std::uint32_t of_b = scene.breps.add(
        scene.shapes, models[random.below(static_cast<std::uint32_t>(models.size()))], {.dilation = 0.05});
    const Pose a{random.in_cube() * 10.0, random.rotation()};
    const Pose b{a.position + random.direction() * random.uniform(2, 5), random.rotation()};
    scene.bodies.add(a, std::vector<Part>{{of_a, {}}}), scene.bodies.add(b, std::vector<Part>{{of_b, local}});
    scene.pairs = {{0, 1}};
    const BrepContactOptions asked{.alert_distance = 5, .theta = 0.2};
    const BrepContacts<double> at = scene.find(asked);
    std::array<double, 6> rate_a, rate_b;
    for (double& x : rate_a) x = random.uniform(-1, 1);
    for (double& x : rate_b) x = random.uniform(-1, 1);
    constexpr double h = 1e-6;
    const auto then = [&](double t) {
      scene.bodies.set_pose(0, after(a, rate_a, t)), scene.bodies.set_pose(1, after(b, rate_b, t));
      return scene.find(asked);
    };
    const BrepContacts<double> forth = then(h), back = then(-h);
    const auto in_forth = by_key(forth), in_back = by_key(back);
    for (std::size_t k = 0; k < at.size(); ++k) {
      const auto f = in_forth.find(at.key[k]), g = in_back.find(at.key[k]);
      if (f == in_forth.end() || g == in_back.end()) continue;
      double rate = 0;
      for (std::size_t i = 0; i < 6; ++i) rate += at.jacobian_a[k][i] * rate_a[i] + at.jacobian_b[k][i] * rate_b[i];
      EXPECT_NEAR(rate, (forth.separation[f->second] - back.separation[g->second]) / (2 * h), 1e-6) << round;
      ++compared;
      samples += at.place[k] != 0 && at.place[k] < 0x10000 ? 1 : 0;
    }
  }
  EXPECT_GT(compared, 200);
  EXPECT_GT(samples, 20);
}

BrepScene many_bodies() {
  BrepScene scene;
  Random random(32);
  int at = 0;
  for (const Brep& brep : bodies_of_all_kinds(1)) {
    const Vec3<double> home{3.2 * (at % 3), 3.2 * (at / 3), 0};
    scene.add(brep, {.dilation = 0.01}, {home + random.in_cube() * 0.3, random.rotation()});
    ++at;
  }
  scene.pair_all();
  return scene;
}

template <class T>
void expect_same(const BrepContacts<T>& x, const BrepContacts<T>& y) {
  ASSERT_EQ(x.offsets, y.offsets);
  EXPECT_EQ(x.key, y.key);
  EXPECT_EQ(x.separation, y.separation);
  EXPECT_EQ(x.jacobian_a, y.jacobian_a);
  EXPECT_EQ(x.jacobian_b, y.jacobian_b);
  EXPECT_EQ(x.is_lmd, y.is_lmd);
  EXPECT_EQ(x.place, y.place);
  EXPECT_EQ(x.status, y.status);
  EXPECT_EQ(x.counts, y.counts);
}

TEST(BrepContactRows, AreTheSameToTheBitWithAnyNumberOfThreads) {
  const BrepScene scene = many_bodies();
  const BrepContactOptions asked{.alert_distance = 3, .theta = 0.3};
  const BrepContacts<double> one = scene.find(asked, 1);
  const BrepContacts<float> narrow = scene.find<float>(asked, 1);
  EXPECT_GT(one.size(), 50u);
  for (const int threads : {2, 7}) {
    expect_same(scene.find(asked, threads), one);
    expect_same(scene.find<float>(asked, threads), narrow);
  }
  ASSERT_EQ(narrow.key, one.key);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(narrow.separation[i], static_cast<float>(one.separation[i]));
}

TEST(BrepContactRows, GoToTheCallersArraysWhereTheyFit) {
  const BrepScene scene = many_bodies();
  const BrepContactOptions asked{.alert_distance = 3, .theta = 0.3};
  const BrepContacts<double> all = scene.find(asked);
  std::vector<std::uint64_t> offsets(scene.pairs.size() + 1);
  std::vector<double> separation(all.size(), -7);
  std::vector<std::uint8_t> crossing(scene.pairs.size(), 9);
  std::vector<BrepLmdStatus> status(scene.pairs.size());
  std::uint64_t needed = 0;
  BrepContactsView<double> out;
  out.contacts.offsets = offsets.data(), out.contacts.needed = &needed, out.contacts.capacity = all.size() - 1;
  out.contacts.separation.data = separation.data(), out.contacts.crossing = crossing.data();
  out.status = status.data();
  const auto call = [&] { return find_brep_contacts(Cpu{}, scene.breps, scene.parts(), scene.pairs, asked, out); };
  EXPECT_EQ(call(), all.counts);
  EXPECT_EQ(needed, all.size());
  EXPECT_EQ(separation[0], -7);  // too little room: none is written
  EXPECT_EQ(offsets, all.offsets);
  out.contacts.capacity = all.size();
  call();
  EXPECT_EQ(separation, all.separation);
  EXPECT_EQ(status, all.status);
  for (std::size_t i = 0; i < status.size(); ++i) EXPECT_EQ(crossing[i] != 0, status[i] == BrepLmdStatus::crossing);
}

TEST(BrepContactRows, WitnessesAreOnTheDilatedModelsAndTheGapApart) {
  BrepScene scene;
  scene.add(ball(0.5, 1), {.dilation = 0.1}, {{1e6, 0, 0}});
  scene.add(ball(0.25, 2), {.dilation = 0.2}, {{1e6 + 1.5, 2, 0}});
  scene.pairs = {{0, 1}};
  const BrepContacts<double> found = scene.find({.alert_distance = 3});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found.separation[0], 2.5 - 1.05, 1e-9);
  EXPECT_NEAR(found.witness_a[0].x, 0.6 * 0.6, 1e-9);
  EXPECT_NEAR(found.witness_b[0].y, 2 - 0.45 * 0.8, 1e-9);
  EXPECT_NEAR(found.point[0].x, 0.5 * (0.36 + 1.5 - 0.45 * 0.6), 1e-9);
  EXPECT_NEAR(found.normal[0].y, 0.8, 1e-9);
}

}  // namespace
}  // namespace abut::test
