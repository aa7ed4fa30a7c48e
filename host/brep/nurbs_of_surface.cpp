#include "host/brep/nurbs_of_surface.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "host/brep/bezier_arcs.h"
#include "host/brep/same_geometry.h"
#include "host/surface/polar_form.h"

namespace abut::host {
namespace {

constexpr double quarter = std::numbers::pi / 2;

/// Arcs that follow each other, as one spline.
struct Spline {
  SplineDirection direction;
  std::vector<WeightedPoint> points;
};

/// Knots of pieces of one degree, each beginning where the one before ends.
void begin_at(double knot, int degree, SplineDirection& d) {
  d.degree = degree;
  d.knots.assign(static_cast<std::size_t>(degree) + 1, knot);
}
void go_on_to(double knot, SplineDirection& d) {
  d.knots.insert(d.knots.end(), static_cast<std::size_t>(d.degree), knot);
}
void end(SplineDirection& d) { d.knots.push_back(d.knots.back()); }

Spline joined(const std::vector<BezierArc>& arcs) {
  Spline out;
  begin_at(arcs.front().begin, arcs.front().degree, out.direction);
  out.points.push_back(arcs.front().points[0]);
  for (const BezierArc& arc : arcs) {
    go_on_to(arc.end, out.direction);
    out.points.insert(out.points.end(), arc.net().begin() + 1, arc.net().end());
  }
  end(out.direction);
  return out;
}

Spline spline_of(const BrepCurve& curve, double begin, double end) {
  Brep alone;
  alone.curves.push_back(curve);
  return joined(bezier_arcs(alone, 0, begin, end));
}

/// A control point of a turn: what lies out of the axis is turned by an angle and made longer by 1 / weight.
struct TurnedPoint {
  double cosine, sine, weight;
};
struct Turn {
  SplineDirection direction;
  std::vector<TurnedPoint> points;
};

/// Exact at quarters.
TurnedPoint turned_by(double angle, double weight) {
  constexpr double of_quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const double k = std::round(angle / quarter);
  if (std::abs(angle - k * quarter) <= 4 * Epsilon<double>::value * std::abs(angle)) {
    const auto& exact = of_quarters[static_cast<int>(k - 4 * std::floor(k / 4))];
    return {exact[0], exact[1], weight};
  }
  return {std::cos(angle), std::sin(angle), weight};
}

/// A whole turn ends where it begins, to the bit.
Turn turn_of(double begin, double end_angle) {
  const int count = std::max(1, static_cast<int>(std::ceil((end_angle - begin) / quarter - 1e-9)));
  const double step = (end_angle - begin) / count, weight = std::cos(0.5 * step);
  const auto at = [&](int k) { return k == count ? end_angle : begin + step * k; };
  Turn out;
  begin_at(begin, 2, out.direction);
  out.points.push_back(turned_by(begin, 1));
  for (int k = 0; k < count; ++k) {
    go_on_to(at(k + 1), out.direction);
    out.points.push_back(turned_by(0.5 * (at(k) + at(k + 1)), weight));
    out.points.push_back(turned_by(at(k + 1), 1));
  }
  end(out.direction);
  if (std::abs(end_angle - begin - 4 * quarter) <= 1e-12) out.points.back() = out.points.front();
  return out;
}

Vec3<double> numerator(const WeightedPoint& p) { return {p.x, p.y, p.z}; }

/// A control point that does not count may be anywhere.
void add(NurbsSurface& to, const Vec3<double>& weighted, double weight) {
  to.points.push_back(weight > 0 ? weighted * (1 / weight) : weighted);
  to.weights.push_back(weight);
}

/// Without weights where all are 1.
NurbsSurface finished(NurbsSurface surface) {
  if (std::all_of(surface.weights.begin(), surface.weights.end(), [](double w) { return w == 1; }))
    surface.weights.clear();
  return surface;
}

/// Turned about the frame's z axis; `side`: -1 where angles go the other way, as in a left-handed frame.
NurbsSurface revolved(const Spline& profile, const BrepFrame& f, const Turn& turn, double side) {
  NurbsSurface out{turn.direction, profile.direction, {}};
  for (const TurnedPoint& t : turn.points) {
    for (const WeightedPoint& p : profile.points) {
      const Vec3<double> d = numerator(p) - f.origin * p.w, along = f.z * dot(d, f.z), out_of = d - along;
      const Vec3<double> on_axis = f.origin * p.w + along;
      add(out, on_axis * t.weight + out_of * t.cosine + cross(f.z, out_of) * (side * t.sine), p.w * t.weight);
    }
  }
  return finished(std::move(out));
}

NurbsSurface extruded(const Spline& profile, const Vec3<double>& z, double v0, double v1) {
  NurbsSurface out{profile.direction, {1, {v0, v0, v1, v1}}, {}};
  for (const WeightedPoint& p : profile.points) {
    for (const double v : {v0, v1}) add(out, numerator(p) + z * (v * p.w), p.w);
  }
  return finished(std::move(out));
}

/// What is turned to make a canonical surface, at u = 0: in the half-plane of x and z.
Spline meridian(const BrepSurface& s, const ParameterBox& part) {
  const BrepFrame& f = s.frame;
  BrepCurve c;
  if (s.kind == BrepSurfaceKind::cylinder || s.kind == BrepSurfaceKind::cone) {
    const double sine = s.kind == BrepSurfaceKind::cone ? std::sin(s.half_angle) : 0;
    const double cosine = s.kind == BrepSurfaceKind::cone ? std::cos(s.half_angle) : 1;
    c.frame.origin = f.origin + f.x * s.radius;
    c.frame.x = f.x * sine + f.z * cosine;
    return spline_of(c, part.v0, part.v1);
  }
  const bool is_ball = s.kind == BrepSurfaceKind::sphere;
  c.kind = BrepCurveKind::circle;
  c.radius = is_ball ? s.radius : s.minor_radius;
  c.frame = {is_ball ? f.origin : f.origin + f.x * s.radius, f.x, f.z, cross(f.x, f.z)};
  return spline_of(c, part.v0, part.v1);
}

/// All control points between two knots that come as often as the degree, or are ends.
NurbsSurface between(const NurbsSurface& surface, SurfaceParameter along, double begin, double end) {
  NurbsSurface s = clamped(surface);
  const bool of_u = along == SurfaceParameter::u;
  const auto direction = [&]() -> SplineDirection& { return of_u ? s.u : s.v; };
  for (const double knot : {begin, end}) {
    if (!(knot > direction().begin() && knot < direction().end())) continue;
    const int missing = direction().degree - multiplicity(direction(), knot);
    if (missing > 0) s = insert_knot(s, along, knot, missing);
  }
  const SplineDirection d = direction();
  const auto p = static_cast<std::ptrdiff_t>(d.degree);
  const auto low = std::upper_bound(d.knots.begin(), d.knots.end() - p - 1, begin) - d.knots.begin() - 1;
  const auto high = std::lower_bound(d.knots.begin() + p + 1, d.knots.end(), end) - d.knots.begin();
  const auto first = static_cast<std::size_t>(low - p), last = static_cast<std::size_t>(high);
  NurbsSurface out{s.u, s.v, {}};
  SplineDirection& cut = of_u ? out.u : out.v;
  cut.knots.assign(static_cast<std::size_t>(p) + 1, d.knots[static_cast<std::size_t>(low)]);
  cut.knots.insert(cut.knots.end(), d.knots.begin() + low + 1, d.knots.begin() + high);
  cut.knots.insert(cut.knots.end(), static_cast<std::size_t>(p) + 1, d.knots[static_cast<std::size_t>(high)]);
  for (std::size_t i = of_u ? first : 0; i < (of_u ? last : s.u.count()); ++i) {
    for (std::size_t j = of_u ? 0 : first; j < (of_u ? s.v.count() : last); ++j) {
      out.points.push_back(s.points[i * s.v.count() + j]);
      if (!s.weights.empty()) out.weights.push_back(s.weights[i * s.v.count() + j]);
    }
  }
  return out;
}

NurbsSurface part_of(const NurbsSurface& surface, const ParameterBox& part) {
  NurbsSurface out = surface;
  if (part.u0 > out.u.begin() || part.u1 < out.u.end()) out = between(out, SurfaceParameter::u, part.u0, part.u1);
  if (part.v0 > out.v.begin() || part.v1 < out.v.end()) out = between(out, SurfaceParameter::v, part.v0, part.v1);
  return out;
}

}  // namespace

NurbsSurface nurbs_of_surface(const Brep& brep, std::uint32_t surface, const ParameterBox& part) {
  const BrepSurface& s = brep.surfaces[surface];
  const BrepFrame& f = s.frame;
  switch (s.kind) {
    case BrepSurfaceKind::nurbs: return part_of(brep.nurbs_surfaces[s.nurbs], part);
    case BrepSurfaceKind::plane: {
      BrepCurve line;
      line.frame = f;
      return extruded(spline_of(line, part.u0, part.u1), f.y, part.v0, part.v1);
    }
    case BrepSurfaceKind::extrusion:
      return extruded(joined(bezier_arcs(brep, s.profile, part.u0, part.u1)), f.z, part.v0, part.v1);
    case BrepSurfaceKind::revolution:
      return revolved(joined(bezier_arcs(brep, s.profile, part.v0, part.v1)), f, turn_of(part.u0, part.u1), 1);
    default: break;
  }
  return revolved(meridian(s, part), f, turn_of(part.u0, part.u1), handedness(f));
}

}  // namespace abut::host
