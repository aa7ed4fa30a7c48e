#include "abut/facet_contacts.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/facets/surfaces.h"
#include "tests/support/complaint.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::FacetScene;
using test::many_surfaces;

template <class T>
class AllFacets : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(AllFacets, Scalars);

/// Against all pairs of facets, in long double.
template <class T>
void expect_all_facets(FacetScene& scene, double alert, std::uint64_t& within) {
  const FacetContacts<T> found = scene.find<T>({.alert_distance = alert, .contacts = false});
  for (std::size_t i = 0; i < scene.pairs.size(); ++i) {
    const Pair pair = scene.pairs[i];
    const auto a = test::facets_in_world(scene, pair.a), b = test::facets_in_world(scene, pair.b);
    const PartsView parts = scene.bodies.parts();
    const ShapeHeader &ha = scene.shapes.header(parts.shape[pair.a]), &hb = scene.shapes.header(parts.shape[pair.b]);
    const double size = ha.size + hb.size + std::abs(ha.centre[0]) + std::abs(hb.centre[0]);
    const double unit = static_cast<double>(Epsilon<T>::value) * size, slack = 1e-13 * size;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> at;
    for (std::size_t k = found.offsets[i]; k < found.offsets[i + 1]; ++k) {
      ASSERT_TRUE((at.insert({{found.facet_a[k], found.facet_b[k]}, k}).second)) << "a pair of facets twice";
    }
    for (const auto& [ia, ta] : a) {
      for (const auto& [ib, tb] : b) {
        // Clearly too far by their first corners and longest sides: nothing to be exact about.
        const auto d = ta.v[0] - tb.v[0];
        const long double reach = test::longest_side(ta) + test::longest_side(tb) + alert + ha.rounding + hb.rounding;
        if (test::times(d, d) > 1.0001L * reach * reach && !at.contains({ia, ib})) continue;
        const double core = static_cast<double>(std::sqrt(test::squared_distance(ta, tb)));
        const double distance = core - ha.rounding - hb.rounding;
        const auto k = at.find({ia, ib});
        if (k == at.end()) {
          ASSERT_GT(distance, alert) << "pair " << i << ", facets " << ia << " and " << ib << " are missed";
          continue;
        }
        ++within;
        ASSERT_LE(distance, alert + slack) << "pair " << i << ", facets " << ia << " and " << ib;
        if (found.kind[k->second] == FacetContactKind::crossing) {
          ASSERT_LT(core, slack) << "pair " << i;
          continue;
        }
        ASSERT_NEAR(static_cast<double>(found.separation[k->second]), distance, slack + 4 * unit) << "pair " << i;
        const Vec3<double> n = widen(found.normal[k->second]);
        const Vec3<double> w = widen(found.witness_b[k->second] - found.witness_a[k->second]) -
                               n * static_cast<double>(found.separation[k->second]);
        ASSERT_LT(length(w), 16 * unit + slack) << "pair " << i;
        if (core > 1e-6 * size) {
          ASSERT_NEAR(length(n), 1, 4 * static_cast<double>(Epsilon<T>::value));
        }
      }
    }
  }
}

TYPED_TEST(AllFacets, WithinTheAlertDistanceAreFound) {
  std::uint64_t within = 0;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    FacetScene scene = many_surfaces(seed);
    test::Random random(100 + seed);
    scene.pairs.clear();
    const std::uint32_t count = scene.shapes.size();
    for (std::uint32_t k = 0; k < 50; ++k) {
      const std::uint32_t sa = random.below(count), sb = random.below(count);
      const auto middle = [&](std::uint32_t s) {
        const ShapeHeader& h = scene.shapes.header(s);
        return Vec3<double>{h.centre[0], h.centre[1], h.centre[2]};
      };
      const double size = scene.shapes.header(sa).size + scene.shapes.header(sb).size;
      const Pose a{random.in_ball() * 100.0, random.rotation()};
      Pose b{{}, random.rotation()};
      const Vec3<double> to =
          a.position + rotate(a.rotation, middle(sa)) + random.direction() * (size * random.uniform(0.2, 1));
      b.position = to - rotate(b.rotation, middle(sb));
      scene.bodies.add(a, sa), scene.bodies.add(b, sb);
      scene.pairs.push_back({2 * k, 2 * k + 1});
    }
    for (const double alert : {0.0, 1e-3, 0.2}) expect_all_facets<TypeParam>(scene, alert, within);
  }
  EXPECT_GT(within, 5000u);
}

/// Fast and turning at every step: nothing is kept that could be stale.
TYPED_TEST(AllFacets, OfFastBodiesAreFoundAtEveryStep) {
  FacetScene scene = many_surfaces(9);
  test::Random random(10);
  std::vector<Vec3<double>> position, velocity;
  for (std::uint32_t k = 0; k < 8; ++k) {
    position.push_back(random.in_ball() * 2.0), velocity.push_back(random.in_ball());
    scene.bodies.add({position.back(), random.rotation()}, k % 9);
  }
  std::uint64_t within = 0;
  for (int step = 0; step < 8; ++step) {
    for (std::uint32_t k = 0; k < 8; ++k) {
      position[k] = position[k] + velocity[k] * 0.2 - position[k] * 0.1;
      scene.bodies.set_pose(k, {position[k], random.rotation()});
    }
    const double alert = 0.05;
    scene.pairs = find_pairs(Cpu{}, scene.shapes.headers(), scene.bodies.parts(), alert);
    expect_all_facets<TypeParam>(scene, alert, within);
  }
  EXPECT_GT(within, 500u);
}

template <class T>
void expect_same(const FacetContacts<T>& x, const FacetContacts<T>& y) {
  ASSERT_EQ(x.offsets, y.offsets);
  ASSERT_EQ(x.facet_a, y.facet_a);
  ASSERT_EQ(x.facet_b, y.facet_b);
  ASSERT_EQ(x.key, y.key);
  ASSERT_EQ(x.separation, y.separation);
  for (std::size_t k = 0; k < x.size(); ++k) {
    ASSERT_EQ(max_abs(x.normal[k] - y.normal[k]), T(0));
    ASSERT_EQ(max_abs(x.point[k] - y.point[k]), T(0));
  }
}

TYPED_TEST(AllFacets, AreTheSameOnAnyNumberOfThreads) {
  FacetScene scene = many_surfaces(4);
  test::Random random(5);
  for (std::uint32_t k = 0; k < 40; ++k) scene.bodies.add({random.in_ball() * 2.0, random.rotation()}, k % 9);
  scene.pairs = find_pairs(Cpu{}, scene.shapes.headers(), scene.bodies.parts(), 0.05);
  ASSERT_GT(scene.pairs.size(), 100u);
  for (const bool contacts : {false, true}) {
    const FacetOptions options{.alert_distance = 0.05, .contacts = contacts};
    const auto one = scene.find<TypeParam>(options, true, Cpu{1}), two = scene.find<TypeParam>(options, true, Cpu{2});
    ASSERT_GT(one.size(), 100u);
    expect_same(one, two);
    EXPECT_EQ(one.counts.box_pairs, two.counts.box_pairs);
  }
}

TYPED_TEST(AllFacets, OfConvexShapesThatOverlapAreAsDeepAsTheParts) {
  using T = TypeParam;
  FacetScene scene;
  scene.shapes.add_box({1, 1, 1});
  scene.bodies.add({}, 0);
  scene.bodies.add({{0.25, 0.5, 1.75}, rotation_from_quaternion(1, 0.1, 0.2, 0.3)}, 0);
  const FacetContacts<T> all = scene.find<T>({.alert_distance = 0, .contacts = false}, true);
  Contacts<T> record(1);
  query_pairs(Cpu{}, scene.shapes.view<T>(), scene.bodies.parts(), scene.pairs, {}, record.view());
  ASSERT_LT(record.separation[0], T(-0.1));
  ASSERT_GT(all.size(), 3u);
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_EQ(all.kind[k], FacetContactKind::part);
    EXPECT_NEAR(static_cast<double>(all.separation[k]), static_cast<double>(record.separation[0]), 1e-6);
    EXPECT_NEAR(static_cast<double>(all.normal[k].z), static_cast<double>(record.normal_z[0]), 1e-6);
  }
  // One inside of the other has no facets that cross, and still is a contact.
  scene.shapes.add_box({0.1, 0.1, 0.1});
  scene.bodies.add({{0.01, 0.03, 0.5}, rotation_from_quaternion(1, 0.1, 0.2, 0.3)}, 1);
  scene.pairs = {{0, 2}};
  for (const bool contacts : {false, true}) {
    const FacetContacts<T> inside = scene.find<T>({.alert_distance = 0, .contacts = contacts}, true);
    ASSERT_EQ(inside.size(), 1u);
    EXPECT_EQ(inside.kind[0], FacetContactKind::part);
    EXPECT_LT(inside.separation[0], T(-0.5));
    EXPECT_LT(inside.facet_a[0], 12u);
    EXPECT_LT(inside.facet_b[0], 12u);
  }
}

TEST(FacetTrees, AreBuiltOnceAndForWhatIsMetAlone) {
  FacetScene scene = many_surfaces(1);
  for (std::uint32_t k = 0; k < 4; ++k) scene.bodies.add({}, k);
  const PartsView parts = scene.bodies.parts();
  const std::vector<Pair> some{{0, 1}};
  EXPECT_FALSE(scene.trees.has(0));
  EXPECT_EQ(scene.trees.build(Cpu{}, scene.shapes, parts, some), 2u);
  const std::size_t bytes = scene.trees.bytes();
  EXPECT_TRUE(scene.trees.has(1));
  EXPECT_FALSE(scene.trees.has(2));
  EXPECT_EQ(scene.trees.build(Cpu{}, scene.shapes, parts, some), 0u);
  EXPECT_EQ(scene.trees.bytes(), bytes);
  const std::vector<Pair> more{{0, 1}, {2, 3}, {3, 2}};
  EXPECT_EQ(scene.trees.build(Cpu{}, scene.shapes, parts, more), 2u);
  EXPECT_GT(scene.trees.bytes(), bytes);
}

TEST(FacetTrees, FollowReplacedVertices) {
  FacetScene scene;
  scene.shapes.add_box({1, 1, 1});
  scene.bodies.add({}, 0);
  scene.bodies.add({{0, 0, 3}, rotation_from_quaternion(1, 0, 0, 0)}, 0);
  EXPECT_EQ(scene.find<double>({.alert_distance = 2}).separation[0], 1);
  std::vector<Vec3<double>> v(scene.shapes.vertices(0).begin(), scene.shapes.vertices(0).end());
  for (auto& p : v) p.z *= 1.25;
  scene.shapes.replace_vertices(0, v);
  EXPECT_EQ(scene.trees.build(Cpu{}, scene.shapes, scene.bodies.parts(), scene.pairs), 1u);
  EXPECT_EQ(scene.find<double>({.alert_distance = 2}).separation[0], 0.5);
}

TEST(FacetContacts, SayWhatTheyNeedAndWriteNothingWhereRoomIsShort) {
  FacetScene scene;
  scene.shapes.add_box({1, 1, 1});
  scene.bodies.add({}, 0);
  scene.bodies.add({{0.25, 0.25, 2.25}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}}, 0);
  const FacetContacts<double> all = scene.find<double>({.alert_distance = 0.5});
  ASSERT_EQ(all.size(), 4u);
  std::uint64_t offsets[2], needed = 0;
  std::vector<double> separation(4, 7.0);
  FacetContactsView<double> out;
  out.offsets = offsets, out.needed = &needed, out.capacity = 3, out.separation.data = separation.data();
  find_facet_contacts<double>(Cpu{}, scene.trees, scene.bodies.parts(), {scene.pairs}, {.alert_distance = 0.5}, out);
  EXPECT_EQ(needed, 4u);
  EXPECT_EQ(offsets[1], 4u);
  EXPECT_EQ(separation, std::vector<double>(4, 7.0));
  out.capacity = 4;
  find_facet_contacts<double>(Cpu{}, scene.trees, scene.bodies.parts(), {scene.pairs}, {.alert_distance = 0.5}, out);
  EXPECT_EQ(separation, std::vector<double>(4, 0.25));
}

TEST(FacetContacts, OfNoPairsAreNone) {
  FacetScene scene;
  scene.pairs.clear();
  const FacetContacts<double> none = scene.find<double>({});
  EXPECT_EQ(none.size(), 0u);
  EXPECT_EQ(none.offsets, std::vector<std::uint64_t>{0});
}

TEST(FacetContacts, OfAPoseThatIsNotFiniteAreNone) {
  FacetScene scene;
  scene.shapes.add_box({1, 1, 1});
  scene.bodies.add({}, 0), scene.bodies.add({}, 0);
  scene.trees.build(Cpu{}, scene.shapes, scene.bodies.parts(), scene.pairs);
  PartsView parts = scene.bodies.parts();
  const double x[2] = {0, std::numeric_limits<double>::quiet_NaN()};
  parts.px = x;
  EXPECT_EQ(find_facet_contacts<double>(Cpu{}, scene.trees, parts, {scene.pairs}, {.alert_distance = 1}).size(), 0u);
}

TEST(FacetContacts, BadInputIsNamed) {
  using test::complaint;
  FacetScene scene;
  scene.shapes.add_box({1, 1, 1});
  scene.shapes.add_ellipsoid({1, 2, 3});
  scene.bodies.add({}, 0), scene.bodies.add({}, 0), scene.bodies.add({}, 1);
  const auto find = [&](const FacetOptions& options, std::vector<Pair> pairs) {
    return complaint([&] { find_facet_contacts<double>(Cpu{}, scene.trees, scene.bodies.parts(), {pairs}, options); });
  };
  const auto build = [&](std::vector<Pair> pairs) {
    return complaint([&] { scene.trees.build(Cpu{}, scene.shapes, scene.bodies.parts(), pairs); });
  };
  EXPECT_NE(find({}, {{0, 1}}).find("shape 0, which has no facets yet"), std::string::npos);
  EXPECT_EQ(build({{0, 1}}), "");
  EXPECT_NE(build({{0, 2}}).find("shape 1 has no facets"), std::string::npos);
  EXPECT_NE(build({{0, 9}}).find("names 9"), std::string::npos);
  EXPECT_NE(find({}, {{0, 9}}).find("names 9"), std::string::npos);
  for (const double bad : {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_NE(find({.alert_distance = bad}, {{0, 1}}).find("alert_distance"), std::string::npos);
    EXPECT_NE(find({.cone_tolerance = bad}, {{0, 1}}).find("cone_tolerance"), std::string::npos);
  }
  EXPECT_NE(complaint([&] {
              find_facet_contacts<double>(Cpu{}, scene.trees, scene.bodies.parts(), {scene.pairs}, {},
                                          FacetContactsView<double>{});
            }).find("offsets is null"),
            std::string::npos);
  EXPECT_NE(complaint([&] {
              const ContactsView<double> nothing;
              const FacetPairs<double> pairs{scene.pairs, &nothing};
              find_facet_contacts<double>(Cpu{}, scene.trees, scene.bodies.parts(), pairs, {});
            }).find("records.separation is null"),
            std::string::npos);
  EXPECT_THROW(scene.trees.view(1), InvalidInput);
}

TEST(FacetTrees, RefuseABadMesh) {
  using test::complaint;
  FacetScene scene;
  scene.shapes.add_box({1, 1, 1});
  const Mesh good = test::grid_mesh(2, 1, [](double, double) { return 0.0; });
  const auto set = [&](const Mesh& mesh, const FacetMeshOptions& options = {}, std::uint32_t shape = 0) {
    return complaint([&] { scene.trees.set_mesh(scene.shapes, shape, mesh, options); });
  };
  EXPECT_EQ(set(good), "");
  EXPECT_NE(set(good, {}, 1).find("shape is 1"), std::string::npos);
  EXPECT_NE(set({}).find("has 0 triangles"), std::string::npos);
  Mesh bad = good;
  bad.triangles[3][1] = 99;
  EXPECT_NE(set(bad).find("triangle 3 has vertex 99"), std::string::npos);
  bad = good;
  bad.vertices[4].z = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(set(bad).find("vertex 4 is not finite"), std::string::npos);
  bad = good;
  bad.vertices[4].z = 1.01;
  EXPECT_NE(set(bad).find("vertex 4 lies outside"), std::string::npos);
  EXPECT_NE(set(good, {.flatness = -1}).find("flatness"), std::string::npos);
  EXPECT_NE(set(good, {.rounding = -1}).find("rounding"), std::string::npos);
}

}  // namespace
}  // namespace abut
