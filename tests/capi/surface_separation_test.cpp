// The separation of closed surfaces through the C interface.
#include "abut/surface/surface_separation.h"

#include <gtest/gtest.h>

#include "tests/capi/refused.h"
#include "tests/capi/surface_bodies.h"

namespace abut::test {
namespace {

TEST(CSurfaceSeparation, IsThatOfTheLibrary) {
  SurfaceBodies in;
  abut_surface_separation_options options;
  ASSERT_OK(abut_surface_separation_options_init(&options, sizeof options));
  EXPECT_EQ(options.rectangles, 65536u);
  options.depth_tolerance = 0x1p-10;
  for (const double distance : {2.5, 1.4}) {
    const Pose b{{distance, 0.1, 0}};
    const abut_pose pose_b = c_pose(b);
    const abut_placed_shapes shapes{sizeof shapes, nullptr, &pose_b, 0, 1};
    abut_surface_separation_report report{};
    report.size = sizeof report;
    ASSERT_OK(abut_surface_separation(in.c_surfaces, &shapes, &options, &report));
    const SurfaceSeparation cpp =
        surface_separation(in.grains.surfaces, 0, {}, 1, b, {.depth_tolerance = options.depth_tolerance});
    EXPECT_EQ(report.separation, cpp.separation);
    EXPECT_EQ(report.lower_bound, cpp.lower_bound);
    EXPECT_EQ(report.normal[0], cpp.normal.x);
    EXPECT_EQ(report.point_b[1], cpp.point_b.y);
    EXPECT_EQ(report.v_b, cpp.v_b);
    EXPECT_EQ(report.status, static_cast<std::uint32_t>(cpp.status));
    EXPECT_EQ(report.rectangles, cpp.rectangles);
    EXPECT_NEAR(report.separation, distance - 1.5, 0.02);
  }
  const abut_placed_shapes none{sizeof none, nullptr, nullptr, 0, 7};
  abut_surface_separation_report report{};
  report.size = sizeof report;
  EXPECT_INPUT(abut_surface_separation(in.c_surfaces, &none, nullptr, &report),
               "ContactSurfaces: shape 7 has no surface");
  options.rectangles = 0;
  EXPECT_INPUT(abut_surface_separation(in.c_surfaces, &none, &options, &report),
               "surface_separation: rectangles is 0; allowed is 1 or more");
  expect_structure_is_checked("shapes", none, [&](const abut_placed_shapes* shapes) {
    return abut_surface_separation(in.c_surfaces, shapes, nullptr, &report);
  });
}

/// What docs/how-to/c.md shows.
TEST(CSurfacesManual, FindsTheWayBetweenTwoWalls) {
  abut_shapes* shapes = nullptr;
  abut_contact_surfaces* surfaces = nullptr;
  abut_surface* wall = nullptr;
  std::uint32_t shape = 0;
  const double half_extents[3] = {1, 2, 3};
  const abut_pose pose_b = c_pose({{2.5, 0, 0}});
  const abut_placed_shapes of{sizeof of, nullptr, &pose_b, 0, 0};
  abut_surface_separation_report report{};
  report.size = sizeof report;
  ASSERT_OK(abut_shapes_new(&shapes));
  ASSERT_OK(abut_contact_surfaces_new(&surfaces));
  const auto failed = [](int code) { return code != ABUT_OK; };
  const auto separate = [&]() -> int {
    if (failed(abut_box_surface(half_extents, &wall)) || failed(abut_shapes_add_box(shapes, half_extents, 0, &shape)) ||
        failed(abut_contact_surfaces_set(surfaces, shapes, shape, wall, NULL, 0)) ||
        failed(abut_surface_separation(surfaces, &of, NULL, &report))) {
      return 1;
    }
    return 0;
  };
  ASSERT_EQ(separate(), 0) << abut_last_message();
  EXPECT_NEAR(report.separation, 0.5, 1e-9);
  ASSERT_OK(abut_surface_free(wall));
  ASSERT_OK(abut_contact_surfaces_free(surfaces));
  ASSERT_OK(abut_shapes_free(shapes));
}

}  // namespace
}  // namespace abut::test
