// What `abut detect` shows and writes.
#include <gtest/gtest.h>

#include <algorithm>

#include "abut/hdf5.h"
#include "tests/cli/program.h"

namespace abut::test {
namespace {

TEST(CliDetect, WritesSurfacesOnRequest) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 20);
  const nlohmann::json json = json_of(run({"detect", scene, "--out", folder / "out", "--surfaces", "--json"}));
  ASSERT_EQ(json["files"].size(), 7u);
  for (const auto& file : json["files"]) EXPECT_TRUE(std::filesystem::exists(file.get<std::string>())) << file;
  if (!hdf5_available()) return;
  expect_refused(run({"detect", scene, "--out", folder / "out.h5", "--surfaces"}), {"--surfaces: ", "is one file"});
}

/// A new user's first scene: the answer itself, not only how many there are.
TEST(CliDetect, WithoutAFolderPrintsTheFirstContacts) {
  const TemporaryFolder folder;
  const std::string boxes = R"({"name": "box", "box": {"half_extents": [1, 1, 1]}})";
  const std::string two = folder.write(
      "two.json", scene_text(boxes, R"({"name": "floor", "shape": 0}, {"shape": 0, "position": [10.5, 0.5, 1.75]},
                                       {"shape": 0, "position": [10.5, 0.5, 0]})"));
  const std::string out = run({"detect", two}).out;
  EXPECT_NE(out.find("\n\n"
                     "  body a   body b   separation   normal x   y    z   point x     y       z\n"
                     "  1        2             -0.25          0   0   -1      10.5   0.5   0.875\n"),
            std::string::npos)
      << out;
  EXPECT_EQ(run({"detect", two, "--out", folder / "out"}).out.find("body a"), std::string::npos);
  EXPECT_TRUE(json_of(run({"detect", two, "--json"})).is_object());

  // Names, and parts where a body has several.
  const std::string named =
      folder.write("named.json",
                   scene_text(boxes, R"({"name": "floor", "parts": [{"shape": 0}, {"shape": 0, "position": [2, 0, 0]}]},
                                         {"name": "peg", "shape": 0, "position": [2, 0, 1.5]})"));
  const std::string table = run({"detect", named}).out;
  EXPECT_NE(table.find("  0 floor, part 1   1 peg, part 2         -0.5          0   0   1"), std::string::npos)
      << table;

  const std::string grains = run({"detect", grain_scene(folder, 200), "--precision", "f32"}).out;
  EXPECT_NE(grains.find(" more: --out DIR writes all\n"), std::string::npos) << grains;
  EXPECT_EQ(std::count(grains.begin() + static_cast<std::ptrdiff_t>(grains.find("body a")), grains.end(), '\n'), 12);
  const std::string apart =
      folder.write("apart.json", scene_text(boxes, R"({"shape": 0}, {"shape": 0, "position": [10, 0, 0]})"));
  EXPECT_EQ(run({"detect", apart}).out.find("body a"), std::string::npos);
}

}  // namespace
}  // namespace abut::test
