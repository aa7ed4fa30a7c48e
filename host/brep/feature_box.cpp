#include "host/brep/feature_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

namespace abut::host {
namespace {

constexpr double pi = std::numbers::pi;

struct Range {
  double low, high;
};

Range operator*(Range x, Range y) {
  const std::array<double, 4> p = {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high};
  return {*std::min_element(p.begin(), p.end()), *std::max_element(p.begin(), p.end())};
}
Range operator+(Range x, double y) { return {x.low + y, x.high + y}; }
Range operator*(Range x, double y) { return x * Range{y, y}; }
Range ordered(double x, double y) { return {std::min(x, y), std::max(x, y)}; }

/// Of the cosine, over [low, high].
Range cosine(double low, double high) {
  if (high - low >= 2 * pi) return {-1, 1};
  Range out = ordered(std::cos(low), std::cos(high));
  if (std::floor(high / (2 * pi)) != std::floor(low / (2 * pi))) out.high = 1;
  if (std::floor((high - pi) / (2 * pi)) != std::floor((low - pi) / (2 * pi))) out.low = -1;
  return out;
}
Range sine(double low, double high) { return cosine(low - pi / 2, high - pi / 2); }

/// Coordinates along a frame's axes, relative to its origin.
FeatureBox box_in(const BrepFrame& frame, Range x, Range y, Range z) {
  const Range of[3] = {x, y, z};
  FeatureBox box{frame.origin, {frame.x, frame.y, frame.z}, {}};
  for (int k = 0; k < 3; ++k) {
    box.centre = multiply_add(box.axes[k], 0.5 * (of[k].low + of[k].high), box.centre);
    box.half[k] = 0.5 * (of[k].high - of[k].low);
  }
  return box;
}

/// The frame turned about its z, so that x is in the middle of the angles; these become -w to w.
BrepFrame facing(const BrepFrame& f, double low, double high) {
  const double middle = 0.5 * (low + high), c = std::cos(middle), s = std::sin(middle);
  return {f.origin, f.x * c + f.y * s, f.y * c - f.x * s, f.z};
}

/// Radius and height about an axis, over these angles.
FeatureBox box_about(const BrepFrame& frame, const ParameterBox& part, Range radius, Range height) {
  if (part.u1 - part.u0 >= pi) {
    const double most = std::max(std::abs(radius.low), std::abs(radius.high));
    return box_in(frame, {-most, most}, {-most, most}, height);
  }
  const double w = 0.5 * (part.u1 - part.u0);
  return box_in(facing(frame, part.u0, part.u1), radius * cosine(-w, w), radius * sine(-w, w), height);
}

FeatureBox endless() {
  FeatureBox box;
  for (double& h : box.half) h = std::numeric_limits<double>::infinity();
  return box;
}

FeatureBox box_of_points(std::span<const Vec3<double>> points) {
  if (points.empty()) return endless();
  Vec3<double> low = points[0], high = points[0];
  for (const Vec3<double>& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return box_in({}, {low.x, high.x}, {low.y, high.y}, {low.z, high.z});
}

}  // namespace

FeatureBox box_of_point(const Vec3<double>& point) {
  FeatureBox box;
  box.centre = point;
  return box;
}

FeatureBox box_of_surface(const Brep& brep, const BrepSurface& s, const ParameterBox& part) {
  const Range v{part.v0, part.v1};
  switch (s.kind) {
    case BrepSurfaceKind::plane: return box_in(s.frame, {part.u0, part.u1}, v, {0, 0});
    case BrepSurfaceKind::cylinder: return box_about(s.frame, part, {s.radius, s.radius}, v);
    case BrepSurfaceKind::cone:
      return box_about(s.frame, part, v * std::sin(s.half_angle) + s.radius, v * std::cos(s.half_angle));
    case BrepSurfaceKind::sphere:
      return box_about(s.frame, part, cosine(v.low, v.high) * s.radius, sine(v.low, v.high) * s.radius);
    case BrepSurfaceKind::torus:
      return box_about(s.frame, part, cosine(v.low, v.high) * s.minor_radius + s.radius,
                       sine(v.low, v.high) * s.minor_radius);
    case BrepSurfaceKind::nurbs: return box_of_points(brep.nurbs_surfaces[s.nurbs].points);
    case BrepSurfaceKind::revolution:
    case BrepSurfaceKind::extrusion: break;
  }
  return endless();
}

FeatureBox box_of_curve(const Brep& brep, const BrepCurve& c, double begin, double end) {
  switch (c.kind) {
    case BrepCurveKind::line: return box_in(c.frame, {begin, end}, {0, 0}, {0, 0});
    case BrepCurveKind::circle: return box_about(c.frame, {begin, end, 0, 0}, {c.radius, c.radius}, {0, 0});
    case BrepCurveKind::ellipse:
      return box_in(c.frame, cosine(begin, end) * c.radius, sine(begin, end) * c.minor_radius, {0, 0});
    case BrepCurveKind::nurbs: break;
  }
  return box_of_points(brep.nurbs_curves[c.nurbs].points);
}

FeatureBox grown(FeatureBox box, double by) {
  for (double& h : box.half) h += by;
  return box;
}

}  // namespace abut::host
