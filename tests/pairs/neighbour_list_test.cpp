// The neighbour list itself: boxes that change from one kind to any other, come and go, and what each step costs.
#include "host/pairs/neighbour_list.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/bvh/box_clouds.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::Random;

/// Parts that all may pair, each a body of its own.
struct Anyone {
  std::vector<std::uint32_t> body, all;
  PartsView view;

  explicit Anyone(std::uint32_t count) : body(count), all(count, 1) {
    std::iota(body.begin(), body.end(), 0u);
    view.count = count;
    view.body = body.data();
    view.groups = view.meets = all.data();
    self_contact.resize(count);
    view.self_contact = self_contact.data();
  }
  std::vector<std::uint8_t> self_contact;
};

std::vector<Pair> pairs_of(NeighbourList& list, const std::vector<Box<double>>& boxes, const PartsView& parts) {
  std::vector<Pair> pairs(list.find(boxes.data(), parts));
  list.write(pairs.data());
  return pairs;
}

TEST(NeighbourList, FollowsBoxesFromAnyKindToAnyOther) {
  constexpr std::uint32_t n = 250;
  const Anyone parts(n);
  NeighbourList list;
  for (const test::BoxCloud& from : test::box_clouds) {
    for (const test::BoxCloud& to : test::box_clouds) {
      for (const test::BoxCloud* cloud : {&from, &to, &to}) {
        const std::vector<Box<double>> boxes = test::cloud_of(*cloud, n, 41);
        test::expect_same_bits(pairs_of(list, boxes, parts.view), test::pairs_by_loop(boxes), cloud->name);
        ASSERT_FALSE(HasFailure()) << from << ", " << to;
      }
    }
  }
}

/// Boxes of which each walks, and some vanish and return.
std::vector<Box<double>> walked(std::vector<Box<double>> boxes, int step) {
  Random random(42);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Vec3<double> by = random.in_cube() * (0.004 * step);
    boxes[i] = {boxes[i].lo + by, boxes[i].hi + by};
    if ((step / 3 + static_cast<int>(i)) % 17 == 0) boxes[i] = empty_box<double>();
  }
  return boxes;
}

TEST(NeighbourList, OfBoxesThatVanishAndReturnIsThatOfALoop) {
  const std::vector<Box<double>> first = test::cloud_of(test::box_clouds[0], 900, 43);
  const Anyone parts(900);
  NeighbourList list;
  for (int step = 0; step < 40; ++step) {
    const std::vector<Box<double>> boxes = walked(first, step);
    test::expect_same_bits(pairs_of(list, boxes, parts.view), test::pairs_by_loop(boxes), "pairs");
    ASSERT_FALSE(HasFailure()) << step;
  }
}

TEST(NeighbourList, SearchesOnceForBoxesAtRestAndBuildsForThoseThatHaveGoneFar) {
  const std::vector<Box<double>> boxes = test::cloud_of(test::box_clouds[0], 900, 44);
  const Anyone parts(900);
  NeighbourList list;
  for (int step = 0; step < 5; ++step) pairs_of(list, boxes, parts.view);
  const std::uint64_t searches = list.searches();
  EXPECT_LE(searches, 2u);
  EXPECT_EQ(list.builds(), 1u);
  std::vector<Box<double>> away = boxes;
  for (Box<double>& box : away) box.lo.x += 100, box.hi.x += 100;  // far for a box, and all keep their neighbours
  test::expect_same_bits(pairs_of(list, away, parts.view), test::pairs_by_loop(away), "pairs");
  EXPECT_EQ(list.searches(), searches + 1);
  EXPECT_EQ(list.builds(), 2u);
  list.reset();
  test::expect_same_bits(pairs_of(list, away, parts.view), test::pairs_by_loop(away), "pairs");
  EXPECT_EQ(list.builds(), 3u);
  // Other masks: those who could not pair before are in no row.
  Anyone others(900);
  others.all.assign(900, 2);
  others.all[5] = 1;
  std::vector<Pair> expected;
  for (const Pair pair : test::pairs_by_loop(away)) {
    if (pair.a != 5 && pair.b != 5) expected.push_back(pair);
  }
  test::expect_same_bits(pairs_of(list, away, others.view), expected, "pairs");
  test::expect_same_bits(pairs_of(list, away, parts.view), test::pairs_by_loop(away), "pairs");
  EXPECT_EQ(list.builds(), 5u);
}

// A plate comes from outside: whatever the margin of the rows is, what it meets is seen in time.
TEST(NeighbourList, SeesAPlateThatComesNearInStepsOfAnySize) {
  for (const double step : {1e-4, 3e-3, 0.05, 0.7}) {
    std::vector<Box<double>> boxes = test::cloud_of(test::box_clouds[0], 300, 45);
    boxes[7] = {{-9, -5, -5}, {-8.5, 6, 6}};
    const Anyone parts(300);
    NeighbourList list;
    const int steps = std::min(2000, static_cast<int>(8 / step));
    if (step < 1e-3) boxes[7].lo.x += 3.5, boxes[7].hi.x += 3.5;  // just outside
    std::size_t met = 0;
    for (int k = 0; k < steps; ++k) {
      boxes[7].lo.x += step, boxes[7].hi.x += step;
      std::size_t of_seven = 0, expected = 0;
      for (const Pair pair : pairs_of(list, boxes, parts.view)) of_seven += pair.a == 7 || pair.b == 7 ? 1 : 0;
      for (std::size_t i = 0; i < boxes.size(); ++i) expected += i != 7 && overlaps(boxes[i], boxes[7]) ? 1 : 0;
      ASSERT_EQ(of_seven, expected) << "step " << k << " of " << step;
      met += of_seven;
    }
    EXPECT_GT(met, 0u) << step;
  }
}

}  // namespace
}  // namespace abut
