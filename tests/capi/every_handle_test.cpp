// Every function that takes a handle, with none, with one that was freed and with one of another kind: the message has
// the name of the function and of the argument, and says which kind is allowed.
#include "tests/capi/handle_checks.h"
#include "tests/io/scene_files.h"

namespace abut::test {
namespace {

/// What the calls are given beside the handle that is bad; one object of each kind, and one that is gone.
class EveryHandle : public ::testing::Test {
 protected:
  EveryHandle() {
    const double tetra[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const std::uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    EXPECT_OK(abut_mesh_new(tetra, 4, faces, 4, &mesh));
    EXPECT_OK(abut_mesh_list_new(&list));
    EXPECT_OK(abut_detect_f64(1, shapes, bodies, nullptr, &detection));
  }
  ~EveryHandle() override {
    EXPECT_OK(abut_mesh_free(mesh));
    EXPECT_OK(abut_mesh_list_free(list));
    EXPECT_OK(abut_detection_free(detection));
  }
  /// A handle that has been freed.
  template <class Handle>
  static Handle* gone(int (*make)(Handle**), int (*free_it)(Handle*)) {
    Handle* handle = nullptr;
    EXPECT_OK(make(&handle));
    EXPECT_OK(free_it(handle));
    return handle;
  }

  Both both{31, 6};
  abut_shapes* shapes = both.c_shapes;
  abut_bodies* bodies = both.c_bodies;
  abut_mesh* mesh = nullptr;
  abut_mesh_list* list = nullptr;
  abut_detection* detection = nullptr;
  abut_parts parts = both.parts();
  std::vector<Pair> two{{0, 1}, {1, 2}};
  abut_pairs pairs = c_pairs(two).s;
  std::vector<double> poses = std::vector<double>(24);
  abut_shape_pairs shape_pairs = c_shape_pairs(two, poses, 12).s;
  Contacts<double> contacts{2};
  Contacts<float> contacts_of_float{2};
  abut_contacts_f64 out = c_contacts<double>(contacts);
  abut_contacts_f32 out_f32 = c_contacts<float>(contacts_of_float);
  std::vector<abut_pair> found = std::vector<abut_pair>(1000);
  std::uint64_t found_count = 0, searches = 0;
  abut_pair_list pair_list = c_list(found, &found_count).s;
  std::uint8_t flags[2] = {};
  double v[12] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2};
  std::uint32_t n = 0;
  std::size_t count = 0;
};

TEST_F(EveryHandle, OfShapes) {
  abut_detection* made = nullptr;
  abut_patches_f32 patches_f32{};
  abut_patches_f64 patches{};
  patches_f32.size = sizeof patches_f32, patches.size = sizeof patches;
  const abut_pair_contacts_f32 of_pairs_f32{sizeof of_pairs_f32, &pairs, &out_f32};
  const abut_pair_contacts_f64 of_pairs{sizeof of_pairs, &pairs, &out};
  const abut_shape_pair_contacts_f32 of_shapes_f32{sizeof of_shapes_f32, &shape_pairs, &out_f32};
  const abut_shape_pair_contacts_f64 of_shapes{sizeof of_shapes, &shape_pairs, &out};
  const abut_faces faces{sizeof faces, nullptr, 0, nullptr, 0, &count, &count};
  abut_pair_filter* filter = nullptr;
  ASSERT_OK(abut_pair_filter_new(1, &filter));
  expect_handles_are_checked<abut_shapes>(
      "abut_shapes", gone(abut_shapes_new, abut_shapes_free), bodies, "abut_bodies",
      {ABUT_CALL(abut_shapes_add_point, "shapes", h, v, 0, &n),
       ABUT_CALL(abut_shapes_add_segment, "shapes", h, v, v + 3, 0, &n),
       ABUT_CALL(abut_shapes_add_triangle, "shapes", h, v, v + 3, v + 6, 0, &n),
       ABUT_CALL(abut_shapes_add_sphere, "shapes", h, 1, &n),
       ABUT_CALL(abut_shapes_add_capsule, "shapes", h, 1, 1, &n),
       ABUT_CALL(abut_shapes_add_box, "shapes", h, v, 0, &n),
       ABUT_CALL(abut_shapes_add_ellipsoid, "shapes", h, v, 0, &n),
       ABUT_CALL(abut_shapes_add_cylinder, "shapes", h, 1, 1, 0, &n),
       ABUT_CALL(abut_shapes_add_cone, "shapes", h, 1, 1, 0, &n),
       ABUT_CALL(abut_shapes_add_minkowski_sum, "shapes", h, 0, 1, nullptr, 0, &n),
       ABUT_CALL(abut_shapes_add_hull, "shapes", h, v, 4, 0, &n),
       ABUT_CALL(abut_shapes_replace_vertices, "shapes", h, 0, v, 4),
       ABUT_CALL(abut_shapes_count, "shapes", h, &n),
       ABUT_CALL(abut_shapes_vertices, "shapes", h, 0, nullptr, 0, &count),
       ABUT_CALL(abut_shapes_faces, "shapes", h, 0, &faces),
       ABUT_CALL(abut_query_pairs_f32, "shapes", 0, h, &parts, &pairs, nullptr, &out_f32),
       ABUT_CALL(abut_query_pairs_f64, "shapes", 0, h, &parts, &pairs, nullptr, &out),
       ABUT_CALL(abut_query_shape_pairs_f32, "shapes", 0, h, &shape_pairs, nullptr, &out_f32),
       ABUT_CALL(abut_query_shape_pairs_f64, "shapes", 0, h, &shape_pairs, nullptr, &out),
       ABUT_CALL(abut_intersect_pairs_f32, "shapes", 0, h, &parts, &pairs, flags),
       ABUT_CALL(abut_intersect_pairs_f64, "shapes", 0, h, &parts, &pairs, flags),
       ABUT_CALL(abut_detect_f32, "shapes", 0, h, bodies, nullptr, &made),
       ABUT_CALL(abut_detect_f64, "shapes", 0, h, bodies, nullptr, &made),
       ABUT_CALL(abut_detect_candidates_f32, "shapes", 0, h, bodies, &pairs, nullptr, &made),
       ABUT_CALL(abut_detect_candidates_f64, "shapes", 0, h, bodies, &pairs, nullptr, &made),
       ABUT_CALL(abut_find_patches_f32, "shapes", 0, h, &parts, &of_pairs_f32, nullptr, &patches_f32),
       ABUT_CALL(abut_find_patches_f64, "shapes", 0, h, &parts, &of_pairs, nullptr, &patches),
       ABUT_CALL(abut_find_shape_patches_f32, "shapes", 0, h, &of_shapes_f32, nullptr, &patches_f32),
       ABUT_CALL(abut_find_shape_patches_f64, "shapes", 0, h, &of_shapes, nullptr, &patches),
       ABUT_CALL(abut_pair_filter_restore, "shapes", filter, h, &parts, &pairs, v)});
  EXPECT_EQ(made, nullptr);
  ASSERT_OK(abut_pair_filter_free(filter));
}

TEST_F(EveryHandle, OfBodies) {
  abut_detection* made = nullptr;
  abut_pose pose = c_pose({});
  const abut_part part{0, 0, pose};
  abut_parts view{};
  view.size = sizeof view;
  expect_handles_are_checked<abut_bodies>(
      "abut_bodies", gone(abut_bodies_new, abut_bodies_free), shapes, "abut_shapes",
      {ABUT_CALL(abut_bodies_add, "bodies", h, &pose, 0, nullptr, &n),
       ABUT_CALL(abut_bodies_add_parts, "bodies", h, &pose, &part, 1, nullptr, &n),
       ABUT_CALL(abut_bodies_set_pose, "bodies", h, 0, &pose),
       ABUT_CALL(abut_bodies_set_poses, "bodies", h, 0, &pose, 1), ABUT_CALL(abut_bodies_pose, "bodies", h, 0, &pose),
       ABUT_CALL(abut_bodies_count, "bodies", h, &n, &n), ABUT_CALL(abut_bodies_first_part, "bodies", h, 0, &n),
       ABUT_CALL(abut_bodies_parts, "bodies", h, &view),
       ABUT_CALL(abut_detect_f32, "bodies", 0, shapes, h, nullptr, &made),
       ABUT_CALL(abut_detect_f64, "bodies", 0, shapes, h, nullptr, &made),
       ABUT_CALL(abut_detect_candidates_f32, "bodies", 0, shapes, h, &pairs, nullptr, &made),
       ABUT_CALL(abut_detect_candidates_f64, "bodies", 0, shapes, h, &pairs, nullptr, &made)});
}

TEST_F(EveryHandle, OfMeshesAndTheirLists) {
  const std::string folder = testing::TempDir() + "abut_no_parts";
  abut_mesh* made = nullptr;
  abut_mesh_list* parts_made = nullptr;
  abut_mesh_report report{};
  abut_mass_report mass{};
  abut_parts_report measured{};
  report.size = sizeof report, mass.size = sizeof mass, measured.size = sizeof measured;
  abut_mesh* freed = nullptr;
  const std::uint32_t triangle[3] = {0, 1, 2};
  ASSERT_OK(abut_mesh_new(v, 4, triangle, 1, &freed));
  ASSERT_OK(abut_mesh_free(freed));
  expect_handles_are_checked<abut_mesh>(
      "abut_mesh", freed, list, "abut_mesh_list",
      {ABUT_CALL(abut_mesh_counts, "mesh", h, &count, &count),
       ABUT_CALL(abut_mesh_copy, "mesh", h, nullptr, 0, nullptr, 0), ABUT_CALL(abut_weld, "mesh", h, &made),
       ABUT_CALL(abut_examine, "mesh", h, &report), ABUT_CALL(abut_mass_properties, "mesh", h, &mass),
       ABUT_CALL(abut_repair_mesh, "mesh", h, &made, nullptr, nullptr, 0, nullptr),
       ABUT_CALL(abut_faults_of, "mesh", h, nullptr, 0, &count), ABUT_CALL(abut_mesh_list_add, "mesh", list, h),
       ABUT_CALL(abut_decompose, "mesh", h, nullptr, &parts_made),
       ABUT_CALL(abut_wrap_mesh, "mesh", h, nullptr, &made, nullptr),
       ABUT_CALL(abut_measure_parts, "mesh", h, list, &measured),
       ABUT_CALL(abut_write_parts, "body", "name", h, list, folder.c_str())});
  expect_handles_are_checked<abut_mesh_list>(
      "abut_mesh_list", gone(abut_mesh_list_new, abut_mesh_list_free), mesh, "abut_mesh",
      {ABUT_CALL(abut_mesh_list_add, "list", h, mesh), ABUT_CALL(abut_mesh_list_count, "list", h, &count),
       ABUT_CALL(abut_mesh_list_get, "list", h, 0, &made), ABUT_CALL(abut_measure_parts, "parts", mesh, h, &measured),
       ABUT_CALL(abut_write_obj, "meshes", h, folder.c_str()),
       ABUT_CALL(abut_write_parts, "parts", "name", mesh, h, folder.c_str())});
  EXPECT_TRUE(made == nullptr && parts_made == nullptr);
}

TEST_F(EveryHandle, OfDetectionsFindersAndFilters) {
  abut_detection* freed = nullptr;
  ASSERT_OK(abut_detect_f32(1, shapes, bodies, nullptr, &freed));
  ASSERT_OK(abut_detection_free(freed));
  abut_detection_report report{};
  report.size = sizeof report;
  expect_handles_are_checked<abut_detection>(
      "abut_detection", freed, mesh, "abut_mesh",
      {ABUT_CALL(abut_detection_get_report, "detection", h, &report),
       ABUT_CALL(abut_detection_pairs, "detection", h, &pair_list),
       ABUT_CALL(abut_detection_facets, "detection", h, nullptr, 0, &count),
       ABUT_CALL(abut_detection_contacts_f32, "detection", h, nullptr, 0, &count),
       ABUT_CALL(abut_detection_contacts_f64, "detection", h, nullptr, 0, &count)});
  const abut_boxed_parts boxed = c_boxed(shapes, &parts, 0).s;
  abut_pair_finder* finder = nullptr;
  abut_pair_filter* filter = nullptr;
  ASSERT_OK(abut_pair_finder_new(1, &finder));
  ASSERT_OK(abut_pair_filter_new(1, &filter));
  const float bounds[2] = {};
  const auto new_finder = [](abut_pair_finder** f) { return abut_pair_finder_new(1, f); };
  const auto new_filter = [](abut_pair_filter** f) { return abut_pair_filter_new(1, f); };
  expect_handles_are_checked<abut_pair_finder>(
      "abut_pair_finder", gone<abut_pair_finder>(+new_finder, abut_pair_finder_free), filter, "abut_pair_filter",
      {ABUT_CALL(abut_pair_finder_find, "finder", h, &boxed, &pair_list),
       ABUT_CALL(abut_pair_finder_pairs, "finder", h, &pair_list), ABUT_CALL(abut_pair_finder_reset, "finder", h),
       ABUT_CALL(abut_pair_finder_searches, "finder", h, &searches),
       ABUT_CALL(abut_pair_finder_memory, "finder", h, &count)});
  expect_handles_are_checked<abut_pair_filter>(
      "abut_pair_filter", gone<abut_pair_filter>(+new_filter, abut_pair_filter_free), finder, "abut_pair_finder",
      {ABUT_CALL(abut_pair_filter_filter, "filter", h, &boxed, &pairs, &pair_list),
       ABUT_CALL(abut_pair_filter_remaining, "filter", h, &pair_list),
       ABUT_CALL(abut_pair_filter_learn_f32, "filter", h, bounds, 2),
       ABUT_CALL(abut_pair_filter_learn_f64, "filter", h, v, 2),
       ABUT_CALL(abut_pair_filter_pairs, "filter", h, &pair_list),
       ABUT_CALL(abut_pair_filter_clearances, "filter", h, nullptr, 0, &count),
       ABUT_CALL(abut_pair_filter_restore, "filter", h, shapes, &parts, &pairs, v),
       ABUT_CALL(abut_pair_filter_reset, "filter", h)});
  ASSERT_OK(abut_pair_finder_free(finder));
  ASSERT_OK(abut_pair_filter_free(filter));
}

TEST_F(EveryHandle, OfFacetTrees) {
  abut_facet_trees* trees = nullptr;
  ASSERT_OK(abut_facet_trees_new(&trees));
  int has = 0;
  std::uint64_t offsets[3] = {};
  const abut_pair_contacts_f32 of_f32{sizeof of_f32, &pairs, nullptr};
  const abut_pair_contacts_f64 of{sizeof of, &pairs, nullptr};
  abut_facet_contacts_f32 to_f32{};
  abut_facet_contacts_f64 to{};
  to_f32.size = sizeof to_f32, to.size = sizeof to, to_f32.offsets = to.offsets = offsets;
  abut_facet_surface_report report{};
  abut_facet_surface surface{};
  abut_device_facets* copy = nullptr;
  report.size = sizeof report, surface.size = sizeof surface;
  expect_handles_are_checked<abut_facet_trees>(
      "abut_facet_trees", gone(abut_facet_trees_new, abut_facet_trees_free), mesh, "abut_mesh",
      {ABUT_CALL(abut_facet_trees_set_mesh, "trees", h, shapes, 0, mesh, nullptr),
       ABUT_CALL(abut_facet_trees_build, "trees", 1, h, shapes, &parts, &pairs, &count),
       ABUT_CALL(abut_facet_trees_has, "trees", h, 0, &has), ABUT_CALL(abut_facet_trees_has_mesh, "trees", h, 0, &has),
       ABUT_CALL(abut_facet_trees_bytes, "trees", h, &count), ABUT_CALL(abut_facet_trees_shape_count, "trees", h, &n),
       ABUT_CALL(abut_facet_trees_get_surface_report, "trees", h, 0, &report),
       ABUT_CALL(abut_facet_trees_copy_surface, "trees", h, 0, &surface),
       ABUT_CALL(abut_device_facets_bytes, "trees", h, &count),
       ABUT_CALL(abut_cuda_copy_facets, "trees", nullptr, h, nullptr, 0, &copy),
       ABUT_CALL(abut_find_facet_contacts_f32, "trees", 1, h, &parts, &of_f32, nullptr, &to_f32),
       ABUT_CALL(abut_find_facet_contacts_f64, "trees", 1, h, &parts, &of, nullptr, &to)});
  expect_handles_are_checked<abut_shapes>(
      "abut_shapes", gone(abut_shapes_new, abut_shapes_free), bodies, "abut_bodies",
      {ABUT_CALL(abut_facet_trees_set_mesh, "shapes", trees, h, 0, mesh, nullptr),
       ABUT_CALL(abut_facet_trees_build, "shapes", 1, trees, h, &parts, &pairs, &count)});
  abut_mesh* freed = nullptr;
  const std::uint32_t triangle[3] = {0, 1, 2};
  ASSERT_OK(abut_mesh_new(v, 4, triangle, 1, &freed));
  ASSERT_OK(abut_mesh_free(freed));
  expect_handles_are_checked<abut_mesh>("abut_mesh", freed, list, "abut_mesh_list",
                                        {ABUT_CALL(abut_facet_trees_set_mesh, "mesh", trees, shapes, 0, h, nullptr)});
  ASSERT_OK(abut_facet_trees_free(trees));
}

/// Trees without surfaces take no device memory: their copy needs no device.
int copy_no_facets(abut_device_facets** copy) {
  abut_facet_trees* trees = nullptr;
  EXPECT_OK(abut_facet_trees_new(&trees));
  const int code = abut_cuda_copy_facets(nullptr, trees, nullptr, 0, copy);
  EXPECT_OK(abut_facet_trees_free(trees));
  return code;
}

TEST_F(EveryHandle, OfFacetsOnADevice) {
  const abut_pair_contacts_f32 of_f32{sizeof of_f32, &pairs, nullptr};
  const abut_pair_contacts_f64 of{sizeof of, &pairs, nullptr};
  const abut_pair_list_contacts_f32 of_list_f32{sizeof of_list_f32, &pair_list, nullptr};
  const abut_pair_list_contacts_f64 of_list{sizeof of_list, &pair_list, nullptr};
  abut_facet_contacts_f32 to_f32{};
  abut_facet_contacts_f64 to{};
  to_f32.size = sizeof to_f32, to.size = sizeof to;
  expect_handles_are_checked<abut_device_facets>(
      "abut_device_facets", gone(copy_no_facets, abut_device_facets_free), mesh, "abut_mesh",
      {ABUT_CALL(abut_cuda_find_facet_contacts_f32, "facets", nullptr, h, &parts, &of_f32, nullptr, &to_f32),
       ABUT_CALL(abut_cuda_find_facet_contacts_f64, "facets", nullptr, h, &parts, &of, nullptr, &to),
       ABUT_CALL(abut_cuda_find_facet_contacts_of_list_f32, "facets", nullptr, h, &parts, &of_list_f32, nullptr,
                 &to_f32),
       ABUT_CALL(abut_cuda_find_facet_contacts_of_list_f64, "facets", nullptr, h, &parts, &of_list, nullptr, &to)});
}

TEST_F(EveryHandle, OfFindersOfFacetContacts) {
  abut_facet_trees* trees = nullptr;
  abut_facet_contact_finder* finder = nullptr;
  ASSERT_OK(abut_facet_trees_new(&trees));
  ASSERT_OK(abut_facet_contact_finder_new(1, &finder));
  const auto faceted = [&](const abut_shapes* of, abut_facet_trees* facets) {
    return Argument<abut_faceted_parts>{{sizeof(abut_faceted_parts), of, facets, &parts}};
  };
  const auto good = faceted(shapes, trees);
  std::vector<std::uint64_t> offsets(found.size() + 1);
  abut_facet_contacts_f32 to_f32{};
  abut_facet_contacts_f64 to{};
  abut_facet_step_counts counts{};
  to_f32.size = sizeof to_f32, to.size = sizeof to, to_f32.offsets = to.offsets = offsets.data();
  counts.size = sizeof counts;
  const auto new_finder = [](abut_facet_contact_finder** f) { return abut_facet_contact_finder_new(1, f); };
  expect_handles_are_checked<abut_facet_contact_finder>(
      "abut_facet_contact_finder", gone<abut_facet_contact_finder>(+new_finder, abut_facet_contact_finder_free), trees,
      "abut_facet_trees",
      {ABUT_CALL(abut_facet_contact_finder_find_f32, "finder", h, good, &pairs, nullptr, &pair_list, &to_f32),
       ABUT_CALL(abut_facet_contact_finder_find_f64, "finder", h, good, &pairs, nullptr, &pair_list, &to),
       ABUT_CALL(abut_facet_contact_finder_contacts_f32, "finder", h, &pair_list, &to_f32),
       ABUT_CALL(abut_facet_contact_finder_contacts_f64, "finder", h, &pair_list, &to),
       ABUT_CALL(abut_facet_contact_finder_pairs, "finder", h, &pair_list),
       ABUT_CALL(abut_facet_contact_finder_counts, "finder", h, &counts),
       ABUT_CALL(abut_facet_contact_finder_memory, "finder", h, &count),
       ABUT_CALL(abut_facet_contact_finder_reset, "finder", h)});
  expect_handles_are_checked<abut_shapes>("abut_shapes", gone(abut_shapes_new, abut_shapes_free), finder,
                                          "abut_facet_contact_finder",
                                          {ABUT_CALL(abut_facet_contact_finder_find_f32, "parts->shapes", finder,
                                                     faceted(h, trees), &pairs, nullptr, &pair_list, &to_f32),
                                           ABUT_CALL(abut_facet_contact_finder_find_f64, "parts->shapes", finder,
                                                     faceted(h, trees), &pairs, nullptr, &pair_list, &to)});
  expect_handles_are_checked<abut_facet_trees>("abut_facet_trees", gone(abut_facet_trees_new, abut_facet_trees_free),
                                               finder, "abut_facet_contact_finder",
                                               {ABUT_CALL(abut_facet_contact_finder_find_f32, "parts->trees", finder,
                                                          faceted(shapes, h), &pairs, nullptr, &pair_list, &to_f32),
                                                ABUT_CALL(abut_facet_contact_finder_find_f64, "parts->trees", finder,
                                                          faceted(shapes, h), &pairs, nullptr, &pair_list, &to)});
  ASSERT_OK(abut_facet_contact_finder_free(finder));
  ASSERT_OK(abut_facet_trees_free(trees));
}

int new_box(abut_surface** surface) {
  const double half[3] = {1, 1, 1};
  return abut_box_surface(half, surface);
}

TEST_F(EveryHandle, OfSurfaces) {
  const std::string path = testing::TempDir() + "abut_no_surface.json";
  abut_surface *box = nullptr, *made = nullptr;
  abut_contact_surfaces* surfaces = nullptr;
  ASSERT_OK(new_box(&box));
  ASSERT_OK(abut_contact_surfaces_new(&surfaces));
  abut_surface_data data{};
  abut_mass_report mass{};
  abut_fit_report fit{};
  abut_surface_separation_report report{};
  data.size = sizeof data, mass.size = sizeof mass, fit.size = sizeof fit, report.size = sizeof report;
  const abut_placed_shapes placed{sizeof placed, nullptr, nullptr, 0, 0};
  int has = 0;
  expect_handles_are_checked<abut_surface>(
      "abut_surface", gone(new_box, abut_surface_free), surfaces, "abut_contact_surfaces",
      {ABUT_CALL(abut_surface_get_data, "surface", h, &data), ABUT_CALL(abut_write_surface, "surface", path.c_str(), h),
       ABUT_CALL(abut_surface_mass_properties, "surface", h, &mass),
       ABUT_CALL(abut_knot_positions, "surface", h, nullptr, nullptr, 0, &count),
       ABUT_CALL(abut_contact_surfaces_set, "surface", surfaces, shapes, 0, h, nullptr, 0)});
  expect_handles_are_checked<abut_contact_surfaces>(
      "abut_contact_surfaces", gone(abut_contact_surfaces_new, abut_contact_surfaces_free), box, "abut_surface",
      {ABUT_CALL(abut_contact_surfaces_set, "surfaces", h, shapes, 0, box, nullptr, 0),
       ABUT_CALL(abut_contact_surfaces_has, "surfaces", h, 0, &has),
       ABUT_CALL(abut_contact_surfaces_surface, "surfaces", h, 0, &made),
       ABUT_CALL(abut_contact_surfaces_knots, "surfaces", h, 0, nullptr, 0, &count),
       ABUT_CALL(abut_contact_surfaces_bytes, "surfaces", h, &count),
       ABUT_CALL(abut_surface_separation, "surfaces", h, &placed, nullptr, &report)});
  expect_handles_are_checked<abut_shapes>(
      "abut_shapes", gone(abut_shapes_new, abut_shapes_free), bodies, "abut_bodies",
      {ABUT_CALL(abut_contact_surfaces_set, "shapes", surfaces, h, 0, box, nullptr, 0)});
  abut_mesh* freed = nullptr;
  const std::uint32_t triangle[3] = {0, 1, 2};
  ASSERT_OK(abut_mesh_new(v, 4, triangle, 1, &freed));
  ASSERT_OK(abut_mesh_free(freed));
  expect_handles_are_checked<abut_mesh>("abut_mesh", freed, list, "abut_mesh_list",
                                        {ABUT_CALL(abut_fit_surface, "mesh", h, nullptr, &made, &fit)});
  EXPECT_EQ(made, nullptr);
  ASSERT_OK(abut_surface_free(box));
  ASSERT_OK(abut_contact_surfaces_free(surfaces));
}

TEST_F(EveryHandle, OfFindersOfSurfaceContacts) {
  abut_contact_surfaces* surfaces = nullptr;
  abut_surface_contact_finder* finder = nullptr;
  ASSERT_OK(abut_contact_surfaces_new(&surfaces));
  ASSERT_OK(abut_surface_contact_finder_new(1, &finder));
  const auto surfaced = [&](const abut_contact_surfaces* of) {
    return Argument<abut_surfaced_parts>{{sizeof(abut_surfaced_parts), of, &parts}};
  };
  const auto good = surfaced(surfaces);
  std::vector<std::uint64_t> offsets(found.size() + 1);
  abut_surface_contacts_f32 to_f32{};
  abut_surface_contacts_f64 to{};
  abut_surface_step_counts counts{};
  to_f32.size = sizeof to_f32, to.size = sizeof to, to_f32.offsets = to.offsets = offsets.data();
  counts.size = sizeof counts;
  const auto new_finder = [](abut_surface_contact_finder** f) { return abut_surface_contact_finder_new(1, f); };
  expect_handles_are_checked<abut_surface_contact_finder>(
      "abut_surface_contact_finder", gone<abut_surface_contact_finder>(+new_finder, abut_surface_contact_finder_free),
      surfaces, "abut_contact_surfaces",
      {ABUT_CALL(abut_surface_contact_finder_find_f32, "finder", h, good, &pairs, nullptr, &pair_list, &to_f32),
       ABUT_CALL(abut_surface_contact_finder_find_f64, "finder", h, good, &pairs, nullptr, &pair_list, &to),
       ABUT_CALL(abut_surface_contact_finder_contacts_f32, "finder", h, &pair_list, &to_f32),
       ABUT_CALL(abut_surface_contact_finder_contacts_f64, "finder", h, &pair_list, &to),
       ABUT_CALL(abut_surface_contact_finder_pairs, "finder", h, &pair_list),
       ABUT_CALL(abut_surface_contact_finder_counts, "finder", h, &counts),
       ABUT_CALL(abut_surface_contact_finder_memory, "finder", h, &count),
       ABUT_CALL(abut_surface_contact_finder_save, "finder", h, nullptr, 0, &count),
       ABUT_CALL(abut_surface_contact_finder_restore, "finder", h, v, 8),
       ABUT_CALL(abut_surface_contact_finder_reset, "finder", h)});
  expect_handles_are_checked<abut_contact_surfaces>(
      "abut_contact_surfaces", gone(abut_contact_surfaces_new, abut_contact_surfaces_free), finder,
      "abut_surface_contact_finder",
      {ABUT_CALL(abut_surface_contact_finder_find_f32, "parts->surfaces", finder, surfaced(h), &pairs, nullptr,
                 &pair_list, &to_f32),
       ABUT_CALL(abut_surface_contact_finder_find_f64, "parts->surfaces", finder, surfaced(h), &pairs, nullptr,
                 &pair_list, &to)});
  ASSERT_OK(abut_surface_contact_finder_free(finder));
  ASSERT_OK(abut_contact_surfaces_free(surfaces));
}

TEST_F(EveryHandle, OfThePlaneAndOfPolytopes) {
  abut_planar_shapes* planar = nullptr;
  abut_planar_pair_finder* finder = nullptr;
  ASSERT_OK(abut_planar_shapes_new(&planar));
  ASSERT_OK(abut_planar_pair_finder_new(1, &finder));
  const abut_planar_bodies none{sizeof none, nullptr, 0};
  const abut_pairs no_pairs = c_pairs(nullptr, 0).s;
  const abut_planar_records_f32 records_f32{sizeof records_f32, nullptr, nullptr, nullptr};
  const abut_planar_records_f64 records{sizeof records, nullptr, nullptr, nullptr};
  abut_shapes* flat = nullptr;
  expect_handles_are_checked<abut_planar_shapes>(
      "abut_planar_shapes", gone(abut_planar_shapes_new, abut_planar_shapes_free), shapes, "abut_shapes",
      {ABUT_CALL(abut_planar_shapes_add_point, "shapes", h, v, 0, &n),
       ABUT_CALL(abut_planar_shapes_add_disc, "shapes", h, 1, &n),
       ABUT_CALL(abut_planar_shapes_add_segment, "shapes", h, v, v + 2, 0, &n),
       ABUT_CALL(abut_planar_shapes_add_polygon, "shapes", h, v, 3, 0, &n),
       ABUT_CALL(abut_planar_shapes_count, "shapes", h, &n),
       ABUT_CALL(abut_planar_shapes_vertices, "shapes", h, 0, nullptr, nullptr, 0, &count),
       ABUT_CALL(abut_flat_shapes, "shapes", h, &flat),
       ABUT_CALL(abut_find_planar_pairs, "shapes", 0, h, &none, 0, nullptr, &pair_list),
       ABUT_CALL(abut_planar_pair_finder_find, "shapes", finder, h, &none, 0, nullptr, &pair_list),
       ABUT_CALL(abut_query_planar_pairs_f32, "shapes", 0, h, &none, &no_pairs, nullptr, &records_f32),
       ABUT_CALL(abut_query_planar_pairs_f64, "shapes", 0, h, &none, &no_pairs, nullptr, &records)});
  const auto new_finder = [](abut_planar_pair_finder** f) { return abut_planar_pair_finder_new(1, f); };
  expect_handles_are_checked<abut_planar_pair_finder>(
      "abut_planar_pair_finder", gone<abut_planar_pair_finder>(+new_finder, abut_planar_pair_finder_free), planar,
      "abut_planar_shapes",
      {ABUT_CALL(abut_planar_pair_finder_find, "finder", h, planar, &none, 0, nullptr, &pair_list),
       ABUT_CALL(abut_planar_pair_finder_pairs, "finder", h, &pair_list),
       ABUT_CALL(abut_planar_pair_finder_reset, "finder", h),
       ABUT_CALL(abut_planar_pair_finder_searches, "finder", h, &searches),
       ABUT_CALL(abut_planar_pair_finder_memory, "finder", h, &count)});
  const auto made = [](abut_polytope** p) {
    const double corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    return abut_minkowski_difference(c_vertices(corners, 4), c_vertices(corners, 4), nullptr, p);
  };
  expect_handles_are_checked<abut_polytope>(
      "abut_polytope", gone<abut_polytope>(+made, abut_polytope_free), finder, "abut_planar_pair_finder",
      {ABUT_CALL(abut_polytope_counts, "polytope", h, &n, &count, &count, &count),
       ABUT_CALL(abut_polytope_copy, "polytope", h, nullptr, nullptr, nullptr, nullptr)});
  ASSERT_OK(abut_planar_shapes_free(planar));
  ASSERT_OK(abut_planar_pair_finder_free(finder));
}

TEST_F(EveryHandle, OfParticleListsAndOfScenes) {
  const TemporaryFolder folder;
  const std::string text = folder.write("list.txt", "x y z radius\n0 0 0 1\n");
  const std::string json = folder.write("scene.json", scene_text(ball, R"({"shape": "ball"})")), h5 = folder / "c.h5";
  abut_particle_list* freed = nullptr;
  abut_scene *scene = nullptr, *freed_scene = nullptr;
  abut_detection* freed_detection = nullptr;
  abut_facet_trees* trees = nullptr;
  ASSERT_OK(abut_read_particles(text.c_str(), nullptr, &freed));
  ASSERT_OK(abut_particle_list_free(freed));
  ASSERT_OK(abut_read_scene(json.c_str(), &scene));
  ASSERT_OK(abut_read_scene(json.c_str(), &freed_scene));
  ASSERT_OK(abut_scene_free(freed_scene));
  ASSERT_OK(abut_detect_f64(1, shapes, bodies, nullptr, &freed_detection));
  ASSERT_OK(abut_detection_free(freed_detection));
  abut_particle_report report{};
  report.size = sizeof report;
  char word[8];
  expect_handles_are_checked<abut_particle_list>(
      "abut_particle_list", freed, scene, "abut_scene",
      {ABUT_CALL(abut_particle_list_get_report, "particles", h, &report),
       ABUT_CALL(abut_particle_list_copy, "particles", h, nullptr, 0, &count),
       ABUT_CALL(abut_particle_list_text, "particles", h, ABUT_PARTICLE_SHAPE, 0, word, sizeof word, &count)});
  expect_handles_are_checked<abut_scene>("abut_scene", freed_scene, detection, "abut_detection",
                                         {ABUT_CALL(abut_write_contacts_hdf5_f32, "scene", h, detection, h5.c_str(), 0),
                                          ABUT_CALL(abut_write_contacts_hdf5_f64, "scene", h, detection, h5.c_str(), 0),
                                          ABUT_CALL(abut_scene_facet_trees, "scene", h, &trees)});
  expect_handles_are_checked<abut_detection>(
      "abut_detection", freed_detection, scene, "abut_scene",
      {ABUT_CALL(abut_write_contacts_hdf5_f32, "detection", scene, h, h5.c_str(), 0),
       ABUT_CALL(abut_write_contacts_hdf5_f64, "detection", scene, h, h5.c_str(), 0)});
  EXPECT_FALSE(std::filesystem::exists(h5));
  ASSERT_OK(abut_scene_free(scene));
}
#undef ABUT_CALL

}  // namespace
}  // namespace abut::test
