// Scenes, their texts and result files through the C interface: what is refused of them, by name.
#include "tests/io/scene_files.h"
#include "tests/capi/both.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

/// Three bricks in a row, each in the next, of which the file names one pair.
class CSceneFiles : public ::testing::Test {
 protected:
  CSceneFiles() {
    const std::string brick = R"({"name": "a brick of \"é\"", "box": {"half_extents": [1, 0.5, 0.5]}})";
    const std::string bodies = R"({"name": "one", "shape": 0}, {"shape": 0, "position": [1, 0, 0]},
                                  {"name": "three", "shape": 0, "position": [2.5, 0, 0]})";
    const std::string path = folder.write(
        "scene.json",
        scene_text(
            brick, bodies,
            R"(, "length_unit": "mm", "options": {"precision": "f64", "alert_distance": 0.5}, "pairs": [[1, 2]])"));
    EXPECT_OK(abut_read_scene(path.c_str(), &scene));
    EXPECT_OK(abut_scene_shapes(scene, &shapes));
    EXPECT_OK(abut_scene_bodies(scene, &bodies_of_scene));
    EXPECT_OK(abut_detect_f64(1, shapes, bodies_of_scene, nullptr, &detection));
  }
  ~CSceneFiles() override {
    EXPECT_OK(abut_scene_free(scene));
    EXPECT_OK(abut_shapes_free(shapes));
    EXPECT_OK(abut_bodies_free(bodies_of_scene));
    EXPECT_OK(abut_detection_free(detection));
  }
  int write(const abut_patches_f64* patches) {
    return abut_write_results_f64(scene, detection, "{}", (folder / "out").c_str(), patches);
  }

  TemporaryFolder folder;
  abut_scene* scene = nullptr;
  abut_shapes* shapes = nullptr;
  abut_bodies* bodies_of_scene = nullptr;
  abut_detection* detection = nullptr;
};

/// Its shapes would be the hulls of its meshes, and the contacts those of hulls.
TEST(CSceneFilesOfFacets, AreRefused) {
  const TemporaryFolder folder;
  folder.write("t.off", tetrahedron_off);
  const std::string path =
      folder.write("s.json", scene_text(R"({"name": "t", "mesh": {"path": "t.off", "as": "facets"}})", ""));
  abut_scene* scene = nullptr;
  EXPECT_INPUT(
      abut_read_scene(path.c_str(), &scene),
      "shape \"t\" is a mesh as facets, which abut_read_scene, unlike abut_read_scene_with_facets, does not take; "
      "allowed are meshes as \"hull\"");
  EXPECT_EQ(scene, nullptr);
}

TEST_F(CSceneFiles, SayWhatTheFileSays) {
  abut_scene_report report{};
  report.size = sizeof report;
  ASSERT_OK(abut_scene_get_report(scene, &report));
  EXPECT_EQ(report.alert_distance, 0.5);
  EXPECT_TRUE(report.shapes == 1 && report.bodies == 3 && report.parts == 3);
  EXPECT_TRUE(report.has_pairs == 1 && report.pairs == 1 && report.is_f64 == 1);
  std::vector<abut_pair> pairs(4);
  std::uint64_t count = 0;
  ASSERT_OK(abut_scene_pairs(scene, c_list(pairs, &count)));
  ASSERT_EQ(count, 1u);
  EXPECT_TRUE(pairs[0].a == 1 && pairs[0].b == 2);
  EXPECT_INPUT(abut_scene_get_report(scene, nullptr), "abut_scene_get_report: report is null");
  report.size = 12;
  EXPECT_INPUT(abut_scene_get_report(scene, &report),
               "report->size is 12; allowed is the structure's sizeof, here " + std::to_string(sizeof report));
}

TEST_F(CSceneFiles, TextsTellHowLongTheyAreAndAreWrittenWholeOrNotAtAll) {
  const std::string name = "a brick of \"é\"";
  std::size_t bytes = 0;
  ASSERT_OK(abut_scene_text(scene, ABUT_TEXT_SHAPE_NAME, 0, nullptr, 0, &bytes));
  EXPECT_EQ(bytes, name.size() + 1);
  std::string room(bytes + 2, '#');
  expect_refused(abut_scene_text(scene, ABUT_TEXT_SHAPE_NAME, 0, room.data(), bytes - 1, &bytes), ABUT_TOO_SMALL,
                 "abut_scene_text: capacity is " + std::to_string(bytes - 1) + "; needed are " + std::to_string(bytes));
  EXPECT_EQ(room, std::string(bytes + 2, '#'));
  ASSERT_OK(abut_scene_text(scene, ABUT_TEXT_SHAPE_NAME, 0, room.data(), bytes, &bytes));
  EXPECT_EQ(room, name + '\0' + "##");
  char text[40];
  ASSERT_OK(abut_scene_text(scene, ABUT_TEXT_LENGTH_UNIT, 99, text, sizeof text, &bytes));
  EXPECT_STREQ(text, "mm");
  ASSERT_OK(abut_scene_text(scene, ABUT_TEXT_BODY_NAME, 2, text, sizeof text, &bytes));
  EXPECT_STREQ(text, "three");
  EXPECT_INPUT(abut_scene_text(scene, ABUT_TEXT_BODY_NAME, 3, text, 40, &bytes), "index is 3; allowed is less than 3");
  EXPECT_INPUT(abut_scene_text(scene, -1, 0, text, 40, &bytes), "what is -1; allowed are 0, 1 and 2");
  EXPECT_INPUT(abut_scene_text(scene, ABUT_TEXT_LENGTH_UNIT, 0, nullptr, 40, &bytes), "text is null");
  EXPECT_INPUT(abut_scene_text(scene, ABUT_TEXT_LENGTH_UNIT, 0, text, 40, nullptr), "bytes is null");
}

TEST_F(CSceneFiles, PatchesThatAreNoPatchesAreToldByField) {
  double area[2] = {1, 2}, centre[6] = {}, points[9] = {}, gaps[3] = {};
  std::uint64_t offsets[3] = {0, 1, 3};
  abut_patches_f64 good{};
  good.size = sizeof good;
  good.area.data = area, good.centre = {centre, centre + 1, centre + 2, 3};
  good.offsets = offsets, good.points = {points, points + 1, points + 2, 3}, good.gaps.data = gaps, good.capacity = 3;
  ASSERT_OK(write(&good));
  EXPECT_TRUE(std::filesystem::exists(folder / "out/patches.csv"));
  abut_patches_f64 p = good;
  p.offsets = nullptr;
  EXPECT_INPUT(write(&p), "patches->offsets is null");
  p = good, p.area.data = nullptr;
  EXPECT_INPUT(write(&p), "patches->area is null; allowed is an array of 2 elements");
  p = good, p.gaps.data = nullptr;
  EXPECT_INPUT(write(&p), "patches->gaps is null; allowed is an array of 3 elements");
  p = good, p.points = {nullptr, nullptr, nullptr, 0};
  EXPECT_INPUT(write(&p), "patches->points is null; allowed is an array of 3 elements");
  p = good, p.centre.y = nullptr;
  EXPECT_INPUT(write(&p), "patches->centre has null and other pointers");
  p = good, p.capacity = 2;
  EXPECT_INPUT(write(&p), "patches->offsets goes from 0 to 3; allowed is from 0 to patches->capacity, 2");
  offsets[0] = 1;
  EXPECT_INPUT(write(&good), "patches->offsets goes from 1 to 3");
  offsets[0] = 0, offsets[1] = 4;
  EXPECT_INPUT(write(&good), "patches->offsets falls from 4 to 3; allowed are numbers that never fall");
}

TEST_F(CSceneFiles, ResultsOfAnotherSceneOrPrecisionOrWithoutAPlaceAreRefused) {
  const Both both(51, 200);
  abut_detection *other = nullptr, *in_float = nullptr;
  ASSERT_OK(abut_detect_f64(1, both.c_shapes, both.c_bodies, nullptr, &other));
  ASSERT_OK(abut_detect_f32(1, shapes, bodies_of_scene, nullptr, &in_float));
  const std::string out = folder / "out";
  EXPECT_INPUT(abut_write_results_f64(scene, other, "{}", out.c_str(), nullptr), "the scene has 3 parts");
  EXPECT_INPUT(abut_write_contacts_hdf5_f64(scene, other, (out + ".h5").c_str(), 0), "the scene has 3 parts");
  EXPECT_FALSE(std::filesystem::exists(out + ".h5"));
  EXPECT_INPUT(abut_write_results_f64(scene, in_float, "{}", out.c_str(), nullptr),
               "detection is in float; allowed is one made by a function that ends as this one");
  EXPECT_INPUT(abut_write_results_f32(scene, detection, "{}", out.c_str(), nullptr), "detection is in double");
  EXPECT_INPUT(abut_write_results_f64(scene, detection, nullptr, out.c_str(), nullptr), "summary_json is null");
  EXPECT_INPUT(abut_write_results_f64(scene, detection, "{}", nullptr, nullptr), "folder is null");
  EXPECT_HANDLE(abut_write_results_f64(nullptr, detection, "{}", out.c_str(), nullptr), "scene is null");
  EXPECT_HANDLE(abut_write_results_f32(scene, nullptr, "{}", out.c_str(), nullptr), "detection is null");
  EXPECT_FALSE(std::filesystem::exists(out));
  // A file where the folder would be.
  folder.write("file", "");
  expect_refused(abut_write_results_f64(scene, detection, "{}", (folder / "file/out").c_str(), nullptr),
                 ABUT_FILE_ERROR, "file/out");
  for (abut_detection* d : {other, in_float}) ASSERT_OK(abut_detection_free(d));
}

TEST_F(CSceneFiles, GrainScenesNeedTheirOptionsAndAFolder) {
  const std::string path = folder / "grains.json";
  abut_grain_scene_options options;
  ASSERT_OK(abut_grain_scene_options_init(&options, sizeof options));
  EXPECT_INPUT(abut_write_grain_scene(nullptr, path.c_str()), "options is null");
  EXPECT_INPUT(abut_write_grain_scene(&options, nullptr), "path is null");
  EXPECT_INPUT(abut_write_grain_scene(&options, path.c_str()), "options->grains is null");
  options.grains = "/no/such/folder";
  EXPECT_NE(abut_write_grain_scene(&options, path.c_str()), ABUT_OK);
  EXPECT_NE(std::string(abut_last_message()).find("/no/such/folder"), std::string::npos) << abut_last_message();
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace abut::test
