// What a search for pairs may not depend on: numbers of parts, axes, units, which set is the first; and how the list
// grows with the alert distance, from what touches on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include "abut/pairs/find_pairs.h"
#include "tests/pairs/parts_fixture.h"
#include "tests/support/random.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::expect_same_bits;
using test::Parts;

/// Boxes and spheres in bodies of up to three parts, in groups and worlds, some of them with alert distances.
Parts crowd(std::uint32_t count, std::uint64_t seed) {
  test::Random random(seed);
  const double edge = 1.3 * std::cbrt(static_cast<double>(count));
  Parts parts;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3<double> at{random.uniform(0, edge), random.uniform(0, edge), random.uniform(0, edge)};
    if (i % 2 == 0) {
      parts.add_sphere(at, random.uniform(0.1, 0.8));
    } else {
      parts.add_box(at, {random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)});
    }
    parts.body[i] = i / 3;
    parts.groups[i] = 1u << random.below(3);
    parts.meets[i] = random.below(3) == 0 ? 5u : 7u;
    parts.self_contact[i] = i / 3 % 2;
    parts.alert[i] = i % 4 == 0 ? 0.2 : 0;
    parts.world.push_back(static_cast<std::int32_t>(random.below(4)) - 1);
  }
  return parts;
}

std::vector<Pair> find(const Parts& parts, double alert) {
  return find_pairs(Cpu{2}, parts.headers, parts.view(), alert);
}

/// Part i is the order[i]-th of `parts`.
Parts renumbered(const Parts& parts, const std::vector<std::uint32_t>& order) {
  Parts out = parts;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t from = order[i];
    out.pose[i] = parts.pose[from], out.shape[i] = parts.shape[from], out.body[i] = parts.body[from];
    out.groups[i] = parts.groups[from], out.meets[i] = parts.meets[from];
    out.self_contact[i] = parts.self_contact[from], out.alert[i] = parts.alert[from];
    if (!parts.world.empty()) out.world[i] = parts.world[from];
  }
  return out;
}

std::vector<Pair> sorted(std::vector<Pair> pairs) {
  for (Pair& pair : pairs) pair = {std::min(pair.a, pair.b), std::max(pair.a, pair.b)};
  std::sort(pairs.begin(), pairs.end(), [](Pair x, Pair y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  return pairs;
}

TEST(SymmetricPairs, WithOtherNumbersTheSamePartsPair) {
  const Parts parts = crowd(1200, 31);
  const std::vector<Pair> expected = find(parts, 0.1);
  ASSERT_GT(expected.size(), 500u);
  expect_same_bits(expected, test::brute_force(parts, 0.1), "pairs");
  test::Random random(32);
  std::vector<std::uint32_t> order(1200);
  std::iota(order.begin(), order.end(), 0u);
  for (int round = 0; round < 4; ++round) {
    if (round == 0) std::reverse(order.begin(), order.end());
    for (std::uint32_t i = 1200; round > 0 && i-- > 1;) std::swap(order[i], order[random.below(i + 1)]);
    std::vector<Pair> back;
    for (const Pair pair : find(renumbered(parts, order), 0.1)) back.push_back({order[pair.a], order[pair.b]});
    expect_same_bits(expected, sorted(back), "pairs");
  }
}

/// Boxes at rest, whose axes may be exchanged and mirrored without rounding.
TEST(SymmetricPairs, WithOtherAxesTheSamePartsPair) {
  const Parts parts = crowd(900, 33);
  const std::vector<Pair> expected = find(parts, 0.1);
  using Turn = Vec3<double> (*)(Vec3<double>);
  const Turn turns[] = {[](Vec3<double> v) {
                          return Vec3<double>{v.y, v.z, v.x};
                        },
                        [](Vec3<double> v) {
                          return Vec3<double>{v.z, v.x, v.y};
                        },
                        [](Vec3<double> v) {
                          return Vec3<double>{-v.x, v.y, v.z};
                        },
                        [](Vec3<double> v) { return v * -1.0; },
                        [](Vec3<double> v) {
                          return Vec3<double>{v.x, v.z, -v.y};
                        }};
  for (const Turn turn : turns) {
    Parts turned = parts;
    for (Pose& pose : turned.pose) pose.position = turn(pose.position);
    for (ShapeHeader& h : turned.headers) {
      const Vec3<double> half = turn({h.half_extent[0], h.half_extent[1], h.half_extent[2]});
      h.half_extent[0] = std::abs(half.x), h.half_extent[1] = std::abs(half.y), h.half_extent[2] = std::abs(half.z);
    }
    expect_same_bits(expected, find(turned, 0.1), "pairs");
  }
}

TEST(SymmetricPairs, ALargerDistanceHasAllPairsOfASmallerOne) {
  const Parts parts = crowd(800, 34);
  std::vector<Pair> smaller;
  for (const double alert : {0.0, 1e-9, 0.01, 0.1, 0.5, 2.0}) {
    const std::vector<Pair> larger = find(parts, alert);
    std::set<std::pair<std::uint32_t, std::uint32_t>> all;
    for (const Pair pair : larger) all.insert({pair.a, pair.b});
    for (const Pair pair : smaller) ASSERT_TRUE(all.contains({pair.a, pair.b})) << alert;
    EXPECT_GE(larger.size(), smaller.size());
    smaller = larger;
  }
}

// No pair within the distance is missed, whichever part has a share of it; and boxes grow by little more than that.
TEST(SymmetricPairs, PartsExactlyAtTheDistanceAreFound) {
  for (const double gap : {0x1p-30, 0.125, 1.0, 1000.0}) {
    for (const double share : {0.0, 0.25, 0.5}) {
      for (const int axis : {0, 1, 2}) {
        Parts parts;
        Vec3<double> apart{axis == 0 ? 2 + gap : 0, axis == 1 ? 2 + gap : 0, axis == 2 ? 2 + gap : 0};
        parts.add_sphere({0, 0, 0}, 1);
        parts.add_box(apart, {1, 1, 1});
        parts.alert = {share * gap, share * gap};
        const double rest = gap * (1 - 2 * share);
        EXPECT_EQ(find(parts, rest).size(), 1u) << gap << ' ' << share;
        // Boxes are larger than their shapes by 2^-16 of these and of what they are grown by, twice.
        const double slack = 0x1p-15 * (4 + gap);
        parts.pose[1].position = apart * ((2 + gap + slack) / (2 + gap));
        EXPECT_EQ(find(parts, rest).size(), 0u) << gap << ' ' << share;
      }
    }
  }
}

// A search reads no masks where any two parts may pair: each rule alone, be it of a single part, has it read them.
TEST(SymmetricPairs, EachRuleIsAskedThoughAllOthersLetAnyTwoPair) {
  Parts free = crowd(600, 38);
  free.world.clear();
  for (std::uint32_t i = 0; i < 600; ++i) {
    free.body[i] = i, free.groups[i] = 4, free.meets[i] = 6, free.self_contact[i] = 0, free.alert[i] = 0;
  }
  const std::vector<Pair> all = find(free, 0);
  expect_same_bits(all, test::brute_force(free, 0), "pairs");
  const std::uint32_t some = all[all.size() / 2].a;  // a part that pairs
  const std::pair<const char*, std::function<void(Parts&)>> rules[] = {
      {"two parts of a body, far from each other in the list", [&](Parts& p) { p.body[all[9].b] = p.body[all[9].a]; }},
      {"a body of all", [](Parts& p) { std::fill(p.body.begin(), p.body.end(), 3u); }},
      {"another group", [&](Parts& p) { p.groups[some] = 1; }},
      {"meets another group", [&](Parts& p) { p.meets[some] = 2; }},
      {"another world", [&](Parts& p) { p.world.assign(600, 0), p.world[some] = 1; }},
      {"the last one in a world of its own", [&](Parts& p) { p.world.assign(600, 7), p.world[all.back().b] = 8; }}};
  for (const auto& [name, change] : rules) {
    Parts parts = free;
    change(parts);
    const std::vector<Pair> left = find(parts, 0);
    expect_same_bits(left, test::brute_force(parts, 0), name);
    EXPECT_LT(left.size(), all.size()) << name;
  }
  Parts other = free;  // what is no rule: bodies in another order, one world by any name
  std::reverse(other.body.begin(), other.body.end());
  other.world.assign(600, 5);
  expect_same_bits(find(other, 0), all, "pairs");
}

std::vector<Pair> cross(const Parts& first, const Parts& second, double alert) {
  return find_cross_pairs(Cpu{2}, first.headers, first.view(), second.view(), alert);
}

/// Some of the parts, which keep the shapes of all.
Parts part_of(const Parts& parts, std::uint32_t begin, std::uint32_t end) {
  std::vector<std::uint32_t> order(end - begin);
  std::iota(order.begin(), order.end(), begin);
  Parts out = renumbered(parts, order);
  for (auto* array : {&out.shape, &out.body, &out.groups, &out.meets}) array->resize(order.size());
  out.pose.resize(order.size()), out.self_contact.resize(order.size()), out.alert.resize(order.size());
  out.world.resize(order.size());
  return out;
}

TEST(SymmetricPairs, OfTwoSetsAreTheSameWhicheverIsTheFirst) {
  const Parts parts = crowd(1500, 35);
  const Parts first = part_of(parts, 0, 1000), second = part_of(parts, 700, 1500);
  const std::vector<Pair> one = cross(first, second, 0.1);
  std::vector<Pair> other;
  for (const Pair pair : cross(second, first, 0.1)) other.push_back({pair.b, pair.a});
  std::sort(other.begin(), other.end(), [](Pair x, Pair y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  ASSERT_GT(one.size(), 500u);
  expect_same_bits(one, other, "pairs");
}

// Each pair in both orders, each part with itself where it meets its own group, and parts of one body too.
TEST(SymmetricPairs, OfASetWithItselfAreThoseOfOneSetTwiceAndTheDiagonal) {
  Parts parts = crowd(700, 36);
  for (std::uint32_t i = 0; i < 700; ++i) parts.self_contact[i] = 1;
  std::vector<Pair> expected;
  for (const Pair pair : find(parts, 0.1)) {
    expected.push_back(pair);
    expected.push_back({pair.b, pair.a});
  }
  for (std::uint32_t i = 0; i < 700; ++i) {
    if ((parts.groups[i] & parts.meets[i]) != 0) expected.push_back({i, i});
  }
  std::sort(expected.begin(), expected.end(), [](Pair x, Pair y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  expect_same_bits(cross(parts, parts, 0.1), expected, "pairs");
  for (std::uint8_t& self : parts.self_contact) self = 0;  // which two sets do not ask for
  expect_same_bits(cross(parts, parts, 0.1), expected, "pairs");
}

TEST(SymmetricPairs, OfASetCutInTwoAreThoseOfBothAndBetweenThem) {
  Parts parts = crowd(1001, 37);
  for (std::uint32_t i = 0; i < 1001; ++i) parts.body[i] = i;
  for (const std::uint32_t cut : {1u, 16u, 333u, 1000u}) {
    const Parts low = part_of(parts, 0, cut), high = part_of(parts, cut, 1001);
    std::vector<Pair> all = find(low, 0.1);
    for (const Pair pair : find(high, 0.1)) all.push_back({pair.a + cut, pair.b + cut});
    for (const Pair pair : cross(low, high, 0.1)) all.push_back({pair.a, pair.b + cut});
    expect_same_bits(find(parts, 0.1), sorted(all), "pairs");
  }
}

}  // namespace
}  // namespace abut
