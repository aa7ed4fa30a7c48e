// Closed surfaces in both interfaces, and bodies that have them.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "abut/c/surfaces.h"
#include "tests/capi/both.h"
#include "tests/surface/contact_cases.h"

namespace abut::test {

inline abut_surface_data c_data(const NurbsSurface& s) {
  return {sizeof(abut_surface_data),
          static_cast<std::uint32_t>(s.u.degree),
          static_cast<std::uint32_t>(s.v.degree),
          s.u.knots.data(),
          s.u.knots.size(),
          s.v.knots.data(),
          s.v.knots.size(),
          &s.points[0].x,
          s.weights.empty() ? nullptr : s.weights.data(),
          s.points.size()};
}

/// A handle that is freed.
struct CSurface {
  abut_surface* handle = nullptr;
  CSurface() = default;
  explicit CSurface(const NurbsSurface& s) {
    const abut_surface_data data = c_data(s);
    EXPECT_OK(abut_surface_new(&data, &handle));
  }
  ~CSurface() { EXPECT_OK(abut_surface_free(handle)); }
  CSurface(const CSurface&) = delete;
  CSurface& operator=(const CSurface&) = delete;

  void expect_same(const NurbsSurface& cpp) const {
    abut_surface_data data{};
    data.size = sizeof data;
    ASSERT_OK(abut_surface_get_data(handle, &data));
    EXPECT_EQ(data.degree_u, static_cast<std::uint32_t>(cpp.u.degree));
    EXPECT_EQ(data.degree_v, static_cast<std::uint32_t>(cpp.v.degree));
    EXPECT_EQ(std::vector<double>(data.knots_u, data.knots_u + data.knot_count_u), cpp.u.knots);
    EXPECT_EQ(std::vector<double>(data.knots_v, data.knots_v + data.knot_count_v), cpp.v.knots);
    ASSERT_EQ(data.point_count, cpp.points.size());
    EXPECT_EQ(std::memcmp(data.points, cpp.points.data(), data.point_count * sizeof cpp.points[0]), 0);
    ASSERT_EQ(data.weights == nullptr, cpp.weights.empty());
    if (data.weights != nullptr) {
      EXPECT_EQ(std::vector<double>(data.weights, data.weights + data.point_count), cpp.weights);
    }
  }
};

inline std::vector<abut_knot> knots_of(const CSurface& surface, double distance) {
  abut_knot_options options;
  EXPECT_OK(abut_knot_options_init(&options, sizeof options));
  options.distance = distance;
  std::size_t count = 0;
  EXPECT_OK(abut_knot_positions(surface.handle, &options, nullptr, 0, &count));
  std::vector<abut_knot> knots(count);
  EXPECT_OK(abut_knot_positions(surface.handle, &options, knots.data(), count, &count));
  return knots;
}

/// A ball and a box with knots, many of each, in both interfaces.
struct SurfaceBodies {
  Grains grains;
  BodySet bodies;
  std::vector<Pair> pairs;
  abut_shapes* c_shapes = nullptr;
  abut_bodies* c_bodies = nullptr;
  abut_contact_surfaces* c_surfaces = nullptr;
  abut_parts parts{};

  SurfaceBodies() {
    EXPECT_OK(abut_shapes_new(&c_shapes));
    EXPECT_OK(abut_bodies_new(&c_bodies));
    EXPECT_OK(abut_contact_surfaces_new(&c_surfaces));
    for (const NurbsSurface& s : {unit_sphere(), abut::box_surface({0.5, 0.6, 0.7})}) {
      const std::uint32_t shape = grains.add(s, 0.4);
      std::uint32_t c = 0;
      EXPECT_OK(abut_shapes_add_hull(c_shapes, &s.points[0].x, s.points.size(), 0, &c));
      EXPECT_EQ(c, shape);
      const CSurface surface(s);
      const auto knots = knots_of(surface, 0.4);
      EXPECT_OK(abut_contact_surfaces_set(c_surfaces, c_shapes, shape, surface.handle, knots.data(), knots.size()));
    }
    Random random(5);
    for (std::uint32_t b = 0; b < 24; ++b) {
      const Pose pose{random.in_cube() * 2.0, random.rotation()};
      const abut_pose p = c_pose(pose);
      bodies.add(pose, b % 2);
      EXPECT_OK(abut_bodies_add(c_bodies, &p, b % 2, nullptr, nullptr));
    }
    find();
    parts.size = sizeof parts;
    EXPECT_OK(abut_bodies_parts(c_bodies, &parts));
  }
  ~SurfaceBodies() {
    EXPECT_OK(abut_contact_surfaces_free(c_surfaces));
    EXPECT_OK(abut_bodies_free(c_bodies));
    EXPECT_OK(abut_shapes_free(c_shapes));
  }
  SurfaceBodies(const SurfaceBodies&) = delete;
  SurfaceBodies& operator=(const SurfaceBodies&) = delete;

  void find() { pairs = find_pairs(Cpu{1}, grains.shapes.headers(), bodies.parts(), 0.05); }
  void move(Random& random, double by) {
    for (std::uint32_t b = 0; b < bodies.size(); ++b) {
      Pose pose = bodies.pose(b);
      pose.position = pose.position + random.in_ball() * by;
      const abut_pose p = c_pose(pose);
      bodies.set_pose(b, pose);
      EXPECT_OK(abut_bodies_set_pose(c_bodies, b, &p));
    }
    find();
  }
  Argument<abut_surfaced_parts> surfaced() const { return {{sizeof(abut_surfaced_parts), c_surfaces, &parts}}; }
};

}  // namespace abut::test
