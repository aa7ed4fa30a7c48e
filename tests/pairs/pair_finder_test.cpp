// Pairs that are kept over steps: at every step the list is the one that a new search finds.
#include "abut/pairs/pair_finder.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "abut/pairs/find_pairs.h"
#include "tests/pairs/parts_fixture.h"

namespace abut {
namespace {

using test::Parts;

std::span<const Pair> find(PairFinder& finder, const Parts& parts, double alert = 0) {
  return finder.find(parts.headers, parts.view(), alert);
}

/// Holds a step's list against a new search; returns its length.
std::size_t expect_fresh(PairFinder& finder, const Parts& parts, double alert = 0) {
  const std::span<const Pair> found = find(finder, parts, alert);
  const std::vector<Pair> expected = find_pairs(Cpu{}, parts.headers, parts.view(), alert);
  EXPECT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    if (found[i].a == expected[i].a && found[i].b == expected[i].b) continue;
    ADD_FAILURE() << "pair " << i << " is " << found[i].a << ' ' << found[i].b << ", not " << expected[i].a << ' '
                  << expected[i].b;
    break;
  }
  return expected.size();
}

/// Parts that fly on, each at a velocity of its own.
class Motion {
 public:
  Motion(const Parts& parts, double speed, std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < parts.pose.size(); ++i) {
      velocity_.push_back(Vec3<double>{normal(random), normal(random), normal(random)} * speed);
    }
  }
  void step(Parts& parts) const {
    for (std::size_t i = 0; i < velocity_.size(); ++i) {
      parts.pose[i].position = parts.pose[i].position + velocity_[i];
    }
  }

 private:
  std::vector<Vec3<double>> velocity_;
};

TEST(PairFinder, FindsAtEveryStepWhatANewSearchFinds) {
  for (const double speed : {0.0, 1e-4, 3e-3, 0.03, 0.3, 3.0}) {
    std::mt19937_64 random(71);
    Parts parts = test::random_spheres(3000, random);
    const Motion motion(parts, speed, random);
    PairFinder finder;
    for (int step = 0; step < 30 && !HasFailure(); ++step) {
      EXPECT_GT(expect_fresh(finder, parts), 0u) << "speed " << speed << " step " << step;
      motion.step(parts);
    }
    if (HasFailure()) return;
    // Filtered while that is enough, searched where boxes move by their own size a step.
    if (speed <= 3e-3) {
      EXPECT_LT(finder.searches(), 20u) << speed;
    }
    if (speed >= 0.3) {
      EXPECT_EQ(finder.searches(), 30u) << speed;
    }
  }
}

TEST(PairFinder, SeesWhatElseChangesBetweenSteps) {
  std::mt19937_64 random(72);
  Parts parts = test::random_spheres(2000, random);
  const Motion motion(parts, 0.002, random);
  PairFinder finder;
  double alert = 0;
  const std::vector<void (*)(Parts&)> changes = {
      [](Parts& p) { p.groups[7] = 0; },
      [](Parts& p) { p.meets[9] = 2; },
      [](Parts& p) { p.body[11] = p.body[12] = p.body[13]; },
      [](Parts& p) { p.self_contact[13] = 1; },
      [](Parts& p) {
        p.add_sphere({3, 3, 3}, 2);
      },
      [](Parts& p) { p.headers[5].rounding = p.headers[5].size = 3; },
      [](Parts& p) { p.pose[21].position.x = std::numeric_limits<double>::quiet_NaN(); },
      [](Parts& p) { p.pose[21].position.x = 4; },
      [](Parts& p) {
        p.pose[22].position = {1e300, -1e300, 1e18};
      },
      [](Parts& p) {
        p.pose[22].position = {4, 4, 4};
      },
      [](Parts& p) { p.alert[30] = 1; },
      [](Parts& p) { std::swap(p.pose[40], p.pose[41]); },
  };
  for (const auto change : changes) {
    for (int step = 0; step < 4; ++step) {
      expect_fresh(finder, parts, alert);
      motion.step(parts);
    }
    change(parts);
    expect_fresh(finder, parts, alert);
    ASSERT_FALSE(HasFailure()) << "change " << &change - changes.data();
  }
  for (const double other : {0.2, 0.0, 0.5}) {
    alert = other;
    expect_fresh(finder, parts, alert);
    expect_fresh(finder, parts, alert);
  }
}

TEST(PairFinder, OfFewPartsAndOfNoneIsRight) {
  PairFinder finder;
  EXPECT_TRUE(finder.find({}, PartsView{}, 0).empty());
  Parts parts;
  for (int i = 0; i < 40; ++i) {
    for (int step = 0; step < 3; ++step) expect_fresh(finder, parts);
    parts.add_sphere({0.7 * i, 0, 0}, 0.5);
  }
  EXPECT_TRUE(finder.find({}, PartsView{}, 0).empty());
  expect_fresh(finder, parts);
}

// Rows too long to be kept, and more pairs than fit the first memory.
TEST(PairFinder, WhereNearlyAllOverlapIsRight) {
  std::mt19937_64 random(73);
  Parts parts = test::random_spheres(3000, random);
  const Motion motion(parts, 0.002, random);
  PairFinder finder;
  for (int step = 0; step < 4; ++step) {
    EXPECT_GT(expect_fresh(finder, parts, 20), 3000u * 1200u);
    motion.step(parts);
  }
}

TEST(PairFinder, OfPartsThatTouchExactlyIsRight) {
  Parts parts;
  for (int i = 0; i < 1000; ++i) {
    parts.add_box({double(i % 10), double(i / 10 % 10), double(i / 100)}, {0.5, 0.5, 0.5});
  }
  PairFinder finder;
  for (int step = 0; step < 12; ++step) {
    expect_fresh(finder, parts);
    // Back and forth by less than a float's digits, and by more.
    for (std::size_t i = 0; i < parts.pose.size(); i += 3) {
      parts.pose[i].position.x += (step % 2 == 0 ? 1 : -1) * (step < 6 ? 0x1p-40 : 0x1p-16);
    }
  }
}

TEST(PairFinder, HasTheSameBitsForEveryNumberOfThreads) {
  const tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  std::mt19937_64 random(74);
  Parts parts = test::random_spheres(20000, random);
  const Motion motion(parts, 0.01, random);
  PairFinder one(Cpu{1}), many(Cpu{0});
  for (int step = 0; step < 10; ++step) {
    const std::span<const Pair> a = find(one, parts), b = find(many, parts);
    ASSERT_EQ(a.size(), b.size());
    ASSERT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(Pair)), 0);
    motion.step(parts);
  }
}

TEST(PairFinder, AfterAnErrorBeginsAnew) {
  std::mt19937_64 random(75);
  Parts parts = test::random_spheres(500, random);
  PairFinder finder;
  for (int step = 0; step < 3; ++step) expect_fresh(finder, parts);
  EXPECT_THROW(find(finder, parts, -1), InvalidInput);
  EXPECT_THROW(finder.find({}, parts.view(), 0), InvalidInput);
  for (int step = 0; step < 3; ++step) expect_fresh(finder, parts);
  EXPECT_THROW(PairFinder(Cpu{-1}), InvalidInput);
}

TEST(PairFinder, GoesOnWhereItHasBeenMovedTo) {
  std::mt19937_64 random(77);
  Parts parts = test::random_spheres(1000, random);
  const Motion motion(parts, 1e-4, random);
  PairFinder first;
  for (int step = 0; step < 3; ++step) {
    expect_fresh(first, parts);
    motion.step(parts);
  }
  const std::uint64_t searches = first.searches();
  const std::size_t memory = first.memory();
  PairFinder second(std::move(first));
  EXPECT_EQ(second.searches(), searches);
  EXPECT_EQ(second.memory(), memory);
  expect_fresh(second, parts);
  first = PairFinder();
  EXPECT_EQ(first.searches(), 0u);
  expect_fresh(first, parts);
  first = std::move(second);
  motion.step(parts);
  expect_fresh(first, parts);
}

TEST(PairFinder, SearchesAgainAfterAResetAndKeepsItsMemory) {
  std::mt19937_64 random(78);
  const Parts parts = test::random_spheres(1000, random);
  PairFinder finder;
  for (int step = 0; step < 4; ++step) expect_fresh(finder, parts);
  const std::uint64_t searches = finder.searches();
  const std::size_t memory = finder.memory();
  expect_fresh(finder, parts);
  EXPECT_EQ(finder.searches(), searches);
  finder.reset();
  EXPECT_EQ(finder.memory(), memory);
  expect_fresh(finder, parts);
  EXPECT_EQ(finder.searches(), searches + 1);
}

// Rows too dense to be kept are found out by a search, which is not counted besides the one that answers.
TEST(PairFinder, CountsAStepOnce) {
  std::mt19937_64 random(79);
  Parts parts = test::random_spheres(3000, random);
  const Motion motion(parts, 0.002, random);
  PairFinder finder;
  for (std::uint64_t step = 1; step <= 6; ++step) {
    find(finder, parts, 20);
    EXPECT_LE(finder.searches(), step);
    motion.step(parts);
  }
}

// A gas in a box: parts are reflected at its walls, so that every step is like every other.
TEST(PairFinder, HoldsAsMuchMemoryAfterAThousandStepsAsAfterAHundred) {
  std::mt19937_64 random(76);
  const double edge = 20;
  std::uniform_real_distribution<double> place(0, edge);
  std::normal_distribution<double> normal(0, 0.02);
  Parts parts;
  std::vector<Vec3<double>> velocity;
  for (int i = 0; i < 4000; ++i) {
    parts.add_sphere({place(random), place(random), place(random)}, 0.7);
    velocity.push_back({normal(random), normal(random), normal(random)});
  }
  PairFinder finder(Cpu{1});
  std::size_t after_hundred = 0;
  for (int step = 0; step < 1000; ++step) {
    find(finder, parts);
    if (step == 100) after_hundred = finder.memory();
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      const auto move = [&](double& x, double& v) {
        x += v;
        if (x < 0 || x > edge) v = x < 0 ? std::abs(v) : -std::abs(v);
      };
      move(parts.pose[i].position.x, velocity[i].x);
      move(parts.pose[i].position.y, velocity[i].y);
      move(parts.pose[i].position.z, velocity[i].z);
    }
  }
  EXPECT_EQ(finder.memory(), after_hundred);
  expect_fresh(finder, parts);
}

}  // namespace
}  // namespace abut
