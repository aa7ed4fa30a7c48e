#include "abut/facets/contact_record.h"

#include <gtest/gtest.h>

#include "tests/facets/surfaces.h"

namespace abut {
namespace {

using test::FacetScene;

/// Two boxes that overlap, in poses of their own.
struct Two {
  FacetScene scene;
  PlacedPair at;

  explicit Two(std::uint64_t seed) {
    test::Random random(seed);
    scene.shapes.add_box({1, 1, 1}, 0.1), scene.shapes.add_box({0.5, 0.7, 0.9});
    const Pose a{random.in_ball() * 20.0, random.rotation()};
    scene.bodies.add(a, 0);
    scene.bodies.add({a.position + random.direction(), random.rotation()}, 1);
    scene.trees.build(Cpu{}, scene.shapes, scene.bodies.parts(), scene.pairs);
    at.pair.a = scene.trees.view(0), at.pair.b = scene.trees.view(1);
    EXPECT_TRUE(place_pair(scene.bodies.parts(), {0, 1}, 0, 1e-6, at));
  }
};

/// There and back: the record in A's frame, stored as a contact, is the record.
TEST(ContactRecord, OfAnOverlapIsStoredAsTheQueryHadIt) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Two two(seed);
    Contacts<double> query(1);
    query_pairs<double>(Cpu{}, two.scene.shapes.view<double>(), two.scene.bodies.parts(), two.scene.pairs, {},
                        query.view());
    const PartRecord record = part_record(query.view(), 0, two.at);
    ASSERT_TRUE(record.overlaps);
    double number[13];
    Feature feature[2];
    FacetContactKind kind{};
    std::uint64_t key = 0;
    std::uint32_t facet = 99;
    FacetContactsView<double> out;
    const auto three = [&](double* at) { return StridedVec3<double>{at, at + 1, at + 2, 3}; };
    out.separation.data = number;
    out.normal = three(number + 1), out.witness_a = three(number + 4), out.witness_b = three(number + 7);
    out.point = three(number + 10);
    out.feature_a.data = feature, out.feature_b.data = feature + 1, out.kind.data = &kind, out.key.data = &key;
    out.facet_a.data = &facet;
    store_facet_contact(out, 0, {0, 1}, two.at, part_contact(two.at.pair, record));
    const Contact<double> c = query[0];
    const auto vector = [&](int k) { return Vec3<double>{number[k], number[k + 1], number[k + 2]}; };
    EXPECT_NEAR(number[0], c.separation, 1e-14);
    EXPECT_LT(length(vector(1) - c.normal), 1e-14);
    EXPECT_LT(length(vector(4) - c.witness_a), 1e-13);
    EXPECT_LT(length(vector(7) - c.witness_b), 1e-13);
    EXPECT_LT(length(vector(10) - c.point), 1e-13);
    EXPECT_EQ(feature[0].code, c.feature_a.code);
    EXPECT_EQ(feature[1].code, c.feature_b.code);
    EXPECT_EQ(kind, FacetContactKind::part);
    EXPECT_EQ(key, c.key);
    EXPECT_LT(facet, 12u);
  }
}

TEST(ContactRecord, OfPartsThatAreApartOrWithoutAnAnswerSaysNothing) {
  const Two two(1);
  Contacts<float> query(1);
  query.status[0] = static_cast<std::uint8_t>(Status::converged);
  query.separation[0] = -0.05f;  // the rounding alone
  EXPECT_FALSE(part_record(query.view(), 0, two.at).overlaps);
  query.separation[0] = -0.2f;
  EXPECT_TRUE(part_record(query.view(), 0, two.at).overlaps);
  query.status[0] = static_cast<std::uint8_t>(Status::invalid_pose);
  EXPECT_FALSE(part_record(query.view(), 0, two.at).overlaps);
}

/// A plane's normal is that of the plane turned by its own body, to the bit.
TEST(ContactRecord, HasTheNormalOfAPlaneWhicheverBodyItIsOf) {
  const Two two(2);
  for (const int of : {1, -1, 2, -2}) {
    FacetContact<double> c{};
    c.facet_a = c.facet_b = 0;
    c.normal = {{9, 9, 9}, static_cast<std::int8_t>(of), 3};
    double n[3];
    FacetContactsView<double> out;
    out.normal = {n, n + 1, n + 2, 3};
    store_facet_contact(out, 0, {0, 1}, two.at, c);
    const bool of_a = of == 1 || of == -1;
    const Vec3<double> own = (of_a ? two.at.pair.a : two.at.pair.b).normals[3] * (of > 0 ? 1.0 : -1.0);
    const Vec3<double> expected = rotate((of_a ? two.at.a : two.at.b).rotation, own);
    EXPECT_TRUE(n[0] == expected.x && n[1] == expected.y && n[2] == expected.z) << of;
  }
}

}  // namespace
}  // namespace abut
