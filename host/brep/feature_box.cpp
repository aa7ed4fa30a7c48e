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

/// Without fused operations: where these are a call, boxes would cost more than what they save.
double product(const Vec3<double>& a, const Vec3<double>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

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

FeatureBox moved(const RelativePose<double>& pose, const FeatureBox& box) {
  FeatureBox out = box;
  out.centre = transform(pose, box.centre);
  for (Vec3<double>& axis : out.axes) axis = rotate(pose.rotation, axis);
  return out;
}

double least_distance(const FeatureBox& a, const FeatureBox& b, double enough) {
  const Vec3<double> d = b.centre - a.centre;
  double r[3][3], size[3][3], da[3], db[3];  // products of axes, and their magnitudes
  const double apart = product(d, d);
  double least = 0, across = 0;
  for (int i = 0; i < 3; ++i) {
    da[i] = product(d, a.axes[i]), db[i] = product(d, b.axes[i]);
    across += std::abs(da[i]) * a.half[i] + std::abs(db[i]) * b.half[i];
  }
  // Along the line of their centres.
  if (apart > across) least = (apart - across) / std::sqrt(apart);
  if (least > enough) return least;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) r[i][j] = product(a.axes[i], b.axes[j]), size[i][j] = std::abs(r[i][j]);
  }
  for (int i = 0; i < 3; ++i) {
    double along_a = std::abs(da[i]) - a.half[i], along_b = std::abs(db[i]) - b.half[i];
    for (int j = 0; j < 3; ++j) along_a -= size[i][j] * b.half[j], along_b -= size[j][i] * a.half[j];
    least = std::max({least, along_a, along_b});
    if (least > enough) return least;
  }
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double squared = 1 - size[i][j] * size[i][j];  // of the length of the axes' cross product
      if (!(squared > 1e-6)) continue;
      const double gap = std::abs(da[i2] * r[i1][j] - da[i1] * r[i2][j]) - a.half[i1] * size[i2][j] -
                         a.half[i2] * size[i1][j] - b.half[j1] * size[i][j2] - b.half[j2] * size[i][j1];
      if (gap > 0 && gap * gap > least * least * squared) least = gap / std::sqrt(squared);
    }
  }
  return least;
}

double distance_bound(const FeatureBox& a, const FeatureBox& b, double enough) {
  const Vec3<double> d = b.centre - a.centre;
  double da[3], db[3];
  const double apart = product(d, d);
  double across = 0;
  for (int i = 0; i < 3; ++i) {
    da[i] = product(d, a.axes[i]), db[i] = product(d, b.axes[i]);
    across += std::abs(da[i]) * a.half[i] + std::abs(db[i]) * b.half[i];
  }
  double least = apart > across ? (apart - across) / std::sqrt(apart) : 0;
  if (least > enough) return least;
  Vec3<double> from_b{0, 0, 0};  // from B's centre to a point of it
  for (int round = 0; round < 2; ++round) {
    // The nearest point of A, then that of B; `u` is between them.
    Vec3<double> to_b = d + from_b, u{0, 0, 0};
    for (int i = 0; i < 3; ++i) {
      const double along = product(to_b, a.axes[i]), off = along - std::clamp(along, -a.half[i], a.half[i]);
      u = u + Vec3<double>{a.axes[i].x * off, a.axes[i].y * off, a.axes[i].z * off};
    }
    u = u - from_b;
    from_b = {0, 0, 0};
    double length_squared = 0, gap = 0;
    Vec3<double> w{0, 0, 0};
    for (int j = 0; j < 3; ++j) {
      const double along = product(u, b.axes[j]), on = std::clamp(-along, -b.half[j], b.half[j]), f = along + on;
      from_b = from_b + Vec3<double>{b.axes[j].x * on, b.axes[j].y * on, b.axes[j].z * on};
      w = w + Vec3<double>{b.axes[j].x * f, b.axes[j].y * f, b.axes[j].z * f};
      length_squared += f * f, gap += f * db[j] - std::abs(f) * b.half[j];
    }
    for (int i = 0; i < 3; ++i) gap -= std::abs(product(w, a.axes[i])) * a.half[i];
    if (gap > 0 && gap * gap > least * least * length_squared) least = gap / std::sqrt(length_squared);
    if (least > enough) return least;
  }
  return least;
}

}  // namespace abut::host
