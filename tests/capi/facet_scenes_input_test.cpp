// Scenes with meshes as facets through the C interface: what is refused, by name.
#include <cstdio>
#include <filesystem>

#include "tests/capi/facet_scenes.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

TEST(CFacetScenesInput, TreesThatAreNoneAreToldByName) {
  const FacetSceneFiles in;
  SceneHandles c(in.path);
  abut_facet_trees* freed = nullptr;
  ASSERT_OK(abut_facet_trees_new(&freed));
  ASSERT_OK(abut_facet_trees_free(freed));
  const auto pairs = c_pairs(nullptr, 0);
  const auto check = [&](abut_facet_trees* facets, const std::string& told) {
    const abut_detect_options o{sizeof o, alert_of_scene, facets};
    const std::string text = "options->facets is " + told + "; allowed is a handle of kind abut_facet_trees";
    EXPECT_HANDLE(abut_detect_f32(0, c.shapes, c.bodies, &o, &c.found), text);
    EXPECT_HANDLE(abut_detect_f64(0, c.shapes, c.bodies, &o, &c.found), text);
    EXPECT_HANDLE(abut_detect_candidates_f32(0, c.shapes, c.bodies, pairs, &o, &c.found), text);
    EXPECT_HANDLE(abut_detect_candidates_f64(0, c.shapes, c.bodies, pairs, &o, &c.found), text);
    EXPECT_HANDLE(abut_cuda_detect_f32(nullptr, c.shapes, c.bodies, &o, &c.found), text);
    EXPECT_EQ(c.found, nullptr);
  };
  char number[40];
  std::snprintf(number, sizeof number, "%p", static_cast<void*>(freed));
  check(freed, std::string(number) + ", a handle that was freed");
  std::snprintf(number, sizeof number, "%p", static_cast<void*>(c.scene));
  check(reinterpret_cast<abut_facet_trees*>(c.scene), std::string(number) + ", a handle of kind abut_scene");
}

TEST(CFacetScenesInput, OptionsOfOlderCallersHaveNoTrees) {
  const FacetSceneFiles in;
  SceneHandles c(in.path);
  abut_detect_options options{sizeof options, alert_of_scene, reinterpret_cast<abut_facet_trees*>(std::uintptr_t{1})};
  options.size = 16;  // what lies behind is the caller's own
  ASSERT_OK(abut_detect_f64(0, c.shapes, c.bodies, &options, &c.found));
  const Scene cpp = read_scene(in.path);
  expect_same_detection(detect<double>(Cpu{1}, cpp.shapes, cpp.bodies, {alert_of_scene}), c.found);
  options.size = sizeof options;
  abut_detection* none = nullptr;
  EXPECT_HANDLE(abut_detect_f64(0, c.shapes, c.bodies, &options, &none), "options->facets is ");
  expect_size_is_checked("options", abut_detect_options{sizeof options, 0, nullptr}, [&](const abut_detect_options* o) {
    return abut_detect_f64(0, c.shapes, c.bodies, o, &none);
  });
  EXPECT_EQ(none, nullptr);
}

TEST(CFacetScenesInput, WithoutADeviceCudaSaysSo) {
  const char* const reason = abut_cuda_unavailable_reason();
  if (reason == nullptr) GTEST_SKIP() << "a device is there";
  const FacetSceneFiles in;
  SceneHandles c(in.path);
  const abut_detect_options options{sizeof options, alert_of_scene, c.trees};
  expect_refused(abut_cuda_detect_f32(nullptr, c.shapes, c.bodies, &options, &c.found), ABUT_CUDA_ERROR, reason);
  expect_refused(abut_cuda_detect_f64(nullptr, c.shapes, c.bodies, &options, &c.found), ABUT_CUDA_ERROR, reason);
  const abut_pair pair{0, 1};
  const auto pairs = c_pairs(&pair, 1);
  expect_refused(abut_cuda_detect_candidates_f32(nullptr, c.shapes, c.bodies, pairs, &options, &c.found),
                 ABUT_CUDA_ERROR, reason);
  expect_refused(abut_cuda_detect_candidates_f64(nullptr, c.shapes, c.bodies, pairs, &options, &c.found),
                 ABUT_CUDA_ERROR, reason);
  EXPECT_EQ(c.found, nullptr);
}

TEST(CFacetScenesInput, ShapesWithoutFacetsAreTold) {
  FacetBodies in;
  std::uint32_t cone = 0, body = 0;
  ASSERT_OK(abut_shapes_add_cone(in.c_shapes, 9, 9, 0, &cone));
  ASSERT_OK(abut_bodies_add(in.c_bodies, nullptr, cone, nullptr, &body));
  const abut_detect_options options{sizeof options, in.alert, in.c_trees};
  abut_detection* found = nullptr;
  EXPECT_INPUT(abut_detect_f64(0, in.c_shapes, in.c_bodies, &options, &found), "is a cone, which has none");
  EXPECT_EQ(found, nullptr);
}

TEST(CFacetScenesInput, ScenesAreReadWholeOrNotAtAll) {
  const FacetSceneFiles in;
  abut_scene* scene = nullptr;
  EXPECT_INPUT(abut_read_scene(in.path.c_str(), &scene),
               "facets.json: shape \"angle\" is a mesh as facets, which abut_read_scene, unlike "
               "abut_read_scene_with_facets, does not take; allowed are meshes as \"hull\" and \"parts\"");
  EXPECT_INPUT(abut_read_scene_with_facets(nullptr, &scene), "abut_read_scene_with_facets: path is null");
  EXPECT_INPUT(abut_read_scene_with_facets(in.path.c_str(), nullptr), "abut_read_scene_with_facets: scene is null");
  expect_refused(abut_read_scene_with_facets("/no/such.json", &scene), ABUT_FILE_ERROR, "/no/such.json");
  const std::string rod = R"({"name": "rod", "cylinder": {"radius": 0.1, "half_length": 1}},
                             {"name": "angle", "mesh": {"path": "angle.obj", "as": "facets"}})";
  const std::string mixed = in.folder.write("rod.json", scene_text(rod, R"({"shape": 0}, {"shape": 1})"));
  EXPECT_INPUT(abut_read_scene_with_facets(mixed.c_str(), &scene), "shape \"rod\" is a cylinder, which has none");
  EXPECT_EQ(scene, nullptr);
}

TEST(CFacetScenesInput, ResultsNeedTheSceneWithTheMeshes) {
  const FacetSceneFiles in;
  const std::string out = in.folder / "out";
  SceneHandles c(in.hulls);
  // The mesh is set by hand: result files would show the hull, and triangles of something else.
  abut_mesh* mesh = nullptr;
  ASSERT_OK(abut_read_mesh((in.folder / "angle.obj").c_str(), &mesh));
  ASSERT_OK(abut_facet_trees_set_mesh(c.trees, c.shapes, 0, mesh, nullptr));
  ASSERT_OK(abut_mesh_free(mesh));
  const abut_pose nearer{{0.95, 0.95, 0.5}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  ASSERT_OK(abut_bodies_set_pose(c.bodies, 1, &nearer));
  ASSERT_OK(c.detect<double>(c.trees));
  ASSERT_NE(FacetRows(c.found).a.at(0), ABUT_NO_FACET);
  EXPECT_INPUT(abut_write_results_f64(c.scene, c.found, "{}", out.c_str(), nullptr),
               "abut_write_results_f64: detection has a contact between facets of parts 0 and 1, and the scene has no "
               "mesh as facets for either; allowed is the scene that abut_scene_facet_trees was given");
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(CFacetScenesInput, ContactsBetweenFacetsHaveNoPatches) {
  const FacetSceneFiles in;
  const std::string out = in.folder / "out";
  SceneHandles c(in.path), hulls(in.path);
  ASSERT_OK(c.detect<float>(c.trees));
  ASSERT_OK(hulls.detect<float>(nullptr));
  const auto write = [&](const SceneHandles& of) {
    std::size_t count = 0;
    EXPECT_OK(abut_detection_facets(of.found, nullptr, 0, &count));
    std::vector<float> area(count), centre(3 * count);
    std::vector<std::uint64_t> offsets(count + 1);
    abut_patches_f32 patches{};
    patches.size = sizeof patches, patches.offsets = offsets.data(), patches.area.data = area.data();
    patches.centre = {centre.data(), centre.data() + 1, centre.data() + 2, 3};
    return abut_write_results_f32(of.scene, of.found, "{}", out.c_str(), &patches);
  };
  EXPECT_INPUT(write(c),
               "abut_write_results_f32: patches is not null, and detection has contacts between facets, which "
               "are points; allowed is null");
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_OK(write(hulls));
}

}  // namespace
}  // namespace abut::test
