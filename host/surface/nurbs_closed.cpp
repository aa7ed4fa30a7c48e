#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "abut/surface/nurbs.h"

namespace abut {
namespace {

void check_closing(const std::string& what, std::size_t points, int degree, std::size_t weights) {
  if (degree < 1 || degree > most_surface_degree) {
    throw InvalidInput(what + ": degree is " + std::to_string(degree) + "; allowed are 1 to 7");
  }
  if (points < static_cast<std::size_t>(degree) + 1) {
    throw InvalidInput(what + ": points are " + std::to_string(points) + "; allowed are degree + 1 or more, " +
                       std::to_string(degree + 1));
  }
  if (weights != 0 && weights != points) {
    throw InvalidInput(what + ": weights are " + std::to_string(weights) + "; allowed are " + std::to_string(points) +
                       ", one a control point, or none");
  }
}

/// The points, and the first ones again.
template <class T>
std::vector<T> wrapped(std::span<const T> values, std::size_t again) {
  std::vector<T> out(values.begin(), values.end());
  if (!values.empty()) out.insert(out.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(again));
  return out;
}

/// Whether two points are the same to roundings of coordinates of a size: each sum of 64 products at most has one
/// rounding a term, and their quotient two more. A point that is not finite decides nothing.
bool differ(const Vec3<double>& a, const Vec3<double>& b, double size) {
  return max_abs(a - b) > 64 * Epsilon<double>::value * size;
}

/// Parameters at which two rational splines over the same knots are the same everywhere if they are the same there:
/// A / w = B / z where the polynomial A z - B w of twice the degree is 0, a span.
std::vector<double> deciding_parameters(const SplineDirection& d) {
  std::vector<double> out;
  const int count = 2 * d.degree + 1;
  for (auto k = static_cast<std::size_t>(d.degree); k < d.count(); ++k) {
    if (d.knots[k] == d.knots[k + 1]) continue;
    for (int i = 0; i < count; ++i) out.push_back(d.knots[k] + (d.knots[k + 1] - d.knots[k]) * (i + 0.5) / count);
  }
  return out;
}

double largest_coordinate(const NurbsSurface& surface) {
  double size = 0;
  for (const Vec3<double>& p : surface.points) size = std::max(size, max_abs(p));
  return size;
}

}  // namespace

// Lim 2012, 3.1.4, prints the knots i / m, the domain [u_p, u_(n - p)] and "P_0 = P_(n - p + 1) = P_(n - p + 2), ...".
// With m = n + p + 1 the domain is [u_p, u_(m - p)] = [u_p, u_(n + 1)], and the second equation has lost its left side:
// P_i = P_(n - p + 1 + i) for i from 0 to p - 1. Then basis functions and control points at the domain's end are those
// at its begin, so p - 1 derivatives agree. Knots are integers here, as i / m is rounded and not uniform.
NurbsCurve closed_by_wrapping(std::span<const Vec2<double>> points, int degree, std::span<const double> weights) {
  check_closing("closed_by_wrapping", points.size(), degree, weights.size());
  const auto p = static_cast<std::size_t>(degree);
  NurbsCurve curve{{degree, {}}, wrapped(points, p), wrapped(weights, p)};
  for (std::size_t i = 0; i < curve.points.size() + p + 1; ++i) {
    curve.u.knots.push_back(static_cast<double>(i) - static_cast<double>(p));
  }
  check(curve);
  return curve;
}

NurbsCurve closed_by_clamping(std::span<const Vec2<double>> points, int degree, std::span<const double> weights) {
  check_closing("closed_by_clamping", points.size(), degree, weights.size());
  NurbsCurve curve{{degree, {}}, wrapped(points, 1), wrapped(weights, 1)};
  const auto p = static_cast<std::size_t>(degree), pieces = curve.points.size() - p;
  curve.u.knots.assign(p, 0);
  for (std::size_t i = 0; i <= pieces; ++i) curve.u.knots.push_back(static_cast<double>(i));
  curve.u.knots.insert(curve.u.knots.end(), p, static_cast<double>(pieces));
  check(curve);
  return curve;
}

NurbsCurve unit_circle() {
  const double w = std::sqrt(2.0) / 2;
  return {{2, {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4}},
          {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}},
          {1, w, 1, w, 1, w, 1, w, 1}};
}

bool is_closed(const NurbsCurve& curve) {
  double size = 0;
  for (const Vec2<double>& p : curve.points) size = std::max(size, max_abs(in_space(p)));
  return !differ(point_at(curve, curve.u.begin()).point, point_at(curve, curve.u.end()).point, size);
}

bool is_closed(const NurbsSurface& surface, SurfaceParameter along) {
  const double size = largest_coordinate(surface);
  const bool of_u = along == SurfaceParameter::u;
  const SplineDirection &closing = of_u ? surface.u : surface.v, &across = of_u ? surface.v : surface.u;
  const auto at = [&](double end, double t) {
    return of_u ? point_at(surface, end, t).point : point_at(surface, t, end).point;
  };
  const std::vector<double> parameters = deciding_parameters(across);
  return std::none_of(parameters.begin(), parameters.end(),
                      [&](double t) { return differ(at(closing.begin(), t), at(closing.end(), t), size); });
}

// What decides about two edges decides about one and a point, which is an edge of degree 0.
bool is_pole(const NurbsSurface& surface, SurfaceParameter along, DomainEnd end) {
  const double size = largest_coordinate(surface);
  const bool of_u = along == SurfaceParameter::u;
  const SplineDirection &ending = of_u ? surface.u : surface.v, &across = of_u ? surface.v : surface.u;
  const double at_end = end == DomainEnd::begin ? ending.begin() : ending.end();
  const auto at = [&](double t) {
    return of_u ? point_at(surface, at_end, t).point : point_at(surface, t, at_end).point;
  };
  const std::vector<double> parameters = deciding_parameters(across);
  const Vec3<double> pole = at(parameters.front());
  return std::none_of(parameters.begin(), parameters.end(), [&](double t) { return differ(at(t), pole, size); });
}

// Negative knots are exact, which knots reflected within the domain are not: some might become equal.
NurbsSurface turned_inside_out(const NurbsSurface& surface) {
  check(surface);
  NurbsSurface out = surface;
  std::reverse(out.v.knots.begin(), out.v.knots.end());
  for (double& knot : out.v.knots) knot = -knot;
  const auto count = static_cast<std::ptrdiff_t>(out.v.count());
  for (auto row = out.points.begin(); row != out.points.end(); row += count) std::reverse(row, row + count);
  for (auto row = out.weights.begin(); row != out.weights.end(); row += count) std::reverse(row, row + count);
  return out;
}

NurbsSurface transformed(const NurbsSurface& surface, const Mat3<double>& linear, Vec3<double> translation) {
  NurbsSurface out = surface;
  for (Vec3<double>& p : out.points) p = rotate(linear, p) + translation;
  return out;
}

}  // namespace abut
