#include "host/torture/shape_makers.h"

#include <utility>

#include "host/torture/outline.h"

namespace abut::torture {

std::vector<Vec3<double>> ellipsoid_points(Draw& draw, std::uint32_t count, Vec3<double> semi_axes) {
  std::vector<Vec3<double>> points;
  points.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3<double> d = draw.direction();
    points.push_back({semi_axes.x * d.x, semi_axes.y * d.y, semi_axes.z * d.z});
  }
  return points;
}

namespace {

double length(Draw& draw) { return draw.uniform(0.1, 0.5); }
Vec3<double> three_lengths(Draw& draw) { return {length(draw), length(draw), length(draw)}; }

/// The hull of `least` to `most` points on an ellipsoid.
CaseShape some_hull(Draw& draw, std::uint32_t least, std::uint32_t most, double rounding = 0) {
  const Vec3<double> semi_axes = three_lengths(draw);
  return convex(ellipsoid_points(draw, draw.between(least, most), semi_axes), rounding);
}

}  // namespace

CaseShape any_core(Draw& draw) {
  switch (draw.below(8)) {
    case 0: return {CaseKind::point, {draw.in_ball()}, {0, 0, 0}, 0};
    case 1: return {CaseKind::segment, {draw.in_ball() * 0.5, draw.in_ball() * 0.5}, {0, 0, 0}, 0};
    case 2:
      return {CaseKind::triangle, {draw.in_ball() * 0.5, draw.in_ball() * 0.5, draw.in_ball() * 0.5}, {0, 0, 0}, 0};
    case 3: return box(three_lengths(draw));
    case 4: return convex(ellipsoid_points(draw, 4, three_lengths(draw)));
    case 5: return some_hull(draw, 33, 100);
    default: return some_hull(draw, 5, 32);
  }
}

CaseShape needle(Draw& draw, double thin) {
  switch (draw.below(4)) {
    case 0: return box({0.5, 0.5 * thin, 0.5 * thin * draw.uniform(0.1, 1)});
    case 1: return convex({{-0.5, 0, 0}, {0.5, thin, 0}, {0.5, -thin, thin}, {0.5, -thin, -thin}});
    case 2: {  // pointed at both ends, in no special direction
      std::vector<Vec3<double>> points = ellipsoid_points(draw, draw.between(6, 20), {0.5, 0.5 * thin, 0.5 * thin});
      const Mat3<double> turn = draw.rotation();
      for (Vec3<double>& p : points) p = rotate(turn, p);
      return convex(std::move(points));
    }
    default: return convex(ellipsoid_points(draw, draw.between(4, 12), {0.5, 0.5 * thin, 0.5 * thin}));
  }
}

CaseShape plate(Draw& draw, double thin) {
  switch (draw.below(3)) {
    case 0: return box({0.5, draw.uniform(0.1, 0.5), 0.5 * thin});
    case 1: return convex(ellipsoid_points(draw, draw.between(4, 20), {0.5, 0.5, 0.5 * thin}));
    default: {  // a prism over a polygon
      std::vector<Vec3<double>> points;
      for (std::uint32_t i = draw.between(3, 8); i > 0; --i) {
        const auto [x, y] = any_turn(draw);
        points.push_back({0.5 * x, 0.5 * y, -0.5 * thin});
        points.push_back({0.5 * x, 0.5 * y, 0.5 * thin});
      }
      return convex(std::move(points));
    }
  }
}

CaseShape with_near_duplicates(Draw& draw) {
  std::vector<Vec3<double>> points = ellipsoid_points(draw, draw.between(3, 12), {0.5, 0.4, 0.3});
  const std::size_t count = points.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint32_t k = draw.below(4); k > 0; --k) {
      const double apart = draw.magnitude(0x1p-56, 0x1p-26);
      points.push_back(points[i] + draw.direction() * apart);
    }
  }
  return convex(std::move(points));
}

CaseShape collinear_set(Draw& draw) {
  const Vec3<double> from = draw.in_ball() * 0.25;
  const Vec3<double> along = draw.chance(0.5) ? draw.direction() : Vec3<double>{0, 0, 1};
  std::vector<Vec3<double>> points;
  for (std::uint32_t i = draw.between(1, 6); i > 0; --i) points.push_back(from + along * draw.lattice(-1, 1));
  if (draw.chance(0.3)) points.push_back(points.front());
  return convex(std::move(points));
}

CaseShape coplanar_set(Draw& draw) {
  const bool lattice = draw.chance(0.5);
  const Vec3<double> n = draw.direction(), u = perpendicular(n), v = cross(n, u);
  std::vector<Vec3<double>> points;
  for (std::uint32_t i = draw.between(3, 10); i > 0; --i) {
    const double x = draw.lattice(-1, 1) * 0.5, y = draw.lattice(-1, 1) * 0.5;
    points.push_back(lattice ? Vec3<double>{x, y, 0.25} : u * x + v * y);
  }
  if (draw.chance(0.3)) points.push_back(points.front());
  return convex(std::move(points));
}

CaseShape rounded_shape(Draw& draw) {
  const double rounding = draw.magnitude(1e-6, 0.5);
  switch (draw.below(6)) {
    case 0: return sphere(length(draw));
    case 1: {
      const double half_length = length(draw);
      return capsule(length(draw), half_length);
    }
    case 2: return capsule(rounding, length(draw));
    case 3: return box(three_lengths(draw), rounding);
    case 4:
      return {
          CaseKind::triangle, {draw.in_ball() * 0.5, draw.in_ball() * 0.5, draw.in_ball() * 0.5}, {0, 0, 0}, rounding};
    default: return some_hull(draw, 4, 32, rounding);
  }
}

CaseShape ellipsoid(Draw& draw) {
  const auto axis = [&] { return draw.chance(0.2) ? 0.25 : draw.magnitude(0.005, 0.5); };
  return {CaseKind::ellipsoid, {}, {axis(), axis(), axis()}, draw.chance(0.2) ? draw.uniform(0, 0.2) : 0};
}

CaseShape cylinder(Draw& draw) {
  const auto extent = [&] { return draw.magnitude(0.01, 0.5); };
  return {CaseKind::cylinder, {}, {extent(), extent(), 0}, draw.chance(0.2) ? draw.uniform(0, 0.2) : 0};
}

CaseShape cone(Draw& draw) {
  CaseShape shape = cylinder(draw);
  shape.kind = CaseKind::cone;
  return shape;
}

CaseShape minkowski_sum(Draw& draw) {
  const auto term = [&] {
    switch (draw.below(5)) {
      case 0: return ellipsoid(draw);
      case 1: return cylinder(draw);
      case 2: return cone(draw);
      default: return any_core(draw);
    }
  };
  CaseShape shape;
  shape.kind = CaseKind::minkowski_sum;
  shape.terms = {term(), term()};
  shape.second = {draw.in_ball() * 0.2, draw.rotation()};
  shape.rounding = draw.chance(0.2) ? draw.uniform(0, 0.2) : 0;
  return shape;
}

CaseShape scaled(CaseShape shape, double factor) {
  for (Vec3<double>& v : shape.vertices) v = v * factor;
  shape.lengths = shape.lengths * factor;
  shape.rounding *= factor;
  return shape;
}

}  // namespace abut::torture
