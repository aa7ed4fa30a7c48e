// Parts near points: what runs on a device, run on cores, against the `Cpu` executor to the bit, and against distances
// of every box in long double.
#include "abut/pairs/find_near.h"

#include <limits>

#include "abut/core/error.h"
#include "tests/bvh/built_tree.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::boxed;
using test::BuiltTree;
using test::Found;
using test::Guarded;
using test::HostQueue;
using test::Parts;
using Points = std::vector<Vec3<double>>;

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

/// Rows of three.
QueryPoints rows_of(const Points& points) {
  if (points.empty()) return {};
  const double* x = &points.data()->x;
  return {static_cast<std::uint32_t>(points.size()), {x, x + 1, x + 2, 3}};
}

std::vector<NearestBox> nearest_on_device(const PartTree& tree, const Points& points) {
  const std::size_t n = points.size();
  Guarded part(2 * n * sizeof(std::uint32_t)), distance(n * sizeof(double));
  auto* const parts = reinterpret_cast<std::uint32_t*>(part.data());
  auto* const distances = reinterpret_cast<double*>(distance.data());
  HostQueue queue;
  device::find_nearest(queue, tree, rows_of(points), {{parts, 2}, {distances, 1}});
  std::vector<NearestBox> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back({parts[2 * i], distances[i]});
  return all;
}

Found within_on_device(const PartTree& tree, const Points& points, const QueryRadius& radius, std::uint64_t capacity) {
  return test::found_by(capacity, static_cast<std::uint32_t>(points.size()),
                        [&](HostQueue& queue, const PairList& list, const auto& scratch) {
                          device::find_within(queue, tree, rows_of(points), radius, list, scratch);
                        });
}

std::vector<NearestBox> nearest_on_cpu(const Parts& parts, const Points& points, double alert = 0, int threads = 2) {
  return find_nearest(Cpu{threads}, parts.headers, parts.view(), alert, rows_of(points));
}
NearList within_on_cpu(const Parts& parts, const Points& points, const QueryRadius& radius, double alert = 0,
                       int threads = 2) {
  return find_within(Cpu{threads}, parts.headers, parts.view(), alert, rows_of(points), radius);
}

void expect_same(const std::vector<NearestBox>& a, const std::vector<NearestBox>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].part, b[i].part) << i;
    ASSERT_EQ(a[i].distance, b[i].distance) << i;
  }
}

long double wide(double x) { return static_cast<long double>(x); }

/// Of a box, in long double, with its wider exponents: no overflow. Infinite for an empty box.
long double true_distance(const Box<double>& box, Vec3<double> p) {
  if (is_empty(box)) return wide(inf);
  const auto beyond = [](double lo, double hi, double x) {
    return std::max({wide(lo) - wide(x), wide(x) - wide(hi), wide(0)});
  };
  return std::hypot(beyond(box.lo.x, box.hi.x, p.x), beyond(box.lo.y, box.hi.y, p.y), beyond(box.lo.z, box.hi.z, p.z));
}

bool is_finite(Vec3<double> p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

/// Both searches of all points: the device's steps, the `Cpu` executor and long double agree.
void expect_right(const Parts& parts, const Points& points, const std::vector<double>& radii, double alert = 0) {
  const PartsView view = parts.view();
  const BoxedParts of = boxed(parts, view, alert);
  const BuiltTree tree(of);
  std::vector<Box<double>> boxes;
  for (std::uint32_t i = 0; i < view.count; ++i) boxes.push_back(device::box_of_part(of, i));

  const std::vector<NearestBox> nearest = nearest_on_device(*tree, points);
  ASSERT_NO_FATAL_FAILURE(expect_same(nearest, nearest_on_cpu(parts, points, alert)));
  constexpr long double some = 0x1p-49L;  // 8 roundings
  for (std::size_t i = 0; i < points.size(); ++i) {
    long double best = wide(inf);
    for (const Box<double>& box : boxes) best = std::min(best, true_distance(box, points[i]));
    if (!is_finite(points[i]) || best == wide(inf)) {
      ASSERT_EQ(nearest[i].part, bvh_end) << i;
      ASSERT_EQ(nearest[i].distance, inf) << i;
      continue;
    }
    ASSERT_LT(nearest[i].part, view.count) << i;
    ASSERT_LE(true_distance(boxes[nearest[i].part], points[i]), best * (1 + some)) << i;
    ASSERT_LE(std::abs(wide(nearest[i].distance) - best), best * some) << i;
  }

  const QueryRadius radius{0, {radii.data(), 1}};
  const NearList list = within_on_cpu(parts, points, radius, alert);
  const Found found = within_on_device(*tree, points, radius, list.pairs.size());
  ASSERT_EQ(found.count, list.pairs.size());
  ASSERT_NO_FATAL_FAILURE(test::expect_same_bits(found.pairs, list.pairs, "pair"));
  ASSERT_NO_FATAL_FAILURE(test::expect_same_bits(found.rows, list.rows, "row"));
  ASSERT_NO_FATAL_FAILURE(test::expect_rows_of(found));
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    std::vector<bool> in(view.count);
    for (std::uint64_t k = list.rows[i]; k < list.rows[i + 1]; ++k) {
      ASSERT_FALSE(in[list.pairs[k].b]);
      in[list.pairs[k].b] = true;
      ASSERT_TRUE(k == list.rows[i] || list.pairs[k - 1].b < list.pairs[k].b);
    }
    for (std::uint32_t part = 0; part < view.count; ++part) {
      const long double distance = true_distance(boxes[part], points[i]), r = wide(radii[i]);
      if (!is_finite(points[i]) || is_empty(boxes[part]) || distance > r * (1 + some)) {
        ASSERT_FALSE(in[part]) << i << " and " << part;
      } else if (distance <= r * (1 - some)) {
        ASSERT_TRUE(in[part]) << i << " and " << part;
      }
    }
  }
}

/// Points in and around a cube from the origin, some of them far, huge or not finite, and some in parts.
Points points_about(const Parts& parts, double edge, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> place(-0.5 * edge, 1.5 * edge);
  Points points;
  for (int i = 0; i < 300; ++i) points.push_back({place(random), place(random), place(random)});
  for (std::size_t i = 0; i < parts.pose.size(); i += 1 + parts.pose.size() / 20)
    points.push_back(parts.pose[i].position);
  points.push_back({1e6 * edge, 0, 0});
  points.push_back({0, -1e6 * edge, 3e5 * edge});
  for (const double huge : {1e160, 1e300}) {
    points.push_back({huge, 0, 0});
    points.push_back({edge, huge, -huge});
  }
  points.push_back({nan, 0, 0});
  points.push_back({0, inf, 0});
  points.push_back({0, 0, -inf});
  return points;
}

/// Radii of all sizes, from zero to infinite.
std::vector<double> radii_for(const Points& points, double edge) {
  const double some[] = {0, 0.01 * edge, 0.1 * edge, 0.3 * edge, 1e7 * edge, 1e200, 2e300, inf};
  std::vector<double> radii;
  for (std::size_t i = 0; i < points.size(); ++i) radii.push_back(some[i % 8]);
  return radii;
}

void expect_right_about(const Parts& parts, double edge, double alert = 0) {
  const Points points = points_about(parts, edge, 7);
  expect_right(parts, points, radii_for(points, edge), alert);
}

Parts clustered(std::uint32_t count) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> spread(0, 0.02);
  std::uniform_real_distribution<double> place(0, 10);
  Parts parts;
  Vec3<double> at{};
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i % 60 == 0) at = {place(random), place(random), place(random)};
    parts.add_sphere({at.x + spread(random), at.y + spread(random), at.z + spread(random)}, 0.01);
  }
  return parts;
}

TEST(NearParts, OfAnUniformSceneAreThoseOfEveryBox) {
  const Parts parts = test::crowd(700, 1);
  expect_right_about(parts, 12);
  expect_right_about(parts, 12, 0.7);
}
TEST(NearParts, OfClustersAreThoseOfEveryBox) { expect_right_about(clustered(700), 10); }
TEST(NearParts, InOtherUnitsAreThoseOfEveryBox) {
  for (const double unit : {1e-160, 1e150}) expect_right_about(test::crowd(200, 2).scaled(unit), 8 * unit);
}
TEST(NearParts, OfOnePartAndOfTwoAreThoseOfEveryBox) {
  for (const std::uint32_t n : {1u, 2u}) expect_right_about(test::crowd(n, 4), 2);
}
TEST(NearParts, OfAScattererAndOfPartsWithoutAPoseAreThoseOfEveryBox) {
  Parts parts = test::crowd(400, 5);
  parts.pose[3].position = {1e300, -1e299, 2};
  parts.pose[90].position = {1e15, 0, 0};
  for (std::size_t i = 1; i < parts.pose.size(); i += 3) parts.pose[i].position.y = nan;
  expect_right_about(parts, 10);
  for (Pose& pose : parts.pose) pose.position.x = nan;
  expect_right_about(parts, 10);
}

TEST(NearParts, OfEqualBoxesAreTheLowest) {
  Parts parts;
  for (int i = 0; i < 300; ++i) parts.add_box({1, 2, 3}, {1, 1, 1});
  expect_right_about(parts, 3);
  for (const NearestBox& nearest : nearest_on_cpu(parts, {{1, 2, 3}, {50, 0, 0}, {1e300, 0, 0}})) {
    EXPECT_EQ(nearest.part, 0u);
  }
}

// Many boxes in each corner of a cube about the origin: a point between two, four or all eight corners is equally far
// from them to the last bit.
TEST(NearParts, EquallyFarGiveTheLowest) {
  std::mt19937_64 random(9);
  Parts parts;
  std::vector<std::uint32_t> corner;
  const auto side = [](std::uint32_t of, std::uint32_t axis) { return (of >> axis) % 2 == 0 ? -2.0 : 2.0; };
  for (int i = 0; i < 300; ++i) {
    corner.push_back(static_cast<std::uint32_t>(random() % 8));
    parts.add_box({side(corner.back(), 0), side(corner.back(), 1), side(corner.back(), 2)}, {1, 1, 1});
  }
  for (const double unit : {1.0, 1e-100}) {
    for (int k = 0; k < 27; ++k) {
      const double at[3] = {2.0 * (k % 3 - 1), 2.0 * (k / 3 % 3 - 1), 2.0 * (k / 9 - 1)};
      std::uint32_t lowest = 0;
      const auto fits = [&](std::uint32_t axis) { return at[axis] == 0 || at[axis] == side(corner[lowest], axis); };
      while (!(fits(0) && fits(1) && fits(2))) ++lowest;
      const Points point{{at[0] * unit, at[1] * unit, at[2] * unit}};
      ASSERT_EQ(nearest_on_cpu(parts.scaled(unit), point)[0].part, lowest) << k;
    }
  }
}

TEST(NearParts, AfterRefitFarFromWhereTheTreeWasBuiltAreThoseOfEveryBox) {
  Parts parts = test::crowd(200, 6);
  BuiltTree tree(boxed(parts, parts.view()));
  for (Pose& pose : parts.pose) pose.position = pose.position + Vec3<double>{3e200, 0, 0};
  const PartsView moved = parts.view();
  tree.refit(boxed(parts, moved));
  const Points points{{0, 0, 0}, {3e200, 1, 1}, {3e200, 1e3, -1e3}, {-1e300, 0, 0}};
  const std::vector<NearestBox> found = nearest_on_device(*tree, points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    long double best = wide(inf);
    for (std::uint32_t part = 0; part < 200; ++part) {
      best = std::min(best, true_distance(device::box_of_part(boxed(parts, moved), part), points[i]));
    }
    ASSERT_LE(std::abs(wide(found[i].distance) - best), best * 1e-15L) << i;
  }
}

TEST(NearParts, OfNoPartsAndOfNoPointsAreNone) {
  const Points points{{0, 0, 0}, {1, 2, 3}};
  const Parts none;
  for (const NearestBox& nearest : nearest_on_cpu(none, points)) {
    EXPECT_EQ(nearest.part, bvh_end);
    EXPECT_EQ(nearest.distance, inf);
  }
  expect_same(nearest_on_device({}, points), nearest_on_cpu(none, points));
  EXPECT_EQ(within_on_cpu(none, points, {inf, {}}).rows, std::vector<std::uint64_t>(3, 0));
  const Found found = within_on_device({}, points, {inf, {}}, 5);
  EXPECT_EQ(found.count, 0u);
  EXPECT_EQ(found.rows, std::vector<std::uint64_t>(3, 0));

  const Parts parts = test::crowd(20, 1);
  const BuiltTree tree(boxed(parts, parts.view()));
  EXPECT_TRUE(nearest_on_cpu(parts, {}).empty());
  EXPECT_TRUE(nearest_on_device(*tree, {}).empty());
  EXPECT_EQ(within_on_cpu(parts, {}, {1, {}}).rows, std::vector<std::uint64_t>(1, 0));
  EXPECT_EQ(within_on_device(*tree, {}, {1, {}}, 5).rows, std::vector<std::uint64_t>(1, 0));
}

TEST(NearParts, TooSmallACapacitySaysWhatIsNeeded) {
  const Parts parts = test::crowd(500, 8);
  const BuiltTree tree(boxed(parts, parts.view()));
  const Points points = points_about(parts, 11, 9);
  const NearList list = within_on_cpu(parts, points, {2, {}});
  ASSERT_GT(list.pairs.size(), 500u);
  for (const std::uint64_t capacity : {std::uint64_t{0}, std::uint64_t{1}, list.pairs.size() - 1}) {
    EXPECT_EQ(within_on_device(*tree, points, {2, {}}, capacity).count, list.pairs.size()) << capacity;
  }
  for (const std::uint64_t capacity : {list.pairs.size(), list.pairs.size() + 9}) {
    test::expect_same_bits(within_on_device(*tree, points, {2, {}}, capacity).pairs, list.pairs, "pair");
  }
}

TEST(NearParts, AreTheSameWithAnyNumberOfThreads) {
  const Parts parts = test::crowd(600, 10);
  const Points points = points_about(parts, 11, 11);
  const NearList list = within_on_cpu(parts, points, {2, {}}, 0, 1);
  for (const int threads : {2, 7}) {
    expect_same(nearest_on_cpu(parts, points, 0, threads), nearest_on_cpu(parts, points, 0, 1));
    test::expect_same_bits(within_on_cpu(parts, points, {2, {}}, 0, threads).pairs, list.pairs, "pair");
  }
}

TEST(NearParts, OutputsThatAreNotWantedAreLeftOut) {
  const Parts parts = test::crowd(50, 12);
  const BuiltTree tree(boxed(parts, parts.view()));
  const Points points{{1, 2, 3}};
  const std::vector<NearestBox> expected = nearest_on_cpu(parts, points);
  HostQueue queue;
  std::uint32_t part = 0;
  double distance = -1;
  device::find_nearest(queue, *tree, rows_of(points), {{&part, 1}, {}});
  device::find_nearest(queue, *tree, rows_of(points), {{}, {&distance, 1}});
  device::find_nearest(queue, *tree, rows_of(points), {});
  EXPECT_EQ(part, expected[0].part);
  EXPECT_EQ(distance, expected[0].distance);
}

// On a device nothing looks at radii before a search: the bad ones find nothing.
TEST(NearParts, RadiiThatAreNoneGiveNoPartsOnADevice) {
  Parts parts = test::crowd(50, 12);
  parts.add_box(parts.pose[0].position, {9, 9, 9});  // holds the points with all that is within -1 of them
  const BuiltTree tree(boxed(parts, parts.view()));
  const Points points(5, parts.pose[0].position);
  const std::vector<double> radii{1, -1, nan, -inf, 1};
  const Found found = within_on_device(*tree, points, {0, {radii.data(), 1}}, 500);
  EXPECT_GT(found.rows[1], 0u);
  EXPECT_EQ(found.rows[1], found.rows[4]);
  EXPECT_EQ(found.rows[5], 2 * found.rows[1]);
}

TEST(NearParts, RefusesWhatIsNoPointAndNoRadius) {
  const Parts parts = test::crowd(5, 12);
  const Points points(3, {0, 0, 0});
  const auto error = [&](const QueryPoints& at, const QueryRadius& radius) -> std::string {
    try {
      find_within(Cpu{}, {parts.headers.data(), 5}, parts.view(), 0, at, radius);
    } catch (const InvalidInput& e) {
      return e.what();
    }
    return "no InvalidInput";
  };
  EXPECT_EQ(error(rows_of(points), {-1, {}}), "radius.all is -1; allowed are numbers from 0, and infinity");
  EXPECT_EQ(error(rows_of(points), {nan, {}}), "radius.all is nan; allowed are numbers from 0, and infinity");
  const std::vector<double> radii{1, 2, nan};
  EXPECT_EQ(error(rows_of(points), {-1, {radii.data(), 1}}),
            "radius.each[2] is nan; allowed are numbers from 0, and infinity");
  QueryPoints bad = rows_of(points);
  bad.at.y = nullptr;
  EXPECT_EQ(error(bad, {1, {}}), "points.at: an array is null, and there are 3 points");
  EXPECT_THROW(find_nearest(Cpu{}, {parts.headers.data(), 5}, parts.view(), 0, bad), InvalidInput);
  EXPECT_THROW(find_nearest(Cpu{}, {parts.headers.data(), 5}, parts.view(), nan, rows_of(points)), InvalidInput);
  EXPECT_THROW(find_nearest(Cpu{}, {parts.headers.data(), 4}, parts.view(), 0, rows_of(points)), InvalidInput);
}

}  // namespace
}  // namespace abut
