// Queries, detection and patches through the C interface have the bits of the C++ library.
#include "abut/c/query.h"

#include "tests/capi/both.h"
#include "tests/support/same_bits.h"

namespace abut::test {
namespace {

template <class T>
class CQuery : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(CQuery, Precisions);

TYPED_TEST(CQuery, PairsHaveTheSameRecordsWithAndWithoutCaches) {
  using T = TypeParam;
  Both both(1);
  const std::vector<Pair> pairs = both.pairs();
  ASSERT_GT(pairs.size(), 500u);
  abut_query_options options;
  ASSERT_OK(abut_query_options_init(&options, sizeof options));
  for (const double alert : {std::numeric_limits<double>::infinity(), 0.0, 0.05}) {
    Contacts<T> cpp(pairs.size()), c(pairs.size());
    query_pairs<T>(Cpu{1}, both.shapes.view<T>(), both.bodies.parts(), pairs, {alert}, cpp.view());
    const abut_parts parts = both.parts();
    const auto out = c_contacts<T>(c);
    options.alert_distance = alert;
    ASSERT_OK(C<T>::query_pairs(0, both.c_shapes, &parts, c_pairs(pairs), &options, &out));
    expect_same_bits(cpp, c);
  }
  std::vector<CachedPolytope> cache(pairs.size());
  std::vector<abut_cache> c_cache(pairs.size());
  for (int step = 0; step < 3; ++step) {
    both.move(100 + step, 0.01);
    Contacts<T> cpp(pairs.size()), c(pairs.size());
    query_pairs<T>(Cpu{0}, both.shapes.view<T>(), both.bodies.parts(), pairs, {0.05, cache.data()}, cpp.view());
    const abut_parts parts = both.parts();
    const auto out = c_contacts<T>(c);
    options.cache = c_cache.data();
    ASSERT_OK(C<T>::query_pairs(2, both.c_shapes, &parts, c_pairs(pairs), &options, &out));
    expect_same_bits(cpp, c);
    ASSERT_EQ(std::memcmp(cache.data(), c_cache.data(), cache.size() * sizeof cache[0]), 0);
  }
}

TYPED_TEST(CQuery, RowsWithStridesAreFilledAndNothingElse) {
  using T = TypeParam;
  Both both(2);
  const std::vector<Pair> pairs = both.pairs();
  Contacts<T> cpp(pairs.size());
  query_pairs<T>(Cpu{}, both.shapes.view<T>(), both.bodies.parts(), pairs, {}, cpp.view());
  std::vector<T> rows(5 * pairs.size(), T(-7));
  typename C<T>::Contacts out{};
  out.size = sizeof out;
  out.separation = {rows.data(), 5};
  out.normal = {rows.data() + 1, rows.data() + 2, rows.data() + 3, 5};
  const abut_parts parts = both.parts();
  ASSERT_OK(C<T>::query_pairs(0, both.c_shapes, &parts, c_pairs(pairs), nullptr, &out));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ASSERT_EQ(rows[5 * i], cpp.separation[i]);
    ASSERT_EQ(rows[5 * i + 3], cpp.normal_z[i]);
    ASSERT_EQ(rows[5 * i + 4], T(-7));
  }
}

TYPED_TEST(CQuery, ShapePairsAndIntersectionsAreTheSame) {
  using T = TypeParam;
  Both both(3);
  Random random(5);
  std::vector<Pair> pairs;
  std::vector<double> poses;
  for (int i = 0; i < 500; ++i) {
    pairs.push_back({random.below(both.shapes.size()), random.below(both.shapes.size())});
    const Pose p{random.in_ball(), random.rotation()};
    const double t[3] = {p.position.x, p.position.y, p.position.z};
    for (int row = 0; row < 3; ++row) {
      poses.insert(poses.end(), p.rotation.m + 3 * row, p.rotation.m + 3 * row + 3);
      poses.push_back(t[row]);
    }
  }
  Contacts<T> cpp(pairs.size()), c(pairs.size());
  query_shape_pairs<T>(Cpu{}, both.shapes.view<T>(), pairs, {poses.data()}, {}, cpp.view());
  const auto out = c_contacts<T>(c);
  ASSERT_OK(C<T>::query_shape_pairs(0, both.c_shapes, c_shape_pairs(pairs, poses, 0), nullptr, &out));
  expect_same_bits(cpp, c);

  const std::vector<Pair> joined = both.pairs();
  std::vector<std::uint8_t> one(joined.size(), 9), other(joined.size(), 9);
  intersect_pairs<T>(Cpu{}, both.shapes.view<T>(), both.bodies.parts(), joined, one);
  const abut_parts parts = both.parts();
  ASSERT_OK(C<T>::intersect_pairs(0, both.c_shapes, &parts, c_pairs(joined), other.data()));
  EXPECT_EQ(one, other);
  EXPECT_NE(std::count(one.begin(), one.end(), 1), 0);
}

TYPED_TEST(CQuery, DetectionIsTheSame) {
  using T = TypeParam;
  Both both(4);
  const std::vector<Pair> candidates = both.pairs(0.2);
  for (const bool given : {false, true}) {
    const Detection<T> cpp = given ? detect<T>(Cpu{}, both.shapes, both.bodies, candidates, {0.03})
                                   : detect<T>(Cpu{}, both.shapes, both.bodies, {0.03});
    const abut_detect_options options{sizeof options, 0.03, nullptr};
    abut_detection* found = nullptr;
    ASSERT_OK(given ? C<T>::detect_candidates(0, both.c_shapes, both.c_bodies, c_pairs(candidates), &options, &found)
                    : C<T>::detect(0, both.c_shapes, both.c_bodies, &options, &found));
    abut_detection_report report{};
    report.size = sizeof report;
    ASSERT_OK(abut_detection_get_report(found, &report));
    EXPECT_EQ(report.contacts, cpp.pairs.size());
    EXPECT_EQ(report.candidate_pairs, cpp.candidate_pairs);
    EXPECT_TRUE(std::equal(cpp.status.begin(), cpp.status.end(), report.status));
    EXPECT_EQ(report.is_f64, sizeof(T) == 8 ? 1u : 0u);
    EXPECT_GE(report.total_seconds, report.narrow_seconds);
    std::uint64_t pair_count = 0;
    ASSERT_OK(abut_detection_pairs(found, c_list(nullptr, 0, &pair_count)));
    ASSERT_GT(pair_count, 20u);
    std::vector<abut_pair> pairs(pair_count);
    EXPECT_EQ(abut_detection_pairs(found, c_list(pairs.data(), pair_count - 1, &pair_count)), ABUT_TOO_SMALL);
    ASSERT_OK(abut_detection_pairs(found, c_list(pairs, &pair_count)));
    expect_same_pairs(cpp.pairs, pairs, pair_count);
    std::size_t count = 0;
    Contacts<T> c(pair_count);
    const auto out = c_contacts<T>(c);
    ASSERT_OK(C<T>::contacts(found, &out, pair_count, &count));
    ASSERT_EQ(count, pair_count);
    expect_same_bits(cpp.contacts, c);
    ASSERT_OK(abut_detection_free(found));
  }
}

TYPED_TEST(CQuery, PatchesAreTheSame) {
  using T = TypeParam;
  Both both(6);
  const std::vector<Pair> pairs = both.pairs();
  Contacts<T> contacts(pairs.size()), moved(pairs.size());
  query_pairs<T>(Cpu{}, both.shapes.view<T>(), both.bodies.parts(), pairs, {}, contacts.view());
  moved = contacts;
  const Patches<T> cpp = find_patches<T>(Cpu{}, both.shapes.view<T>(), both.bodies.parts(), {pairs, contacts.view()},
                                         {0.01, 6, true}, false);
  abut_patch_options options;
  ASSERT_OK(abut_patch_options_init(&options, sizeof options));
  EXPECT_EQ(options.capacity, 1024u);
  options.margin = 0.01, options.most_points = 6, options.move_points = 1;
  const std::size_t n = pairs.size(), points = cpp.gap.size();
  ASSERT_GT(points, n / 2);
  std::vector<T> area(n), centre(3 * n), point(3 * points), gap(points);
  std::vector<std::uint64_t> offsets(n + 1);
  typename C<T>::Patches out{};
  out.size = sizeof out;
  out.area.data = area.data();
  out.centre = {&centre[0], &centre[1], &centre[2], 3};
  out.offsets = offsets.data();
  out.points = {&point[0], &point[1], &point[2], 3};
  out.gaps.data = gap.data();
  out.capacity = points - 1;
  const abut_parts parts = both.parts();
  options.move_points = 0;
  const auto c = c_contacts<T>(moved);
  const auto given = c_pairs(pairs);
  const typename C<T>::PairContacts found{sizeof found, given, &c};
  EXPECT_EQ(C<T>::find_patches(0, both.c_shapes, &parts, &found, &options, &out), ABUT_TOO_SMALL);
  EXPECT_NE(std::string(abut_last_message()).find("needed are " + std::to_string(points)), std::string::npos)
      << abut_last_message();
  out.capacity = points;
  options.move_points = 1;
  ASSERT_OK(C<T>::find_patches(0, both.c_shapes, &parts, &found, &options, &out));
  expect_same_bits(cpp.area, area, "area");
  expect_same_bits(cpp.offsets, offsets, "offsets");
  expect_same_bits(cpp.gap, gap, "gaps");
  for (std::size_t i = 0; i < points; ++i) ASSERT_EQ(cpp.point_y[i], point[3 * i + 1]);
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(cpp.centre_z[i], centre[3 * i + 2]);
  expect_same_bits(contacts.point_x, moved.point_x, "moved points");
}

TYPED_TEST(CQuery, OverlapVolumesOfShapePairsAreTheSame) {
  using T = TypeParam;
  Both both(7, 1);
  const std::vector<Pair> pairs{{0, 11}, {11, 12}, {12, 13}};
  std::vector<double> poses;
  for (int i = 0; i < 3; ++i) poses.insert(poses.end(), {1, 0, 0, 0.2 + 0.1 * i, 0, 1, 0, 0.1, 0, 0, 1, 0.05});
  Contacts<T> contacts(3);
  query_shape_pairs<T>(Cpu{}, both.shapes.view<T>(), pairs, {poses.data()}, {}, contacts.view());
  std::vector<T> one(3), other(3), normal(9), c_normal(9);
  PatchesView<T> view;
  view.volume = {one.data(), 1};
  view.volume_normal = {&normal[0], &normal[1], &normal[2], 3};
  find_shape_patches<T>(Cpu{}, both.shapes.view<T>(), {pairs, {poses.data()}, contacts.view()}, {}, view);
  typename C<T>::Patches out{};
  out.size = sizeof out;
  out.volume.data = other.data();
  out.volume_normal = {&c_normal[0], &c_normal[1], &c_normal[2], 3};
  const auto c = c_contacts<T>(contacts);
  const auto given = c_shape_pairs(pairs, poses, 12);
  const typename C<T>::ShapePairContacts found{sizeof found, given, &c};
  ASSERT_OK(C<T>::find_shape_patches(0, both.c_shapes, &found, nullptr, &out));
  EXPECT_GT(one[0], T(0));
  expect_same_bits(one, other, "volume");
  expect_same_bits(normal, c_normal, "normal");
}

}  // namespace
}  // namespace abut::test
