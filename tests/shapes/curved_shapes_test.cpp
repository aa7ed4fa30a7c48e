// Headers of ellipsoids, cylinders, cones and Minkowski sums.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/core/error.h"
#include "abut/shapes/shape_set.h"

namespace abut {
namespace {

const Mat3<double> quarter_turn{{0, -1, 0, 1, 0, 0, 0, 0, 1}};  // about z

TEST(CurvedShapes, BoxAndBoundingSphereAreTight) {
  ShapeSet set;
  const ShapeHeader ellipsoid = set.header(set.add_ellipsoid({1, 2, 3}, 0.5));
  EXPECT_EQ(ellipsoid.kind, ShapeKind::ellipsoid);
  EXPECT_EQ(ellipsoid.half_extent[1], 2);
  EXPECT_EQ(ellipsoid.size, 3.5);
  const ShapeHeader cylinder = set.header(set.add_cylinder(3, 4));
  EXPECT_EQ(cylinder.half_extent[0], 3);
  EXPECT_EQ(cylinder.half_extent[1], 3);
  EXPECT_EQ(cylinder.half_extent[2], 4);
  EXPECT_EQ(cylinder.size, 5);
  EXPECT_EQ(set.header(set.add_cone(3, 4)).size, 5);
}

TEST(CurvedShapes, HaveNoVerticesAndLeaveTheOthersAlone) {
  ShapeSet set;
  set.add_cylinder(1, 1);
  const std::uint32_t box = set.add_box({1, 2, 3});
  set.add_cone(1, 1);
  EXPECT_TRUE(set.vertices(0).empty());
  EXPECT_TRUE(set.faces(0).empty());
  EXPECT_EQ(set.faces(box).size(), 6u);
  const ShapeSetView<float> view = set.view<float>();
  EXPECT_EQ(view.x[view.headers[box].vertex_offset + 7], 0.5f);  // scaled by the box's power of two
}

TEST(CurvedShapes, SumTurnsItsPartsAndAddsRoundings) {
  ShapeSet set;
  const std::uint32_t box = set.add_box({1, 2, 3}, 0.25);
  const std::uint32_t hull = set.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {4, 0, 0}, {0, 2, 0}, {0, 0, 2}}, 0.5);
  const ShapeHeader h = set.header(set.add_minkowski_sum(box, hull, {{10, 0, 0}, quarter_turn}, 1));
  EXPECT_EQ(h.kind, ShapeKind::minkowski_sum);
  EXPECT_EQ(h.term_count, 2u);
  EXPECT_EQ(h.rounding, 1.75);
  // the hull's box [0, 4] x [0, 2] x [0, 2] becomes [-2, 0] x [0, 4] x [0, 2]
  EXPECT_EQ(h.centre[0], 9);
  EXPECT_EQ(h.centre[1], 2);
  EXPECT_EQ(h.centre[2], 1);
  EXPECT_NEAR(h.half_extent[0], 2, 1e-14);
  EXPECT_NEAR(h.half_extent[1], 4, 1e-14);
  EXPECT_NEAR(h.half_extent[2], 4, 1e-14);
  EXPECT_NEAR(h.size, std::sqrt(14.0) + std::sqrt(6.0) + 1.75, 1e-14);
}

TEST(CurvedShapes, SumsOfSumsAreFlattened) {
  ShapeSet set;
  const std::uint32_t a = set.add_cylinder(1, 1);
  const std::uint32_t b = set.add_box({1, 1, 1});
  const std::uint32_t ab = set.add_minkowski_sum(a, b, {{1, 0, 0}, quarter_turn});
  const std::uint32_t all = set.add_minkowski_sum(ab, ab, {{0, 0, 5}, quarter_turn});
  const std::vector<ShapeTerm> terms = set.terms(all);
  ASSERT_EQ(terms.size(), 4u);
  EXPECT_EQ(terms[2].shape, a);
  EXPECT_EQ(terms[3].shape, b);
  EXPECT_EQ(terms[3].rotation[0], -1);      // two quarter turns
  EXPECT_EQ(set.header(all).centre[1], 1);  // b's offset, turned
}

TEST(CurvedShapes, SumFollowsReplacedVertices) {
  ShapeSet set;
  const std::uint32_t segment = set.add_segment({0, 0, 0}, {2, 0, 0});
  const std::uint32_t sum = set.add_minkowski_sum(segment, segment);
  const std::uint32_t outer = set.add_minkowski_sum(sum, segment);
  set.replace_vertices(segment, std::vector<Vec3<double>>{{0, 0, 0}, {8, 0, 0}});
  EXPECT_EQ(set.header(sum).centre[0], 8);
  EXPECT_NEAR(set.header(sum).half_extent[0], 8, 1e-13);
  EXPECT_NEAR(set.header(outer).size, 12, 1e-13);
}

TEST(CurvedShapes, SumCountsTheReplacementsOfItsPartsOnly) {
  ShapeSet set;
  const std::uint32_t segment = set.add_segment({0, 0, 0}, {2, 0, 0});
  const std::uint32_t other = set.add_segment({0, 0, 0}, {0, 2, 0});
  const std::uint32_t sum = set.add_minkowski_sum(segment, segment);
  set.replace_vertices(other, std::vector<Vec3<double>>{{0, 0, 0}, {0, 3, 0}});
  EXPECT_EQ(set.header(sum).version, 0u);
  set.replace_vertices(segment, std::vector<Vec3<double>>{{0, 0, 0}, {8, 0, 0}});
  EXPECT_EQ(set.header(sum).version, 1u);
}

TEST(CurvedShapes, FacesOfReplacedVerticesAreConvexOrNot) {
  ShapeSet set;
  const std::uint32_t box = set.add_box({1, 1, 1});
  EXPECT_EQ(set.header(box).flags, convex_faces_flag);
  const auto vertices = set.vertices(box);
  std::vector<Vec3<double>> bent(vertices.begin(), vertices.end());
  bent[7] = {1.5, 1, 1};  // its faces are no longer plane
  set.replace_vertices(box, bent);
  EXPECT_EQ(set.header(box).flags, 0u);
  for (Vec3<double>& v : bent) v = {v.x < 0 ? -2.0 : 2.0, v.y, v.z};
  set.replace_vertices(box, bent);
  EXPECT_EQ(set.header(box).flags, convex_faces_flag);
}

TEST(CurvedShapes, ReplacedBoxIsNoBox) {
  ShapeSet set;
  const std::uint32_t box = set.add_box({1, 1, 1});
  EXPECT_EQ(set.header(box).kind, ShapeKind::box);
  const auto vertices = set.vertices(box);
  const std::vector<Vec3<double>> same(vertices.begin(), vertices.end());
  set.replace_vertices(box, same);
  EXPECT_EQ(set.header(box).kind, ShapeKind::vertex_set);
}

TEST(CurvedShapes, BadNumbersAreNamed) {
  ShapeSet set;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto message = [&](auto&& add) -> std::string {
    try {
      add();
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "nothing thrown";
  };
  EXPECT_NE(message([&] {
              set.add_ellipsoid({1, -1, 1});
            }).find("add_ellipsoid: semi_axes.y is -1"),
            std::string::npos);
  EXPECT_NE(message([&] { set.add_cylinder(nan, 1); }).find("add_cylinder: radius is nan"), std::string::npos);
  EXPECT_NE(message([&] { set.add_cone(1, -2); }).find("add_cone: half_length is -2"), std::string::npos);
  EXPECT_NE(message([&] { set.add_cone(1, 2, -1); }).find("add_cone: rounding is -1"), std::string::npos);
  EXPECT_NE(message([&] {
              ShapeSet sums;
              std::uint32_t s = sums.add_sphere(1);
              for (int k = 0; k < 30; ++k) s = sums.add_minkowski_sum(s, s);
            }).find("128 terms; allowed: at most 64"),
            std::string::npos);
  EXPECT_NE(message([&] {
              ShapeSet curved;
              curved.add_cone(1, 1);
              curved.replace_vertices(0, {});
            }).find("shape 0 is curved or a sum"),
            std::string::npos);
  EXPECT_NE(message([&] { set.add_minkowski_sum(0, 0); }).find("shape 0; the set has 0"), std::string::npos);
  set.add_sphere(1);
  Pose bad;
  bad.rotation.m[4] = nan;
  EXPECT_NE(message([&] { set.add_minkowski_sum(0, 0, bad); }).find("b_in_a.rotation is no rotation"),
            std::string::npos);
  EXPECT_EQ(set.size(), 1u);
}

}  // namespace
}  // namespace abut
