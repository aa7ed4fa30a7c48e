// Batches that are refused: the first bad pair is named wherever it is, whatever the number of threads, and nothing has
// been written by then; the next batch is answered as ever.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "abut/patches.h"
#include "tests/support/complaint.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::complaint;

template <class T>
class BatchRefusal : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(BatchRefusal, Scalars);

/// Shapes in a row, and a batch of as many pairs of neighbours as wanted.
struct Row {
  ShapeSet shapes = test::mixed_shapes(81);
  BodySet bodies;
  std::vector<Pair> pairs;
  test::ShapePairs relative;

  explicit Row(std::size_t count) {
    test::Random random(82);
    for (std::uint32_t i = 0; i < 40; ++i) {
      bodies.add({{0.3 * i, 0, 0}, random.rotation()}, i % shapes.size());
    }
    for (std::uint32_t i = 0; pairs.size() < count; ++i) {
      pairs.push_back({i % 39, i % 39 + 1});
      relative.add({i % shapes.size(), 0}, {{0.5, 0, 0}, Pose{}.rotation});
    }
  }
};

/// Where a batch is cut for its checks, and next to these places.
constexpr std::size_t places[] = {0, 1, 63, 64, 1023, 1024, 8191, 8192, 8193, 16384, 19999};

TYPED_TEST(BatchRefusal, TheFirstBadPairIsNamedWhereverItIsAndNothingIsWritten) {
  using T = TypeParam;
  const Row row(20000);
  const T stain(-77);
  std::vector<T> separation(row.pairs.size(), stain);
  const std::vector<T> untouched = separation;
  std::vector<CachedPolytope> caches(row.pairs.size());
  std::memset(static_cast<void*>(caches.data()), 0x11, caches.size() * sizeof(CachedPolytope));
  const std::vector<CachedPolytope> same_caches = caches;
  ContactsView<T> out;
  out.separation = {separation.data(), 1};
  const auto told = [&](Cpu cpu, const std::vector<Pair>& pairs) {
    return complaint([&] {
      query_pairs<T>(cpu, row.shapes.view<T>(), row.bodies.parts(), pairs, {1.0, caches.data()}, out);
    });
  };
  for (const int threads : {1, 2, 0}) {
    for (const std::size_t place : places) {
      std::vector<Pair> pairs = row.pairs;
      pairs[place] = place % 2 == 0 ? Pair{3, 40} : Pair{0xffffffffu, 3};
      for (std::size_t later = place + 1; later < pairs.size(); later += 777) pairs[later] = {41, 41};
      EXPECT_EQ(told(Cpu{threads}, pairs), "query_pairs: pair " + std::to_string(place) + " names " +
                                               (place % 2 == 0 ? "40" : "4294967295") + "; allowed is less than 40");
    }
  }
  EXPECT_EQ(separation, untouched);
  EXPECT_EQ(std::memcmp(caches.data(), same_caches.data(), caches.size() * sizeof(CachedPolytope)), 0);
  EXPECT_EQ(told(Cpu{2}, row.pairs), "");
  EXPECT_NE(separation, untouched);
}

TYPED_TEST(BatchRefusal, PairsOfShapesAreCheckedLikeThoseOfParts) {
  using T = TypeParam;
  const Row row(20000);
  const auto count = std::to_string(row.shapes.size());
  std::vector<T> separation(row.pairs.size(), T(-77));
  const std::vector<T> untouched = separation;
  ContactsView<T> out;
  out.separation = {separation.data(), 1};
  for (const std::size_t place : places) {
    std::vector<Pair> pairs = row.relative.pairs;
    pairs[place] = {row.shapes.size(), 1000000};  // both are bad: `a` is named
    if (place + 1 < pairs.size()) pairs[place + 1] = {0, 7777};
    EXPECT_EQ(
        complaint([&] {
          query_shape_pairs<T>(Cpu{2}, row.shapes.view<T>(), pairs, {row.relative.poses.data(), 12}, {}, out);
        }),
        "query_shape_pairs: pair " + std::to_string(place) + " names " + count + "; allowed is less than " + count);
  }
  EXPECT_EQ(complaint([&] {
              query_shape_pairs<T>(Cpu{2}, row.shapes.view<T>(), row.relative.pairs, {nullptr, 12}, {}, out);
            }),
            "query_shape_pairs: poses.m is null");
  EXPECT_EQ(separation, untouched);
  EXPECT_EQ(complaint([&] { query_shape_pairs<T>(Cpu{2}, row.shapes.view<T>(), {}, {nullptr, 12}, {}, {}); }), "");
}

TYPED_TEST(BatchRefusal, APartOfNoShapeMattersWhereAPairNamesIt) {
  using T = TypeParam;
  const Row row(100);
  const std::string allowed = "; allowed is less than " + std::to_string(row.shapes.size());
  for (const bool many : {false, true}) {  // fewer pairs than parts, and more
    const std::vector<Pair> pairs(row.pairs.begin(), row.pairs.begin() + (many ? 100 : 20));
    for (std::uint32_t part = 0; part < 40; ++part) {
      PartsView parts = row.bodies.parts();
      std::vector<std::uint32_t> shape(parts.shape, parts.shape + parts.count);
      shape[part] = row.shapes.size() + part;
      parts.shape = shape.data();
      Contacts<T> out(pairs.size());
      const std::string line =
          complaint([&] { query_pairs<T>(Cpu{2}, row.shapes.view<T>(), parts, pairs, {}, out.view()); });
      std::size_t first = 0;
      while (first < pairs.size() && pairs[first].a != part && pairs[first].b != part) ++first;
      EXPECT_EQ(line, first == pairs.size() ? ""
                                            : "query_pairs, shape of a part: pair " + std::to_string(first) +
                                                  " names " + std::to_string(shape[part]) + allowed);
    }
  }
}

TYPED_TEST(BatchRefusal, OptionsAreNamedBeforePairs) {
  using T = TypeParam;
  const Row row(3);
  const std::vector<Pair> bad{{99, 0}};
  const auto told = [&](Cpu cpu, double alert, const std::vector<Pair>& pairs) {
    Contacts<T> out(pairs.size());
    return complaint(
        [&] { query_pairs<T>(cpu, row.shapes.view<T>(), row.bodies.parts(), pairs, {alert}, out.view()); });
  };
  EXPECT_EQ(told({}, -1e-300, bad), "alert_distance is -1e-300; allowed is 0 or more");
  EXPECT_EQ(told({}, -std::numeric_limits<double>::infinity(), bad), "alert_distance is -inf; allowed is 0 or more");
  EXPECT_EQ(told({}, std::numeric_limits<double>::quiet_NaN(), {}), "alert_distance is nan; allowed is 0 or more");
  EXPECT_EQ(told({}, -0.0, row.pairs), "");
  EXPECT_EQ(told(Cpu{-7}, 0, row.pairs), "cpu.threads is -7; allowed are 0 (all cores) and more");
  EXPECT_EQ(told(Cpu{1000000}, 0, row.pairs), "");
}

// So many that several threads look at them.
TEST(BatchRefusalOfMillions, TheFirstBadPairIsNamedStill) {
  const Row row(39);
  constexpr std::size_t count = 2000000;
  std::vector<Pair> pairs(count);
  for (std::size_t i = 0; i < count; ++i) pairs[i] = row.pairs[i % row.pairs.size()];
  ContactsView<double> out;
  for (const std::size_t place : {std::size_t{500000}, std::size_t{1200000}, count - 1}) {
    std::vector<Pair> bad = pairs;
    for (std::size_t later = place; later < count; later += 300000) bad[later] = {40, 41};
    for (const int threads : {0, 2, 1}) {
      EXPECT_EQ(complaint([&] {
                  query_pairs<double>(Cpu{threads}, row.shapes.view<double>(), row.bodies.parts(), bad, {}, out);
                }),
                "query_pairs: pair " + std::to_string(place) + " names 40; allowed is less than 40");
    }
  }
}

// Part 0 may not be asked for the shape of, nor may headers be read, where there is none.
TYPED_TEST(BatchRefusal, WithoutPartsAndShapesEveryPairIsBad) {
  using T = TypeParam;
  const std::vector<Pair> pair{{0, 0}};
  Contacts<T> out(1);
  EXPECT_EQ(complaint([&] { query_pairs<T>(Cpu{1}, ShapeSetView<T>{}, PartsView{}, pair, {}, out.view()); }),
            "query_pairs: pair 0 names 0; allowed is less than 0");
  const std::vector<double> pose(12, 0);
  EXPECT_EQ(complaint([&] {
              query_shape_pairs<T>(Cpu{1}, ShapeSetView<T>{}, pair, {pose.data(), 12}, {}, out.view());
            }),
            "query_shape_pairs: pair 0 names 0; allowed is less than 0");
  EXPECT_EQ(complaint([&] { query_pairs<T>(Cpu{1}, ShapeSetView<T>{}, PartsView{}, {}, {}, {}); }), "");
  EXPECT_EQ(complaint([&] {
              find_patches<T>(Cpu{1}, ShapeSetView<T>{}, PartsView{}, {pair, out.view()}, {}, PatchesView<T>{});
            }),
            "find_patches: pair 0 names 0; allowed is less than 0");
}

}  // namespace
}  // namespace abut
