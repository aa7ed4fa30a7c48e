// `abut convert`, `abut query`, and `abut detect` of and into HDF5 files.
#include "abut/hdf5.h"

#include <gtest/gtest.h>

#include <bit>

#include "host/io/data_source.h"
#include "host/io/pair_feed.h"
#include "host/io/random.h"
#include "tests/cli/datasets.h"
#include "tests/cli/program.h"

namespace abut::test {
namespace {

#define NEEDS_HDF5() \
  if (!hdf5_available()) GTEST_SKIP() << "this build has no HDF5"

TEST(CliHdf5, WithoutHdf5OneLineSaysSo) {
  if (hdf5_available()) GTEST_SKIP() << "this build has HDF5";
  const TemporaryFolder folder;
  const std::string scene =
      folder.write("s.json", scene_text(ball, R"({"shape": 0}, {"shape": 0})", R"(, "pairs": [[0, 1]])"));
  for (const std::vector<std::string>& command : {std::vector<std::string>{"convert", scene, folder / "s.h5"},
                                                  {"query", scene, "--out", folder / "c.h5"},
                                                  {"detect", scene, "--out", folder / "c.h5"},
                                                  {"detect", scene, "--out", folder / "out", "--hdf5"},
                                                  {"detect", folder.write("x.h5", "\x89HDF\r\n\x1a\n")}}) {
    expect_refused(run(command), {"this build of Abut has no HDF5"});
  }
}

TEST(CliHdf5, AConvertedSceneComesBackAndGivesTheSameContacts) {
  NEEDS_HDF5();
  const TemporaryFolder folder;
  const std::string json = grain_scene(folder, 60);
  ASSERT_EQ(run({"convert", json, folder / "a.h5"}).status, 0);
  ASSERT_EQ(run({"convert", folder / "a.h5", folder / "b.json"}).status, 0);
  ASSERT_EQ(run({"convert", folder / "b.json", folder / "c.h5"}).status, 0);
  ASSERT_EQ(run({"convert", folder / "a.h5", folder / "packed.h5", "--deflate", "6"}).status, 0);
  EXPECT_TRUE(content(folder / "a.h5") == content(folder / "c.h5"));
  EXPECT_LT(content(folder / "packed.h5").size(), content(folder / "a.h5").size());
  std::string first;
  for (const char* scene : {"grains.json", "a.h5", "b.json", "packed.h5"}) {
    ASSERT_EQ(run({"detect", folder / scene, "--out", folder / "out"}).status, 0) << scene;
    const std::string contacts = content(folder / "out/contacts.csv");
    if (first.empty()) first = contacts;
    EXPECT_GT(contacts.size(), 1000u);
    EXPECT_TRUE(contacts == first) << scene;
  }
}

TEST(CliHdf5, DetectWritesTheContactsOfItsTable) {
  NEEDS_HDF5();
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 100);
  for (const char* precision : {"f32", "f64"}) {
    ASSERT_EQ(run({"detect", scene, "--out", folder / "out", "--hdf5", "--precision", precision}).status, 0);
    ASSERT_EQ(run({"detect", scene, "--out", folder / "one.h5", "--precision", precision}).status, 0);
    EXPECT_TRUE(content(folder / "one.h5") == content(folder / "out/contacts.h5"));
    const std::vector<double> separation = numbers(folder / "one.h5", "separation"),
                              body = numbers(folder / "one.h5", "body"), normal = numbers(folder / "one.h5", "normal");
    std::istringstream table(content(folder / "out/contacts.csv"));
    std::string line;
    std::getline(table, line);
    std::size_t i = 0;
    for (; std::getline(table, line); ++i) {
      std::vector<std::string> columns;
      std::istringstream cells(line);
      for (std::string cell; std::getline(cells, cell, ',');) columns.push_back(cell);
      ASSERT_LT(i, separation.size());
      const bool single = std::string(precision) == "f32";
      const auto number = [&](std::size_t column) {
        return single ? static_cast<double>(std::stof(columns[column])) : std::stod(columns[column]);
      };
      EXPECT_EQ(number(4), separation[i]);
      EXPECT_EQ(number(6), normal[3 * i + 1]);
      EXPECT_EQ(std::stod(columns[3]), body[2 * i + 1]);
    }
    EXPECT_EQ(i, separation.size());
    EXPECT_GT(i, 10u);
  }
}

TEST(CliHdf5, EveryCommandThatReadsASceneReadsHdf5) {
  NEEDS_HDF5();
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "s.json", scene_text(ball, R"({"name": "one", "shape": 0}, {"name": "two", "shape": 0, "position": [1, 0, 0]})"));
  ASSERT_EQ(run({"convert", scene, folder / "s.h5"}).status, 0);
  const auto same = [&](const std::vector<std::string>& before, const std::vector<std::string>& after) {
    std::string out[2];
    for (const int k : {0, 1}) {
      std::vector<std::string> arguments = before;
      arguments.push_back(k == 0 ? scene : folder / "s.h5");
      arguments.insert(arguments.end(), after.begin(), after.end());
      const Ended ended = run(arguments);
      EXPECT_EQ(ended.status, 0) << ended.error;
      out[k] = ended.out;
    }
    return out[0] == out[1];
  };
  const nlohmann::json verified = json_of(run({"verify", folder / "s.h5", "--json"}));
  EXPECT_EQ(verified["contacts"], 1);
  EXPECT_EQ(verified["disagreements"], 0);
  EXPECT_TRUE(same({"explain"}, {"--pair", "one", "two"}));
  EXPECT_EQ(run({"report", folder / "s.h5", "-o", folder / "s.html"}).status, 0);
  EXPECT_EQ(json_of(run({"detect", folder / "s.h5", "--json"}))["contacts"], 1);
}

struct ShapePairs {
  io::SceneColumns columns;
  std::vector<Pair> pairs;
  std::vector<double> poses;
};

ShapePairs random_shape_pairs(std::uint64_t count) {
  ShapePairs out;
  io::Random random(5);
  for (int k = 0; k < 10; ++k) {
    std::vector<Vec3<double>> v;
    for (int i = 0; i < 12; ++i) v.push_back({random.uniform(), random.uniform(), random.uniform()});
    out.columns.add({.kind = io::ShapeCode::hull, .vertices = v});
  }
  out.columns.add({.kind = io::ShapeCode::sphere, .size = {0.5, 0, 0}});
  for (std::uint64_t i = 0; i < count; ++i) {
    out.pairs.push_back({static_cast<std::uint32_t>(random.below(11)), static_cast<std::uint32_t>(random.below(11))});
    double q[4];
    random.rotation(q);
    const Mat3<double> r = rotation_from_quaternion(q[0], q[1], q[2], q[3]);
    for (int row = 0; row < 3; ++row) {
      out.poses.insert(out.poses.end(), {r.m[3 * row], r.m[3 * row + 1], r.m[3 * row + 2], 2 * random.uniform() - 1});
    }
  }
  return out;
}

void write_shape_pairs(const ShapePairs& in, const std::string& path, int deflate = 0) {
  const auto sink = io::create_hdf5(path, deflate, 1000);
  io::write_columns(in.columns, *sink);
  sink->write_all("pairs/shapes", io::Element::u32, {in.pairs.size(), 2}, in.pairs.data());
  sink->write_all("pairs/pose", io::Element::f64, {in.pairs.size(), 3, 4}, in.poses.data());
  sink->publish();
}

TEST(CliHdf5, QueriesOfAFileAreThoseOfOneBatchInWhateverPieces) {
  NEEDS_HDF5();
  const TemporaryFolder folder;
  const ShapePairs in = random_shape_pairs(5000);
  write_shape_pairs(in, folder / "pairs.h5");
  write_shape_pairs(in, folder / "packed.h5", 1);
  const Scene scene = io::scene_of(in.columns, "");
  Contacts<double> expected(in.pairs.size());
  query_shape_pairs<double>(Cpu{}, scene.shapes.view<double>(), in.pairs, {in.poses.data(), 12}, {}, expected.view());
  std::string first;
  for (const char* piece : {"7", "1000", "5000", "65536"}) {
    for (const char* file : {"pairs.h5", "packed.h5"}) {
      const nlohmann::json json =
          json_of(run({"query", folder / file, "--out", folder / "c.h5", "--piece", piece, "--json"}));
      EXPECT_EQ(json["pairs"], 5000);
      EXPECT_EQ(json["fields"].size(), 13u);
      if (first.empty()) first = content(folder / "c.h5");
      EXPECT_TRUE(content(folder / "c.h5") == first) << piece << file;
    }
  }
  const std::vector<double> separation = numbers(folder / "c.h5", "separation"),
                            normal = numbers(folder / "c.h5", "normal"),
                            witness = numbers(folder / "c.h5", "witness_b"),
                            status = numbers(folder / "c.h5", "status");
  const auto source = io::open_hdf5(folder / "c.h5");
  std::vector<std::uint64_t> key(in.pairs.size());
  source->read("key", 0, key.size(), std::span(key));
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    EXPECT_EQ(separation[i], expected.separation[i]);
    EXPECT_EQ(normal[3 * i + 2], expected.normal_z[i]);
    EXPECT_EQ(witness[3 * i], expected.witness_b_x[i]);
    EXPECT_EQ(status[i], expected.status[i]);
    EXPECT_EQ(key[i], expected.key[i]);
  }
}

TEST(CliHdf5, ChosenFieldsPrecisionAndCompression) {
  NEEDS_HDF5();
  const TemporaryFolder folder;
  const ShapePairs in = random_shape_pairs(100);
  write_shape_pairs(in, folder / "pairs.h5");
  ASSERT_EQ(run({"query", folder / "pairs.h5", "--out", folder / "c.h5", "--fields", "normal,separation,pair",
                 "--precision", "f32", "--deflate", "1", "--piece", "1", "--alert", "0.125"})
                .status,
            0);
  const auto source = io::open_hdf5(folder / "c.h5");
  ASSERT_EQ(source->entries().size(), 3u);
  EXPECT_EQ(source->info("normal").type, "float32");
  EXPECT_EQ(source->info("normal").shape, (std::vector<std::uint64_t>{100, 3}));
  EXPECT_EQ(std::get<double>(source->attribute("alert_distance").value), 0.125);
  EXPECT_EQ(std::get<std::string>(source->attribute("precision").value), "f32");
  EXPECT_EQ(numbers(folder / "c.h5", "pair")[5], in.pairs[2].b);
}

TEST(CliHdf5, PairsOfBodiesAreAnsweredAsTheyStandFromJsonToo) {
  NEEDS_HDF5();
  const TemporaryFolder folder;
  const std::string scene =
      folder.write("s.json", scene_text(ball, R"({"shape": 0}, {"parts": [{"shape": 0, "position": [5, 0, 0]},
    {"shape": 0, "position": [3, 0, 0]}]}, {"shape": 0, "position": [-4, 0, 0]})",
                                        R"(, "pairs": [[2, 0], [1, 0], [2, 0]])"));
  ASSERT_EQ(run({"convert", scene, folder / "s.h5"}).status, 0);
  for (const char* file : {"s.json", "s.h5"}) {
    ASSERT_EQ(run({"query", folder / file, "--out", folder / "c.h5", "--piece", "2"}).status, 0);
    EXPECT_EQ(numbers(folder / "c.h5", "body"), (std::vector<double>{2, 0, 1, 0, 1, 0, 2, 0})) << file;
    EXPECT_EQ(numbers(folder / "c.h5", "pair"), (std::vector<double>{3, 0, 1, 0, 2, 0, 3, 0})) << file;
    EXPECT_EQ(numbers(folder / "c.h5", "separation"), (std::vector<double>{2, 3, 1, 2})) << file;
  }
}

TEST(CliHdf5BadInput, OptionsAndFilesAreRefusedInOneLine) {
  NEEDS_HDF5();
  const TemporaryFolder folder;
  ShapePairs in = random_shape_pairs(100);
  write_shape_pairs(in, folder / "pairs.h5");
  const std::string pairs = folder / "pairs.h5", out = folder / "c.h5";
  expect_refused(run({"query", pairs, "--out", out, "--fields", "separation,colour"}),
                 {"'colour'", "allowed are body, pair, separation"});
  expect_refused(run({"query", pairs, "--out", out, "--fields", "separation,separation"}),
                 {"'separation' is given twice"});
  expect_refused(run({"query", pairs, "--out", out, "--fields", "body"}), {"'body'", "pairs of shapes"});
  expect_refused(run({"query", pairs, "--out", out, "--fields", "bound_gap,"}), {"'' is not a field"});
  expect_refused(run({"query", pairs, "--out", out, "--deflate", "10"}), {"--deflate", "10"});
  expect_refused(run({"query", pairs, "--out", out, "--piece", "0"}), {"--piece: '0'", "1 to 16777216"});
  expect_refused(run({"query", pairs, "--out", out, "--alert=-1"}), {"--alert", "-1"});
  expect_refused(run({"query", pairs, "--out", out, "--precision", "f16"}), {"--precision", "f16"});
  expect_refused(run({"query", folder / "none.h5", "--out", out}), {"none.h5", "No such file"});
  expect_refused(run({"query", folder.write("text.h5", "\x89HDF\r\n\x1a\nrest"), "--out", out}),
                 {"text.h5", "cannot be opened as an HDF5 file"});
  expect_refused(run({"query", grain_scene(folder, 3), "--out", out}), {"has no pairs to query"});
  expect_refused(run({"query", pairs, "--out", folder.path()}), {"is a folder"});
  expect_refused(run({"query", pairs, "--out", "/dev/null"}), {"/dev/null: is a device or a pipe"});
  expect_refused(run({"detect", pairs}), {"pairs/shapes", "abut query"});
  expect_refused(run({"detect", pairs, "--hdf5"}), {"--hdf5", "--out"});
  expect_refused(run({"convert", pairs, folder / "s.json"}), {"pairs/shapes", "abut query"});
  in.pairs[70].b = 11;
  write_shape_pairs(in, folder / "bad.h5");
  expect_refused(run({"query", folder / "bad.h5", "--out", out, "--piece", "16"}),
                 {"bad.h5: pairs/shapes[70][1]: 11 is out of range", "0 to 10"});
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_FALSE(std::filesystem::exists(out + ".partial"));
}

TEST(CliHdf5BadInput, AFullDiskIsToldAndLeavesNoFile) {
  NEEDS_HDF5();
  const TemporaryFolder folder;
  write_shape_pairs(random_shape_pairs(3000), folder / "pairs.h5");
  for (const rlim_t size : {1024, 100000, 400000}) {
    RunOptions small;
    small.file_size = size;
    expect_refused(run({"query", folder / "pairs.h5", "--out", folder / "c.h5", "--piece", "500"}, small),
                   {"c.h5: cannot be written", "File too large"});
    EXPECT_EQ(folder.names(), std::vector<std::string>{"pairs.h5"});
  }
}

TEST(CliHdf5, CtrlCLeavesNothingHalf) {
  NEEDS_HDF5();
  const TemporaryFolder folder;
  write_shape_pairs(random_shape_pairs(200000), folder / "pairs.h5");
  RunOptions interrupted;
  interrupted.signal = SIGINT;
  interrupted.wait_for = folder / "c.h5.partial";
  const Ended ended =
      run({"query", folder / "pairs.h5", "--out", folder / "c.h5", "--piece", "100", "--threads", "1"}, interrupted);
  EXPECT_EQ(ended.status, 130) << ended.error;
  EXPECT_LT(ended.seconds, 2);
  EXPECT_EQ(ended.error, "abut: interrupted\n");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"pairs.h5"});
}

}  // namespace
}  // namespace abut::test
