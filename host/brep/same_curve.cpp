#include <algorithm>
#include <cmath>

#include "host/brep/same_geometry.h"
#include "host/brep/same_parts.h"

namespace abut::host {
namespace {

bool near_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::abs(a[i] - b[i]) > 1e-9 * std::max(1.0, std::abs(a[i]))) return false;
  }
  return true;
}

bool near_points(const std::vector<Vec3<double>>& a, const std::vector<Vec3<double>>& b, const Sameness& same) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (length(a[i] - b[i]) > same.distance) return false;
  }
  return true;
}

bool near_directions(const SplineDirection& a, const SplineDirection& b) {
  return a.degree == b.degree && near_numbers(a.knots, b.knots);
}

/// Of the angle in the plane of a frame: where another frame's x is, and which way its y goes.
CurveMap turn_between(const BrepFrame& a, const BrepFrame& b) {
  const double angle = std::atan2(dot(b.x, a.y), dot(b.x, a.x));
  const double along = dot(b.y, a.y * std::cos(angle) - a.x * std::sin(angle));
  return {along < 0 ? -1.0 : 1.0, angle};
}

}  // namespace

bool are_parallel(Vec3<double> a, Vec3<double> b, const Sameness& same) { return length(cross(a, b)) <= same.angle; }

bool are_one_line(const BrepFrame& a, Vec3<double> along_a, const BrepFrame& b, Vec3<double> along_b,
                  const Sameness& same) {
  if (!are_parallel(along_a, along_b, same)) return false;
  const Vec3<double> foot = b.origin + along_b * dot(same.middle - b.origin, along_b);
  for (const double side : {-0.5, 0.5}) {
    const Vec3<double> p = foot + along_b * (side * same.size) - a.origin;
    if (length(p - along_a * dot(p, along_a)) > same.distance) return false;
  }
  return true;
}

bool are_near(const NurbsSpaceCurve& a, const NurbsSpaceCurve& b, const Sameness& same) {
  return near_directions(a.u, b.u) && near_points(a.points, b.points, same) && near_numbers(a.weights, b.weights);
}

bool are_near(const NurbsSurface& a, const NurbsSurface& b, const Sameness& same) {
  return near_directions(a.u, b.u) && near_directions(a.v, b.v) && near_points(a.points, b.points, same) &&
         near_numbers(a.weights, b.weights);
}

bool are_near(const BrepFrame& a, const BrepFrame& b, const Sameness& same) {
  return length(a.origin - b.origin) <= same.distance && length(a.x - b.x) <= same.angle &&
         length(a.y - b.y) <= same.angle && length(a.z - b.z) <= same.angle;
}

CurveMap angle_map(const BrepFrame& a, const BrepFrame& b) { return turn_between(a, b); }

std::optional<CurveMap> same_curve(const Brep& brep, std::uint32_t first, std::uint32_t second, const Sameness& same) {
  if (first == second) return CurveMap{};
  const BrepCurve &a = brep.curves[first], &b = brep.curves[second];
  if (a.kind != b.kind) return std::nullopt;
  if (a.kind == BrepCurveKind::nurbs) {
    const auto& curves = brep.nurbs_curves;
    if (a.nurbs == b.nurbs || are_near(curves[a.nurbs], curves[b.nurbs], same)) return CurveMap{};
    return std::nullopt;
  }
  if (a.kind == BrepCurveKind::line) {
    if (!are_one_line(a.frame, a.frame.x, b.frame, b.frame.x, same)) return std::nullopt;
    return CurveMap{dot(a.frame.x, b.frame.x) < 0 ? -1.0 : 1.0, dot(b.frame.origin - a.frame.origin, a.frame.x)};
  }
  const Vec3<double> across_a = cross(a.frame.x, a.frame.y), across_b = cross(b.frame.x, b.frame.y);
  if (length(a.frame.origin - b.frame.origin) > same.distance || !are_parallel(across_a, across_b, same) ||
      std::abs(a.radius - b.radius) > same.distance) {
    return std::nullopt;
  }
  if (a.kind == BrepCurveKind::ellipse) {
    const bool round = std::abs(a.radius - a.minor_radius) <= same.distance;
    if (std::abs(a.minor_radius - b.minor_radius) > same.distance) return std::nullopt;
    if (!round && !are_parallel(a.frame.x, b.frame.x, same)) return std::nullopt;
  }
  return turn_between(a.frame, b.frame);
}

}  // namespace abut::host
