// Functions that make handles: nowhere to write them, what a failure leaves, and that no two handles are ever the same.
#include <atomic>
#include <functional>
#include <set>
#include <thread>

#include "tests/capi/both.h"
#include "tests/capi/refused.h"
#include "tests/io/scene_files.h"

namespace abut::test {
namespace {

constexpr double tetra[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
constexpr std::uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

TEST(CMadeHandles, NeedAPlaceThatIsNamedInTheirFunctionsName) {
  const Both both(41, 6);
  const TemporaryFolder folder;
  const std::string off = folder.write("tetra.off", tetrahedron_off);
  const std::string json = folder.write("scene.json", scene_text(ball, R"({"shape": "ball"})"));
  abut_mesh* mesh = nullptr;
  abut_mesh_list* list = nullptr;
  abut_scene* scene = nullptr;
  abut_planar_shapes* planar = nullptr;
  ASSERT_OK(abut_mesh_new(tetra, 4, faces, 4, &mesh));
  ASSERT_OK(abut_mesh_list_new(&list));
  ASSERT_OK(abut_mesh_list_add(list, mesh));
  ASSERT_OK(abut_read_scene(json.c_str(), &scene));
  ASSERT_OK(abut_planar_shapes_new(&planar));
  const auto corners = c_vertices(tetra, 4);
  const auto none = c_pairs(nullptr, 0);
  const auto check = [](const std::string& begins, int code) {
    EXPECT_INPUT(code, begins + " is null; allowed is a pointer to memory");
  };
  check("abut_shapes_new: shapes", abut_shapes_new(nullptr));
  check("abut_bodies_new: bodies", abut_bodies_new(nullptr));
  check("abut_mesh_new: mesh", abut_mesh_new(tetra, 4, faces, 4, nullptr));
  check("abut_read_mesh: mesh", abut_read_mesh(off.c_str(), nullptr));
  check("abut_weld: welded", abut_weld(mesh, nullptr));
  check("abut_repair_mesh: repaired", abut_repair_mesh(mesh, nullptr, nullptr, nullptr, 0, nullptr));
  check("abut_wrap_mesh: wrap", abut_wrap_mesh(mesh, nullptr, nullptr, nullptr));
  check("abut_decompose: parts", abut_decompose(mesh, nullptr, nullptr));
  check("abut_mesh_list_new: list", abut_mesh_list_new(nullptr));
  check("abut_mesh_list_get: mesh", abut_mesh_list_get(list, 0, nullptr));
  check("abut_minkowski_difference: difference", abut_minkowski_difference(corners, corners, nullptr, nullptr));
  check("abut_entrance_block: block", abut_entrance_block(corners, corners, nullptr, nullptr, nullptr));
  check("abut_read_scene: scene", abut_read_scene(json.c_str(), nullptr));
  check("abut_read_particles: particles",
        abut_read_particles(folder.write("l.txt", "x y z radius\n0 0 0 1\n").c_str(), nullptr, nullptr));
  check("abut_read_scene_with_facets: scene", abut_read_scene_with_facets(json.c_str(), nullptr));
  check("abut_scene_facet_trees: trees", abut_scene_facet_trees(scene, nullptr));
  check("abut_scene_shapes: shapes", abut_scene_shapes(scene, nullptr));
  check("abut_scene_bodies: bodies", abut_scene_bodies(scene, nullptr));
  check("abut_detect_f32: detection", abut_detect_f32(0, both.c_shapes, both.c_bodies, nullptr, nullptr));
  check("abut_detect_f64: detection", abut_detect_f64(0, both.c_shapes, both.c_bodies, nullptr, nullptr));
  check("abut_detect_candidates_f32: detection",
        abut_detect_candidates_f32(0, both.c_shapes, both.c_bodies, none, nullptr, nullptr));
  check("abut_detect_candidates_f64: detection",
        abut_detect_candidates_f64(0, both.c_shapes, both.c_bodies, none, nullptr, nullptr));
  check("abut_pair_finder_new: finder", abut_pair_finder_new(0, nullptr));
  check("abut_pair_filter_new: filter", abut_pair_filter_new(0, nullptr));
  check("abut_facet_trees_new: trees", abut_facet_trees_new(nullptr));
  check("abut_cuda_copy_facets: copy", abut_cuda_copy_facets(nullptr, nullptr, nullptr, 0, nullptr));
  check("abut_facet_contact_finder_new: finder", abut_facet_contact_finder_new(0, nullptr));
  const double half[3] = {1, 1, 1};
  check("abut_surface_new: surface", abut_surface_new(nullptr, nullptr));
  check("abut_box_surface: surface", abut_box_surface(half, nullptr));
  check("abut_read_surface: surface", abut_read_surface(json.c_str(), nullptr));
  check("abut_fit_surface: surface", abut_fit_surface(mesh, nullptr, nullptr, nullptr));
  check("abut_contact_surfaces_new: surfaces", abut_contact_surfaces_new(nullptr));
  check("abut_contact_surfaces_surface: surface", abut_contact_surfaces_surface(nullptr, 0, nullptr));
  check("abut_surface_contact_finder_new: finder", abut_surface_contact_finder_new(0, nullptr));
  check("abut_deforming_bodies_new: bodies", abut_deforming_bodies_new(nullptr, nullptr));
  check("abut_deforming_contact_finder_new: finder", abut_deforming_contact_finder_new(0, nullptr));
  check("abut_deforming_parts_new: parts", abut_deforming_parts_new(faces, 4, tetra, 4, 1, nullptr));
  check("abut_planar_shapes_new: shapes", abut_planar_shapes_new(nullptr));
  check("abut_planar_pair_finder_new: finder", abut_planar_pair_finder_new(0, nullptr));
  check("abut_flat_shapes: flat", abut_flat_shapes(planar, nullptr));
  ASSERT_OK(abut_mesh_free(mesh));
  ASSERT_OK(abut_mesh_list_free(list));
  ASSERT_OK(abut_scene_free(scene));
  ASSERT_OK(abut_planar_shapes_free(planar));
}

TEST(CMadeHandles, AFailureLeavesThePlaceAsItWas) {
  abut_mesh* const before = reinterpret_cast<abut_mesh*>(std::uintptr_t{77});
  abut_mesh* mesh = before;
  EXPECT_INPUT(abut_mesh_new(tetra, 2, faces, 1, &mesh), "triangle 0 names 2");
  expect_refused(abut_read_mesh("/no/such.obj", &mesh), ABUT_FILE_ERROR, "/no/such.obj");
  EXPECT_EQ(mesh, before);
  abut_mesh_list* list = nullptr;
  ASSERT_OK(abut_mesh_list_new(&list));
  EXPECT_INPUT(abut_mesh_list_get(list, 0, &mesh), "index is 0; allowed is less than 0");
  EXPECT_EQ(mesh, before);
  // With too little room for its text a repair makes no mesh, and says how much it needs.
  abut_mesh *turned = nullptr, *repaired = reinterpret_cast<abut_mesh*>(std::uintptr_t{78});
  std::size_t bytes = 0;
  const std::uint32_t other_way[12] = {0, 1, 2, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  ASSERT_OK(abut_mesh_new(tetra, 4, other_way, 4, &turned));
  char text[4] = "abc";
  abut_mesh* const as_it_was = repaired;
  expect_refused(abut_repair_mesh(turned, &repaired, nullptr, text, sizeof text, &bytes), ABUT_TOO_SMALL,
                 "capacity is 4; needed are ");
  EXPECT_EQ(repaired, as_it_was);
  EXPECT_STREQ(text, "abc");
  std::vector<char> room(bytes);
  ASSERT_OK(abut_repair_mesh(turned, &repaired, nullptr, room.data(), bytes, &bytes));
  EXPECT_EQ(room.back(), '\0');
  for (abut_mesh* m : {turned, repaired}) ASSERT_OK(abut_mesh_free(m));
  ASSERT_OK(abut_mesh_list_free(list));
}

TEST(CMadeHandles, AreNeverTheSameThoughTheirPlacesAre) {
  std::set<abut_shapes*> seen;
  for (int k = 0; k < 2000; ++k) {
    abut_shapes* shapes = nullptr;
    ASSERT_OK(abut_shapes_new(&shapes));
    ASSERT_TRUE(seen.insert(shapes).second) << k;
    std::uint32_t index = 9;
    ASSERT_OK(abut_shapes_add_sphere(shapes, 1, &index));
    ASSERT_EQ(index, 0u) << "an object of its own";
    ASSERT_OK(abut_shapes_free(shapes));
  }
  std::uint32_t n = 0;
  for (abut_shapes* s : seen) ASSERT_EQ(abut_shapes_count(s, &n), ABUT_INVALID_HANDLE);
}

TEST(CMadeHandles, OfManyThreadsAreAllDifferentAndKnowTheirObjects) {
  constexpr std::uint32_t threads = 4, each = 200;
  std::vector<abut_shapes*> made(threads * each, nullptr);
  std::atomic<int> wrong{0};
  std::vector<std::thread> all;
  for (std::uint32_t t = 0; t < threads; ++t) {
    all.emplace_back([&, t] {
      for (std::uint32_t k = 0; k < each; ++k) {
        abut_shapes *shapes = nullptr, *other = nullptr;
        std::uint32_t index = 0;
        wrong += abut_shapes_new(&shapes) != ABUT_OK || abut_shapes_new(&other) != ABUT_OK;
        // As many shapes as its number tells.
        for (std::uint32_t s = 0; s <= (t * each + k) % 7; ++s)
          wrong += abut_shapes_add_sphere(shapes, 1, &index) != ABUT_OK;
        wrong += abut_shapes_free(other) != ABUT_OK;
        made[t * each + k] = shapes;
      }
    });
  }
  for (std::thread& t : all) t.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(std::set<abut_shapes*>(made.begin(), made.end()).size(), made.size());
  for (std::uint32_t i = 0; i < made.size(); ++i) {
    std::uint32_t n = 0;
    ASSERT_OK(abut_shapes_count(made[i], &n));
    EXPECT_EQ(n, i % 7 + 1) << i;
    ASSERT_OK(abut_shapes_free(made[i]));
  }
}

TEST(CMadeHandles, OfASceneLiveAsLongAsTheLastOfThem) {
  const TemporaryFolder folder;
  const std::string json =
      folder.write("scene.json", scene_text(ball, R"({"shape": "ball"}, {"shape": "ball", "position": [1, 0, 0]})"));
  abut_scene* scene = nullptr;
  abut_shapes *one = nullptr, *two = nullptr;
  abut_bodies* bodies = nullptr;
  ASSERT_OK(abut_read_scene(json.c_str(), &scene));
  ASSERT_OK(abut_scene_shapes(scene, &one));
  ASSERT_OK(abut_scene_shapes(scene, &two));
  ASSERT_OK(abut_scene_bodies(scene, &bodies));
  EXPECT_NE(one, two);
  std::uint32_t n = 0;
  ASSERT_OK(abut_shapes_add_sphere(one, 3, &n));
  ASSERT_OK(abut_shapes_free(one));
  ASSERT_OK(abut_scene_free(scene));
  EXPECT_EQ(abut_shapes_count(one, &n), ABUT_INVALID_HANDLE);
  ASSERT_OK(abut_shapes_count(two, &n));
  EXPECT_EQ(n, 2u) << "what was added by one handle is there by the other";
  abut_detection* found = nullptr;
  ASSERT_OK(abut_detect_f64(1, two, bodies, nullptr, &found));
  ASSERT_OK(abut_shapes_free(two));
  ASSERT_OK(abut_bodies_free(bodies));
  abut_detection_report report{};
  report.size = sizeof report;
  ASSERT_OK(abut_detection_get_report(found, &report));
  EXPECT_EQ(report.contacts, 1u) << "a detection holds its own";
  ASSERT_OK(abut_detection_free(found));
}

}  // namespace
}  // namespace abut::test
