// The plane through the C interface.
#include "abut/c/planar.h"

#include "abut/planar.h"
#include "tests/capi/both.h"
#include "tests/capi/refused.h"
#include "tests/support/same_planar_bits.h"

namespace abut::test {
namespace {

struct PlanarBoth {
  PlanarShapeSet shapes;
  std::vector<PlanarBody> bodies;
  abut_planar_shapes* c_shapes = nullptr;
  std::vector<abut_planar_body> c_bodies;
  std::vector<double> pentagon;

  explicit PlanarBoth(bool rounded) {
    EXPECT_OK(abut_planar_shapes_new(&c_shapes));
    Random random(8);
    std::uint32_t c = 0;
    const double u[2] = {0.1, 0.2}, v[2] = {-0.3, 0.4};
    const double rounding = rounded ? 0.1 : 0;
    const auto same = [&](std::uint32_t added, int code) {
      EXPECT_OK(code);
      EXPECT_EQ(added, c);
    };
    same(shapes.add_point({0.1, 0.2}, rounding), abut_planar_shapes_add_point(c_shapes, u, rounding, &c));
    same(shapes.add_segment({0.1, 0.2}, {-0.3, 0.4}), abut_planar_shapes_add_segment(c_shapes, u, v, 0, &c));
    if (rounded) same(shapes.add_disc(0.3), abut_planar_shapes_add_disc(c_shapes, 0.3, &c));
    for (int k = 0; k < 10; ++k) {
      std::vector<Vec2<double>> points;
      for (int i = 0; i < 5; ++i) points.push_back({random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)});
      if (k == 0) pentagon.assign(&points[0].x, &points[0].x + 10);
      same(shapes.add_polygon(points, rounding),
           abut_planar_shapes_add_polygon(c_shapes, &points[0].x, 5, rounding, &c));
    }
    for (int i = 0; i < 200; ++i) {
      const double at[2] = {random.uniform(-3, 3), random.uniform(-3, 3)};
      const double angle = random.uniform(0, 6);
      const std::uint32_t shape = random.below(shapes.size());
      bodies.push_back({shape, planar_pose({at[0], at[1]}, angle)});
      c_bodies.push_back({shape, 0, {}});
      EXPECT_OK(abut_planar_pose_of(at, angle, &c_bodies.back().pose));
    }
  }
  ~PlanarBoth() { EXPECT_OK(abut_planar_shapes_free(c_shapes)); }
  Argument<abut_planar_bodies> all() const { return {{sizeof(abut_planar_bodies), c_bodies.data(), c_bodies.size()}}; }
};

template <class T>
class CPlanar : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(CPlanar, Precisions);

TYPED_TEST(CPlanar, RecordsPatchesAndOverlapsAreTheSame) {
  using T = TypeParam;
  for (const bool rounded : {false, true}) {
    const PlanarBoth both(rounded);
    const auto pairs = find_planar_pairs(Cpu{}, both.shapes, both.bodies, 0.1);
    ASSERT_GT(pairs.size(), 100u);
    std::vector<abut_pair> c_found(pairs.size());
    std::uint64_t found = 0;
    ASSERT_OK(abut_find_planar_pairs(0, both.c_shapes, both.all(), 0.1, nullptr, c_list(c_found, &found)));
    expect_same_pairs(pairs, c_found, found);
    const std::size_t n = pairs.size();
    std::vector<PlanarContact<T>> contacts(n);
    std::vector<PlanarPatch<T>> patches(n);
    std::vector<PlanarOverlap<T>> overlaps(rounded ? 0 : n);
    query_planar_pairs<T>(Cpu{}, both.shapes, both.bodies, pairs, {0.2, 0.01}, {contacts, patches, overlaps});
    std::vector<typename C<T>::PlanarContact> c(n);
    std::vector<typename C<T>::PlanarPatch> c_patches(n);
    std::vector<typename C<T>::PlanarOverlap> c_overlaps(overlaps.size());
    abut_planar_query_options options;
    ASSERT_OK(abut_planar_query_options_init(&options, sizeof options));
    options.alert_distance = 0.2, options.patch_margin = 0.01;
    const typename C<T>::PlanarRecords out{sizeof out, c.data(), c_patches.data(),
                                           rounded ? nullptr : c_overlaps.data()};
    ASSERT_OK(C<T>::query_planar_pairs(0, both.c_shapes, both.all(), c_pairs(pairs), &options, &out));
    for (std::size_t i = 0; i < n; ++i) {
      expect_same_record(contacts[i], reinterpret_cast<const PlanarContact<T>&>(c[i]), i);
      expect_same_patch(patches[i], reinterpret_cast<const PlanarPatch<T>&>(c_patches[i]), i);
      if (!rounded) {
        ASSERT_EQ(overlaps[i].area, c_overlaps[i].area);
        ASSERT_EQ(overlaps[i].normal.y, c_overlaps[i].normal[1]);
        ASSERT_EQ(overlaps[i].moment, c_overlaps[i].moment);
      }
    }
    options.patch_margin = -1;
    const typename C<T>::PlanarRecords contacts_alone{sizeof contacts_alone, c.data(), nullptr, nullptr};
    EXPECT_EQ(C<T>::query_planar_pairs(0, both.c_shapes, both.all(), c_pairs(pairs), &options, &contacts_alone),
              ABUT_INVALID_INPUT);
  }
}

TEST(CPlanarShapes, HullVerticesDifferencesAndFlatShapesAreTheSame) {
  const PlanarBoth both(false);
  const std::vector<double>& p = both.pentagon;
  const std::span<const Vec2<double>> points(reinterpret_cast<const Vec2<double>*>(p.data()), 5);
  std::uint32_t hull[5];
  std::size_t n = 0;
  ASSERT_OK(abut_planar_hull(p.data(), 5, hull, &n));
  EXPECT_EQ(planar_hull(points), std::vector<std::uint32_t>(hull, hull + n));
  double vertices[20];
  std::uint32_t sources[20];
  ASSERT_OK(abut_planar_shapes_vertices(both.c_shapes, 2, vertices, sources, 5, &n));
  ASSERT_EQ(n, both.shapes.vertices(2).size());
  EXPECT_EQ(both.shapes.vertices(2)[n - 1].y, vertices[2 * n - 1]);
  EXPECT_EQ(both.shapes.sources(2)[n - 1], sources[n - 1]);

  const PlanarPose pose = both.bodies[0].pose;
  const abut_planar_pose c{{pose.position.x, pose.position.y}, {pose.rotation.x, pose.rotation.y}};
  const PlanarDifference one = planar_minkowski_difference(points, points, pose);
  const auto corners = c_vertices(p.data(), 5);
  abut_planar_polygon polygon{sizeof polygon, vertices, sources, 10, &n};
  ASSERT_OK(abut_planar_minkowski_difference(corners, corners, &c, &polygon));
  ASSERT_EQ(n, one.vertices.size());
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_TRUE(one.vertices[i].x == vertices[2 * i] && one.sources[i][1] == sources[2 * i + 1]);
  }
  const PlanarDifference block = planar_entrance_block(points, points, pose.rotation);
  polygon.sources = nullptr;
  ASSERT_OK(abut_planar_entrance_block(corners, corners, c.rotation, nullptr, &polygon));
  ASSERT_EQ(n, block.vertices.size());
  EXPECT_EQ(block.vertices[n - 1].y, vertices[2 * n - 1]);
  polygon.capacity = n - 1;
  EXPECT_EQ(abut_planar_entrance_block(corners, corners, c.rotation, nullptr, &polygon), ABUT_TOO_SMALL);
  EXPECT_EQ(n, block.vertices.size());
  polygon.vertices = nullptr, polygon.capacity = 0;
  ASSERT_OK(abut_planar_entrance_block(corners, corners, nullptr, nullptr, &polygon));
  EXPECT_EQ(n, planar_entrance_block(points, points, {1, 0}).vertices.size());

  abut_shapes* flat = nullptr;
  ASSERT_OK(abut_flat_shapes(both.c_shapes, &flat));
  std::uint32_t count = 0;
  ASSERT_OK(abut_shapes_count(flat, &count));
  EXPECT_EQ(count, both.shapes.size());
  ASSERT_OK(abut_shapes_free(flat));
}

TEST(CPlanarShapes, StructuresAreCheckedByName) {
  const PlanarBoth both(false);
  abut_planar_pair_finder* finder = nullptr;
  ASSERT_OK(abut_planar_pair_finder_new(0, &finder));
  std::vector<abut_pair> list(10000);
  std::uint64_t count = 0;
  const abut_planar_bodies bodies = both.all().s;
  const std::vector<Pair> pairs{{0, 1}};
  PlanarContact<double> contact;
  const abut_planar_records_f64 records{sizeof records, reinterpret_cast<abut_planar_contact_f64*>(&contact), nullptr,
                                        nullptr};
  const auto of_bodies = [&](const auto& call) {
    expect_structure_is_checked("bodies", bodies, call);
    const abut_planar_bodies none{sizeof none, nullptr, 3};
    EXPECT_INPUT(call(&none), "bodies->bodies is null; allowed is an array of 3 elements");
    EXPECT_OK(call(&bodies));
  };
  of_bodies([&](const abut_planar_bodies* b) {
    return abut_find_planar_pairs(0, both.c_shapes, b, 0, nullptr, c_list(list, &count));
  });
  of_bodies([&](const abut_planar_bodies* b) {
    return abut_planar_pair_finder_find(finder, both.c_shapes, b, 0, nullptr, c_list(list, &count));
  });
  of_bodies([&](const abut_planar_bodies* b) {
    return abut_query_planar_pairs_f64(0, both.c_shapes, b, c_pairs(pairs), nullptr, &records);
  });
  expect_structure_is_checked("out", records, [&](const abut_planar_records_f64* out) {
    return abut_query_planar_pairs_f64(0, both.c_shapes, &bodies, c_pairs(pairs), nullptr, out);
  });
  EXPECT_INPUT(abut_query_planar_pairs_f64(0, both.c_shapes, &bodies, nullptr, nullptr, &records), "pairs is null");
  EXPECT_INPUT(abut_query_planar_pairs_f64(0, both.c_shapes, &bodies, c_pairs(nullptr, 2), nullptr, &records),
               "pairs->pairs is null");
  std::uint64_t rows[1];
  const auto of_lists = [&](const auto& call) {
    expect_structure_is_checked("out", c_list(list, &count).s, call);
    EXPECT_INPUT(call(c_list(list.data(), list.size(), nullptr)), "out->count is null");
    EXPECT_INPUT(call(c_list(nullptr, 5, &count)), "out->pairs is null; allowed is an array of 5 elements");
    EXPECT_INPUT(call(c_list(list.data(), list.size(), &count, rows)), "out->rows is not null");
  };
  of_lists(
      [&](const abut_pair_list* out) { return abut_find_planar_pairs(0, both.c_shapes, &bodies, 0, nullptr, out); });
  of_lists([&](const abut_pair_list* out) {
    return abut_planar_pair_finder_find(finder, both.c_shapes, &bodies, 0, nullptr, out);
  });
  of_lists([&](const abut_pair_list* out) { return abut_planar_pair_finder_pairs(finder, out); });
  ASSERT_OK(abut_planar_pair_finder_free(finder));
}

TEST(CPlanarShapes, PolygonsThatAreReadAndWrittenAreCheckedByName) {
  const PlanarBoth both(false);
  double vertices[20];
  std::size_t n = 0;
  const auto corners = c_vertices(both.pentagon.data(), 5);
  const abut_planar_polygon good{sizeof good, vertices, nullptr, 10, &n};
  const auto check = [&](const auto& call) {
    const auto out = [&](const abut_planar_polygon* o) { return call(corners, corners, o); };
    expect_structure_is_checked("out", good, out);
    abut_planar_polygon polygon = good;
    polygon.count = nullptr;
    EXPECT_INPUT(out(&polygon), "out->count is null");
    polygon = good, polygon.vertices = nullptr;
    EXPECT_INPUT(out(&polygon), "out->vertices is null; allowed is an array of 10 elements");
    EXPECT_OK(out(&good));
    polygon = good, polygon.capacity = 1;
    expect_refused(out(&polygon), ABUT_TOO_SMALL, "out->capacity is 1; needed are " + std::to_string(n) + " vertices");
    const auto a = [&](const abut_vertices* v) { return call(v, corners, &good); };
    const auto b = [&](const abut_vertices* v) { return call(corners, v, &good); };
    expect_structure_is_checked("a", corners.s, a), expect_structure_is_checked("b", corners.s, b);
    EXPECT_INPUT(a(c_vertices(nullptr, 5)), "a->coordinates is null; allowed is an array of 5 elements");
    EXPECT_INPUT(b(c_vertices(nullptr, 5)), "b->coordinates is null; allowed is an array of 5 elements");
  };
  check([](const abut_vertices* a, const abut_vertices* b, const abut_planar_polygon* out) {
    return abut_planar_minkowski_difference(a, b, nullptr, out);
  });
  check([](const abut_vertices* a, const abut_vertices* b, const abut_planar_polygon* out) {
    return abut_planar_entrance_block(a, b, nullptr, nullptr, out);
  });
}

TEST(CPlanarShapes, AFinderGoesFromStepToStepAsTheOther) {
  PlanarBoth both(true);
  PlanarPairFinder cpp;
  abut_planar_pair_finder* c = nullptr;
  ASSERT_OK(abut_planar_pair_finder_new(0, &c));
  Random random(1);
  std::vector<std::uint32_t> groups, meets;
  for (std::size_t i = 0; i < both.bodies.size(); ++i) groups.push_back(1 + random.below(3)), meets.push_back(1);
  const abut_planar_masks masks{sizeof masks, groups.data(), meets.data()};
  for (int step = 0; step < 5; ++step) {
    for (std::size_t i = 0; i < both.bodies.size(); ++i) {
      both.bodies[i].pose.position.x += random.uniform(-0.01, 0.01);
      both.c_bodies[i].pose.position[0] = both.bodies[i].pose.position.x;
    }
    const auto found = cpp.find(both.shapes, both.bodies, 0.05, {groups, meets});
    std::vector<abut_pair> pairs(both.bodies.size() * 50);
    std::uint64_t n = 0;
    ASSERT_OK(abut_planar_pair_finder_find(c, both.c_shapes, both.all(), 0.05, &masks, c_list(pairs, &n)));
    expect_same_pairs(found, pairs, n);
    ASSERT_OK(abut_planar_pair_finder_pairs(c, c_list(pairs, &n)));
    expect_same_pairs(found, pairs, n);
  }
  std::uint64_t searches = 0;
  std::size_t bytes = 0;
  ASSERT_OK(abut_planar_pair_finder_searches(c, &searches));
  ASSERT_OK(abut_planar_pair_finder_memory(c, &bytes));
  EXPECT_EQ(searches, cpp.searches());
  ASSERT_OK(abut_planar_pair_finder_reset(c));
  ASSERT_OK(abut_planar_pair_finder_free(c));
}

}  // namespace
}  // namespace abut::test
