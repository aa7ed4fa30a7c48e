#include "abut/brep/brep_geometry.h"

#include <cmath>
#include <numbers>

#include "host/surface/curve_point.h"

namespace abut {
namespace {

constexpr double turn = 2 * std::numbers::pi, endless = HUGE_VAL;

/// The direction of the angle u about a frame's axis, and its derivative. Data only.
struct Spoke {
  Vec3<double> out, along;
};

Spoke spoke_of(const BrepFrame& f, double u) {
  const double c = std::cos(u), s = std::sin(u);
  return {f.x * c + f.y * s, f.y * c - f.x * s};
}

/// r(v) and z(v) of a surface of revolution about a frame's axis, with their derivatives. Data only.
struct Meridian {
  double r, z, r1, z1, r2 = 0, z2 = 0;
};

SurfaceJet<double> turned(const BrepFrame& f, const Meridian& m, double u) {
  const Spoke spoke = spoke_of(f, u);
  SurfaceJet<double> out;
  out.point = f.origin + spoke.out * m.r + f.z * m.z;
  out.u = spoke.along * m.r;
  out.v = spoke.out * m.r1 + f.z * m.z1;
  out.uu = spoke.out * -m.r;
  out.uv = spoke.along * m.r1;
  out.vv = spoke.out * m.r2 + f.z * m.z2;
  return out;
}

Meridian meridian_of(const BrepSurface& s, double v) {
  if (s.kind == BrepSurfaceKind::cylinder) return {s.radius, v, 0, 1};
  if (s.kind == BrepSurfaceKind::cone) {
    const double sine = std::sin(s.half_angle), cosine = std::cos(s.half_angle);
    return {s.radius + v * sine, v * cosine, sine, cosine};
  }
  const double c = std::cos(v), d = std::sin(v);
  const bool round = s.kind == BrepSurfaceKind::sphere;
  const double r = round ? s.radius : s.minor_radius, out = round ? 0 : s.radius;
  return {out + r * c, r * d, -r * d, r * c, -r * c, -r * d};
}

/// `p` turned by u about an axis of length 1 (Rodrigues), with derivatives by u.
CurveJet<double> rotated(Vec3<double> axis, Vec3<double> p, double u) {
  const double c = std::cos(u), s = std::sin(u);
  const Vec3<double> along = axis * dot(axis, p), out = p - along, side = cross(axis, p);
  return {along + out * c + side * s, side * c - out * s, out * -c - side * s};
}

SurfaceJet<double> revolved(const BrepFrame& f, const CurveJet<double>& profile, double u) {
  const CurveJet<double> p = rotated(f.z, profile.point - f.origin, u);
  const CurveJet<double> p1 = rotated(f.z, profile.first, u);
  return {f.origin + p.point, p.first, p1.point, p.second, p1.first, rotated(f.z, profile.second, u).point};
}

CurveJet<double> conic(const CurveJet<double>& axes, double a, double b, double t) {
  const Vec3<double> x = axes.first * a, y = axes.second * b;
  const double c = std::cos(t), s = std::sin(t);
  return {axes.point + x * c + y * s, y * c - x * s, x * -c - y * s};
}

/// Of a curve's record, with its origin and axes in `axes`; a NURBS is the caller's.
template <class Curve>
CurveJet<double> simple_curve(const Curve& c, const CurveJet<double>& axes, double t) {
  if (c.kind == BrepCurveKind::line) return {axes.point + axes.first * t, axes.first, {0, 0, 0}};
  return conic(axes, c.radius, c.kind == BrepCurveKind::circle ? c.radius : c.minor_radius, t);
}

/// Begin, end and period of a profile's parameter. Data only.
struct Range {
  double begin, end, period;
};

Range range_of(const Brep& brep, std::uint32_t curve) {
  const BrepCurve& c = brep.curves[curve];
  if (c.kind == BrepCurveKind::line) return {-endless, endless, 0};
  if (c.kind != BrepCurveKind::nurbs) return {0, turn, turn};
  const NurbsSpaceCurve& n = brep.nurbs_curves[c.nurbs];
  const double begin = n.u.begin(), end = n.u.end();
  double size = 0;
  for (const auto& p : n.points) size = std::max(size, max_abs(p - n.points[0]));
  const bool closed =
      max_abs(space_curve_point_at(n, begin).point - space_curve_point_at(n, end).point) <= 0x1p-40 * size;
  return {begin, end, closed ? end - begin : 0};
}

}  // namespace

CurveJet<double> space_curve_point_at(const NurbsSpaceCurve& curve, double t) { return host::curve_point(curve, t); }

CurveJet<double> curve_point_at(const Brep& brep, std::uint32_t curve, double t) {
  const BrepCurve& c = brep.curves[curve];
  if (c.kind == BrepCurveKind::nurbs) return space_curve_point_at(brep.nurbs_curves[c.nurbs], t);
  return simple_curve(c, {c.frame.origin, c.frame.x, c.frame.y}, t);
}

CurveJet<double> parameter_curve_point_at(const Brep& brep, std::uint32_t parameter_curve, double t) {
  const BrepParameterCurve& c = brep.parameter_curves[parameter_curve];
  if (c.kind == BrepCurveKind::nurbs) return point_at(brep.nurbs_parameter_curves[c.nurbs], t);
  return simple_curve(c, {in_space(c.origin), in_space(c.x), in_space(c.y)}, t);
}

SurfaceJet<double> surface_point_at(const Brep& brep, std::uint32_t surface, double u, double v) {
  const BrepSurface& s = brep.surfaces[surface];
  const BrepFrame& f = s.frame;
  const Vec3<double> zero{0, 0, 0};
  switch (s.kind) {
    case BrepSurfaceKind::plane: return {f.origin + f.x * u + f.y * v, f.x, f.y, zero, zero, zero};
    case BrepSurfaceKind::cylinder:
    case BrepSurfaceKind::cone:
    case BrepSurfaceKind::sphere:
    case BrepSurfaceKind::torus: return turned(f, meridian_of(s, v), u);
    case BrepSurfaceKind::revolution: return revolved(f, curve_point_at(brep, s.profile, v), u);
    case BrepSurfaceKind::extrusion: {
      const CurveJet<double> p = curve_point_at(brep, s.profile, u);
      return {p.point + f.z * v, p.first, f.z, p.second, zero, zero};
    }
    case BrepSurfaceKind::nurbs: break;
  }
  return point_at(brep.nurbs_surfaces[s.nurbs], u, v);
}

Vec3<double> outward_normal(const Brep& brep, std::uint32_t face, double u, double v) {
  const BrepFace& f = brep.faces[face];
  const SurfaceJet<double> jet = surface_point_at(brep, f.surface, u, v);
  const double along = length(jet.u), across = length(jet.v);
  // At a pole rounding leaves a direction of no meaning.
  if (!(std::min(along, across) > 0x1p-44 * std::max(along, across)) &&
      brep.surfaces[f.surface].kind != BrepSurfaceKind::nurbs) {
    return {0, 0, 0};
  }
  const Vec3<double> n = unit_normal(jet);
  return f.reversed ? -n : n;
}

SurfaceDomain domain_of(const Brep& brep, std::uint32_t surface) {
  const BrepSurface& s = brep.surfaces[surface];
  constexpr double quarter = turn / 4;
  switch (s.kind) {
    case BrepSurfaceKind::plane: return {-endless, endless, -endless, endless};
    case BrepSurfaceKind::cylinder:
    case BrepSurfaceKind::cone: return {0, turn, -endless, endless, turn, 0};
    case BrepSurfaceKind::sphere: return {0, turn, -quarter, quarter, turn, 0};
    case BrepSurfaceKind::torus: return {0, turn, 0, turn, turn, turn};
    case BrepSurfaceKind::revolution: {
      const Range r = range_of(brep, s.profile);
      return {0, turn, r.begin, r.end, turn, r.period};
    }
    case BrepSurfaceKind::extrusion: {
      const Range r = range_of(brep, s.profile);
      return {r.begin, r.end, -endless, endless, r.period, 0};
    }
    case BrepSurfaceKind::nurbs: break;
  }
  const NurbsSurface& n = brep.nurbs_surfaces[s.nurbs];
  const double u = n.u.end() - n.u.begin(), v = n.v.end() - n.v.begin();
  return {n.u.begin(),
          n.u.end(),
          n.v.begin(),
          n.v.end(),
          is_closed(n, SurfaceParameter::u) ? u : 0,
          is_closed(n, SurfaceParameter::v) ? v : 0};
}

double moved_by_periods(double value, double period, double low) {
  if (!(period > 0)) return value;
  double moved = value - period * std::floor((value - low) / period);
  if (moved >= low + period) moved -= period;  // rounding
  return moved < low ? low : moved;
}

}  // namespace abut
