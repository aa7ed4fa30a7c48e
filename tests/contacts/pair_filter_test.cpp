// Pairs that a filter leaves out are apart: held against queries of every candidate pair at every step.
#include "abut/contacts/pair_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "abut/contacts/clearance.h"
#include "abut/contacts/contacts.h"
#include "abut/contacts/matching.h"
#include "abut/detect.h"
#include "tests/support/complaint.h"
#include "tests/support/drifting_crowd.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::complaint;
using Crowd = test::DriftingCrowd;

std::vector<Pair> without(const std::vector<Pair>& all, const std::vector<Pair>& some) {
  std::vector<Pair> out;
  for (const Pair& p : all) {
    if (std::none_of(some.begin(), some.end(), [&](Pair q) { return same_pair(p, q); })) out.push_back(p);
  }
  return out;
}

template <class T>
void expect_apart(const Crowd& crowd, const std::vector<Pair>& left_out, double alert) {
  const Contacts<T> found = crowd.contacts<T>(left_out);
  const PartsView parts = crowd.bodies.parts();
  for (std::size_t i = 0; i < left_out.size(); ++i) {
    EXPECT_GT(found.separation[i], alert + parts.alert[left_out[i].a] + parts.alert[left_out[i].b])
        << left_out[i].a << ", " << left_out[i].b;
  }
}

template <class T>
void run_crowd(double alert, bool alerts) {
  Crowd crowd(120, alerts);
  PairFilter filter;
  std::uint64_t asked = 0, all = 0;
  for (int k = 0; k < 200; ++k) {
    const std::vector<Pair> candidates = crowd.candidates(alert), left = crowd.step<T>(filter, alert);
    EXPECT_TRUE(k > 0 || left.size() == candidates.size());
    const std::vector<Pair> left_out = without(candidates, left);
    ASSERT_EQ(left.size() + left_out.size(), candidates.size());
    expect_apart<T>(crowd, left_out, alert);
    asked += left.size(), all += candidates.size();
    crowd.move();
  }
  EXPECT_LT(asked, all * 8 / 10);
  EXPECT_GT(asked, all / 10);
}

TEST(PairFilter, LeavesOutOnlyPairsThatAreApart) {
  run_crowd<double>(0, false);
  run_crowd<double>(0.02, true);
  run_crowd<float>(0, false);
}

TEST(PairFilter, AsksAgainAsSoonAsAPairCanHaveMet) {
  // A sphere comes nearer to another by a hundredth a step; the bound of both their motions is that too.
  ShapeSet shapes;
  shapes.add_sphere(1);
  BodySet bodies;
  bodies.add({{0, 0, 0}}, 0);
  bodies.add({{2.0, 1.0, 0}}, 0);
  PairFilter filter;
  const std::vector<Pair> pair{{0, 1}};
  const auto headers = shapes.view<double>().headers;
  ASSERT_EQ(filter.filter({headers, 1}, bodies.parts(), pair, 0).size(), 1u);
  const double gap = std::sqrt(5.0) - 2;
  filter.learn<double>(std::vector<double>{gap});
  int steps = 0;
  for (;; ++steps) {
    bodies.set_pose(1, {{2.0, 1.0 - 0.01 * (steps + 1), 0}});
    if (!filter.filter({headers, 1}, bodies.parts(), pair, 0).empty()) break;
  }
  EXPECT_EQ(steps, static_cast<int>(gap / 0.01));
  // One that is not learned of is asked again, though nothing moves.
  EXPECT_EQ(filter.filter({headers, 1}, bodies.parts(), pair, 0).size(), 1u);
  filter.learn<double>(std::vector<double>{0.1});
  EXPECT_EQ(filter.filter({headers, 1}, bodies.parts(), pair, 0.05).size(), 0u);
  EXPECT_EQ(filter.filter({headers, 1}, bodies.parts(), pair, 0.1).size(), 1u);
  // Queries see poses rounded to their scalar: what is nearer than that stays.
  filter.learn<double>(std::vector<double>{1e-5});
  EXPECT_EQ(filter.filter({headers, 1}, bodies.parts(), pair, 0).size(), 1u);
  filter.learn<double>(std::vector<double>{3e-4});
  EXPECT_EQ(filter.filter({headers, 1}, bodies.parts(), pair, 0).size(), 0u);
  // Forgotten when it is no candidate for a step, or for good.
  EXPECT_EQ(filter.filter({headers, 1}, bodies.parts(), {}, 0).size(), 0u);
  EXPECT_EQ(filter.filter({headers, 1}, bodies.parts(), pair, 0).size(), 1u);
  filter.learn<double>(std::vector<double>{0.1});
  filter.reset();
  EXPECT_EQ(filter.filter({headers, 1}, bodies.parts(), pair, 0).size(), 1u);
}

TEST(PairFilter, BelievesNothingOfOtherShapesAndBadPoses) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_box({2, 1, 1});
  std::vector<std::uint32_t> shape{0, 0};
  BodySet bodies;
  bodies.add({{0, 0, 0}}, 0);
  bodies.add({{2.5, 0, 0}}, 0);
  PartsView parts = bodies.parts();
  parts.shape = shape.data();
  PairFilter filter;
  const std::vector<Pair> pair{{0, 1}};
  const auto left = [&] { return filter.filter(shapes.headers(), parts, pair, 0).size(); };
  EXPECT_EQ(left(), 1u);
  filter.learn<double>(std::vector<double>{0.5});
  EXPECT_EQ(left(), 0u);
  shape[1] = 1;
  EXPECT_EQ(left(), 1u);
  filter.learn<double>(std::vector<double>{0.5});
  EXPECT_EQ(left(), 0u);
  std::vector<Vec3<double>> corners;
  for (int k = 0; k < 8; ++k) corners.push_back({k & 1 ? 2.1 : -2.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0});
  shapes.replace_vertices(1, corners);
  EXPECT_EQ(left(), 1u);
  // NaN as a bound, and as a position.
  filter.learn<double>(std::vector<double>{std::nan("")});
  EXPECT_EQ(left(), 1u);
  filter.learn<double>(std::vector<double>{0.5});
  const double nowhere[2] = {0, std::nan("")};
  parts.px = nowhere;
  EXPECT_EQ(left(), 1u);
  EXPECT_EQ(left(), 1u);
}

TEST(PairFilter, HasTheSameAnswersWithAnyThreadsAndWhenItIsRestored) {
  Crowd crowd(400);
  PairFilter one(Cpu{1}), many(Cpu{3});
  for (int k = 0; k < 60; ++k) {
    test::expect_same_bits(crowd.step<double>(one, 0.1), crowd.step<double>(many, 0.1), "pairs");
    if (k == 30) {
      const std::vector<Pair> pairs(one.pairs().begin(), one.pairs().end());
      const std::vector<double> clearances(one.clearances().begin(), one.clearances().end());
      ASSERT_GT(pairs.size(), 4096u);
      many = PairFilter(Cpu{2});
      many.restore(crowd.shapes.headers(), crowd.bodies.parts(), pairs, clearances);
    }
    crowd.move();
  }
}

TEST(PairFilter, BadInputIsToldInOneLine) {
  Crowd crowd(5);
  PairFilter filter;
  const auto told = [&](const std::vector<Pair>& pairs, double alert) {
    return complaint([&] { crowd.filtered(filter, pairs, alert); });
  };
  EXPECT_EQ(told({{0, 1}, {0, 2}}, 0), "");
  EXPECT_EQ(told({{0, 1}, {0, 1}}, 0), "candidates[1] is (0, 1) behind (0, 1): they have to be sorted by a, then b");
  EXPECT_EQ(told({{1, 2}, {0, 3}}, 0), "candidates[1] is (0, 3) behind (1, 2): they have to be sorted by a, then b");
  EXPECT_EQ(told({{0, 1}, {0, 70}}, 0), "candidates[1] is (0, 70): there are 7 parts");
  EXPECT_EQ(told({{0, 1}}, -1), "alert_distance is -1: a distance is finite and not negative");
  // It begins anew.
  EXPECT_EQ(complaint([&] { filter.learn<double>(std::vector<double>{1}); }),
            "learn: there are 1 lower bounds; the filter has left 0 pairs");
  EXPECT_EQ(
      complaint([&] {
        filter.restore(crowd.shapes.headers(), crowd.bodies.parts(), std::vector<Pair>{{0, 1}}, std::vector<double>{});
      }),
      "restore: there are 0 clearances; there are 1 pairs");
  EXPECT_EQ(complaint([&] { PairFilter(Cpu{-1}); }), "cpu.threads is -1; allowed are 0 (all cores) and more");
}

}  // namespace
}  // namespace abut
