// Lines, circles and ellipses through points, and as what two surfaces have in common.
#include <algorithm>
#include <cmath>
#include <vector>

#include "host/brep/brep_carriers.h"
#include "host/brep/canonical_change.h"
#include "host/brep/canonical_fit.h"

namespace abut::host {

Carrier<double> changed(const Carrier<double>& c, const double (&by)[carrier_changes], double size) {
  Carrier<double> out = c;
  out.origin = c.origin + (c.x * by[0] + c.y * by[1] + c.z * by[2]) * size;
  out.z = unit_vector(c.z + c.x * by[3] + c.y * by[4]);
  const Vec3<double> x = c.x * std::cos(by[7]) + c.y * std::sin(by[7]);
  out.x = unit_vector(multiply_add(out.z, -dot(x, out.z), x));
  out.y = cross(out.z, out.x);
  if (c.kind == CarrierKind::cone) {
    const double angle = std::atan2(c.sine, c.cosine) + by[5];
    out.sine = std::sin(angle), out.cosine = std::cos(angle);
  } else {
    out.radius = c.radius + by[5] * size, out.minor_radius = c.minor_radius + by[6] * size;
  }
  return out;
}

namespace {

using C = Carrier<double>;

/// Least squares of `terms`(i) . x = `value`(i), with corrections: normal equations alone lose half of the digits.
template <class Terms, class Value>
std::vector<double> least_squares(std::size_t count, std::size_t n, const Terms& terms, const Value& value) {
  DenseMatrix a(n);
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<double> t = terms(k);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) a(i, j) += t[i] * t[j];
    }
  }
  const Cholesky factors(a);
  std::vector<double> x(n, 0.0);
  for (int round = 0; round < 4; ++round) {
    std::vector<double> rest(n, 0.0);
    for (std::size_t k = 0; k < count; ++k) {
      const std::vector<double> t = terms(k);
      double off = value(k);
      for (std::size_t i = 0; i < n; ++i) off -= t[i] * x[i];
      for (std::size_t i = 0; i < n; ++i) rest[i] += t[i] * off;
    }
    factors.solve(rest);
    for (std::size_t i = 0; i < n; ++i) x[i] += rest[i];
  }
  return x;
}

/// The points in a plane, about their middle and over their size.
struct Flattened {
  C plane;
  double size;
  std::vector<Vec2<double>> at;
};

std::optional<Flattened> flattened(std::span<const Vec3<double>> points, double size) {
  Vec3<double> middle{0, 0, 0};
  for (const Vec3<double>& p : points) middle = middle + p;
  middle = middle * (1 / static_cast<double>(points.size()));
  const auto from_middle = [&](std::size_t i) { return (points[i] - middle) * (1 / size); };
  const auto normal = normal_of(points.size(), from_middle, 1e-8);
  if (!normal) return std::nullopt;
  Flattened out{plane_carrier(middle, *normal), size, {}};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3<double> d = from_middle(i);
    out.at.push_back({dot(d, out.plane.x), dot(d, out.plane.y)});
  }
  return out;
}

Vec3<double> in_space(const Flattened& f, double x, double y) {
  return f.plane.origin + (f.plane.x * x + f.plane.y * y) * f.size;
}

/// x^2 + y^2 = 2 a x + 2 b y + c.
std::optional<C> circle_through(const Flattened& f) {
  const auto terms = [&](std::size_t i) { return std::vector<double>{2 * f.at[i].x, 2 * f.at[i].y, 1}; };
  const auto square = [&](std::size_t i) { return dot(f.at[i], f.at[i]); };
  const std::vector<double> x = least_squares(f.at.size(), 3, terms, square);
  const double squared = x[2] + x[0] * x[0] + x[1] * x[1];
  if (!(squared > 0) || !std::isfinite(squared)) return std::nullopt;
  return circle_carrier(in_space(f, x[0], x[1]), f.plane.z, std::sqrt(squared) * f.size);
}

/// a x^2 + 2 b x y + c y^2 + d x + e y = 1: the middle of the points is within an ellipse through them.
std::optional<C> ellipse_through(const Flattened& f) {
  const auto terms = [&](std::size_t i) {
    const double x = f.at[i].x, y = f.at[i].y;
    return std::vector<double>{x * x, 2 * x * y, y * y, x, y};
  };
  const std::vector<double> q = least_squares(f.at.size(), 5, terms, [](std::size_t) { return 1.0; });
  const double a = q[0], b = q[1], c = q[2], det = a * c - b * b;
  if (!(det > 0) || !(a > 0) || !std::isfinite(det)) return std::nullopt;
  const double x = (b * q[4] - c * q[3]) / (2 * det), y = (b * q[3] - a * q[4]) / (2 * det);
  const double level = 1 - 0.5 * (q[3] * x + q[4] * y);
  const double mean = 0.5 * (a + c), spread = std::hypot(0.5 * (a - c), b), angle = 0.5 * std::atan2(-2 * b, c - a);
  const double major = std::sqrt(level / (mean - spread)), minor = std::sqrt(level / (mean + spread));
  if (!std::isfinite(major) || !(minor > 0)) return std::nullopt;
  // Along the least eigenvalue of (a b; b c).
  const Vec3<double> along = f.plane.x * std::cos(angle) + f.plane.y * std::sin(angle);
  return ellipse_carrier(in_space(f, x, y), along, cross(f.plane.z, along), major * f.size, minor * f.size);
}

double distance_from(const C& c, const Vec3<double>& p) {
  const Vec3<double> d = p - c.origin;
  if (c.kind == CarrierKind::line) return length(cross(c.z, d));
  const double x = dot(d, c.x), y = dot(d, c.y), z = dot(d, c.z);
  if (c.kind == CarrierKind::circle) return std::hypot(std::hypot(x, y) - c.radius, z);
  // No less than the true one: that of the circle from which the ellipse is made by affinity.
  return std::hypot(std::hypot(x, y * c.radius / c.minor_radius) - c.radius, z);
}

/// Some points all along it; of a line as long as `size` to both sides.
constexpr std::size_t round_points = 16;
Vec3<double> point_along(const C& c, std::size_t k, double size) {
  const double part = static_cast<double>(k) / round_points, angle = 2 * std::acos(-1.0) * part;
  if (c.kind == CarrierKind::line) return c.origin + c.z * (size * (2 * part - 1));
  const double minor = c.kind == CarrierKind::ellipse ? c.minor_radius : c.radius;
  return c.origin + c.x * (c.radius * std::cos(angle)) + c.y * (minor * std::sin(angle));
}

double farthest_from(const C& a, const C& b, const C& c, double size) {
  double most = 0;
  for (std::size_t k = 0; k < round_points; ++k) {
    const Vec3<double> p = point_along(c, k, size);
    most = std::max({most, std::abs(side_distance(a, p)), std::abs(side_distance(b, p))});
  }
  return most;
}

std::vector<std::size_t> free_changes_of_curve(CarrierKind kind) {
  if (kind == CarrierKind::line) return {0, 1, 3, 4};
  if (kind == CarrierKind::circle) return {0, 1, 2, 3, 4, 5};
  return {0, 1, 2, 3, 4, 5, 6, 7};
}

}  // namespace

std::optional<C> fitted_curve(CarrierKind kind, std::span<const Vec3<double>> points, double size) {
  if (kind == CarrierKind::line) {
    std::size_t far = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (length(points[i] - points[0]) > length(points[far] - points[0])) far = i;
    }
    const Vec3<double> along = points[far] - points[0];
    if (!(length(along) > 0)) return std::nullopt;
    return line_carrier(points[0], unit_vector(along));
  }
  const auto flat = flattened(points, size);
  if (!flat) return std::nullopt;
  return kind == CarrierKind::circle ? circle_through(*flat) : ellipse_through(*flat);
}

std::optional<C> common_curve(const C& near, const C& a, const C& b, double size) {
  C c = near;
  double off = farthest_from(a, b, c, size);
  // Where surfaces touch, each step halves what is left; where they cross, few are needed.
  for (int k = 0; k < 30 && off > 1e-15 * size; ++k) {
    const C next = improved(c, free_changes_of_curve(c.kind), size, 2 * round_points, [&](const C& of, std::size_t i) {
      return side_distance(i % 2 == 0 ? a : b, point_along(of, i / 2, size));
    });
    const double there = farthest_from(a, b, next, size);
    if (!(there < off)) break;
    c = next, off = there;
  }
  if (!(off <= 1e-11 * size)) return std::nullopt;
  return c;
}

double farthest(const C& carrier, std::span<const Vec3<double>> points) {
  double most = 0;
  for (const Vec3<double>& p : points) {
    const double off = distance_from(carrier, p);
    if (!(off <= most)) most = off;
  }
  return most;
}

}  // namespace abut::host
