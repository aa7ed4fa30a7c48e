// What the reference's answers are made of: nearest points, least widths, bounds over arcs, each against closed forms
// or the conditions that only the truth meets.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "host/reference/active_set.h"
#include "host/reference/arc.h"
#include "host/reference/nearest.h"
#include "host/reference/overlap.h"
#include "tests/reference/cases.h"

namespace abut::reference::test {
namespace {

/// Two boxes along the axes; the truth goes by coordinates.
struct AlignedBoxes {
  Vec3<double> half_a, half_b, between;
  Polytope a, b;

  AlignedBoxes(const Vec3<double>& ha, const Vec3<double>& hb, const Vec3<double>& t)
      : half_a(ha), half_b(hb), between(t), a(box(ha.x, ha.y, ha.z).vertices), b(box(hb.x, hb.y, hb.z).vertices) {}

  std::array<Wide, 3> gaps() const {
    const auto gap = [](double x, double ha, double hb) {
      return static_cast<Wide>(std::fabs(x)) - static_cast<Wide>(ha) - static_cast<Wide>(hb);
    };
    return {gap(between.x, half_a.x, half_b.x), gap(between.y, half_a.y, half_b.y), gap(between.z, half_a.z, half_b.z)};
  }
  Wide distance() const {
    Wide squared = 0;
    for (const Wide g : gaps()) squared += g > 0 ? g * g : 0;
    return square_root(squared);
  }
  Wide depth() const {
    const auto g = gaps();
    return -std::max({g[0], g[1], g[2]});
  }
};

Vec3<double> any_half(Random& random) {
  const auto one = [&] { return std::pow(10.0, random.uniform(-3, 0)); };
  return {one(), one(), one()};
}

template <class S>
void expect_nearest(const AlignedBoxes& boxes, const Vec3<double>* hint) {
  const Placed a(boxes.a), b(boxes.b, translation(boxes.between.x, boxes.between.y, boxes.between.z));
  const double slop = 4 * slop_of<S> * (a.extent() + b.extent());
  const NearestPoint<S> found = nearest_point<S>(a, b, hint);
  const Wide truth = boxes.distance();
  if (truth == 0) {
    EXPECT_TRUE(found.meets);
    return;
  }
  EXPECT_FALSE(found.meets);
  EXPECT_NEAR(static_cast<double>(static_cast<Wide>(found.upper) - truth), 0, slop);
  EXPECT_NEAR(static_cast<double>(static_cast<Wide>(found.lower) - truth), 0, slop);
  const auto within = [&](S x, double half, double centre) {
    return std::fabs(static_cast<double>(x - static_cast<S>(centre))) <= half + slop;
  };
  const Vec3<double>&ha = boxes.half_a, &hb = boxes.half_b, &t = boxes.between;
  EXPECT_TRUE(within(found.a.x, ha.x, 0) && within(found.a.y, ha.y, 0) && within(found.a.z, ha.z, 0));
  EXPECT_TRUE(within(found.b.x, hb.x, t.x) && within(found.b.y, hb.y, t.y) && within(found.b.z, hb.z, t.z));
  EXPECT_NEAR(static_cast<double>(norm(found.a - found.b - found.difference)), 0, slop);
  EXPECT_NEAR(static_cast<double>(norm(found.normal)), 1, 1e-15);
}

TEST(Nearest, PointsOfBoxesAreThoseOfTheirCoordinatesFromAnyHint) {
  Random random(101);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    const Vec3<double> ha = any_half(random), hb = any_half(random);
    Vec3<double> t{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
    if (i % 3 == 0) t.x = 0;
    if (i % 4 == 0) t.y = ha.y + hb.y + std::pow(10.0, -random.integer(1, 14));
    const AlignedBoxes boxes(ha, hb, t);
    const Vec3<double> hint = random.direction();
    expect_nearest<Wide>(boxes, nullptr);
    expect_nearest<Wide>(boxes, &hint);
    expect_nearest<Long>(boxes, &hint);
  }
}

TEST(Nearest, DistancesFromChosenCornersAreThoseFromTheirHull) {
  Random random(102);
  const Polytope polytope(box(1, 0.5, 0.25).vertices);
  const Placed placed(polytope);
  const auto beyond = [](double x, double half) { return std::max(0.0, std::fabs(x) - half); };
  for (int i = 0; i < 200; ++i) {
    const Vec3<double> p{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
    const double x = beyond(p.x, 1), y = beyond(p.y, 0.5), z = beyond(p.z, 0.25);
    const auto distance = [&](const std::vector<std::uint32_t>& chosen) {
      return static_cast<double>(distance_from_hull(placed, chosen, converted<Long>(p)));
    };
    EXPECT_NEAR(distance({0, 1, 2, 3, 4, 5, 6, 7}), std::hypot(x, y, z), 1e-15) << i;
    EXPECT_NEAR(distance({4, 5, 6, 7}), std::hypot(x, y, p.z - 0.25), 1e-15) << "the upper face";
    EXPECT_NEAR(distance({7, 5}), std::hypot(p.x - 1, y, p.z - 0.25), 1e-15) << "an edge of it along y";
    EXPECT_NEAR(distance({2}), std::hypot(p.x + 1, p.y - 0.5, p.z + 0.25), 1e-15) << "a corner";
    EXPECT_NEAR(distance({2, 2, 2}), distance({2}), 1e-15) << "the same corner again";
  }
}

template <class S>
void expect_depth(const AlignedBoxes& boxes, const Vec3<double>* hint) {
  const Placed a(boxes.a), b(boxes.b, translation(boxes.between.x, boxes.between.y, boxes.between.z));
  const double slop = slop_of<S> * (a.extent() + b.extent());
  const Depth<S> found = penetration_depth<S>(a, b, hint);
  EXPECT_NEAR(static_cast<double>(static_cast<Wide>(found.lower) - boxes.depth()), 0, slop);
  EXPECT_NEAR(static_cast<double>(static_cast<Wide>(found.upper) - boxes.depth()), 0, slop);
  const std::uint32_t of_a = a.support_as(found.normal), of_b = b.support_as(-found.normal);
  EXPECT_NEAR(static_cast<double>(inner(a.point_as<S>(of_a) - b.point_as<S>(of_b), found.normal) - found.upper), 0,
              slop)
      << "the width along the normal";
}

TEST(Depth, OfBoxesIsTheLeastOfThreeFromAnyHint) {
  Random random(103);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    const Vec3<double> ha = any_half(random), hb = any_half(random);
    const auto inside = [&](double x, double y) { return random.uniform(-0.999, 0.999) * (x + y); };
    Vec3<double> t{inside(ha.x, hb.x), inside(ha.y, hb.y), inside(ha.z, hb.z)};
    if (i % 3 == 0) t.x = t.z = 0;
    if (i % 4 == 0) t.y = ha.y + hb.y - std::pow(10.0, -random.integer(4, 14));
    const AlignedBoxes boxes(ha, hb, t);
    const Vec3<double> hint = random.direction();
    expect_depth<Wide>(boxes, nullptr);
    expect_depth<Wide>(boxes, &hint);
    expect_depth<Long>(boxes, &hint);
  }
}

TEST(Depth, OfWhatHasNoInsideIsNothing) {
  const Polytope point({{0, 0, 0}}), rod(segment(1).vertices), plate({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}});
  const Mat3<double> quarter{{0, -1, 0, 1, 0, 0, 0, 0, 1}};
  const RelativePose<double> none = translation(0, 0, 0), across{quarter, {0.25, 0.5, 0}};
  const auto depth = [](const Polytope& a, const Polytope& b, const RelativePose<double>& pose) {
    return penetration_depth<Wide>(Placed(a), Placed(b, pose));
  };
  const Depth<Wide> points = depth(point, point, none);
  EXPECT_EQ(static_cast<double>(points.upper), 0);
  EXPECT_EQ(static_cast<double>(norm(points.normal)), 0);
  for (const Depth<Wide>& flat : {depth(rod, rod, across), depth(plate, rod, across), depth(rod, plate, none),
                                  depth(plate, plate, across), depth(point, plate, none), depth(rod, point, none)}) {
    EXPECT_NEAR(static_cast<double>(flat.upper), 0, 1e-20);
    EXPECT_NEAR(static_cast<double>(norm(flat.normal)), 1, 1e-18);
  }
}

/// Points of the other body, all looked at.
struct ArcSearch {
  std::vector<Vec3<double>> points;
  double limit, least = HUGE_VAL;
  Vec3<double> p;

  Vec3<double> other(std::uint32_t q) const { return points[q]; }
  double enough() const { return std::min(limit, least); }
  double noise() const { return 1e-15; }
  double width(const Vec3<double>& u) const {
    double w = -HUGE_VAL;
    for (const Vec3<double>& q : points) w = std::max(w, inner(p - q, u));
    return w;
  }
  std::uint32_t improve(const Vec3<double>& u, std::uint32_t q, const Vec3<double>&) const {
    for (std::uint32_t k = 0; k < points.size(); ++k) {
      if (inner(p - points[k], u) > inner(p - points[q], u)) q = k;
    }
    return q;
  }
  void found(const Vec3<double>& u) { least = std::min(least, width(u)); }
};

TEST(Arc, BoundsAreBelowAllWidthsAndAttainedWhereTheyMatter) {
  Random random(104);
  int attained = 0;
  for (int i = 0; i < 400; ++i) {
    ArcSearch search;
    for (int k = random.integer(1, 12); k > 0; --k) search.points.push_back(random.direction());
    search.p = random.direction() * random.uniform(0, 2);
    search.limit = i % 2 ? HUGE_VAL : random.uniform(0, 1);
    const Vec3<double> u = random.direction(), v = unit(u + random.direction() * random.uniform(0.01, 1));
    const auto start = [&](const Vec3<double>& end) { return search.improve(end, 0, search.p); };
    const double bound = arc_lower_bound<double>(search, search.p, {u, start(u)}, {v, start(v)});
    double least = HUGE_VAL;
    for (int k = 0; k <= 1000; ++k) least = std::min(least, search.width(unit(u * (1 - 0.001 * k) + v * (0.001 * k))));
    if (least < 0) {
      EXPECT_LE(bound, 1e-14) << "a depth where there is a gap " << i;
      continue;
    }
    EXPECT_LE(bound, least + 1e-14) << i;
    if (bound >= search.limit) continue;
    EXPECT_NEAR(bound, least, 2e-3) << "of a thousand samples " << i;
    // The ends are the caller's to look at.
    EXPECT_NEAR(bound, std::min({search.least, search.width(u), search.width(v)}), 1e-13) << "not attained " << i;
    ++attained;
  }
  EXPECT_GT(attained, 60);
}

template <class S>
class ActiveSet : public testing::Test {};
using Precisions = testing::Types<double, Long>;
TYPED_TEST_SUITE(ActiveSet, Precisions);

TYPED_TEST(ActiveSet, EndsWhereAllPointsLieBehindTheNearestOne) {
  using S = TypeParam;
  const S epsilon = std::numeric_limits<S>::epsilon();
  Random random(105);
  int enclosed = 0, nearest = 0;
  for (int i = 0; i < 1000; ++i) {
    std::vector<Vec3<S>> points;
    const double off = random.uniform(0, 2), thin = i % 3 ? 1 : 1e-3;
    const Vec3<double> centre = random.direction() * off;
    for (int k = random.integer(1, 20); k > 0; --k) {
      const Vec3<double> d = random.direction();
      points.push_back(converted<S>(centre + Vec3<double>{d.x, d.y, d.z * thin}));
    }
    const auto support = [&](const Vec3<S>& u) {
      std::uint32_t best = 0;
      for (std::uint32_t k = 1; k < points.size(); ++k) best = inner(points[k] - points[best], u) > 0 ? k : best;
      return std::pair{best, std::uint32_t{0}};
    };
    const auto difference = [&](std::uint32_t k, std::uint32_t) { return points[k]; };
    Corral<S> c;
    c.add(0, 0, points[0], 1);
    const End end = descend(c, 64 * epsilon, 100 * epsilon, support, difference);
    normalise(c);
    const Vec3<S> x = c.point();
    S sum = 0;
    for (int k = 0; k < c.count; ++k) {
      EXPECT_GE(c.weight[k], 0) << i;
      sum += c.weight[k];
    }
    EXPECT_NEAR(static_cast<double>(sum), 1, 1e-15) << i;
    if (end == End::enclosed) {
      EXPECT_LT(norm(x), 200 * epsilon) << i;
      ++enclosed;
      continue;
    }
    for (const Vec3<S>& p : points) EXPECT_GE(inner(p - x, x), -1e3L * static_cast<Long>(epsilon) * norm(x)) << i;
    ++nearest;
  }
  EXPECT_GT(enclosed, 100);
  EXPECT_GT(nearest, 300);
}

TYPED_TEST(ActiveSet, LeastSquaresLeaveARestAcrossAllVectors) {
  using S = TypeParam;
  Random random(106);
  for (int i = 0; i < 300; ++i) {
    const int count = i % 4;
    std::array<Vec3<S>, 3> d{};
    for (int k = 0; k < count; ++k) d[k] = converted<S>(random.direction() * random.uniform(0.1, 10));
    const Vec3<S> r = converted<S>(random.direction());
    std::array<S, 3> s{};
    ASSERT_TRUE(least_squares(d, count, r, s));
    Vec3<S> rest = r;
    for (int k = 0; k < count; ++k) rest = rest - d[k] * s[k];
    for (int k = 0; k < count; ++k) EXPECT_NEAR(static_cast<double>(inner(rest, unit(d[k]))), 0, 1e-12) << i;
    if (count == 3) {
      EXPECT_LT(static_cast<double>(norm(rest)), 1e-11);
    }
  }
}

TYPED_TEST(ActiveSet, DependentVectorsHaveNoLeastSquares) {
  using S = TypeParam;
  const Vec3<S> one{1, 2, 3}, two{4, -1, 2}, r{1, 0, 0};
  std::array<S, 3> s{};
  EXPECT_FALSE(least_squares({Vec3<S>{0, 0, 0}, {}, {}}, 1, r, s));
  EXPECT_FALSE(least_squares({one, one * S(-3), {}}, 2, r, s));
  EXPECT_FALSE(least_squares({one, two, one * S(2) - two}, 3, r, s));
  EXPECT_TRUE(least_squares({one, two, cross_product(one, two)}, 3, r, s));
  EXPECT_FALSE(least_squares({one * std::numeric_limits<S>::max(), {}, {}}, 1, r, s)) << "not finite";
}

}  // namespace
}  // namespace abut::reference::test
