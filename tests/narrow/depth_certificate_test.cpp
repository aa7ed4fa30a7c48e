// The certificate of a depth: faces of the difference of two boxes, of which all widths are known.
#include "abut/narrow/depth_certificate.h"

#include <gtest/gtest.h>

#include <array>

#include "abut/narrow/vertex_set.h"
#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

constexpr double eps = Epsilon<double>::value;

/// Boxes of half extent 1 and 0.5; vertex k has the signs of the bits of k.
class DepthCertificate : public testing::Test {
 protected:
  using Ids = std::array<std::uint32_t, 2>;

  DepthCertificate() {
    shapes_.add_box({1, 1, 1});
    shapes_.add_box({0.5, 0.5, 0.5});
    view_ = shapes_.view<double>();
  }
  void place(Vec3<double> at) {
    p = test::problem_of(view_, 0, 1, test::moved_by(at));
    unit = power_of_two<double>(p.exponent);
    check = no_check<double>(false);
  }
  void look_at(const std::array<Ids, 3>& ids, bool asked = true) {
    auto support = vertex_difference<LinearScan>(p);
    SupportPoint<double> points[3];
    for (std::size_t k = 0; k < 3; ++k) points[k] = support.point(ids[k][0], ids[k][1]);
    check_face(check, points, support, width_tolerance<double>(p.size), asked);
  }
  bool proved() const { return is_proved<double>(check, p.size); }

  // Triangles of the faces of A - B along x and y that reach over most of them.
  static constexpr std::array<Ids, 3> along_x{{{3, 4}, {7, 0}, {1, 6}}};
  static constexpr std::array<Ids, 3> along_y{{{3, 4}, {7, 0}, {2, 5}}};

  PairProblem<double> p{};
  DepthCheck<double> check{};
  double unit = 1;

 private:
  ShapeSet shapes_;
  ShapeSetView<double> view_;
};

TEST_F(DepthCertificate, AFaceThatHoldsTheFootProvesItsWidth) {
  place({1.4, 1, 0});
  EXPECT_FALSE(proved()) << "nothing has been looked at";
  look_at(along_x);
  EXPECT_TRUE(proved());
  EXPECT_NEAR(check.depth * unit, 0.1, 2 * eps);
  EXPECT_NEAR(check.lower * unit, 0.1, 2 * eps);
  EXPECT_NEAR(check.normal.x, 1, eps);
  look_at(along_y);
  EXPECT_TRUE(proved()) << "a wider face changes nothing";
  EXPECT_NEAR(check.depth * unit, 0.1, 2 * eps);
  CoreAnswer<double> out = no_answer<double>();
  take_check(check, out);
  EXPECT_EQ(out.separation, -check.depth);
  EXPECT_EQ(out.normal.x, check.normal.x);
  EXPECT_NEAR(out.witness.a.x * unit, 1, 2 * eps) << "on the face of A";
}

TEST_F(DepthCertificate, AFaceBelowTheDepthLeavesTheBoundsApart) {
  place({1.4, 1, 0});
  look_at(along_x);
  look_at({{{3, 4}, {7, 0}, {5, 3}}});  // a cut through the difference, whose width is another
  EXPECT_LT(check.lower, check.depth);
  EXPECT_FALSE(proved());
}

TEST_F(DepthCertificate, AFaceWithoutAreaIsNoBound) {
  place({1.4, 1, 0});
  look_at(along_x);
  look_at({{{3, 4}, {3, 4}, {3, 4}}});
  EXPECT_EQ(check.lower, 0);
  EXPECT_FALSE(proved());
}

TEST_F(DepthCertificate, FacesThatTieProveNothing) {
  place({1.4, 1.4, 0});
  look_at(along_x);
  EXPECT_TRUE(proved());
  look_at(along_y);
  EXPECT_TRUE(check.tied);
  EXPECT_FALSE(proved());
  for (const auto& again : {along_x, along_y}) {  // one of them is the one that was taken
    look_at(again);
    EXPECT_TRUE(check.tied);
  }
}

/// B lies near A's corner (1, 1, 1): the halves of the faces that meet there.
TEST_F(DepthCertificate, ANarrowerFaceEndsATie) {
  place({1.4, 1.4, 1.45});
  look_at({{{7, 0}, {3, 4}, {5, 2}}});  // along x
  look_at({{{7, 0}, {3, 4}, {6, 1}}});  // along y
  EXPECT_TRUE(check.tied);
  EXPECT_NEAR(check.depth * unit, 0.1, 2 * eps);
  look_at({{{7, 0}, {5, 2}, {6, 1}}});  // along z
  EXPECT_FALSE(check.tied);
  EXPECT_TRUE(proved());
  EXPECT_NEAR(check.depth * unit, 0.05, 2 * eps);
}

TEST_F(DepthCertificate, WhatIsNotAskedForStays) {
  place({1.4, 1, 0});
  look_at(along_x, false);
  EXPECT_EQ(check.depth, Huge<double>::value);
  EXPECT_EQ(check.lower, Huge<double>::value);
}

TEST(DepthTolerance, OfFloatIsHalfItsRounding) {
  EXPECT_LT((depth_tolerance<float>), static_cast<double>(Epsilon<float>::value));
  EXPECT_GT((depth_tolerance<float>), 1e6 * (depth_tolerance<double>));
}

}  // namespace
}  // namespace abut
