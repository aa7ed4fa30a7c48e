// Polars widened by theta against turns of the direction itself.
#include "host/brep/widened_polars.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "host/brep/cone_hull.h"
#include "tests/brep/made_breps.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

using host::ContactFeature;
using host::ContactFeatures;

host::WidenedPolar by(double theta) { return host::widened_polar({.angle = 1e-9, .theta = theta}); }

Vec3<double> turned_towards(const Vec3<double>& d, const Vec3<double>& aside, double angle) {
  return d * std::cos(angle) + unit_vector(aside - d * dot(aside, d)) * std::sin(angle);
}

/// From a direction to the nearest in the octant of these signs.
double angle_to_octant(const Vec3<double>& d, const Vec3<double>& signs) {
  const Vec3<double> inside{std::max(d.x * signs.x, 0.0), std::max(d.y * signs.y, 0.0), std::max(d.z * signs.z, 0.0)};
  return std::atan2(std::sqrt(std::max(0.0, 1 - dot(inside, inside))), length(inside));
}

TEST(WidenedPolars, ACornerOfABoxHasWhatIsWithinThetaOfItsOctant) {
  const ContactFeatures of(moved(box(2, 2, 2), {{-1, -1, -1}}));
  Random random(51);
  int inside = 0, between = 0, outside = 0;
  for (int k = 0; k < 20000; ++k) {
    const ContactFeature& f = of.features()[random.below(static_cast<std::uint32_t>(of.features().size()))];
    if (f.kind != FeatureKind::vertex) continue;
    const Vec3<double> corner = of.brep().vertices[f.of].point, d = random.direction();
    const double off = angle_to_octant(d, corner), theta = random.uniform(0.01, 0.5);
    const bool is_near = of.nearly_leaves_free(f, corner, d, by(theta));
    // Wider than that it is by the corners of the lean along each edge, of which the cone of revolution cuts the most.
    EXPECT_TRUE(is_near || off > theta - 1e-6) << off << " " << theta;
    EXPECT_TRUE(!is_near || off < 1.25 * theta + 1e-6) << off << " " << theta;
    (off < theta ? inside : off > 1.25 * theta ? outside : between) += 1;
  }
  EXPECT_GT(inside, 500);
  EXPECT_GT(outside, 500);
}

TEST(WidenedPolars, OfNoAngleThereIsNone) {
  const ContactFeatures of(box(1, 1, 1));
  for (const ContactFeature& f : of.features()) {
    EXPECT_FALSE(of.nearly_leaves_free(f, f.sample, unit_vector(f.sample - Vec3<double>{0.5, 0.5, 0.5}), by(0)));
  }
}

TEST(WidenedPolars, AnEdgeOfABoxHasWhatIsWithinThetaOfItsQuarter) {
  const ContactFeatures of(box(1, 1, 1));
  Random random(52);
  for (const ContactFeature& f : of.features()) {
    if (f.kind != FeatureKind::edge) continue;
    const Vec3<double> out = unit_vector(f.sample - Vec3<double>{0.5, 0.5, 0.5});
    const Vec3<double> along = f.carrier->z, aside = cross(along, out);
    for (int k = 0; k < 200; ++k) {
      const double angle = random.uniform(-M_PI, M_PI), theta = random.uniform(0.01, 0.5);
      const double off = std::abs(angle) - M_PI / 4;
      if (std::abs(off - theta) < 1e-6) continue;
      EXPECT_EQ(of.nearly_leaves_free(f, f.sample, turned_towards(out, aside, angle), by(theta)), off < theta)
          << angle << " " << theta;
    }
  }
}

TEST(WidenedPolars, ReflexEdgesAndTheirCornersHaveNone) {
  Brep angle;
  add_prism(angle, {polygon({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}})}, 0, 1);
  const ContactFeatures of(angle);
  Random random(53);
  int tried = 0;
  for (const ContactFeature& f : of.features()) {
    const bool at_reflex = std::hypot(f.sample.x - 1, f.sample.y - 1) < 1e-12 && f.kind != FeatureKind::face;
    if (!at_reflex) continue;
    for (int k = 0; k < 5000; ++k) {
      Vec3<double> d = random.direction();
      if (f.kind == FeatureKind::edge) d = unit_vector(Vec3<double>{d.x, d.y, 0});
      EXPECT_FALSE(of.nearly_leaves_free(f, f.sample, d, by(0.3))) << f.sample.z << ": " << d.x << " " << d.y;
      ++tried;
    }
  }
  EXPECT_EQ(tried, 3 * 5000);  // the edge and both of its ends
}

TEST(WidenedPolars, CornersAgainstCornersAndFacesAreNotWidened) {
  using K = FeatureKind;
  for (const K k : {K::vertex, K::edge, K::face}) {
    EXPECT_FALSE(host::is_widened(K::face, k));
    EXPECT_FALSE(host::is_widened(k, K::vertex));
  }
  EXPECT_TRUE(host::is_widened(K::vertex, K::edge) && host::is_widened(K::vertex, K::face));
  EXPECT_TRUE(host::is_widened(K::edge, K::edge) && host::is_widened(K::edge, K::face));
}

TEST(WidenedPolars, ConesThatHoldOppositeDirectionsWithinThetaAreKept) {
  Random random(54);
  int far = 0, near = 0;
  for (int k = 0; k < 20000; ++k) {
    const double theta = random.uniform(0.01, 0.3);
    const Vec3<double> d = random.direction();
    const Mat3<double> b_in_a = random.rotation();
    const auto about = [&](const Vec3<double>& w) {
      std::vector<Vec3<double>> of{w};
      for (std::uint32_t i = random.below(4); i > 0; --i) of.push_back(unit_vector(w + random.in_cube() * 0.2));
      return host::cone_of(of);
    };
    // Directions that differ by twice theta or a little less, and by more.
    const double off = random.uniform(0, 2) < 1 ? random.uniform(0, 2 * theta) : random.uniform(0, M_PI);
    const auto a = about(d), b = about(rotate_back(b_in_a, -turned_towards(d, random.direction(), off)));
    const bool kept = host::may_be_antipodal_within(a, b, b_in_a, theta);
    const bool is_far = off > 2 * theta + 1.5;  // beyond what both cones have
    EXPECT_TRUE(kept || off > 2 * theta);
    EXPECT_FALSE(kept && is_far);
    near += off <= 2 * theta ? 1 : 0, far += is_far ? 1 : 0;
  }
  EXPECT_GT(near, 5000);
  EXPECT_GT(far, 1000);
}

}  // namespace
}  // namespace abut::test
