#include "host/torture/grid_shapes.h"

#include <utility>

namespace abut::torture {
namespace {

/// The rotation whose first two columns are two different axes, each of either sign.
Mat3<double> rotation_of(std::uint32_t first, double sign1, std::uint32_t second, double sign2) {
  double x[3] = {0, 0, 0}, y[3] = {0, 0, 0};
  x[first] = sign1;
  y[second] = sign2;
  const Vec3<double> u{x[0], x[1], x[2]}, v{y[0], y[1], y[2]}, w = cross(u, v);
  return {{u.x, v.x, w.x, u.y, v.y, w.y, u.z, v.z, w.z}};
}

}  // namespace

Mat3<double> cube_rotation(Draw& draw) {
  const std::uint32_t first = draw.below(3), second = (first + 1 + draw.below(2)) % 3;
  const double sign1 = draw.sign(), sign2 = draw.sign();
  return rotation_of(first, sign1, second, sign2);
}

Mat3<double> axis_rotation(Draw& draw) {
  const std::uint32_t first = draw.below(2);
  const double sign1 = draw.sign(), sign2 = draw.sign();
  return rotation_of(first, sign1, 1 - first, sign2);
}

double GridShapes::length() {
  static constexpr int steps[] = {1, 1, 2, 2, 3, 4, 4, 6, 8, 16};
  return steps[draw_.below(10)] * unit_;
}

CaseShape GridShapes::two_lengths(CaseKind kind) {
  const double radius = length();
  const double half_length = draw_.chance(0.25) ? radius : length();
  return {kind, {}, {radius, half_length, 0}, 0};
}

CaseShape GridShapes::rounded(CaseShape shape) {
  shape.rounding = draw_.chance(0.5) ? length() : 0.5 * length();
  return shape;
}

CaseShape GridShapes::triangle() {
  const double x = length(), y = length();
  switch (draw_.below(4)) {
    case 0: return {CaseKind::triangle, {{-x, 0, 0}, {x, 0, 0}, {0, y, 0}}, {0, 0, 0}, 0};
    case 1: return {CaseKind::triangle, {{0, 0, -y}, {0, 0, y}, {x, 0, 0}}, {0, 0, 0}, 0};  // an edge on the axis
    default: return {CaseKind::triangle, {{0, 0, 0}, {x, 0, 0}, {0, y, 0}}, {0, 0, 0}, 0};
  }
}

CaseShape GridShapes::ellipsoid() {
  if (draw_.chance(0.6)) return spheroid();
  return {CaseKind::ellipsoid, {}, {length(), length(), length()}, 0};
}

CaseShape GridShapes::spheroid() {
  const double across = length();
  return {CaseKind::ellipsoid, {}, {across, across, draw_.chance(0.3) ? across : length()}, 0};
}

CaseShape GridShapes::hull() {
  const double x = length(), y = draw_.chance(0.4) ? x : length(), z = draw_.chance(0.3) ? x : length();
  switch (draw_.below(6)) {
    case 0: return convex({{x, 0, 0}, {-x, 0, 0}, {0, y, 0}, {0, -y, 0}, {0, 0, z}, {0, 0, -z}});
    case 1: return convex({{x, y, z}, {x, -y, -z}, {-x, y, -z}, {-x, -y, z}});               // of a box's corners
    case 2: return convex({{x, y, -z}, {x, -y, -z}, {-x, y, -z}, {-x, -y, -z}, {0, 0, z}});  // a pyramid
    case 3: return convex({{0, 0, 0}, {x, 0, 0}, {0, y, 0}, {0, 0, z}});
    case 4: {  // a hexagon, upright
      const double s = 0.5 * y, c = 0.8660254037844386 * y;
      return convex({{y, 0, z},
                     {s, c, z},
                     {-s, c, z},
                     {-y, 0, z},
                     {-s, -c, z},
                     {s, -c, z},
                     {y, 0, -z},
                     {s, c, -z},
                     {-s, c, -z},
                     {-y, 0, -z},
                     {-s, -c, -z},
                     {s, -c, -z}});
    }
    default: return convex({{x, y, -z}, {x, -y, -z}, {-x, y, -z}, {-x, -y, -z}, {x, 0, z}, {-x, 0, z}});  // a roof
  }
}

CaseShape GridShapes::sum(CaseShape first, CaseShape second) {
  CaseShape shape;
  shape.kind = CaseKind::minkowski_sum;
  shape.terms = {std::move(first), std::move(second)};
  return shape;
}

CaseShape GridShapes::shape(std::uint32_t k) {
  switch (k % kinds) {
    case 0: return {CaseKind::point, {{0, 0, 0}}, {0, 0, 0}, 0};
    case 1: {
      const double h = length();
      return {CaseKind::segment, {{0, 0, draw_.chance(0.3) ? 0 : -h}, {0, 0, h}}, {0, 0, 0}, 0};
    }
    case 2: return triangle();
    case 3: return box({length(), length(), length()});
    case 4: return hull();
    case 5: return sphere(length());
    case 6: return ellipsoid();
    case 7: return two_lengths(CaseKind::cylinder);
    case 8: return two_lengths(CaseKind::cone);
    case 9: return two_lengths(CaseKind::capsule);
    case 10: return rounded(shape(1 + draw_.below(4)));
    case 11: return rounded(shape(6 + draw_.below(3)));
    case 12: {
      CaseShape first = shape(1 + draw_.below(8));
      CaseShape s = sum(std::move(first), shape(1 + draw_.below(8)));
      s.second.rotation = cube_rotation(draw_);
      if (draw_.chance(0.3)) s.second.position = {length(), 0, draw_.chance(0.5) ? 0 : length()};
      return s;
    }
    default: {
      const double h = length();
      return box({h, h, draw_.chance(0.5) ? h : length()});
    }
  }
}

CaseShape GridShapes::about_z(std::uint32_t k) {
  switch (k % 12) {
    case 0: return shape(0);
    case 1: return shape(1);
    case 2: return sphere(length());
    case 3: return spheroid();
    case 4:
    case 5: return two_lengths(CaseKind::cylinder);
    case 6:
    case 7: return two_lengths(CaseKind::cone);
    case 8: return two_lengths(CaseKind::capsule);
    case 9:
      return rounded(draw_.chance(0.3) ? spheroid()
                                       : two_lengths(draw_.chance(0.5) ? CaseKind::cylinder : CaseKind::cone));
    case 10: {
      CaseShape first = about_z(1 + draw_.below(9));
      CaseShape s = sum(std::move(first), about_z(1 + draw_.below(9)));
      s.second.rotation = axis_rotation(draw_);
      if (draw_.chance(0.3)) s.second.position = {0, 0, length()};
      return s;
    }
    default: return draw_.chance(0.5) ? shape(13) : hull();
  }
}

}  // namespace abut::torture
