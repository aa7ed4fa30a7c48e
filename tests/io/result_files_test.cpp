#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>

#include "abut/core/error.h"
#include "abut/io.h"
#include "tests/io/scene_files.h"

namespace abut {
namespace {

using test::content;
using test::TemporaryFolder;

/// A box, a sphere beside it and a capsule, far from the origin, with one contact that is made by hand.
template <class T>
struct Made {
  Made() {
    scene.shapes.add_box({1, 2, 3});
    scene.shapes.add_sphere(1);
    scene.shapes.add_capsule(0.5, 2);
    Pose pose;
    pose.position = {1e6, 0, 0};
    scene.bodies.add(pose, 0u);
    pose.position = {1e6 + 2, 0, 0};
    scene.bodies.add(pose, 1u);
    scene.bodies.add(pose, 2u);

    detection.pairs = {{0, 1}};
    detection.contacts.resize(1);
    Contacts<T>& c = detection.contacts;
    c.separation[0] = static_cast<T>(-0.1);
    c.normal_x[0] = 1;
    c.witness_a_x[0] = 1;
    c.witness_b_x[0] = static_cast<T>(0.9);
    c.point_x[0] = static_cast<T>(0.95);
    c.feature_a[0] = make_feature(FeatureKind::face, 9);
    c.feature_b[0] = make_feature(FeatureKind::vertex, 12);
    c.lower_bound[0] = static_cast<T>(-0.1);
    c.gap[0] = static_cast<T>(1e-9);
    c.status[0] = static_cast<std::uint8_t>(Status::touching) | normal_undefined_flag;
    c.gjk_iterations[0] = 5;
    c.epa_iterations[0] = 255;
    c.key[0] = 0x0123456789abcdefull;
  }
  Scene scene;
  Detection<T> detection;
};

template <class T>
class ResultFiles : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ResultFiles, Scalars);

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

/// Where an element of a file of XML begins and ends.
std::string element(const std::string& xml, const std::string& tag) {
  const std::size_t begin = xml.find("<" + tag), end = xml.find("</" + tag, begin);
  return begin == std::string::npos || end == std::string::npos ? "" : xml.substr(begin, end - begin);
}

TYPED_TEST(ResultFiles, PatchesAreATableOfCornersAndCellsOfTheirKind) {
  Made<TypeParam> made;
  made.detection.pairs = {{0, 1}, {0, 2}, {1, 2}, {2, 2}};
  made.detection.contacts.resize(4);
  Patches<TypeParam> patches;
  patches.area = {0, TypeParam(0.5), 0, 0};
  patches.offsets = {0, 1, 4, 6, 6};  // a point, a triangle, a segment, nothing
  patches.point_x = {0, 1, 2, 3, 4, 5};
  patches.point_y = {0, 0, 0, TypeParam(0.5), 0, 0};
  patches.point_z = patches.gap = {0, 0, 0, 0, 0, TypeParam(-0.25)};
  const TemporaryFolder folder;
  write_results(made.scene, made.detection, "{}", folder / "out", &patches);
  EXPECT_EQ(content(folder / "out/patches.csv"),
            "contact,a,b,corner,point_x,point_y,point_z,gap\n0,0,1,0,0,0,0,0\n1,0,2,0,1,0,0,0\n1,0,2,1,2,0,0,0\n"
            "1,0,2,2,3,0.5,0,0\n2,1,2,0,4,0,0,0\n2,1,2,1,5,0,-0.25,-0.25\n");
  const std::string vtp = content(folder / "out/patches.vtp");
  EXPECT_NE(vtp.find("NumberOfPoints=\"6\" NumberOfVerts=\"1\" NumberOfLines=\"1\" NumberOfStrips=\"0\" "
                     "NumberOfPolys=\"1\""),
            std::string::npos)
      << vtp.substr(0, 400);
  for (const char* const tag : {"Verts", "Lines", "Polys"}) EXPECT_FALSE(element(vtp, tag).empty()) << tag;
}

TYPED_TEST(ResultFiles, TheTableHoldsEveryFieldOfTheRecord) {
  Made<TypeParam> made;
  const TemporaryFolder folder;
  write_results(made.scene, made.detection, "{}", folder / "out");
  const std::vector<std::string> lines = split(content(folder / "out/contacts.csv"), '\n');
  ASSERT_EQ(lines.size(), 2u);
  const std::vector<std::string> names = split(lines[0], ','), values = split(lines[1], ',');
  ASSERT_EQ(names.size(), 25u);
  ASSERT_EQ(values.size(), names.size());
  std::map<std::string, std::string> field;
  for (std::size_t i = 0; i < names.size(); ++i) field[names[i]] = values[i];
  EXPECT_EQ(field["a"], "0");
  EXPECT_EQ(field["body_b"], "1");
  EXPECT_EQ(field["separation"], "-0.1");
  EXPECT_EQ(field["witness_b_x"], "0.9");
  EXPECT_EQ(field["witness_b_y"], "0");
  EXPECT_EQ(field["feature_a"], "f9");
  EXPECT_EQ(field["feature_b"], "v12");
  EXPECT_EQ(field["gap"], "1e-09");
  EXPECT_EQ(field["status"], "touching+normal_undefined");
  EXPECT_EQ(field["gjk_iterations"], "5");
  EXPECT_EQ(field["epa_iterations"], "255");
  EXPECT_EQ(field["key"], "0123456789abcdef");
}

/// The values of an array of a VTK file, decoded.
template <class V>
std::vector<V> vtp_array(const std::string& text, const std::string& tag, const std::string& name) {
  const auto section = text.find('<' + tag);
  const auto head = text.find("Name=\"" + name + '"', section);
  const auto begin = text.find(">\n", head) + 2;
  const auto end = text.find('\n', begin);
  std::string bytes;
  unsigned bits = 0, held = 0;
  for (const char c : text.substr(begin, end - begin)) {
    const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (c == '=') break;
    bits = (bits << 6 | static_cast<unsigned>(std::strchr(digits, c) - digits)) & 0xffffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(bits >> held & 0xff);
  }
  std::uint64_t size = 0;
  EXPECT_GE(bytes.size(), sizeof size);
  std::memcpy(&size, bytes.data(), sizeof size);
  EXPECT_EQ(bytes.size(), sizeof size + size) << name;
  std::vector<V> values(size / sizeof(V));
  std::memcpy(values.data(), bytes.data() + sizeof size, size);
  return values;
}

TYPED_TEST(ResultFiles, ContactPointsAreInTheWorldInDouble) {
  Made<TypeParam> made;
  const TemporaryFolder folder;
  write_results(made.scene, made.detection, "{}", folder.path());
  const std::string text = content(folder / "contacts.vtp");
  const std::vector<double> points = vtp_array<double>(text, "Points", "Points");
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[0], 1e6 + static_cast<double>(static_cast<TypeParam>(0.95)));
  EXPECT_EQ(vtp_array<TypeParam>(text, "PointData", "separation"),
            std::vector<TypeParam>{static_cast<TypeParam>(-0.1)});
  EXPECT_EQ(vtp_array<TypeParam>(text, "PointData", "normal"), (std::vector<TypeParam>{1, 0, 0}));
  EXPECT_EQ(vtp_array<std::uint32_t>(text, "PointData", "body_b"), std::vector<std::uint32_t>{1});
}

TYPED_TEST(ResultFiles, BodiesArePolygonsLinesAndPointsInTheWorld) {
  Made<TypeParam> made;
  const TemporaryFolder folder;
  write_results(made.scene, made.detection, "{}", folder.path());
  const std::string text = content(folder / "bodies.vtp");
  EXPECT_NE(text.find("NumberOfPoints=\"11\" NumberOfVerts=\"1\" NumberOfLines=\"1\""), std::string::npos);
  EXPECT_NE(text.find("NumberOfPolys=\"6\""), std::string::npos);
  const std::vector<double> points = vtp_array<double>(text, "Points", "Points");
  ASSERT_EQ(points.size(), 33u);
  for (std::size_t v = 0; v < 8; ++v) EXPECT_EQ(std::abs(points[3 * v] - 1e6), 1);
  EXPECT_EQ(points[24], 1e6 + 2);
  EXPECT_EQ(vtp_array<std::int64_t>(text, "Verts", "connectivity"), std::vector<std::int64_t>{8});
  EXPECT_EQ(vtp_array<std::int64_t>(text, "Lines", "connectivity"), (std::vector<std::int64_t>{9, 10}));
  EXPECT_EQ(vtp_array<std::int64_t>(text, "Polys", "offsets"), (std::vector<std::int64_t>{4, 8, 12, 16, 20, 24}));
  // Cells are told in the order points, lines, polygons.
  EXPECT_EQ(vtp_array<std::uint32_t>(text, "CellData", "body"), (std::vector<std::uint32_t>{1, 2, 0, 0, 0, 0, 0, 0}));
  const std::vector<double> rounding = vtp_array<double>(text, "PointData", "rounding");
  EXPECT_EQ(rounding[0], 0);
  EXPECT_EQ(rounding[8], 1);
  EXPECT_EQ(rounding[10], 0.5);
}

TYPED_TEST(ResultFiles, AnEmptyDetectionGivesWholeFiles) {
  const Scene scene;
  const Detection<TypeParam> detection;
  const TemporaryFolder folder;
  write_results(scene, detection, "{\"bodies\": 0}", folder.path());
  EXPECT_EQ(split(content(folder / "contacts.csv"), '\n').size(), 1u);
  EXPECT_EQ(content(folder / "summary.json"), "{\"bodies\": 0}\n");
  EXPECT_EQ(folder.names().size(), 4u);
}

TYPED_TEST(ResultFiles, AFolderThatCannotBeMadeIsAFileError) {
  const Scene scene;
  const Detection<TypeParam> detection;
  const TemporaryFolder folder;
  folder.write("f", "");
  EXPECT_THROW(write_results(scene, detection, "{}", folder / "f"), FileError);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"f"});
}

}  // namespace
}  // namespace abut
