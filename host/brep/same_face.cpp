#include <algorithm>
#include <cmath>

#include "host/brep/same_geometry.h"
#include "host/brep/same_parts.h"

namespace abut::host {
namespace {

/// A point of the face's boundary, in its parameters; false where it has none.
bool some_parameters(const Brep& brep, std::uint32_t face, Vec2<double>& at) {
  const BrepFace& f = brep.faces[face];
  if (f.loops == 0 || brep.loops[f.first_loop].coedges == 0) return false;
  for (std::uint32_t k = 0; k < brep.loops[f.first_loop].coedges; ++k) {
    const BrepCoedge& c = brep.coedges[brep.loops[f.first_loop].first_coedge + k];
    const BrepEdge& e = brep.edges[c.edge];
    if (e.curve == no_brep_index) continue;
    at = in_plane(parameter_curve_point_at(brep, c.parameter_curve, 0.5 * (e.begin + e.end)).point);
    return true;
  }
  return false;
}

/// 1 or -1: which way du x dv goes of surfaces of revolution by sines and cosines, for one direction of the axis.
ParameterMap round_map(const BrepSurface& a, const BrepSurface& b, double along, double shift_v) {
  const CurveMap u = angle_map(a.frame, b.frame);
  return {{u.sign, 0, 0, along}, {u.shift, shift_v}};
}

std::optional<SameFace> planes(const BrepSurface& a, const BrepSurface& b, const Sameness& same) {
  if (!are_parallel(a.frame.z, b.frame.z, same)) return std::nullopt;
  const Vec3<double> foot = same.middle - b.frame.z * dot(same.middle - b.frame.origin, b.frame.z);
  if (std::abs(dot(foot - a.frame.origin, a.frame.z)) > same.distance) return std::nullopt;
  const Vec3<double> o = b.frame.origin - a.frame.origin, &x = a.frame.x, &y = a.frame.y;
  return SameFace{
      true, {{dot(b.frame.x, x), dot(b.frame.y, x), dot(b.frame.x, y), dot(b.frame.y, y)}, {dot(o, x), dot(o, y)}}};
}

std::optional<SameFace> cylinders(const BrepSurface& a, const BrepSurface& b, const Sameness& same) {
  if (std::abs(a.radius - b.radius) > same.distance || !are_one_line(a.frame, a.frame.z, b.frame, b.frame.z, same)) {
    return std::nullopt;
  }
  const double along = dot(a.frame.z, b.frame.z) < 0 ? -1 : 1;
  return SameFace{true, round_map(a, b, along, dot(b.frame.origin - a.frame.origin, a.frame.z))};
}

/// The radius of a cone where a point is along its axis.
double radius_beside(const BrepSurface& s, Vec3<double> p) {
  return s.radius + dot(p - s.frame.origin, s.frame.z) * std::tan(s.half_angle);
}

std::optional<SameFace> cones(const BrepSurface& a, const BrepSurface& b, const Sameness& same) {
  const double along = dot(a.frame.z, b.frame.z) < 0 ? -1 : 1;
  const double r = radius_beside(a, same.middle), q = radius_beside(b, same.middle);
  if (!are_one_line(a.frame, a.frame.z, b.frame, b.frame.z, same) ||
      std::abs(std::abs(a.half_angle) - std::abs(b.half_angle)) > same.angle) {
    return std::nullopt;
  }
  // Either the same radii, or the other side's, which count as below 0: half a turn away.
  const bool opposite = a.half_angle * b.half_angle * along < 0;
  if (std::abs(opposite ? r + q : r - q) * std::cos(a.half_angle) > same.distance) return std::nullopt;
  const double tip_a = -a.radius / std::sin(a.half_angle), tip_b = -b.radius / std::sin(b.half_angle);
  // Lines from the tip have one direction but for `along`.
  ParameterMap map = round_map(a, b, along, tip_a - along * tip_b);
  if (opposite) map.shift.x += M_PI;
  return SameFace{true, map};
}

std::optional<SameFace> spheres(const BrepSurface& a, const BrepSurface& b, const Sameness& same) {
  if (length(a.frame.origin - b.frame.origin) > same.distance || std::abs(a.radius - b.radius) > same.distance)
    return std::nullopt;
  if (!are_parallel(a.frame.z, b.frame.z, same)) return SameFace{false, {}};
  return SameFace{true, round_map(a, b, dot(a.frame.z, b.frame.z) < 0 ? -1 : 1, 0)};
}

std::optional<SameFace> tori(const BrepSurface& a, const BrepSurface& b, const Sameness& same) {
  if (std::abs(a.minor_radius - b.minor_radius) > same.distance || !are_parallel(a.frame.z, b.frame.z, same))
    return std::nullopt;
  return spheres(a, b, same);
}

std::optional<SameFace> others(const Brep& brep, const BrepSurface& a, const BrepSurface& b, const Sameness& same) {
  if (a.kind == BrepSurfaceKind::nurbs) {
    const auto& n = brep.nurbs_surfaces;
    if (a.nurbs != b.nurbs && !are_near(n[a.nurbs], n[b.nurbs], same)) return std::nullopt;
    return SameFace{};
  }
  // A line's parameters need not be the same although its points are: the record has to be.
  const BrepCurve &p = brep.curves[a.profile], &q = brep.curves[b.profile];
  const bool nurbs = p.kind == BrepCurveKind::nurbs;
  if (!are_near(a.frame, b.frame, same) || !same_curve(brep, a.profile, b.profile, same)) return std::nullopt;
  if (!nurbs && a.profile != b.profile && !are_near(p.frame, q.frame, same)) return std::nullopt;
  return SameFace{};
}

std::optional<SameFace> same_surface(const Brep& brep, std::uint32_t first, std::uint32_t second,
                                     const Sameness& same) {
  if (first == second) return SameFace{};
  const BrepSurface &a = brep.surfaces[first], &b = brep.surfaces[second];
  if (a.kind != b.kind) return std::nullopt;
  switch (a.kind) {
    case BrepSurfaceKind::plane: return planes(a, b, same);
    case BrepSurfaceKind::cylinder: return cylinders(a, b, same);
    case BrepSurfaceKind::cone: return cones(a, b, same);
    case BrepSurfaceKind::sphere: return spheres(a, b, same);
    case BrepSurfaceKind::torus: return tori(a, b, same);
    default: return others(brep, a, b, same);
  }
}

/// On one side of the tip, in the parameters of the first cone.
bool on_one_side(const Brep& brep, std::uint32_t first, std::uint32_t second, const ParameterMap& map) {
  const BrepSurface& s = brep.surfaces[brep.faces[first].surface];
  Vec2<double> a{0, 0}, b{0, 0};
  if (!some_parameters(brep, first, a) || !some_parameters(brep, second, b)) return true;
  const double tip = -s.radius / std::sin(s.half_angle);
  return (a.y < tip) == (map(b.x, b.y).y < tip);
}

}  // namespace

std::optional<SameFace> same_face(const Brep& brep, std::uint32_t first, std::uint32_t second, const Sameness& same) {
  const BrepFace &f = brep.faces[first], &g = brep.faces[second];
  const std::optional<SameFace> found = same_surface(brep, f.surface, g.surface, same);
  if (!found) return std::nullopt;
  const BrepSurface &a = brep.surfaces[f.surface], &b = brep.surfaces[g.surface];
  // du x dv of the second one is det times that of the first. Of spheres it is outward, times the frame's handedness.
  const double turned = found->mapped ? found->map.determinant() : handedness(a.frame) * handedness(b.frame);
  if ((f.reversed != g.reversed) != (turned < 0)) return std::nullopt;
  if (a.kind == BrepSurfaceKind::cone && !on_one_side(brep, first, second, found->map)) return std::nullopt;
  return found;
}

double handedness(const BrepFrame& f) { return dot(cross(f.x, f.y), f.z) < 0 ? -1 : 1; }

Vec3<double> tip_of(const BrepSurface& cone) {
  return cone.frame.origin - cone.frame.z * (cone.radius / std::tan(cone.half_angle));
}

Sameness sameness_of(const Brep& brep, double distance, double angle) {
  Vec3<double> low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  const auto take = [&](Vec3<double> p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  };
  constexpr int steps = 8;
  for (const BrepEdge& e : brep.edges) {
    for (int k = 0; k <= steps && e.curve != no_brep_index; ++k)
      take(curve_point_at(brep, e.curve, e.begin + (e.end - e.begin) * k / steps).point);
  }
  for (const BrepSurface& s : brep.surfaces) {  // that need have no edges
    if (s.kind != BrepSurfaceKind::sphere && s.kind != BrepSurfaceKind::torus) continue;
    const double r = s.radius + (s.kind == BrepSurfaceKind::torus ? s.minor_radius : 0);
    if (brep.edges.empty()) take(s.frame.origin - Vec3<double>{r, r, r}), take(s.frame.origin + Vec3<double>{r, r, r});
  }
  Sameness out;
  out.angle = angle;
  if (low.x <= high.x) out.middle = (low + high) * 0.5, out.size = length(high - low);
  out.distance = distance * out.size;
  return out;
}

}  // namespace abut::host
