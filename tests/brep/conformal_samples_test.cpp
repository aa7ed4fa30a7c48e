#include "host/brep/conformal_samples.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/brep/random_carriers.h"
#include "tests/brep/reference_pairs.h"

namespace abut::test {
namespace {

using C = Carrier<double>;

/// The samples of two carriers, of which each has to be a pair with a common normal.
StationaryPairs<double> samples_of(const C& a, const C& b, double size) {
  StationaryPairs<double> out;
  clear(out);
  host::add_conformal_samples(a, b, out);
  for (std::uint32_t i = 0; i < out.count; ++i) {
    const StationaryPair<double>& p = out.pairs[i];
    EXPECT_LT(on_carrier(a, p.a).off, 1e-12 * size);
    EXPECT_LT(on_carrier(b, p.b).off, 1e-12 * size);
    EXPECT_LT(length(p.b - p.a - p.normal * p.gap), 1e-12 * size);
    EXPECT_NEAR(length(p.normal), 1, 1e-12);
    for (const auto& [c, at, out_of] : {std::tuple{a, p.a, p.normal}, std::tuple{b, p.b, -p.normal}}) {
      const OnCarrier on = on_carrier(c, at);
      if (is_surface(c.kind)) {
        EXPECT_LT(length(on.outward - out_of), 1e-9);
      } else if (c.kind != CarrierKind::point) {
        EXPECT_NEAR(dot(on.tangent, out_of), 0, 1e-9);
      }
    }
    for (std::uint32_t k = 0; k < i; ++k)
      EXPECT_GT(length(out.pairs[k].a - p.a) + length(out.pairs[k].b - p.b), 1e-3 * size);
  }
  return out;
}

/// A random axis, and points along and across it.
struct Axis {
  Vec3<double> at, z;
  double size;
  explicit Axis(Random& random, double scale) : at(random.in_cube() * scale), z(random.direction()), size(scale) {}
  Vec3<double> up(double h) const { return at + z * (h * size); }
};

TEST(ConformalSamples, OfARimInAHoleAreFourAtTheClearance) {
  Random random(41);
  for (const double scale : {1e-3, 1.0, 1e3}) {
    const Axis x(random, scale);
    const auto found = samples_of(circle_carrier(x.up(0.4), x.z, 0.3 * scale),
                                  cylinder_carrier(x.up(-0.2), -x.z, -0.5 * scale), scale);
    ASSERT_EQ(found.count, 4u);
    for (std::uint32_t i = 0; i < 4; ++i) EXPECT_NEAR(found.pairs[i].gap, 0.2 * scale, 1e-12 * scale);
  }
}

TEST(ConformalSamples, OfARingAroundAShaftOnAPlaneAndOfTwoRingsHaveTheDistancesOfTheirSections) {
  Random random(42);
  const Axis x(random, 1);
  const C ring = torus_carrier(x.up(0), x.z, 1.0, 0.2);
  const auto shaft = samples_of(ring, cylinder_carrier(x.up(3), x.z, 0.5), 4);
  const auto plate = samples_of(plane_carrier(x.up(-0.5), x.z), ring, 4);
  const auto other = samples_of(ring, torus_carrier(x.up(0.8), -x.z, 1.6, 0.3), 4);
  int near = 0;
  for (std::uint32_t i = 0; i < shaft.count; ++i) near += std::abs(shaft.pairs[i].gap - 0.3) < 1e-12 ? 1 : 0;
  EXPECT_EQ(near, 4);
  near = 0;
  for (std::uint32_t i = 0; i < plate.count; ++i) near += std::abs(plate.pairs[i].gap - 0.3) < 1e-12 ? 1 : 0;
  EXPECT_EQ(near, 4);
  near = 0;
  for (std::uint32_t i = 0; i < other.count; ++i) near += std::abs(other.pairs[i].gap - 0.5) < 1e-12 ? 1 : 0;
  EXPECT_EQ(near, 4);
}

TEST(ConformalSamples, OfABallOnTheAxisOfAConeAreOnItsOwnNappe) {
  Random random(43);
  const Axis x(random, 1);
  const double angle = 0.6;
  const C pit = cone_carrier(x.at, x.z, std::cos(angle), std::sin(angle), -1.0);
  const auto found = samples_of(sphere_carrier(x.up(2), 0.5), pit, 3);
  int near = 0;
  for (std::uint32_t i = 0; i < found.count; ++i) {
    if (std::abs(found.pairs[i].gap - (2 * std::sin(angle) - 0.5)) > 1e-12) continue;
    EXPECT_NEAR(dot(found.pairs[i].b - x.at, x.z), 2 * std::cos(angle) * std::cos(angle), 1e-12);
    ++near;
  }
  EXPECT_EQ(near, 4);
}

TEST(ConformalSamples, AboutOneCentreAreSix) {
  Random random(44);
  const Axis x(random, 1);
  const auto hollow = samples_of(sphere_carrier(x.at, 0.5), sphere_carrier(x.at, -0.8), 1);
  ASSERT_EQ(hollow.count, 6u);
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_NEAR(hollow.pairs[i].gap, 0.3, 1e-14);
}

TEST(ConformalSamples, OfAnEllipseAndAPlaneThatIsParallelToItAreItsAxesEnds) {
  Random random(46);
  const Axis x(random, 1);
  const Vec3<double> along = unit_vector(cross(x.z, random.direction())), aside = cross(x.z, along);
  const C ellipse = ellipse_carrier(x.at, along, aside, 0.7, 0.3), plane = plane_carrier(x.up(0.5), -x.z);
  for (const bool swapped : {false, true}) {
    const StationaryPairs<double> found = swapped ? samples_of(plane, ellipse, 1) : samples_of(ellipse, plane, 1);
    ASSERT_EQ(found.count, 4u);
    for (std::uint32_t i = 0; i < 4; ++i) EXPECT_NEAR(found.pairs[i].gap, 0.5, 1e-14);
  }
}

TEST(ConformalSamples, SayWhereACurvedFamilyIsNotRepresented) {
  const Vec3<double> o{0, 0, 0}, up{0, 0, 1}, above{0, 0, 0.5}, x{1, 0, 0}, y{0, 1, 0};
  StationaryPairs<double> out;
  clear(out);
  EXPECT_FALSE(
      host::add_conformal_samples(ellipse_carrier(o, x, y, 0.7, 0.3), ellipse_carrier(above, x, y, 0.7, 0.3), out));
  EXPECT_EQ(out.count, 0u);
  EXPECT_TRUE(host::add_conformal_samples(line_carrier(o, x), line_carrier(above, x), out));
  EXPECT_TRUE(host::add_conformal_samples(plane_carrier(o, up), plane_carrier(above, -up), out));
  EXPECT_TRUE(host::add_conformal_samples(circle_carrier(o, up, 1.0), circle_carrier(above, up, 1.0), out));
  EXPECT_EQ(out.count, 4u);
}

TEST(ConformalSamples, AreNoneWithoutACommonAxis) {
  Random random(45);
  const Axis x(random, 1);
  const Vec3<double> aside = cross(x.z, random.direction());
  StationaryPairs<double> out;
  clear(out);
  host::add_conformal_samples(cylinder_carrier(x.at, x.z, 0.5), cylinder_carrier(x.at + aside, x.z, 0.2), out);
  host::add_conformal_samples(circle_carrier(x.at, x.z, 0.5), cylinder_carrier(x.at + aside, x.z, -2.0), out);
  host::add_conformal_samples(plane_carrier(x.at, x.z), plane_carrier(x.up(1), -x.z), out);
  host::add_conformal_samples(line_carrier(x.at, x.z), line_carrier(x.at + aside, x.z), out);
  EXPECT_EQ(out.count, 0u);
}

}  // namespace
}  // namespace abut::test
