// Boundaries moved inward, against closed forms.
#include "host/complex/inward.h"

#include <gtest/gtest.h>

#include "tests/complex/cell_surface.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using Points = std::vector<Vec3<double>>;

Points moved(const SimplicialComplex& c, double distance) {
  Points points = c.vertices;
  host::move_inward(points, c.triangles, distance);
  return points;
}
std::string complaint_of(const SimplicialComplex& c, double distance) {
  return test::complaint([&] { moved(c, distance); });
}
SimplicialComplex turned(SimplicialComplex c, const Mat3<double>& r) {
  for (Vec3<double>& v : c.vertices) v = rotate(r, v);
  return c;
}
/// Each edge's middle becomes a vertex, put on the unit sphere.
SimplicialComplex icosphere(int times) {
  SimplicialComplex c = test::icosahedron();
  for (; times > 0; --times) {
    for (const auto& t : std::exchange(c.triangles, {})) {
      const auto n = static_cast<std::uint32_t>(c.vertices.size());
      for (std::size_t k = 0; k < 3; ++k) c.vertices.push_back(c.vertices[t[k]] + c.vertices[t[(k + 1) % 3]]);
      c.triangles.push_back({t[0], n, n + 2}), c.triangles.push_back({t[1], n + 1, n});
      c.triangles.push_back({t[2], n + 2, n + 1}), c.triangles.push_back({n, n + 1, n + 2});
    }
    for (Vec3<double>& v : c.vertices) v = unit_vector(v);
    for (auto& t : c.triangles) {  // equal vertices are one
      for (std::uint32_t& v : t) {
        std::uint32_t first = 0;
        while (length(c.vertices[first] - c.vertices[v]) > 1e-9) ++first;
        v = first;
      }
    }
  }
  return c;
}

TEST(MoveInward, ShrinksABoxExactly) {
  const SimplicialComplex box = test::box_surface(1, 2, 3);
  const Points points = moved(box, 0.1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3<double> v = box.vertices[i];
    const Vec3<double> shrunk{std::copysign(0.9, v.x), std::copysign(1.9, v.y), std::copysign(2.9, v.z)};
    EXPECT_LE(length(points[i] - shrunk), 1e-14);
  }
}

TEST(MoveInward, ShrinksATurnedBoxHoweverItsFacesAreCut) {
  test::Random random(1);
  const std::vector<double> lines{-1, -0.3, 0.1, 1};
  const SimplicialComplex box = test::cell_surface({lines, lines, lines}, [](int, int, int) { return true; });
  for (int round = 0; round < 20; ++round) {
    const Mat3<double> r = random.rotation();
    const Points points = moved(turned(box, r), 0.05);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto inward = [](double x) { return std::abs(x) == 1 ? 0.95 * x : x; };
      const Vec3<double> v = box.vertices[i], shrunk{inward(v.x), inward(v.y), inward(v.z)};
      ASSERT_LE(length(rotate_back(r, points[i]) - shrunk), 1e-12) << i;
    }
  }
}

TEST(MoveInward, KeepsAReflexEdgeAtBothOfItsFacesDistances) {
  const SimplicialComplex l =
      test::cell_surface({{0, 1, 2}, {0, 1, 2}, {0, 1}}, [](int i, int j, int) { return i == 0 || j == 0; });
  const Points points = moved(l, 0.1);
  int reflex = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3<double> v = l.vertices[i];
    const double z = v.z == 0 ? 0.1 : 0.9;
    Vec3<double> wanted{v.x == 0 ? 0.1 : v.x - 0.1, v.y == 0 ? 0.1 : v.y - 0.1, z};
    if (v.x == 1 && v.y == 0) wanted.x = 1;
    if (v.y == 1 && v.x == 0) wanted.y = 1;
    if (v.x == 1 && v.y == 1) ++reflex, wanted = {0.9, 0.9, z};
    EXPECT_LE(length(points[i] - wanted), 1e-12) << v.x << ' ' << v.y << ' ' << v.z;
  }
  EXPECT_EQ(reflex, 2);
}

TEST(MoveInward, ShrinksASphereNearlyRadially) {
  const SimplicialComplex ball = icosphere(3);
  const Points points = moved(ball, 0.2);
  std::vector<bool> used(points.size());
  for (const auto& t : ball.triangles) {
    for (const std::uint32_t v : t) used[v] = true;
  }
  int count = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    count += used[i];
    if (!used[i]) {
      EXPECT_EQ(length(points[i] - ball.vertices[i]), 0);
      continue;
    }
    EXPECT_NEAR(length(points[i]), 0.8, 0.01);
    EXPECT_NEAR(dot(unit_vector(points[i]), unit_vector(ball.vertices[i])), 1, 1e-4);
  }
  EXPECT_EQ(count, 642);
}

/// A pyramid's tip: five planes or fifty meet in a point again.
TEST(MoveInward, MovesATipOfManyFacetsAlongItsAxis) {
  for (const std::uint32_t sides : {3u, 4u, 5u, 50u}) {
    SimplicialComplex c;
    for (std::uint32_t k = 0; k < sides; ++k) {
      const double angle = 6.283185307179586 * k / sides;
      c.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    }
    c.vertices.push_back({0, 0, 1}), c.vertices.push_back({0, 0, 0});
    for (std::uint32_t k = 0; k < sides; ++k) {
      c.triangles.push_back({k, (k + 1) % sides, sides}), c.triangles.push_back({(k + 1) % sides, k, sides + 1});
    }
    const double inner = std::cos(3.141592653589793 / sides);
    const Points points = moved(c, 0.05);
    EXPECT_LE(length(points[sides] - Vec3<double>{0, 0, 1 - 0.05 * std::hypot(1, inner) / inner}), 1e-9) << sides;
    EXPECT_LE(length(points[sides + 1] - Vec3<double>{0, 0, 0.05}), 1e-9);
  }
}

TEST(MoveInward, DoesNotBlowUpWhatIsFlatButForNoise) {
  test::Random random(2);
  for (int round = 0; round < 100; ++round) {
    SimplicialComplex box =
        test::cell_surface({{-1, 0, 1}, {-1, 0, 1}, {-1, 0, 1}}, [](int, int, int) { return true; });
    const Points exact = moved(box, 0.1);
    for (Vec3<double>& v : box.vertices) v = v + random.in_cube() * 1e-9;
    const Points noisy = moved(box, 0.1);
    for (std::size_t i = 0; i < exact.size(); ++i) ASSERT_LE(length(exact[i] - noisy[i]), 1e-6) << "round " << round;
  }
}

TEST(MoveInward, RefusesDistancesWithoutRoomByName) {
  const std::string why = complaint_of(test::box_surface(1, 1, 0.1), 0.15);
  EXPECT_EQ(why.substr(0, why.find("triangle")),
            "ContactComplexes::set: moving the boundary inward by the dilation, 0.15, turns ");
  EXPECT_EQ(why.substr(why.find(" over")), " over; allowed are dilations that it has room for");
  EXPECT_NE(complaint_of(test::box_surface(1, 0.1, 0.1), 0.15), "");
  EXPECT_NE(complaint_of(icosphere(2), 1.0), "");
  EXPECT_EQ(complaint_of(test::box_surface(1, 1, 0.1), 0.099), "");
}

/// All vertices beyond the middle: each face looks as before, turned by half a turn.
TEST(MoveInward, RefusesToTurnACubeInsideOut) {
  for (const double distance : {1.0, 1.001, 1.5, 2.0, 5.0, 1e6}) {
    EXPECT_NE(complaint_of(test::box_surface(1, 1, 1), distance), "") << distance;
  }
  EXPECT_NE(complaint_of(icosphere(2), 1.5), "");
}

}  // namespace
}  // namespace abut
