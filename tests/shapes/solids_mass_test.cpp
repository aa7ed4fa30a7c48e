// Mass properties of polyhedra: of the regular solids as published, of tetrahedra by their corners, and how they go
// with cuts, affine maps and units. Eigenvectors of matrices that were made of some.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/shapes/mass_properties.h"
#include "host/shapes/hull.h"
#include "tests/shapes/point_sets.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

const double golden = (1 + std::sqrt(5.0)) / 2;

MassProperties of_hull(const Points& points) {
  ShapeSet set;
  return mass_properties(set, set.add_hull(points));
}

Points with_signs(std::initializer_list<Vec3<double>> corners) {
  Points all;
  for (const Vec3<double>& c : corners) {
    for (int k = 0; k < 8; ++k) all.push_back({k & 1 ? -c.x : c.x, k & 2 ? -c.y : c.y, k & 4 ? -c.z : c.z});
  }
  return all;
}

/// Edge, volume over edge^3, moment of inertia over volume edge^2 (Kemp 2000; any axis through the middle).
struct Regular {
  const char* name;
  Points points;
  double edge, volume, moment;
};

std::vector<Regular> regular_solids() {
  const double r = 1 / golden;
  return {
      {"tetrahedron", {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, std::sqrt(8.0), 1 / std::sqrt(72.0), 0.05},
      {"cube", with_signs({{1, 1, 1}}), 2, 1, 1 / 6.0},
      {"octahedron", with_signs({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), std::sqrt(2.0), std::sqrt(2.0) / 3, 0.1},
      {"dodecahedron", with_signs({{1, 1, 1}, {0, r, golden}, {r, golden, 0}, {golden, 0, r}}), 2 * r,
       (15 + 7 * std::sqrt(5.0)) / 4, (39 * golden + 28) / 150},
      {"icosahedron", with_signs({{0, 1, golden}, {1, golden, 0}, {golden, 0, 1}}), 2, 5 * (3 + std::sqrt(5.0)) / 12,
       golden * golden / 10}};
}

TEST(SolidMass, RegularSolidsHaveTheirPublishedVolumesAndMoments) {
  Random random(21);
  for (const Regular& solid : regular_solids()) {
    for (const double scale : {1.0, 1e-3, 1e8}) {
      SCOPED_TRACE(solid.name);
      const Vec3<double> at = random.in_cube() * scale;
      const MassProperties p = of_hull(moved(solid.points, random.rotation(), at, scale));
      const double a = solid.edge * scale, volume = solid.volume * a * a * a, moment = solid.moment * volume * a * a;
      EXPECT_NEAR(p.volume / volume, 1, 1e-14);
      EXPECT_LT(length(p.centre - at), 1e-15 * scale);
      for (const double m : {p.moments.x, p.moments.y, p.moments.z}) EXPECT_NEAR(m / moment, 1, 1e-14);
      for (int k = 0; k < 9; ++k) EXPECT_NEAR(p.inertia.m[k] / moment, k % 4 == 0 ? 1 : 0, 1e-14);
    }
  }
}

/// Integral of (x - c) (x - c)^T over a solid, of which the inertia is the trace less the matrix.
Mat3<double> second_moments(const MassProperties& p) {
  const double trace = (p.inertia.m[0] + p.inertia.m[4] + p.inertia.m[8]) / 2;
  Mat3<double> out;
  for (int k = 0; k < 9; ++k) out.m[k] = (k % 4 == 0 ? trace : 0) - p.inertia.m[k];
  return out;
}

Mat3<double> outer(const Vec3<double>& v) {
  return {{v.x * v.x, v.x * v.y, v.x * v.z, v.y * v.x, v.y * v.y, v.y * v.z, v.z * v.x, v.z * v.y, v.z * v.z}};
}

void expect_near(const Mat3<double>& a, const Mat3<double>& b, double tolerance) {
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(a.m[k], b.m[k], tolerance) << "element " << k;
}

TEST(SolidMass, TetrahedraHaveATwentiethOfTheirCornersSecondMoments) {
  Random random(22);
  for (int i = 0; i < 200; ++i) {
    Points v;
    for (int k = 0; k < 4; ++k) v.push_back(random.in_cube() * random.magnitude(0.1, 10));
    const MassProperties p = of_hull(v);
    const double volume = std::fabs(dot(v[1] - v[0], cross(v[2] - v[0], v[3] - v[0]))) / 6;
    const Vec3<double> centre = (v[0] + v[1] + v[2] + v[3]) * 0.25;
    Mat3<double> truth{};
    double size = 0;
    for (const auto& corner : v) {
      const Mat3<double> m = outer(corner - centre);
      for (int k = 0; k < 9; ++k) truth.m[k] += m.m[k] * p.volume / 20;
      size = std::max(size, max_abs(corner - centre));
    }
    // Thin ones lose digits of their volume to the differences of their corners.
    EXPECT_NEAR(p.volume, volume, 1e-15 * size * size * size) << i;
    EXPECT_LT(length(p.centre - centre), 1e-13 * size * size * size * size / volume) << i;
    expect_near(second_moments(p), truth, 1e-13 * std::pow(size, 5));
  }
}

TEST(SolidMass, TwoPartsOfACutSolidAddUpToIt) {
  Random random(23);
  for (int i = 0; i < 100; ++i) {
    const Points points = cloud_on_sphere(12, static_cast<std::uint64_t>(100 + i));
    const Vec3<double> n = random.direction();
    const double level = random.uniform(-0.2, 0.2);
    // Each part has the corners on its side and the points where edges, or any lines between corners, pass the plane.
    Points parts[2];
    for (const auto& p : points) parts[dot(n, p) > level].push_back(p);
    for (const auto& p : Points(parts[0])) {
      for (const auto& q : Points(parts[1])) {
        const double hp = dot(n, p) - level, hq = dot(n, q) - level;
        if (hp > 0 || hq <= 0) continue;
        const Vec3<double> on_plane = p + (q - p) * (hp / (hp - hq));
        parts[0].push_back(on_plane), parts[1].push_back(on_plane);
      }
    }
    const MassProperties whole = of_hull(points), one = of_hull(parts[0]), two = of_hull(parts[1]);
    EXPECT_NEAR(one.volume + two.volume, whole.volume, 1e-13) << i;
    EXPECT_LT(length(one.centre * one.volume + two.centre * two.volume - whole.centre * whole.volume), 1e-13) << i;
    Mat3<double> sum{};
    for (const MassProperties* p : {&one, &two}) {
      const Mat3<double> own = second_moments(*p), shift = outer(p->centre - whole.centre);
      for (int k = 0; k < 9; ++k) sum.m[k] += own.m[k] + p->volume * shift.m[k];
    }
    expect_near(sum, second_moments(whole), 1e-13);
  }
}

TEST(SolidMass, GoesWithAnyAffineMap) {
  Random random(24);
  for (int i = 0; i < 100; ++i) {
    Mat3<double> map;
    for (double& m : map.m) m = random.uniform(-2, 2);
    const Vec3<double> x{map.m[0], map.m[3], map.m[6]}, y{map.m[1], map.m[4], map.m[7]},
        z{map.m[2], map.m[5], map.m[8]};
    const double stretch = std::fabs(dot(x, cross(y, z)));
    if (stretch < 0.1) continue;
    const Points points = cloud_on_sphere(20, static_cast<std::uint64_t>(i));
    Points mapped;
    for (const auto& p : points) mapped.push_back(rotate(map, p) + Vec3<double>{1, 2, 3});
    const MassProperties before = of_hull(points), after = of_hull(mapped);
    EXPECT_NEAR(after.volume / before.volume, stretch, 1e-12) << i;
    EXPECT_LT(length(rotate(map, before.centre) + Vec3<double>{1, 2, 3} - after.centre), 1e-13) << i;
    const Mat3<double> m = times(map, second_moments(before));
    Mat3<double> transposed = map;
    std::swap(transposed.m[1], transposed.m[3]);
    std::swap(transposed.m[2], transposed.m[6]);
    std::swap(transposed.m[5], transposed.m[7]);
    Mat3<double> truth = times(m, transposed);
    for (double& t : truth.m) t *= stretch;
    expect_near(second_moments(after), truth, 1e-11);
  }
}

TEST(SolidMass, PowersOfTwoGoThroughToTheBit) {
  const Points points = cloud_on_sphere(50, 25);
  ShapeSet set;
  for (const int e : {0, -180, 180}) {
    const double s = std::ldexp(1.0, e);
    set.add_hull(scaled(points, s, s, s));
    set.add_ellipsoid({0.3 * s, 0.7 * s, 0.9 * s});
    set.add_cylinder(0.3 * s, 0.7 * s);
    set.add_cone(0.3 * s, 0.7 * s);
    set.add_capsule(0.3 * s, 0.7 * s);
    for (std::uint32_t kind = 0; kind < 5; ++kind) {
      const MassProperties p = mass_properties(set, kind), q = mass_properties(set, set.size() - 5 + kind);
      EXPECT_EQ(q.volume, std::ldexp(p.volume, 3 * e)) << kind;
      EXPECT_EQ(q.centre.z, std::ldexp(p.centre.z, e)) << kind;
      for (int k = 0; k < 9; ++k) {
        EXPECT_EQ(q.inertia.m[k], std::ldexp(p.inertia.m[k], 5 * e)) << kind;
        EXPECT_EQ(q.axes.m[k], p.axes.m[k]) << kind;
      }
      EXPECT_EQ(q.moments.x, std::ldexp(p.moments.x, 5 * e)) << kind;
    }
  }
}

TEST(SolidMass, VolumesOfNothingAreRefusedForEveryKind) {
  ShapeSet set;
  const std::uint32_t flat[] = {set.add_ellipsoid({1, 0, 1}), set.add_cylinder(0, 1), set.add_cylinder(1, 0),
                                set.add_cone(0, 1),           set.add_cone(1, 0),     set.add_sphere(0),
                                set.add_capsule(0, 1),        set.add_box({1, 1, 0})};
  for (const std::uint32_t shape : flat) {
    EXPECT_EQ(complaint([&] { mass_properties(set, shape); }),
              "volume of shape " + std::to_string(shape) + " is 0: has to be positive");
  }
}

TEST(PrincipalAxes, OfMatricesMadeOfThemAreFound) {
  Random random(26);
  for (int i = 0; i < 500; ++i) {
    double roots[3] = {random.magnitude(1e-12, 1), random.magnitude(1e-6, 1), 1};
    if (i % 4 == 1) roots[0] = roots[1];
    if (i % 4 == 2) roots[0] = roots[1] = 0;
    if (i % 4 == 3) roots[0] = roots[1] = roots[2] = random.magnitude(1e-3, 1);
    const double unit = std::ldexp(1.0, static_cast<int>(random.below(400)) - 200);
    const Mat3<double> turn = random.rotation();
    Mat3<double> m;
    for (int k = 0; k < 9; ++k) {
      m.m[k] = 0;
      for (int r = 0; r < 3; ++r) m.m[k] += turn.m[3 * (k / 3) + r] * turn.m[3 * (k % 3) + r] * roots[r] * unit;
    }
    m.m[3] = m.m[1], m.m[6] = m.m[2], m.m[7] = m.m[5];
    const PrincipalAxes found = principal_axes(m);
    double moments[3] = {found.moments.x / unit, found.moments.y / unit, found.moments.z / unit};
    std::sort(moments, moments + 3);
    std::sort(roots, roots + 3);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(moments[k], roots[k], 1e-14) << i;
    const Mat3<double>& v = found.axes;
    const double unsorted[3] = {found.moments.x, found.moments.y, found.moments.z};
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> axis{v.m[k], v.m[3 + k], v.m[6 + k]};
      EXPECT_LT(length(rotate(m, axis) - axis * unsorted[k]) / unit, 1e-14) << i;
      EXPECT_NEAR(length(axis), 1, 1e-14) << i;
    }
    EXPECT_NEAR(dot(cross(Vec3<double>{v.m[0], v.m[3], v.m[6]}, Vec3<double>{v.m[1], v.m[4], v.m[7]}),
                    Vec3<double>{v.m[2], v.m[5], v.m[8]}),
                1, 1e-14)
        << i;
  }
}

}  // namespace
}  // namespace abut::test
