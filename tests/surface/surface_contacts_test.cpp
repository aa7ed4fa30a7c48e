#include "abut/surface/surface_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "abut/surface/closest_points.h"
#include "tests/surface/contact_cases.h"

namespace abut {
namespace {

using test::Grains;
using test::Random;
using test::two_bodies;

const std::vector<Pair> one_pair{{0, 1}};

template <class T>
class SurfaceContactsOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SurfaceContactsOf, Scalars);

/// What a knot of `slave` has to say of a body whose gaps `gap_of` tells, in the frame of that body.
struct Expected {
  std::uint64_t key;
  double gap;
};
template <class Gap>
std::vector<Expected> expected_knots(const Grains& grains, const Pose& master, std::uint32_t slave, const Pose& pose,
                                     std::uint64_t of_b, double most, const Gap& gap_of) {
  std::vector<Expected> out;
  const auto knots = grains.surfaces.knots(slave);
  for (std::size_t k = 0; k < knots.size(); ++k) {
    const Vec3<double> x = rotate(pose.rotation, knots[k].point) + pose.position;
    const double gap = gap_of(rotate_back(master.rotation, x - master.position));
    if (gap <= most) out.push_back({k + of_b, gap});
  }
  return out;
}

/// Both lists are in the order of keys; what is nearer to the alert distance than `off` may be missing in either.
template <class T>
void expect_same(const SurfaceContacts<T>& out, const std::vector<Expected>& expected, double alert, double off,
                 const std::string& what) {
  std::size_t at = 0;
  for (const Expected& e : expected) {
    if (at < out.size() && out.key[at] == e.key) {
      EXPECT_NEAR(static_cast<double>(out.separation[at]), e.gap, off) << what << ", key " << e.key;
      EXPECT_EQ(out.status[at], static_cast<std::uint8_t>(Status::converged));
      ++at;
    } else {
      EXPECT_GT(e.gap, alert - off) << what << ", key " << e.key << " is missing";
    }
  }
  EXPECT_EQ(at, out.size()) << what << ": more than expected";
}

Pose random_pose(Random& random, double off) { return {random.in_cube() * off, random.rotation()}; }

TYPED_TEST(SurfaceContactsOf, KnotsOfSpheresHaveTheGapsThatTheirPlacesSay) {
  using T = TypeParam;
  Random random(1);
  Grains grains;
  const double radius[2] = {1, 0.6};
  for (const double r : radius) {
    // The knots of unit_sphere, whose poles are knots too.
    const NurbsSurface sphere = test::scaled(test::unit_sphere(), r);
    const std::uint32_t shape = grains.shapes.add_hull(sphere.points);
    std::vector<KnotPosition> knots = knot_positions(sphere, {.distance = 0.2 * r, .angle = 0});
    for (const double v : {sphere.v.begin(), sphere.v.end()}) {
      const SurfaceJet<double> at = point_at(sphere, 0.3, v);
      knots.push_back({0.3, v, at.point, at.point * (1 / r)});
    }
    grains.surfaces.set(grains.shapes, shape, sphere, knots);
  }
  SurfaceContactFinder finder(Cpu{1});
  const double alert = 0.05, off = 64 * static_cast<double>(Epsilon<T>::value);
  std::size_t contacts = 0;
  Pose a{{3, 4, 5}, random.rotation()}, b{{3, 4, 6.7}, random.rotation()};
  for (int step = 0; step < 200; ++step) {
    b.position = b.position + random.in_cube() * 0.02 + (a.position - b.position) * 0.002;
    b.rotation = times(rotation_from_quaternion(1, 0.003, 0.002, -0.004), b.rotation);
    const BodySet bodies = two_bodies(0, a, 1, b);
    const SurfaceContacts<T> out = finder.find<T>(grains.surfaces, bodies.parts(), one_pair, {.alert_distance = alert});
    std::vector<Expected> expected =
        expected_knots(grains, b, 0, a, 0, alert + off, [&](const Vec3<double>& x) { return length(x) - radius[1]; });
    const auto of_b = expected_knots(grains, a, 1, b, surface_contact_of_b, alert + off,
                                     [&](const Vec3<double>& x) { return length(x) - radius[0]; });
    expected.insert(expected.end(), of_b.begin(), of_b.end());
    expect_same(out, expected, alert, off, "step " + std::to_string(step));
    contacts += out.size();
    for (std::size_t k = 0; k < out.size(); ++k) {
      // From A to B along the line of the master's centre, halfway between knot and closest point.
      const bool is_of_b = (out.key[k] & surface_contact_of_b) != 0;
      const Pose &master = is_of_b ? a : b, &slave = is_of_b ? b : a;
      const Vec3<double> x =
          rotate(slave.rotation, grains.surfaces.knots(is_of_b ? 1 : 0)[out.key[k] % surface_contact_of_b].point) +
          slave.position;
      const Vec3<double> n = (x - master.position) * (1 / length(x - master.position));
      const double gap = length(x - master.position) - radius[is_of_b ? 0 : 1];
      // Where a distance is least, places are known less well than the distance.
      EXPECT_LT(length(widen(out.normal[k]) - (is_of_b ? n : -n)), off + 1e-10);
      EXPECT_LT(length(widen(out.point[k]) + a.position - (x - n * (0.5 * gap))), off + 1e-10);
    }
  }
  EXPECT_GT(contacts, 1000u);
}

TYPED_TEST(SurfaceContactsOf, KnotsAtABoxAreInsideOrOutsideAtItsEdgesAndCornersToo) {
  using T = TypeParam;
  Random random(2);
  const Vec3<double> half{1, 0.7, 0.4};
  Grains grains;
  grains.add(test::box_surface(half), 0);
  grains.add(test::scaled(test::grain(random, 7, 9, 0.2), 0.5), 0.12);
  const double alert = 0.1, off = 64 * static_cast<double>(Epsilon<T>::value);
  std::size_t inside = 0, outside = 0;
  for (int k = 0; k < 60; ++k) {
    // About faces, edges and corners.
    Pose b = random_pose(random, 0.3);
    b.position = b.position + Vec3<double>{half.x * (random.below(3) - 1.0), half.y * (random.below(3) - 1.0),
                                           half.z * (random.below(3) - 1.0)};
    const Pose a = random_pose(random, 10);
    const Pose placed = compose(a, b);
    const BodySet bodies = two_bodies(0, a, 1, placed);
    SurfaceContactFinder finder(Cpu{1});
    const SurfaceContacts<T> out = finder.find<T>(grains.surfaces, bodies.parts(), one_pair, {.alert_distance = alert});
    expect_same(out,
                expected_knots(grains, a, 1, placed, surface_contact_of_b, alert + off,
                               [&](const Vec3<double>& x) { return test::box_gap(half, x); }),
                alert, off, "pose " + std::to_string(k));
    for (const T s : out.separation) (s < 0 ? inside : outside)++;
  }
  EXPECT_GT(inside, 100u);
  EXPECT_GT(outside, 100u);
}

TYPED_TEST(SurfaceContactsOf, ConcaveGrainsMeetAsPointsAndTrianglesSay) {
  using T = TypeParam;
  Random random(3);
  const double alert = 0.04, off = 256 * static_cast<double>(Epsilon<T>::value);
  std::size_t contacts = 0, inside = 0;
  for (int k = 0; k < 6; ++k) {
    Grains grains;
    const NurbsSurface surface[2] = {test::grain(random, 8, 10, 0.35), test::grain(random, 8, 10, 0.35)};
    SurfaceSet set;
    std::vector<test::Winding> windings;
    for (const NurbsSurface& s : surface) grains.add(s, 0.25), set.add(s), windings.emplace_back(s, 12);
    const Pose a = random_pose(random, 2);
    const Pose b{a.position + random.direction() * random.uniform(1.2, 1.8), random.rotation()};
    const auto gap_to = [&](std::uint32_t master) {
      return [&, master](const Vec3<double>& x) {
        const auto nearest = find_closest_points<double>(Cpu{1}, set, {std::span(&master, 1), std::span(&x, 1)});
        const double winding = windings[master].at(x);
        // The triangles are off by some 1e-3.
        if (nearest.distance[0] > 0.01) {
          EXPECT_LT(std::min(std::abs(winding), std::abs(winding - 1)), 1e-3);
        }
        return winding > 0.5 ? -nearest.distance[0] : nearest.distance[0];
      };
    };
    std::vector<Expected> expected = expected_knots(grains, b, 0, a, 0, alert + off, gap_to(1));
    const auto of_b = expected_knots(grains, a, 1, b, surface_contact_of_b, alert + off, gap_to(0));
    expected.insert(expected.end(), of_b.begin(), of_b.end());
    // A sign is not known of points as near as the triangles are off.
    const BodySet bodies = two_bodies(0, a, 1, b);
    SurfaceContactFinder finder(Cpu{2});
    const SurfaceContacts<T> out = finder.find<T>(grains.surfaces, bodies.parts(), one_pair, {.alert_distance = alert});
    ASSERT_EQ(out.offsets, (std::vector<std::uint64_t>{0, out.size()}));
    std::size_t at = 0;
    for (const Expected& e : expected) {
      if (std::abs(e.gap - alert) < off && (at == out.size() || out.key[at] != e.key)) continue;
      ASSERT_LT(at, out.size());
      ASSERT_EQ(out.key[at], e.key);
      const double found = static_cast<double>(out.separation[at++]);
      EXPECT_NEAR(std::abs(found), std::abs(e.gap), off);
      if (std::abs(e.gap) > 0.01) {
        EXPECT_EQ(found < 0, e.gap < 0) << found;
      }
      contacts++, inside += found < 0 ? 1 : 0;
    }
    EXPECT_EQ(at, out.size());
  }
  EXPECT_GT(contacts, 100u);
  EXPECT_GT(inside, 30u);
}

/// Grains that fly about each other, and what a finder sees of them.
struct Flight {
  Grains grains;
  BodySet bodies;
  std::vector<Pair> pairs;
  std::vector<Vec3<double>> velocity;

  Flight() {
    Random random(4);
    for (std::uint32_t i = 0; i < 6; ++i) {
      grains.add(test::grain(random, 7, 8, 0.3), 0.4);
      bodies.add({Vec3<double>{1.5 * (i % 3), 1.5 * (i / 3), 0.2 * i}, random.rotation()}, i);
      velocity.push_back(random.in_cube() * 0.01);
      for (std::uint32_t j = i + 1; j < 6; ++j) pairs.push_back({i, j});
    }
  }
  void step() {
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      Pose p = bodies.pose(i);
      p.position = p.position + velocity[i];
      p.rotation = times(rotation_from_quaternion(1, 0.01, -0.004 * i, 0.002), p.rotation);
      bodies.set_pose(i, p);
    }
  }
};

template <class T>
bool same_bits(const SurfaceContacts<T>& x, const SurfaceContacts<T>& y) {
  const auto same = [](const std::vector<Vec3<T>>& a, const std::vector<Vec3<T>>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Vec3<T>& p, const Vec3<T>& q) { return p.x == q.x && p.y == q.y && p.z == q.z; });
  };
  return x.offsets == y.offsets && x.key == y.key && x.separation == y.separation && x.u == y.u && x.v == y.v &&
         x.status == y.status && same(x.normal, y.normal) && same(x.point, y.point);
}

TYPED_TEST(SurfaceContactsOf, StepsFindWhatABeginningFindsAndThreadsDoNotMatter) {
  using T = TypeParam;
  Flight flight;
  SurfaceContactFinder one(Cpu{1}), two(Cpu{2});
  const SurfaceContactOptions options{.alert_distance = 0.1};
  std::uint64_t asked = 0, anew_asked = 0;
  const double off = 256 * static_cast<double>(Epsilon<T>::value);
  for (int k = 0; k < 60; ++k, flight.step()) {
    const auto parts = flight.bodies.parts();
    const SurfaceContacts<T> kept = one.find<T>(flight.grains.surfaces, parts, flight.pairs, options);
    const SurfaceContacts<T> same = two.find<T>(flight.grains.surfaces, parts, flight.pairs, options);
    ASSERT_TRUE(same_bits(kept, same)) << k;
    SurfaceContactFinder fresh(Cpu{1});
    const SurfaceContacts<T> anew = fresh.find<T>(flight.grains.surfaces, parts, flight.pairs, options);
    ASSERT_EQ(kept.key, anew.key) << k;
    ASSERT_EQ(kept.offsets, anew.offsets) << k;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(kept.separation[i]), static_cast<double>(anew.separation[i]), off);
    }
    EXPECT_EQ(one.pairs().size() + 1, kept.offsets.size());
    asked += one.counts().spheres, anew_asked += fresh.counts().spheres;
    EXPECT_LE(one.counts().queries, one.counts().knots);
    EXPECT_GT(one.memory(), 0u);
  }
  EXPECT_LT(asked, anew_asked / 4);
}

TYPED_TEST(SurfaceContactsOf, ARestoredFinderGoesOnToTheBit) {
  using T = TypeParam;
  Flight flight;
  SurfaceContactFinder finder(Cpu{1});
  const SurfaceContactOptions options{.alert_distance = 0.1};
  const auto find = [&](SurfaceContactFinder& f) {
    return f.find<T>(flight.grains.surfaces, flight.bodies.parts(), flight.pairs, options);
  };
  for (int k = 0; k < 20; ++k, flight.step()) find(finder);
  const std::vector<std::byte> saved = finder.save();
  SurfaceContactFinder restored(Cpu{2});
  restored.restore(saved);
  EXPECT_EQ(restored.save(), saved);
  for (int k = 0; k < 20; ++k, flight.step()) {
    ASSERT_TRUE(same_bits(find(finder), find(restored))) << k;
    EXPECT_EQ(finder.counts().queries, restored.counts().queries);
  }
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{7}, saved.size() / 2, saved.size() - 1}) {
    EXPECT_THROW(restored.restore(std::span(saved).first(bytes)), InvalidInput) << bytes;
  }
  std::vector<std::byte> longer = saved;
  longer.push_back(std::byte{0});
  EXPECT_THROW(restored.restore(longer), InvalidInput);
  // What could not be restored has left all as it was.
  ASSERT_TRUE(same_bits(find(finder), find(restored)));
}

TEST(SurfaceContacts, BodiesAtRestCostASubtractionAKnot) {
  Flight flight;
  SurfaceContactFinder finder(Cpu{1});
  const auto parts = flight.bodies.parts();
  finder.find<double>(flight.grains.surfaces, parts, flight.pairs, {});
  const std::size_t contacts = finder.find<double>(flight.grains.surfaces, parts, flight.pairs, {}).size();
  EXPECT_EQ(finder.counts().candidates, 15u);
  EXPECT_EQ(finder.counts().sides, 30u);
  EXPECT_EQ(finder.counts().spheres, 0u);
  EXPECT_GT(finder.counts().knots, 0u);
  // Only those inside of the other body.
  EXPECT_EQ(finder.counts().queries, contacts);
  EXPECT_LT(finder.counts().queries, finder.counts().knots);
  finder.reset();
  EXPECT_EQ(finder.pairs().size(), 0u);
}

TEST(SurfaceContacts, WhatIsKeptIsOfThePairsShapes) {
  Flight flight;
  // The same pair of parts, with fewer knots and with more, and with bytes that were saved of another flight.
  SurfaceContactFinder finder(Cpu{1});
  Random random(9);
  flight.grains.add(test::grain(random, 7, 8, 0.3), 0.9), flight.grains.add(test::grain(random, 7, 8, 0.3), 0.2);
  for (const std::uint32_t shape : {0u, 7u, 6u, 7u, 1u}) {
    const BodySet bodies = two_bodies(shape, {}, 2, {{0.9, 0.2, 0.1}});
    const auto kept = finder.find<double>(flight.grains.surfaces, bodies.parts(), one_pair, {.alert_distance = 0.1});
    SurfaceContactFinder fresh(Cpu{1});
    const auto anew = fresh.find<double>(flight.grains.surfaces, bodies.parts(), one_pair, {.alert_distance = 0.1});
    EXPECT_EQ(kept.key, anew.key) << shape;
    EXPECT_GT(kept.size(), 0u) << shape;
  }
  Flight few;
  Grains coarse;
  BodySet bodies;
  Random same(4);
  for (std::uint32_t i = 0; i < 6; ++i) {
    coarse.add(test::grain(same, 7, 8, 0.3), 1.2), bodies.add(few.bodies.pose(i), i);
  }
  finder.reset();
  finder.find<double>(few.grains.surfaces, few.bodies.parts(), few.pairs, {});
  SurfaceContactFinder other(Cpu{1}), fresh(Cpu{1});
  other.restore(finder.save());
  EXPECT_EQ(other.find<double>(coarse.surfaces, bodies.parts(), few.pairs, {}).key,
            fresh.find<double>(coarse.surfaces, bodies.parts(), few.pairs, {}).key);
}

TEST(SurfaceContacts, OneSidesKnotsAloneOnRequest) {
  Flight flight;
  const auto parts = flight.bodies.parts();
  const auto find = [&](bool a, bool b) {
    SurfaceContactFinder finder(Cpu{1});
    return finder.find<double>(flight.grains.surfaces, parts, flight.pairs,
                               {.alert_distance = 0.1, .knots_of_a = a, .knots_of_b = b});
  };
  const auto both = find(true, true), of_a = find(true, false), of_b = find(false, true), none = find(false, false);
  EXPECT_GT(of_a.size(), 0u);
  EXPECT_GT(of_b.size(), 0u);
  EXPECT_EQ(of_a.size() + of_b.size(), both.size());
  for (const std::uint64_t key : of_a.key) EXPECT_LT(key, surface_contact_of_b);
  for (const std::uint64_t key : of_b.key) EXPECT_GE(key, surface_contact_of_b);
  EXPECT_EQ(none.size(), 0u);
}

TEST(SurfaceContacts, ThereAreNoneWithoutASurface) {
  Flight flight;
  const std::uint32_t plain = flight.grains.shapes.add_sphere(1);
  SurfaceContactFinder finder(Cpu{1});
  const BodySet mixed = two_bodies(0, {}, plain, {});
  EXPECT_EQ(finder.find<double>(flight.grains.surfaces, mixed.parts(), one_pair, {}).size(), 0u);
  BodySet bodies = two_bodies(0, {}, 1, {});
  const PartsView parts = bodies.parts();
  EXPECT_GT(finder.find<double>(flight.grains.surfaces, parts, one_pair, {}).size(), 0u);
  EXPECT_EQ(finder.find<double>(flight.grains.surfaces, parts, {}, {}).offsets.size(), 1u);
}

TEST(SurfaceContacts, APoseThatIsNotUsableGivesNoneAndLeavesTheOthersAsTheyAre) {
  Flight flight;
  BodySet bodies = two_bodies(0, {}, 1, {});
  bodies.add({}, 0u);
  const std::vector<Pair> all{{0, 1}, {0, 2}, {1, 2}};
  SurfaceContactFinder finder(Cpu{1});
  const SurfaceContacts<double> alone = finder.find<double>(flight.grains.surfaces, bodies.parts(), one_pair, {});
  ASSERT_GT(alone.size(), 0u);
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const auto& [position, entry] : std::vector<std::pair<double, double>>{{nan, 1}, {-inf, 1}, {0, nan}, {0, 3}}) {
    const double x[3] = {0, 0, position}, r[3] = {1, 1, entry};
    PartsView parts = bodies.parts();
    parts.px = x, parts.r[4] = r;
    const SurfaceContacts<double> found = finder.find<double>(flight.grains.surfaces, parts, all, {});
    ASSERT_EQ(finder.pairs().size(), 1u) << position << ", " << entry;
    EXPECT_EQ(finder.pairs()[0].b, 1u);
    EXPECT_EQ(found.key, alone.key);
    EXPECT_EQ(found.separation.size(), alone.separation.size());
    EXPECT_GT(finder.find<double>(flight.grains.surfaces, bodies.parts(), all, {}).size(), alone.size()) << "again";
  }
}

TEST(SurfaceContacts, RefusesWhatIsNotAllowed) {
  Flight flight;
  SurfaceContactFinder finder(Cpu{1});
  const auto refusal = [&](const std::vector<Pair>& pairs, double alert) {
    try {
      finder.find<double>(flight.grains.surfaces, flight.bodies.parts(), pairs, {.alert_distance = alert});
    } catch (const InvalidInput& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(refusal({{0, 1}}, -1), "SurfaceContactFinder::find: alert_distance is -1; allowed is 0 or more, finite");
  EXPECT_NE(refusal({{0, 1}}, std::numeric_limits<double>::quiet_NaN()), "none");
  EXPECT_NE(refusal({{0, 1}}, std::numeric_limits<double>::infinity()), "none");
  EXPECT_EQ(refusal({{0, 6}}, 0), "candidates[0] is (0, 6): there are 6 parts");
  EXPECT_EQ(refusal({{1, 2}, {0, 1}}, 0), "candidates[1] is (0, 1) behind (1, 2): they have to be sorted by a, then b");
  EXPECT_THROW(SurfaceContactFinder(Cpu{-1}), InvalidInput);
}

}  // namespace
}  // namespace abut
