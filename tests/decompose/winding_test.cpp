// Generalized winding numbers against the solid angles of rectangles and discs, sums over all triangles, and what
// turning or doubling facets does to them.
#include "host/decompose/winding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/decompose/surfaces.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;

constexpr double by_dipoles = 0.01;  ///< what they may leave out

WindingNumber winding_of(const Mesh& mesh) { return {mesh.vertices, mesh.triangles}; }

/// Of a rectangle's quarter with a corner below the eye at a height of `z`: its angle over the sphere's.
double quarter(double x, double y, double z) {
  return std::atan2(x * y, z * std::sqrt(x * x + y * y + z * z)) / (4 * M_PI);
}

/// Of [0, 1] x [0, 1] at z = 0, seen from any point off its plane: positive from below, where its normal leads away.
double of_unit_square(const Vec3<double>& p) {
  const double z = std::fabs(p.z);
  const double sum =
      quarter(1 - p.x, 1 - p.y, z) + quarter(p.x, 1 - p.y, z) + quarter(1 - p.x, p.y, z) + quarter(p.x, p.y, z);
  return p.z < 0 ? sum : -sum;
}

/// Of all triangles, one at a time, by the formula of the tetrahedron's face angles (L'Huilier), which knows no sign.
double by_spherical_excess(const Mesh& mesh, const Vec3<double>& p) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3<double> a = direction(mesh.vertices[t[0]] - p), b = direction(mesh.vertices[t[1]] - p),
                       c = direction(mesh.vertices[t[2]] - p);
    const auto angle = [](const Vec3<double>& u, const Vec3<double>& v) {
      return 2 * std::asin(std::min(1.0, norm(u - v) / 2));
    };
    const double x = angle(b, c), y = angle(c, a), z = angle(a, b), s = (x + y + z) / 2;
    const double product = std::tan(s / 2) * std::tan((s - x) / 2) * std::tan((s - y) / 2) * std::tan((s - z) / 2);
    const double excess = 4 * std::atan(std::sqrt(std::max(0.0, product)));
    sum += inner(a, outer(b, c)) > 0 ? excess : -excess;
  }
  return sum / (4 * M_PI);
}

TEST(WindingNumber, OfASquareIsItsSolidAngle) {
  Random random(1);
  const Mesh two = test::sheet(1), many = test::sheet(24);
  const WindingNumber of_two = winding_of(two), of_many = winding_of(many);
  for (int i = 0; i < 1000; ++i) {
    const double far = random.magnitude(1, 100);
    const Vec3<double> p{random.uniform(-1, 2) * far, random.uniform(-1, 2) * far, random.uniform(-1, 1) * far};
    EXPECT_NEAR(of_many(p), of_unit_square(p), by_dipoles);
    EXPECT_NEAR(of_two(p), of_unit_square(p), far < 2 ? 1e-12 : by_dipoles);
  }
  EXPECT_NEAR(of_two({0.3, 0.6, -1e-9}), 0.5, 1e-8);
  EXPECT_NEAR(of_two({0.3, 0.6, 1e-9}), -0.5, 1e-8);
}

/// A disc from its axis is 1/2 less half of the cosine of the angle at which its rim is seen.
TEST(WindingNumber, OfADiscOnItsAxisIsItsCapOfTheSphere) {
  constexpr std::uint32_t n = 3000;
  Mesh disc;
  disc.vertices.push_back({0, 0, 0});
  for (std::uint32_t k = 0; k < n; ++k) {
    disc.vertices.push_back({std::cos(2 * M_PI * k / n), std::sin(2 * M_PI * k / n), 0});
    disc.triangles.push_back({0, k + 1, (k + 1) % n + 1});
  }
  const WindingNumber winding = winding_of(disc);
  for (const double z : {0.01, 0.2, 1.0, 3.0}) {
    const double cap = 0.5 * (1 - z / std::sqrt(1 + z * z));
    EXPECT_NEAR(winding({0, 0, -z}), cap, 1e-5);
    EXPECT_NEAR(winding({0, 0, z}), -cap, 1e-5);
  }
}

TEST(WindingNumber, IsTheSumOverAllTriangles) {
  Random random(2);
  for (const Mesh& mesh :
       {test::random_facets(300, 0.2, 1), test::torus_mesh(0.5, 0.2, 24, 12), test::moebius_strip(80)}) {
    const WindingNumber winding = winding_of(mesh);
    double worst = 0;
    for (int i = 0; i < 400; ++i) {
      const Vec3<double> p = random.in_cube() * random.magnitude(0.5, 5);
      worst = std::max(worst, std::fabs(winding(p) - by_spherical_excess(mesh, p)));
    }
    EXPECT_LT(worst, by_dipoles);
    EXPECT_GT(worst, 1e-9) << "no dipole was taken: the test asks for too little";
  }
}

/// Each corner of a cube is seen round by an eighth of it, each edge by a quarter.
TEST(WindingNumber, OnACornerOrAnEdgeIsThePartOfTheSphereThatIsInside) {
  const Mesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
  const WindingNumber winding = winding_of(box);
  const double near = 1e-7;
  // From the middle of directions into each of the eight parts of space about a corner or an edge: they add up.
  const auto sum_about = [&](const Vec3<double>& at) {
    double sum = 0;
    for (unsigned k = 0; k < 8; ++k) {
      sum +=
          winding(at + Vec3<double>{k & 1 ? near : -near, k & 2 ? 2 * near : -2 * near, k & 4 ? 3 * near : -3 * near});
    }
    return sum / 8;
  };
  EXPECT_NEAR(sum_about({0, 0, 0}), 1.0 / 8, 1e-6);
  EXPECT_NEAR(sum_about({1, 1, 0.5}), 1.0 / 4, 1e-6);
  EXPECT_NEAR(sum_about({0.25, 0.5, 1}), 1.0 / 2, 1e-6);
}

TEST(WindingNumber, TurnedFacetsCountTheOtherWayAndDoubledOnesTwice) {
  Random random(3);
  const Mesh ball = test::torus_mesh(1, 0.4, 20, 10);
  Mesh turned = ball, doubled = ball, cancelled = ball;
  for (auto& t : turned.triangles) std::swap(t[0], t[1]);
  for (const auto& t : ball.triangles) doubled.triangles.push_back(t);
  for (const auto& t : turned.triangles) cancelled.triangles.push_back(t);
  const WindingNumber once = winding_of(ball), back = winding_of(turned), twice = winding_of(doubled),
                      none = winding_of(cancelled);
  for (int i = 0; i < 300; ++i) {
    const Vec3<double> p = random.in_cube() * 1.5;
    const double w = once(p);
    EXPECT_NEAR(back(p), -w, 2 * by_dipoles);
    EXPECT_NEAR(twice(p), 2 * w, 3 * by_dipoles);
    EXPECT_NEAR(none(p), 0, 2 * by_dipoles);
  }
}

/// A box in a box, both solid, and a cavity in both.
TEST(WindingNumber, CountsHowOftenClosedSurfacesRunRound) {
  Mesh nest = test::box_mesh({-3, -3, -3}, {3, 3, 3});
  test::add_box(nest, {-2, -2, -2}, {2, 2, 2});
  test::add_box(nest, {-1, -1, -1}, {1, 1, 1}, true);
  const WindingNumber winding = winding_of(nest);
  for (const auto& [x, expected] : {std::pair{4.0, 0}, std::pair{2.5, 1}, std::pair{1.5, 2}, std::pair{0.5, 1}}) {
    EXPECT_NEAR(winding({x, 0.1, -0.2}), expected, 1e-9);
    EXPECT_NEAR(winding({0.2, -x, 0.1}), expected, 1e-9);
  }
}

TEST(WindingNumber, DoesNotDependOnTheUnitNorMuchOnTheOrderOfFacets) {
  Random random(4);
  const Mesh mesh = test::random_facets(200, 0.3, 5);
  Mesh shuffled = mesh, large = mesh, small = mesh;
  for (std::size_t k = shuffled.triangles.size(); k > 1; --k) {
    std::swap(shuffled.triangles[k - 1], shuffled.triangles[random.below(static_cast<std::uint32_t>(k))]);
  }
  for (Vec3<double>& v : large.vertices) v = v * 0x1p40;
  for (Vec3<double>& v : small.vertices) v = v * 0x1p-40;
  const WindingNumber winding = winding_of(mesh), other = winding_of(shuffled), of_large = winding_of(large),
                      of_small = winding_of(small);
  for (int i = 0; i < 300; ++i) {
    const Vec3<double> p = random.in_cube() * 2.0;
    EXPECT_NEAR(other(p), winding(p), 2 * by_dipoles);
    EXPECT_EQ(of_large(p * 0x1p40), winding(p));
    EXPECT_EQ(of_small(p * 0x1p-40), winding(p));
  }
}

/// Facets without area and points far away say nothing, and nothing that is no number.
TEST(WindingNumber, OfFacetsWithoutAreaIsZero) {
  Mesh line;
  line.vertices = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}};
  line.triangles = {{0, 1, 2}, {0, 0, 1}, {2, 2, 2}};
  const WindingNumber winding = winding_of(line);
  for (const Vec3<double>& p : {Vec3<double>{0, 1, 0}, {5, 5, 4}, {1e6, 0, 0}}) EXPECT_NEAR(winding(p), 0, 1e-12);
  Mesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
  box.triangles.push_back({0, 0, 7});
  EXPECT_NEAR(winding_of(box)({0.25, 0.5, 0.5}), 1, 1e-12);
}

}  // namespace
}  // namespace abut::host
