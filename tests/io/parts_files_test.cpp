// Parts in files: names and what is left of earlier runs, pictures that scale and place do not change, and what is kept
// beside a scene for which options.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "abut/core/error.h"
#include "abut/io.h"
#include "host/io/kept_parts.h"
#include "host/io/parts_picture.h"
#include "tests/decompose/solids.h"
#include "tests/io/failing_writes.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"
#include "tests/support/picture.h"

namespace abut::test {
namespace {

std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

TEST(PartsFiles, AreNumberedWithThreeDigitsOrMoreAndListedInOrder) {
  const TemporaryFolder folder;
  const Mesh box = box_mesh({0, 0, 0}, {1, 1, 1});
  const std::vector<std::string> files = write_parts("b \"q\"", box, std::vector<Mesh>(12, box), folder / "out");
  ASSERT_EQ(files.size(), 14u);
  EXPECT_EQ(files[0], folder / "out/part_000.obj");
  EXPECT_EQ(files[11], folder / "out/part_011.obj");
  EXPECT_EQ(files[12], folder / "out/scene.json");
  EXPECT_EQ(files[13], folder / "out/parts.svg");
  EXPECT_EQ(names_in(folder / "out").size(), 14u);
  const Scene scene = read_scene(folder / "out/scene.json");
  EXPECT_EQ(scene.body_names, std::vector<std::string>{"b \"q\""});
  EXPECT_EQ(scene.shape_names[11], "part_011");
  expect_well_formed(content(files[13]));
}

TEST(PartsFiles, OnlyPartsOfEarlierRunsAreRemoved) {
  const TemporaryFolder folder;
  const Mesh box = box_mesh({0, 0, 0}, {1, 1, 1});
  const std::set<std::string> kept{"part_1.obj",   "part_0001.obj",    "part_abc.obj",
                                   "part_003.ply", "part_.obj",        "my_part_003.obj",
                                   "part_-01.obj", "part_003.obj.bak", "part_99999999999999999999.obj"};
  for (const std::string& name : kept) folder.write(name, "mine");
  for (const char* name : {"part_000.obj", "part_001.obj", "part_999.obj", "part_1000.obj"}) folder.write(name, "old");
  write_parts("b", box, {box}, folder.path());
  std::set<std::string> expected = kept;
  expected.insert({"part_000.obj", "scene.json", "parts.svg"});
  EXPECT_EQ(names_in(folder.path()), expected);
  // One that cannot be removed is told; the new files are complete.
  std::filesystem::create_directories(folder / "part_002.obj/inside");
  try {
    write_parts("b", box, {box}, folder.path());
    ADD_FAILURE() << "said nothing";
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(),
              folder / "part_002.obj" + ": is of an earlier run and cannot be removed: Directory not empty");
  }
  EXPECT_EQ(read_scene(folder / "scene.json").shapes.size(), 1u);
}

TEST(PartsFiles, MeshesThatAreNoneAreRefusedBeforeAnythingIsWritten) {
  const TemporaryFolder folder;
  const Mesh box = box_mesh({0, 0, 0}, {1, 1, 1});
  Mesh beyond = box, empty = box;
  beyond.triangles[5][1] = 8;
  empty.triangles.clear();
  const auto told = [&](const Mesh& body, const std::vector<Mesh>& parts) {
    return complaint([&] { write_parts("b", body, parts, folder / "out"); });
  };
  for (const Mesh& bad : {Mesh{}, empty}) {
    EXPECT_EQ(told(bad, {box}), "mesh: no triangles; at least one is needed");
    EXPECT_EQ(told(box, {box, bad}), "mesh: no triangles; at least one is needed");
  }
  EXPECT_EQ(told(beyond, {}), "mesh: triangle 5 has the vertex 8; the mesh has 8, counted from 0");
  EXPECT_EQ(told(box, {box, beyond}), "mesh: triangle 5 has the vertex 8; the mesh has 8, counted from 0");
  EXPECT_TRUE(folder.names().empty());
}

TEST(PartsFiles, AFolderOfAnotherIsAFileError) {
  const TemporaryFolder folder;
  const Mesh box = box_mesh({0, 0, 0}, {1, 1, 1});
  const ReadOnly locked(folder.path());
  if (!locked.holds()) GTEST_SKIP() << "this user writes everywhere";
  EXPECT_THROW(write_parts("b", box, {box}, folder.path()), FileError);
  EXPECT_THROW(write_obj({box}, folder / "b.obj"), FileError);
  EXPECT_TRUE(folder.names().empty());
}

Mesh moved(Mesh mesh, double scale, Vec3<double> by) {
  for (Vec3<double>& v : mesh.vertices) v = v * scale + by;
  return mesh;
}

std::multiset<std::string> lines_of(const std::string& text) {
  std::multiset<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.insert(line);
  return lines;
}

/// Moved, triangles that are as near as each other may change their turns.
TEST(PartsPictureInvariance, SizeAndPlaceOfTheBodyChangeNothing) {
  const Mesh body = angle_mesh();
  const std::vector<Mesh> parts{box_mesh({0, 0, 0}, {2, 1, 1}), box_mesh({0, 1, 0}, {1, 2, 1})};
  const std::string picture = io::parts_picture(body, parts);
  const auto of_moved = [&](double scale, Vec3<double> by) {
    return io::parts_picture(moved(body, scale, by), {moved(parts[0], scale, by), moved(parts[1], scale, by)});
  };
  for (const double scale : {0x1p-100, 0.5, 0x1p100}) {
    EXPECT_TRUE(of_moved(scale, {0, 0, 0}) == picture) << scale;
    for (const double shift : {-3.0, 1024.0}) {
      EXPECT_TRUE(lines_of(of_moved(scale, {shift * scale, -shift * scale, 0})) == lines_of(picture)) << scale;
    }
  }
}

TEST(PartsPictureInvariance, WhatFacesAwayOrHasNoAreaIsNotDrawn) {
  const Mesh box = box_mesh({0, 0, 0}, {1, 2, 3});
  const std::vector<DrawnTriangle> outside = drawn_triangles(io::parts_picture(box, {}));
  Mesh turned = box;
  for (auto& t : turned.triangles) std::swap(t[0], t[1]);
  const std::vector<DrawnTriangle> inside = drawn_triangles(io::parts_picture(turned, {}));
  EXPECT_EQ(outside.size(), 6u);
  EXPECT_EQ(inside.size(), 6u);
  // Opposite sides look alike, and cover the same pixels.
  double a = 0, b = 0;
  for (const DrawnTriangle& t : outside) a += t.area();
  for (const DrawnTriangle& t : inside) b += t.area();
  EXPECT_NEAR(a, b, 1e-3 * a);
  Mesh more = box;
  more.triangles.push_back({0, 0, 1});
  more.vertices.push_back({0.5, 0, 0});  // between two corners: no area
  more.triangles.push_back({0, 8, 1});
  EXPECT_EQ(drawn_triangles(io::parts_picture(more, {})).size(), 6u);
  const Mesh point{{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, {{{0, 1, 2}}}};
  EXPECT_TRUE(drawn_triangles(io::parts_picture(point, {point})).empty());
}

/// From behind to the front, so that what is near hides what is far.
TEST(PartsPictureInvariance, NearPartsAreDrawnOverFarOnesInWhateverOrderTheyCome) {
  const Mesh near = box_mesh({4, -5, 0}, {5, -4, 1}), far = box_mesh({0, 4, 0}, {1, 5, 1});
  const Mesh body = box_mesh({0, -5, 0}, {5, 5, 1});
  const auto first_and_last = [&](const std::vector<Mesh>& parts) {
    const std::vector<DrawnTriangle> drawn = drawn_triangles(io::parts_picture(body, parts));
    EXPECT_EQ(drawn.size(), 18u);
    return std::pair{drawn.at(6).left(), drawn.at(17).left()};
  };
  const auto [far_at, near_at] = first_and_last({near, far});
  EXPECT_EQ(first_and_last({far, near}), std::pair(far_at, near_at));
  EXPECT_GT(near_at, 480);
  EXPECT_NE(far_at, near_at);
}

/// One file for each way to ask; what makes no difference has no file of its own.
TEST(KeptPartsOptions, EachOptionThatMakesOtherPartsHasAFileOfItsOwn) {
  const TemporaryFolder folder;
  const Mesh box = box_mesh({0, 0, 0}, {1, 2, 3});
  std::vector<DecomposeOptions> all(8);
  all[1].mode = PartsMode::fit;
  all[2].concavity = 0.06;
  all[3].most_parts = 5;
  all[4].most_vertices = 64;
  all[5].cuts = false;
  all[6].body = PartsBody::surface;
  all[7].body = PartsBody::surface;
  all[7].thickness = 0.02;
  for (std::size_t i = 0; i < all.size(); ++i) {
    io::parts_of(box, all[i], folder.path());
    // A surface without a thickness is told apart from a solid by it alone.
    EXPECT_EQ(names_in(folder / "abut-parts").size(), i + 1) << i;
  }
  const std::set<std::string> names = names_in(folder / "abut-parts");
  DecomposeOptions patient;
  patient.time_limit = 1;
  patient.thickness = 0.01;  // of no surface
  io::parts_of(box, patient, folder.path());
  EXPECT_EQ(names_in(folder / "abut-parts"), names);
  Mesh other = box;
  other.vertices[7].x += 0x1p-40;
  io::parts_of(other, {}, folder.path());
  Mesh reordered = box;
  std::rotate(reordered.triangles.begin(), reordered.triangles.begin() + 1, reordered.triangles.end());
  io::parts_of(reordered, {}, folder.path());
  EXPECT_EQ(names_in(folder / "abut-parts").size(), names.size() + 2);
}

TEST(KeptPartsOptions, WhatCannotBeKeptIsMadeAndNothingHalfIsLeft) {
  const TemporaryFolder folder;
  const Mesh body = angle_mesh();
  {
    const FileSizeLimit full(200);
    EXPECT_EQ(io::parts_of(body, {}, folder.path()).size(), 2u);
  }
  EXPECT_TRUE(names_in(folder / "abut-parts").empty());
  std::filesystem::remove(folder / "abut-parts");
  const ReadOnly locked(folder.path());
  if (!locked.holds()) GTEST_SKIP() << "this user writes everywhere";
  EXPECT_EQ(io::parts_of(body, {}, folder.path()).size(), 2u);
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace abut::test
