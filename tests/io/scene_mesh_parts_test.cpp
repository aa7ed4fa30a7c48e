// Meshes of a scene as convex parts, and what is kept of them beside it.
#include <gtest/gtest.h>

#include <chrono>

#include "abut/core/error.h"
#include "abut/io.h"
#include "tests/decompose/solids.h"
#include "tests/io/scene_files.h"

namespace abut::test {
namespace {

namespace fs = std::filesystem;

/// A folder with a scene of one angle, two boxes in parts, of which `bodies` speaks.
struct AngleScene {
  TemporaryFolder folder;
  std::string scene;

  explicit AngleScene(const std::string& bodies = R"({"shape": "angle"})", const std::string& options = "") {
    write_obj({angle_mesh()}, folder / "angle.obj");
    scene = folder.write("scene.json", scene_text(R"({"name": "ball", "sphere": {"radius": 1}},
          {"name": "angle", "mesh": {"path": "angle.obj", "as": "parts", "scale": 2)" +
                                                      options + R"(}},
          {"name": "point", "point": {"vertex": [0, 0, 0]}})",
                                                  bodies));
  }
  Scene read() const { return read_scene(scene); }
  std::vector<std::string> kept() const {
    std::vector<std::string> files;
    if (!fs::exists(folder / "abut-parts")) return files;
    for (const auto& entry : fs::directory_iterator(folder / "abut-parts")) files.push_back(entry.path().string());
    return files;
  }
};

TEST(SceneMeshParts, BodiesGetAllPartsOfAMesh) {
  const AngleScene in(R"({"shape": "angle", "position": [1, 2, 3]}, {"shape": "point"},
    {"parts": [{"shape": 0}, {"shape": 1, "position": [0, 0, 5]}]})");
  const Scene scene = in.read();
  EXPECT_EQ(scene.shape_names, (std::vector<std::string>{"ball", "angle[0]", "angle[1]", "point"}));
  ASSERT_EQ(scene.bodies.size(), 3u);
  const PartsView parts = scene.bodies.parts();
  ASSERT_EQ(parts.count, 6u);
  const std::uint32_t shapes[] = {1, 2, 3, 0, 1, 2}, bodies[] = {0, 0, 1, 2, 2, 2};
  for (std::uint32_t i = 0; i < 6; ++i) {
    EXPECT_EQ(parts.shape[i], shapes[i]) << i;
    EXPECT_EQ(parts.body[i], bodies[i]) << i;
  }
  EXPECT_EQ(parts.pz[0], 3);
  EXPECT_EQ(parts.pz[4], 5);
  ASSERT_EQ(scene.hulls_of_meshes.size(), 1u);
  EXPECT_EQ(scene.hulls_of_meshes[0].shape, 1u);
  EXPECT_EQ(scene.hulls_of_meshes[0].parts, 2u);
  EXPECT_NEAR(scene.hulls_of_meshes[0].mesh_volume, 24, 1e-12);  // twice as large
  EXPECT_NEAR(scene.hulls_of_meshes[0].hull_volume, 24, 1e-9);
}

TEST(SceneMeshParts, AreKeptBesideTheSceneAndReadAgain) {
  const AngleScene in;
  const auto vertices = [](const Scene& scene) {
    std::vector<Vec3<double>> all;
    for (std::uint32_t s = 0; s < scene.shapes.size(); ++s) {
      const auto of = scene.shapes.vertices(s);
      all.insert(all.end(), of.begin(), of.end());
    }
    return all;
  };
  const auto first = vertices(in.read());
  ASSERT_EQ(in.kept().size(), 1u);
  const auto again = vertices(in.read());
  ASSERT_EQ(first.size(), again.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_TRUE(first[i].x == again[i].x && first[i].y == again[i].y && first[i].z == again[i].z) << i;
  }
}

/// One that has other content than was written is made again and replaced, whatever it is and in either mode.
TEST(SceneMeshParts, AFileThatIsNotAsItWasWrittenIsReplaced) {
  for (const char* mode : {"cover", "fit"}) {
    const AngleScene in(R"({"shape": "angle"})", std::string(R"(, "mode": ")") + mode + "\"");
    EXPECT_EQ(in.read().shapes.size(), 4u);
    ASSERT_EQ(in.kept().size(), 1u);
    const std::string file = in.kept()[0], whole = content(file);
    const auto expect_replaced = [&] {
      EXPECT_EQ(in.read().shapes.size(), 4u);
      EXPECT_EQ(content(file), whole);
    };
    write_obj({box_mesh({0, 0, 0}, {2, 2, 1})}, file);  // larger than it needs to be
    expect_replaced();
    for (const std::size_t length : {whole.rfind("o part_001"), whole.size() / 2, whole.size() - 1, std::size_t{60},
                                     std::size_t{3}, std::size_t{0}}) {
      std::ofstream(file) << whole.substr(0, length);
      expect_replaced();
    }
    std::string other = whole;
    other[whole.rfind("v 2") + 2] = '3';
    std::ofstream(file) << other;
    expect_replaced();
    std::ofstream(file) << whole << "v 0 0 0\n";
    expect_replaced();
    std::ofstream(file) << "no mesh\n";
    expect_replaced();
    // As it was written, it is used: not even its time changes.
    fs::last_write_time(file, fs::last_write_time(file) - std::chrono::hours(1));
    const auto written = fs::last_write_time(file);
    EXPECT_EQ(in.read().shapes.size(), 4u);
    EXPECT_EQ(fs::last_write_time(file), written);
  }
}

TEST(SceneMeshParts, SayWhatWasMendedOfTheirMesh) {
  const AngleScene in;
  Mesh mesh = angle_mesh();
  for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
  add_box(mesh, {1.5, 0.5, 0.5}, {2.5, 1.5, 1.5}, true);
  write_obj({mesh}, in.folder / "angle.obj");
  const Scene scene = in.read();
  ASSERT_EQ(scene.hulls_of_meshes.size(), 1u);
  EXPECT_EQ(scene.hulls_of_meshes[0].repairs, std::vector<std::string>{"turned 2 shells that faced inwards"});
  ASSERT_EQ(scene.hulls_of_meshes[0].faults.size(), 1u);
  EXPECT_EQ(scene.hulls_of_meshes[0].faults[0].find("shells cross or touch: "), 0u);
}

TEST(SceneMeshParts, OtherOptionsAreKeptApart) {
  const AngleScene in;
  EXPECT_EQ(in.read().shapes.size(), 4u);
  const AngleScene one(R"({"shape": "angle"})", R"(, "most_parts": 1, "mode": "fit", "most_vertices": 8)");
  EXPECT_EQ(one.read().shapes.size(), 3u);
  const AngleScene wide(R"({"shape": "angle"})", R"(, "concavity": 0.9)");
  EXPECT_EQ(wide.read().shapes.size(), 3u);
  EXPECT_NE(fs::path(one.kept().at(0)).filename(), fs::path(wide.kept().at(0)).filename());
}

TEST(SceneMeshParts, AFolderThatCannotBeWrittenKeepsNothing) {
  const AngleScene in;
  in.folder.write("abut-parts", "a file where the folder would be\n");
  EXPECT_EQ(in.read().shapes.size(), 4u);
}

std::string tells(const AngleScene& in) {
  try {
    (void)in.read();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

#define EXPECT_TELLS(in, part)                                         \
  do {                                                                 \
    const std::string said = tells(in);                                \
    EXPECT_NE(said.find(part), std::string::npos) << said;             \
    EXPECT_NE(said.find("shapes[1].mesh"), std::string::npos) << said; \
  } while (false)

TEST(SceneMeshParts, BadInputIsNamed) {
  const std::string body = R"({"shape": "angle"})";
  EXPECT_TELLS(AngleScene(body, R"(, "mode": "best")"), "is not a mode");
  EXPECT_TELLS(AngleScene(body, R"(, "concavity": 0)"), "concavity");
  EXPECT_TELLS(AngleScene(body, R"(, "concavity": 1.5)"), "too large, allowed is 0.0005 to 1");
  EXPECT_TELLS(AngleScene(body, R"(, "concavity": 0.0004)"), "too small, allowed is 0.0005 to 1");
  EXPECT_TELLS(AngleScene(body, R"(, "most_vertices": 7)"), "8 and more");
  EXPECT_TELLS(AngleScene(body, R"(, "parts": 7)"), "parts");
  EXPECT_TELLS(AngleScene(body, R"(, "body": "shell")"), "allowed are \"solid\" and \"surface\"");
  EXPECT_TELLS(AngleScene(body, R"(, "mode": "fit", "body": "surface")"), "has no inside");
  EXPECT_TELLS(AngleScene(body, R"(, "thickness": 0.1)"), "0.0001 to half of concavity");
  EXPECT_TELLS(AngleScene(body, R"(, "wrap": 2)"), "too small, allowed is 4 to 256");
  EXPECT_TELLS(AngleScene(body, R"(, "wrap": 1000)"), "out of range");
  const AngleScene open(body, R"(, "mode": "fit")");
  Mesh mesh = angle_mesh();
  mesh.triangles.pop_back();
  write_obj({mesh}, open.folder / "angle.obj");
  EXPECT_TELLS(open, "it is not closed: 3 boundary edges, the first near");

  const AngleScene sum;
  const std::string text = scene_text(R"({"name": "angle", "mesh": {"path": "angle.obj", "as": "parts"}},
    {"name": "s", "minkowski_sum": {"a": "angle", "b": "angle"}})",
                                      "");
  try {
    (void)read_scene(sum.folder.write("sum.json", text));
    ADD_FAILURE();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("is a mesh as parts"), std::string::npos) << error.what();
  }
  // The keys of parts mean nothing beside a hull.
  const std::string hull = scene_text(R"({"name": "a", "mesh": {"path": "angle.obj", "concavity": 0.1}})", "");
  EXPECT_THROW((void)read_scene(sum.folder.write("hull.json", hull)), InvalidInput);
}

}  // namespace
}  // namespace abut::test
