// Pipelines over many steps against a loop over all pairs of spheres: no contact is missed with or without a filter,
// and what is kept of a pair is that of the pair, whatever the others do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "abut/contacts/matching.h"
#include "abut/pipeline.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using Name = std::pair<std::uint32_t, std::uint32_t>;

/// Spheres of radius 0.4 in two worlds and in all, which fly through a box and are reflected.
struct Gas {
  static constexpr double edge = 5, radius = 0.4;
  ShapeSet shapes;
  BodySet bodies;
  std::vector<double> position, quaternion;
  std::vector<double> velocity;

  explicit Gas(std::uint32_t count) {
    test::Random random(81);
    shapes.add_sphere(radius);
    for (std::uint32_t i = 0; i < count; ++i) {
      BodyOptions options;
      options.world = static_cast<std::int32_t>(i % 3) - 1;
      options.alert_distance = i % 5 == 0 ? 0.03 : 0;
      options.groups = i % 7 == 0 ? 2 : 1;
      options.meets = i % 7 == 0 ? 1 : 3;  // those of the second group do not meet each other
      bodies.add({}, 0u, options);
      const Vec3<double> v = random.direction() * random.magnitude(1e-3, 0.1);
      velocity.insert(velocity.end(), {v.x, v.y, v.z});
      for (int k = 0; k < 3; ++k) position.push_back(random.uniform(0, edge));
      quaternion.insert(quaternion.end(), {1, 0, 0, 0});
    }
  }
  BodyPosesView<double> poses() const {
    const double *p = position.data(), *q = quaternion.data();
    return {bodies.size(), {p, p + 1, p + 2, 3}, q, q + 1, q + 2, q + 3, 4};
  }
  void move() {
    for (std::size_t k = 0; k < position.size(); ++k) {
      position[k] += velocity[k];
      if (position[k] < 0 || position[k] > edge)
        velocity[k] = position[k] < 0 ? std::abs(velocity[k]) : -std::abs(velocity[k]);
    }
  }
  double separation(Name pair) const {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double d = position[3 * pair.first + k] - position[3 * pair.second + k];
      sum += d * d;
    }
    return std::sqrt(sum) - 2 * radius;
  }
  /// Pairs nearer than their alert distances, and by how far.
  std::map<Name, double> contacts(double alert) const {
    std::map<Name, double> out;
    for (std::uint32_t a = 0; a < bodies.size(); ++a) {
      for (std::uint32_t b = a + 1; b < bodies.size(); ++b) {
        const bool meet = a % 3 == 0 || b % 3 == 0 || a % 3 == b % 3, groups = a % 7 != 0 || b % 7 != 0;
        const double limit = alert + (a % 5 == 0 ? 0.03 : 0) + (b % 5 == 0 ? 0.03 : 0);
        if (meet && groups && separation({a, b}) <= limit) out[{a, b}] = separation({a, b});
      }
    }
    return out;
  }
};

template <class T>
class PipelineScene : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PipelineScene, Scalars);

/// Holds a step's records against the contacts of a loop: all of these are there.
template <class T>
void expect_no_contact_missed(const PipelineContacts<T>& found, const std::map<Name, double>& expected) {
  const double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-12;
  std::size_t seen = 0;
  for (std::uint64_t i = 0; i < *found.count; ++i) {
    if (i > 0) {
      ASSERT_TRUE(comes_before(found.pairs[i - 1], found.pairs[i])) << i;
    }
    const auto at = expected.find({found.pairs[i].a, found.pairs[i].b});
    if (at == expected.end()) continue;
    ++seen;
    ASSERT_NEAR(static_cast<double>(found.records.separation.data[i]), at->second, tolerance);
  }
  ASSERT_EQ(seen, expected.size());
}

TYPED_TEST(PipelineScene, MissesNoContactOfALoopOverAllPairs) {
  using T = TypeParam;
  for (const bool filter : {false, true}) {
    Gas gas(130);
    PipelineOptions options;
    options.alert_distance = 0.02;
    options.filter = filter;
    ContactPipeline<T> pipeline(Cpu{2}, gas.shapes, gas.bodies, options);
    std::uint64_t asked = 0, candidates = 0, contacts = 0;
    for (int step = 0; step < 150; ++step) {
      pipeline.step(gas.poses());
      const std::map<Name, double> expected = gas.contacts(0.02);
      ASSERT_NO_FATAL_FAILURE(expect_no_contact_missed(pipeline.contacts(), expected)) << "step " << step;
      contacts += expected.size(), asked += pipeline.counts().pairs, candidates += pipeline.counts().candidates;
      gas.move();
    }
    EXPECT_GT(contacts, 2000u);
    EXPECT_EQ(asked < candidates, filter);
    EXPECT_EQ(pipeline.counts().steps, 150u);
    EXPECT_GE(pipeline.counts().most_candidates, pipeline.counts().candidates);
  }
}

// Every pair is told apart by the numbers of its parts and by the step at which it came.
TYPED_TEST(PipelineScene, WhatIsKeptStaysWithItsPair) {
  using T = TypeParam;
  struct Mark {
    std::uint32_t a, b, born, age;
  };
  Gas gas(100);
  PipelineOptions options;
  options.filter = true;
  options.kept_bytes = sizeof(Mark);
  ContactPipeline<T> pipeline(Cpu{2}, gas.shapes, gas.bodies, options);
  std::map<Name, Mark> before;
  std::uint32_t oldest = 0, fresh = 0;
  for (std::uint32_t step = 1; step <= 60; ++step) {
    pipeline.step(gas.poses());
    const PipelineContacts<T>& c = pipeline.contacts();
    Mark* const kept = c.template kept_as<Mark>();
    std::map<Name, Mark> now;
    for (std::uint64_t i = 0; i < *c.count; ++i) {
      const Pair pair = c.pairs[i];
      const auto old = before.find({pair.a, pair.b});
      ASSERT_EQ(c.previous[i] == no_match, old == before.end()) << pair.a << ", " << pair.b << " at step " << step;
      if (old == before.end()) {
        ASSERT_EQ(kept[i].a + kept[i].b + kept[i].born + kept[i].age, 0u);
        kept[i] = {pair.a, pair.b, step, 0};
        ++fresh;
      } else {
        ASSERT_EQ(kept[i].a, pair.a);
        ASSERT_EQ(kept[i].b, pair.b);
        ASSERT_EQ(kept[i].born, old->second.born);
        ASSERT_EQ(kept[i].age, old->second.age);
      }
      oldest = std::max(oldest, ++kept[i].age);
      now[{pair.a, pair.b}] = kept[i];
    }
    before = now;
    gas.move();
  }
  EXPECT_GT(oldest, 5u);
  EXPECT_GT(fresh, 300u);
}

TYPED_TEST(PipelineScene, ABodyThatLeavesAndReturnsHasItsContactsAgain) {
  using T = TypeParam;
  for (const bool filter : {false, true}) {
    Gas gas(80);
    PipelineOptions options;
    options.filter = filter;
    options.kept_bytes = 4;
    ContactPipeline<T> pipeline(Cpu{1}, gas.shapes, gas.bodies, options);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (int step = 0; step < 30; ++step) {
      const bool away = step % 3 == 1;
      const double x = gas.position[3 * 9];
      if (away) gas.position[3 * 9] = nan;
      pipeline.step(gas.poses());
      gas.position[3 * 9] = x;
      std::map<Name, double> expected = gas.contacts(0);
      if (away) std::erase_if(expected, [](const auto& c) { return c.first.first == 9 || c.first.second == 9; });
      ASSERT_NO_FATAL_FAILURE(expect_no_contact_missed(pipeline.contacts(), expected)) << "step " << step;
      const PipelineContacts<T>& c = pipeline.contacts();
      for (std::uint64_t i = 0; i < *c.count; ++i) {
        if (c.pairs[i].a != 9 && c.pairs[i].b != 9) continue;
        ASSERT_FALSE(away);
        if (step % 3 == 2) {
          ASSERT_EQ(c.previous[i], no_match);
          ASSERT_EQ(c.template kept_as<std::uint32_t>()[i], 0u);
        }
        c.template kept_as<std::uint32_t>()[i] = 1;
      }
    }
  }
}

// A step without room has no contacts and forgets; the next one is as that of a pipeline that begins there.
TYPED_TEST(PipelineScene, AfterAStepWithoutRoomAllPairsAreNew) {
  using T = TypeParam;
  Gas gas(60);
  PipelineOptions options;
  options.candidates = 400;
  options.kept_bytes = 4;
  ContactPipeline<T> pipeline(Cpu{2}, gas.shapes, gas.bodies, options);
  const std::vector<double> apart = gas.position;
  const PipelineContacts<T>& c = pipeline.contacts();
  pipeline.step(gas.poses());
  const std::uint64_t first = *c.count;
  ASSERT_GT(first, 10u);
  std::fill(gas.position.begin(), gas.position.end(), 1.0);  // all in one place: more pairs than there is room for
  pipeline.step(gas.poses());
  EXPECT_EQ(*c.count, 0u);
  gas.position = apart;
  pipeline.step(gas.poses());
  EXPECT_EQ(*c.count, first);
  for (std::uint64_t i = 0; i < *c.count; ++i) EXPECT_EQ(c.previous[i], no_match);
  ASSERT_NO_FATAL_FAILURE(expect_no_contact_missed(c, gas.contacts(0)));
  const std::string told = test::complaint([&] { (void)pipeline.counts(); });
  EXPECT_NE(told.find("candidate pairs; there is room for 400 (options.candidates)"), std::string::npos) << told;
}

}  // namespace
}  // namespace abut
