// Contacts between facets of the C interface: the bits of the C++ library, closed forms, and what is refused.
#include "abut/c/facets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/capi/facet_bodies.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

template <class T>
class CFacets : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(CFacets, Scalars);

TYPED_TEST(CFacets, HaveTheBitsOfTheCppLibrary) {
  using T = TypeParam;
  FacetBodies in;
  ASSERT_GT(in.pairs.size(), 100u);
  Contacts<T> records(in.pairs.size());
  query_pairs<T>(Cpu{1}, in.shapes.view<T>(), in.bodies.parts(), in.pairs, {}, records.view());
  const auto c_records = c_contacts<T>(records);
  const ContactsView<T> view = records.view();
  in.trees.build(Cpu{1}, in.shapes, in.bodies.parts(), in.pairs);
  const auto c_list_of_pairs = c_pairs(in.pairs);
  std::size_t built = 0;
  ASSERT_OK(abut_facet_trees_build(2, in.c_trees, in.c_shapes, &in.parts, c_list_of_pairs, &built));
  EXPECT_EQ(built, 3u);
  ASSERT_OK(abut_facet_trees_build(0, in.c_trees, in.c_shapes, &in.parts, c_list_of_pairs, nullptr));
  std::size_t bytes = 0;
  ASSERT_OK(abut_facet_trees_bytes(in.c_trees, &bytes));
  EXPECT_GT(bytes, 2000u);
  abut_facet_options options = in.options();
  for (const bool contacts : {true, false}) {
    for (const bool with_records : {false, true}) {
      options.contacts = contacts ? 1 : 0;
      const FacetContacts<T> cpp = find_facet_contacts<T>(
          Cpu{1}, in.trees, in.bodies.parts(), {in.pairs, with_records ? &view : nullptr}, {in.alert, contacts});
      ASSERT_GT(cpp.size(), 50u);
      FacetRoom<T> room(in.pairs.size(), cpp.size());
      const auto out = room.out();
      const typename FacetsOf<T>::Pairs of{sizeof of, c_list_of_pairs, with_records ? &c_records : nullptr};
      ASSERT_OK(FacetsOf<T>::find(2, in.c_trees, &in.parts, &of, &options, &out));
      room.expect_same(cpp);
    }
  }
}

TYPED_TEST(CFacets, OfCubesFaceToFaceAreTheirCornersAtTheGap) {
  using T = TypeParam;
  abut_shapes* shapes = nullptr;
  abut_bodies* bodies = nullptr;
  abut_facet_trees* trees = nullptr;
  std::uint32_t cube = 0;
  const double half[3] = {1, 1, 1}, smaller[3] = {0.5, 0.5, 0.5};
  const abut_pose above = {{0, 0, 1.75}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  ASSERT_OK(abut_shapes_new(&shapes));
  ASSERT_OK(abut_bodies_new(&bodies));
  ASSERT_OK(abut_facet_trees_new(&trees));
  ASSERT_OK(abut_shapes_add_box(shapes, half, 0, &cube));
  ASSERT_OK(abut_bodies_add(bodies, nullptr, cube, nullptr, nullptr));
  ASSERT_OK(abut_shapes_add_box(shapes, smaller, 0, &cube));
  ASSERT_OK(abut_bodies_add(bodies, &above, cube, nullptr, nullptr));
  abut_parts parts{};
  parts.size = sizeof parts;
  ASSERT_OK(abut_bodies_parts(bodies, &parts));
  const std::vector<Pair> pairs{{0, 1}};
  const auto list = c_pairs(pairs);
  ASSERT_OK(abut_facet_trees_build(1, trees, shapes, &parts, list, nullptr));
  abut_facet_options options;
  ASSERT_OK(abut_facet_options_init(&options, sizeof options));
  options.alert_distance = 0.5;
  FacetRoom<T> room(1, 16);
  const auto out = room.out();
  const typename FacetsOf<T>::Pairs of{sizeof of, list, nullptr};
  ASSERT_OK(FacetsOf<T>::find(1, trees, &parts, &of, &options, &out));
  ASSERT_EQ(room.needed, 4u);
  EXPECT_EQ(room.offsets, (std::vector<std::uint64_t>{0, 4}));
  T sum_x = 0, sum_y = 0;
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(room.separation[i], T(0.25));
    EXPECT_EQ(room.kind[i], ABUT_FACETS_APART);
    EXPECT_EQ(room.normal[i].z, T(1));
    EXPECT_EQ(room.point[i].z, T(1.125));
    EXPECT_EQ(std::abs(room.point[i].x), T(0.5));
    EXPECT_EQ(std::abs(room.point[i].y), T(0.5));
    sum_x += room.point[i].x, sum_y += room.point[i].y;
  }
  EXPECT_TRUE(sum_x == 0 && sum_y == 0) << "each corner once";
  ASSERT_OK(abut_facet_trees_free(trees));
  ASSERT_OK(abut_bodies_free(bodies));
  ASSERT_OK(abut_shapes_free(shapes));
}

TEST(CFacetTrees, SayWhatTheyHave) {
  FacetBodies in;
  int has = 7;
  ASSERT_OK(abut_facet_trees_has(in.c_trees, 2, &has));
  EXPECT_EQ(has, 0) << "a mesh is set, its tree is not built";
  ASSERT_OK(abut_facet_trees_build(0, in.c_trees, in.c_shapes, &in.parts, c_pairs(in.pairs), nullptr));
  for (const std::uint32_t shape : {0u, 1u, 2u, 3u}) {
    ASSERT_OK(abut_facet_trees_has(in.c_trees, shape, &has));
    EXPECT_EQ(has, shape < 3 ? 1 : 0);
  }
  for (const std::uint32_t shape : {0u, 1u, 2u, 3u, 99u}) {
    ASSERT_OK(abut_facet_trees_has_mesh(in.c_trees, shape, &has));
    EXPECT_EQ(has, shape == 2 ? 1 : 0) << shape;
  }
  EXPECT_INPUT(abut_facet_trees_has(in.c_trees, 0, nullptr), "has is null");
  EXPECT_INPUT(abut_facet_trees_has_mesh(in.c_trees, 0, nullptr), "has is null");
  EXPECT_INPUT(abut_facet_trees_bytes(in.c_trees, nullptr), "bytes is null");
  EXPECT_INPUT(abut_facet_trees_new(nullptr), "trees is null");
}

TEST(CFacetTrees, RefuseMeshesAndShapes) {
  FacetBodies in;
  abut_facet_mesh_options options;
  ASSERT_OK(abut_facet_mesh_options_init(&options, sizeof options));
  const auto set = [&](std::uint32_t shape) {
    return abut_facet_trees_set_mesh(in.c_trees, in.c_shapes, shape, in.c_mesh, &options);
  };
  EXPECT_INPUT(set(3), "set_mesh: shape is 3; allowed is less than 3");
  EXPECT_INPUT(set(0), "lies outside of the shape's box");
  options.flatness = 0.01;
  EXPECT_INPUT(set(2), "flatness is 0.01; allowed are 0 to 1e-3");
  options.flatness = 0, options.rounding = -1;
  EXPECT_INPUT(set(2), "rounding is -1; allowed is 0 or more, finite");
  options.rounding = 0;
  ASSERT_OK(set(2));
  expect_size_is_checked("options", options, [&](const abut_facet_mesh_options* o) {
    return abut_facet_trees_set_mesh(in.c_trees, in.c_shapes, 2, in.c_mesh, o);
  });
  std::uint32_t cone = 0;
  ASSERT_OK(abut_shapes_add_cone(in.c_shapes, 1, 1, 0, &cone));
  ASSERT_OK(abut_bodies_add(in.c_bodies, nullptr, cone, nullptr, nullptr));
  ASSERT_OK(abut_bodies_parts(in.c_bodies, &in.parts));
  std::size_t built = 77;
  EXPECT_INPUT(abut_facet_trees_build(0, in.c_trees, in.c_shapes, &in.parts, c_pairs({{0, 40}}), &built),
               "shape 3 has no facets");
  EXPECT_INPUT(abut_facet_trees_build(0, in.c_trees, in.c_shapes, &in.parts, c_pairs({{0, 41}}), &built), "41");
  EXPECT_EQ(built, 77u);
}

TEST(CFacetContacts, RefuseWhatIsNotAllowed) {
  FacetBodies in;
  const auto list = c_pairs(in.pairs);
  const abut_pair_contacts_f64 of{sizeof of, list, nullptr};
  FacetRoom<double> room(in.pairs.size(), 0);
  abut_facet_contacts_f64 out = room.out();
  abut_facet_options options = in.options();
  const auto find = [&](const abut_pair_contacts_f64* pairs, const abut_facet_options* o,
                        const abut_facet_contacts_f64* to) {
    return abut_find_facet_contacts_f64(1, in.c_trees, &in.parts, pairs, o, to);
  };
  EXPECT_INPUT(find(&of, &options, &out), "which has no facets yet");
  ASSERT_OK(abut_facet_trees_build(0, in.c_trees, in.c_shapes, &in.parts, list, nullptr));
  expect_structure_is_checked("of", of,
                              [&](const abut_pair_contacts_f64* pairs) { return find(pairs, &options, &out); });
  expect_size_is_checked("options", options, [&](const abut_facet_options* o) { return find(&of, o, &out); });
  expect_structure_is_checked("out", out, [&](const abut_facet_contacts_f64* to) { return find(&of, &options, to); });
  abut_pair_contacts_f64 none = of;
  none.pairs = nullptr;
  EXPECT_INPUT(find(&none, &options, &out), "of->pairs is null");
  for (const double alert : {-1.0, std::nan(""), HUGE_VAL}) {
    options.alert_distance = alert;
    EXPECT_INPUT(find(&of, &options, &out), "alert_distance is ");
  }
  options = in.options(), options.cone_tolerance = 0.6;
  EXPECT_INPUT(find(&of, &options, &out), "cone_tolerance is 0.6; allowed are 0 to 0.5");
  options = in.options();
  double x = 0;
  out.normal.x = &x;
  EXPECT_INPUT(find(&of, &options, &out), "out->normal has null and other pointers");
  out = room.out(), out.offsets = nullptr;
  EXPECT_INPUT(find(&of, &options, &out), "out->offsets is null; allowed is a pointer to memory");
  out = room.out();
  abut_contacts_f64 records{};
  records.size = sizeof records;
  const abut_pair_contacts_f64 bare{sizeof bare, list, &records};
  EXPECT_INPUT(find(&bare, &options, &out), "records.separation is null");
  EXPECT_OK(find(&of, nullptr, &out)) << "null options are the defaults";
}

TEST(CFacetContacts, TooLittleRoomSaysWhatIsNeeded) {
  FacetBodies in;
  const auto list = c_pairs(in.pairs);
  ASSERT_OK(abut_facet_trees_build(0, in.c_trees, in.c_shapes, &in.parts, list, nullptr));
  const abut_pair_contacts_f64 of{sizeof of, list, nullptr};
  const abut_facet_options options = in.options();
  const auto find = [&](const abut_facet_contacts_f64& out) {
    return abut_find_facet_contacts_f64(1, in.c_trees, &in.parts, &of, &options, &out);
  };
  FacetRoom<double> room(in.pairs.size(), 0);
  ASSERT_OK(find(room.out())) << "no arrays: the number alone";
  const std::uint64_t needed = room.needed;
  ASSERT_GT(needed, 100u);
  EXPECT_EQ(room.offsets.back(), needed);
  FacetRoom<double> small(in.pairs.size(), needed - 1);
  abut_facet_contacts_f64 out = small.out();
  out.needed = nullptr;
  expect_refused(find(out), ABUT_TOO_SMALL,
                 "out->capacity is " + std::to_string(needed - 1) + "; needed are " + std::to_string(needed));
  EXPECT_EQ(small.offsets, room.offsets);
  for (const double s : small.separation) ASSERT_EQ(s, -7) << "none is written";
  FacetRoom<double> fits(in.pairs.size(), needed);
  ASSERT_OK(find(fits.out()));
}

}  // namespace
}  // namespace abut::test
