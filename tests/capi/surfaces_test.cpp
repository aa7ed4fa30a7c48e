// Closed surfaces through the C interface: data, boxes, fits, files, masses and knots.
#include "abut/c/surfaces.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "abut/surface/fit.h"
#include "abut/surface/surface_mass.h"
#include "tests/capi/refused.h"
#include "tests/capi/surface_bodies.h"
#include "tests/io/scene_files.h"

namespace abut::test {
namespace {

TEST(CSurfaces, AreCopiedAsTheyAreGiven) {
  Random random(3);
  const NurbsSurface bumpy = grain(random, 7, 8, 0.2);
  CSurface(bumpy).expect_same(bumpy);
  const NurbsSurface ball = unit_sphere();
  CSurface(ball).expect_same(ball);
  const double half[3] = {1, 2, 3};
  CSurface box;
  ASSERT_OK(abut_box_surface(half, &box.handle));
  box.expect_same(abut::box_surface({1, 2, 3}));
}

TEST(CSurfaces, AreRefusedAsByTheLibrary) {
  const NurbsSurface ball = unit_sphere();
  const abut_surface_data good = c_data(ball);
  abut_surface* made = nullptr;
  const auto call = [&](const abut_surface_data* data) { return abut_surface_new(data, &made); };
  expect_structure_is_checked("data", good, call);
  abut_surface_data bad = good;
  bad.degree_u = 0;
  EXPECT_INPUT(call(&bad), "abut_surface_new: NurbsSurface: u.degree is 0; allowed are 1 to 7");
  bad = good, bad.degree_v = 0xffffffffu;
  EXPECT_INPUT(call(&bad), "NurbsSurface: v.degree is 2147483647; allowed are 1 to 7");
  bad = good, --bad.point_count;
  EXPECT_INPUT(call(&bad), "NurbsSurface: points are ");
  bad = good, bad.points = nullptr;
  EXPECT_INPUT(call(&bad), "data->points is null; allowed is an array of ");
  bad = good, bad.knots_v = nullptr;
  EXPECT_INPUT(call(&bad), "data->knots_v is null; allowed is an array of ");
  const double flat[3] = {1, 0, 1};
  EXPECT_INPUT(abut_box_surface(flat, &made), "box_surface: a half extent is 0; allowed are finite numbers above 0");
  EXPECT_INPUT(abut_box_surface(nullptr, &made), "half_extents is null");
  EXPECT_EQ(made, nullptr);
}

TEST(CSurfaces, FilesGiveTheBitsBack) {
  const TemporaryFolder folder;
  const std::string path = folder / "ball.json";
  const NurbsSurface ball = scaled(unit_sphere(), 1.0 / 3);
  const CSurface written(ball);
  ASSERT_OK(abut_write_surface(path.c_str(), written.handle));
  CSurface read;
  ASSERT_OK(abut_read_surface(path.c_str(), &read.handle));
  read.expect_same(ball);
  expect_refused(abut_read_surface("/no/such.json", &read.handle), ABUT_FILE_ERROR, "/no/such.json");
  EXPECT_INPUT(abut_read_surface(nullptr, &read.handle), "path is null");
}

TEST(CSurfaces, MassAndKnotsAreThoseOfTheLibrary) {
  const NurbsSurface ball = unit_sphere();
  const CSurface c(ball);
  abut_mass_report report{};
  report.size = sizeof report;
  ASSERT_OK(abut_surface_mass_properties(c.handle, &report));
  const MassProperties cpp = mass_properties(ball);
  EXPECT_EQ(report.volume, cpp.volume);
  EXPECT_EQ(report.inertia[4], cpp.inertia.m[4]);
  EXPECT_EQ(report.moments[2], cpp.moments.z);

  const auto knots = knots_of(c, 0.3);
  const auto wanted = knot_positions(ball, {.distance = 0.3, .angle = 0});
  ASSERT_EQ(knots.size(), wanted.size());
  EXPECT_EQ(std::memcmp(knots.data(), wanted.data(), knots.size() * sizeof knots[0]), 0);
  std::size_t count = 0;
  EXPECT_INPUT(abut_knot_positions(c.handle, nullptr, nullptr, 0, &count),
               "knot_positions: distance is 0; allowed is above 0, finite");
  abut_knot_options options;
  ASSERT_OK(abut_knot_options_init(&options, sizeof options));
  options.distance = 0.3, options.most = 5;
  EXPECT_INPUT(abut_knot_positions(c.handle, &options, nullptr, 0, &count), "knot_positions: most is 5");
  options.most = 1000000;
  abut_knot one{};
  expect_refused(abut_knot_positions(c.handle, &options, &one, 1, &count), ABUT_TOO_SMALL,
                 "capacity is 1; needed are ");
  EXPECT_EQ(count, knots.size());
}

TEST(CSurfaces, AFitIsThatOfTheLibrary) {
  Mesh octahedron;
  octahedron.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1.5}, {0, 0, -1.5}};
  octahedron.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  abut_mesh* mesh = nullptr;
  ASSERT_OK(abut_mesh_new(&octahedron.vertices[0].x, 6, octahedron.triangles[0].data(), 8, &mesh));
  abut_fit_options options;
  ASSERT_OK(abut_fit_options_init(&options, sizeof options));
  EXPECT_EQ(options.most_columns, 256u);
  options.rows = 8, options.columns = 16;
  abut_fit_report report{};
  report.size = sizeof report;
  CSurface c;
  ASSERT_OK(abut_fit_surface(mesh, &options, &c.handle, &report));
  const SurfaceFit cpp = fit_surface(octahedron, {.rows = 8, .columns = 16});
  c.expect_same(cpp.surface);
  EXPECT_EQ(report.largest_error, cpp.largest_error);
  EXPECT_EQ(report.samples, cpp.samples);
  EXPECT_EQ(report.rows, 8u);
  EXPECT_EQ(report.axes[8], cpp.axes.m[8]);
  options.rows = 3;
  abut_surface* made = nullptr;
  EXPECT_INPUT(abut_fit_surface(mesh, &options, &made, nullptr), "fit_surface: rows is 3; allowed are 4 to 512");
  EXPECT_EQ(made, nullptr);
  ASSERT_OK(abut_mesh_free(mesh));
}

}  // namespace
}  // namespace abut::test
