// Both insertions to their ends, by B-Reps and by tessellations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "examples/insertion/brep_contacts.h"
#include "examples/insertion/play.h"

namespace insertion::testing {
namespace {

const Observer nothing = [](Phase, const time_stepping::TimeStepper&) {};

/// How far tips are apart at the same times, at most.
double apart(const Played& a, const Played& b) {
  double most = 0;
  for (std::size_t k = 0; k < a.path.size(); ++k) most = std::max(most, abut::length(a.path[k].tip - b.path[k].tip));
  return most;
}

void expect_sane(const Task& task, const Played& p) {
  EXPECT_EQ(p.crossings, 0u);
  EXPECT_EQ(p.unsolved, 0u);
  for (const PhaseMeasures& m : p.by_phase) {
    EXPECT_GT(m.steps, 0u);
    EXPECT_GT(m.least_gap, -task.dilation());
  }
  EXPECT_LE(p.largest_gain, 1e-12);  // contacts without friction take energy, and the push out of an overlap is small
  EXPECT_GT(p.taken, 0);
  EXPECT_LT(p.kinetic, 1e-10);
  EXPECT_NEAR(p.push / p.weight, 1, 1e-6);
}

class Insertions : public ::testing::TestWithParam<const char*> {};

TEST_P(Insertions, BothPartsEndAtTheFloorOnTheSamePath) {
  const Task task = task_named(GetParam());
  const Played exact = play(task, {}, 0, nothing), fine = play(task, {false, task.clearance / 2, 0.02}, 0, nothing);
  ASSERT_EQ(exact.path.size(), fine.path.size());
  for (const Played* p : {&exact, &fine}) {
    expect_sane(task, *p);
    // The tip's lowest point: its flat is as wide as its first corner, less than 18 mm.
    const Axis& end = p->path.back();
    const double lean = std::hypot(end.up.x, end.up.y);
    EXPECT_LT(-end.tip.z, task.depth + 1e-7);
    EXPECT_GT(-end.tip.z, task.depth - 0.018 * lean - 1e-6);
    EXPECT_LT(lean, 2 * task.clearance / (task.depth - task.entered));  // both ends of the fit
    EXPECT_LT(std::hypot(end.tip.x, end.tip.y), 1.01 * task.clearance);
  }
  EXPECT_LT(apart(exact, fine), task.clearance);  // chords of both bodies are off by half of it
  EXPECT_LT(exact.all().most_contacts, 10u);
  EXPECT_GT(fine.all().contacts, 10 * exact.all().contacts);
}

INSTANTIATE_TEST_SUITE_P(Parts, Insertions, ::testing::Values("peg", "cone"),
                         [](const auto& of) { return std::string(of.param); });

// A peg of 19.9 mm in a hole of 20 mm: beside the middle by 0.04 mm, the gap is 0.06 mm, where it is nearest.
TEST(BrepContacts, GapsAreThoseOfTheBodiesNotOfTheSmallerModels) {
  const Task task = peg_task();
  time_stepping::Scene scene = scene_of(task, {});
  time_stepping::States states = states_of(scene);
  states[1].quaternion[0] = 1;
  for (int k = 1; k < 4; ++k) states[1].quaternion[k] = 0;
  states[1].position = {0.04e-3, 0, task.centre - 0.03};
  BrepContacts contacts(brep_of(task, 0), brep_of(task, 1), task.dilation(), scene.reach, 0.02);
  time_stepping::FoundContacts found;
  contacts.find(states, found);
  ASSERT_FALSE(found.contacts.empty());
  EXPECT_EQ(found.crossings, 0u);
  for (const time_stepping::FoundContact& c : found.contacts) {
    EXPECT_NEAR(c.gap, 0.06e-3, 1e-9);
    EXPECT_NEAR(c.normal.x, -1, 1e-6);
    EXPECT_NEAR(c.point.x, 19.97e-3, 1e-8);
  }
  // An overlap of half of both dilations is told, and twice as much is a crossing.
  states[1].position.x = task.clearance + task.dilation();
  contacts.find(states, found);
  ASSERT_FALSE(found.contacts.empty());
  EXPECT_NEAR(found.contacts[0].gap, -task.dilation(), 1e-9);
  EXPECT_EQ(found.crossings, 0u);
  states[1].position.x = task.clearance + 4 * task.dilation();
  contacts.find(states, found);
  EXPECT_EQ(found.crossings, 1u);
}

// Without it the tip would stand on one point at a time.
TEST(BrepContacts, PointsThatHaveNotSlidStayContacts) {
  const Task task = peg_task();
  const time_stepping::Scene scene = scene_of(task, {});
  time_stepping::States states = states_of(scene);
  BrepContacts contacts(brep_of(task, 0), brep_of(task, 1), task.dilation(), scene.reach, 0.02);
  time_stepping::FoundContacts found;
  std::size_t on_floor[2] = {};
  std::uint64_t keys[2] = {};
  for (int k = 0; k < 2; ++k) {
    const double lean = (k == 0 ? 1 : -1) * 1e-6;
    states[1].quaternion[0] = std::cos(lean / 2), states[1].quaternion[1] = 0, states[1].quaternion[3] = 0;
    states[1].quaternion[2] = std::sin(lean / 2);
    states[1].position = {0, 0, task.centre - task.depth + 2e-6};
    contacts.find(states, found);
    for (const time_stepping::FoundContact& c : found.contacts) {
      if (c.normal.z < 0.99) continue;
      ++on_floor[k];
      if (c.point.x > 0) keys[k] = c.key;
      EXPECT_GT(c.gap, 1.9e-6);
      EXPECT_LT(c.gap, 2.1e-6);
    }
  }
  EXPECT_EQ(on_floor[0], 1u);
  EXPECT_EQ(on_floor[1], 2u);
  EXPECT_EQ(keys[0], keys[1]);
  EXPECT_NE(keys[0], 0u);
}

TEST(Tasks, OthersAreRefusedByName) {
  EXPECT_THROW(task_named("screw"), std::exception);
  EXPECT_THROW(scene_of(peg_task(), {false, 0, 0.02}), std::exception);
}

}  // namespace
}  // namespace insertion::testing
