// Scenes with meshes as facets through the C interface: the files of the C++ library to the byte, and what contacts
// between facets have besides their records.
#include "tests/capi/facet_scenes.h"

#include "abut/hdf5.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

template <class T>
class CFacetScenes : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(CFacetScenes, Scalars);

TYPED_TEST(CFacetScenes, ReadDetectAndWriteGiveTheSameFiles) {
  using T = TypeParam;
  const FacetSceneFiles in;
  const Scene cpp = read_scene(in.path);
  FacetTrees trees = cpp.facet_trees();
  const Detection<T> found = detect<T>(Cpu{1}, cpp.shapes, cpp.bodies, {alert_of_scene, &trees});
  write_results<T>(cpp, found, R"({"by": "both"})", in.folder / "cpp");
  SceneHandles c(in.path);
  ASSERT_OK(c.detect<T>(c.trees));
  ASSERT_OK(C<T>::write_results(c.scene, c.found, R"({"by": "both"})", (in.folder / "c").c_str(), nullptr));
  for (const char* name : {"contacts.csv", "contacts.vtp", "bodies.vtp", "shapes.vtp", "view.py", "summary.json"}) {
    EXPECT_EQ(content((in.folder / "c/") + name), content((in.folder / "cpp/") + name)) << name;
  }
  // They tell what met: facets of meshes in some lines, and in some none.
  const std::string csv = content(in.folder / "c/contacts.csv");
  EXPECT_NE(csv.find(",key,facet_a,facet_b,kind\n"), std::string::npos);
  for (const char* ends : {",crossing\n", ",apart\n", ",-,-,-\n"}) EXPECT_NE(csv.find(ends), std::string::npos) << ends;
  if (!hdf5_available()) return;
  write_contacts_hdf5<T>(cpp, found, in.folder / "cpp.h5");
  const auto write = std::is_same_v<T, float> ? abut_write_contacts_hdf5_f32 : abut_write_contacts_hdf5_f64;
  ASSERT_OK(write(c.scene, c.found, (in.folder / "c.h5").c_str(), 0));
  EXPECT_EQ(content(in.folder / "c.h5"), content(in.folder / "cpp.h5"));
}

TYPED_TEST(CFacetScenes, ADetectionHasTheFacetsOfTheCppLibrary) {
  using T = TypeParam;
  const FacetSceneFiles in;
  const Scene cpp = read_scene(in.path);
  FacetTrees trees = cpp.facet_trees();
  const Detection<T> with = detect<T>(Cpu{1}, cpp.shapes, cpp.bodies, {alert_of_scene, &trees});
  ASSERT_TRUE(with.facets);
  const auto met = static_cast<std::size_t>(std::count_if(with.facets->facet_a.begin(), with.facets->facet_a.end(),
                                                          [](std::uint32_t f) { return f != ABUT_NO_FACET; }));
  ASSERT_GT(met, 20u);
  ASSERT_GT(with.pairs.size() - met, 3u);
  {
    SceneHandles c(in.path);
    ASSERT_OK(c.detect<T>(c.trees));
    expect_same_detection(with, c.found);
  }
  const std::vector<Pair> candidates = find_pairs(Cpu{1}, cpp.shapes.headers(), cpp.bodies.parts(), 0.02);
  {
    SceneHandles c(in.path);
    const abut_detect_options options{sizeof options, 0.02, c.trees};
    ASSERT_OK(C<T>::detect_candidates(2, c.shapes, c.bodies, c_pairs(candidates), &options, &c.found));
    expect_same_detection(detect<T>(Cpu{1}, cpp.shapes, cpp.bodies, candidates, {0.02, &trees}), c.found);
  }
  // Null: hulls meet, and no contact has facets.
  SceneHandles c(in.path);
  ASSERT_OK(c.detect<T>(nullptr));
  const Detection<T> without = detect<T>(Cpu{1}, cpp.shapes, cpp.bodies, {alert_of_scene});
  ASSERT_FALSE(without.facets);
  expect_same_detection(without, c.found);
}

TYPED_TEST(CFacetScenes, MeshesThatAreSetByHandMeetTheSame) {
  using T = TypeParam;
  FacetBodies in;
  const abut_detect_options options{sizeof options, in.alert, in.c_trees};
  abut_detection* found = nullptr;
  ASSERT_OK(C<T>::detect(2, in.c_shapes, in.c_bodies, &options, &found));
  const Detection<T> cpp = detect<T>(Cpu{1}, in.shapes, in.bodies, {in.alert, &in.trees});
  ASSERT_TRUE(cpp.facets);
  expect_same_detection(cpp, found);
  ASSERT_OK(abut_detection_free(found));
}

/// A ball of radius 1 stands 0.0625 above the second triangle of an open sheet.
TEST(CFacetsOfDetections, NameTheTriangleThatIsTouched) {
  const TemporaryFolder folder;
  write_obj({{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}}}, folder / "sheet.obj");
  const std::string shapes =
      std::string(ball) + R"(, {"name": "sheet", "mesh": {"path": "sheet.obj", "as": "facets"}})";
  const std::string bodies = R"({"shape": "sheet"}, {"shape": "ball", "position": [-0.25, 0.25, 1.0625]})";
  SceneHandles c(folder.write("s.json", scene_text(shapes, bodies)));
  ASSERT_OK(c.detect<double>(c.trees));
  const FacetRows facets(c.found);
  ASSERT_EQ(facets.count, 1u);
  EXPECT_EQ(facets.a[0], 1u);
  EXPECT_EQ(facets.b[0], 0u);
  EXPECT_EQ(facets.kind[0], ABUT_FACETS_APART);
  double separation = 0;
  std::size_t count = 0;
  abut_contacts_f64 out{};
  out.size = sizeof out, out.separation.data = &separation;
  ASSERT_OK(abut_detection_contacts_f64(c.found, &out, 1, &count));
  EXPECT_EQ(separation, 0.0625);
}

TEST(CFacetsOfDetections, NeedRoomForAllContactsAndMayBeAskedForInPart) {
  const FacetSceneFiles in;
  SceneHandles c(in.path);
  ASSERT_OK(c.detect<float>(c.trees));
  const FacetRows all(c.found);
  std::size_t count = 0;
  std::vector<std::uint8_t> kind(all.count, 9);
  const abut_contact_facets out{sizeof out, {nullptr, 0}, {nullptr, 0}, {kind.data(), 0}};
  expect_refused(abut_detection_facets(c.found, &out, all.count - 1, &count), ABUT_TOO_SMALL,
                 "abut_detection_facets: capacity is " + std::to_string(all.count - 1) + "; needed are " +
                     std::to_string(all.count) + " contacts");
  EXPECT_EQ(count, all.count);
  EXPECT_EQ(kind, std::vector<std::uint8_t>(all.count, 9)) << "none is written";
  ASSERT_OK(abut_detection_facets(c.found, &out, all.count, &count));
  EXPECT_EQ(kind, all.kind);
  expect_structure_is_checked(
      "out", out, [&](const abut_contact_facets* o) { return abut_detection_facets(c.found, o, all.count, &count); });
  EXPECT_INPUT(abut_detection_facets(c.found, &out, all.count, nullptr), "count is null");
}

TEST(CTreesOfScenes, AreNewOnesWithTheMeshesThatOutliveTheScene) {
  const FacetSceneFiles in;
  abut_scene* scene = nullptr;
  ASSERT_OK(abut_read_scene_with_facets(in.path.c_str(), &scene));
  abut_facet_trees *one = nullptr, *two = nullptr;
  ASSERT_OK(abut_scene_facet_trees(scene, &one));
  ASSERT_OK(abut_scene_facet_trees(scene, &two));
  abut_shapes* shapes = nullptr;
  abut_bodies* bodies = nullptr;
  ASSERT_OK(abut_scene_shapes(scene, &shapes));
  ASSERT_OK(abut_scene_bodies(scene, &bodies));
  ASSERT_OK(abut_scene_free(scene));
  int has = 7;
  for (std::uint32_t shape = 0; shape < 5; ++shape) {
    ASSERT_OK(abut_facet_trees_has_mesh(one, shape, &has));
    EXPECT_EQ(has, shape == 0 || shape == 2 ? 1 : 0) << shape;
    ASSERT_OK(abut_facet_trees_has(one, shape, &has));
    EXPECT_EQ(has, 0) << "none is built";
  }
  const abut_detect_options options{sizeof options, alert_of_scene, one};
  abut_detection* found = nullptr;
  ASSERT_OK(abut_detect_f64(0, shapes, bodies, &options, &found));
  for (std::uint32_t shape = 0; shape < 4; ++shape) {
    ASSERT_OK(abut_facet_trees_has(one, shape, &has));
    EXPECT_EQ(has, 1) << "detection builds what it lacks";
    ASSERT_OK(abut_facet_trees_has(two, shape, &has));
    EXPECT_EQ(has, 0) << "of its own trees";
  }
  ASSERT_OK(abut_detection_free(found));
  for (abut_facet_trees* trees : {one, two}) ASSERT_OK(abut_facet_trees_free(trees));
  ASSERT_OK(abut_shapes_free(shapes));
  ASSERT_OK(abut_bodies_free(bodies));
}

TEST(CTreesOfScenes, HaveNoMeshWhereTheSceneHasNone) {
  const FacetSceneFiles in;
  SceneHandles c(in.hulls);
  int has = 7;
  ASSERT_OK(abut_facet_trees_has_mesh(c.trees, 0, &has));
  EXPECT_EQ(has, 0);
  ASSERT_OK(c.detect<double>(c.trees));
  const FacetRows facets(c.found);
  EXPECT_EQ(facets.a, std::vector<std::uint32_t>{ABUT_NO_FACET}) << "the hulls touch, the angles do not";
  ASSERT_OK(abut_write_results_f64(c.scene, c.found, "{}", (in.folder / "out").c_str(), nullptr));
  EXPECT_EQ(content(in.folder / "out/contacts.csv").find("facet_a"), std::string::npos);
}

/// What docs/how-to/c.md shows.
TEST(CFacetScenesManual, WritesTheFilesOfTheProgram) {
  const FacetSceneFiles in;
  const std::string folder_path = in.folder / "results";
  const char *const path = in.path.c_str(), *const folder = folder_path.c_str(), *const summary = "{}";
  abut_scene* scene = nullptr;
  abut_shapes* shapes = nullptr;
  abut_bodies* bodies = nullptr;
  abut_facet_trees* trees = nullptr;
  abut_detection* found = nullptr;
  abut_detect_options options{};
  const auto failed = [](int code) { return code != ABUT_OK; };
  const auto read_detect_and_write = [&]() -> int {
    if (failed(abut_read_scene_with_facets(path, &scene)) || failed(abut_scene_shapes(scene, &shapes)) ||
        failed(abut_scene_bodies(scene, &bodies)) || failed(abut_scene_facet_trees(scene, &trees)) ||
        failed(abut_detect_options_init(&options, sizeof options))) {
      return 1;
    }
    options.alert_distance = 0.1, options.facets = trees;
    return failed(abut_detect_f64(0, shapes, bodies, &options, &found)) ||
           failed(abut_write_results_f64(scene, found, summary, folder, NULL));
  };
  ASSERT_EQ(read_detect_and_write(), 0) << abut_last_message();
  EXPECT_NE(content(folder_path + "/contacts.csv").find(",crossing\n"), std::string::npos);
  ASSERT_OK(abut_scene_free(scene));
  ASSERT_OK(abut_shapes_free(shapes));
  ASSERT_OK(abut_bodies_free(bodies));
  ASSERT_OK(abut_facet_trees_free(trees));
  ASSERT_OK(abut_detection_free(found));
}

}  // namespace
}  // namespace abut::test
