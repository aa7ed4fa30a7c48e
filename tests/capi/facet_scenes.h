// A scene file with meshes as facets, and what a test asks of it through the C interface.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "abut/io.h"
#include "tests/capi/facet_bodies.h"
#include "tests/decompose/solids.h"
#include "tests/io/scene_files.h"
#include "tests/support/same_bits.h"

namespace abut::test {

inline constexpr double alert_of_scene = 0.1;

/// A folder with a scene of angles and open sheets as facets, bricks and balls, at random places; and the scene with
/// the angle's hull, and nothing else.
struct FacetSceneFiles {
  TemporaryFolder folder;
  std::string path, hulls;

  FacetSceneFiles() {
    write_obj({angle_mesh()}, folder / "angle.obj");
    write_obj({{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}}}, folder / "sheet.obj");
    const std::string shapes = R"({"name": "angle", "mesh": {"path": "angle.obj", "as": "facets", "scale": 0.5}},
      {"name": "brick", "box": {"half_extents": [0.5, 0.4, 0.3]}},
      {"name": "sheet", "mesh": {"path": "sheet.obj", "as": "facets"}, "rounding": 0.05},
      {"name": "a ball", "sphere": {"radius": 0.4}})";
    Random random(17);
    std::string bodies;
    for (int b = 0; b < 40; ++b) {
      const auto number = [&random](double most) { return std::to_string(random.uniform(-most, most)); };
      bodies += (b > 0 ? ", " : "") + (R"({"shape": )" + std::to_string(b % 4)) + R"(, "position": [)" + number(2) +
                ", " + number(2) + ", " + number(2) + R"(], "orientation": [1, )" + number(1) + ", " + number(1) +
                ", " + number(1) + "]}";
    }
    path = folder.write("facets.json", scene_text(shapes, bodies, R"(, "options": {"alert_distance": 0.1})"));
    hulls = folder.write("hulls.json", scene_text(R"({"name": "angle", "mesh": {"path": "angle.obj"}})",
                                                  R"({"shape": 0}, {"shape": 0, "position": [1.5, 1.5, 0]})"));
  }
};

/// Handles of a scene that are freed.
struct SceneHandles {
  abut_scene* scene = nullptr;
  abut_shapes* shapes = nullptr;
  abut_bodies* bodies = nullptr;
  abut_facet_trees* trees = nullptr;
  abut_detection* found = nullptr;

  explicit SceneHandles(const std::string& path) {
    EXPECT_OK(abut_read_scene_with_facets(path.c_str(), &scene));
    EXPECT_OK(abut_scene_shapes(scene, &shapes));
    EXPECT_OK(abut_scene_bodies(scene, &bodies));
    EXPECT_OK(abut_scene_facet_trees(scene, &trees));
  }
  ~SceneHandles() {
    EXPECT_OK(abut_scene_free(scene));
    EXPECT_OK(abut_shapes_free(shapes));
    EXPECT_OK(abut_bodies_free(bodies));
    EXPECT_OK(abut_facet_trees_free(trees));
    EXPECT_OK(abut_detection_free(found));
  }
  SceneHandles(const SceneHandles&) = delete;
  SceneHandles& operator=(const SceneHandles&) = delete;

  /// Once.
  template <class T>
  int detect(abut_facet_trees* facets) {
    const abut_detect_options options{sizeof options, alert_of_scene, facets};
    return C<T>::detect(2, shapes, bodies, &options, &found);
  }
};

/// Of `count` contacts, as the C interface writes them: every second element.
struct FacetRows {
  std::vector<std::uint32_t> a, b;
  std::vector<std::uint8_t> kind;
  std::size_t count = 0;

  explicit FacetRows(const abut_detection* detection) {
    EXPECT_OK(abut_detection_facets(detection, nullptr, 0, &count));
    std::vector<std::uint32_t> two(2 * count, 77);
    a.resize(count), kind.resize(count, 9);
    const abut_contact_facets out{sizeof out, {a.data(), 0}, {two.data(), 2}, {kind.data(), 1}};
    EXPECT_OK(abut_detection_facets(detection, &out, count, &count));
    for (std::size_t i = 0; i < count; ++i) {
      b.push_back(two[2 * i]);
      EXPECT_EQ(two[2 * i + 1], 77u);
    }
  }
};

/// To the bit.
template <class T>
void expect_same_detection(const Detection<T>& cpp, const abut_detection* found) {
  std::vector<abut_pair> pairs(cpp.pairs.size());
  std::uint64_t pair_count = 0;
  ASSERT_OK(abut_detection_pairs(found, c_list(pairs, &pair_count)));
  expect_same_pairs(cpp.pairs, pairs, pair_count);
  std::size_t count = 0;
  Contacts<T> records(pair_count);
  const auto out = c_contacts<T>(records);
  ASSERT_OK(C<T>::contacts(found, &out, pair_count, &count));
  expect_same_bits(cpp.contacts, records);
  abut_detection_report report{};
  report.size = sizeof report;
  ASSERT_OK(abut_detection_get_report(found, &report));
  EXPECT_TRUE(std::equal(cpp.status.begin(), cpp.status.end(), report.status));
  const FacetRows facets(found);
  ASSERT_EQ(facets.count, cpp.pairs.size());
  for (std::size_t i = 0; i < facets.count; ++i) {
    ASSERT_EQ(facets.a[i], cpp.facets ? cpp.facets->facet_a[i] : ABUT_NO_FACET) << i;
    ASSERT_EQ(facets.b[i], cpp.facets ? cpp.facets->facet_b[i] : ABUT_NO_FACET) << i;
    ASSERT_EQ(facets.kind[i], cpp.facets ? static_cast<int>(cpp.facets->kind[i]) : ABUT_FACETS_APART) << i;
  }
}

}  // namespace abut::test
