// Scaled normals against cross products of derivatives, which are found by the definition.
#include "host/brep/scaled_normals.h"

#include <gtest/gtest.h>

#include "host/brep/cone_hull.h"
#include "tests/brep/cone_reference.h"

namespace abut {
namespace {

using test::Directions;

double bernstein_of(int n, int i, double t) {
  double binomial = 1;
  for (int k = 0; k < i; ++k) binomial = binomial * (n - k) / (k + 1);
  return binomial * std::pow(t, i) * std::pow(1 - t, n - i);
}
double slope_of(int n, int i, double t) {
  return n * ((i > 0 ? bernstein_of(n - 1, i - 1, t) : 0) - (i < n ? bernstein_of(n - 1, i, t) : 0));
}

/// A patch and its points: (w x, w y, w z, w).
struct Patch {
  int p, q;
  bool rational;
  std::vector<double> points;
  BezierPatch<double> view() const { return {p, q, rational, points.data()}; }
};

Patch random_patch(test::Random& random, int p, int q, bool rational, double rough) {
  Patch out{p, q, rational, {}};
  const Mat3<double> r = random.rotation();
  const Vec3<double> o = random.direction() * random.uniform(0, 10);
  for (int i = 0; i <= p; ++i) {
    for (int j = 0; j <= q; ++j) {
      const Vec3<double> at = rotate(r, Vec3<double>{double(i), double(j), 0} + random.in_cube() * rough) + o;
      const double w = rational ? random.uniform(0.2, 3) : 1;
      for (const double x : {at.x * w, at.y * w, at.z * w, w}) out.points.push_back(x);
    }
  }
  return out;
}

struct Derivatives {
  Vec3<double> u, v;
  double w;
};
Derivatives derivatives_at(const Patch& patch, double u, double v) {
  double f[3][4] = {};
  for (int i = 0; i <= patch.p; ++i) {
    for (int j = 0; j <= patch.q; ++j) {
      const double factors[3] = {bernstein_of(patch.p, i, u) * bernstein_of(patch.q, j, v),
                                 slope_of(patch.p, i, u) * bernstein_of(patch.q, j, v),
                                 bernstein_of(patch.p, i, u) * slope_of(patch.q, j, v)};
      for (int k = 0; k < 12; ++k) {
        f[k / 4][k % 4] += factors[k / 4] * patch.points[static_cast<std::size_t>(4 * (i * (patch.q + 1) + j) + k % 4)];
      }
    }
  }
  const auto quotient = [&](int d) {  // (A' w - A w') / w^2
    const double w = f[0][3], dw = f[d][3];
    return Vec3<double>{f[d][0] * w - f[0][0] * dw, f[d][1] * w - f[0][1] * dw, f[d][2] * w - f[0][2] * dw} *
           (1 / (w * w));
  };
  return {quotient(1), quotient(2), f[0][3]};
}

Vec3<double> value_of(const Directions& net, int n, int m, double u, double v) {
  Vec3<double> sum{0, 0, 0};
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= m; ++j) {
      sum = sum + net[static_cast<std::size_t>(i * (m + 1) + j)] * (bernstein_of(n, i, u) * bernstein_of(m, j, v));
    }
  }
  return sum;
}

TEST(ScaledNormals, AreControlVectorsOfTheNormalTimesAPowerOfTheWeight) {
  test::Random random(21);
  for (int p = 1; p <= 7; ++p) {
    for (int q = 1; q <= 7; ++q) {
      for (const bool rational : {false, true}) {
        const Patch patch = random_patch(random, p, q, rational, 0.4);
        const int n = rational ? 3 * p - 2 : 2 * p - 1, m = rational ? 3 * q - 2 : 2 * q - 1;
        const Directions net = host::scaled_normals(patch.view());
        ASSERT_EQ(net.size(), static_cast<std::size_t>((n + 1) * (m + 1))) << p << " " << q << " " << rational;
        for (int k = 0; k < 20; ++k) {
          const double u = random.uniform(), v = random.uniform();
          const Derivatives d = derivatives_at(patch, u, v);
          const Vec3<double> expected = cross(d.u, d.v) * (rational ? d.w * d.w * d.w / (p * q) : 1);
          EXPECT_LE(length(value_of(net, n, m, u, v) - expected), 1e-10 * (1 + length(expected))) << p << q << rational;
        }
      }
    }
  }
}

TEST(ScaledNormals, ConeHoldsTheGaussMap) {
  test::Random random(22);
  int narrow = 0;
  for (int round = 0; round < 400; ++round) {
    const Patch patch =
        random_patch(random, 1 + static_cast<int>(random.below(4)), 1 + static_cast<int>(random.below(4)),
                     random.below(2) == 0, random.magnitude(1e-4, 0.3));
    const test::Cone cone = host::cone_of(host::scaled_normals(patch.view()));
    narrow += !has_all(cone);
    for (int k = 0; k < 400; ++k) {
      const Derivatives d = derivatives_at(patch, (k / 20) / 19.0, (k % 20) / 19.0);
      const Vec3<double> n = unit_vector(cross(d.u, d.v));
      ASSERT_TRUE(in_polyhedral_cone(cone, n, 1e-12)) << "round " << round;
    }
  }
  EXPECT_GT(narrow, 200);
}

/// An octant of the unit sphere with its pole as a side.
Patch octant() {
  const double s = std::sqrt(0.5);
  const double arc[3][3] = {{1, 0, 1}, {s, s, s}, {0, 1, 1}};  // (w cos, w sin, w)
  Patch out{2, 2, true, {}};
  for (const auto& u : arc) {
    for (const auto& v : arc) {
      for (const double x : {u[0] * v[0], u[1] * v[0], u[2] * v[1], u[2] * v[2]}) out.points.push_back(x);
    }
  }
  return out;
}

TEST(ScaledNormals, OfAnOctantWhoseSideIsAPoleAreThoseOfTheOctant) {
  const test::Cone cone = host::cone_of(host::scaled_normals(octant().view()));
  test::Random random(23);
  for (int k = 0; k < 1000; ++k) {
    const Vec3<double> n = random.direction();
    EXPECT_TRUE(in_polyhedral_cone(cone, {std::abs(n.x), std::abs(n.y), std::abs(n.z)}, 1e-12));
  }
  EXPECT_LT(host::solid_angle(cone), 1.001 * std::acos(-1.0) / 2);
}

TEST(ScaledNormals, OfAPlaneAreItsNormalHoweverFarAwayItIs) {
  test::Random random(24);
  for (const double far : {0.0, 1.0, 1e3, 1e6}) {
    for (const bool rational : {false, true}) {
      Patch patch = random_patch(random, 3, 2, rational, 0);
      for (std::size_t k = 0; k < patch.points.size(); k += 4) patch.points[k] += far * patch.points[k + 3];
      const Derivatives d = derivatives_at(patch, 0.4, 0.6);
      const Vec3<double> n = unit_vector(cross(d.u, d.v));
      const test::Cone cone = host::cone_of(host::scaled_normals(patch.view()));
      ASSERT_FALSE(has_all(cone));
      EXPECT_LT(cone.sine, 1e-13 * (1 + far) * 10);
      EXPECT_LT(length(cross(cone.axis, n)), 1e-13 * (1 + far) * 10);
    }
  }
}

TEST(ScaledNormals, OfASegmentOrAPointThereAreNone) {
  test::Random random(25);
  Patch patch = random_patch(random, 2, 2, true, 0.3);
  for (std::size_t k = 4; k < patch.points.size(); ++k) {
    patch.points[k] = patch.points[k % 4] / patch.points[3] * patch.points[k - k % 4 + 3];
    if (k % 4 == 3) patch.points[k] = 1;
  }
  for (std::size_t k = 0; k < patch.points.size(); k += 4) {
    for (std::size_t c = 0; c < 3; ++c) patch.points[k + c] = patch.points[c];
    patch.points[k + 3] = patch.points[3];
  }
  EXPECT_TRUE(host::scaled_normals(patch.view()).empty());
}

TEST(ScaledNormals, OfExtrusionsAndProfilesHoldTheirNormals) {
  test::Random random(26);
  for (int round = 0; round < 300; ++round) {
    const int p = 1 + static_cast<int>(random.below(5));
    const bool rational = random.below(2) == 0;
    const Vec3<double> z = random.direction(), o = random.direction();
    // As a patch of degree 1 across: the curve, and the curve moved along z.
    Patch patch = random_patch(random, p, 1, rational, 0.2);
    std::vector<WeightedPoint> profile;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(p); ++i) {
      double* const at = &patch.points[8 * i];
      profile.push_back({at[0], at[1], at[2], at[3]});
      at[4] = at[0] + z.x * at[3], at[5] = at[1] + z.y * at[3], at[6] = at[2] + z.z * at[3], at[7] = at[3];
    }
    const test::Cone extruded = host::cone_of(host::extrusion_normals(profile, z));
    const test::Cone turned = host::cone_of(host::profile_normals(profile, o, z));
    for (int k = 0; k <= 100; ++k) {
      const Derivatives d = derivatives_at(patch, k / 100.0, 0);
      EXPECT_TRUE(in_polyhedral_cone(extruded, unit_vector(cross(d.u, z)), 1e-11)) << "round " << round;
      Vec3<double> at{0, 0, 0};
      double weight = 0;
      for (int i = 0; i <= p; ++i) {
        const WeightedPoint& c = profile[static_cast<std::size_t>(i)];
        const double b = bernstein_of(p, i, k / 100.0);
        at = at + Vec3<double>{c.x, c.y, c.z} * b, weight += c.w * b;
      }
      const Vec3<double> n = cross(cross(z, at * (1 / weight) - o), d.u);
      EXPECT_TRUE(in_polyhedral_cone(turned, unit_vector(n), 1e-11)) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace abut
