// Every kind of bad input gives a code and one line that names argument, value and what is allowed.
#include <cmath>
#include <thread>

#include "tests/capi/both.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

struct Call : Both {
  std::vector<Pair> pairs{{0, 1}};
  Contacts<double> contacts{1};
  abut_parts given = parts();
  abut_contacts_f64 out = c_contacts<double>(contacts);
  abut_query_options options{sizeof options, 0, nullptr};
  Call() : Both(21, 10) {}
  int operator()() { return abut_query_pairs_f64(0, c_shapes, &given, c_pairs(pairs), &options, &out); }
  Argument<abut_boxed_parts> boxed(double alert = 0) const { return c_boxed(c_shapes, &given, alert); }
};

TEST(CBadInput, HandlesThatAreNullFreedForeignOrOfAnotherKind) {
  Both both(20, 5);
  std::uint32_t n = 0;
  EXPECT_HANDLE(abut_shapes_count(nullptr, &n), "shapes is null; allowed is a handle of kind abut_shapes");
  abut_shapes* gone = nullptr;
  ASSERT_OK(abut_shapes_new(&gone));
  ASSERT_OK(abut_shapes_free(gone));
  EXPECT_HANDLE(abut_shapes_count(gone, &n), "a handle that was freed");
  EXPECT_HANDLE(abut_shapes_free(gone), "a handle that was freed");
  abut_shapes* next = nullptr;
  ASSERT_OK(abut_shapes_new(&next));
  EXPECT_NE(next, gone);  // its place is used again, the handle is not
  EXPECT_HANDLE(abut_shapes_count(gone, &n), "a handle that was freed");
  ASSERT_OK(abut_shapes_free(next));
  int local = 0;
  EXPECT_HANDLE(abut_shapes_count(reinterpret_cast<abut_shapes*>(&local), &n), "not one of this library's handles");
  EXPECT_HANDLE(abut_shapes_count(reinterpret_cast<abut_shapes*>(both.c_bodies), &n), "a handle of kind abut_bodies");
  const auto bits = reinterpret_cast<std::uintptr_t>(both.c_shapes);
  EXPECT_HANDLE(abut_shapes_count(reinterpret_cast<abut_shapes*>(bits ^ 0xffffff), &n), "not one of this library's");
  EXPECT_OK(abut_shapes_free(nullptr));
  EXPECT_OK(abut_detection_free(nullptr));
  EXPECT_HANDLE(abut_detect_f64(0, both.c_shapes, nullptr, nullptr, nullptr) == ABUT_INVALID_INPUT
                    ? abut_bodies_count(nullptr, &n, &n)
                    : ABUT_OK,
                "bodies is null");
}

TEST(CBadInput, EveryKindIsFreedOnceAndKnownAfterwards) {
  const double square[8] = {0, 0, 1, 0, 1, 1, 0, 1};
  const double tetra[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const std::uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  abut_mesh* mesh = nullptr;
  abut_mesh_list* list = nullptr;
  abut_polytope* polytope = nullptr;
  abut_planar_shapes* planar = nullptr;
  abut_planar_pair_finder* planar_finder = nullptr;
  abut_pair_finder* finder = nullptr;
  abut_pair_filter* filter = nullptr;
  abut_bodies* bodies = nullptr;
  abut_facet_trees* trees = nullptr;
  abut_facet_contact_finder* facet_finder = nullptr;
  abut_device_facets* device_facets = nullptr;
  std::uint32_t n = 0;
  ASSERT_OK(abut_mesh_new(tetra, 4, faces, 4, &mesh));
  ASSERT_OK(abut_mesh_list_new(&list));
  ASSERT_OK(abut_minkowski_difference(c_vertices(tetra, 4), c_vertices(tetra, 4), nullptr, &polytope));
  ASSERT_OK(abut_planar_shapes_new(&planar));
  ASSERT_OK(abut_planar_shapes_add_polygon(planar, square, 4, 0, &n));
  ASSERT_OK(abut_planar_pair_finder_new(0, &planar_finder));
  ASSERT_OK(abut_pair_finder_new(0, &finder));
  ASSERT_OK(abut_pair_filter_new(0, &filter));
  ASSERT_OK(abut_bodies_new(&bodies));
  ASSERT_OK(abut_facet_trees_new(&trees));
  ASSERT_OK(abut_facet_contact_finder_new(0, &facet_finder));
  ASSERT_OK(abut_cuda_copy_facets(nullptr, trees, nullptr, 0, &device_facets));  // of no surfaces
  const auto twice = [](auto free_it, auto* handle) {
    EXPECT_OK(free_it(handle));
    EXPECT_HANDLE(free_it(handle), "a handle that was freed");
  };
  twice(abut_mesh_free, mesh), twice(abut_mesh_list_free, list), twice(abut_polytope_free, polytope);
  twice(abut_planar_shapes_free, planar), twice(abut_planar_pair_finder_free, planar_finder);
  twice(abut_pair_finder_free, finder), twice(abut_pair_filter_free, filter), twice(abut_bodies_free, bodies);
  twice(abut_device_facets_free, device_facets), twice(abut_facet_trees_free, trees);
  twice(abut_facet_contact_finder_free, facet_finder);
}

TEST(CBadInput, PointersThatAreNull) {
  Call call;
  std::uint64_t count = 0;
  EXPECT_INPUT(abut_shapes_new(nullptr), "shapes is null; allowed is a pointer");
  EXPECT_INPUT(abut_shapes_add_sphere(call.c_shapes, 1, nullptr), "index is null");
  std::uint32_t index = 0;
  EXPECT_INPUT(abut_shapes_add_box(call.c_shapes, nullptr, 0, &index), "half_extents is null");
  EXPECT_INPUT(abut_shapes_add_hull(call.c_shapes, nullptr, 3, 0, &index),
               "vertices is null; allowed is an array of 3");
  EXPECT_INPUT(abut_query_pairs_f64(0, call.c_shapes, nullptr, c_pairs(call.pairs), nullptr, &call.out),
               "parts is null");
  EXPECT_INPUT(abut_query_pairs_f64(0, call.c_shapes, &call.given, c_pairs(call.pairs), nullptr, nullptr),
               "out is null");
  EXPECT_INPUT(abut_intersect_pairs_f32(0, call.c_shapes, &call.given, c_pairs(call.pairs), nullptr),
               "out is null; allowed is an array of 1");
  EXPECT_INPUT(abut_find_pairs(0, call.boxed(), c_list(nullptr, 0, nullptr)), "out->count is null");
  EXPECT_INPUT(abut_find_pairs(0, call.boxed(10), c_list(nullptr, 5000, &count)),
               "out->pairs is null; allowed is an array of 5000 elements");
  EXPECT_INPUT(abut_read_mesh(nullptr, nullptr), "mesh is null");
  call.given.r[7] = nullptr;
  EXPECT_INPUT(call(), "parts->r[7] is null; allowed is an array of");
  call.given = call.parts();
  call.given.self_contact = nullptr;
  EXPECT_INPUT(call(), "parts->self_contact is null");
  call.given = call.parts();
  call.out.point.y = nullptr;
  EXPECT_INPUT(call(), "out->point has null and other pointers");
  call.out = c_contacts<double>(call.contacts);
  EXPECT_OK(call());
}

TEST(CBadInput, NumbersThatAreNotAllowed) {
  Call call;
  std::uint32_t index = 0;
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  EXPECT_INPUT(abut_shapes_add_sphere(call.c_shapes, nan, &index), "nan");
  EXPECT_INPUT(abut_shapes_add_sphere(call.c_shapes, -1, &index), "-1");
  EXPECT_INPUT(abut_shapes_add_hull(call.c_shapes, nullptr, 0, 0, &index), "no vertices; at least 1 is needed");
  EXPECT_INPUT(abut_shapes_add_minkowski_sum(call.c_shapes, 0, 99, nullptr, 0, &index), "99");
  for (const double alert : {-1.0, nan}) {
    call.options.alert_distance = alert;
    EXPECT_INPUT(call(), "alert_distance is " + std::string(alert < 0 ? "-1" : "nan") + "; allowed is 0 or more");
    const abut_detect_options options{sizeof options, alert, nullptr};
    abut_detection* found = nullptr;
    EXPECT_INPUT(abut_detect_f32(0, call.c_shapes, call.c_bodies, &options, &found), "alert");
    EXPECT_EQ(found, nullptr);
    std::uint64_t count = 0;
    EXPECT_INPUT(abut_find_pairs(0, call.boxed(alert), c_list(nullptr, 0, &count)), "alert");
  }
  abut_body_options body;
  EXPECT_OK(abut_body_options_init(&body, sizeof body));
  body.world = -2;
  EXPECT_INPUT(abut_bodies_add(call.c_bodies, nullptr, 0, &body, &index),
               "options->world is -2; allowed are ABUT_SHARED_WORLD and numbers from 0");
  call.options.alert_distance = 0;
  call.pairs = {{0, 5000}};
  EXPECT_INPUT(call(), "names 5000; allowed is less than");
  call.pairs = {{0, 1}};
  EXPECT_INPUT(abut_query_pairs_f64(-3, call.c_shapes, &call.given, c_pairs(call.pairs), nullptr, &call.out),
               "threads is -3; allowed are 0 (all cores) and more");
  std::vector<std::uint32_t> shape(call.given.count, 77);
  call.given.shape = shape.data();
  EXPECT_INPUT(call(), "names 77; allowed is less than");
  abut_pose pose = c_pose({});
  pose.position[1] = inf;
  EXPECT_INPUT(abut_bodies_add(call.c_bodies, &pose, 0, nullptr, nullptr), "inf");
  pose = c_pose({});
  pose.rotation[4] = 2;
  EXPECT_INPUT(abut_bodies_set_pose(call.c_bodies, 0, &pose), "rotation");
  EXPECT_INPUT(abut_bodies_set_pose(call.c_bodies, 1000, &pose), "body is 1000; allowed is less than 10");
  EXPECT_INPUT(abut_bodies_set_poses(call.c_bodies, 9, &pose, 2), "first is 9 and count 2; there are 10 bodies");
  EXPECT_INPUT(abut_bodies_first_part(call.c_bodies, 11, &index), "body is 11; allowed is 10 or less");
  EXPECT_INPUT(abut_shapes_vertices(call.c_shapes, 200, nullptr, 0, nullptr), "200");
  double rotation[9];
  EXPECT_INPUT(abut_rotation_from_quaternion(0, 0, 0, 0, rotation), "the quaternion is 0");
  EXPECT_INPUT(abut_rotation_from_quaternion(nan, 0, 0, 1, rotation), "not finite");
}

TEST(CBadInput, StructuresOfAnotherSize) {
  Call call;
  for (const std::size_t size : {std::size_t{0}, std::size_t{4}, std::size_t{12}, std::size_t{1} << 40}) {
    call.options.size = size;
    EXPECT_INPUT(call(), "options->size is " + std::to_string(size) + "; allowed is the structure's sizeof, here 24");
    call.given.size = size;
    call.options.size = sizeof call.options;
    EXPECT_INPUT(call(), "parts->size is " + std::to_string(size));
    call.given.size = sizeof call.given;
    call.out.size = size;
    EXPECT_INPUT(call(), "out->size is " + std::to_string(size));
    call.out.size = sizeof call.out;
  }
  EXPECT_INPUT(abut_query_options_init(nullptr, 24), "options is null");
  EXPECT_INPUT(abut_query_options_init(&call.options, 7), "options->size is 7");
}

TEST(CBadInput, OlderStructuresHaveDefaultsAndNewerOnesAreRefusedWhereTheyAskForMore) {
  Call call;
  Contacts<double> whole = call.contacts, shorter(1);
  EXPECT_OK(call());
  whole = call.contacts;
  // One that ends before `cache`: the rest is not read, whatever it is.
  call.options = {2 * sizeof(std::size_t), 0, reinterpret_cast<abut_cache*>(8)};
  EXPECT_OK(call());
  // Nothing but its size: the alert distance is infinite then.
  call.options = {sizeof(std::size_t), -5, nullptr};
  EXPECT_OK(call());
  // An older record without `key`: that array is not written.
  call.options = {sizeof call.options, 0, nullptr};
  call.contacts.key[0] = 123;
  call.out.size = offsetof(abut_contacts_f64, key);
  EXPECT_OK(call());
  EXPECT_EQ(call.contacts.key[0], 123u);
  EXPECT_EQ(whole.separation, call.contacts.separation);

  struct Newer {
    abut_query_options known;
    std::uint64_t more[2];
  } newer{{sizeof(Newer), 0, nullptr}, {0, 0}};
  const auto ask = [&] {
    return abut_query_pairs_f64(0, call.c_shapes, &call.given, c_pairs(call.pairs), &newer.known, &call.out);
  };
  EXPECT_OK(ask());
  newer.more[1] = 1;
  EXPECT_INPUT(ask(), "options->size is 40, and what lies beyond the 24 bytes that this library knows is not 0");

  abut_detection* found = nullptr;
  ASSERT_OK(abut_detect_f64(0, call.c_shapes, call.c_bodies, nullptr, &found));
  abut_detection_report report{};
  report.size = offsetof(abut_detection_report, status);
  report.status[0] = 987;
  ASSERT_OK(abut_detection_get_report(found, &report));
  EXPECT_EQ(report.status[0], 987u);
  EXPECT_EQ(report.size, offsetof(abut_detection_report, status));
  ASSERT_OK(abut_detection_free(found));
}

TEST(CBadInput, AnotherPrecisionOrVersion) {
  Call call;
  abut_detection* found = nullptr;
  ASSERT_OK(abut_detect_f32(0, call.c_shapes, call.c_bodies, nullptr, &found));
  std::size_t count = 0;
  EXPECT_INPUT(abut_detection_contacts_f64(found, &call.out, 1, &count), "detection is in float");
  ASSERT_OK(abut_detection_free(found));
  EXPECT_OK(ABUT_CHECK_VERSION());
  expect_refused(abut_check_version(ABUT_C_MAJOR + 1, 0), ABUT_WRONG_VERSION, "the header is of version 1.0");
  expect_refused(abut_check_version(ABUT_C_MAJOR, ABUT_C_MINOR + 1), ABUT_WRONG_VERSION, "the library is 0.2");
  expect_refused(abut_check_version(0, ABUT_C_MINOR - 1), ABUT_WRONG_VERSION,
                 "the header is of version 0.1; the library is 0.2, allowed are headers of the same minor version");
  EXPECT_EQ(abut_version(), static_cast<std::uint32_t>(ABUT_C_MAJOR << 16 | ABUT_C_MINOR << 8 | ABUT_C_PATCH));
}

TEST(CBadInput, MeshesFilesAndText) {
  const double tetra[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, std::nan("")};
  const std::uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 9};
  abut_mesh* mesh = nullptr;
  EXPECT_INPUT(abut_mesh_new(tetra, 4, faces, 4, &mesh), "vertex 3 has nan; allowed are finite numbers");
  EXPECT_INPUT(abut_mesh_new(tetra, 3, faces, 4, &mesh), "triangle 1 names 3; allowed is less than 3");
  expect_refused(abut_read_mesh("/no/such/mesh.obj", &mesh), ABUT_FILE_ERROR, "/no/such/mesh.obj");
  abut_scene* scene = nullptr;
  expect_refused(abut_read_scene("/no/such\nscene.json", &scene), ABUT_FILE_ERROR, "/no/such scene.json");
  EXPECT_INPUT(abut_read_scene(nullptr, &scene), "path is null");
  ASSERT_OK(abut_mesh_new(tetra, 3, faces, 1, &mesh));
  abut_mesh_list* parts = nullptr;
  abut_decompose_options options;
  ASSERT_OK(abut_decompose_options_init(&options, sizeof options));
  options.mode = 7;
  EXPECT_INPUT(abut_decompose(mesh, &options, &parts), "options->mode is 7; allowed are 0 and 1");
  options.mode = ABUT_PARTS_COVER, options.body = 3;
  EXPECT_INPUT(abut_decompose(mesh, &options, &parts), "options->body is 3; allowed are 0, 1 and 2");
  options.body = ABUT_BODY_SOLID;
  EXPECT_INPUT(abut_decompose(mesh, &options, &parts), "clos");  // an open mesh
  abut_wrap_options cells;
  ASSERT_OK(abut_wrap_options_init(&cells, sizeof cells));
  cells.resolution = 1;
  abut_mesh* wrap = nullptr;
  EXPECT_INPUT(abut_wrap_mesh(mesh, &cells, &wrap, nullptr), "resolution is 1, allowed is 4 to 256");
  double vertices[3];
  expect_refused(abut_mesh_copy(mesh, vertices, 1, nullptr, 0), ABUT_TOO_SMALL, "vertex_capacity is 1");
  ASSERT_OK(abut_mesh_free(mesh));
}

TEST(CBadInput, CudaWithoutADeviceSaysSo) {
  if (abut_cuda_unavailable_reason() == nullptr) GTEST_SKIP() << "a device is there";
  Call call;
  abut_detection* found = nullptr;
  expect_refused(abut_cuda_detect_f32(nullptr, call.c_shapes, call.c_bodies, nullptr, &found), ABUT_CUDA_ERROR,
                 abut_cuda_unavailable_reason());
  abut_device_shapes* copy = nullptr;
  std::size_t bytes = 0;
  ASSERT_OK(abut_device_shapes_bytes_f32(call.c_shapes, &bytes));
  EXPECT_GT(bytes, 0u);
  EXPECT_INPUT(abut_cuda_copy_shapes_f32(nullptr, call.c_shapes, nullptr, 0, &copy), "memory has 0 bytes; needed are");
  EXPECT_HANDLE(abut_cuda_query_pairs_f64(nullptr, nullptr, &call.given, c_pairs(nullptr, 0), nullptr, &call.out),
                "shapes is null");
}

TEST(CBadInput, MessagesBelongToTheirThread) {
  std::uint32_t n = 0;
  EXPECT_HANDLE(abut_shapes_count(nullptr, &n), "shapes is null");
  const std::string here = abut_last_message();
  std::string there = "?";
  std::thread([&] { there = abut_last_message(); }).join();
  EXPECT_EQ(there, "");
  EXPECT_EQ(abut_last_message(), here);
}

TEST(CBadInput, ThreadsShareShapesThatAreReadOnly) {
  Both both(22, 60);
  std::vector<std::thread> threads;
  std::vector<std::uint64_t> counts(8);
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&both, &counts, t] {
      abut_detection* found = nullptr;
      abut_detect_f32(1, both.c_shapes, both.c_bodies, nullptr, &found);
      abut_detection_pairs(found, c_list(nullptr, 0, &counts[t]));
      abut_detection_free(found);
    });
  }
  for (std::thread& t : threads) t.join();
  for (const std::uint64_t count : counts) EXPECT_EQ(count, counts[0]);
  EXPECT_GT(counts[0], 0u);
}

}  // namespace
}  // namespace abut::test
