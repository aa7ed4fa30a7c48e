#include "abut/patches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/contacts/touching.h"
#include "tests/support/complaint.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::posed;
using test::Touching;

template <class T>
class PatchArrays : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PatchArrays, Scalars);

TYPED_TEST(PatchArrays, TooLittleRoomSaysWhatIsNeededAndWritesNoPoint) {
  Touching<TypeParam> t;
  t.shapes.add_box({1, 1, 1});
  for (int k = 0; k < 3; ++k) t.bodies.add(posed({0, 0, 2.0 * k}), 0);
  t.pairs = {{0, 1}, {1, 2}};
  t.find();
  std::vector<TypeParam> x(24, TypeParam(7)), gap(8, TypeParam(7));
  std::vector<std::uint64_t> offsets(3);
  std::uint64_t needed = 0;
  PatchesView<TypeParam> out;
  out.offsets = offsets.data();
  out.points = {x.data(), x.data() + 1, x.data() + 2, 3};
  out.gaps.data = gap.data();
  out.needed = &needed;
  for (const std::uint64_t capacity : {0, 1, 7}) {
    out.capacity = capacity;
    find_patches(Cpu{1}, t.shapes.template view<TypeParam>(), t.bodies.parts(), {t.pairs, t.contacts.view()}, {}, out);
    EXPECT_EQ(needed, 8u);
    EXPECT_EQ(x, std::vector<TypeParam>(24, TypeParam(7)));
    EXPECT_EQ(gap, std::vector<TypeParam>(8, TypeParam(7)));
  }
  out.capacity = 8;
  find_patches(Cpu{1}, t.shapes.template view<TypeParam>(), t.bodies.parts(), {t.pairs, t.contacts.view()}, {}, out);
  EXPECT_EQ(offsets, (std::vector<std::uint64_t>{0, 4, 8}));
  EXPECT_EQ(std::count(x.begin(), x.end(), TypeParam(7)), 0);
}

TYPED_TEST(PatchArrays, HaveTheSameBitsOnAnyNumberOfThreadsAndInAnyOrder) {
  const ShapeSet shapes = test::mixed_shapes(21);
  const test::ShapePairs in = test::random_pairs(shapes, 3000, test::Regime::shallow, 22);
  test::ShapePairs turned;
  turned.pairs.assign(in.pairs.rbegin(), in.pairs.rend());
  for (std::size_t i = in.pairs.size(); i-- > 0;) {
    turned.poses.insert(turned.poses.end(), in.poses.begin() + 12 * i, in.poses.begin() + 12 * i + 12);
  }
  const auto centres = [&](const test::ShapePairs& pairs, int threads) {
    Contacts<TypeParam> contacts = test::query_all<TypeParam>(shapes, pairs);
    std::vector<TypeParam> x(3 * pairs.pairs.size());
    PatchesView<TypeParam> out;
    out.centre = {x.data(), x.data() + 1, x.data() + 2, 3};
    find_shape_patches<TypeParam>(Cpu{threads}, shapes.view<TypeParam>(),
                                  {pairs.pairs, {pairs.poses.data(), 12}, contacts.view()}, {}, out);
    return x;
  };
  const std::vector<TypeParam> one = centres(in, 1);
  test::expect_same_bits(centres(in, 3), one, "centre");
  std::vector<TypeParam> back = centres(turned, 2);
  std::reverse(back.begin(), back.end());
  for (std::size_t i = 0; i < back.size(); i += 3) std::swap(back[i], back[i + 2]);
  test::expect_same_bits(back, one, "centre");
}

TYPED_TEST(PatchArrays, OfPairsOfShapesFitWhatThereIs) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_box({0.5, 2, 1});
  const test::ShapePairs in = test::random_pairs(shapes, 400, test::Regime::shallow, 23);
  Contacts<TypeParam> contacts = test::query_all<TypeParam>(shapes, in);
  const ShapeSetView<TypeParam> view = shapes.view<TypeParam>();
  const std::size_t n = in.pairs.size(), room = 64 * n;
  std::vector<TypeParam> area(n), volume(n), centre(3 * n), x(3 * room), gap(room);
  std::vector<std::uint64_t> offsets(n + 1);
  PatchesView<TypeParam> out;
  out.area.data = area.data(), out.volume.data = volume.data();
  out.centre = {centre.data(), centre.data() + 1, centre.data() + 2, 3};
  out.offsets = offsets.data(), out.capacity = room;
  out.points = {x.data(), x.data() + 1, x.data() + 2, 3}, out.gaps.data = gap.data();
  const ShapePairContacts<TypeParam> of{in.pairs, {in.poses.data(), 12}, contacts.view()};
  PatchOptions options;
  options.margin = 0.01;
  find_shape_patches<TypeParam>(Cpu{1}, view, of, options, out);
  options.move_points = true;
  const Patches<TypeParam> p = find_shape_patches<TypeParam>(Cpu{2}, view, of, options, true);
  EXPECT_EQ(p.offsets, offsets);
  ASSERT_GT(offsets[n], 4 * n / 2);
  test::expect_same_bits(p.area, area, "area");
  test::expect_same_bits(p.volume, volume, "volume");
  gap.resize(offsets[n]);
  test::expect_same_bits(p.gap, gap, "gap");
  for (std::size_t i = 0; i < offsets[n]; ++i) EXPECT_EQ(p.point_z[i], x[3 * i + 2]);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(p.centre_y[i], centre[3 * i + 1]);
    if (offsets[i + 1] > offsets[i]) {
      EXPECT_EQ(contacts.point_x[i], centre[3 * i]);
    }
  }
  EXPECT_TRUE(find_shape_patches<TypeParam>(Cpu{1}, view, of, {}, false).volume.empty());
}

TYPED_TEST(PatchArrays, WhatIsNoContactHasNone) {
  Touching<TypeParam> t;
  t.shapes.add_box({1, 1, 1});
  t.shapes.add_point({0, 0, 0});
  t.bodies.add(Pose{}, 0);
  t.bodies.add(posed({0, 0, 5}), 0);
  t.bodies.add(posed({0, 0, 0}), 1);
  t.bodies.add(posed({0, 0, 0}), 1);
  t.pairs = {{0, 1}, {2, 3}};
  const ShapeSetView<TypeParam> view = t.shapes.template view<TypeParam>();
  t.contacts.resize(2);
  QueryOptions near;
  near.alert_distance = 1;
  query_pairs(Cpu{1}, view, t.bodies.parts(), t.pairs, near, t.contacts.view());
  EXPECT_EQ(status_of(t.contacts.status[0]), Status::farther_than_alert);
  const Patches<TypeParam> p =
      find_patches(Cpu{1}, view, t.bodies.parts(), {t.pairs, t.contacts.view()}, PatchOptions{}, true);
  EXPECT_EQ(p.offsets, (std::vector<std::uint64_t>{0, 0, 0}));
  EXPECT_EQ(p.area, (std::vector<TypeParam>{0, 0}));
  const std::vector<Pair> none;
  EXPECT_EQ(find_patches(Cpu{1}, view, t.bodies.parts(), {none, ContactsView<TypeParam>{}}, {}, true).offsets,
            std::vector<std::uint64_t>{0});
}

TEST(PatchArguments, BentFacesAndPointsWithoutOffsetsAreRefused) {
  Touching<double> t;
  t.shapes.add_box({1, 1, 1});
  std::vector<Vec3<double>> x(t.shapes.vertices(0).begin(), t.shapes.vertices(0).end());
  for (Vec3<double>& v : x) v.z += v.z > 0 && v.x * v.y > 0 ? 0.02 : 0;
  t.shapes.replace_vertices(0, x);
  t.bodies.add(Pose{}, 0);
  t.bodies.add(posed({0, 0, 1.9}), 0);
  t.find();
  const ShapeSetView<double> view = t.shapes.view<double>();
  EXPECT_EQ(test::complaint([&] {
              find_patches(Cpu{1}, view, t.bodies.parts(), {t.pairs, t.contacts.view()}, PatchOptions{}, true);
            }),
            "find_patches: pair 0 has shape 0, which is bent; volumes are those of polyhedra alone");
  std::uint64_t needed = 0;
  PatchesView<double> out;
  out.needed = &needed;
  EXPECT_EQ(test::complaint([&] {
              find_patches(Cpu{1}, view, t.bodies.parts(), {t.pairs, t.contacts.view()}, PatchOptions{}, out);
            }),
            "find_patches: out.offsets is null; points, gaps and their number need it");
}

TEST(PatchArguments, BadOnesAreNamed) {
  Touching<double> t;
  t.shapes.add_box({1, 1, 1});
  t.shapes.add_box({1, 1, 1}, 0.1);
  t.shapes.add_cone(1, 1);
  for (const std::uint32_t shape : {0u, 1u, 2u}) t.bodies.add(posed({0, 0, 1.0 * shape}), shape);
  t.find();
  const ShapeSetView<double> view = t.shapes.view<double>();
  const auto said = [&](const auto& change) {
    PatchOptions options;
    ContactsView<double> contacts = t.contacts.view();
    std::vector<Pair> pairs = t.pairs;
    bool volumes = false;
    change(options, contacts, pairs, volumes);
    return test::complaint([&] { find_patches(Cpu{1}, view, t.bodies.parts(), {pairs, contacts}, options, volumes); });
  };
  EXPECT_EQ(said([](auto&...) {}), "");
  EXPECT_EQ(said([](auto& o, auto&, auto&, auto&) { o.margin = -1; }),
            "find_patches: margin is -1; allowed is 0 or more, finite");
  EXPECT_EQ(said([](auto& o, auto&, auto&, auto&) { o.margin = std::numeric_limits<double>::quiet_NaN(); }),
            "find_patches: margin is nan; allowed is 0 or more, finite");
  EXPECT_EQ(said([](auto& o, auto&, auto&, auto&) { o.most_points = 2; }),
            "find_patches: most_points is 2; allowed are 0 and 3 or more");
  EXPECT_EQ(said([](auto& o, auto&, auto& p, auto&) { o.margin = -1, p.clear(); }),
            "find_patches: margin is -1; allowed is 0 or more, finite");
  EXPECT_EQ(said([](auto& o, auto&, auto& p, auto&) { o.most_points = 1, p.clear(); }),
            "find_patches: most_points is 1; allowed are 0 and 3 or more");
  EXPECT_EQ(said([](auto&, auto& c, auto&, auto&) { c.normal.x = nullptr; }), "find_patches: contacts.normal is null");
  EXPECT_EQ(said([](auto&, auto& c, auto&, auto&) { c.status.data = nullptr; }),
            "find_patches: contacts.status is null");
  EXPECT_EQ(said([](auto&, auto&, auto& p, auto&) { p[0].b = 9; }),
            "find_patches: pair 0 names 9; allowed is less than 3");
  EXPECT_EQ(said([](auto&, auto&, auto& p, auto& v) { p[0].b = 1, v = true; }),
            "find_patches: pair 0 has shape 1, which is rounded; volumes are those of polyhedra alone");
  EXPECT_EQ(said([](auto&, auto&, auto& p, auto& v) { p[0].b = 2, v = true; }),
            "find_patches: pair 0 has shape 2, which is curved; volumes are those of polyhedra alone");
}

}  // namespace
}  // namespace abut
