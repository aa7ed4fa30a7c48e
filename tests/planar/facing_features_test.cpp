// What polygons have to do with each other along a normal: closed forms of boxes, and every vertex of random ones.
#include "abut/planar/facing_features.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

/// Two shapes, the second posed in the first's box-centre frame.
class Facing : public testing::Test {
 protected:
  void set(const std::vector<Vec2<double>>& a, const std::vector<Vec2<double>>& b, Vec2<double> at,
           Vec2<double> turn = {1, 0}) {
    shapes_ = PlanarShapeSet();
    shapes_.add_polygon(a);
    shapes_.add_polygon(b);
    view_ = shapes_.view<double>();
    const RelativePose<double> pose{{{turn.x, -turn.y, 0, turn.y, turn.x, 0, 0, 0, 1}}, {at.x, at.y, 0}};
    ASSERT_EQ(make_planar_problem(view_, 0, 1, pose, HUGE_VAL, p), Status::converged);
    unit = power_of_two<double>(p.exponent);
  }
  PlanarProblem<double> p;
  double unit = 1;

 private:
  PlanarShapeSet shapes_;
  PlanarShapeSetView<double> view_;
};

const std::vector<Vec2<double>> square{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

TEST_F(Facing, EdgesThatFaceEachOtherShareAMiddle) {
  set(square, square, {2.5, 0.5});
  const PlanarAlong along = planar_along(p, {1, 0, 0});
  EXPECT_NEAR(along.separation * unit, 0.5, 1e-15);
  EXPECT_EQ(along.beside, 0);
  EXPECT_NEAR(along.witness.x * unit, 1, 1e-15);
  EXPECT_NEAR(along.witness.y * unit, 0.25, 1e-15);
  EXPECT_EQ(along.feature_a.code, make_feature(FeatureKind::edge, 1).code);
  EXPECT_EQ(along.feature_b.code, make_feature(FeatureKind::edge, 3).code);
}

TEST_F(Facing, AVertexFacesAnEdge) {
  const double h = std::sqrt(0.5);
  set(square, square, {1.1 + std::sqrt(2.0), 0.25}, {h, h});
  const PlanarAlong along = planar_along(p, {1, 0, 0});
  EXPECT_NEAR(along.separation * unit, 0.1, 1e-15 * 4);
  EXPECT_EQ(feature_kind(along.feature_a), FeatureKind::edge);
  EXPECT_EQ(feature_kind(along.feature_b), FeatureKind::vertex);
  EXPECT_NEAR(along.witness.y * unit, 0.25, 1e-15 * 4);
}

TEST_F(Facing, EdgesBesideEachOtherSayHowFar) {
  set(square, square, {2.5, 3.5});
  const PlanarAlong along = planar_along(p, {1, 0, 0});
  EXPECT_NEAR(along.beside * unit, 1.5, 1e-15);
  EXPECT_EQ(along.feature_a.code, make_feature(FeatureKind::vertex, 2).code);
  EXPECT_EQ(along.feature_b.code, make_feature(FeatureKind::vertex, 0).code);
}

TEST_F(Facing, TheSeparationIsThatOfAllVertices) {
  test::Random random(1);
  for (int k = 0; k < 500; ++k) {
    const double angle = random.uniform(0, 7), turn = random.uniform(0, 7);
    set(test::random_points(random, k % 6), test::random_points(random, k / 6 % 6),
        {random.uniform(-3, 3), random.uniform(-3, 3)}, {std::cos(turn), std::sin(turn)});
    const Vec3<double> n{std::cos(angle), std::sin(angle), 0};
    double most = -HUGE_VAL, least = HUGE_VAL;
    for (std::uint32_t v = 0; v < p.wide.a.count; ++v) most = std::fmax(most, dot(n, vertex(p.wide.a, v)));
    for (std::uint32_t v = 0; v < p.wide.b.count; ++v) {
      least = std::fmin(least, dot(n, transform(p.wide.pose, vertex(p.wide.b, v))));
    }
    const PlanarAlong along = planar_along(p, n);
    EXPECT_NEAR(along.separation, least - most, 1e-15) << k;
    EXPECT_NEAR(dot(n, along.witness), most, 1e-15) << "on the support line";
  }
}

TEST_F(Facing, TheReachGrowsWithTheLevel) {
  // A wedge of slope 1 above a square: gap |x|.
  set(square, {{0, 0}, {3, 3}, {-3, 3}}, {0, 2.5});  // its box centre is 1.5 above the tip
  const Vec3<double> up{0, 1, 0};
  for (const double level : {0.0, 0.25, 0.75}) {
    const PlanarReach r = planar_reach(p, up, level / unit);
    // up turned left is -x: the interval lies about 0 in either case.
    EXPECT_NEAR(r.low * unit, -level, 1e-14) << level;
    EXPECT_NEAR(r.high * unit, level, 1e-14) << level;
  }
  const PlanarReach all = planar_reach(p, up, 9 / unit);
  EXPECT_NEAR(all.high * unit, 1, 1e-14) << "the square ends there";
}

}  // namespace
}  // namespace abut
