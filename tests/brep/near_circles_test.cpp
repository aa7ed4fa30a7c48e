// Circles whose axes nearly coincide, as the rims of parts that were put together: roots that are products of small
// numbers, down to where they are lost in rounding. Against the distance by angles, in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "abut/brep/stationary_pairs.h"
#include "host/brep/conformal_samples.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

using C = Carrier<double>;
using L = long double;

struct V {
  L x, y, z;
};
V of(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
L times(const V& a, const V& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// From the first circle's point at an angle to the nearest of the second.
L distance_at(const C& a, const C& b, L angle) {
  const L c = std::cos(angle) * L(a.radius), s = std::sin(angle) * L(a.radius);
  const V x = of(a.x), y = of(a.y), p = of(a.origin), q = of(b.origin);
  const V d{p.x - q.x + c * x.x + s * y.x, p.y - q.y + c * x.y + s * y.y, p.z - q.z + c * x.z + s * y.z};
  const L up = times(d, of(b.z)), u = times(d, of(b.x)), v = times(d, of(b.y));
  const L out = std::sqrt(u * u + v * v) - L(b.radius);
  return std::sqrt(out * out + up * up);
}

/// From a circle's point at an angle to a cone, below 0 inside of it.
L distance_to_cone_at(const C& circle, const C& cone, L angle) {
  const L c = std::cos(angle) * L(circle.radius), s = std::sin(angle) * L(circle.radius);
  const V x = of(circle.x), y = of(circle.y), p = of(circle.origin), q = of(cone.origin);
  const V d{p.x - q.x + c * x.x + s * y.x, p.y - q.y + c * x.y + s * y.y, p.z - q.z + c * x.z + s * y.z};
  const L up = times(d, of(cone.z)), u = times(d, of(cone.x)), v = times(d, of(cone.y));
  return L(cone.cosine) * std::sqrt(u * u + v * v) - L(cone.sine) * up;
}

/// The local minima all around, each made sharper by thirds.
std::vector<L> least_distances(const C& a, const C& b, L (*distance_at)(const C&, const C&, L)) {
  constexpr int n = 360;
  const L step = 2 * std::acos(L(-1)) / n;
  std::vector<L> at(n), out;
  for (int i = 0; i < n; ++i) at[static_cast<std::size_t>(i)] = distance_at(a, b, step * i);
  for (int i = 0; i < n; ++i) {
    const L before = at[static_cast<std::size_t>((i + n - 1) % n)], here = at[static_cast<std::size_t>(i)];
    if (!(here <= before && here < at[static_cast<std::size_t>((i + 1) % n)])) continue;
    L begin = step * (i - 1), end = step * (i + 1);
    for (int k = 0; k < 120; ++k) {
      const L p = begin + (end - begin) / 3, q = end - (end - begin) / 3;
      (distance_at(a, b, p) < distance_at(a, b, q) ? end : begin) = distance_at(a, b, p) < distance_at(a, b, q) ? q : p;
    }
    out.push_back(distance_at(a, b, (begin + end) / 2));
  }
  return out;
}

/// Two circles along nearly one axis: off it by `offset`, at an angle of up to `turn`, and `height` apart.
struct Rims {
  C a, b;
  Rims(Random& random, double ratio, double offset, double turn, double height)
      : a(circle_carrier(random.in_cube(), random.direction(), 1.0)), b(a) {
    const Vec3<double> z = unit_vector(a.z + random.direction() * turn);
    b = circle_carrier(a.origin + a.z * height + random.direction() * offset, random.uniform(-1, 1) < 0 ? -z : z,
                       ratio);
  }
};

/// All that is told of them: isolated pairs, and samples where these are not all.
StationaryPairs<double> told(const C& a, const C& b) {
  StationaryPairs<double> out;
  stationary_pairs(a, b, out);
  EXPECT_TRUE(out.complete);
  if (out.not_isolated) {
    EXPECT_TRUE(host::add_conformal_samples(a, b, out));
  }
  return out;
}

TEST(NearCircles, AreSolvedHoweverNearTheirAxesAre) {
  int isolated = 0;
  for (const double ratio : {1.0, 0.999, 0.5, 0.05, 20.0}) {
    for (double near = 0.1; near > 1e-18; near *= 0.1) {
      Random random(51);
      for (int k = 0; k < 30; ++k) {
        const double turn = k % 2 == 0 ? 0 : near, height = k % 3 == 0 ? 0 : random.uniform(-1, 1);
        const Rims rims(random, ratio, near, turn, height);
        SCOPED_TRACE("ratio " + std::to_string(ratio) + ", 1e" + std::to_string(std::log10(near)) + ", " +
                     std::to_string(k));
        const StationaryPairs<double> found = told(rims.a, rims.b);
        const std::vector<L> reference = least_distances(rims.a, rims.b, distance_at);
        double least = 1e9;
        for (std::uint32_t i = 0; i < found.count; ++i) {
          const StationaryPair<double>& p = found.pairs[i];
          if (p.extremum != Extremum::not_minimum) least = std::min(least, p.gap);
          EXPECT_NEAR(length(p.a - rims.a.origin), rims.a.radius, 1e-14 * (1 + ratio));
          EXPECT_NEAR(length(p.b - rims.b.origin), rims.b.radius, 1e-14 * (1 + ratio));
        }
        if (reference.empty()) continue;
        // A thousandth of what counts as a length in `find_brep_lmds`; rounding makes 1e-13 of it, where both cross.
        const double tolerance = 1e-12 * (1 + ratio);
        EXPECT_NEAR(least, static_cast<double>(*std::min_element(reference.begin(), reference.end())), tolerance);
        if (found.not_isolated) continue;
        ++isolated;
        for (const L minimum : reference) {  // each of them, not the least alone
          double off = 1e9;
          for (std::uint32_t i = 0; i < found.count; ++i) {
            if (found.pairs[i].extremum == Extremum::not_minimum) continue;
            off = std::min(off, std::abs(found.pairs[i].gap - static_cast<double>(minimum)));
          }
          EXPECT_LT(off, tolerance);
        }
      }
    }
  }
  EXPECT_GT(isolated, 1700);  // of 2700; the others are one circle within rounding, or coaxial
}

TEST(NearCircles, EqualOnesThatCrossTwiceHaveBothCrossings) {
  // aside by 1e-6: the distance in between is 1e-6 too, and its derivative squared 1e-12
  for (const double aside : {1e-3, 1e-4, 1e-5, 1e-6}) {
    const C a = circle_carrier(Vec3<double>{}, Vec3<double>{0, 0, 1}, 1.0);
    const C b = circle_carrier(Vec3<double>{aside, 0, 0}, Vec3<double>{0, 0, 1}, 1.0);
    const StationaryPairs<double> found = told(a, b);
    int above = 0, below = 0;
    for (std::uint32_t i = 0; i < found.count; ++i) {
      if (found.pairs[i].gap > 1e-3 * aside) continue;
      EXPECT_NEAR(std::abs(found.pairs[i].a.y), 1, aside);
      (found.pairs[i].a.y > 0 ? above : below) += 1;
    }
    EXPECT_EQ(above, 1) << aside;
    EXPECT_EQ(below, 1) << aside;
  }
}

TEST(NearCircles, ARingOverARimIsAsFarAsItsTubeSays) {
  for (double near = 1e-3; near > 1e-18; near *= 0.1) {
    Random random(53);
    for (int k = 0; k < 20; ++k) {
      const Rims rims(random, 1.0, near, near, random.uniform(0.5, 1));
      const C ring = torus_carrier(rims.a.origin, rims.a.z, 1.0, 0.2);
      const StationaryPairs<double> found = told(k % 2 == 0 ? ring : rims.b, k % 2 == 0 ? rims.b : ring);
      const std::vector<L> reference = least_distances(rims.a, rims.b, distance_at);
      if (reference.empty()) continue;
      double least = 1e9;  // of those on the outside of the tube
      for (std::uint32_t i = 0; i < found.count; ++i) {
        const StationaryPair<double>& p = found.pairs[i];
        if (p.gap > 0 && p.extremum != Extremum::not_minimum) least = std::min(least, p.gap);
      }
      EXPECT_NEAR(least, static_cast<double>(*std::min_element(reference.begin(), reference.end())) - 0.2, 1e-12)
          << near << ", " << k;
    }
  }
}

TEST(NearCircles, ACircleNearTheAxisOfAConeIsSolvedToo) {
  int isolated = 0;
  for (double near = 0.1; near > 1e-18; near *= 0.1) {
    Random random(52);
    for (int k = 0; k < 40; ++k) {
      const Vec3<double> apex = random.in_cube(), z = random.direction();
      const double angle = random.uniform(0.2, 1.3);
      const C cone = cone_carrier(apex, z, std::cos(angle), std::sin(angle), 1.0);
      const C rim = circle_carrier(apex + z * random.uniform(0.5, 3) + random.direction() * near,
                                   unit_vector(z + random.direction() * near), random.uniform(0.1, 2));
      const StationaryPairs<double> found = told(rim, cone);
      const std::vector<L> reference = least_distances(rim, cone, distance_to_cone_at);
      EXPECT_TRUE(found.not_isolated || found.count >= 2) << near << ", " << k;
      if (reference.empty()) continue;
      isolated += found.not_isolated ? 0 : 1;
      double least = 1e9;  // of those on the nearer side of the axis
      for (std::uint32_t i = 0; i < found.count; ++i) {
        const StationaryPair<double>& p = found.pairs[i];
        const Vec3<double> out_a = cross(p.a - apex, z), out_b = cross(p.b - apex, z);
        if (p.extremum != Extremum::not_minimum && dot(out_a, out_b) > 0) least = std::min(least, p.gap);
      }
      EXPECT_NEAR(least, static_cast<double>(*std::min_element(reference.begin(), reference.end())), 1e-12)
          << near << ", " << k;
    }
  }
  EXPECT_GT(isolated, 500);  // of 720; the others are coaxial within rounding
}

}  // namespace
}  // namespace abut::test
