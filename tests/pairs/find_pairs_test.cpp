// Candidate pairs against brute force over the same boxes: the answer is exact, so the lists are compared as they are.
#include "abut/pairs/find_pairs.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "host/pairs/pair_search.h"
#include "tests/pairs/parts_fixture.h"

namespace abut {
namespace {

using test::Parts;

std::vector<Pair> find(const Parts& parts, double alert = 0, int threads = 0) {
  return find_pairs(Cpu{threads}, parts.headers, parts.view(), alert);
}

void expect_same(const std::vector<Pair>& found, const std::vector<Pair>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].a, expected[i].a) << "pair " << i;
    ASSERT_EQ(found[i].b, expected[i].b) << "pair " << i;
  }
}

/// Holds against brute force with several alert distances; returns the number of pairs without alert.
std::size_t expect_exact(const Parts& parts, std::initializer_list<double> alerts = {0, 0.05}) {
  std::size_t count = 0;
  for (const double alert : alerts) {
    const std::vector<Pair> expected = test::brute_force(parts, alert);
    if (alert == *alerts.begin()) count = expected.size();
    expect_same(find(parts, alert), expected);
    if (testing::Test::HasFatalFailure()) return count;
  }
  return count;
}

std::string message_of(const Parts& parts, double alert = 0, int threads = 0) {
  try {
    find(parts, alert, threads);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(FindPairs, OfFewerThanTwoPartsIsEmpty) {
  Parts parts;
  EXPECT_TRUE(find_pairs(Cpu{}, {}, PartsView{}, 0).empty());
  parts.add_sphere({0, 0, 0}, 1);
  EXPECT_TRUE(find(parts).empty());
}

TEST(FindPairs, OfTwoSpheresDependsOnTheAlertDistance) {
  Parts parts;
  parts.add_sphere({0, 0, 0}, 1);
  parts.add_sphere({3, 0, 0}, 1);
  EXPECT_TRUE(find(parts, 0).empty());
  EXPECT_TRUE(find(parts, 0.999).empty());
  ASSERT_EQ(find(parts, 1).size(), 1u);
  EXPECT_EQ(find(parts, 1)[0].a, 0u);
  EXPECT_EQ(find(parts, 1)[0].b, 1u);
  parts.alert[1] = 0.75;
  EXPECT_TRUE(find(parts, 0.2).empty());
  EXPECT_EQ(find(parts, 0.25).size(), 1u);
  parts.alert[0] = 0.25;
  EXPECT_EQ(find(parts, 0).size(), 1u);
}

TEST(FindPairs, OfACubicLatticeOfTouchingCubesAreAllNeighbours) {
  Parts parts;
  const int edge = 9;
  for (int i = 0; i < edge * edge * edge; ++i) {
    parts.add_box({1.0 * (i % edge), 1.0 * (i / edge % edge), 1.0 * (i / edge / edge)}, {0.5, 0.5, 0.5});
  }
  // 26 neighbours inside: (3e - 2)^3 ordered pairs with oneself, along each axis 3e - 2.
  const std::size_t line = 3 * edge - 2;
  EXPECT_EQ(find(parts).size(), (line * line * line - edge * edge * edge) / 2);
  expect_exact(parts);
}

TEST(FindPairs, OfRandomSpheresIsExact) {
  std::mt19937_64 random(51);
  for (const std::uint32_t n : {2u, 3u, 5u, 50u, 127u, 128u, 129u, 5000u}) {
    const std::size_t count = expect_exact(test::random_spheres(n, random));
    EXPECT_TRUE(n < 5000 || count > n);
  }
}

TEST(FindPairs, OfTurnedBoxesIsExact) {
  std::mt19937_64 random(52);
  std::normal_distribution<double> normal;
  Parts parts;
  for (int i = 0; i < 3000; ++i) {
    parts.add_box(Vec3<double>{normal(random), normal(random), normal(random)} * 5.0, {0.1, 0.2, 1.0});
    parts.pose.back().rotation =
        rotation_from_quaternion(normal(random), normal(random), normal(random), normal(random));
  }
  EXPECT_GT(expect_exact(parts), 1000u);
}

TEST(FindPairs, OfTightClustersIsExact) {
  std::mt19937_64 random(53);
  std::normal_distribution<double> normal;
  Parts parts;
  for (int cluster = 0; cluster < 10; ++cluster) {
    const Vec3<double> centre = Vec3<double>{normal(random), normal(random), normal(random)} * 1e5;
    for (int i = 0; i < 300; ++i) {
      parts.add_sphere(centre + Vec3<double>{normal(random), normal(random), normal(random)}, 0.2);
    }
  }
  EXPECT_GT(expect_exact(parts), 1000u);
}

TEST(FindPairs, OfRadiiFromOneToAThousandIsExact) {
  std::mt19937_64 random(54);
  std::uniform_real_distribution<double> unit(0, 1);
  Parts parts;
  for (int i = 0; i < 4000; ++i) {
    const Vec3<double> place{unit(random), unit(random), unit(random)};
    parts.add_sphere(place * 4000.0, std::pow(1000.0, std::pow(unit(random), 3)));
  }
  EXPECT_GT(expect_exact(parts), 1000u);
}

TEST(FindPairs, OfIdenticalBoxesIsEveryPair) {
  Parts parts;
  for (int i = 0; i < 700; ++i) parts.add_box({3, 4, 5}, {1, 1, 1});
  EXPECT_EQ(expect_exact(parts), 700u * 699 / 2);
  Parts points;
  for (int i = 0; i < 300; ++i) points.add_sphere({0, 0, 0}, 0);
  EXPECT_EQ(expect_exact(points), 300u * 299 / 2);
}

TEST(FindPairs, OfCollinearAndCoplanarPartsIsExact) {
  std::mt19937_64 random(55);
  std::uniform_real_distribution<double> unit(0, 1);
  Parts line, plane;
  for (int i = 0; i < 3000; ++i) {
    line.add_sphere({7, 3000 * unit(random), -2}, 1);
    plane.add_sphere({100 * unit(random), -5, 100 * unit(random)}, 1);
  }
  EXPECT_GT(expect_exact(line), 1000u);
  EXPECT_GT(expect_exact(plane), 1000u);
}

TEST(FindPairs, FarFromTheOriginIsAsAtTheOrigin) {
  std::mt19937_64 random(56);
  Parts here = test::random_spheres(3000, random), there = here;
  for (Pose& pose : here.pose) {  // a grid on which both places are exact
    for (double* x : {&pose.position.x, &pose.position.y, &pose.position.z}) *x = std::round(*x * 1024) / 1024;
  }
  there.pose = here.pose;
  for (Pose& pose : there.pose) pose.position = pose.position + Vec3<double>{1e6, -1e6, 1e6};
  expect_exact(there);
  expect_same(find(there), find(here));
}

TEST(FindPairs, AreTheSameInAnyPowerOfTwoUnit) {
  std::mt19937_64 random(57);
  const Parts parts = test::random_spheres(2000, random);
  const std::vector<Pair> expected = find(parts, 0.03125);
  for (const int exponent : {-400, -30, 30, 400}) {
    expect_same(find(parts.scaled(std::ldexp(1.0, exponent)), std::ldexp(0.03125, exponent)), expected);
  }
}

TEST(FindPairs, WithBodiesThatHaveEscapedIsExact) {
  std::mt19937_64 random(58);
  Parts parts = test::random_spheres(3000, random);
  parts.pose[5].position = {1e18, 0, 0};
  parts.pose[6].position = {1e18, 0.5, 0};
  parts.pose[7].position = {-1e300, 1e300, 1e300};
  parts.pose[2000].position = {0, 1e9, -1e9};
  expect_exact(parts);
}

TEST(FindPairs, PartsWithoutAFinitePosePairWithNothingAndSpoilNothing) {
  std::mt19937_64 random(59);
  Parts parts = test::random_spheres(2000, random);
  const std::vector<Pair> all = find(parts);
  const double bad[3] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                         -std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < 300; ++i) {
    Pose& pose = parts.pose[7 * i % 2000 - 7 * i % 2000 % 5];
    (i % 2 == 0 ? pose.position.y : pose.rotation.m[4]) = bad[i % 3];
  }
  std::vector<Pair> expected;
  const auto finite = [&](std::uint32_t i) {
    return std::isfinite(parts.pose[i].position.y) && std::isfinite(parts.pose[i].rotation.m[4]);
  };
  for (const Pair pair : all) {
    if (finite(pair.a) && finite(pair.b)) expected.push_back(pair);
  }
  EXPECT_LT(expected.size(), all.size());
  expect_same(find(parts), expected);
  for (Pose& pose : parts.pose) pose.position.x = bad[0];
  EXPECT_TRUE(find(parts).empty());
}

TEST(FindPairs, AreTheSameBitsForEveryNumberOfThreadsAndRun) {
  const tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  std::mt19937_64 random(60);
  const Parts parts = test::random_spheres(60000, random);
  const std::vector<Pair> expected = find(parts, 0.1, 1);
  EXPECT_GT(expected.size(), 60000u);
  for (const int threads : {1, 2, 4, 4, 4, 0}) {
    expect_same(find(parts, 0.1, threads), expected);
    if (HasFatalFailure()) return;
  }
}

TEST(FindPairs, GroupsHaveToMeetInBothDirections) {
  const auto pairs_of = [](std::uint32_t groups_a, std::uint32_t meets_a, std::uint32_t groups_b,
                           std::uint32_t meets_b) {
    Parts parts;
    parts.add_sphere({0, 0, 0}, 1);
    parts.add_sphere({1, 0, 0}, 1);
    parts.groups = {groups_a, groups_b};
    parts.meets = {meets_a, meets_b};
    return find(parts).size();
  };
  EXPECT_EQ(pairs_of(1, 1, 1, 1), 1u);
  EXPECT_EQ(pairs_of(1, 2, 2, 1), 1u);
  EXPECT_EQ(pairs_of(1, 2, 2, 2), 0u);
  EXPECT_EQ(pairs_of(1, 1, 2, 1), 0u);
  EXPECT_EQ(pairs_of(0, ~0u, 1, ~0u), 0u);
  EXPECT_EQ(pairs_of(1, ~0u, 1, 0), 0u);
  EXPECT_EQ(pairs_of(1u << 31, 1u << 31, 3u << 30, 1u << 31), 1u);
}

TEST(FindPairs, PartsOfOneBodyPairOnlyIfItAsksForIt) {
  Parts parts;
  for (int i = 0; i < 4; ++i) parts.add_sphere({0.1 * i, 0, 0}, 1);
  parts.body = {0, 0, 1, 1};
  EXPECT_EQ(find(parts).size(), 4u);
  parts.self_contact = {0, 0, 1, 1};
  ASSERT_EQ(find(parts).size(), 5u);
  EXPECT_EQ(find(parts)[4].a, 2u);
  EXPECT_EQ(find(parts)[4].b, 3u);
}

TEST(FindPairs, WithRandomMasksAndBodiesAreExact) {
  std::mt19937_64 random(61);
  Parts parts = test::random_spheres(3000, random);
  for (std::size_t i = 0; i < parts.pose.size(); ++i) {
    parts.groups[i] = static_cast<std::uint32_t>(random()) & 7;
    parts.meets[i] = static_cast<std::uint32_t>(random()) & 7;
    parts.body[i] = static_cast<std::uint32_t>(i / 10);
    parts.self_contact[i] = i / 10 % 2;
    parts.alert[i] = i % 7 == 0 ? 0.5 : 0;
  }
  for (std::size_t i = 0; i + 10 < parts.pose.size(); i += 10) {  // parts of a body lie near each other
    for (std::size_t k = 1; k < 10; ++k) parts.pose[i + k].position = parts.pose[i].position + Vec3<double>{0.3, 0, 0};
  }
  EXPECT_GT(expect_exact(parts), 1000u);
}

// More pairs than a chunk of the search keeps, so that it searches again to fill.
TEST(FindPairs, WhereNearlyAllOverlapAreExact) {
  std::mt19937_64 random(62);
  Parts parts = test::random_spheres(3000, random);
  EXPECT_GT(expect_exact(parts, {20, 3}), 3000u * 1200u);
  expect_same(find(parts, 20, 1), find(parts, 20, 2));
}

TEST(FindPairs, MorePairsThanAllowedAreRefused) {
  Parts parts;
  for (int i = 0; i < 1000; ++i) parts.add_sphere({0, 0, 0}, 1);
  const PartsView view = parts.view();
  std::vector<Box<double>> boxes;
  for (std::uint32_t i = 0; i < view.count; ++i) boxes.push_back(part_box(parts.headers.data(), view, i, 0));
  WideBvh tree;
  tree.build(boxes.data(), view.count);
  PairSearch search;
  EXPECT_EQ(search.find({&tree, boxes.data(), &view}, 499500), 499500u);
  try {
    search.find({&tree, boxes.data(), &view}, 499499);
    ADD_FAILURE();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("499499"), std::string::npos) << error.what();
  }
}

// Boxes on a lattice touch exactly: floats alone cannot decide about them.
TEST(FindPairs, OfBoxesOnALatticeThatTouchOrJustDoNotAreExact) {
  for (const double gap : {0.0, 0x1p-50, -0x1p-50, 0x1p-30, -0x1p-30}) {
    std::vector<Box<double>> boxes;
    for (int i = 0; i < 3375; ++i) {
      const Vec3<double> lo{double(i % 15), double(i / 15 % 15), double(i / 225)};
      boxes.push_back({lo, lo + Vec3<double>{1 - gap, 1 - gap, 1 - gap}});
    }
    Parts parts;
    for (std::size_t i = 0; i < boxes.size(); ++i) parts.add_sphere({0, 0, 0}, 1);
    const PartsView view = parts.view();
    std::vector<Pair> expected;
    for (std::uint32_t a = 0; a < boxes.size(); ++a) {
      for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
        if (overlaps(boxes[a], boxes[b])) expected.push_back({a, b});
      }
    }
    WideBvh tree;
    tree.build(boxes.data(), view.count);
    PairSearch search;
    std::vector<Pair> found(search.find({&tree, boxes.data(), &view}));
    search.write(found.data());
    expect_same(found, expected);
    if (HasFatalFailure()) return;
  }
}

TEST(FindPairs, OfAHugeAndATinyBoxAmongManyAreExact) {
  std::mt19937_64 random(63);
  Parts parts = test::random_spheres(4000, random);
  parts.add_sphere({10, 10, 10}, 100);
  parts.add_sphere({0, 0, 0}, 1e-6);
  parts.add_sphere({5, 5, 5}, 4);
  EXPECT_GT(expect_exact(parts), 4000u);
}

TEST(FindCrossPairs, AreThoseOfBruteForce) {
  std::mt19937_64 random(64);
  const Parts first = test::random_spheres(1500, random);
  Parts second = test::random_spheres(900, random);
  for (std::size_t i = 0; i < second.pose.size(); ++i) second.meets[i] = i % 5 == 0 ? 2 : 3;
  const PartsView a = first.view();
  PartsView b = second.view();
  // Both are to refer to one list of shapes.
  std::vector<ShapeHeader> headers = first.headers;
  headers.insert(headers.end(), second.headers.begin(), second.headers.end());
  std::vector<std::uint32_t> shape = second.shape;
  for (std::uint32_t& s : shape) s += static_cast<std::uint32_t>(first.headers.size());
  b.shape = shape.data();
  std::vector<Pair> expected;
  for (std::uint32_t i = 0; i < a.count; ++i) {
    for (std::uint32_t j = 0; j < b.count; ++j) {
      if (!overlaps(part_box(headers.data(), a, i, 0.1), part_box(headers.data(), b, j, 0.1))) continue;
      if ((a.groups[i] & b.meets[j]) != 0 && (b.groups[j] & a.meets[i]) != 0) expected.push_back({i, j});
    }
  }
  const auto count = static_cast<std::uint32_t>(headers.size());
  EXPECT_GT(expected.size(), 1500u);
  expect_same(find_cross_pairs(Cpu{}, {headers.data(), count}, a, b, 0.1), expected);
  EXPECT_TRUE(find_cross_pairs(Cpu{}, {headers.data(), count}, PartsView{}, b, 0.1).empty());
  EXPECT_TRUE(find_cross_pairs(Cpu{}, {headers.data(), count}, a, PartsView{}, 0.1).empty());
  EXPECT_THROW(find_cross_pairs(Cpu{}, {headers.data(), 3}, a, b, 0.1), InvalidInput);
  try {
    find_cross_pairs(Cpu{}, {headers.data(), count - 1}, a, b, 0.1);
    ADD_FAILURE() << "the last shape does not exist";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("second.shape["), std::string::npos) << error.what();
  }
}

// Each cluster is one cell of the order's frame: its boxes share a key, and a finer code orders them.
TEST(FindPairs, OfTwoFarClustersAreThoseOfEachAlone) {
  std::mt19937_64 random(61);
  constexpr std::uint32_t count = 20000;
  const Parts one = test::random_spheres(count, random);
  Parts both = one;
  for (std::uint32_t i = 0; i < count; ++i) {
    both.add_sphere(one.pose[i].position + Vec3<double>{1e6, 0, 0}, one.headers[i].rounding);
  }
  std::vector<Pair> expected = find_pairs(Cpu{}, {one.headers.data(), count}, one.view(), 0);
  const std::size_t of_one = expected.size();
  EXPECT_GT(of_one, 50000u);
  for (std::size_t i = 0; i < of_one; ++i) expected.push_back({expected[i].a + count, expected[i].b + count});
  expect_same(find_pairs(Cpu{}, {both.headers.data(), 2 * count}, both.view(), 0), expected);
}

TEST(FindPairs, BadInputIsRefusedWithItsNameAndValue) {
  Parts parts;
  parts.add_sphere({0, 0, 0}, 1);
  parts.add_sphere({1, 0, 0}, 1);
  EXPECT_EQ(message_of(parts), "");
  for (const double bad : {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_NE(message_of(parts, bad).find("alert_distance is"), std::string::npos);
    Parts other = parts;
    other.alert[1] = bad;
    EXPECT_NE(message_of(other).find("parts.alert[1] is"), std::string::npos);
  }
  EXPECT_NE(message_of(parts, 0, -2).find("cpu.threads is -2"), std::string::npos);
  Parts other = parts;
  other.shape[1] = 2;
  EXPECT_NE(message_of(other).find("parts.shape[1] is 2"), std::string::npos);
  EXPECT_THROW(find_pairs(Cpu{}, std::span<const ShapeHeader>(), parts.view(), 0), InvalidInput);
}

}  // namespace
}  // namespace abut
