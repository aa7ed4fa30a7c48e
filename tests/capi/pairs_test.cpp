// Searches, finders, the filter and history through the C interface give what the C++ library gives.
#include "abut/c/pairs.h"

#include "tests/capi/both.h"
#include "tests/support/same_bits.h"

namespace abut::test {
namespace {

/// Calls `list(out)` as a caller does who knows nothing before.
template <class List>
std::vector<abut_pair> grown(const List& list, std::uint64_t* rows = nullptr) {
  std::uint64_t count = 0;
  std::vector<abut_pair> pairs(1);
  if (list(c_list(pairs.data(), pairs.size(), &count, rows)) == ABUT_TOO_SMALL) {
    pairs.resize(count);
    EXPECT_OK(list(c_list(pairs.data(), pairs.size(), &count, rows)));
  }
  pairs.resize(count);
  return pairs;
}

/// The pairs of `a` are those from rows[a] to rows[a + 1].
void expect_rows(const std::vector<abut_pair>& pairs, const std::vector<std::uint64_t>& rows) {
  EXPECT_EQ(rows.front(), 0u);
  EXPECT_EQ(rows.back(), pairs.size());
  for (std::uint32_t a = 0; a + 1 < rows.size(); ++a) {
    ASSERT_LE(rows[a], rows[a + 1]);
    for (std::uint64_t k = rows[a]; k < rows[a + 1]; ++k) ASSERT_EQ(pairs[k].a, a);
  }
}

TEST(CPairs, SearchesGiveTheSameLists) {
  Both both(11), second(12, 50);
  const abut_parts parts = both.parts(), others = second.parts();
  const std::vector<Pair> cpp = both.pairs(0.1);
  std::vector<std::uint64_t> rows(parts.count + 1, 7);
  const auto c =
      grown([&](const abut_pair_list* out) { return abut_find_pairs(0, c_boxed(both.c_shapes, &parts, 0.1), out); },
            rows.data());
  ASSERT_GT(cpp.size(), 100u);
  expect_same_pairs(cpp, c, c.size());
  expect_rows(c, rows);
  std::uint64_t needed = 0;
  ASSERT_OK(abut_find_pairs(1, c_boxed(both.c_shapes, &parts, 0.1), c_list(nullptr, 0, &needed)));
  EXPECT_EQ(needed, cpp.size());

  const auto cross = find_cross_pairs(Cpu{}, both.shapes.headers(), both.bodies.parts(), second.bodies.parts(), 0.05);
  const auto c_cross = grown(
      [&](const abut_pair_list* out) {
        return abut_find_cross_pairs(0, c_boxed(both.c_shapes, &parts, 0.05), &others, out);
      },
      rows.data());
  expect_same_pairs(cross, c_cross, c_cross.size());
  expect_rows(c_cross, rows);
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
  std::vector<double> distance(200, -7);
  const abut_nearest rows_of_two{sizeof rows_of_two, {part.data(), 0}, {distance.data(), 2}};
  ASSERT_OK(abut_find_nearest(0, c_boxed(both.c_shapes, &parts, 0), &c_points, &rows_of_two));
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(part[i] == nearest[i].part && distance[2 * i] == nearest[i].distance);
    ASSERT_EQ(distance[2 * i + 1], -7);
  }
  const abut_nearest distances{sizeof distances, {nullptr, 0}, {distance.data(), 0}};
  ASSERT_OK(abut_find_nearest(0, c_boxed(both.c_shapes, &parts, 0), &c_points, &distances));
  for (int i = 0; i < 100; ++i) ASSERT_EQ(distance[i], nearest[i].distance);

  const QueryRadius each{0, {radius.data(), 1}};
  const abut_radius c_each{sizeof c_each, 0, radius.data(), 0};
  const NearList within = find_within(Cpu{}, both.shapes.headers(), both.bodies.parts(), 0, points, each);
  std::vector<std::uint64_t> rows(101);
  const auto c_within = grown(
      [&](const abut_pair_list* out) {
        return abut_find_within(0, c_boxed(both.c_shapes, &parts, 0), &c_points, &c_each, out);
      },
      rows.data());
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
    const auto found = cpp.find(both.shapes.headers(), both.bodies.parts(), 0.05);
    std::uint64_t count = 0;
    std::vector<abut_pair> pairs(3);
    EXPECT_EQ(abut_pair_finder_find(c, c_boxed(both.c_shapes, &parts, 0.05), c_list(pairs, &count)), ABUT_TOO_SMALL);
    pairs.resize(count);
    ASSERT_OK(abut_pair_finder_pairs(c, c_list(pairs, &count)));
    expect_same_pairs(found, pairs, count);
  }
  std::uint64_t searches = 0, left = 7;
  std::size_t bytes = 0;
  ASSERT_OK(abut_pair_finder_searches(c, &searches));
  ASSERT_OK(abut_pair_finder_memory(c, &bytes));
  EXPECT_EQ(searches, cpp.searches());
  EXPECT_GT(bytes, 0u);
  ASSERT_OK(abut_pair_finder_reset(c));
  ASSERT_OK(abut_pair_finder_pairs(c, c_list(nullptr, 0, &left)));
  EXPECT_EQ(left, 0u);
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
    const auto left = cpp.filter(both.shapes.headers(), both.bodies.parts(), candidates, 0.0);
    std::vector<abut_pair> pairs(candidates.size());
    std::uint64_t count = 0;
    ASSERT_OK(
        abut_pair_filter_filter(c, c_boxed(both.c_shapes, &parts, 0), c_pairs(candidates), c_list(pairs, &count)));
    expect_same_pairs(left, pairs, count);
    left_out += candidates.size() - count;
    std::vector<abut_pair> kept(candidates.size());
    ASSERT_OK(abut_pair_filter_remaining(c, c_list(kept, &count)));
    expect_same_pairs(left, kept, count);
    ASSERT_OK(abut_pair_filter_pairs(c, c_list(kept, &count)));
    expect_same_pairs(candidates, kept, count);
    Contacts<T> contacts(left.size());
    query_pairs<T>(Cpu{}, both.shapes.view<T>(), both.bodies.parts(), left, {}, contacts.view());
    cpp.learn<T>(contacts.lower_bound);
    ASSERT_OK(C<T>::learn(c, contacts.lower_bound.data(), left.size()));
    std::vector<double> clearances(candidates.size());
    std::size_t clearance_count = 0;
    ASSERT_OK(abut_pair_filter_clearances(c, clearances.data(), clearances.size(), &clearance_count));
    ASSERT_EQ(clearance_count, candidates.size());
    expect_same_bits(std::vector<double>(cpp.clearances().begin(), cpp.clearances().end()), clearances, "clearance");
    ASSERT_OK(abut_pair_filter_free(again));
    ASSERT_OK(abut_pair_filter_new(0, &again));
    ASSERT_OK(abut_pair_filter_restore(again, both.c_shapes, &parts, c_pairs(candidates), clearances.data()));
  }
  EXPECT_GT(left_out, 0u);
  both.move(9, 0.005);
  const std::vector<Pair> candidates = both.pairs(0.1);
  const abut_parts parts = both.parts();
  std::vector<abut_pair> one(candidates.size()), other(candidates.size());
  std::uint64_t n = 0, m = 0;
  const auto searched = c_boxed(both.c_shapes, &parts, 0);
  ASSERT_OK(abut_pair_filter_filter(c, searched, c_pairs(candidates), c_list(one, &n)));
  ASSERT_OK(abut_pair_filter_filter(again, searched, c_pairs(candidates), c_list(other, &m)));
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
  ASSERT_OK(abut_match_pairs(0, c_pairs(before.pairs), c_pairs(now.pairs), c.data()));
  EXPECT_EQ(places, c);
  EXPECT_TRUE(std::count(c.begin(), c.end(), ABUT_NO_MATCH) > 0);

  const auto ids = [](const Detection<double>& d) {
    return ContactIds{d.pairs.data(),        d.contacts.feature_a.data(), d.contacts.feature_b.data(),
                      d.contacts.key.data(), d.contacts.status.data(),    d.pairs.size()};
  };
  const auto c_ids = [](const Detection<double>& d) {
    return abut_contact_ids{sizeof(abut_contact_ids),
                            first_pair(d.pairs),
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
  abut_carried which{sizeof which, places.data(), places.size(), nullptr};
  ASSERT_OK(abut_carry(0, &which, kept.data(), kept.size(), carried.data(), sizeof(double)));
  EXPECT_EQ(cpp, carried);
  // The first half of them, and none where the list had too little room.
  const std::uint64_t half = places.size() / 2, too_many = places.size() + 1;
  std::vector<double> some(now.pairs.size(), -7);
  which.count = &too_many;
  ASSERT_OK(abut_carry(0, &which, kept.data(), kept.size(), some.data(), sizeof(double)));
  EXPECT_EQ(some, std::vector<double>(now.pairs.size(), -7));
  which.count = &half;
  ASSERT_OK(abut_carry(0, &which, kept.data(), kept.size(), some.data(), sizeof(double)));
  EXPECT_TRUE(std::equal(some.begin(), some.begin() + half, cpp.begin()));
  EXPECT_EQ(std::count(some.begin() + half, some.end(), -7), static_cast<std::ptrdiff_t>(some.size() - half));
}

}  // namespace
}  // namespace abut::test
