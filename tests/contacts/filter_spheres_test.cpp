// A filter of pairs of spheres, whose distances are known: no pair within its distance is ever left out, whatever
// moves, jumps, comes and goes, and whatever the distance of the step; and what is known is used.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/bodies/body_set.h"
#include "abut/contacts/matching.h"
#include "abut/contacts/pair_filter.h"
#include "abut/shapes/shape_set.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::Random;

/// Spheres that drift; some jump once in a while. Filters are told the exact distances.
struct Spheres {
  ShapeSet shapes;
  BodySet bodies;
  std::vector<Vec3<double>> velocity;
  Random random;

  explicit Spheres(std::uint32_t count, std::uint64_t seed = 51) : random(seed) {
    for (const double radius : {0.2, 0.4}) shapes.add_sphere(radius);
    for (std::uint32_t i = 0; i < count; ++i) add();
  }
  void add() {
    const std::uint32_t i = bodies.size();
    bodies.add({{random.uniform(0, 5), random.uniform(0, 5), random.uniform(0, 5)}, random.rotation()}, i % 2,
               {.alert_distance = i % 3 == 0 ? 0.05 : 0});
    velocity.push_back(random.direction() * random.magnitude(1e-5, 0.02));
  }
  void move(bool jumps) {
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      Pose pose = bodies.pose(i);
      pose.position = pose.position + velocity[i];
      if (jumps && random.below(50) == 0) pose.position = pose.position + random.in_ball();
      if (random.below(5) == 0) pose.rotation = random.rotation();  // of no effect on a sphere
      bodies.set_pose(i, pose);
    }
  }
  double separation(Pair pair) const {
    const double radii = (pair.a % 2 == 0 ? 0.2 : 0.4) + (pair.b % 2 == 0 ? 0.2 : 0.4);
    return length(bodies.pose(pair.b).position - bodies.pose(pair.a).position) - radii;
  }
  double limit(Pair pair, double alert) const {
    const double* const own = bodies.parts().alert;
    return alert + own[pair.a] + own[pair.b];
  }
  /// All pairs that are nearer than so much, without a few that are drawn.
  std::vector<Pair> candidates(double reach, std::uint32_t one_in = 0) {
    std::vector<Pair> out;
    for (std::uint32_t a = 0; a < bodies.size(); ++a) {
      for (std::uint32_t b = a + 1; b < bodies.size(); ++b) {
        if (separation({a, b}) < reach && (one_in == 0 || random.below(one_in) != 0)) out.push_back({a, b});
      }
    }
    return out;
  }
  std::vector<Pair> filtered(PairFilter& filter, const std::vector<Pair>& of, double alert) const {
    const std::span<const Pair> left = filter.filter(shapes.headers(), bodies.parts(), of, alert);
    return {left.begin(), left.end()};
  }
  void learn(PairFilter& filter, const std::vector<Pair>& left) const {
    std::vector<double> bounds;
    for (const Pair pair : left) bounds.push_back(separation(pair));
    filter.learn<double>(bounds);
  }
};

/// What is left is some of the candidates, in their order, and all of those that are within the distance.
void expect_none_missed(const Spheres& s, const std::vector<Pair>& candidates, const std::vector<Pair>& left,
                        double alert) {
  auto at = left.begin();
  for (const Pair pair : candidates) {
    if (at != left.end() && same_pair(*at, pair)) {
      ++at;
    } else {
      ASSERT_GT(s.separation(pair), s.limit(pair, alert)) << pair.a << ", " << pair.b;
    }
  }
  ASSERT_EQ(at, left.end()) << "pairs that were no candidates, or another order";
}

TEST(FilterOfSpheres, NeverLeavesOutAPairWithinTheDistance) {
  for (const bool jumps : {false, true}) {
    Spheres s(70);
    PairFilter filter;
    std::size_t asked = 0, all = 0;
    for (int step = 0; step < 300; ++step) {
      const double alert = step % 7 == 3 ? 0.3 : step % 5 == 1 ? 0.1 : 0;  // it is the step's
      const std::vector<Pair> candidates = s.candidates(1.0, step % 2 == 0 ? 20 : 0);
      const std::vector<Pair> left = s.filtered(filter, candidates, alert);
      ASSERT_NO_FATAL_FAILURE(expect_none_missed(s, candidates, left, alert)) << "step " << step;
      s.learn(filter, left);
      asked += left.size(), all += candidates.size();
      s.move(jumps);
    }
    EXPECT_LT(asked, all * 3 / 4);
  }
}

TEST(FilterOfSpheres, OfPartsThatComeAndGoBelievesNothingOfTheNewOnes) {
  Spheres s(60);
  PairFilter filter;
  for (int step = 0; step < 60; ++step) {
    if (step % 10 == 4) s.add();
    PartsView parts = s.bodies.parts();
    if (step % 10 == 7) parts.count -= 20;  // the last are not there, and return elsewhere
    const std::vector<Pair> all = s.candidates(1.5);
    std::vector<Pair> candidates;
    for (const Pair pair : all) {
      if (pair.b < parts.count) candidates.push_back(pair);
    }
    const auto span = filter.filter(s.shapes.headers(), parts, candidates, 0.02);
    const std::vector<Pair> left(span.begin(), span.end());
    ASSERT_NO_FATAL_FAILURE(expect_none_missed(s, candidates, left, 0.02)) << "step " << step;
    s.learn(filter, left);
    if (step % 10 == 7) {
      for (std::uint32_t i = parts.count; i < s.bodies.size(); ++i) {
        s.bodies.set_pose(i, {{s.random.uniform(0, 5), s.random.uniform(0, 5), s.random.uniform(0, 5)}});
      }
    }
    s.move(false);
  }
}

// Lists are merged with those of the step before in blocks: of every length about one and two of them.
TEST(FilterOfSpheres, MergesListsOfAnyLengths) {
  Spheres s(120);
  const std::vector<Pair> all = s.candidates(1e9);
  ASSERT_GT(all.size(), 7000u);
  const auto some = [&](std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<Pair> out;
    for (std::size_t i = 0; i < all.size() && out.size() < count; ++i) {
      if (random.below(static_cast<std::uint32_t>(all.size() - i)) < count - out.size()) out.push_back(all[i]);
    }
    return out;
  };
  const auto is_far = [](Pair pair) { return (pair.a + pair.b) % 3 != 0; };
  for (const std::size_t before : {0u, 1u, 2047u, 2048u, 2049u, 4096u, 4097u, 7000u}) {
    for (const std::size_t now : {0u, 1u, 2047u, 2048u, 2049u, 4097u, 7000u}) {
      const std::vector<Pair> old = some(before, 52), fresh = some(now, 53);
      PairFilter filter(Cpu{2});
      EXPECT_EQ(s.filtered(filter, old, 0).size(), before);
      std::vector<double> bounds;
      for (const Pair pair : old) bounds.push_back(is_far(pair) ? 10 : 0);
      filter.learn<double>(bounds);
      std::vector<Pair> expected;
      for (const Pair pair : fresh) {
        if (find_pair(old.data(), old.size(), pair) == no_match || !is_far(pair)) expected.push_back(pair);
      }
      test::expect_same_bits(s.filtered(filter, fresh, 1), expected, "pairs");
      ASSERT_FALSE(HasFailure()) << before << " before, " << now << " now";
    }
  }
}

TEST(FilterOfSpheres, AfterBadInputKnowsNothing) {
  Spheres s(30);
  const std::vector<Pair> all = s.candidates(1e9);
  PairFilter filter;
  const auto teach = [&] {
    s.filtered(filter, all, 0);
    filter.learn<double>(std::vector<double>(s.filtered(filter, all, 0).size(), 50));
    EXPECT_TRUE(s.filtered(filter, all, 0).empty());
  };
  PartsView parts = s.bodies.parts();
  std::vector<std::uint32_t> shape(parts.shape, parts.shape + parts.count);
  shape[9] = 2;
  parts.shape = shape.data();
  const std::vector<Pair> unsorted{{3, 4}, {3, 4}};
  teach();
  EXPECT_EQ(test::complaint([&] { filter.filter(s.shapes.headers(), parts, all, 0); }),
            "parts.shape[9] is 2: there are 2 shapes");
  EXPECT_EQ(s.filtered(filter, all, 0).size(), all.size());
  teach();
  EXPECT_NE(test::complaint([&] { s.filtered(filter, unsorted, 0); }), "");
  EXPECT_TRUE(filter.pairs().empty());
  EXPECT_EQ(s.filtered(filter, all, 0).size(), all.size());
  teach();
  EXPECT_NE(test::complaint([&] { filter.learn<float>(std::vector<float>{1}); }), "");
  EXPECT_TRUE(s.filtered(filter, all, 0).empty()) << "nothing was learned and nothing lost";
}

// What a filter knows is in its list: one that is restored half-way leaves what the other leaves.
TEST(FilterOfSpheres, RestoredAtAnyStepGoesOnAsIfItHadNot) {
  for (const int at : {0, 1, 5}) {
    Spheres s(50);
    PairFilter whole, second;
    for (int step = 0; step < 12; ++step) {
      const std::vector<Pair> candidates = s.candidates(1.2);
      const std::vector<Pair> left = s.filtered(whole, candidates, 0.01);
      if (step > at) test::expect_same_bits(s.filtered(second, candidates, 0.01), left, "pairs");
      s.learn(whole, left);
      if (step > at) s.learn(second, left);
      if (step == at) {
        const std::vector<Pair> pairs(whole.pairs().begin(), whole.pairs().end());
        const std::vector<double> clearances(whole.clearances().begin(), whole.clearances().end());
        second.restore(s.shapes.headers(), s.bodies.parts(), pairs, clearances);
        EXPECT_NE(test::complaint([&] { s.learn(second, left); }), "") << "nothing has been left yet";
      }
      s.move(false);
    }
  }
}

}  // namespace
}  // namespace abut
