// Patches: what edges have in common, how it moves, and the four configurations of Feng & Tan's figure 4.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

using namespace test;

template <class T>
class PlanarPatches : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PlanarPatches, Scalars);

template <class T>
constexpr double eps = static_cast<double>(Epsilon<T>::value);

Points box(double half_x, double half_y) {
  return {{-half_x, -half_y}, {half_x, -half_y}, {half_x, half_y}, {-half_x, half_y}};
}

/// The same interval by bisection on the gap itself: heights of both boundaries by all edges, in long double.
struct Boundaries {
  LongPoints a, b;
  Vec2<Long> normal;

  Vec2<Long> tangent() const { return {-normal.y, normal.x}; }
  /// Largest height above x of a polygon's points, or lowest with `sign` -1.
  Long height(const LongPoints& polygon, Long x, Long sign) const {
    Long best = -1e4000L;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec2<Long> v = polygon[i], w = polygon[(i + 1) % polygon.size()];
      const Long vx = dot2(v, tangent()), wx = dot2(w, tangent());
      if (x < std::min(vx, wx) || x > std::max(vx, wx)) continue;
      const Long f = wx == vx ? 0 : (x - vx) / (wx - vx);
      for (const Long y : {dot2(v, normal) + f * (dot2(w, normal) - dot2(v, normal))}) best = std::max(best, sign * y);
    }
    return sign * best;
  }
  Long gap(Long x) const { return height(b, x, -1) - height(a, x, 1); }
  /// The end of { gap <= level } between `in`, where it holds, and `out`.
  Long end(Long in, Long out, Long level) const {
    if (gap(out) <= level) return out;
    for (int i = 0; i < 200; ++i) {
      const Long middle = (in + out) / 2;
      (gap(middle) <= level ? in : out) = middle;
    }
    return in;
  }
};

TYPED_TEST(PlanarPatches, AreTheIntervalOfTheirDefinition) {
  using T = TypeParam;
  Random random(1);
  int long_ones = 0;
  for (int i = 0; i < 4000; ++i) {
    PlanarShapeSet shapes;
    shapes.add_polygon(random_points(random, i % 4 == 3 ? 5 : i % 4));
    shapes.add_polygon(random_points(random, i % 3));
    const PlanarBody a{0, planar_pose({0, 0}, random.uniform(0, 7))};
    const Vec3<double> d = random.in_cube() * (i % 2 == 0 ? 2.0 : 1.0);
    const PlanarBody b{1, planar_pose({d.x, d.y}, random.uniform(0, 7))};
    const double margin = i % 5 == 0 ? 0 : random.magnitude(1e-3, 0.5);
    const auto c = query<T>(shapes, a, b);
    const auto patch = patch_of<T>(shapes, a, b, margin);
    ASSERT_TRUE(is_contact(c.status));
    const Boundaries all{placed(shapes, a, {0, 0}), placed(shapes, b, {0, 0}), widen2(c.normal)};
    const Long size = static_cast<Long>(shapes.header(0).size) + static_cast<Long>(shapes.header(1).size);
    const Long tolerance = 64 * static_cast<Long>(Epsilon<T>::value) * size;
    Long low = -1e4000L, high = 1e4000L;
    for (const LongPoints* polygon : {&all.a, &all.b}) {
      Long first = 1e4000L, last = -1e4000L;
      for (const auto& v : *polygon) {
        first = std::min(first, dot2(v, all.tangent()));
        last = std::max(last, dot2(v, all.tangent()));
      }
      low = std::max(low, first);
      high = std::min(high, last);
    }
    const Long separation = static_cast<Long>(c.separation);
    // Where both only touch end to end, rounding may leave nothing between the two.
    const Long at = std::min(std::max(dot2(widen2(c.point), all.tangent()), low), high);
    const auto outer = [&](Long out, Long slack) {
      return all.end(at, out, std::max(separation, 0.0L) + static_cast<Long>(margin) + (1 + slack) * tolerance);
    };
    // The level is exact to rounding, the ends as the boundaries' slopes allow.
    const Long begin = dot2(widen2(patch.begin), all.tangent()), end = dot2(widen2(patch.end), all.tangent());
    const Long rounding = 16 * static_cast<Long>(Epsilon<T>::value) * size;
    ASSERT_GE(begin, outer(low, 0.125L) - rounding) << i;
    ASSERT_LE(begin, outer(low, -0.125L) + rounding) << i;
    ASSERT_GE(end, outer(high, -0.125L) - rounding) << i;
    ASSERT_LE(end, outer(high, 0.125L) + rounding) << i;
    ASSERT_LE(std::fabs(end - begin - static_cast<Long>(patch.length)), rounding) << i;
    ASSERT_LE(length2(minus(widen2(patch.point), widen2((patch.begin + patch.end) * T(0.5)))), rounding) << i;
    // As high as the contact's point.
    ASSERT_LE(std::fabs(dot2(minus(widen2(patch.point), widen2(c.point)), all.normal)), rounding) << i;
    long_ones += patch.length > T(0.1);
  }
  EXPECT_GT(long_ones, 1000);
}

TYPED_TEST(PlanarPatches, FacingBoxesShareAnEdgeWhoseMiddleIsThePoint) {
  using T = TypeParam;
  PlanarShapeSet shapes;
  const auto wide = shapes.add_polygon(box(2, 1)), small = shapes.add_polygon(box(1, 1), 0.25);
  for (const double gap : {0.5, 0.0, -0.125}) {
    const auto patch = patch_of<T>(shapes, {wide, {{5, 5}, {1, 0}}}, {small, {{7, 7.25 + gap}, {1, 0}}});
    EXPECT_NEAR(patch.length, 1, 16 * eps<T>);
    EXPECT_NEAR(patch.point.x, 1.5, 16 * eps<T>);
    EXPECT_NEAR(patch.point.y, 1 + gap / 2, 16 * eps<T>);
    EXPECT_NEAR(patch.begin.x, 2, 16 * eps<T>);  // the tangent is the normal turned left
    EXPECT_NEAR(patch.end.x, 1, 16 * eps<T>);
  }
  PlanarShapeSet discs;
  discs.add_disc(1);
  EXPECT_EQ(patch_of<T>(discs, {0, {}}, {0, {{1.5, 0}, {1, 0}}}).length, T(0));
}

TYPED_TEST(PlanarPatches, SlideAndTurnWithoutAJump) {
  using T = TypeParam;
  PlanarShapeSet shapes;
  const auto base = shapes.add_polygon(box(2, 1)), small = shapes.add_polygon(box(1, 0.5));
  const double margin = 0.01;
  // Sliding along the edge from one end beyond to the other: the point moves by no more than the box does.
  const double step = 1.0 / 64;
  PlanarPatch<T> last{};
  for (double x = -2.9; x < 2.9; x += step) {
    const auto patch = patch_of<T>(shapes, {base, {}}, {small, {{x, 1.5}, {1, 0}}}, margin);
    ASSERT_NEAR(patch.length, std::min(x + 1, 2.0) - std::max(x - 1, -2.0), 1e4 * eps<T>);
    if (x > -2.9) {
      ASSERT_LE(std::fabs(static_cast<double>(patch.point.x - last.point.x)), step * 1.001 + 64 * eps<T>) << x;
    }
    last = patch;
  }
  // Turning through parallel about the middle of the lower edge: the ends move by what the slope says, and the contact
  // point itself jumps from corner to corner.
  double largest_patch_step = 0, largest_contact_step = 0;
  PlanarContact<T> before{};
  for (int i = -400; i <= 400; ++i) {
    const double angle = 1e-4 * i;
    const PlanarPose pose = planar_pose({-0.5 * -std::sin(angle), 1 + 0.5 * std::cos(angle)}, angle);
    const PlanarBody a{base, {}}, b{small, pose};
    const auto patch = patch_of<T>(shapes, a, b, margin);
    const auto c = query<T>(shapes, a, b);
    if (i > -400) {
      largest_patch_step = std::max(largest_patch_step, std::fabs(static_cast<double>(patch.point.x - last.point.x)));
      largest_contact_step = std::max(largest_contact_step, std::fabs(static_cast<double>(c.point.x - before.point.x)));
    }
    if (i == 0) {
      EXPECT_NEAR(patch.length, 2, 1e3 * eps<T>);
      EXPECT_NEAR(patch.point.x, 0, 1e3 * eps<T>);
      EXPECT_EQ(contact_type(c.feature_a, c.feature_b), ContactType::edge_edge);
    }
    last = patch;
    before = c;
  }
  // The patch leaves a corner when margin = 2 slope, and loses margin / slope^2 per radian then: 0.04 a step.
  EXPECT_LT(largest_patch_step, 0.03);
  EXPECT_GT(largest_contact_step, 0.9);
}

TYPED_TEST(PlanarPatches, OverlapsGiveAreaAndCentroid) {
  using T = TypeParam;
  PlanarShapeSet shapes;
  const auto square = shapes.add_polygon(box(1, 1));
  const auto triangle = shapes.add_polygon(Points{{0, 0}, {3, 0}, {0, 3}});
  const auto segment = shapes.add_segment({0, 0}, {1, 0});
  const std::vector<PlanarBody> bodies{{square, {{10, 10}, {1, 0}}},
                                       {square, {{11, 11.5}, {1, 0}}},
                                       {triangle, {{10, 10}, {-1, 0}}},
                                       {segment, {{10, 10}, {1, 0}}},
                                       {square, {{20, 10}, {1, 0}}}};
  const std::vector<Pair> pairs{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 0}};
  std::vector<PlanarOverlap<T>> out(pairs.size());
  query_planar_pairs<T>(Cpu{}, shapes, bodies, pairs, {}, {{}, {}, out});
  EXPECT_EQ(out[0].area, T(0.5));
  EXPECT_EQ(out[0].centroid.x, T(0.5));
  EXPECT_EQ(out[0].centroid.y, T(0.75));
  EXPECT_NEAR(out[1].area, 1, 8 * eps<T>);
  EXPECT_NEAR(out[1].centroid.x, -0.5, 8 * eps<T>);
  EXPECT_EQ(out[2].area, T(0));
  EXPECT_EQ(out[3].area, T(0));
  EXPECT_EQ(out[4].area, T(4));
}

TYPED_TEST(PlanarPatches, OverlapsAgreeWithCountedCells) {
  using T = TypeParam;
  Random random(2);
  for (int i = 0; i < 40; ++i) {
    PlanarShapeSet shapes;
    shapes.add_polygon(random_points(random, i % 3));
    shapes.add_polygon(random_points(random, 5));
    const PlanarBody a{0, planar_pose({0, 0}, i)}, b{1, planar_pose({random.uniform(-1, 1), random.uniform(-1, 1)}, 2)};
    std::vector<PlanarOverlap<T>> out(1);
    const std::vector<PlanarBody> bodies{a, b};
    const std::vector<Pair> pairs{{0, 1}};
    query_planar_pairs<T>(Cpu{1}, shapes, bodies, pairs, {}, {{}, {}, out});
    const LongPoints pa = placed(shapes, a, {0, 0}), pb = placed(shapes, b, {0, 0});
    const auto holds = [](const LongPoints& polygon, Vec2<Long> p) {
      for (std::size_t k = 0; k < polygon.size(); ++k) {
        if (cross2(minus(polygon[(k + 1) % polygon.size()], polygon[k]), minus(p, polygon[k])) < 0) return false;
      }
      return polygon.size() > 2;
    };
    const int n = 300;
    Long area = 0;
    Vec2<Long> moment{0, 0};
    for (int x = 0; x < n; ++x) {
      for (int y = 0; y < n; ++y) {
        const Vec2<Long> p{(2 * x + 1.0L) / n - 1, (2 * y + 1.0L) / n - 1};
        if (!holds(pa, p) || !holds(pb, p)) continue;
        area += 4.0L / (n * n);
        moment = plus(moment, p, 4.0L / (n * n));
      }
    }
    ASSERT_LE(std::fabs(area - static_cast<Long>(out[0].area)), 0.02L) << i;
    const Vec2<Long> centroid = widen2(out[0].centroid);
    ASSERT_LE(length2(minus(moment, {centroid.x * area, centroid.y * area})), 0.02L) << i;
  }
}

PlanarOverlap<double> overlap_of(const PlanarShapeSet& shapes, const PlanarBody& a, const PlanarBody& b) {
  std::vector<PlanarOverlap<double>> out(1);
  const std::vector<PlanarBody> bodies{a, b};
  const std::vector<Pair> pairs{{0, 1}};
  query_planar_pairs<double>(Cpu{1}, shapes, bodies, pairs, {}, {{}, {}, out});
  return out[0];
}

TEST(PlanarOverlaps, NormalAndMomentSayHowTheAreaChanges) {
  Random random(3);
  int seen = 0, turning = 0;
  for (int i = 0; i < 200; ++i) {
    PlanarShapeSet shapes;
    shapes.add_polygon(random_points(random, i % 3));
    shapes.add_polygon(random_points(random, 5));
    const double angle = random.uniform(0, 6);
    const PlanarBody a{0, planar_pose({0.3, 0.4}, i)},
        b{1, planar_pose({random.uniform(-1, 1), random.uniform(-1, 1)}, angle)};
    const PlanarOverlap<double> at = overlap_of(shapes, a, b);
    if (at.area < 1e-2) {
      EXPECT_TRUE(at.area > 0 || at.moment == 0) << i;
      continue;
    }
    ++seen;
    const double h = 1e-6;
    const auto slope = [&](const auto& moved) {
      return (overlap_of(shapes, a, moved(h)).area - overlap_of(shapes, a, moved(-h)).area) / (2 * h);
    };
    const auto shifted = [&](double x, double y) {
      PlanarBody out = b;
      out.pose.position = out.pose.position + Vec2<double>{x, y};
      return out;
    };
    // A corner that passes an edge on the way bends the area: by h at most, over lengths of 0.1 and more.
    EXPECT_NEAR(slope([&](double d) { return shifted(d, 0); }), -at.normal.x, 1e-5) << i;
    EXPECT_NEAR(slope([&](double d) { return shifted(0, d); }), -at.normal.y, 1e-5) << i;
    const auto turned = [&](double by) {
      const Vec2<double> centre = a.pose.position + at.centroid, arm = b.pose.position - centre;
      const double c = std::cos(by), s = std::sin(by);
      return PlanarBody{1,
                        planar_pose(centre + Vec2<double>{c * arm.x - s * arm.y, s * arm.x + c * arm.y}, angle + by)};
    };
    EXPECT_NEAR(slope(turned), -at.moment, 1e-5) << i;
    turning += std::abs(at.moment) > 1e-2 ? 1 : 0;
    // Seen from B, all is the other way round.
    const PlanarOverlap<double> other = overlap_of(shapes, {1, b.pose}, {0, a.pose});
    EXPECT_NEAR(other.normal.x, -at.normal.x, 1e-13) << i;
    EXPECT_NEAR(other.moment, -at.moment, 1e-13) << i;
  }
  EXPECT_GT(seen, 60);
  EXPECT_GT(turning, 20);
}

TEST(PlanarOverlaps, EdgesThatCoincideCountOnce) {
  PlanarShapeSet shapes;
  const auto square = shapes.add_polygon(box(1, 1)), brick = shapes.add_polygon(box(0.5, 1));
  // The same square: what is left of A's boundary is all of it, and pushes nowhere.
  const PlanarOverlap<double> same = overlap_of(shapes, {square, {}}, {square, {}});
  EXPECT_EQ(same.normal.x, 0);
  EXPECT_EQ(same.normal.y, 0);
  EXPECT_EQ(same.moment, 0);
  // A brick in the right half of a square, three of its edges on the square's: B's left edge alone is free.
  const PlanarOverlap<double> half = overlap_of(shapes, {square, {}}, {brick, {{0.5, 0}, {1, 0}}});
  EXPECT_EQ(half.area, 2);
  EXPECT_EQ(half.normal.x, 2);
  EXPECT_EQ(half.normal.y, 0);
  EXPECT_EQ(half.moment, 0);
}

// Feng & Tan 2019, section 5.1: a fixed quadrilateral A and a triangle B moved a little, at four configurations. The
// figure prints no coordinates; these do what the text says.
template <class T>
struct Figure4 {
  PlanarShapeSet shapes;
  std::uint32_t quadrilateral, triangle;

  Figure4() {
    // Edges of A: 0 bottom, 1 right, 2 top, 3 left. Of B, counter-clockwise: vertex 0 its left upper corner.
    quadrilateral = shapes.add_polygon(Points{{0, 0}, {4, 0}, {4.5, 3}, {-1, 2.5}});
    triangle = shapes.add_polygon(Points{{-1, 0}, {0.25, -2}, {1.5, 0}});
  }
  PlanarBody a() const { return {quadrilateral, {}}; }
  PlanarBody b(double x, double y, double angle) const { return {triangle, planar_pose({x, y}, angle)}; }
};

TYPED_TEST(PlanarPatches, FourConfigurationsOfFengAndTanSwitchTheirFeatures) {
  using T = TypeParam;
  const Figure4<T> figure;
  const auto ask = [&](const PlanarBody& b) {
    const auto c = query<T>(figure.shapes, figure.a(), b);
    check_record(figure.shapes, figure.a(), b, c, "figure 4");
    EXPECT_LT(c.separation, T(0));
    return c;
  };
  const auto edge_of_a = [](const PlanarContact<T>& c) {
    return feature_kind(c.feature_a) == FeatureKind::edge ? static_cast<int>(feature_index(c.feature_a)) : -1;
  };
  // (a) B's right upper corner lies in A's lower left corner, slightly nearer to the left edge.
  const double tilt = 0.05;
  const auto on_left = ask(figure.b(-1.41, 0.15, tilt));
  EXPECT_EQ(contact_type(on_left.feature_a, on_left.feature_b), ContactType::vertex_edge);
  EXPECT_EQ(edge_of_a(on_left), 3);
  // (b) B a little further to the right: the bottom edge of A, and the normal turns by a right angle or so.
  const auto on_bottom = ask(figure.b(-1.21, 0.15, tilt));
  EXPECT_EQ(contact_type(on_bottom.feature_a, on_bottom.feature_b), ContactType::vertex_edge);
  EXPECT_EQ(edge_of_a(on_bottom), 0);
  EXPECT_LT(dot(on_left.normal, on_bottom.normal), T(0.5));
  // (c) B turned clockwise until its top edge is parallel to A's bottom edge: edge to edge, the point in the middle of
  // what they have in common, whatever the lengths of the edges are.
  const PlanarBody parallel = figure.b(-1.0, 0.1, 0);
  const auto facing = ask(parallel);
  EXPECT_EQ(contact_type(facing.feature_a, facing.feature_b), ContactType::edge_edge);
  EXPECT_EQ(edge_of_a(facing), 0);
  EXPECT_NEAR(facing.separation, -0.1, 16 * eps<T>);
  const auto patch = patch_of<T>(figure.shapes, figure.a(), parallel);
  EXPECT_NEAR(facing.point.x, 0.25, 16 * eps<T>);  // of [0, 0.5]
  // The patch is all of the overlap: A's left edge and B's top, in front of the corner.
  EXPECT_NEAR(patch.point.y, 0.05, 16 * eps<T>);
  EXPECT_GT(patch.length, T(0.49));
  // (d) Turned further: the left edge again.
  const auto again = ask(figure.b(-1.46, 0.15, -tilt));
  EXPECT_EQ(contact_type(again.feature_a, again.feature_b), ContactType::vertex_edge);
  EXPECT_EQ(edge_of_a(again), 3);
}

}  // namespace
}  // namespace abut
