// Cones about directions, dilated and merged: what they have to hold is sampled, how much more they hold is measured.
#include "host/brep/cone_hull.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/brep/cone_reference.h"

namespace abut {
namespace {

using host::cone_of;
using test::Cone;
using test::Directions;
using test::generators_of;

const double pi = std::acos(-1.0);
const Vec3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

Vec3<double> at(double longitude, double latitude) {
  return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
}
double beyond(const Cone& cone, const Vec3<double>& w) {
  double most = -dot(cone.axis, w);
  for (const Vec3<double>& n : cone.normals) most = std::max(most, dot(n, w));
  return most;
}
void expect_holds(const Cone& cone, const Directions& directions, double tolerance) {
  if (has_all(cone)) return;
  for (const Vec3<double>& d : directions) ASSERT_LE(beyond(cone, unit_vector(d)), tolerance);
}
/// Whether some half-space holds all with `sine` to spare.
bool has_half_space(const Directions& directions, long double sine) { return test::clearance(directions, {}) > sine; }

TEST(ConeHull, OfNothingIsEmptyAndOfOppositesHasAll) {
  EXPECT_TRUE(is_empty(cone_of({})));
  EXPECT_TRUE(is_empty(cone_of(Directions{{0, 0, 0}})));
  EXPECT_TRUE(has_all(cone_of(Directions{x, -x})));
  EXPECT_TRUE(has_all(cone_of(Directions{x, y, -x - y})));
  EXPECT_TRUE(has_all(cone_of(Directions{x, y, z, -x - y - z})));
  EXPECT_TRUE(has_all(cone_of(Directions{x, y, -x - y, z})));  // a half-space
}

TEST(ConeHull, KeepsUpToFourCornersAsTheyAre) {
  const Cone ray = cone_of(Directions{z, z * 3.0, z}), arc = cone_of(Directions{x, y, x + y, x, x * 2.0 + y});
  EXPECT_EQ(ray.count, 1u);
  EXPECT_EQ(ray.cosine, 1);
  EXPECT_EQ(ray.sine, 0);
  EXPECT_EQ(arc.count, 2u);
  EXPECT_NEAR(arc.cosine, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(length(arc.axis - unit_vector(x + y)), 0, 1e-15);
  const Cone octant = cone_of(Directions{x, y, z, x + y, x + y + z, y + z, z});
  EXPECT_EQ(octant.count, 3u);
  EXPECT_NEAR(host::solid_angle(octant), pi / 2, 1e-14);
  for (const Vec3<double>& n : octant.normals) EXPECT_NEAR(std::min({n.x, n.y, n.z}), -1, 1e-15);
  const Cone face = cone_of(Directions{z + x + y, z - x + y, z - x - y, z + x - y, z, z + x, z - y});
  EXPECT_EQ(face.count, 4u);
  EXPECT_NEAR(host::solid_angle(face), 4 * pi / 6, 1e-14);  // a face of a cube
}

TEST(ConeHull, HoldsEveryDirectionItIsMadeOfWhateverTheirNumberAndPlace) {
  test::Random random(11);
  int all = 0, needed = 0;
  for (int round = 0; round < 20000; ++round) {
    const double width = random.below(2) == 0 ? random.magnitude(1e-14, 1) : random.uniform(0, 2);
    Directions d = test::random_directions(random, 1 + random.below(30), width);
    for (std::uint32_t k = random.below(3); k > 0; --k) {  // equal ones, ones within rounding, and ones between two
      d.push_back(d[random.below(static_cast<std::uint32_t>(d.size()))] * random.magnitude(1e-3, 1e3));
      d.push_back(test::tilted(random, d[0], random.magnitude(1e-17, 1e-12)));
      d.push_back(d[0] + d[d.size() / 2] * 0.5);
    }
    if (length(d.back()) < 1e-6) continue;
    const Cone cone = cone_of(d);
    const double slack = cone.count <= 2 ? host::direction_slack : cone_rounding<double>;
    expect_holds(cone, d, slack);
    if (HasFatalFailure()) FAIL() << "round " << round << ", " << d.size() << " directions, width " << width;
    if (!has_all(cone)) continue;
    for (Vec3<double>& v : d) v = unit_vector(v);
    const bool fits = has_half_space(d, 1.001 * host::least_cone_height);
    ++all, needed += !fits;
    EXPECT_FALSE(d.size() <= 4 && fits) << "round " << round;
  }
  std::printf("%d have all, of which %d fit in no half-space\n", all, needed);
  EXPECT_LE(all - needed, 40);
}

/// Corners of a polygon on a circle about z: the smallest cone of four sides is not far from the cone of revolution.
TEST(ConeHull, OfACircleIsAPyramidAboutIt) {
  for (const double half : {1e-6, 1e-3, 0.1, 0.5, 1.0}) {
    for (const int count : {5, 6, 8, 64, 400}) {
      Directions circle;
      for (int k = 0; k < count; ++k) circle.push_back(at(0.3 + 2 * pi * k / count, pi / 2 - half));
      const Cone cone = cone_of(circle);
      ASSERT_FALSE(has_all(cone)) << half << " " << count;
      expect_holds(cone, circle, cone_rounding<double>);
      // Of the pyramid of tangent planes: half of a corner's angle is atan(sqrt(2) tan(half)).
      const double c = std::cos(std::atan(std::sqrt(2.0) * std::tan(half))), s = std::sqrt(1 - c * c);
      Directions square;
      for (int k = 0; k < 4; ++k) square.push_back(Vec3<double>{0, 0, c} + at(k * pi / 2, 0) * s);
      EXPECT_LE(host::solid_angle(cone), host::solid_angle(cone_of(square)) * 1.02 + 1e-16) << half << " " << count;
    }
  }
}

/// What the hull has of the sphere, by brute force: triangles from the middle to each pair that all are on one side of.
double hull_angle(const Directions& d) {
  Vec3<double> middle{0, 0, 0};
  for (const Vec3<double>& g : d) middle = middle + g;
  middle = unit_vector(middle);
  double sum = 0;
  for (const Vec3<double>& a : d) {
    for (const Vec3<double>& b : d) {
      const Vec3<double> n = cross(b, a);
      if (length(n) < 1e-12) continue;
      if (!std::all_of(d.begin(), d.end(), [&](const Vec3<double>& g) { return dot(n, g) <= 1e-15; })) continue;
      sum += 2 * std::atan2(std::abs(dot(middle, n)), 1 + dot(a, b) + dot(middle, a) + dot(middle, b));
    }
  }
  return sum;
}

TEST(ConeHull, TakesTheLeastSolidAngleAmongSidesOfTheHull) {
  test::Random random(12);
  double sum = 0, worst = 0;
  int counted = 0;
  for (int round = 0; round < 300; ++round) {
    const Directions d = test::random_directions(random, 40, random.uniform(0.01, 1.0));
    if (d.size() < 8) continue;
    const Cone cone = cone_of(d);
    if (has_all(cone)) continue;
    const double ratio = host::solid_angle(cone) / hull_angle(d);
    EXPECT_GE(ratio, 1 - 1e-9);
    sum += ratio, worst = std::max(worst, ratio), ++counted;
  }
  std::printf("solid angle of the cone by that of the hull: mean %.3f, at most %.3f, of %d\n", sum / counted, worst,
              counted);
  EXPECT_GT(counted, 100);
  EXPECT_LT(sum / counted, 1.1);
}

TEST(ConeHull, DoesNotDependOnOrderAndTurnsWithItsDirections) {
  test::Random random(13);
  for (int round = 0; round < 3000; ++round) {
    Directions d = test::random_directions(random, 12, random.magnitude(1e-3, 1.2));
    const Cone cone = cone_of(d);
    const Mat3<double> r = random.rotation();
    const Cone turned = cone_of(test::rotated(r, d));
    for (std::size_t k = d.size() - 1; k > 0; --k) std::swap(d[k], d[random.below(static_cast<std::uint32_t>(k) + 1)]);
    const Cone other = cone_of(d);
    EXPECT_NEAR(host::solid_angle(other), host::solid_angle(cone), 1e-9 * host::solid_angle(cone)) << "round " << round;
    EXPECT_NEAR(host::solid_angle(turned), host::solid_angle(cone), 1e-9 * host::solid_angle(cone))
        << "round " << round;
    ASSERT_EQ(other.count, cone.count) << "round " << round;
    ASSERT_EQ(turned.count, cone.count) << "round " << round;
    if (has_all(cone)) continue;
    for (const Vec3<double>& g : generators_of(cone)) {
      EXPECT_LE(beyond(other, g), 1e-10) << "round " << round;
      EXPECT_LE(beyond(turned, rotate(r, g)), 1e-10) << "round " << round;
    }
  }
}

/// What a cone dilated by `angle` has of the sphere (Gauss & Bonnet).
double dilated_angle(const Cone& cone, double angle) {
  const Directions g = generators_of(cone);
  double round = 0;
  for (std::size_t i = 0; i < g.size() && g.size() > 1; ++i) {
    const Vec3<double> a = g[i], b = g[(i + 1) % g.size()];
    round += std::atan2(length(cross(a, b)), dot(a, b));
  }
  return 4 * pi * std::pow(std::sin(angle / 2), 2) + round * std::sin(angle) +
         host::solid_angle(cone) * std::cos(angle);
}

TEST(ConeHull, DilatedHoldsAllWithinTheAngleAndNotMuchMore) {
  test::Random random(14);
  double sum[5] = {}, worst[5] = {};
  int counted[5] = {}, all = 0;
  for (int round = 0; round < 20000; ++round) {
    const Cone cone = test::random_cone(random);
    const double angle = random.below(2) == 0 ? random.magnitude(1e-9, 0.5) : random.uniform(0, 1);
    const Cone grown = host::dilated(cone, angle);
    if (has_all(grown)) {
      // No half-space holds it with more than a little to spare.
      EXPECT_LT(cone.cosine, std::sin(angle) + 2e-3) << "round " << round << ", angle " << angle;
      ++all;
      continue;
    }
    for (int k = 0; k < 40; ++k) {
      const Vec3<double> from = test::random_member(random, cone);
      const Vec3<double> w = test::tilted(random, from, angle * (k % 2 == 0 ? 1 : random.uniform()));
      ASSERT_LE(beyond(grown, w), cone_rounding<double>) << "round " << round << ", count " << cone.count;
    }
    for (const Vec3<double>& n : cone.normals) {  // farthest out
      for (const Vec3<double>& g : cone.generators) {
        if (std::abs(dot(n, g)) > 1e-13) continue;
        ASSERT_LE(beyond(grown, unit_vector(g * std::cos(angle) + n * std::sin(angle))), cone_rounding<double>);
      }
    }
    if (cone.cosine < std::sin(angle) + 0.3) continue;  // near to all, how much more is nearly any number
    const double ratio = host::solid_angle(grown) / dilated_angle(cone, angle);
    EXPECT_GE(ratio, 1 - 1e-6);
    sum[cone.count] += ratio, worst[cone.count] = std::max(worst[cone.count], ratio), ++counted[cone.count];
  }
  for (int c = 1; c <= 4; ++c) {
    std::printf("%d generators: mean excess %.3f, at most %.3f, of %d\n", c, sum[c] / counted[c], worst[c], counted[c]);
  }
  EXPECT_GT(all, 100);
}

TEST(ConeHull, DilatedRaysArcsAndPyramidsAreThoseOfClosedForms) {
  for (const double angle : {1e-9, 1e-3, 0.1, 0.7, 1.2}) {
    // A pyramid of planes tangent to the cone of revolution.
    const Cone ray = host::dilated(cone_of(Directions{z}), angle);
    EXPECT_EQ(ray.count, 4u);
    for (const Vec3<double>& n : ray.normals) EXPECT_NEAR(dot(n, z), -std::sin(angle), 1e-14);
    for (const Vec3<double>& g : ray.generators) {
      EXPECT_NEAR(std::atan2(length(cross(g, z)), g.z), std::atan(std::sqrt(2.0) * std::tan(angle)),
                  1e-12 * angle + 2e-14);
    }
  }
  // An arc of x to y: ends beyond by the angle, and sides through all that is as far above the arc's ends.
  const double angle = 0.2, tilt = std::asin(std::sin(angle) / std::cos(pi / 4));
  const Cone arc = host::dilated(cone_of(Directions{x, y}), angle);
  EXPECT_EQ(arc.count, 4u);
  const Vec3<double> middle = unit_vector(x + y);
  for (const Vec3<double>& expected :
       {z * std::cos(tilt) - middle * std::sin(tilt), -z * std::cos(tilt) - middle * std::sin(tilt),
        -y * std::cos(angle) - x * std::sin(angle), -x * std::cos(angle) - y * std::sin(angle)}) {
    double nearest = 2;
    for (const Vec3<double>& n : arc.normals) nearest = std::min(nearest, length(n - expected));
    EXPECT_LT(nearest, 1e-13);
  }
  EXPECT_TRUE(has_all(host::dilated(cone_of(Directions{x, y}), pi / 4)));
  EXPECT_FALSE(has_all(host::dilated(cone_of(Directions{x, y}), pi / 4 - 0.01)));
  EXPECT_TRUE(has_all(host::dilated(cone_of(Directions{z}), pi / 2)));
  EXPECT_TRUE(is_empty(host::dilated(host::empty_cone(), 1)));
  EXPECT_TRUE(has_all(host::dilated(host::cone_with_all(), 0)));
  EXPECT_EQ(host::dilated(cone_of(Directions{z}), 0).count, 1u);
}

TEST(ConeHull, MergedHoldsBothAndHasAllWhereTheyHaveOpposites) {
  test::Random random(15);
  int all = 0;
  for (int round = 0; round < 20000; ++round) {
    const Cone a = test::random_cone(random);
    Cone b = test::random_cone(random);
    if (random.below(2) == 0) b = rotated(test::nearly_touching(random, a, b, random.magnitude(1e-6, 1)), b);
    const Cone both = host::merged(a, b);
    all += has_all(both);
    const double slack = both.count <= 2 ? host::direction_slack : 2 * cone_rounding<double>;
    expect_holds(both, generators_of(a), slack), expect_holds(both, generators_of(b), slack);
    if (HasFatalFailure()) FAIL() << "round " << round;
    EXPECT_TRUE(has_all(both) || test::clearance(generators_of(a), generators_of(b)) > 0) << "round " << round;
  }
  EXPECT_GT(all, 1000);
  const Cone some = cone_of(Directions{x, y, z});
  EXPECT_EQ(host::merged(some, host::empty_cone()).count, 3u);
  EXPECT_EQ(host::merged(host::empty_cone(), some).count, 3u);
  EXPECT_TRUE(has_all(host::merged(some, host::cone_with_all())));
  EXPECT_TRUE(is_empty(host::merged(host::empty_cone(), host::empty_cone())));
}

}  // namespace
}  // namespace abut
