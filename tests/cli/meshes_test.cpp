// `abut scene meshes`: from mesh files to contacts; and meshes that are given where a scene should be.
#include <gtest/gtest.h>

#include <filesystem>

#include "abut/io.h"
#include "tests/cli/program.h"
#include "tests/decompose/solids.h"

namespace abut::test {
namespace {

namespace fs = std::filesystem;

/// Two boxes that overlap by 0.25 along x, and one that is 0.5 above the first.
struct Boxes {
  TemporaryFolder folder;
  std::string a, b, c;

  Boxes() {
    fs::create_directory(folder / "meshes");
    a = folder / "meshes/one box.obj", b = folder / "meshes/two.obj", c = folder / "three.obj";
    write_obj({box_mesh({0, 0, 0}, {1, 1, 1})}, a);
    write_obj({box_mesh({0.75, 0.1, 0.2}, {2, 0.9, 0.8})}, b);
    write_obj({box_mesh({0.1, 0.2, 1.5}, {0.6, 0.8, 2})}, c);
  }
};

TEST(CliMeshes, MeshesAreBodiesAtTheirOwnCoordinates) {
  const Boxes boxes;
  const std::string scene = boxes.folder / "s.json";
  for (const char* as : {"parts", "hull"}) {
    const Ended made =
        run({"scene", "meshes", boxes.a, boxes.b, boxes.c, "--as", as, "--alert", "0.6", "--out", scene});
    ASSERT_EQ(made.status, 0) << made.error;
    EXPECT_NE(made.out.find("body             one box: "), std::string::npos) << made.out;
    EXPECT_NE(made.out.find("12 triangles"), std::string::npos) << made.out;
    const Scene read = read_scene(scene);
    EXPECT_EQ(read.body_names, (std::vector<std::string>{"one box", "two", "three"}));
    EXPECT_EQ(read.alert_distance, 0.6);
    EXPECT_EQ(read.hulls_of_meshes[0].path, "meshes/one box.obj");
    const nlohmann::json found = json_of(run({"detect", scene, "--json"}));
    EXPECT_EQ(found["contacts"], 2);
    EXPECT_NEAR(found["deepest_overlap"].get<double>(), 0.25, 1e-9);
    EXPECT_EQ(found["deepest_bodies"], (nlohmann::json{0, 1}));
  }
  ASSERT_EQ(run({"scene", "meshes", boxes.a, boxes.b, boxes.c, "--out", scene}).status, 0);
  EXPECT_EQ(json_of(run({"detect", scene, "--json"}))["contacts"], 1);  // without an alert distance
}

TEST(CliMeshes, PathsAreThoseFromTheScene) {
  const Boxes boxes;
  fs::create_directory(boxes.folder / "scenes");
  const std::string scene = boxes.folder / "scenes/s.json";
  ASSERT_EQ(run({"scene", "meshes", boxes.a, boxes.c, "--out", scene}).status, 0);
  const Scene read = read_scene(scene);
  EXPECT_EQ(read.hulls_of_meshes[0].path, "../meshes/one box.obj");
  EXPECT_EQ(read.hulls_of_meshes[1].path, "../three.obj");
}

TEST(CliMeshes, FilesOfOneNameGetNamesOfTheirOwn) {
  const Boxes boxes;
  fs::copy_file(boxes.b, boxes.folder / "two.obj");
  const std::string scene = boxes.folder / "s.json";
  ASSERT_EQ(run({"scene", "meshes", boxes.b, boxes.folder / "two.obj", "--out", scene}).status, 0);
  EXPECT_EQ(read_scene(scene).body_names, (std::vector<std::string>{"two", "two 2"}));
}

TEST(CliMeshes, WhatIsNotAllowedIsNamedAndNothingIsWritten) {
  const Boxes boxes;
  const std::string scene = boxes.folder / "s.json", &a = boxes.a;
  expect_refused(run({"scene", "meshes", "--out", scene}), {"MESH is required"});
  expect_refused(run({"scene", "meshes", a}), {"--out is required"});
  expect_refused(run({"scene", "meshes", a, "--out", scene, "--as", "cloud"}),
                 {"--as", "cloud", "hull", "parts", "facets"});
  for (const char* alert : {"-1", "nan", "inf", "near"}) {
    expect_refused(run({"scene", "meshes", a, "--out", scene, "--alert", alert}),
                   {"--alert: '", alert, "allowed are numbers from 0, finite"});
  }
  expect_refused(run({"scene", "meshes", a, boxes.folder / "none.stl", "--out", scene}), {"none.stl", "no such file"});
  expect_refused(run({"scene", "meshes", a, boxes.folder.write("x.stl", "solid\nnonsense\n"), "--out", scene}),
                 {"x.stl:2", "facet"});
  expect_refused(run({"scene", "meshes", a, boxes.folder / "meshes/../meshes/one box.obj", "--out", scene}),
                 {"one box.obj: is given twice"});
  expect_refused(run({"scene", "meshes", a, "--out", a}), {"--out is the input ", "one box.obj"});
  expect_refused(run({"scene", "meshes", a, "--out", boxes.folder / "new.stl"}), {"new.stl: is the name of a mesh"});
  const std::string latin = boxes.folder / "w\xfcrfel.obj";
  fs::copy_file(boxes.a, latin);
  expect_refused(run({"scene", "meshes", latin, "--out", scene}), {"not UTF-8"});
  EXPECT_FALSE(fs::exists(scene));
  EXPECT_FALSE(fs::exists(scene + ".partial"));
  EXPECT_EQ(content(a).substr(0, 2), "o ");
}

TEST(CliMeshes, AMeshInPlaceOfASceneSaysWhatToDo) {
  const Boxes boxes;
  const std::string pin = boxes.folder.write("pin.stl", std::string(84, '\0'));
  const std::string html = boxes.folder / "r.html";
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"detect", pin},
                                                    {"verify", pin},
                                                    {"report", pin, "-o", html},
                                                    {"explain", pin, "--pair", "0", "1"},
                                                    {"query", pin, "--out", boxes.folder / "c.h5"},
                                                    {"convert", pin, boxes.folder / "c.json"}}) {
    expect_refused(run(arguments), {"pin.stl is a mesh, not a scene; abut scene meshes ", "pin.stl ... makes one"});
  }
  expect_refused(run({"detect", boxes.a}), {"one box.obj is a mesh, not a scene"});
  // A scene is one whatever its name.
  EXPECT_EQ(run({"detect", boxes.folder.write("odd.off", "\n " + scene_text(ball, R"({"shape": 0})"))}).status, 0);
}

}  // namespace
}  // namespace abut::test
