#include "host/brep/one_side.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "host/brep/brep_carriers.h"

namespace abut::host {
namespace {

using feature_ring_detail::longest_side;

bool is_off_zero(const Range& r, double margin) { return r.low > margin || r.high < -margin; }

PlainCurve straight(const Vec3<double>& from, const Vec3<double>& to) {
  PlainCurve out;
  out.from = from, out.to = to;
  return out;
}
PlainCurve circle(const Vec3<double>& centre, const Vec3<double>& axis, double radius) {
  PlainCurve out;
  out.is_circle = true, out.centre = centre, out.axis = axis, out.radius = std::abs(radius);
  return out;
}

AboutAxis about_axis(const PlainCurve& c, const Carrier<double>& s) {
  const Vec3<double> d = c.centre - s.origin;
  const double along = dot(d, s.z), off = length(multiply_add(s.z, -along, d));
  const double across = std::abs(dot(c.axis, s.z)), lean = length(cross(c.axis, s.z));
  return {{std::max({0.0, c.radius * across - off, off - c.radius}), off + c.radius},
          {along - c.radius * lean, along + c.radius * lean}};
}

Range least_and_most(const Range& r) {
  const double low = r.low > 0 ? r.low : r.high < 0 ? -r.high : 0;
  return {low, std::max(std::abs(r.low), std::abs(r.high))};
}

/// Of the side distance, from both ranges.
Range side_range(const AboutAxis& at, const Carrier<double>& s) {
  const Range along = least_and_most(at.along);
  switch (s.kind) {
    case CarrierKind::plane: return at.along;
    case CarrierKind::cylinder: return {at.away.low - std::abs(s.radius), at.away.high - std::abs(s.radius)};
    case CarrierKind::cone:
      return {at.away.low * s.cosine - along.high * s.sine, at.away.high * s.cosine - along.low * s.sine};
    case CarrierKind::torus: {
      const Range from_tube = least_and_most({at.away.low - s.radius, at.away.high - s.radius});
      const double tube = std::abs(s.minor_radius);
      return {longest_side(from_tube.low, along.low) - tube, longest_side(from_tube.high, along.high) - tube};
    }
    default: break;
  }
  return {-1, 1};
}

bool circle_is_on_one_side(const PlainCurve& c, const Carrier<double>& s, double margin) {
  if (std::abs(side_distance(s, c.centre)) > c.radius + margin) return true;
  if (s.kind != CarrierKind::sphere) return is_off_zero(side_range(about_axis(c, s), s), margin);
  const Vec3<double> d = c.centre - s.origin;
  const double reach = 2 * c.radius * length(cross(c.axis, d)), middle = dot(d, d) + c.radius * c.radius;
  return is_off_zero(
      {std::sqrt(std::max(0.0, middle - reach)) - std::abs(s.radius), std::sqrt(middle + reach) - std::abs(s.radius)},
      margin);
}

/// A number along a straight line, from 0 to 1, and its slope.
struct Slope {
  double value, slope;
};

/// Distance from the axis, or from a sphere's centre: convex along a line. The slope is one of a tangent below.
Slope away_at(const PlainCurve& c, const Carrier<double>& s, double t) {
  Vec3<double> d = multiply_add(c.to - c.from, t, c.from) - s.origin, along = c.to - c.from;
  if (s.kind != CarrierKind::sphere) {
    d = multiply_add(s.z, -dot(d, s.z), d), along = multiply_add(s.z, -dot(along, s.z), along);
  }
  const double away = length(d);
  return {away, away > 0 ? dot(d, along) / away : 0};
}

/// The least of a convex number between two places, from below: where the tangents at both meet.
double least_of_convex(const Slope& a, const Slope& b, double width) {
  if (a.slope >= 0) return a.value;
  if (b.slope <= 0) return b.value;
  const double t = (b.value - b.slope * width - a.value) / (a.slope - b.slope);
  return a.value + a.slope * std::clamp(t, 0.0, width);
}

bool line_is_on_one_side(const PlainCurve& c, const Carrier<double>& s, double margin) {
  constexpr int parts = 4;
  const double begin = dot(c.from - s.origin, s.z), end = dot(c.to - s.origin, s.z);
  const Range along{std::min(begin, end), std::max(begin, end)};
  if (s.kind == CarrierKind::plane) return is_off_zero(along, margin);
  // A cone's distance is convex where heights do not change sign: its tip is not passed.
  const double tilt = s.kind == CarrierKind::cone ? (along.low >= 0 ? s.sine : -s.sine) : 0;
  if (tilt != 0 && along.low < 0 && along.high > 0) return false;
  Slope at[parts + 1];
  for (int k = 0; k <= parts; ++k) {
    const double t = static_cast<double>(k) / parts;
    at[k] = away_at(c, s, t);
    if (s.kind != CarrierKind::cone) continue;
    at[k].value = at[k].value * s.cosine - (begin + (end - begin) * t) * tilt;
    at[k].slope = at[k].slope * s.cosine - (end - begin) * tilt;
  }
  Range away{at[0].value, std::max(at[0].value, at[parts].value)};
  for (int k = 0; k < parts; ++k) away.low = std::min(away.low, least_of_convex(at[k], at[k + 1], 1.0 / parts));
  if (s.kind == CarrierKind::cone) return is_off_zero(away, margin);
  if (s.kind == CarrierKind::sphere) {
    return is_off_zero({away.low - std::abs(s.radius), away.high - std::abs(s.radius)}, margin);
  }
  return is_off_zero(side_range({away, along}, s), margin);
}

}  // namespace

std::optional<PlainCurve> plain_curve(const BrepCurve& c, double begin, double end) {
  if (c.kind == BrepCurveKind::circle) return circle(c.frame.origin, cross(c.frame.x, c.frame.y), c.radius);
  if (c.kind != BrepCurveKind::line) return std::nullopt;
  return straight(multiply_add(c.frame.x, begin, c.frame.origin), multiply_add(c.frame.x, end, c.frame.origin));
}

std::optional<PlainCurve> plain_line_along_u(const BrepSurface& s, double v, double begin, double end) {
  const BrepFrame& f = s.frame;
  switch (s.kind) {
    case BrepSurfaceKind::plane: {
      const Vec3<double> at = multiply_add(f.y, v, f.origin);
      return straight(multiply_add(f.x, begin, at), multiply_add(f.x, end, at));
    }
    case BrepSurfaceKind::cylinder: return circle(multiply_add(f.z, v, f.origin), f.z, s.radius);
    case BrepSurfaceKind::cone:
      return circle(multiply_add(f.z, v * std::cos(s.half_angle), f.origin), f.z,
                    s.radius + v * std::sin(s.half_angle));
    case BrepSurfaceKind::sphere:
      return circle(multiply_add(f.z, s.radius * std::sin(v), f.origin), f.z, s.radius * std::cos(v));
    case BrepSurfaceKind::torus:
      return circle(multiply_add(f.z, s.minor_radius * std::sin(v), f.origin), f.z,
                    s.radius + s.minor_radius * std::cos(v));
    default: return std::nullopt;
  }
}

std::optional<PlainCurve> plain_line_along_v(const BrepSurface& s, double u, double begin, double end) {
  const BrepFrame& f = s.frame;
  if (s.kind == BrepSurfaceKind::plane) {
    const Vec3<double> at = multiply_add(f.x, u, f.origin);
    return straight(multiply_add(f.y, begin, at), multiply_add(f.y, end, at));
  }
  const Vec3<double> out = f.x * std::cos(u) + f.y * std::sin(u);
  switch (s.kind) {
    case BrepSurfaceKind::cylinder: {
      const Vec3<double> at = multiply_add(out, s.radius, f.origin);
      return straight(multiply_add(f.z, begin, at), multiply_add(f.z, end, at));
    }
    case BrepSurfaceKind::cone: {
      const Vec3<double> at = multiply_add(out, s.radius, f.origin);
      const Vec3<double> along = out * std::sin(s.half_angle) + f.z * std::cos(s.half_angle);
      return straight(multiply_add(along, begin, at), multiply_add(along, end, at));
    }
    case BrepSurfaceKind::sphere: return circle(f.origin, cross(out, f.z), s.radius);
    case BrepSurfaceKind::torus: return circle(multiply_add(out, s.radius, f.origin), cross(out, f.z), s.minor_radius);
    default: return std::nullopt;
  }
}

PlainCurve moved(const RelativePose<double>& pose, PlainCurve c) {
  if (c.is_circle) {
    c.centre = transform(pose, c.centre), c.axis = rotate(pose.rotation, c.axis);
  } else {
    c.from = transform(pose, c.from), c.to = transform(pose, c.to);
  }
  return c;
}

bool is_on_one_side(const AboutAxis& points, const Carrier<double>& surface, double margin) {
  return surface.kind != CarrierKind::sphere && is_off_zero(side_range(points, surface), margin);
}

bool is_on_one_side(const PlainCurve& curve, const Carrier<double>& surface, double margin) {
  return curve.is_circle ? circle_is_on_one_side(curve, surface, margin) : line_is_on_one_side(curve, surface, margin);
}

}  // namespace abut::host
