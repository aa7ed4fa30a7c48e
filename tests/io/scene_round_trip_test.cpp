// Random scenes go from JSON to HDF5 and back without losing a bit; what one of the two cannot say is refused, and a
// conversion that fails leaves the file that was there.
#if ABUT_HAVE_HDF5
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "abut/core/error.h"
#include "abut/hdf5.h"
#include "host/io/columns_reader.h"
#include "host/io/data_source.h"
#include "tests/io/failing_writes.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

using io::SceneColumns;
using io::ShapeCode;

/// Any number in a range of exponents, of either sign, or a zero of either sign.
double any_number(Random& random) {
  if (random.below(8) == 0) return random.below(2) == 0 ? 0.0 : -0.0;
  const std::uint64_t bits = random.bits();
  const int exponent = static_cast<int>(random.below(300)) - 200;
  const double value = std::ldexp(1 + static_cast<double>(bits >> 12) * 0x1p-52, exponent);
  return (bits & 1) != 0 ? value : -value;
}
Vec3<double> any_vector(Random& random) {
  const double x = any_number(random), y = any_number(random);
  return {x, y, any_number(random)};
}
double length_of(Random& random) { return std::abs(any_number(random)); }

Pose any_pose(Random& random) {
  Pose pose;
  if (random.below(3) != 0) pose.position = any_vector(random);
  if (random.below(3) != 0) pose.rotation = random.rotation();
  return pose;
}

/// Names that JSON has to escape.
std::string any_name(Random& random, std::size_t i) {
  const char* const parts[] = {"a\"b",   "back\\slash", "tab\t",        "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
                               "{}[],:", " ",           "\x01\x1f\x7f", "line\nline",
                               "/",      "null"};
  return parts[random.below(10)] + std::to_string(i);
}

void add_shapes(Random& random, SceneColumns& columns) {
  const std::uint32_t count = random.below(20);
  for (std::uint32_t i = 0; i < count; ++i) {
    io::ShapeRow row;
    const auto code = random.below(i == 0 ? 10 : 11);
    row.kind = static_cast<ShapeCode>(code);
    std::vector<Vec3<double>> vertices(row.kind == ShapeCode::hull ? 1 + random.below(9) : code <= 3 ? code : 0);
    for (Vec3<double>& v : vertices) v = any_vector(random);
    row.vertices = vertices;
    const int lengths = row.kind == ShapeCode::box || row.kind == ShapeCode::ellipsoid ? 3
                        : row.kind == ShapeCode::sphere                                ? 1
                        : code < 4 || row.kind == ShapeCode::minkowski_sum             ? 0
                                                                                       : 2;
    for (int k = 0; k < lengths; ++k) row.size[static_cast<std::size_t>(k)] = length_of(random);
    if (row.kind == ShapeCode::minkowski_sum) {
      // Of the first shape, which is no sum: terms would go beyond the 64 that are allowed.
      row.terms = {0, columns.kind[i - 1] == ShapeCode::minkowski_sum ? 0 : i - 1};
      row.pose = any_pose(random);
    }
    if (random.below(2) == 0) row.rounding = length_of(random);
    columns.add(row);
    columns.shape_names.push_back(any_name(random, i));
  }
}

void add_bodies(Random& random, SceneColumns& columns) {
  const auto shapes = static_cast<std::uint32_t>(columns.shape_count());
  const std::uint32_t count = shapes == 0 ? 0 : random.below(12);
  const bool plain = random.below(2) == 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::vector<Part> parts(plain ? 1 : 1 + random.below(3));
    for (Part& part : parts) part = {random.below(shapes), plain ? Pose{} : any_pose(random)};
    BodyOptions options;
    if (random.below(3) == 0) options.groups = static_cast<std::uint32_t>(random.bits());
    if (random.below(3) == 0) options.meets = random.below(2) == 0 ? 0 : static_cast<std::uint32_t>(random.bits());
    columns.add_body(any_pose(random), parts, options);
    columns.body_names.push_back(random.below(2) == 0 ? "" : any_name(random, i));
  }
  if (random.below(3) == 0) return;
  columns.pair_kind = io::PairKind::bodies;
  const std::uint32_t pairs = count > 1 ? random.below(9) : 0;
  for (std::uint32_t i = 0; i < pairs; ++i) {
    const std::uint32_t a = random.below(count);
    columns.pairs.push_back({a, (a + 1 + random.below(count - 1)) % count});
  }
}

SceneColumns any_scene(Random& random) {
  SceneColumns columns;
  if (random.below(2) == 0) columns.length_unit = any_name(random, 0);
  if (random.below(2) == 0) columns.alert_distance = length_of(random);
  if (random.below(2) == 0) columns.precision = random.below(2) == 0 ? "f32" : "f64";
  add_shapes(random, columns);
  add_bodies(random, columns);
  return columns;
}

void write_hdf5(const SceneColumns& columns, const std::string& path, int deflate = 0) {
  const auto sink = io::create_hdf5(path, deflate);
  io::write_columns(columns, *sink);
  sink->publish();
}

/// Bodies and shapes as the scene has them: from the library's side, not from the file's.
void expect_same_scene(const Scene& a, const Scene& b) {
  ASSERT_EQ(a.shapes.size(), b.shapes.size());
  EXPECT_EQ(a.shape_names, b.shape_names);
  EXPECT_EQ(a.body_names, b.body_names);
  EXPECT_EQ(a.length_unit, b.length_unit);
  EXPECT_EQ(a.precision, b.precision);
  EXPECT_EQ(a.alert_distance, b.alert_distance);
  for (std::uint32_t s = 0; s < a.shapes.size(); ++s) {
    EXPECT_EQ(a.shapes.header(s).size, b.shapes.header(s).size) << s;
    EXPECT_EQ(a.shapes.header(s).rounding, b.shapes.header(s).rounding) << s;
  }
  const PartsView p = a.bodies.parts(), q = b.bodies.parts();
  ASSERT_EQ(p.count, q.count);
  for (std::uint32_t i = 0; i < p.count; ++i) {
    EXPECT_EQ(p.shape[i], q.shape[i]) << i;
    EXPECT_EQ(p.body[i], q.body[i]) << i;
    EXPECT_EQ(p.groups[i], q.groups[i]) << i;
    EXPECT_EQ(p.meets[i], q.meets[i]) << i;
    EXPECT_EQ(p.pz[i], q.pz[i]) << i;
    for (int k = 0; k < 9; ++k) EXPECT_EQ(p.r[k][i], q.r[k][i]) << i;
  }
  ASSERT_EQ(a.pairs.has_value(), b.pairs.has_value());
  for (std::size_t i = 0; a.pairs && i < a.pairs->size(); ++i) {
    EXPECT_EQ((*a.pairs)[i].a, b.pairs->at(i).a);
    EXPECT_EQ((*a.pairs)[i].b, b.pairs->at(i).b);
  }
}

TEST(SceneRoundTrip, RandomScenesComeBackAsTheSameBytesFromEitherFormat) {
  const TemporaryFolder folder;
  std::size_t parts = 0, sums = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const SceneColumns columns = any_scene(random);
    parts += columns.part_shape.size() > columns.body_count();
    sums += columns.sum_terms.size();
    write_hdf5(columns, folder / "a.h5");
    convert_scene(folder / "a.h5", folder / "b.json");
    convert_scene(folder / "b.json", folder / "c.h5");
    convert_scene(folder / "c.h5", folder / "d.json");
    convert_scene(folder / "d.json", folder / "e.json");
    convert_scene(folder / "e.json", folder / "packed.hdf5", 9);
    convert_scene(folder / "packed.hdf5", folder / "f.h5");
    EXPECT_TRUE(content(folder / "a.h5") == content(folder / "c.h5"));
    EXPECT_TRUE(content(folder / "a.h5") == content(folder / "f.h5"));
    EXPECT_TRUE(content(folder / "b.json") == content(folder / "d.json"));
    EXPECT_TRUE(content(folder / "b.json") == content(folder / "e.json"));
    expect_same_scene(read_scene(folder / "b.json"), read_scene(folder / "packed.hdf5"));
  }
  EXPECT_GT(parts, 4u);
  EXPECT_GT(sums, 4u);
}

/// The numbers themselves, seen in the columns of either file.
TEST(SceneRoundTrip, NumbersAtTheLimitsKeepTheirBits) {
  using D = std::numeric_limits<double>;
  const TemporaryFolder folder;
  SceneColumns columns;
  const std::vector<Vec3<double>> point{{-0.0, D::denorm_min(), 0x1p-1022}};
  columns.add({.kind = ShapeCode::point, .vertices = point});
  columns.add({.kind = ShapeCode::sphere, .size = {0.1 + 0.2}});
  const Vec3<double> places[] = {{1e308, -1e308, 4.9e-324}, {-0.0, 0, -0.0}, {1.0 / 3, 123456789012345678.0, 1e22}};
  for (const Vec3<double>& place : places) {
    Pose pose;
    pose.position = place;
    const Part part[1] = {{1, {}}};
    columns.add_body(pose, part, {});
  }
  write_hdf5(columns, folder / "a.h5");
  convert_scene(folder / "a.h5", folder / "b.json");
  const SceneColumns again = io::read_json_columns(folder / "b.json");
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  for (const auto axis : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z}) {
    EXPECT_EQ(bits(again.vertices.at(0).*axis), bits(point[0].*axis));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(bits(again.poses.at(i).position.*axis), bits(places[i].*axis)) << i;
  }
  EXPECT_EQ(again.size.at(1)[0], 0.1 + 0.2);
}

TEST(SceneRoundTrip, AnEmptySceneIsOneInBothFormats) {
  const TemporaryFolder folder;
  for (const char* more : {"", R"(, "pairs": [])"}) {
    const std::string json = folder.write("a.json", scene_text("", "", more));
    for (const int deflate : {0, 5}) {
      convert_scene(json, folder / "b.h5", deflate);
      const Scene scene = read_scene(folder / "b.h5");
      EXPECT_EQ(scene.shapes.size() + scene.bodies.size(), 0u);
      EXPECT_EQ(scene.pairs.has_value(), *more != '\0');
      convert_scene(folder / "b.h5", folder / "c.json");
      EXPECT_EQ(read_scene(folder / "c.json").pairs.has_value(), *more != '\0');
    }
  }
}

TEST(SceneRoundTrip, PairsThatJsonCannotSayAreRefusedAndTheOldFileStays) {
  const TemporaryFolder folder;
  Random random(1);
  SceneColumns columns;
  columns.add({.kind = ShapeCode::sphere, .size = {1}});
  const Part two[2] = {{0, {}}, {0, {}}};
  for (int i = 0; i < 3; ++i) columns.add_body({}, {two, i == 1 ? 2u : 1u}, {});
  columns.pair_kind = io::PairKind::parts;
  columns.pairs = {{0, 3}, {1, 2}};
  write_hdf5(columns, folder / "a.h5");
  folder.write("old.json", "old");
  EXPECT_EQ(
      complaint([&] { convert_scene(folder / "a.h5", folder / "old.json"); }),
      folder / "a.h5" + ": pairs/parts: a JSON scene has pairs of bodies only, and bodies here have several parts");
  EXPECT_EQ(content(folder / "old.json"), "old");
  EXPECT_EQ(folder.names().size(), 2u);
  // Two parts of one body are a pair as any other, if the file names them; the scene has them sorted.
  const Scene scene = read_scene(folder / "a.h5");
  ASSERT_EQ(scene.pairs->size(), 2u);
  EXPECT_EQ(scene.pairs->at(1).b, 2u);
  // With one part each they are pairs of bodies.
  columns.part_shape.pop_back(), columns.part_poses.pop_back();
  columns.part_offsets = {0, 1, 2, 3};
  columns.pairs = {{2, 0}, {0, 1}};
  write_hdf5(columns, folder / "b.h5");
  convert_scene(folder / "b.h5", folder / "b.json");
  EXPECT_NE(content(folder / "b.json").find("\"pairs\": [\n    [2, 0],\n    [0, 1]\n  ]"), std::string::npos);
}

TEST(SceneRoundTrip, OptionsAndNamesOfFilesAreChecked) {
  const TemporaryFolder folder;
  const std::string json = folder.write("a.json", scene_text(ball, ""));
  for (const int deflate : {-1, 10}) {
    EXPECT_EQ(complaint([&] { convert_scene(json, folder / "b.h5", deflate); }),
              "deflate is " + std::to_string(deflate) + "; allowed are 0 to 9");
  }
  EXPECT_THROW(convert_scene(folder / "missing.json", folder / "b.h5"), FileError);
  EXPECT_THROW(convert_scene(json, folder / "missing/b.h5"), FileError);
  EXPECT_THROW(convert_scene(json, folder / "missing/b.json"), FileError);
  const std::string text = folder.write("t.h5", "no scene");  // not HDF5 by its content, so it is read as JSON
  EXPECT_NE(complaint([&] { convert_scene(text, folder / "b.h5"); }).find("not JSON"), std::string::npos);
  EXPECT_EQ(folder.names().size(), 2u);
  // The content tells what a file is; to what it is written only its name can tell.
  convert_scene(json, folder / "b.h5");
  std::filesystem::rename(folder / "b.h5", folder / "b.json");
  convert_scene(folder / "b.json", folder / "c.txt");
  EXPECT_EQ(read_scene(folder / "c.txt").shapes.size(), 1u);
  EXPECT_FALSE(io::is_hdf5(folder / "c.txt"));
  // Onto itself: refused, by whatever name.
  const std::string before = content(json);
  std::filesystem::create_symlink(json, folder / "same.json");
  for (const std::string& out : {json, folder / "same.json"}) {
    EXPECT_EQ(complaint([&] { convert_scene(json, out); }),
              "the file to write is the input " + json + "; allowed is another file");
  }
  EXPECT_EQ(content(json), before);
}

TEST(SceneRoundTrip, MeshesBecomeTheVerticesThatStandForThem) {
  const TemporaryFolder folder;
  folder.write("t.off", tetrahedron_off);
  const std::string json = folder.write(
      "a.json", scene_text(R"({"name": "m", "mesh": {"path": "t.off", "scale": 3}, "rounding": 0.5})", ""));
  EXPECT_EQ(convert_scene(json, folder / "b.h5").meshes, 1u);
  std::filesystem::remove(folder / "t.off");
  const Scene scene = read_scene(folder / "b.h5");
  EXPECT_EQ(scene.shapes.header(0).vertex_count, 4u);
  EXPECT_EQ(scene.shapes.header(0).rounding, 0.5);
  double most = 0;
  for (const Vec3<double>& v : scene.shapes.vertices(0)) most = std::max({most, v.x, v.y, v.z});
  EXPECT_EQ(most, 3);
  EXPECT_EQ(convert_scene(folder / "b.h5", folder / "c.json").meshes, 0u);
}

}  // namespace
}  // namespace abut::test
#endif
