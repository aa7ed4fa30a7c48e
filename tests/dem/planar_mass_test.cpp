// Mass properties of shapes of the plane against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "examples/dem/planar_mass.h"
#include "tests/dem/planar_shapes.h"
#include "tests/support/complaint.h"

namespace dem {
namespace {

using abut::test::complaint;
using test::rectangle;

constexpr double pi = 3.14159265358979323846;

TEST(PlanarMass, PolygonsDiscsAndCapsulesAreTheClosedForms) {
  abut::PlanarShapeSet shapes;
  // A right triangle with legs a and b: a b / 2, centre at a third of them, A (a^2 + b^2) / 18.
  const double a = 3, b = 2;
  const std::vector<PlanarVector> corners{{10, -5}, {10 + a, -5}, {10, -5 + b}};
  const PlanarMass triangle = planar_mass(shapes, shapes.add_polygon(corners));
  EXPECT_NEAR(triangle.area, a * b / 2, 1e-14);
  EXPECT_NEAR(triangle.centre.x, 10 + a / 3, 1e-14);
  EXPECT_NEAR(triangle.centre.y, -5 + b / 3, 1e-14);
  EXPECT_NEAR(triangle.moment, a * b / 2 * (a * a + b * b) / 18, 1e-12);
  const PlanarMass box = planar_mass(shapes, shapes.add_polygon(rectangle(1, 2)));
  EXPECT_NEAR(box.area, 8, 1e-14);
  EXPECT_NEAR(box.moment, 8 * (4 + 16) / 12.0, 1e-13);

  const double r = 0.5, l = 3;
  const PlanarMass disc = planar_mass(shapes, shapes.add_disc(r));
  EXPECT_NEAR(disc.area, pi * r * r, 1e-15);
  EXPECT_NEAR(disc.moment, pi * r * r * r * r / 2, 1e-15);

  // A rectangle and two half discs, whose centres are 4 r / (3 pi) beyond the ends.
  const PlanarMass capsule = planar_mass(shapes, shapes.add_segment({1, 1}, {1, 1 + l}, r));
  const double half = pi * r * r / 2, out = 4 * r / (3 * pi), at = l / 2 + out;
  const double own = pi * r * r * r * r / 4 - half * out * out;
  EXPECT_NEAR(capsule.area, 2 * r * l + pi * r * r, 1e-14);
  EXPECT_NEAR(capsule.centre.x, 1, 1e-14);
  EXPECT_NEAR(capsule.centre.y, 1 + l / 2, 1e-14);
  EXPECT_NEAR(capsule.moment, 2 * r * l * (4 * r * r + l * l) / 12 + 2 * (own + half * at * at), 1e-13);
  EXPECT_EQ(complaint([&] {
              planar_mass(shapes, shapes.add_segment({0, 0}, {1, 0}));
            }),
            "area of a body's shape is 0: has to be positive");
}

TEST(PlanarMass, ARoundedTriangleIsWhatSlicesOfItAddUpTo) {
  const double r = 0.4;
  const std::vector<PlanarVector> v{{0, 0}, {2, 0.3}, {0.4, 1.5}};
  abut::PlanarShapeSet shapes;
  const PlanarMass mass = planar_mass(shapes, shapes.add_polygon(v, r));
  double perimeter = 0;
  for (std::size_t k = 0; k < 3; ++k) perimeter += abut::length(v[(k + 1) % 3] - v[k]);
  const double core = 0.5 * abut::cross(v[1] - v[0], v[2] - v[0]);
  EXPECT_NEAR(mass.area, core + perimeter * r + pi * r * r, 1e-13);
  // A cell of a grid is inside if its middle is at most r from the core.
  const auto inside = [&](PlanarVector p) {
    bool in = true;
    double nearest = 1e9;
    for (std::size_t k = 0; k < 3; ++k) {
      const PlanarVector e = v[(k + 1) % 3] - v[k], d = p - v[k];
      in = in && abut::cross(e, d) >= 0;
      const double t = std::clamp(abut::dot(d, e) / abut::dot(e, e), 0.0, 1.0);
      nearest = std::min(nearest, abut::length(d - e * t));
    }
    return in || nearest <= r;
  };
  double area = 0, moment = 0;
  PlanarVector first{0, 0};
  constexpr int cells = 1500;
  const double h = 4.0 / cells;
  for (int i = 0; i < cells; ++i) {
    for (int k = 0; k < cells; ++k) {
      const PlanarVector p{-1 + (i + 0.5) * h, -1 + (k + 0.5) * h};
      if (!inside(p)) continue;
      area += h * h;
      first = first + p * (h * h);
      const PlanarVector d = p - mass.centre;
      moment += abut::dot(d, d) * h * h;
    }
  }
  EXPECT_NEAR(area, mass.area, 1e-3);
  EXPECT_NEAR(first.x / area, mass.centre.x, 1e-3);
  EXPECT_NEAR(first.y / area, mass.centre.y, 1e-3);
  EXPECT_NEAR(moment, mass.moment, 1e-3);
}

TEST(PlanarMass, BodiesAreRefusedThatHaveTheirCentreElsewhere) {
  abut::PlanarShapeSet shapes;
  const auto box = shapes.add_polygon(rectangle(1, 2));
  const std::vector<PlanarVector> corners{{0, 0}, {1, 0}, {0, 1}};
  const auto off = shapes.add_polygon(corners);
  const BodyConstants body = planar_constants(shapes, box, 3);
  EXPECT_EQ(body.mass, 24);
  EXPECT_EQ(body.inverse_inertia.x, 0);
  EXPECT_NEAR(body.inertia.z, 40, 1e-12);
  EXPECT_NEAR(body.radius, std::sqrt(5.0), 1e-15);
  EXPECT_EQ(complaint([&] { planar_constants(shapes, off, 1); }),
            "shape 1 does not have its centre of mass at the origin");
  EXPECT_EQ(complaint([&] { planar_constants(shapes, box, -1); }),
            "density is -1 kg/m^3: has to be positive and finite");
}

}  // namespace
}  // namespace dem
