#include "host/brep/conformal_samples.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace abut::host {
namespace {

using C = Carrier<double>;

/// What counts as on an axis or parallel: some more than the solvers' own noise.
constexpr double slack = 64 * carrier_noise<double>;

bool has_axis(CarrierKind kind) {
  return kind == CarrierKind::circle || kind == CarrierKind::cylinder || kind == CarrierKind::cone ||
         kind == CarrierKind::torus;
}
bool has_centre(CarrierKind kind) { return kind == CarrierKind::point || kind == CarrierKind::sphere; }

bool is_on_axis(const C& of, const Vec3<double>& point) {
  const Vec3<double> d = point - of.origin;
  const double size = length(d) + std::abs(of.radius);
  return length(multiply_add(of.z, -dot(d, of.z), d)) <= slack * size;
}

/// Whether a carrier is turned into itself about the other one's axis.
bool turns_about(const C& axis, const C& c) {
  if (has_centre(c.kind)) return is_on_axis(axis, c.origin);
  const bool parallel = length(cross(axis.z, c.z)) <= slack;
  if (c.kind == CarrierKind::plane) return parallel;
  return parallel && (c.kind == CarrierKind::line || has_axis(c.kind)) && is_on_axis(axis, c.origin);
}

/// The carrier in the half-plane from the axis towards `u`.
std::optional<C> section(const C& c, const Vec3<double>& u) {
  switch (c.kind) {
    case CarrierKind::circle: return point_carrier(multiply_add(u, c.radius, c.origin));
    case CarrierKind::torus: return sphere_carrier(multiply_add(u, c.radius, c.origin), c.minor_radius);
    case CarrierKind::cylinder:
      return plane_carrier(multiply_add(u, std::abs(c.radius), c.origin), c.radius > 0 ? u : -u);
    case CarrierKind::point:
    case CarrierKind::sphere:
    case CarrierKind::plane:
    case CarrierKind::line: return c;
    case CarrierKind::cone:
    case CarrierKind::ellipse: break;
  }
  return std::nullopt;
}
/// Of a cone: one nappe at a time.
C nappe(const C& cone, const Vec3<double>& u, double side) {
  const Vec3<double> away = u * cone.cosine - cone.z * (side * cone.sine);
  return plane_carrier(cone.origin, cone.radius > 0 ? away : -away);
}

/// Minima of the sections; a stationary pair of a plane may lie beyond the axis, where it is none.
void add_section(const C& a, const C& b, const Vec3<double>& u, const Vec3<double>& on_axis,
                 StationaryPairs<double>& out) {
  StationaryPairs<double> in;
  stationary_pairs(a, b, in);
  for (std::uint32_t i = 0; i < in.count; ++i) {
    const StationaryPair<double>& p = in.pairs[i];
    if (dot(p.a - on_axis, u) < 0 || dot(p.b - on_axis, u) < 0) continue;
    add(out, p);
  }
}

void about_axis(const C& axis, const C& a, const C& b, StationaryPairs<double>& out) {
  const Vec3<double> x = axis.x, y = axis.y;
  for (const Vec3<double>& u : {x, y, -x, -y}) {
    for (const double side_a : {1.0, -1.0}) {
      for (const double side_b : {1.0, -1.0}) {
        if (side_a < 0 && a.kind != CarrierKind::cone) continue;
        if (side_b < 0 && b.kind != CarrierKind::cone) continue;
        const std::optional<C> of_a = a.kind == CarrierKind::cone ? nappe(a, u, side_a) : section(a, u);
        const std::optional<C> of_b = b.kind == CarrierKind::cone ? nappe(b, u, side_b) : section(b, u);
        if (of_a && of_b) add_section(*of_a, *of_b, u, axis.origin, out);
      }
    }
  }
}

/// Points and spheres about one centre.
void about_centre(const C& a, const C& b, StationaryPairs<double>& out) {
  const Vec3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  for (const Vec3<double>& u : {x, -x, y, -y, z, -z}) {
    const auto end = [&](const C& c, double side) {
      return c.kind == CarrierKind::sphere ? multiply_add(u, side * c.radius, c.origin) : c.origin;
    };
    const Vec3<double> of_a = end(a, 1), of_b = end(b, -1);
    add(out, {of_a, of_b, u, dot(of_b - of_a, u), Extremum::undecided});
  }
}

/// A plane and an ellipse that is parallel to it, by the ends of its axes.
void along_ellipse(const C& ellipse, const C& a, const C& b, StationaryPairs<double>& out) {
  for (const double side : {1.0, -1.0}) {
    for (const Vec3<double>& arm : {ellipse.x * (side * ellipse.radius), ellipse.y * (side * ellipse.minor_radius)}) {
      const C end = point_carrier(ellipse.origin + arm);
      StationaryPairs<double> in;
      stationary_pairs(&ellipse == &a ? end : a, &ellipse == &b ? end : b, in);
      for (std::uint32_t i = 0; i < in.count; ++i) add(out, in.pairs[i]);
    }
  }
}

/// A circle's points, and how far they are from another circle.
class AlongCircle {
 public:
  AlongCircle(const C& a, const C& b) : a_(a), b_(b) {}

  Vec3<double> direction(double turn) const {
    const Vec2<double> d = direction_at(Vec2<double>{1, 0}, turn);
    return a_.x * d.x + a_.y * d.y;
  }
  Vec3<double> across(double turn) const {
    return closed_detail::part_across(multiply_add(direction(turn), a_.radius, a_.origin) - b_.origin, b_.z);
  }
  double distance(double turn) const {
    const double out = length(across(turn)) - b_.radius;
    const double up = dot(multiply_add(direction(turn), a_.radius, a_.origin) - b_.origin, b_.z);
    return sqrt(out * out + up * up);
  }
  /// Of three in a row, of which the middle one is least: where it is least about there, by golden sections.
  double least(double begin, double end) const {
    constexpr double part = 0.38196601125010515;
    double p = begin + part * (end - begin), q = end - part * (end - begin), f = distance(p), g = distance(q);
    for (int i = 0; i < 40; ++i) {
      if (f <= g) {
        end = q, q = p, g = f;
        p = begin + part * (end - begin), f = distance(p);
      } else {
        begin = p, p = q, f = g;
        q = end - part * (end - begin), g = distance(q);
      }
    }
    return (begin + end) / 2;
  }
  /// The pairs there, as far as the first circle's tangent too is at right angles to them; rounding turns short ones.
  void add_at(double turn, StationaryPairs<double>& out) const {
    const Vec3<double> u = direction(turn), tangent = cross(a_.z, u), beside = across(turn);
    const double apart = distance(turn), size = length(b_.origin - a_.origin) + a_.radius + b_.radius;
    StationaryPairs<double> in;
    stationary_pairs(*section(a_, u), b_, in);
    for (std::uint32_t i = 0; i < in.count; ++i) {
      const StationaryPair<double>& p = in.pairs[i];
      const bool is_across = apart * std::abs(dot(p.normal, tangent)) <= 1e-6 * apart + slack * size;
      if (is_across && dot(p.b - b_.origin, beside) > 0) add(out, p);
    }
  }

 private:
  const C &a_, &b_;
};

/// Circles without a common axis: both are nearly one circle, or one lies on a torus about the other. The distance is
/// the same all along but for rounding of its square. Where it is least, and at the ends of the first one's axes.
void along_circles(const C& a, const C& b, StationaryPairs<double>& out) {
  constexpr int samples = 64, most = 8;
  const AlongCircle along(a, b);
  double distance[samples], turns[most + 4];
  int count = 0;
  for (int i = 0; i < samples; ++i) distance[i] = along.distance(4.0 * i / samples);
  for (int i = 0; i < samples && count < most; ++i) {
    const double before = distance[(i + samples - 1) % samples], after = distance[(i + 1) % samples];
    if (!(distance[i] < before && distance[i] <= after)) continue;
    turns[count++] = along.least(4.0 * (i - 1) / samples, 4.0 * (i + 1) / samples);
  }
  const int minima = count;
  for (int k = 0; k < 4; ++k) {
    const auto is_near = [&](double turn) {
      const double apart = std::abs(std::remainder(turn - k, 4.0));
      return apart < 0.05;
    };
    if (std::none_of(turns, turns + minima, is_near)) turns[count++] = k;
  }
  for (int i = 0; i < count; ++i) along.add_at(turns[i], out);
}

bool is_straight(Skeleton s) { return s != Skeleton::circle && s != Skeleton::ellipse; }

}  // namespace

bool add_conformal_samples(const C& a, const C& b, StationaryPairs<double>& out) {
  if (has_centre(a.kind) && has_centre(b.kind)) {
    about_centre(a, b, out);
  } else if (has_axis(a.kind) && turns_about(a, b)) {
    about_axis(a, a, b, out);
  } else if (has_axis(b.kind) && turns_about(b, a)) {
    about_axis(b, a, b, out);
  } else if (skeleton(a.kind) == Skeleton::circle && skeleton(b.kind) == Skeleton::circle) {
    along_circles(a, b, out);
  } else if (a.kind == CarrierKind::ellipse && b.kind == CarrierKind::plane) {
    along_ellipse(a, a, b, out);
  } else if (b.kind == CarrierKind::ellipse && a.kind == CarrierKind::plane) {
    along_ellipse(b, a, b, out);
  } else {
    return is_straight(skeleton(a.kind)) && is_straight(skeleton(b.kind));
  }
  return true;
}

}  // namespace abut::host
