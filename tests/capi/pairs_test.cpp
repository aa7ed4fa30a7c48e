// Searches, finders, the filter and history through the C interface give what the C++ library gives.
#include "abut/c/pairs.h"

#include "tests/capi/both.h"
#include "tests/support/same_bits.h"

namespace abut::test {
namespace {

/// Calls `list(pairs, capacity, &count)` as a caller does who knows nothing before.
template <class List>
std::vector<abut_pair> grown(const List& list) {
  std::size_t count = 0;
  std::vector<abut_pair> pairs(1);
  if (list(pairs.data(), pairs.size(), &count) == ABUT_TOO_SMALL) {
    pairs.resize(count);
    EXPECT_OK(list(pairs.data(), pairs.size(), &count));
  }
  pairs.resize(count);
  return pairs;
}

TEST(CPairs, SearchesGiveTheSameLists) {
  Both both(11), second(12, 50);
  const abut_parts parts = both.parts(), others = second.parts();
  const std::vector<Pair> cpp = both.pairs(0.1);
  const auto c = grown([&](abut_pair* p, std::size_t n, std::size_t* count) {
    return abut_find_pairs(0, both.c_shapes, &parts, 0.1, p, n, count);
  });
  ASSERT_GT(cpp.size(), 100u);
  expect_same_pairs(cpp, c, c.size());
  std::size_t needed = 0;
  ASSERT_OK(abut_find_pairs(1, both.c_shapes, &parts, 0.1, nullptr, 0, &needed));
  EXPECT_EQ(needed, cpp.size());

  const auto cross = find_cross_pairs(Cpu{}, both.shapes.headers(), both.bodies.parts(), second.bodies.parts(), 0.05);
  const auto c_cross = grown([&](abut_pair* p, std::size_t n, std::size_t* count) {
    return abut_find_cross_pairs(0, both.c_shapes, &parts, &others, 0.05, p, n, count);
  });
  expect_same_pairs(cross, c_cross, c_cross.size());
}

TEST(CPairs, PartsNearPointsAreTheSame) {
  Both both(13);
  const abut_parts parts = both.parts();
  Random random(2);
  std::vector<double> at, radius;
  for (int i = 0; i < 100; ++i) {
    const Vec3<double> p = random.in_cube() * 5.0;
    at.insert(at.end(), {p.x, p.y, p.z});
    radius.push_back(random.uniform());
  }
  const QueryPoints points{100, {at.data(), at.data() + 1, at.data() + 2, 3}};
  const abut_points c_points{sizeof c_points, 100, 0, at.data(), at.data() + 1, at.data() + 2, 3};
  const auto nearest = find_nearest(Cpu{}, both.shapes.headers(), both.bodies.parts(), 0, points);
  std::vector<std::uint32_t> part(100);
  std::vector<double> distance(100);
  ASSERT_OK(abut_find_nearest(0, both.c_shapes, &parts, 0, &c_points, part.data(), distance.data()));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(part[i] == nearest[i].part && distance[i] == nearest[i].distance);

  const QueryRadius each{0, {radius.data(), 1}};
  const abut_radius c_each{sizeof c_each, 0, radius.data(), 0};
  const NearList within = find_within(Cpu{}, both.shapes.headers(), both.bodies.parts(), 0, points, each);
  std::vector<std::uint64_t> rows(101);
  const auto c_within = grown([&](abut_pair* p, std::size_t n, std::size_t* count) {
    return abut_find_within(0, both.c_shapes, &parts, 0, &c_points, &c_each, p, n, rows.data(), count);
  });
  expect_same_pairs(within.pairs, c_within, c_within.size());
  EXPECT_EQ(within.rows, rows);
}

TEST(CPairs, AFinderGoesFromStepToStepAsTheOther) {
  Both both(14);
  PairFinder cpp(Cpu{2});
  abut_pair_finder* c = nullptr;
  ASSERT_OK(abut_pair_finder_new(2, &c));
  for (int step = 0; step < 6; ++step) {
    both.move(step, 0.01);
    const abut_parts parts = both.parts();
    const auto found = cpp.find(&both.shapes.header(0), both.shapes.size(), both.bodies.parts(), 0.05);
    std::size_t count = 0;
    std::vector<abut_pair> pairs(3);
    EXPECT_EQ(abut_pair_finder_find(c, both.c_shapes, &parts, 0.05, pairs.data(), 3, &count), ABUT_TOO_SMALL);
    pairs.resize(count);
    ASSERT_OK(abut_pair_finder_pairs(c, pairs.data(), count, &count));
    expect_same_pairs(found, pairs, count);
  }
  std::uint64_t searches = 0;
  std::size_t bytes = 0;
  ASSERT_OK(abut_pair_finder_searches(c, &searches));
  ASSERT_OK(abut_pair_finder_memory(c, &bytes));
  EXPECT_EQ(searches, cpp.searches());
  EXPECT_GT(bytes, 0u);
  ASSERT_OK(abut_pair_finder_reset(c));
  ASSERT_OK(abut_pair_finder_pairs(c, nullptr, 0, &bytes));
  EXPECT_EQ(bytes, 0u);
  ASSERT_OK(abut_pair_finder_free(c));
}

template <class T>
class CFilter : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(CFilter, Precisions);

TYPED_TEST(CFilter, LeavesTheSamePairsAndCanBeRestored) {
  using T = TypeParam;
  Both both(15);
  PairFilter cpp(Cpu{1});
  abut_pair_filter *c = nullptr, *again = nullptr;
  ASSERT_OK(abut_pair_filter_new(0, &c));
  std::size_t left_out = 0;
  for (int step = 0; step < 4; ++step) {
    both.move(step, 0.005);
    const std::vector<Pair> candidates = both.pairs(0.1);
    const abut_parts parts = both.parts();
    const auto left = cpp.filter(&both.shapes.header(0), both.shapes.size(), both.bodies.parts(), candidates, 0.0);
    std::vector<abut_pair> pairs(candidates.size());
    std::size_t count = 0;
    ASSERT_OK(abut_pair_filter_filter(c, both.c_shapes, &parts, c_pairs(candidates), candidates.size(), 0.0,
                                      pairs.data(), pairs.size(), &count));
    expect_same_pairs(left, pairs, count);
    left_out += candidates.size() - count;
    Contacts<T> contacts(left.size());
    query_pairs<T>(Cpu{}, both.shapes.view<T>(), both.bodies.parts(), left, {}, contacts.view());
    cpp.learn<T>(contacts.lower_bound);
    ASSERT_OK(C<T>::learn(c, contacts.lower_bound.data(), left.size()));
    std::vector<double> clearances(candidates.size());
    ASSERT_OK(abut_pair_filter_clearances(c, clearances.data(), clearances.size(), &count));
    expect_same_bits(std::vector<double>(cpp.clearances().begin(), cpp.clearances().end()), clearances, "clearance");
    ASSERT_OK(abut_pair_filter_free(again));
    ASSERT_OK(abut_pair_filter_new(0, &again));
    ASSERT_OK(abut_pair_filter_restore(again, both.c_shapes, &parts, c_pairs(candidates), clearances.data(),
                                       candidates.size()));
  }
  EXPECT_GT(left_out, 0u);
  both.move(9, 0.005);
  const std::vector<Pair> candidates = both.pairs(0.1);
  const abut_parts parts = both.parts();
  std::vector<abut_pair> one(candidates.size()), other(candidates.size());
  std::size_t n = 0, m = 0;
  ASSERT_OK(abut_pair_filter_filter(c, both.c_shapes, &parts, c_pairs(candidates), candidates.size(), 0, one.data(),
                                    one.size(), &n));
  ASSERT_OK(abut_pair_filter_filter(again, both.c_shapes, &parts, c_pairs(candidates), candidates.size(), 0,
                                    other.data(), other.size(), &m));
  EXPECT_EQ(n, m);
  EXPECT_EQ(std::memcmp(one.data(), other.data(), n * sizeof one[0]), 0);
  ASSERT_OK(abut_pair_filter_free(c));
  ASSERT_OK(abut_pair_filter_free(again));
}

TEST(CHistory, PlacesOfPairsAndContactsAndWhatIsCarried) {
  Both both(16);
  const Detection<double> before = detect<double>(Cpu{}, both.shapes, both.bodies, {0.02});
  both.move(3, 0.01);
  const Detection<double> now = detect<double>(Cpu{}, both.shapes, both.bodies, {0.02});
  const auto places = match_pairs(Cpu{}, before.pairs, now.pairs);
  std::vector<std::uint32_t> c(now.pairs.size());
  ASSERT_OK(
      abut_match_pairs(0, c_pairs(before.pairs), before.pairs.size(), c_pairs(now.pairs), now.pairs.size(), c.data()));
  EXPECT_EQ(places, c);
  EXPECT_TRUE(std::count(c.begin(), c.end(), ABUT_NO_MATCH) > 0);

  const auto ids = [](const Detection<double>& d) {
    return ContactIds{d.pairs.data(),        d.contacts.feature_a.data(), d.contacts.feature_b.data(),
                      d.contacts.key.data(), d.contacts.status.data(),    d.pairs.size()};
  };
  const auto c_ids = [](const Detection<double>& d) {
    return abut_contact_ids{sizeof(abut_contact_ids),
                            c_pairs(d.pairs),
                            reinterpret_cast<const std::uint64_t*>(d.contacts.feature_a.data()),
                            reinterpret_cast<const std::uint64_t*>(d.contacts.feature_b.data()),
                            d.contacts.key.data(),
                            d.contacts.status.data(),
                            d.pairs.size(),
                            nullptr};
  };
  const abut_contact_ids c_before = c_ids(before), c_now = c_ids(now);
  const auto matched = match_contacts(Cpu{}, ids(before), ids(now));
  ASSERT_OK(abut_match_contacts(0, &c_before, &c_now, c.data()));
  EXPECT_EQ(matched, c);

  std::vector<double> kept(before.pairs.size()), cpp(now.pairs.size()), carried(now.pairs.size());
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = 1.0 + static_cast<double>(i);
  carry<double>(Cpu{}, places, kept, cpp);
  ASSERT_OK(abut_carry(0, places.data(), places.size(), kept.data(), kept.size(), carried.data(), sizeof(double)));
  EXPECT_EQ(cpp, carried);
}

}  // namespace
}  // namespace abut::test
