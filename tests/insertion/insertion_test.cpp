// Both insertions to their ends, by B-Reps and by tessellations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

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
  EXPECT_LT(exact.all().most_contacts, 20u);      // 4 points of each of up to 4 rims, and minima
  EXPECT_GT(fine.all().contacts, 6 * exact.all().contacts);
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
  double least = 1;
  for (const time_stepping::FoundContact& c : found.contacts) {
    const time_stepping::Vector of_hole = c.point - c.normal * (0.5 * c.gap),
                                of_peg = c.point + c.normal * (0.5 * c.gap);
    EXPECT_NEAR(std::hypot(of_hole.x, of_hole.y), 20e-3, 1e-8);
    EXPECT_NEAR(std::hypot(of_peg.x - states[1].position.x, of_peg.y), 19.9e-3, 1e-8);
    if (c.gap < least) least = c.gap;
    if (c.gap > 0.061e-3) continue;
    EXPECT_NEAR(c.normal.x, -1, 1e-6);
    EXPECT_NEAR(c.point.x, 19.97e-3, 1e-8);
  }
  EXPECT_NEAR(least, 0.06e-3, 1e-9);
  // An overlap of half of both dilations is told, and twice as much is a crossing.
  states[1].position.x = task.clearance + task.dilation();
  contacts.find(states, found);
  ASSERT_FALSE(found.contacts.empty());
  least = 1;
  for (const time_stepping::FoundContact& c : found.contacts) least = std::min(least, c.gap);
  EXPECT_NEAR(least, -task.dilation(), 1e-9);
  EXPECT_EQ(found.crossings, 0u);
  states[1].position.x = task.clearance + 4 * task.dilation();
  contacts.find(states, found);
  EXPECT_EQ(found.crossings, 1u);
}

// A minimum alone would be at the side that is lower.
TEST(BrepContacts, AFlatTipStandsOnPointsAllRoundHoweverItLeans) {
  const Task task = peg_task();
  const time_stepping::Scene scene = scene_of(task, {});
  time_stepping::States states = states_of(scene);
  BrepContacts contacts(brep_of(task, 0), brep_of(task, 1), task.dilation(), scene.reach, 0.02);
  time_stepping::FoundContacts found;
  std::set<std::uint64_t> keys[2];
  for (int k = 0; k < 2; ++k) {
    const double lean = (k == 0 ? 1 : -1) * 1e-6;
    states[1].quaternion[0] = std::cos(lean / 2), states[1].quaternion[1] = 0, states[1].quaternion[3] = 0;
    states[1].quaternion[2] = std::sin(lean / 2);
    states[1].position = {0, 0, task.centre - task.depth + 2e-6};
    contacts.find(states, found);
    double left = 0, right = 0;
    for (const time_stepping::FoundContact& c : found.contacts) {
      if (c.normal.z < 0.99) continue;
      keys[k].insert(c.key);
      left = std::min(left, c.point.x), right = std::max(right, c.point.x);
      EXPECT_GT(c.gap, 1.9e-6);
      EXPECT_LT(c.gap, 2.1e-6);
    }
    EXPECT_LT(left, -10e-3);
    EXPECT_GT(right, 10e-3);
  }
  std::vector<std::uint64_t> same;
  std::set_intersection(keys[0].begin(), keys[0].end(), keys[1].begin(), keys[1].end(), std::back_inserter(same));
  EXPECT_EQ(keys[0].size(), keys[1].size());
  EXPECT_GE(same.size(), 2u);  // of the points of a rim the lowest one, and the highest of the other pose, is a minimum
}

TEST(Tasks, OthersAreRefusedByName) {
  EXPECT_THROW(task_named("screw"), std::exception);
  EXPECT_THROW(scene_of(peg_task(), {false, 0, 0.02}), std::exception);
}

}  // namespace
}  // namespace insertion::testing
