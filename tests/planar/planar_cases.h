// Random polygons, and an oracle of the plane that knows nothing of GJK and EPA: all features against all, in long
// double.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "abut/planar.h"
#include "tests/support/random.h"

namespace abut::test {

using Long = long double;
using Points = std::vector<Vec2<double>>;
using LongPoints = std::vector<Vec2<Long>>;

inline Long dot2(Vec2<Long> a, Vec2<Long> b) { return a.x * b.x + a.y * b.y; }
inline Long cross2(Vec2<Long> a, Vec2<Long> b) { return a.x * b.y - a.y * b.x; }
inline Vec2<Long> minus(Vec2<Long> a, Vec2<Long> b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2<Long> plus(Vec2<Long> a, Vec2<Long> b, Long s = 1) { return {a.x + s * b.x, a.y + s * b.y}; }
inline Long length2(Vec2<Long> a) { return std::sqrt(dot2(a, a)); }
template <class T>
Vec2<Long> widen2(Vec2<T> v) {
  return {static_cast<Long>(v.x), static_cast<Long>(v.y)};
}

/// Points about the origin, within 1: `kind` 0 in a disc, 1 thin, 2 a regular polygon, 3 few points of a grid (many
/// collinear and equal), 4 a point or a segment, 5 nearly on a circle.
inline Points random_points(Random& random, int kind) {
  Points out;
  const double scale = kind == 1 ? random.magnitude(1e-6, 0.1) : 1;
  const int count = kind == 4 ? 1 + static_cast<int>(random.below(2)) : 3 + static_cast<int>(random.below(14));
  const double turn = random.uniform(0, 7);
  for (int i = 0; i < count; ++i) {
    const double angle = kind == 2 ? 2 * M_PI * i / count + turn : random.uniform(0, 7);
    const double radius = kind == 2 || kind == 5 ? 1 : std::sqrt(random.uniform());
    Vec2<double> v{radius * std::cos(angle), scale * radius * std::sin(angle)};
    if (kind == 3) v = {(random.below(5) - 2.0) / 4, (random.below(5) - 2.0) / 4};
    out.push_back(v);
  }
  return out;
}

/// The vertices of a body in the world, relative to `origin`.
inline LongPoints placed(const PlanarShapeSet& shapes, const PlanarBody& body, Vec2<double> origin) {
  LongPoints out;
  const Vec2<Long> r = widen2(body.pose.rotation), p = minus(widen2(body.pose.position), widen2(origin));
  for (const Vec2<double>& vertex : shapes.vertices(body.shape)) {
    const Vec2<Long> v = widen2(vertex);
    out.push_back({r.x * v.x - r.y * v.y + p.x, r.x * v.y + r.y * v.x + p.y});
  }
  return out;
}

/// Separation of B from A along `normal`.
inline Long separation_along(const LongPoints& a, const LongPoints& b, Vec2<Long> normal) {
  Long high = -1e4000L, low = 1e4000L;
  for (const auto& v : a) high = std::max(high, dot2(normal, v));
  for (const auto& v : b) low = std::min(low, dot2(normal, v));
  return low - high;
}

inline Long distance_to_segment(Vec2<Long> p, Vec2<Long> v, Vec2<Long> w) {
  const Vec2<Long> e = minus(w, v);
  const Long ee = dot2(e, e);
  const Long t = ee > 0 ? std::clamp(dot2(minus(p, v), e) / ee, 0.0L, 1.0L) : 0;
  return length2(minus(p, plus(v, e, t)));
}

inline Long distance_to_boundary(Vec2<Long> p, const LongPoints& polygon) {
  Long best = 1e4000L;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    best = std::min(best, distance_to_segment(p, polygon[i], polygon[(i + 1) % polygon.size()]));
  }
  return best;
}

/// The true separation of two convex polygons: the smallest of all distances of a vertex of one and an edge of the
/// other, or minus the least width of an overlap along any edge normal. Segments are polygons of two sides.
inline Long true_separation(const LongPoints& a, const LongPoints& b) {
  Long apart = -1e4000L;
  const auto try_edges = [&](const LongPoints& polygon, Long sign) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec2<Long> e = minus(polygon[(i + 1) % polygon.size()], polygon[i]);
      const Long l = length2(e);
      if (l > 0) apart = std::max(apart, separation_along(a, b, {sign * e.y / l, -sign * e.x / l}));
    }
  };
  try_edges(a, 1);
  try_edges(b, -1);
  // Collinear segments: their ends too.
  if (a.size() <= 2 && b.size() <= 2) {
    for (const LongPoints* s : {&a, &b}) {
      const Vec2<Long> e = minus(s->back(), s->front());
      const Long l = length2(e);
      for (const Long sign : {-1.0L, 1.0L}) {
        if (l > 0) apart = std::max(apart, separation_along(a, b, {sign * e.x / l, sign * e.y / l}));
      }
    }
  }
  if (apart == -1e4000L) return length2(minus(a[0], b[0]));  // points, or as good as that beside their distance
  if (apart <= 0) return apart;
  Long best = 1e4000L;
  for (const auto& v : a) best = std::min(best, distance_to_boundary(v, b));
  for (const auto& v : b) best = std::min(best, distance_to_boundary(v, a));
  return best;
}

template <class T>
PlanarContact<T> query(const PlanarShapeSet& shapes, const PlanarBody& a, const PlanarBody& b,
                       const PlanarQueryOptions& options = {}) {
  const std::vector<PlanarBody> bodies{a, b};
  const std::vector<Pair> pairs{{0, 1}};
  std::vector<PlanarContact<T>> out(1);
  query_planar_pairs<T>(Cpu{1}, shapes, bodies, pairs, options, {out, {}});
  return out[0];
}
template <class T>
PlanarPatch<T> patch_of(const PlanarShapeSet& shapes, const PlanarBody& a, const PlanarBody& b, double margin = 0) {
  const std::vector<PlanarBody> bodies{a, b};
  const std::vector<Pair> pairs{{0, 1}};
  std::vector<PlanarPatch<T>> out(1);
  PlanarQueryOptions options;
  options.patch_margin = margin;
  query_planar_pairs<T>(Cpu{1}, shapes, bodies, pairs, options, {{}, out});
  return out[0];
}

/// The point of a core's feature nearest to `p`, as a distance.
inline Long distance_to_feature(Vec2<Long> p, const LongPoints& polygon, Feature feature) {
  const std::uint32_t i = feature_index(feature);
  if (i >= polygon.size()) return 1e4000L;
  const auto& next = polygon[(i + 1) % polygon.size()];
  return feature_kind(feature) == FeatureKind::vertex ? length2(minus(p, polygon[i]))
                                                      : distance_to_segment(p, polygon[i], next);
}

/// All that a record of two shapes promises. `units`: of rounding, relative to size and distance.
template <class T>
void check_record(const PlanarShapeSet& shapes, const PlanarBody& body_a, const PlanarBody& body_b,
                  const PlanarContact<T>& c, const std::string& what, Long units = 8) {
  SCOPED_TRACE(what);
  const PlanarShapeHeader &ha = shapes.header(body_a.shape), &hb = shapes.header(body_b.shape);
  const LongPoints a = placed(shapes, body_a, body_a.pose.position), b = placed(shapes, body_b, body_a.pose.position);
  const Long rounding = static_cast<Long>(ha.rounding) + static_cast<Long>(hb.rounding);
  const Long truth = true_separation(a, b) - rounding;
  // What is far from its own origin costs digits: of double where it is placed, of T where points are told from A's.
  const Long origin = length2(widen2(ha.centre)) + length2(widen2(hb.centre));
  const Long size = static_cast<Long>(ha.size) + static_cast<Long>(hb.size) + std::fabs(truth);
  const Long tolerance = units * static_cast<Long>(Epsilon<T>::value) * size + 0x1p-50L * origin;
  const Long placed_tolerance = tolerance + 4 * static_cast<Long>(Epsilon<T>::value) * origin;
  ASSERT_TRUE(is_contact(c.status)) << static_cast<int>(c.status);
  const Vec2<Long> normal = widen2(c.normal);
  const Long separation = static_cast<Long>(c.separation);
  EXPECT_LE(std::fabs(length2(normal) - 1), 4 * static_cast<Long>(Epsilon<T>::value));
  EXPECT_LE(std::fabs(separation - truth), tolerance) << separation << " for " << truth;
  EXPECT_LE(std::fabs(separation_along(a, b, normal) - rounding - separation), tolerance);
  EXPECT_LE(static_cast<Long>(c.lower_bound), truth + 0x1p-50L * origin);
  EXPECT_LE(static_cast<Long>(c.bound_gap), tolerance);
  const Vec2<Long> wa = widen2(c.witness_a), wb = widen2(c.witness_b), middle = widen2(c.point);
  EXPECT_LE(length2(minus(plus(wa, normal, separation), wb)), placed_tolerance);
  EXPECT_LE(length2(minus(plus(wa, normal, separation / 2), middle)), placed_tolerance);
  // Witness points of the cores lie on the features, to what counts as parallel.
  const Long beside = placed_tolerance + 16 * static_cast<Long>(Epsilon<T>::value) * size;
  EXPECT_LE(distance_to_feature(plus(wa, normal, -static_cast<Long>(ha.rounding)), a, c.feature_a), beside);
  EXPECT_LE(distance_to_feature(plus(wb, normal, static_cast<Long>(hb.rounding)), b, c.feature_b), beside);
}

}  // namespace abut::test
