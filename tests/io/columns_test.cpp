// Scenes as arrays: what is wrong in an untrusted file is told in one line that names file, dataset, place, value and
// what is allowed; what is right goes round without losing a bit.
#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <limits>

#include "abut/core/error.h"
#include "host/io/columns_reader.h"
#include "host/io/pair_feed.h"
#include "tests/io/scene_files.h"
#include "tests/support/memory_source.h"

namespace abut {
namespace {

using io::DatasetInfo;
using io::SceneColumns;
using test::MemoryData;
using test::MemorySink;
using test::MemorySource;
using test::TemporaryFolder;

const char* const every_kind = R"({"version": 1, "length_unit": "mm",
  "options": {"alert_distance": 0.1, "precision": "f32"},
  "shapes": [
    {"name": "hull", "hull": {"vertices": [[0, -0.0, 0.1], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]}},
    {"name": "point", "point": {"vertex": [1, 2, 3]}, "rounding": 0.125},
    {"name": "segment", "segment": {"vertices": [[0, 0, 0], [0, 0, 1e-300]]}},
    {"name": "triangle", "triangle": {"vertices": [[0, 0, 0], [0, 0, 1], [0, 1, 0]]}},
    {"name": "box", "box": {"half_extents": [1, 0.5, 0]}},
    {"name": "sphere", "sphere": {"radius": 0.3}, "rounding": 0.1},
    {"name": "capsule", "capsule": {"radius": 0.3, "half_length": 1}, "rounding": 0.7},
    {"name": "ellipsoid", "ellipsoid": {"semi_axes": [1, 2, 3]}},
    {"name": "cylinder", "cylinder": {"radius": 1, "half_length": 2}},
    {"name": "cone \" \u00e4", "cone": {"radius": 1, "half_length": 2}},
    {"name": "sum", "minkowski_sum": {"a": "box", "b": 0, "position": [-0.0, 0, 0], "orientation": [1, 1, 0, 0]}}],
  "bodies": [
    {"shape": 0, "position": [0.1, 0.2, 0.3], "orientation": [0.3, 0.1, 0.2, 0.7]},
    {"name": "two", "parts": [{"shape": "cylinder"}, {"shape": 10, "position": [1, 0, 0]}], "group": [0, 31], "meets": []},
    {"shape": 5, "group": 3}],
  "pairs": [[2, 0], [1, "two"], [0, 1]]})";

SceneColumns columns_of(const std::string& json) {
  const TemporaryFolder folder;
  return io::read_json_columns(folder.write("scene.json", json));
}

std::string good_json() {
  std::string json = every_kind;
  const std::string wrong = "[1, \"two\"], ";
  json.erase(json.find(wrong), wrong.size());
  return json;
}

MemoryData data_of(const SceneColumns& columns) {
  MemoryData data;
  MemorySink sink(data);
  io::write_columns(columns, sink);
  return data;
}

MemoryData good_data() { return data_of(columns_of(good_json())); }

void expect_same_bits(const MemoryData& a, const MemoryData& b) {
  ASSERT_EQ(a.datasets.size(), b.datasets.size());
  for (const auto& [name, set] : a.datasets) {
    const auto at = b.datasets.find(name);
    ASSERT_NE(at, b.datasets.end()) << name;
    EXPECT_EQ(set.info.shape, at->second.info.shape) << name;
    EXPECT_EQ(set.info.type, at->second.info.type) << name;
    EXPECT_EQ(set.integers, at->second.integers) << name;
    EXPECT_EQ(set.texts, at->second.texts) << name;
    ASSERT_EQ(set.reals.size(), at->second.reals.size()) << name;
    for (std::size_t i = 0; i < set.reals.size(); ++i) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(set.reals[i]), std::bit_cast<std::uint64_t>(at->second.reals[i]))
          << name << i;
    }
  }
  ASSERT_EQ(a.attributes.size(), b.attributes.size());
  for (std::size_t i = 0; i < a.attributes.size(); ++i)
    EXPECT_EQ(a.attributes[i].second.value, b.attributes[i].second.value);
}

/// The line that reading the data ends with.
std::string told(const MemoryData& data, io::PairsWanted pairs = io::PairsWanted::read) {
  MemorySource source(data);
  try {
    const SceneColumns columns = io::read_columns(source, pairs);
    io::scene_of(columns, "memory.h5");
  } catch (const InvalidInput& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find("memory.h5: "), 0u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  return "accepted";
}

/// What is told after `change`.
std::string after(const std::function<void(MemoryData&)>& change) {
  MemoryData data = good_data();
  change(data);
  return told(data);
}

#define EXPECT_TELLS(message, ...)                                                               \
  do {                                                                                           \
    const std::string line = message;                                                            \
    for (const char* part : {__VA_ARGS__}) {                                                     \
      EXPECT_NE(line.find(part), std::string::npos) << line << "\nlacks: " << part << std::endl; \
    }                                                                                            \
  } while (false)

TEST(Columns, EveryKindGoesRoundToTheBit) {
  const MemoryData data = good_data();
  ASSERT_EQ(told(data), "accepted");
  MemorySource source(data);
  const SceneColumns read = io::read_columns(source);
  expect_same_bits(data_of(read), data);

  const TemporaryFolder folder;
  io::write_scene_json(read, "memory.h5", folder / "again.json");
  expect_same_bits(data_of(io::read_json_columns(folder / "again.json")), data);
}

TEST(Columns, TheSceneIsTheOneOfTheJsonFile) {
  const TemporaryFolder folder;
  const Scene json = read_scene(folder.write("scene.json", good_json()));
  const MemoryData data = good_data();
  MemorySource source(data);
  const Scene scene = io::scene_of(io::read_columns(source), "memory.h5");
  ASSERT_EQ(scene.shapes.size(), json.shapes.size());
  EXPECT_EQ(scene.shape_names, json.shape_names);
  EXPECT_EQ(scene.body_names, json.body_names);
  EXPECT_EQ(scene.length_unit, json.length_unit);
  EXPECT_EQ(scene.precision, json.precision);
  EXPECT_EQ(scene.alert_distance, json.alert_distance);
  ASSERT_EQ(scene.pairs->size(), json.pairs->size());
  ASSERT_EQ(scene.bodies.part_count(), json.bodies.part_count());
  const PartsView a = scene.bodies.parts(), b = json.bodies.parts();
  for (std::uint32_t i = 0; i < a.count; ++i) {
    EXPECT_EQ(a.shape[i], b.shape[i]);
    EXPECT_EQ(a.groups[i], b.groups[i]);
    EXPECT_EQ(a.meets[i], b.meets[i]);
    EXPECT_EQ(a.px[i], b.px[i]);
    for (int k = 0; k < 9; ++k) EXPECT_EQ(a.r[k][i], b.r[k][i]);
  }
  for (std::uint32_t i = 0; i < scene.shapes.size(); ++i) {
    EXPECT_EQ(scene.shapes.header(i).size, json.shapes.header(i).size);
    EXPECT_EQ(scene.shapes.header(i).rounding, json.shapes.header(i).rounding);
  }
}

TEST(Columns, OtherTypesAreReadWhereTheyAreExact) {
  EXPECT_EQ(after([](MemoryData& d) {
              DatasetInfo& info = d.datasets["pairs/bodies"].info;
              info.is_signed = true, info.bits = 64, info.type = "int64", info.most_bytes *= 2;
            }),
            "accepted");
  EXPECT_EQ(after([](MemoryData& d) {
              DatasetInfo& info = d.datasets["bodies/position"].info;
              info.bits = 32, info.type = "float32";
            }),
            "accepted");
  EXPECT_TELLS(after([](MemoryData& d) {
                 DatasetInfo& info = d.datasets["bodies/position"].info;
                 info.kind = DatasetInfo::Kind::other, info.type = "float128";
               }),
               "bodies/position: has elements of type float128", "allowed are floating-point");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/kind"].info.kind = DatasetInfo::Kind::real; }),
               "shapes/kind: has elements of type uint8", "allowed are integers");
}

TEST(Columns, QuaternionsStandForRotations) {
  MemoryData data = good_data();
  data.datasets.erase("bodies/rotation");
  test::MemoryDataset& q = data.datasets["bodies/quaternion"];
  q.info = {DatasetInfo::Kind::real, 64, false, "float64", {3, 4}, 96};
  q.reals = {0.3, 0.1, 0.2, 0.7, 2, 0, 0, 0, 1, 0, 0, 0};
  EXPECT_EQ(told(data), "accepted");
  MemorySource source(data);
  const SceneColumns read = io::read_columns(source);
  const SceneColumns json = columns_of(good_json());
  for (int k = 0; k < 9; ++k) EXPECT_EQ(read.poses[0].rotation.m[k], json.poses[0].rotation.m[k]);
  q.reals[3] = 0, q.reals[2] = 0, q.reals[1] = 0, q.reals[0] = 0;
  EXPECT_TELLS(told(data), "bodies/quaternion[0]", "length zero");
  data.datasets["bodies/rotation"] = good_data().datasets["bodies/rotation"];
  EXPECT_TELLS(told(data), "allowed is one of");
}

TEST(ColumnsBadInput, AttributesAreChecked) {
  EXPECT_TELLS(after([](MemoryData& d) {
                 d.set("format", {std::string("abut-contacts"), "text"});
               }),
               "is not a scene", "abut-scene");
  EXPECT_TELLS(after([](MemoryData& d) {
                 d.set("format", {std::int64_t{1}, "int64"});
               }),
               "attribute format", "int64", "text");
  EXPECT_TELLS(after([](MemoryData& d) {
                 d.set("version", {std::int64_t{2}, "int64"});
               }),
               "attribute version: 2", "allowed is 1");
  EXPECT_TELLS(after([](MemoryData& d) { d.attributes.erase(d.attributes.begin() + 1); }), "version is missing");
  EXPECT_TELLS(after([](MemoryData& d) {
                 d.set("alert", {1.0, "float64"});
               }),
               "unknown attribute alert", "alert_distance");
  EXPECT_TELLS(after([](MemoryData& d) {
                 d.set("alert_distance", {-1.0, "float64"});
               }),
               "attribute alert_distance: -1", "from 0");
  EXPECT_TELLS(after([](MemoryData& d) {
                 d.set("alert_distance", {std::string("x"), "text"});
               }),
               "alert_distance: a value of type text is not allowed");
  EXPECT_TELLS(after([](MemoryData& d) {
                 d.set("precision", {std::string("f16"), "text"});
               }),
               "attribute precision", "f32 and f64");
}

TEST(ColumnsBadInput, MissingAndUnknownDatasetsAreNamed) {
  for (const char* name : {"shapes/kind", "shapes/vertices", "shapes/vertex_offsets", "shapes/sum_terms",
                           "bodies/position", "bodies/part_shape"}) {
    EXPECT_TELLS(after([&](MemoryData& d) { d.datasets.erase(name); }), name, "missing");
  }
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets.erase("bodies/part_offsets"); }), "exactly one of");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/colour"] = d.datasets["shapes/kind"]; }),
               "unknown dataset shapes/colour", "shapes/kind, shapes/size");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["colour"] = d.datasets["shapes/kind"]; }), "unknown dataset colour",
               "the groups shapes, bodies, pairs");
  EXPECT_TELLS(after([](MemoryData& d) { d.more_groups.push_back("more"); }), "unknown group more");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["pairs/parts"] = d.datasets["pairs/bodies"]; }),
               "allowed is one of");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["pairs/pose"] = d.datasets["bodies/position"]; }), "pairs/pose",
               "together");
}

TEST(ColumnsBadInput, ShapesOfDatasetsThatDoNotFitAreTold) {
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["bodies/position"].info.shape = {9}; }),
               "bodies/position: has the shape (9), allowed is (N, 3)");
  EXPECT_TELLS(after([](MemoryData& d) {
                 d.datasets["bodies/position"].info.shape = {3, 3, 1};
               }),
               "(3, 3, 1)", "(N, 3)");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/kind"].info.shape = {}; }), "shapes/kind: has the shape ()",
               "(N)");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/rounding"].info.shape = {10}; }),
               "shapes/rounding: has 10 rows, allowed are 11", "shapes/kind has");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/vertices"].info.shape[0] -= 1; }),
               "shapes/vertex_offsets[11]", "shapes/vertices");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/vertex_offsets"].info.shape[0] -= 1; }),
               "vertex_offsets: has 11 rows, allowed are 12");
}

TEST(ColumnsBadInput, AClaimedSizeWithoutTheDataIsRefusedBeforeItIsAllocated) {
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/vertices"].info.shape[0] = std::uint64_t{1} << 60; }),
               "shapes/vertices: claims 1152921504606846976 rows, but no more than 11 can be stored in it");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["pairs/bodies"].info.shape[0] = ~std::uint64_t{0}; }),
               "pairs/bodies: claims");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/name"].info.shape[0] = ~std::uint64_t{0}; }),
               "shapes/name: claims");
}

TEST(ColumnsBadInput, ValuesAreToldWithTheirPlace) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/vertices"].reals[7] = nan; }),
               "shapes/vertices[2][1]: nan is not a finite number");
  EXPECT_TELLS(
      after([](MemoryData& d) { d.datasets["bodies/position"].reals[3] = -std::numeric_limits<double>::infinity(); }),
      "bodies/position[1][0]: -inf");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/kind"].integers[4] = 11; }),
               "shapes/kind[4]: 11 is out of range", "0 to 10");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/rounding"].reals[1] = -0.5; }),
               "shapes/rounding[1]: -0.5 is negative");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/size"].reals[12] = -2; }),
               "shapes/size[4][0]: -2 is negative");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/size"].reals[17] = 2; }),
               "shapes/size[5][2]: 2 is not used by a sphere");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["bodies/part_shape"].integers[1] = 11; }),
               "bodies/part_shape[1]: 11", "shape from 0 to 10");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["bodies/rotation"].reals[0] = 2; }),
               "bodies/rotation[0]: is not a rotation within 1e-6");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["bodies/rotation"].reals[26] = -1; }),
               "bodies/rotation[2]: is a reflection");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/sum_terms"].integers[0] = 10; }),
               "shapes/sum_terms[0][0]: 10 is not a shape before the sum");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/name"].texts[1] = ""; }), "shapes/name[1]", "empty");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/name"].texts[1] = "hull"; }), "shapes/name[1]", "earlier");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/name"].texts[1] = std::string(5000, 'x'); }),
               "shapes/name[1]", "5000 bytes", "4096");
}

TEST(ColumnsBadInput, OffsetsAreChecked) {
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/vertex_offsets"].integers[0] = 1; }),
               "shapes/vertex_offsets[0]: 1 is not 0");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/vertex_offsets"].integers[2] = 3; }),
               "shapes/vertex_offsets[2]: 3 is less than", "5");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["shapes/vertex_offsets"].integers[2] = 7; }), "shapes/kind[1]",
               "a point with 2 vertices, allowed are 1");
  EXPECT_TELLS(after([](MemoryData& d) { d.datasets["bodies/part_offsets"].integers[1] = 0; }),
               "bodies/part_offsets[1]", "body 0 has no part");
}

TEST(ColumnsBadInput, AnIndexBeyond32BitsIsToldWithItsPlaceAndValue) {
  const auto with = [](std::uint64_t value, bool is_signed) {
    return after([&](MemoryData& d) {
      test::MemoryDataset& pairs = d.datasets["pairs/bodies"];
      pairs.info.bits = 64, pairs.info.is_signed = is_signed, pairs.info.most_bytes *= 2;
      pairs.integers[3] = value;
    });
  };
  EXPECT_TELLS(with((std::uint64_t{1} << 32) + 1, true), "pairs/bodies[1][1]: 4294967297 is out of range",
               "body from 0 to 2");
  EXPECT_TELLS(with(~std::uint64_t{0}, true), "pairs/bodies[1][1]: -1 is out of range");
  EXPECT_TELLS(with(~std::uint64_t{0}, false), "pairs/bodies[1][1]: 18446744073709551615 is out of range");
  EXPECT_TELLS(with(0, false), "pairs/bodies[1]: names body 0 twice");
}

/// Three shapes and pairs of them.
MemoryData shape_pairs(std::size_t count) {
  MemoryData data = good_data();
  for (const char* name : {"bodies/position", "bodies/rotation", "bodies/part_offsets", "bodies/part_shape",
                           "bodies/part_position", "bodies/groups", "bodies/meets", "bodies/name", "pairs/bodies"}) {
    data.datasets.erase(name);
  }
  test::MemoryDataset& pairs = data.datasets["pairs/shapes"];
  pairs.info = {DatasetInfo::Kind::integer, 32, false, "uint32", {count, 2}, 8 * count};
  test::MemoryDataset& poses = data.datasets["pairs/pose"];
  poses.info = {DatasetInfo::Kind::real, 64, false, "float64", {count, 3, 4}, 96 * count};
  for (std::size_t i = 0; i < count; ++i) {
    pairs.integers.insert(pairs.integers.end(), {i % 11, i % 7});
    for (int k = 0; k < 12; ++k) poses.reals.push_back(k % 5 == 0 ? 1 : k == 3 ? 0.01 * static_cast<double>(i) : 0);
  }
  return data;
}

std::string told_of_pairs(const MemoryData& data) {
  MemorySource source(data);
  try {
    const SceneColumns columns = io::read_columns(source, io::PairsWanted::kind_only);
    const std::string file = "memory.h5";
    io::PairFeed feed(&source, columns, file);
    io::PairPiece piece;
    while (feed.next(7, piece)) {
    }
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(PairFeed, ShapePairsComeInPiecesAndAreChecked) {
  MemoryData data = shape_pairs(100);
  EXPECT_EQ(told_of_pairs(data), "accepted");
  EXPECT_TELLS(told(data), "pairs/shapes", "abut query");
  data.datasets["pairs/pose"].reals[12 * 50 + 7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TELLS(told_of_pairs(data), "memory.h5: pairs/pose[50][1][3]: nan is not a finite number");
  data = shape_pairs(100);
  data.datasets["pairs/pose"].reals[12 * 51] = -1;
  EXPECT_TELLS(told_of_pairs(data), "pairs/pose[51]: is a reflection");
  data.datasets["pairs/pose"].reals[12 * 51] = 1.00001;
  EXPECT_TELLS(told_of_pairs(data), "pairs/pose[51]: is not a rotation within 1e-06");
  data.datasets["pairs/pose"].info.bits = 32;
  EXPECT_TELLS(told_of_pairs(data), "pairs/pose[51]: is not a rotation within 1e-05");
  data = shape_pairs(100);
  data.datasets["pairs/shapes"].integers[2 * 99 + 1] = 11;
  EXPECT_TELLS(told_of_pairs(data), "pairs/shapes[99][1]: 11 is out of range", "shape from 0 to 10");
  data.datasets["pairs/pose"].info.shape[0] = 99;
  EXPECT_TELLS(told_of_pairs(data), "pairs/pose: has 99 rows, allowed are 100");
  data.datasets.erase("pairs/pose");
  EXPECT_TELLS(told_of_pairs(data), "none without the other");
}

TEST(PairFeed, PairsOfBodiesBecomeAllPairsOfTheirParts) {
  const MemoryData data = good_data();  // pairs (2, 0) and (0, 1); body 1 has the parts 1 and 2
  for (const std::uint64_t most : {1, 2, 3, 100}) {
    MemorySource source(data);
    const SceneColumns columns = io::read_columns(source, io::PairsWanted::kind_only);
    const std::string file = "memory.h5";
    io::PairFeed feed(&source, columns, file);
    EXPECT_EQ(feed.count(), 3u);
    io::PairPiece piece;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
    while (feed.next(most, piece)) {
      EXPECT_LE(piece.pairs.size(), most);
      for (const Pair& pair : piece.pairs) all.emplace_back(pair.a, pair.b);
    }
    EXPECT_EQ(all, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{3, 0}, {0, 1}, {0, 2}}));
  }
}

}  // namespace
}  // namespace abut
