// Spots of a shape: on its surface, with the whole shape behind them; and poses that bring two of them opposite each
// other, which fixes the distance without a query.
#include "host/torture/outline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "host/reference/examination.h"
#include "host/torture/shape_makers.h"

namespace abut::torture {
namespace {

/// Shapes of every kind, each alone in a set.
struct OutlinedShape {
  CaseShape shape;
  ShapeSet set;
  std::uint32_t id;
  Outline outline;

  explicit OutlinedShape(const CaseShape& s) : shape(s), id(io::add_shape(set, s)), outline(set, id, s) {}
};

CaseShape any_shape(Draw& draw, std::uint32_t kind) {
  switch (kind % 10) {
    case 0: return ellipsoid(draw);
    case 1: return cylinder(draw);
    case 2: return cone(draw);
    case 3: return minkowski_sum(draw);
    case 4: return needle(draw, 1e-3);
    case 5: return plate(draw, 1e-3);
    case 6: return rounded_shape(draw);
    case 7: return collinear_set(draw);
    case 8: return coplanar_set(draw);
    default: return any_core(draw);
  }
}

/// How much farther the core reaches along the spot's normal than the spot.
double above(const OutlinedShape& s, const Spot& spot) {
  return dot(support_point(s.shape, spot.normal) - spot.point, spot.normal);
}

TEST(Outline, SpotsOfAnyPlaceHaveTheWholeShapeBehindThem) {
  Draw draw(31);
  for (std::uint32_t i = 0; i < 300; ++i) {
    const OutlinedShape s(any_shape(draw, i));
    SCOPED_TRACE("shape " + std::to_string(i));
    for (const Place place : {Place::vertex, Place::edge, Place::face}) {
      const Spot spot = s.outline.spot(place, draw);
      EXPECT_NEAR(length(spot.normal), 1, 1e-15);
      EXPECT_NEAR(length(spot.tangent), 1, 1e-15);
      EXPECT_NEAR(dot(spot.normal, spot.tangent), 0, 1e-14);
      EXPECT_NEAR(above(s, spot), 0, 4e-14);
    }
  }
}

TEST(Outline, SpotsAreOfThePlaceThatWasAskedFor) {
  Draw draw(32);
  const OutlinedShape cube(box({0.5, 0.25, 0.125})), drum({CaseKind::cylinder, {}, {0.5, 0.25, 0}, 0}),
      rod({CaseKind::segment, {{0, 0, -1}, {0, 0, 1}}, {0, 0, 0}, 0});
  std::map<double, int> drum_heights;
  for (int i = 0; i < 300; ++i) {
    const auto at_limits = [&](const Spot& s) {
      return (std::fabs(s.point.x) > 0.5 - 1e-15) + (std::fabs(s.point.y) > 0.25 - 1e-15) +
             (std::fabs(s.point.z) > 0.125 - 1e-15);
    };
    EXPECT_EQ(at_limits(cube.outline.spot(Place::vertex, draw)), 3);
    const Spot edge = cube.outline.spot(Place::edge, draw), face = cube.outline.spot(Place::face, draw);
    EXPECT_GE(at_limits(edge), 2);
    EXPECT_NEAR(std::max({std::fabs(edge.tangent.x), std::fabs(edge.tangent.y), std::fabs(edge.tangent.z)}), 1, 1e-15);
    EXPECT_GE(at_limits(face), 1);
    EXPECT_EQ(max_abs(face.normal), 1) << "along an axis";

    const Spot rim = drum.outline.spot(Place::edge, draw);
    EXPECT_NEAR(std::hypot(rim.point.x, rim.point.y), 0.5, 1e-15);
    EXPECT_EQ(std::fabs(rim.point.z), 0.25);
    ++drum_heights[rim.point.z];
    const Spot wall = drum.outline.spot(Place::face, draw);
    EXPECT_TRUE(wall.normal.z == 0 || std::fabs(wall.normal.z) == 1);

    const Spot along = rod.outline.spot(Place::face, draw);
    EXPECT_EQ(along.normal.z, 0) << "a segment's only places but its ends";
    EXPECT_EQ(std::fabs(along.tangent.z), 1);
  }
  EXPECT_GT(drum_heights[0.25], 100);
  EXPECT_GT(drum_heights[-0.25], 100);
}

TEST(Outline, SpotsOfEdgesAreAnywhereInTheirCones) {
  // Of a flat shape too, where the cone is a half circle.
  Draw draw(33);
  const OutlinedShape cube(box({1, 1, 1})),
      triangle({CaseKind::triangle, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 0, 0}, 0});
  double least = 1, most = 0;
  int above_plane = 0, below_plane = 0;
  for (int i = 0; i < 500; ++i) {
    const Vec3<double> n = cube.outline.spot(Place::edge, draw).normal;
    const double shares[3] = {std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)};
    const double larger = *std::max_element(shares, shares + 3), lean = std::sqrt(1 - larger * larger);
    least = std::min(least, lean), most = std::max(most, lean);
    const double z = triangle.outline.spot(Place::edge, draw).normal.z;
    above_plane += z > 0.3, below_plane += z < -0.3;
  }
  EXPECT_LT(least, 0.05);
  EXPECT_GT(most, 0.65);
  EXPECT_GT(above_plane, 50);
  EXPECT_GT(below_plane, 50);
}

TEST(Outline, OppositeSpotsAreAsFarApartAsAskedFor) {
  Draw draw(34);
  for (std::uint32_t i = 0; i < 200; ++i) {
    const OutlinedShape a(any_shape(draw, draw.below(10))), b(any_shape(draw, draw.below(10)));
    SCOPED_TRACE("pair " + std::to_string(i));
    const Spot on_a = a.outline.any_spot(draw), on_b = b.outline.any_spot(draw);
    const double size = a.outline.size() + b.outline.size(), gap = i % 4 == 0 ? 0 : size * draw.magnitude(1e-9, 2);
    const auto turn = any_turn(draw);
    const Pose pose = opposite(a.outline, on_a, b.outline, on_b, gap, turn);
    // B's normal stands against A's, its tangent at the angle asked for.
    const Vec3<double> n = rotate(pose.rotation, on_b.normal), t = rotate(pose.rotation, on_b.tangent);
    EXPECT_LT(length(n + on_a.normal), 1e-14);
    EXPECT_NEAR(dot(t, on_a.tangent), turn[0], 1e-14);
    EXPECT_NEAR(dot(cross(on_a.tangent, t), n), turn[1], 1e-14) << "turned the other way";
    EXPECT_NEAR(off_rotation(pose.rotation), 0, 1e-14);

    const reference::Core core_a = reference::core_of(a.set.view<double>(), a.id),
                          core_b = reference::core_of(b.set.view<double>(), b.id);
    const reference::Reference reference({core_a, core_b});
    const auto seen = reference::pose_as_seen<double>({}, pose, a.set.header(a.id), b.set.header(b.id));
    const Vec3<double> at = on_a.point + on_a.normal * a.outline.rounding() - a.outline.centre();
    const reference::Answer answer =
        reference::Examination(reference, 0, 1, seen).answer_near(on_a.normal, {at, at + on_a.normal * gap}, 1e-12);
    EXPECT_LE(answer.lower, gap + 1e-13 * (1 + gap));
    EXPECT_GE(answer.upper, gap - 1e-13 * (1 + gap));
    EXPECT_TRUE(answer.certified);
  }
}

TEST(Outline, UnitVectorsKeepTheirDirectionAtAnyLength) {
  Draw draw(35);
  for (int i = 0; i < 300; ++i) {
    const Vec3<double> d = draw.direction();
    for (const int exponent : {-1060, -700, 0, 700, 1020}) {
      const Vec3<double> v{std::ldexp(d.x, exponent), std::ldexp(d.y, exponent), std::ldexp(d.z, exponent)};
      const double lost = exponent < -1050 ? 0x1p-12 : 4e-16;  // what is below the smallest number
      EXPECT_LT(length(unit(v) - d), lost) << exponent;
    }
    const Vec3<double> p = perpendicular(d);
    EXPECT_NEAR(dot(p, d), 0, 1e-16);
    EXPECT_NEAR(length(p), 1, 4e-16);
  }
  EXPECT_EQ(unit({0, 0, 0}).z, 1) << "some direction";
}

TEST(Draws, AreInTheirRangesAndReachTheirEnds) {
  Draw draw(36);
  double low = 1, high = 0;
  int negative = 0, ends = 0;
  for (int i = 0; i < 20000; ++i) {
    const double m = draw.magnitude(1e-6, 0.3);
    low = std::min(low, m), high = std::max(high, m);
    negative += draw.signed_magnitude(1e-3, 1) < 0;
    const std::uint32_t k = draw.between(3, 5);
    ASSERT_TRUE(k >= 3 && k <= 5);
    ends += k == 3 || k == 5;
    const double x = draw.lattice(-1, 1);
    ASSERT_LE(std::fabs(x), 1);
    EXPECT_EQ(x * 1024, std::floor(x * 1024));
    const auto [c, s] = any_turn(draw);
    EXPECT_NEAR(c * c + s * s, 1, 1e-15);
    const double n = length(draw.in_ball());
    ASSERT_TRUE(n < 1 && n > 0.01);
  }
  EXPECT_EQ(low, 1e-6);
  EXPECT_EQ(high, 0.3);
  EXPECT_NEAR(negative, 10000, 400);
  EXPECT_NEAR(ends, 13333, 400);
}

}  // namespace
}  // namespace abut::torture
