// Contacts of whole scenes of spheres against a loop over all pairs, whose separations are known: worlds, groups, parts
// of one body, alert distances of parts, and the order of bodies, threads and candidates.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "abut/bodies/world.h"
#include "abut/detect.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::expect_same_bits;
using test::Random;

template <class T>
class DetectScene : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DetectScene, Scalars);

constexpr double radii[] = {0.2, 0.35, 0.5};

/// A body as it is added, its parts' centres in the world.
struct Body {
  Pose pose;
  std::vector<Part> parts;
  BodyOptions options;
};

std::vector<Body> random_bodies(std::uint32_t count, std::uint64_t seed) {
  Random random(seed);
  const double edge = 1.1 * std::cbrt(static_cast<double>(count));
  std::vector<Body> out;
  for (std::uint32_t i = 0; i < count; ++i) {
    Body body{{{random.uniform(0, edge), random.uniform(0, edge), random.uniform(0, edge)}, random.rotation()}, {}, {}};
    for (std::uint32_t k = 0; k <= i % 3; ++k) body.parts.push_back({random.below(3), {random.in_ball() * 0.6}});
    body.options = {1u << random.below(3), random.below(4) == 0 ? 3u : 7u, random.below(2) == 0,
                    i % 4 == 0 ? random.uniform(0, 0.2) : 0, static_cast<std::int32_t>(random.below(3)) - 1};
    out.push_back(body);
  }
  return out;
}

struct Scene {
  ShapeSet shapes;
  BodySet bodies;

  explicit Scene(const std::vector<Body>& all) {
    for (const double radius : radii) shapes.add_sphere(radius);
    for (const Body& body : all) bodies.add(body.pose, body.parts, body.options);
  }
};

double separation_of(const BodySet& bodies, Pair pair) {
  const PartsView parts = bodies.parts();
  const auto at = [&](std::uint32_t i) { return Vec3<double>{parts.px[i], parts.py[i], parts.pz[i]}; };
  return length(at(pair.b) - at(pair.a)) - radii[parts.shape[pair.a]] - radii[parts.shape[pair.b]];
}

bool may_meet(const BodySet& bodies, Pair pair) {
  const PartsView p = bodies.parts();
  if (p.body[pair.a] == p.body[pair.b] && p.self_contact[pair.a] == 0) return false;
  if ((p.groups[pair.a] & p.meets[pair.b]) == 0 || (p.groups[pair.b] & p.meets[pair.a]) == 0) return false;
  return p.world[pair.a] == p.world[pair.b] || p.world[pair.a] == shared_world || p.world[pair.b] == shared_world;
}

/// Holds what was detected against all pairs; those within `margin` of the alert distance may be in it or not.
template <class T>
void expect_all_contacts(const Detection<T>& found, const BodySet& bodies, double alert) {
  const double margin = std::is_same_v<T, float> ? 1e-5 : 1e-12;
  const PartsView parts = bodies.parts();
  std::size_t at = 0;
  for (std::uint32_t a = 0; a < parts.count; ++a) {
    for (std::uint32_t b = a + 1; b < parts.count; ++b) {
      const bool is_there = at < found.pairs.size() && found.pairs[at].a == a && found.pairs[at].b == b;
      const double separation = separation_of(bodies, {a, b}), limit = alert + parts.alert[a] + parts.alert[b];
      if (!may_meet(bodies, {a, b}) || std::abs(separation - limit) > margin) {
        ASSERT_EQ(is_there, may_meet(bodies, {a, b}) && separation <= limit) << a << ", " << b << ": " << separation;
      }
      if (!is_there) continue;
      ASSERT_NEAR(static_cast<double>(found.contacts.separation[at]), separation, margin);
      ++at;
    }
  }
  EXPECT_EQ(at, found.pairs.size()) << "pairs are sorted, and each is there once";
}

TYPED_TEST(DetectScene, HasTheContactsOfALoopOverAllPairs) {
  using T = TypeParam;
  for (const std::uint32_t count : {1u, 2u, 17u, 400u}) {
    const Scene scene(random_bodies(count, 91 + count));
    for (const double alert : {0.0, 0.05, 0.4}) {
      SCOPED_TRACE(testing::Message() << count << " bodies, alert distance " << alert);
      const Detection<T> found = detect<T>(Cpu{}, scene.shapes, scene.bodies, {alert});
      expect_all_contacts(found, scene.bodies, alert);
      EXPECT_EQ(std::accumulate(found.status.begin(), found.status.end(), std::uint64_t{0}), found.candidate_pairs);
      EXPECT_EQ(found.contacts.size(), found.pairs.size());
      if (count == 400) {
        EXPECT_GT(found.pairs.size(), 150u);
        EXPECT_GT(found.candidate_pairs, found.pairs.size());
      }
    }
  }
}

TYPED_TEST(DetectScene, IsTheSameForEveryNumberOfThreads) {
  const Scene scene(random_bodies(700, 92));
  const auto one = detect<TypeParam>(Cpu{1}, scene.shapes, scene.bodies, {0.1});
  for (const int threads : {2, 3, 0}) {
    const auto other = detect<TypeParam>(Cpu{threads}, scene.shapes, scene.bodies, {0.1});
    expect_same_bits(one.pairs, other.pairs, "pairs");
    expect_same_bits(one.contacts, other.contacts);
    EXPECT_EQ(one.status, other.status);
  }
}

// Numbers of parts are names: with the bodies in another order the same spheres meet at the same gaps.
TYPED_TEST(DetectScene, InAnotherOrderOfTheBodiesTheSamePartsMeet) {
  std::vector<Body> bodies = random_bodies(300, 93);
  const Scene scene(bodies);
  std::reverse(bodies.begin(), bodies.end());
  const Scene turned(bodies);
  const auto old_part = [&](std::uint32_t part) {
    const std::uint32_t body = turned.bodies.parts().body[part];
    return scene.bodies.first_part(299 - body) + (part - turned.bodies.first_part(body));
  };
  const auto found = detect<TypeParam>(Cpu{}, scene.shapes, scene.bodies, {0.1});
  const auto other = detect<TypeParam>(Cpu{}, turned.shapes, turned.bodies, {0.1});
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> gap;
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    gap[{found.pairs[i].a, found.pairs[i].b}] = static_cast<double>(found.contacts.separation[i]);
  }
  ASSERT_EQ(other.pairs.size(), gap.size());
  for (std::size_t i = 0; i < other.pairs.size(); ++i) {
    const auto [low, high] = std::minmax({old_part(other.pairs[i].a), old_part(other.pairs[i].b)});
    const auto same = gap.find({low, high});
    ASSERT_NE(same, gap.end()) << low << ", " << high;
    EXPECT_NEAR(static_cast<double>(other.contacts.separation[i]), same->second, 1e-6);
  }
}

/// All pairs of parts, whether or not they may meet.
std::vector<Pair> all_pairs(const BodySet& bodies) {
  std::vector<Pair> out;
  for (std::uint32_t a = 0; a < bodies.part_count(); ++a) {
    for (std::uint32_t b = a + 1; b < bodies.part_count(); ++b) out.push_back({a, b});
  }
  return out;
}

TYPED_TEST(DetectScene, OfGivenCandidatesMasksAreNotAskedAndTheirOrderIsKept) {
  using T = TypeParam;
  const Scene scene(random_bodies(60, 94));
  std::vector<Pair> given = all_pairs(scene.bodies);
  std::rotate(given.begin(), given.begin() + 777, given.end());
  given.push_back(given.front());  // twice is allowed
  for (std::size_t i = 0; i < given.size(); i += 3) std::swap(given[i].a, given[i].b);
  const Detection<T> found = detect<T>(Cpu{}, scene.shapes, scene.bodies, given, {0.05});
  EXPECT_EQ(found.candidate_pairs, given.size());
  const double* const alert = scene.bodies.parts().alert;
  std::vector<Pair> expected;
  for (const Pair pair : given) {
    if (separation_of(scene.bodies, pair) <= 0.05 + alert[pair.a] + alert[pair.b]) expected.push_back(pair);
  }
  ASSERT_GT(expected.size(), 100u);
  expect_same_bits(found.pairs, expected, "pairs");
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(found.contacts.separation[i]), separation_of(scene.bodies, expected[i]), 1e-5);
  }
}

TYPED_TEST(DetectScene, CandidatesOfASearchGiveWhatDetectFinds) {
  using T = TypeParam;
  const Scene scene(random_bodies(200, 95));
  const std::vector<Pair> candidates = find_pairs(Cpu{}, scene.shapes.headers(), scene.bodies.parts(), 0.1);
  const Detection<T> all = detect<T>(Cpu{}, scene.shapes, scene.bodies, {0.1});
  const Detection<T> given = detect<T>(Cpu{2}, scene.shapes, scene.bodies, candidates, {0.1});
  expect_same_bits(all.pairs, given.pairs, "pairs");
  expect_same_bits(all.contacts, given.contacts);
  EXPECT_EQ(all.status, given.status);
  EXPECT_EQ(given.seconds.broad, 0);
}

}  // namespace
}  // namespace abut
