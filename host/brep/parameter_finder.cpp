#include "host/brep/parameter_finder.h"

#include <cmath>
#include <numbers>

#include "abut/surface/closest_query.h"
#include "host/brep/nearest_on_arcs.h"

namespace abut::host {
namespace {

constexpr double turn = 2 * std::numbers::pi;

/// Of a circle or an ellipse, of a point on it.
double angle_on(const BrepCurve& c, const Vec3<double>& point) {
  const Vec3<double> d = point - c.frame.origin;
  const double minor = c.kind == BrepCurveKind::circle ? c.radius : c.minor_radius;
  return std::atan2(dot(d, c.frame.y) / minor, dot(d, c.frame.x) / c.radius);
}

Vec3<double> seen_from(const BrepFrame& f, const Vec3<double>& point) {
  const Vec3<double> d = point - f.origin;
  return {dot(d, f.x), dot(d, f.y), dot(d, f.z)};
}

/// The curve's parameter at a place on its arcs; `point`: there.
double parameter_at(const BrepCurve& c, const BezierArc& arc, double at, const Vec3<double>& point) {
  if (c.kind == BrepCurveKind::circle || c.kind == BrepCurveKind::ellipse) {
    return moved_by_periods(angle_on(c, point), turn, 0);
  }
  return arc.begin + at * (arc.end - arc.begin);
}

Vec3<double> in_space(const BrepFrame& f, const Vec3<double>& p) {
  return f.origin + f.x * p.x + f.y * p.y + f.z * p.z;
}

}  // namespace

ParameterFinder::ParameterFinder(const Brep& brep)
    : brep_(brep), nurbs_(brep.surfaces.size()), profiles_(brep.surfaces.size()), curves_(brep.curves.size()) {
  for (std::uint32_t s = 0; s < brep.surfaces.size(); ++s) add_surface(s);
  for (std::uint32_t c = 0; c < brep.curves.size(); ++c) add_curve(c);
}

ParameterFinder::ParameterFinder(const Brep& brep, std::uint32_t surface)
    : brep_(brep), nurbs_(brep.surfaces.size()), profiles_(brep.surfaces.size()) {
  add_surface(surface);
}

void ParameterFinder::add_surface(std::uint32_t surface) {
  const BrepSurface& s = brep_.surfaces[surface];
  if (s.kind == BrepSurfaceKind::nurbs) nurbs_[surface] = piece_arrays<double>(brep_.nurbs_surfaces[s.nurbs]);
  if (s.kind != BrepSurfaceKind::revolution && s.kind != BrepSurfaceKind::extrusion) return;
  const BrepCurve& c = brep_.curves[s.profile];
  if (c.kind == BrepCurveKind::line) return;
  for (const BezierArc& arc : c.kind == BrepCurveKind::nurbs ? bezier_arcs(brep_.nurbs_curves[c.nurbs])
                                                             : bezier_arcs(brep_, s.profile, 0, turn)) {
    profiles_[surface].push_back(seen_from(s.frame, arc));
  }
}

void ParameterFinder::add_curve(std::uint32_t curve) {
  const BrepCurve& c = brep_.curves[curve];
  if (c.kind == BrepCurveKind::nurbs) curves_[curve] = bezier_arcs(brep_.nurbs_curves[c.nurbs]);
}

NearestParameters ParameterFinder::on_surface(std::uint32_t surface, const Vec3<double>& point) const {
  switch (brep_.surfaces[surface].kind) {
    case BrepSurfaceKind::nurbs: return on_nurbs(surface, point);
    case BrepSurfaceKind::revolution:
    case BrepSurfaceKind::extrusion: return on_swept(surface, point);
    default: return nearest_parameters(brep_, surface, point);
  }
}

NearestParameters ParameterFinder::on_nurbs(std::uint32_t surface, const Vec3<double>& point) const {
  const SurfaceView<double>& view = nurbs_[surface].view;
  const NurbsSurface& n = brep_.nurbs_surfaces[brep_.surfaces[surface].nurbs];
  NearestParameters out{n.u.begin(), n.v.begin(), length(point - n.points[0])};
  Vec3<double> p;
  if (!(view.size > 0) || !to_view(view, point, p)) return out;
  const ClosestPointOptions<double> options{0x1p-40, 0x1p-30 * view.size, 0, 4096};
  const SurfaceMinimum<double> m =
      closest_point<FourScalars<double>>(view, p, options, static_cast<ClosestPointCache<double>*>(nullptr)).nearest;
  out.u = m.u, out.v = m.v, out.distance = std::ldexp(m.distance, view.exponent);
  return out;
}

BezierArc ParameterFinder::line_near(const BrepSurface& s, const Vec3<double>& p) const {
  const BezierArc unit = seen_from(s.frame, bezier_arcs(brep_, s.profile, 0, 1)[0]);
  const WeightedPoint &from = unit.points[0], &to = unit.points[1];
  const Vec3<double> begin{from.x, from.y, from.z}, along = Vec3<double>{to.x, to.y, to.z} - begin;
  // Turned, the nearest point is no farther from p than `begin` is. Moved, it is the foot in the plane across z.
  double reach = 2 * (length(p) + length(begin));
  if (s.kind == BrepSurfaceKind::extrusion) {
    const double square = along.x * along.x + along.y * along.y;
    reach = std::abs((p.x - begin.x) * along.x + (p.y - begin.y) * along.y) / square;
    if (!(square > 0)) reach = 0;
  }
  reach = 1.01 * reach + 1e-12;
  return seen_from(s.frame, bezier_arcs(brep_, s.profile, -reach, reach)[0]);
}

NearestParameters ParameterFinder::on_swept(std::uint32_t surface, const Vec3<double>& point) const {
  const BrepSurface& s = brep_.surfaces[surface];
  const bool turns = s.kind == BrepSurfaceKind::revolution;
  const Vec3<double> p = seen_from(s.frame, point);
  std::vector<BezierArc> straight;
  if (profiles_[surface].empty()) {
    straight.push_back(line_near(s, p));
  }
  const std::vector<BezierArc>& arcs = straight.empty() ? profiles_[surface] : straight;
  const NearestOnArcs found = nearest_on_arcs(arcs, p, turns ? ArcDistance::about_z : ArcDistance::across_z);
  const double t = parameter_at(brep_.curves[s.profile], arcs[found.arc], found.at, in_space(s.frame, found.point));
  if (!turns) return {t, p.z - found.point.z, found.distance};
  const double of_point = std::atan2(p.y, p.x), of_profile = std::atan2(found.point.y, found.point.x);
  const double handed = dot(cross(s.frame.x, s.frame.y), s.frame.z) < 0 ? -1 : 1;  // u turns by the right-hand rule
  NearestParameters out{moved_by_periods(handed * (of_point - of_profile), turn, 0), t, found.distance};
  out.any_u = !(std::hypot(p.x, p.y) > 0) || !(std::hypot(found.point.x, found.point.y) > 0);
  return out;
}

NearestParameter ParameterFinder::on_curve(std::uint32_t curve, const Vec3<double>& point) const {
  const BrepCurve& c = brep_.curves[curve];
  NearestParameter out;
  if (c.kind == BrepCurveKind::nurbs) {
    const NearestOnArcs found = nearest_on_arcs(curves_[curve], point, ArcDistance::in_space);
    const BezierArc& arc = curves_[curve][found.arc];
    return {arc.begin + found.at * (arc.end - arc.begin), found.distance};
  }
  out.t = c.kind == BrepCurveKind::line ? dot(point - c.frame.origin, c.frame.x) : angle_on(c, point);
  out.distance = length(curve_point_at(brep_, curve, out.t).point - point);
  return out;
}

}  // namespace abut::host
