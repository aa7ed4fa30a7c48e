// Structures that arguments are grouped in: null, of another size, and with null pointers, each is refused by name.
#include <cstring>

#include "tests/capi/both.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

/// Ten bodies, two pairs of their parts, and room for all that is asked about them.
struct Room : Both {
  std::vector<Pair> two{{0, 1}, {1, 2}};
  std::vector<double> poses = std::vector<double>(24);
  Contacts<double> contacts{2};
  abut_parts of = parts();
  abut_contacts_f64 out = c_contacts<double>(contacts);
  std::vector<abut_pair> list = std::vector<abut_pair>(1000);
  std::uint64_t count = 0;
  std::uint8_t flags[2] = {9, 9};
  std::uint32_t places[2] = {0, 1};
  Room() : Both(21, 10) {}
};

TEST(CStructures, PairsThatAreRead) {
  Room room;
  const abut_pairs good = c_pairs(room.two).s;
  abut_detection* found = nullptr;
  abut_pair_filter* filter = nullptr;
  ASSERT_OK(abut_pair_filter_new(1, &filter));
  const auto query = [&](const abut_pairs* pairs) {
    return abut_query_pairs_f64(0, room.c_shapes, &room.of, pairs, nullptr, &room.out);
  };
  const auto intersect = [&](const abut_pairs* pairs) {
    return abut_intersect_pairs_f32(0, room.c_shapes, &room.of, pairs, room.flags);
  };
  const auto detect = [&](const abut_pairs* pairs) {
    return abut_detect_candidates_f32(0, room.c_shapes, room.c_bodies, pairs, nullptr, &found);
  };
  const auto filtered = [&](const abut_pairs* pairs) {
    return abut_pair_filter_filter(filter, c_boxed(room.c_shapes, &room.of, 0), pairs, c_list(room.list, &room.count));
  };
  const auto restore = [&](const abut_pairs* pairs) {
    const double clearances[2] = {0, 0};
    return abut_pair_filter_restore(filter, room.c_shapes, &room.of, pairs, clearances);
  };
  const auto before = [&](const abut_pairs* pairs) { return abut_match_pairs(0, pairs, &good, room.places); };
  const auto now = [&](const abut_pairs* pairs) { return abut_match_pairs(0, &good, pairs, room.places); };
  const auto check = [&](const std::string& argument, const auto& call) {
    expect_structure_is_checked(argument, good, call);
    EXPECT_INPUT(call(c_pairs(nullptr, 2)), argument + "->pairs is null; allowed is an array of 2 elements");
    EXPECT_OK(call(c_pairs(nullptr, 0)));
    EXPECT_OK(call(&good));
  };
  check("pairs", query), check("pairs", intersect), check("candidates", filtered), check("pairs", restore);
  check("before", before), check("now", now);
  expect_structure_is_checked("candidates", good, detect);
  EXPECT_INPUT(detect(c_pairs(nullptr, 2)), "candidates->pairs is null; allowed is an array of 2 elements");
  EXPECT_EQ(found, nullptr);
  EXPECT_INPUT(abut_pair_filter_restore(filter, room.c_shapes, &room.of, &good, nullptr), "clearances is null");
  EXPECT_INPUT(abut_match_pairs(0, &good, &good, nullptr), "places is null; allowed is an array of 2 elements");
  ASSERT_OK(abut_pair_filter_free(filter));
}

TEST(CStructures, PairsOfShapesWithTheirPoses) {
  Room room;
  const abut_shape_pairs good = c_shape_pairs(room.two, room.poses, 12).s;
  const auto call = [&](const abut_shape_pairs* pairs) {
    return abut_query_shape_pairs_f64(0, room.c_shapes, pairs, nullptr, &room.out);
  };
  expect_structure_is_checked("pairs", good, call);
  abut_shape_pairs pairs = good;
  pairs.pairs = nullptr;
  EXPECT_INPUT(call(&pairs), "pairs->pairs is null; allowed is an array of 2 elements");
  pairs = good, pairs.poses = nullptr;
  EXPECT_INPUT(call(&pairs), "pairs->poses is null; allowed is an array of 2 elements");
  pairs = {sizeof pairs, nullptr, 0, nullptr, 0};
  EXPECT_OK(call(&pairs));
  EXPECT_OK(call(&good));
}

/// Every function that writes a list of pairs, by `call(out)`.
template <class Call>
void check_list(Room& room, bool writes_rows, const Call& call) {
  const abut_pair_list good = c_list(room.list, &room.count).s;
  expect_structure_is_checked("out", good, call);
  abut_pair_list list = good;
  list.count = nullptr;
  EXPECT_INPUT(call(&list), "out->count is null; allowed is a pointer to memory");
  list = good, list.pairs = nullptr;
  EXPECT_INPUT(call(&list), "out->pairs is null; allowed is an array of 1000 elements");
  std::vector<std::uint64_t> rows(1000, 77);
  list = good, list.rows = rows.data();
  if (writes_rows) {
    EXPECT_OK(call(&list));
    EXPECT_EQ(rows[0], 0u);
  } else {
    EXPECT_INPUT(call(&list), "out->rows is not null; allowed is null: this function writes no rows");
    EXPECT_EQ(rows[0], 77u);
  }
  ASSERT_OK(call(&good));
  const std::uint64_t there = room.count;
  if (there == 0) return;
  const std::vector<abut_pair> whole = room.list;
  list = good, list.capacity = there - 1, list.rows = nullptr, room.count = 0;
  expect_refused(call(&list), ABUT_TOO_SMALL,
                 "out->capacity is " + std::to_string(there - 1) + "; needed are " + std::to_string(there) + " pairs");
  EXPECT_EQ(room.count, there) << "the number is written, ";
  EXPECT_EQ(std::memcmp(whole.data(), room.list.data(), whole.size() * sizeof whole[0]), 0) << "the pairs are not";
}

TEST(CStructures, ListsThatAreWritten) {
  Room room;
  abut_pair_finder* finder = nullptr;
  abut_pair_filter* filter = nullptr;
  abut_detection* found = nullptr;
  ASSERT_OK(abut_pair_finder_new(1, &finder));
  ASSERT_OK(abut_pair_filter_new(1, &filter));
  const abut_detect_options options{sizeof options, 1, nullptr};
  ASSERT_OK(abut_detect_f64(0, room.c_shapes, room.c_bodies, &options, &found));
  const auto boxed = c_boxed(room.c_shapes, &room.of, 1);
  const auto check = [&](bool writes_rows, const auto& call) { check_list(room, writes_rows, call); };
  check(true, [&](const abut_pair_list* out) { return abut_find_pairs(0, boxed, out); });
  check(true, [&](const abut_pair_list* out) { return abut_find_cross_pairs(0, boxed, &room.of, out); });
  const double at[3] = {0, 0, 0};
  const abut_points points{sizeof points, 1, 0, at, at + 1, at + 2, 3};
  const abut_radius radius{sizeof radius, 2, nullptr, 0};
  check(true, [&](const abut_pair_list* out) { return abut_find_within(0, boxed, &points, &radius, out); });
  check(false, [&](const abut_pair_list* out) { return abut_pair_finder_find(finder, boxed, out); });
  check(false, [&](const abut_pair_list* out) { return abut_pair_finder_pairs(finder, out); });
  check(false,
        [&](const abut_pair_list* out) { return abut_pair_filter_filter(filter, boxed, c_pairs(room.two), out); });
  check(false, [&](const abut_pair_list* out) { return abut_pair_filter_remaining(filter, out); });
  check(false, [&](const abut_pair_list* out) { return abut_pair_filter_pairs(filter, out); });
  check(false, [&](const abut_pair_list* out) { return abut_detection_pairs(found, out); });
  EXPECT_GT(room.count, 0u);
  ASSERT_OK(abut_pair_finder_free(finder));
  ASSERT_OK(abut_pair_filter_free(filter));
  ASSERT_OK(abut_detection_free(found));
}

TEST(CStructures, PartsOfASearch) {
  Room room;
  const abut_boxed_parts good = c_boxed(room.c_shapes, &room.of, 0).s;
  const double at[3] = {0, 0, 0};
  const abut_points points{sizeof points, 1, 0, at, at + 1, at + 2, 3};
  abut_pair_finder* finder = nullptr;
  ASSERT_OK(abut_pair_finder_new(1, &finder));
  const auto out = c_list(room.list, &room.count);
  double distance = 0;
  const abut_nearest nearest{sizeof nearest, {nullptr, 0}, {&distance, 0}};
  const auto check = [&](const std::string& argument, const auto& call) {
    expect_structure_is_checked(argument, good, call);
    abut_boxed_parts parts = good;
    parts.shapes = nullptr;
    EXPECT_HANDLE(call(&parts), argument + "->shapes is null; allowed is a handle of kind abut_shapes");
    parts = good, parts.parts = nullptr;
    EXPECT_INPUT(call(&parts), argument + "->parts is null; allowed is a pointer to memory");
    abut_parts cut = room.of;
    cut.py = nullptr;
    parts.parts = &cut;
    EXPECT_INPUT(call(&parts), argument + "->parts->py is null; allowed is an array of");
    parts = good, parts.alert_distance = -1;
    EXPECT_INPUT(call(&parts), "alert");
    EXPECT_OK(call(&good));
  };
  check("parts", [&](const abut_boxed_parts* parts) { return abut_find_pairs(0, parts, out); });
  check("first", [&](const abut_boxed_parts* parts) { return abut_find_cross_pairs(0, parts, &room.of, out); });
  check("parts", [&](const abut_boxed_parts* parts) { return abut_find_nearest(0, parts, &points, &nearest); });
  check("parts", [&](const abut_boxed_parts* parts) { return abut_pair_finder_find(finder, parts, out); });
  expect_structure_is_checked("out", nearest, [&](const abut_nearest* o) {
    return abut_find_nearest(0, c_boxed(room.c_shapes, &room.of, 0), &points, o);
  });
  EXPECT_INPUT(abut_find_cross_pairs(0, &good, nullptr, out), "second is null");
  ASSERT_OK(abut_pair_finder_free(finder));
}

TEST(CStructures, ElementsThatAreCarried) {
  Room room;
  const double before[2] = {1, 2};
  double now[2] = {0, 0};
  const abut_carried good{sizeof good, room.places, 2, nullptr};
  const auto call = [&](const abut_carried* which) { return abut_carry(0, which, before, 2, now, sizeof(double)); };
  expect_structure_is_checked("which", good, call);
  const abut_carried cut{sizeof cut, nullptr, 2, nullptr};
  EXPECT_INPUT(call(&cut), "which->places is null; allowed is an array of 2 elements");
  EXPECT_INPUT(abut_carry(0, &good, before, 2, nullptr, sizeof(double)), "now is null; allowed is an array of 2");
  EXPECT_INPUT(abut_carry(0, &good, nullptr, 2, now, sizeof(double)), "before is null; allowed is an array of 2");
  EXPECT_INPUT(abut_carry(0, &good, before, 2, now, 0), "element_bytes is 0");
  EXPECT_OK(call(&good));
  EXPECT_EQ(now[1], 2);
}

TEST(CStructures, PairsWithTheirContacts) {
  Room room;
  const abut_pairs pairs = c_pairs(room.two).s;
  const abut_shape_pairs shape_pairs = c_shape_pairs(room.two, room.poses, 12).s;
  std::vector<double> area(2);
  abut_patches_f64 out{};
  out.size = sizeof out, out.area.data = area.data();
  const abut_pair_contacts_f64 good{sizeof good, &pairs, &room.out};
  const auto call = [&](const abut_pair_contacts_f64* found) {
    return abut_find_patches_f64(0, room.c_shapes, &room.of, found, nullptr, &out);
  };
  expect_structure_is_checked("found", good, call);
  expect_structure_is_checked("found->pairs", pairs, [&](const abut_pairs* p) {
    const abut_pair_contacts_f64 found{sizeof found, p, &room.out};
    return call(&found);
  });
  const abut_pair_contacts_f64 without{sizeof without, &pairs, nullptr};
  EXPECT_INPUT(call(&without), "found->contacts is null; allowed is a pointer to memory");
  room.out.normal.z = nullptr;
  EXPECT_INPUT(call(&good), "found->contacts->normal has null and other pointers");
  room.out = c_contacts<double>(room.contacts);

  const abut_shape_pair_contacts_f64 of_shapes{sizeof of_shapes, &shape_pairs, &room.out};
  const auto call_shapes = [&](const abut_shape_pair_contacts_f64* found) {
    return abut_find_shape_patches_f64(0, room.c_shapes, found, nullptr, &out);
  };
  expect_structure_is_checked("found", of_shapes, call_shapes);
  expect_structure_is_checked("found->pairs", shape_pairs, [&](const abut_shape_pairs* p) {
    const abut_shape_pair_contacts_f64 found{sizeof found, p, &room.out};
    return call_shapes(&found);
  });
  const abut_shape_pair_contacts_f64 bare{sizeof bare, &shape_pairs, nullptr};
  EXPECT_INPUT(call_shapes(&bare), "found->contacts is null; allowed is a pointer to memory");
}

TEST(CStructures, FacesAndVertices) {
  Room room;
  std::uint32_t begin[7], corners[24];
  std::size_t faces = 0, vertices = 0;
  const abut_faces good{sizeof good, begin, 6, corners, 24, &faces, &vertices};
  const auto call = [&](const abut_faces* out) { return abut_shapes_faces(room.c_shapes, 0, out); };
  expect_structure_is_checked("out", good, call);
  abut_faces out = good;
  out.face_count = nullptr;
  EXPECT_INPUT(call(&out), "out->face_count is null");
  out = good, out.vertex_count = nullptr;
  EXPECT_INPUT(call(&out), "out->vertex_count is null");
  out = good, out.begin = nullptr;
  EXPECT_INPUT(call(&out), "out->begin is null");
  out = good, out.face_vertices = nullptr;
  EXPECT_INPUT(call(&out), "out->face_vertices is null; allowed is an array of 24 elements");
  out = good, out.face_capacity = 3;
  expect_refused(call(&out), ABUT_TOO_SMALL, "out->face_capacity is 3, out->vertex_capacity 24; needed are 6 and 24");
  EXPECT_OK(call(&good));

  const double tetra[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const auto given = c_vertices(tetra, 4);
  const auto check = [&](const std::string& argument, const auto& call_with) {
    expect_structure_is_checked(argument, given.s, call_with);
    EXPECT_INPUT(call_with(c_vertices(nullptr, 4)),
                 argument + "->coordinates is null; allowed is an array of 4 elements");
  };
  abut_polytope* made = nullptr;
  check("a", [&](const abut_vertices* a) { return abut_minkowski_difference(a, given, nullptr, &made); });
  check("b", [&](const abut_vertices* b) { return abut_minkowski_difference(given, b, nullptr, &made); });
  check("a", [&](const abut_vertices* a) { return abut_entrance_block(a, given, nullptr, nullptr, &made); });
  check("b", [&](const abut_vertices* b) { return abut_entrance_block(given, b, nullptr, nullptr, &made); });
  EXPECT_EQ(made, nullptr);
}

}  // namespace
}  // namespace abut::test
