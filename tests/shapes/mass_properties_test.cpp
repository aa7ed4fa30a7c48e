// The public mass properties against closed forms, and against each other where a solid is both a mesh and a shape.
#include "abut/shapes/mass_properties.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/core/error.h"
#include "tests/decompose/solids.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

constexpr double pi = 3.14159265358979323846;

/// Turned, moved and scaled. Data only.
struct Motion {
  Mat3<double> turn;
  Vec3<double> shift;
  double scale;
  Vec3<double> operator()(Vec3<double> v) const { return rotate(turn, v * scale) + shift; }
};

/// The inertia as the frame sees it: axes diag(moments) axes^T.
void expect_principal(const MassProperties& p) {
  const double m[3] = {p.moments.x, p.moments.y, p.moments.z};
  const double largest = std::max({m[0], m[1], m[2]});
  for (int i = 0; i < 9; ++i) {
    double sum = 0, same = 0;
    for (int k = 0; k < 3; ++k) {
      sum += p.axes.m[3 * (i / 3) + k] * p.axes.m[3 * (i % 3) + k] * m[k];
      same += p.axes.m[3 * (i / 3) + k] * p.axes.m[3 * (i % 3) + k];
    }
    EXPECT_NEAR(sum, p.inertia.m[i], 1e-14 * largest);
    EXPECT_NEAR(same, i % 4 == 0 ? 1 : 0, 1e-15 * 8);
  }
  const auto column = [&](int k) { return Vec3<double>{p.axes.m[k], p.axes.m[3 + k], p.axes.m[6 + k]}; };
  EXPECT_NEAR(dot(cross(column(0), column(1)), column(2)), 1, 1e-14) << "right-handed";
}

TEST(BodyMass, TurnedMovedAndScaledMeshesKeepTheirMoments) {
  Random random(8);
  for (const double scale : {1.0, 1e-6, 1e6}) {
    for (int trial = 0; trial < 20; ++trial) {
      const Motion motion{random.rotation(), random.in_ball() * (5 * scale), scale};
      Mesh mesh = box_mesh({-1, -2, -3}, {1, 2, 3});
      for (Vec3<double>& v : mesh.vertices) v = motion(v);
      const MassProperties p = mass_properties(mesh);
      EXPECT_NEAR(p.volume / std::pow(scale, 3), 48, 1e-12);
      EXPECT_LT(length(p.centre - motion.shift), 1e-14 * scale * 8);
      double moments[3] = {p.moments.x, p.moments.y, p.moments.z};
      std::sort(moments, moments + 3);
      const double unit = std::pow(scale, 5);
      EXPECT_NEAR(moments[0] / unit, 48 * (4 + 16) / 12.0, 1e-11);
      EXPECT_NEAR(moments[1] / unit, 48 * (4 + 36) / 12.0, 1e-11);
      EXPECT_NEAR(moments[2] / unit, 48 * (16 + 36) / 12.0, 1e-11);
      expect_principal(p);
    }
  }
}

TEST(BodyMass, CavitiesAreLeftOut) {
  Mesh mesh = box_mesh({-2, -2, -2}, {2, 2, 2});
  const Mesh inner = box_mesh({0, -1, -1}, {1, 1, 1});
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), inner.vertices.begin(), inner.vertices.end());
  for (auto t : inner.triangles) mesh.triangles.push_back({t[0] + first, t[2] + first, t[1] + first});
  const MassProperties p = mass_properties(mesh);
  EXPECT_NEAR(p.volume, 64 - 4, 1e-12);
  EXPECT_NEAR(p.centre.x, -0.5 * 4 / 60, 1e-14);
  // About the origin 64 (16 + 16) / 12 less 4 (4 + 4) / 12 and 4 (4 + 1) / 12 + 4 / 4; then to the centre.
  const double x = p.centre.x;
  EXPECT_NEAR(p.inertia.m[0], 64 * 32 / 12.0 - 4 * 8 / 12.0, 1e-11);
  EXPECT_NEAR(p.inertia.m[4], 64 * 32 / 12.0 - (4 * 5 / 12.0 + 4 * 0.25) - 60 * x * x, 1e-11);
}

TEST(BodyMass, AHullAndItsMeshAreTheSame) {
  Random random(9);
  ShapeSet shapes;
  Mesh mesh = angle_mesh();
  for (Vec3<double>& v : mesh.vertices) v = v + Vec3<double>{3, 4, 5};
  const MassProperties angle = mass_properties(mesh);
  EXPECT_NEAR(angle.volume, 3, 1e-13);
  const Mesh box = box_mesh({1, 2, 3}, {2, 4, 6});
  const MassProperties one = mass_properties(box), other = mass_properties(shapes, shapes.add_hull(box.vertices));
  EXPECT_NEAR(one.volume, other.volume, 1e-14);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(one.inertia.m[i], other.inertia.m[i], 1e-13);
}

/// By slices across z: their area and second moments in closed form.
template <class Slice>
MassProperties by_slices(double low, double high, const Slice& radii) {
  constexpr int slices = 200000;
  const double dz = (high - low) / slices;
  double volume = 0, first = 0, xx = 0, yy = 0, zz = 0;
  for (int k = 0; k < slices; ++k) {
    const double z = low + (k + 0.5) * dz;
    const auto [a, b] = radii(z);
    const double v = pi * a * b * dz;
    volume += v, first += v * z, xx += v * a * a / 4, yy += v * b * b / 4, zz += v * z * z;
  }
  const double centre = first / volume;
  zz -= volume * centre * centre;
  return {volume, {0, 0, centre}, {}, {yy + zz, xx + zz, xx + yy}, {}};
}

void expect_same(const MassProperties& p, const MassProperties& slices) {
  EXPECT_NEAR(p.volume, slices.volume, 1e-8);
  EXPECT_NEAR(p.centre.z, slices.centre.z, 1e-8);
  EXPECT_NEAR(p.moments.x, slices.moments.x, 1e-8);
  EXPECT_NEAR(p.moments.y, slices.moments.y, 1e-8);
  EXPECT_NEAR(p.moments.z, slices.moments.z, 1e-8);
  expect_principal(p);
}

TEST(BodyMass, CurvedKindsAreTheirSlices) {
  ShapeSet shapes;
  using Radii = std::pair<double, double>;
  expect_same(mass_properties(shapes, shapes.add_ellipsoid({0.5, 0.7, 1.1})), by_slices(-1.1, 1.1, [](double z) {
                const double s = std::sqrt(1 - z * z / 1.21);
                return Radii{0.5 * s, 0.7 * s};
              }));
  expect_same(mass_properties(shapes, shapes.add_cylinder(0.6, 0.8)), by_slices(-0.8, 0.8, [](double) {
                return Radii{0.6, 0.6};
              }));
  expect_same(mass_properties(shapes, shapes.add_cone(0.6, 0.8)), by_slices(-0.8, 0.8, [](double z) {
                const double r = 0.6 * (0.8 - z) / 1.6;
                return Radii{r, r};
              }));
  expect_same(mass_properties(shapes, shapes.add_capsule(0.4, 0.5)), by_slices(-0.9, 0.9, [](double z) {
                const double past = std::max(0.0, std::abs(z) - 0.5), r = std::sqrt(0.16 - past * past);
                return Radii{r, r};
              }));
  const MassProperties lying = mass_properties(shapes, shapes.add_segment({1, 1, 1}, {1, 2, 1}, 0.4));
  EXPECT_NEAR(lying.centre.y, 1.5, 1e-15);
  EXPECT_LT(lying.inertia.m[4], lying.inertia.m[0]);
  expect_principal(lying);
}

TEST(BodyMass, WhatHasNoneIsRefusedByName) {
  ShapeSet shapes;
  const auto flat = shapes.add_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), rounded = shapes.add_box({1, 1, 1}, 0.1),
             sum = shapes.add_minkowski_sum(rounded, rounded), drum = shapes.add_cylinder(1, 1, 0.1),
             point = shapes.add_point({0, 0, 0});
  EXPECT_EQ(complaint([&] { mass_properties(shapes, flat); }), "volume of shape 0 is 0: has to be positive");
  EXPECT_EQ(complaint([&] { mass_properties(shapes, rounded); }),
            "shape 1 is a polyhedron with rounding 0.1: has to be 0");
  for (const auto shape : {sum, drum}) {
    EXPECT_EQ(complaint([&] { mass_properties(shapes, shape); }),
              "shape " + std::to_string(shape) +
                  ": mass properties are not those of Minkowski sums and of rounded curved kinds");
  }
  EXPECT_EQ(complaint([&] { mass_properties(shapes, point); }), "volume of shape 4 is 0: has to be positive");
  EXPECT_EQ(complaint([&] { mass_properties(shapes, 5); }), "mass_properties: shape is 5: there are 5");
  Mesh open = box_mesh({0, 0, 0}, {1, 1, 1});
  open.triangles.pop_back();
  const std::string not_closed =
      "mass_properties: mesh is not closed, or its triangles do not run as their neighbours do";
  EXPECT_EQ(complaint([&] { mass_properties(open); }), not_closed);
  Mesh turned = box_mesh({0, 0, 0}, {1, 1, 1});
  std::swap(turned.triangles[3][0], turned.triangles[3][1]);
  EXPECT_EQ(complaint([&] { mass_properties(turned); }), not_closed);
  for (auto& t : turned.triangles) std::swap(t[0], t[1]);
  std::swap(turned.triangles[3][0], turned.triangles[3][1]);
  EXPECT_EQ(complaint([&] { mass_properties(turned); }).substr(0, 21), "volume of a mesh is -");
  EXPECT_EQ(complaint([&] { mass_properties(Mesh{}); }), "mass_properties: mesh has no triangles");
}

}  // namespace
}  // namespace abut::test
