#include "host/brep/one_side.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "host/brep/brep_carriers.h"
#include "tests/brep/random_carriers.h"

namespace abut::test {
namespace {

using host::is_on_one_side;
using host::PlainCurve;

PlainCurve random_line(Random& random) {
  PlainCurve c;
  c.from = random.in_cube(), c.to = c.from + random.direction() * random.magnitude(0.01, 3);
  return c;
}

PlainCurve circle(const Vec3<double>& centre, const Vec3<double>& axis, double radius) {
  PlainCurve c;
  c.is_circle = true, c.centre = centre, c.axis = axis, c.radius = radius;
  return c;
}

Vec3<double> point_on(const PlainCurve& c, double part) {
  if (!c.is_circle) return c.from + (c.to - c.from) * part;
  const Vec3<double> other = std::abs(c.axis.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> x = unit_vector(cross(c.axis, other)), y = cross(c.axis, x);
  return c.centre + (x * std::cos(2 * M_PI * part) + y * std::sin(2 * M_PI * part)) * c.radius;
}

/// Which side a point is on, by other formulas than the code's. A cone's is inside within its half angle of either way.
double side(const Carrier<double>& s, const Vec3<double>& p) {
  const Vec3<double> d = p - s.origin;
  const double away = length(cross(d, s.z)), along = dot(d, s.z);
  switch (s.kind) {
    case CarrierKind::plane: return along;
    case CarrierKind::sphere: return length(d) - std::abs(s.radius);
    case CarrierKind::cylinder: return away - std::abs(s.radius);
    case CarrierKind::cone: return std::atan2(away, std::abs(along)) - std::atan2(s.sine, s.cosine);
    default: break;
  }
  const double k = dot(d, d) + s.radius * s.radius - s.minor_radius * s.minor_radius;  // the torus's quartic
  return k * k - 4 * s.radius * s.radius * away * away;
}

// The torus's quartic has the sign of its distance only where the tube does not meet itself.
bool is_plain(const Carrier<double>& s) { return s.kind != CarrierKind::torus || std::abs(s.minor_radius) < s.radius; }

TEST(OneSide, WhatIsCertainIsSoAtEverySample) {
  Random random(7101);
  std::uint64_t certain = 0, samples = 0;
  for (int i = 0; i < 40000; ++i) {
    constexpr CarrierKind kinds[] = {CarrierKind::plane, CarrierKind::cylinder, CarrierKind::cone, CarrierKind::sphere,
                                     CarrierKind::torus};
    const CarrierKind kind = kinds[random.below(5)];
    const Carrier<double> s = random.below(3) == 0 ? special_carrier(kind, random) : random_carrier(kind, random);
    const PlainCurve c =
        random.below(2) == 0
            ? random_line(random)
            : circle(random.in_cube(), random.below(3) == 0 ? s.z : random.direction(), random.magnitude(0.01, 2));
    if (!is_plain(s) || !is_on_one_side(c, s, 1e-9)) continue;
    ++certain;
    bool below = false, above = false;
    for (int k = 0; k <= 200; ++k) {
      const double at = side(s, point_on(c, k / 200.0));
      below = below || at < 0, above = above || at > 0, ++samples;
    }
    ASSERT_FALSE(below && above) << "seed 7101, case " << i << ", kind " << static_cast<int>(kind);
  }
  EXPECT_GT(certain, 15000u);
}

TEST(OneSide, AShaftInItsHoleIsCertain) {
  const Vec3<double> z{0, 0, 1}, leaning = unit_vector(Vec3<double>{1e-3, 0, 1});
  const Carrier<double> hole = cylinder_carrier<double>({0, 0, 0}, z, -1);
  PlainCurve line;
  line.from = {0.994, 0, -2}, line.to = {0.998, 0, 2};
  EXPECT_TRUE(is_on_one_side(line, hole, 1e-9));
  line.to.x = 1.001;
  EXPECT_FALSE(is_on_one_side(line, hole, 1e-9));
  EXPECT_TRUE(is_on_one_side(circle({4e-3, 0, 1}, leaning, 0.995), hole, 1e-9));
  EXPECT_FALSE(is_on_one_side(circle({6e-3, 0, 1}, leaning, 0.995), hole, 1e-9));
  // A cone's line at a normal distance of 0.005 within the cone, and a circle of that inner cone.
  const Carrier<double> cone = cone_carrier<double>({0, 0, 0}, z, 0.8, 0.6, -1.0);
  line.from = {0.75 - 0.005 / 0.8, 0, 1}, line.to = {1.5 - 0.005 / 0.8, 0, 2};
  EXPECT_TRUE(is_on_one_side(line, cone, 1e-9));
  line.to.x = 1.5 + 1e-4;
  EXPECT_FALSE(is_on_one_side(line, cone, 1e-9));
  EXPECT_TRUE(is_on_one_side(circle({2e-3, 0, 2}, leaning, 1.49), cone, 1e-9));
  // Past the rounding of the hole's rim, and round it.
  const Carrier<double> rim = torus_carrier<double>({0, 0, 0}, z, 1.1, 0.1);
  line.from = {0.995, 0, -2}, line.to = {0.997, 0, 2};
  EXPECT_TRUE(is_on_one_side(line, rim, 1e-9));
  EXPECT_TRUE(is_on_one_side(circle({3e-3, 0, 0}, leaning, 0.995), rim, 1e-9));
}

TEST(OneSide, LinesOfSurfacesAreThoseOfTheirParameters) {
  Random random(7102);
  for (const BrepSurfaceKind kind : {BrepSurfaceKind::plane, BrepSurfaceKind::cylinder, BrepSurfaceKind::cone,
                                     BrepSurfaceKind::sphere, BrepSurfaceKind::torus}) {
    Brep brep;
    BrepSurface s;
    s.kind = kind, s.radius = 1.3, s.minor_radius = 0.4, s.half_angle = 0.3;
    const Mat3<double> m = random.rotation();
    s.frame = {random.in_cube(), {m.m[0], m.m[3], m.m[6]}, {m.m[1], m.m[4], m.m[7]}, {m.m[2], m.m[5], m.m[8]}};
    const double u = 0.7, v = 0.4, begin = -0.2, end = 1.1;
    const auto along_u = host::plain_line_along_u(s, v, begin, end),
               along_v = host::plain_line_along_v(s, u, begin, end);
    ASSERT_TRUE(along_u && along_v);
    const auto at = [&](double x, double y) {
      const auto round = [&](double r, double h) {
        return s.frame.origin + (s.frame.x * std::cos(x) + s.frame.y * std::sin(x)) * r + s.frame.z * h;
      };
      switch (kind) {
        case BrepSurfaceKind::plane: return s.frame.origin + s.frame.x * x + s.frame.y * y;
        case BrepSurfaceKind::cylinder: return round(1.3, y);
        case BrepSurfaceKind::cone: return round(1.3 + y * std::sin(0.3), y * std::cos(0.3));
        case BrepSurfaceKind::sphere: return round(1.3 * std::cos(y), 1.3 * std::sin(y));
        default: return round(1.3 + 0.4 * std::cos(y), 0.4 * std::sin(y));
      }
    };
    for (const auto* line : {&*along_u, &*along_v}) {
      const bool is_u = line == &*along_u;
      for (const double t : {begin, 0.3, end}) {
        const Vec3<double> p = is_u ? at(t, v) : at(u, t);
        if (line->is_circle) {
          EXPECT_NEAR(length(p - line->centre), line->radius, 1e-12);
          EXPECT_NEAR(dot(p - line->centre, line->axis), 0, 1e-12);
        } else {
          const Vec3<double> on = line->from + (line->to - line->from) * ((t - begin) / (end - begin));
          EXPECT_NEAR(length(p - on), 0, 1e-12);
        }
      }
    }
  }
}

}  // namespace
}  // namespace abut::test
