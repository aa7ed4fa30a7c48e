#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "abut/core/error.h"
#include "abut/io.h"
#include "host/io/vtp_file.h"
#include "tests/io/scene_files.h"
#include "tests/io/vtp_arrays.h"

namespace abut {
namespace {

using test::content;
using test::TemporaryFolder;
using test::vtp_array;

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
    c.bound_gap[0] = static_cast<T>(1e-9);
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
  EXPECT_EQ(field["bound_gap"], "1e-09");
  EXPECT_EQ(field["status"], "touching+normal_undefined");
  EXPECT_EQ(field["gjk_iterations"], "5");
  EXPECT_EQ(field["epa_iterations"], "255");
  EXPECT_EQ(field["key"], "0123456789abcdef");
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

/// Of a point with three coordinates each: the largest distance of one from `middle`.
double reach(const std::vector<double>& points, Vec3<double> middle, std::size_t begin, std::size_t end) {
  double most = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const Vec3<double> p{points[3 * i], points[3 * i + 1], points[3 * i + 2]};
    most = std::max(most, length(p - middle));
  }
  return most;
}

TYPED_TEST(ResultFiles, BodiesArePosesOfSurfacesThatAreThereOnce) {
  Made<TypeParam> made;
  Pose turned;  // by a third of a turn about (1, 1, 1): x goes to y, y to z, z to x
  turned.position = {0, 5, 0};
  turned.rotation = rotation_from_quaternion(0.5, 0.5, 0.5, 0.5);
  const std::uint32_t small = made.scene.shapes.add_sphere(0.25);
  made.scene.bodies.add(turned, 0u);
  made.scene.bodies.add(turned, small);
  const TemporaryFolder folder;
  write_results(made.scene, made.detection, "{}", folder.path());

  const std::string bodies = content(folder / "bodies.vtp"), shapes = content(folder / "shapes.vtp");
  EXPECT_NE(bodies.find("NumberOfPoints=\"5\" NumberOfVerts=\"5\""), std::string::npos);
  // Box, ball, capsule; the smaller ball is the same one, scaled.
  EXPECT_EQ(vtp_array<std::uint32_t>(bodies, "PointData", "surface"), (std::vector<std::uint32_t>{0, 1, 2, 0, 1}));
  EXPECT_EQ(vtp_array<double>(bodies, "PointData", "scale"), (std::vector<double>{1, 1, 1, 1, 0.25}));
  EXPECT_EQ(vtp_array<std::uint32_t>(bodies, "PointData", "shape"), (std::vector<std::uint32_t>{0, 1, 2, 0, 3}));
  EXPECT_EQ(vtp_array<std::uint32_t>(bodies, "PointData", "body"), (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(vtp_array<double>(bodies, "PointData", "rounding"), (std::vector<double>{0, 1, 0.5, 0, 0.25}));
  const std::vector<float> quaternion = vtp_array<float>(bodies, "PointData", "quaternion");
  EXPECT_EQ(std::vector<float>(quaternion.begin(), quaternion.begin() + 4), (std::vector<float>{1, 0, 0, 0}));
  EXPECT_EQ(std::vector<float>(quaternion.begin() + 12, quaternion.begin() + 16),
            (std::vector<float>{0.5f, 0.5f, 0.5f, 0.5f}));
  const std::vector<double> places = vtp_array<double>(bodies, "Points", "Points");
  EXPECT_EQ((std::vector<double>{places[3], places[10]}), (std::vector<double>{1e6 + 2, 5}));

  const std::vector<std::uint32_t> of_point = vtp_array<std::uint32_t>(shapes, "PointData", "surface");
  const std::vector<double> points = vtp_array<double>(shapes, "Points", "Points");
  ASSERT_EQ(points.size(), 3 * of_point.size());
  EXPECT_TRUE(std::is_sorted(of_point.begin(), of_point.end()));
  const auto begin = [&](std::uint32_t surface) {
    return static_cast<std::size_t>(std::lower_bound(of_point.begin(), of_point.end(), surface) - of_point.begin());
  };
  EXPECT_EQ(begin(1), 8u);
  EXPECT_NEAR(reach(points, {0, 0, 0}, 0, 8), std::sqrt(14.0), 1e-15);
  EXPECT_NEAR(reach(points, {0, 0, 0}, begin(1), begin(2)), 1, 1e-15);
  EXPECT_NEAR(reach(points, {0, 0, 2}, begin(2), begin(3)), 4.5, 0.05) << "a capsule with its rounding";
  EXPECT_EQ(begin(3), of_point.size());
  const std::vector<std::int64_t> ends = vtp_array<std::int64_t>(shapes, "Polys", "offsets");
  EXPECT_EQ(vtp_array<std::uint32_t>(shapes, "CellData", "surface").size(), ends.size());
  EXPECT_EQ((std::vector<std::int64_t>(ends.begin(), ends.begin() + 6)),
            (std::vector<std::int64_t>{4, 8, 12, 16, 20, 24}));
  EXPECT_EQ(vtp_array<std::int64_t>(shapes, "Polys", "connectivity").size(), static_cast<std::size_t>(ends.back()));
}

TYPED_TEST(ResultFiles, SurfacesInTheWorldAreWrittenOnRequestAndRemovedByTheNextRun) {
  Made<TypeParam> made;
  made.scene.shapes.add_segment({0, 0, 0}, {1, 0, 0});
  Pose turned;
  turned.position = {0, 5, 0};
  turned.rotation = rotation_from_quaternion(0.5, 0.5, 0.5, 0.5);
  made.scene.bodies.add(turned, 3u);
  made.scene.bodies.add(turned, 0u);
  const TemporaryFolder folder;
  write_results(made.scene, made.detection, "{}", folder.path(), static_cast<Patches<TypeParam>*>(nullptr), true);
  const std::string text = content(folder / "surfaces.vtp");
  EXPECT_NE(text.find("NumberOfVerts=\"0\" NumberOfLines=\"1\""), std::string::npos) << text.substr(0, 400);
  const std::vector<double> points = vtp_array<double>(text, "Points", "Points");
  for (std::size_t v = 0; v < 8; ++v) EXPECT_EQ(std::abs(points[3 * v] - 1e6), 1);
  // The last box: x goes to y, y to z, z to x.
  for (std::size_t v = points.size() - 24; v < points.size(); v += 3) {
    EXPECT_EQ(std::abs(points[v]), 3);
    EXPECT_EQ(std::abs(points[v + 1] - 5), 1);
    EXPECT_EQ(std::abs(points[v + 2]), 2);
  }
  // Cells are told in the order points, lines, polygons.
  const std::vector<std::uint32_t> body = vtp_array<std::uint32_t>(text, "CellData", "body");
  EXPECT_EQ((std::vector<std::uint32_t>(body.begin(), body.begin() + 7)),
            (std::vector<std::uint32_t>{3, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(body.back(), 4u);
  write_results(made.scene, made.detection, "{}", folder.path());
  EXPECT_FALSE(std::filesystem::exists(folder / "surfaces.vtp")) << "it would be that of another run";
}

/// More than one batch of blocks, the last one full or not, and nothing at all.
TEST(VtpFile, ArraysOfAnySizeAreReadBack) {
  const TemporaryFolder folder;
  for (const std::size_t count : {0u, 1u, 1u << 15, (1u << 15) + 1, (1u << 20) + 77, 1u << 21}) {
    io::OutputFile file(folder / "a.vtp");
    io::VtpFile vtp(file, {count, 0, 0, 0});
    vtp.open("PointData");
    vtp.array<std::uint64_t>("n", 1, [&](auto put) {
      for (std::uint64_t i = 0; i < count; ++i) put(i * 0x9e3779b97f4a7c15u);
    });
    vtp.close("PointData");
    vtp.end();
    file.publish();
    const std::vector<std::uint64_t> read = vtp_array<std::uint64_t>(content(folder / "a.vtp"), "PointData", "n");
    ASSERT_EQ(read.size(), count);
    for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(read[i], i * 0x9e3779b97f4a7c15u);
  }
}

/// A grain has hundreds of corners, an instance of it a pose: 60 bytes, and not 33,000.
TYPED_TEST(ResultFiles, ManyBodiesOfFewShapesAreSmall) {
  Scene scene;
  std::vector<Vec3<double>> corners;
  for (int k = 0; k < 400; ++k) {
    const double z = 1 - (2 * k + 1.0) / 400, r = std::sqrt(1 - z * z);
    corners.push_back({r * std::cos(2.4 * k), r * std::sin(2.4 * k), z});
  }
  scene.shapes.add_hull(corners);
  constexpr std::uint32_t count = 20000;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double x = std::sin(i * 1.0), y = std::cos(i * 1.7), z = std::sin(i * 0.3);
    scene.bodies.add({.position = {x, y, z}, .rotation = rotation_from_quaternion(1, x, y, z)}, 0u);
  }
  const TemporaryFolder folder;
  const Detection<TypeParam> none;
  write_results(scene, none, "{}", folder.path());
  EXPECT_LT(std::filesystem::file_size(folder / "bodies.vtp") + std::filesystem::file_size(folder / "shapes.vtp"),
            count * 100);
  EXPECT_EQ(vtp_array<float>(content(folder / "bodies.vtp"), "PointData", "quaternion").size(), 4 * count);
}

TYPED_TEST(ResultFiles, AnEmptyDetectionGivesWholeFiles) {
  const Scene scene;
  const Detection<TypeParam> detection;
  const TemporaryFolder folder;
  write_results(scene, detection, "{\"bodies\": 0}", folder.path());
  EXPECT_EQ(split(content(folder / "contacts.csv"), '\n').size(), 1u);
  EXPECT_EQ(content(folder / "summary.json"), "{\"bodies\": 0}\n");
  EXPECT_EQ(folder.names().size(), 6u);
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
