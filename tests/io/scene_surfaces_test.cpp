// Shapes of a scene that are NURBS surfaces: what is read of them, what is refused, and what result files have of their
// contacts.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/brep/brep_file.h"
#include "abut/core/error.h"
#include "abut/hdf5.h"
#include "abut/io.h"
#include "host/io/other_file.h"
#include "host/io/result_files.h"
#include "host/io/scene_parts.h"
#include "host/io/shape_surface.h"
#include "tests/io/surface_scene.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

struct Surfaces : SurfaceFiles {
  Scene read(const std::string& shapes, const std::string& bodies, const std::string& more = "") const {
    return read_scene(folder.write("s.json", scene_text(shapes, bodies, more)));
  }
  std::string told(const std::string& shapes, const std::string& bodies = "", const std::string& more = "") const {
    return complaint([&] { static_cast<void>(read(shapes, bodies, more)); });
  }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string shape_of(const std::string& keys) { return R"({"name": "s", "nurbs": {)" + keys + "}}"; }

TEST(SceneSurfaces, AFileGivesASurfaceItsHullAndItsKnots) {
  const Surfaces in;
  const Scene scene = in.read(std::string(ball) + R"(, {"name": "s", "nurbs":
      {"path": "ball.json", "scale": 2, "spacing": 0.5}})",
                              R"({"shape": "s"})");
  ASSERT_EQ(scene.surface_shapes.size(), 1u);
  const Scene::SurfaceShape& s = scene.surface_shapes[0];
  EXPECT_EQ(s.shape, 1u);
  EXPECT_EQ(s.path, "ball.json");
  ASSERT_EQ(s.surface.points.size(), unit_sphere().points.size());
  for (std::size_t i = 0; i < s.surface.points.size(); ++i) {
    EXPECT_EQ(s.surface.points[i].x, 2 * unit_sphere().points[i].x);
  }
  EXPECT_EQ(s.surface.weights, unit_sphere().weights);
  EXPECT_EQ(scene.shapes.vertices(1).size(), 8u);  // control points of a sphere are on a cube's edges
  EXPECT_EQ(scene.shapes.header(1).rounding, 0);
  for (const KnotPosition& k : s.knots) EXPECT_NEAR(length(k.point), 2, 1e-12);
  // The farthest control point is a corner of the cube: the radius is its half diagonal.
  const double distance = 0.5 * 2 * std::sqrt(3.0);
  EXPECT_EQ(s.knots.size(), knot_positions(s.surface, {.distance = distance, .angle = 0, .largest = distance}).size());
  EXPECT_EQ(scene.shape_names, (std::vector<std::string>{"ball", "s"}));
  EXPECT_EQ(io::scene_files(in.folder / "s.json", scene),
            (std::vector<std::string>{in.folder / "s.json", in.folder / "ball.json"}));
}

TEST(SceneSurfaces, ASceneMayHaveTheSurfaceItself) {
  const Surfaces in;
  const Scene own = in.read(inline_shape(unit_sphere(), R"(, "scale": 0.25)"), R"({"shape": 0})");
  const Scene file = in.read(R"({"name": "s", "nurbs": {"path": "ball.json", "scale": 0.25}})", R"({"shape": 0})");
  ASSERT_EQ(own.surface_shapes.size(), 1u);
  EXPECT_EQ(own.surface_shapes[0].path, "");
  EXPECT_EQ(io::scene_files(in.folder / "s.json", own), (std::vector<std::string>{in.folder / "s.json"}));
  ASSERT_EQ(own.surface_shapes[0].knots.size(), file.surface_shapes[0].knots.size());
  EXPECT_EQ(own.surface_shapes[0].knots[3].point.y, file.surface_shapes[0].knots[3].point.y);
}

TEST(SceneSurfaces, SpacingIsAQuarterUnlessGiven) {
  const Surfaces in;
  const auto knots = [&](const std::string& more) {
    return in.read(shape_of(R"("path": "ball.json")" + more), "").surface_shapes.at(0).knots.size();
  };
  EXPECT_EQ(knots(""), knots(R"(, "spacing": 0.25)"));
  EXPECT_GT(knots(""), knots(R"(, "spacing": 1)"));
  EXPECT_EQ(in.read(shape_of(R"("path": "ball.json")"), "").contact_surfaces().knots(0).size(), knots(""));
}

TEST(SceneSurfaces, FlatPartsHaveKnotsToo) {
  const Surfaces in;
  const Scene scene = in.read(inline_shape(box_surface({1, 1, 1}), R"(, "spacing": 0.2)"), "");
  EXPECT_GT(scene.surface_shapes.at(0).knots.size(), 200u);
}

TEST(SceneSurfaces, BoxesAreWallsWithoutKnots) {
  const Surfaces in;
  const ContactSurfaces surfaces =
      in.read(std::string(nurbs_ball) + "," + wall +
                  R"(, {"name": "round", "box": {"half_extents": [1, 1, 1]}, "rounding": 0.1},
                     {"name": "flat", "box": {"half_extents": [1, 1, 0]}}, )" +
                  ball,
              "")
          .contact_surfaces();
  EXPECT_TRUE(surfaces.has(0) && surfaces.has(1));
  EXPECT_TRUE(!surfaces.has(2) && !surfaces.has(3) && !surfaces.has(4));
  EXPECT_TRUE(surfaces.knots(1).empty());
  EXPECT_FALSE(in.read(wall, "").contact_surfaces().has(0));
}

TEST(SceneSurfaces, BadInputIsNamed) {
  const Surfaces in;
  const auto expect_told = [&](const std::string& shape, const std::string& part) {
    const std::string told = in.told(shape);
    EXPECT_EQ(told.find(in.folder / "s.json"), 0u) << told;
    EXPECT_TRUE(has(told, part)) << told;
  };
  expect_told(shape_of(R"("path": "none.json")"), "shapes[0].nurbs.path: " + (in.folder / "none.json"));
  expect_told(shape_of(R"("path": "")"), R"(shapes[0].nurbs.path: "" is not the name of a file)");
  expect_told(shape_of(""), "shapes[0].nurbs: ");
  expect_told(shape_of(R"("path": "ball.json", "scale": -1)"), "shapes[0].nurbs.scale: -1");
  expect_told(shape_of(R"("path": "ball.json", "scale": 0)"), "shapes[0].nurbs.scale: 0");
  for (const char* spacing : {"0", "0.009", "1.01", "-1"}) {
    expect_told(shape_of(std::string(R"("path": "ball.json", "spacing": )") + spacing),
                std::string("shapes[0].nurbs.spacing: ") + spacing + " is not allowed, allowed is 0.01 to 1");
  }
  expect_told(shape_of(R"("path": "ball.json", "knots_u": [0, 1])"),
              R"(shapes[0].nurbs: has both "path" and "knots_u", allowed is a file or a surface here)");
  expect_told(shape_of(R"("path": "ball.json", "mode": 1)"), "unknown key \"mode\"");
  expect_told(R"({"name": "s", "rounding": 0.5, "nurbs": {"path": "ball.json"}})",
              "shapes[0].nurbs: has no rounding; allowed is 0");
  expect_told(R"({"name": "s", "nurbs": {"path": "ball.json"}, "sphere": {"radius": 1}})", "more than one kind");
}

/// Spheres about the origin, as faces without a loop.
Brep balls(const std::vector<double>& radii) {
  Brep out;
  for (const double radius : radii) {
    BrepSurface s;
    s.kind = BrepSurfaceKind::sphere, s.radius = radius;
    out.faces.push_back({static_cast<std::uint32_t>(out.surfaces.size()), false, 0, 0, 1e-7});
    out.surfaces.push_back(s);
  }
  out.shells.push_back({0, static_cast<std::uint32_t>(radii.size()), true});
  return out;
}

TEST(SceneSurfaces, ABodyOfABRepGivesTheSurfaceThatBoundsIt) {
  const Surfaces in;
  BrepAssembly two;
  two.parts = {balls({2}), balls({1, 3})}, two.part_names = {"round", "hollow"};
  write_brep(in.folder / "two.json", two);
  const Scene scene =
      in.read(shape_of(R"("path": "two.json", "part": "round", "scale": 0.5, "spacing": 0.5)"), R"({"shape": "s"})");
  ASSERT_EQ(scene.surface_shapes.size(), 1u);
  for (const KnotPosition& k : scene.surface_shapes[0].knots) EXPECT_NEAR(length(k.point), 1, 1e-12);
  const auto expect_told = [&](const std::string& keys, const std::string& part) {
    const std::string told = in.told(shape_of(keys));
    EXPECT_TRUE(has(told, "s.json: shapes[0].nurbs")) << told;
    EXPECT_TRUE(has(told, part)) << told;
  };
  expect_told(R"("path": "two.json")", R"(has 2 parts; allowed is the name of one: "round", "hollow")");
  expect_told(R"("path": "two.json", "part": "")", "is not the name of a part");
  expect_told(R"("path": "two.json", "part": "hollow")", "face 2 lies on another surface than face 1");
  expect_told(R"("path": "two.json", "part": "round", "unit": 1)", "is given a unit");
  expect_told(R"("path": "ball.json", "part": "round")", "is given a part");
  expect_told(R"("path": "ball.json", "unit": 0)", "shapes[0].nurbs.unit: 0");
  expect_told(R"("unit": 1, "degree_u": 1)", "is of a file; allowed is one with a \"path\"");
}

TEST(SceneSurfaces, SurfacesThatEncloseNothingAreRefused) {
  const Surfaces in;
  const auto own = [&](const NurbsSurface& surface) { return in.told(inline_shape(surface)); };
  EXPECT_TRUE(has(own(cylinder(2)), "s.json: shapes[0].nurbs: ")) << own(cylinder(2));
  EXPECT_TRUE(has(own(turned_inside_out(unit_sphere())), "s.json: shapes[0].nurbs: "));
  // Knots that go down.
  std::string text = inline_shape(unit_sphere());
  text.replace(text.find("[0, 0, 0"), 8, "[9, 0, 0");
  EXPECT_TRUE(has(in.told(text), "s.json: shapes[0].nurbs: ")) << in.told(text);
  // And in a file, by its name in the scene.
  write_surface(in.folder / "open.json", cylinder(2));
  write_surface(in.folder / "inside_out.json", turned_inside_out(unit_sphere()));
  for (const char* file : {"open.json", "inside_out.json"}) {
    const std::string told = in.told(shape_of(std::string(R"("path": ")") + file + "\""));
    EXPECT_TRUE(has(told, "s.json: shapes[0].nurbs.path: ")) << told;
  }
}

TEST(SceneSurfaces, WhatHasNoSurfaceMayNotMeetThem) {
  const Surfaces in;
  const std::string shapes = std::string(nurbs_ball) + "," + ball + "," + wall;
  EXPECT_EQ(in.told(shapes, R"({"shape": "wall"}, {"shape": "ball"}, {"shape": "nurbs"})"),
            in.folder / "s.json" +
                ": bodies 2 and 1 may meet, but shape \"nurbs\" is a NURBS surface and shape \"ball\" is a shape of "
                "vertices, which has none; allowed with it are NURBS surfaces, boxes with a volume and without a "
                "rounding, and groups that do not meet");
  EXPECT_EQ(in.told(shapes, R"({"shape": "wall"}, {"shape": "nurbs"}, {"shape": "nurbs"})"), "");
  EXPECT_EQ(in.told(shapes, R"({"shape": "ball"}, {"shape": "nurbs", "meets": [2]})"), "");
  const std::string bodies = R"({"shape": "ball"}, {"shape": "nurbs"}, {"shape": "wall"})";
  EXPECT_EQ(in.told(shapes, bodies, R"(, "pairs": [[0, 2], [1, 2]])"), "");
  EXPECT_TRUE(has(in.told(shapes, bodies, R"(, "pairs": [[0, 1]])"), "bodies 1 and 0 may meet"));
  EXPECT_TRUE(has(in.told(shapes + R"(, {"name": "rod", "cylinder": {"radius": 1, "half_length": 1}})",
                          R"({"shape": "nurbs"}, {"shape": "rod"})"),
                  "shape \"rod\" is a cylinder"));
  EXPECT_TRUE(has(in.told(shapes + R"(, {"name": "sum", "minkowski_sum": {"a": "ball", "b": "nurbs"}})"),
                  "shapes[3].minkowski_sum.b: \"nurbs\" is a NURBS surface, allowed is one convex shape"));
}

TEST(SceneSurfaces, ReadersOfShapesAloneRefuseThem) {
  const Surfaces in;
  const Scene scene = in.read(nurbs_ball, "");
  EXPECT_EQ(complaint([&] { io::refuse_surfaces(scene, "f", "this"); }),
            "f: shape \"nurbs\" is a NURBS surface, which this does not take; allowed are other shapes");
  EXPECT_TRUE(has(complaint([&] { convert_scene(in.folder / "s.json", in.folder / "t.json"); }),
                  "shapes[0].nurbs: is for contacts between bodies alone"));
}

/// Two of the spheres overlap by 0.1, one is as deep in a wall, and two boxes overlap far from all.
struct Found : Surfaces {
  Scene scene = read(std::string(nurbs_ball) + "," + wall,
                     R"({"shape": "nurbs"}, {"shape": "nurbs", "position": [1.9, 0, 0]},
                        {"shape": "wall", "position": [0, 0, -1.9]}, {"shape": "wall", "position": [0, 50, 0]},
                        {"shape": "wall", "position": [7.5, 50, 0]})",
                     R"(, "pairs": [[0, 1], [0, 2], [3, 4]])");
  ContactSurfaces surfaces = scene.contact_surfaces();
  Detection<double> detection = detect<double>(Cpu{}, scene.shapes, scene.bodies, std::span<const Pair>(*scene.pairs),
                                               DetectOptions{scene.alert_distance, nullptr, &surfaces});
};

TEST(SceneSurfaces, ContactsAreWrittenWithTheirParametersAndReadBack) {
  const Found found;
  ASSERT_TRUE(found.detection.knots);
  write_results<double>(found.scene, found.detection, "{}", found.folder / "out", nullptr, true);
  const std::string csv = content(found.folder / "out/contacts.csv");
  EXPECT_TRUE(has(csv.substr(0, csv.find('\n') + 1), ",key,u,v\n"));
  EXPECT_TRUE(has(csv, ",-,-\n")) << csv;  // of the two boxes
  const std::string vtp = content(found.folder / "out/contacts.vtp");
  EXPECT_TRUE(has(vtp, "Name=\"u\"") && has(vtp, "Name=\"v\""));
  const Detection<double> back =
      io::read_contacts_csv<double>(found.folder / "out/contacts.csv", found.scene.bodies.parts());
  ASSERT_TRUE(back.knots);
  ASSERT_EQ(back.knots->u.size(), found.detection.pairs.size());
  for (std::size_t i = 0; i < back.knots->u.size(); ++i) {
    ASSERT_EQ(back.knots->has(i), found.detection.knots->has(i));
    if (!back.knots->has(i)) continue;
    EXPECT_EQ(back.knots->u[i], found.detection.knots->u[i]);
    EXPECT_EQ(back.knots->v[i], found.detection.knots->v[i]);
  }
  EXPECT_EQ(back.contacts.separation, found.detection.contacts.separation);
  EXPECT_EQ(back.contacts.key, found.detection.contacts.key);
}

TEST(SceneSurfaces, WrongParametersInAFileAreNamed) {
  const Found found;
  write_results(found.scene, found.detection, "{}", found.folder / "out");
  const std::string path = found.folder / "out/contacts.csv";
  const auto told = [&](const std::string& from, const std::string& to) {
    std::string text = content(path);
    text.replace(text.rfind(from), from.size(), to);
    const std::string other = found.folder.write("other.csv", text);
    return complaint([&] { io::read_contacts_csv<double>(other, found.scene.bodies.parts()); });
  };
  EXPECT_TRUE(has(told(",-,-\n", ",-,1\n"), "v is '1'; allowed is '-', as in u")) << told(",-,-\n", ",-,1\n");
  EXPECT_TRUE(has(told(",-,-\n", ",x,1\n"), "u is 'x'; allowed are finite numbers"));
  EXPECT_TRUE(has(told(",-,-\n", ",-\n"), "has 26 fields; allowed are 27"));
}

TEST(SceneSurfaces, TheSurfaceIsDrawnAndNotItsHull) {
  const Surfaces in;
  const Scene scene = in.read(nurbs_ball, R"({"shape": 0})");
  const std::vector<Scene::FacetMesh> meshes = io::drawn_meshes(scene);
  ASSERT_EQ(meshes.size(), 1u);
  // 4 x 2 patches of 4 x 4 squares: 7 rings between the poles.
  EXPECT_EQ(meshes[0].mesh.vertices.size(), 16u * 7 + 2);
  EXPECT_EQ(meshes[0].mesh.triangles.size(), 2u * 16 * 7);
  for (const Vec3<double>& p : meshes[0].mesh.vertices) EXPECT_NEAR(length(p), 1, 1e-12);
  const double volume = examine(meshes[0].mesh).volume;
  EXPECT_TRUE(volume > 3.8 && volume < 4 * M_PI / 3) << volume;  // outward, and within the sphere
  const io::DrawnShapes drawn = io::drawn_shapes(scene.shapes, meshes);
  EXPECT_EQ(drawn.surfaces.at(0).polygons.size(), 2u * 16 * 7);
}

}  // namespace
}  // namespace abut::test
