#include "host/brep/cad/parameter_curves.h"

#include <Geom2dConvert_ApproxCurve.hxx>
#include <Geom2d_BSplineCurve.hxx>
#include <Geom2d_BezierCurve.hxx>
#include <Geom2d_TrimmedCurve.hxx>
#include <GeomConvert_ApproxCurve.hxx>
#include <Geom_BSplineCurve.hxx>
#include <Geom_BezierCurve.hxx>
#include <Geom_BoundedSurface.hxx>
#include <Geom_Plane.hxx>
#include <Geom_RectangularTrimmedSurface.hxx>
#include <Geom_TrimmedCurve.hxx>
#include <Precision.hxx>
#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::cad {
namespace {

// Pieces of the cubic: at first, and at most. Twice as many have a sixteenth of the error.
constexpr int fewest_pieces = 8, most_pieces = 512;

template <class Spline, class Bezier, class Trimmed, class Curve>
bool is_of_high_degree(opencascade::handle<Curve> curve) {
  while (const auto trimmed = opencascade::handle<Trimmed>::DownCast(curve)) curve = trimmed->BasisCurve();
  const auto spline = opencascade::handle<Spline>::DownCast(curve);
  const auto bezier = opencascade::handle<Bezier>::DownCast(curve);
  return (!spline.IsNull() && spline->Degree() > most_surface_degree) ||
         (!bezier.IsNull() && bezier->Degree() > most_surface_degree);
}

/// A place on the surface, and how it moves along the curve of space.
struct Place {
  gp_Pnt2d at;
  gp_Vec2d velocity;
};

/// x Su + y Sv = d as nearly as can be. Whether there is one answer.
bool solve(const gp_Vec& su, const gp_Vec& sv, const gp_Vec& d, double& x, double& y) {
  const double a = su.Dot(su), b = su.Dot(sv), c = sv.Dot(sv), e = su.Dot(d), f = sv.Dot(d);
  const double determinant = a * c - b * b;
  if (!(determinant > 1e-12 * a * c)) return false;
  x = (e * c - b * f) / determinant;
  y = (a * f - e * b) / determinant;
  return true;
}

/// Near the curve of parameters' point at `t`, the foot of the curve of space's one (Gauss-Newton: it is near already).
Place foot(const SideCurves& side, double t) {
  Place out;
  side.on_surface->D1(t, out.at, out.velocity);
  out.at = side.surface.inside(out.at);
  const Geom_Surface& surface = *side.surface.surface;
  gp_Pnt target, point;
  gp_Vec along, su, sv;
  side.in_space->D1(t, target, along);
  surface.D1(out.at.X(), out.at.Y(), point, su, sv);
  for (int step = 0; step < 12; ++step) {
    double x, y;
    if (!solve(su, sv, gp_Vec(point, target), x, y)) return out;
    const gp_Pnt2d next = side.surface.inside(gp_Pnt2d(out.at.X() + x, out.at.Y() + y));
    gp_Pnt there;
    gp_Vec next_su, next_sv;
    surface.D1(next.X(), next.Y(), there, next_su, next_sv);
    if (!(there.SquareDistance(target) < point.SquareDistance(target))) break;
    out.at = next;
    point = there;
    su = next_su;
    sv = next_sv;
  }
  double x, y;
  if (solve(su, sv, along, x, y)) out.velocity = {x, y};
  return out;
}

/// Cubic Hermite pieces: a B-spline whose knots inside come twice.
Handle(Geom2d_Curve) cubic_through_feet(const SideCurves& side, int pieces) {
  const auto parameter = [&](int i) {
    return i == pieces ? side.used.end
                       : side.used.begin + (side.used.end - side.used.begin) * (static_cast<double>(i) / pieces);
  };
  TColgp_Array1OfPnt2d points(1, 2 * pieces + 2);
  TColStd_Array1OfReal knots(1, pieces + 1);
  TColStd_Array1OfInteger times(1, pieces + 1);
  for (int i = 0; i <= pieces; ++i) {
    const double t = parameter(i);
    const Place place = foot(side, t);
    knots(i + 1) = t;
    times(i + 1) = i == 0 || i == pieces ? 4 : 2;
    if (i == 0) points(1) = place.at;
    if (i == pieces) points(2 * pieces + 2) = place.at;
    if (i > 0) points(2 * i + 1) = place.at.Translated(place.velocity * (-(t - parameter(i - 1)) / 3));
    if (i < pieces) points(2 * i + 2) = place.at.Translated(place.velocity * ((parameter(i + 1) - t) / 3));
  }
  return new Geom2d_BSplineCurve(points, knots, times, 3);
}

Handle(Geom2d_Curve) of_lower_degree(const SideCurves& side) {
  const double tolerance = 1e-3 * Precision::Confusion();
  const Geom2dConvert_ApproxCurve lower(new Geom2d_TrimmedCurve(side.on_surface, side.used.begin, side.used.end),
                                        tolerance, GeomAbs_C1, most_pieces, most_surface_degree);
  if (!lower.HasResult()) throw Unusable("its curve has a degree above 7, and none of a lower one is near it");
  return lower.Curve();
}

}  // namespace

BoundedSurface::BoundedSurface(const Handle(Geom_Surface) & of) : surface(of) {
  constexpr double far = std::numeric_limits<double>::infinity();
  domain = {{-far, far}, {-far, far}};
  Handle(Geom_Surface) whole = of;
  while (const auto trimmed = Handle(Geom_RectangularTrimmedSurface)::DownCast(whole)) whole = trimmed->BasisSurface();
  if (!whole->IsKind(STANDARD_TYPE(Geom_BoundedSurface))) return;
  Rectangle bounds;
  whole->Bounds(bounds.u.begin, bounds.u.end, bounds.v.begin, bounds.v.end);
  if (!whole->IsUPeriodic()) domain.u = bounds.u;
  if (!whole->IsVPeriodic()) domain.v = bounds.v;
}

gp_Pnt2d BoundedSurface::inside(const gp_Pnt2d& at) const {
  return {std::clamp(at.X(), domain.u.begin, domain.u.end), std::clamp(at.Y(), domain.v.begin, domain.v.end)};
}

double deviation(const SideCurves& side) {
  double most = 0;
  const auto look = [&](double begin, double end, int steps) {
    for (int i = 0; i <= steps; ++i) {
      const double t = begin + (end - begin) * (static_cast<double>(i) / steps);
      const gp_Pnt2d at = side.surface.inside(side.on_surface->Value(t));
      most = std::max(most, side.surface.surface->Value(at.X(), at.Y()).Distance(side.in_space->Value(t)));
    }
  };
  look(side.used.begin, side.used.end, 100);
  // Between the knots of a curve that was drawn through points it may swing out.
  const auto spline = Handle(Geom2d_BSplineCurve)::DownCast(side.on_surface);
  for (int k = 1; !spline.IsNull() && k < spline->NbKnots(); ++k) {
    const double begin = std::max(spline->Knot(k), side.used.begin), end = std::min(spline->Knot(k + 1), side.used.end);
    if (begin < end) look(begin, end, 12);
  }
  return most;
}

Handle(Geom2d_Curve) running_with(const SideCurves& given, double tolerance) {
  SideCurves best = given;
  if (is_of_high_degree<Geom2d_BSplineCurve, Geom2d_BezierCurve, Geom2d_TrimmedCurve>(given.on_surface)) {
    best.on_surface = of_lower_degree(given);
  }
  double least = deviation(best);
  if (!Handle(Geom_Plane)::DownCast(given.surface.surface).IsNull()) return best.on_surface;  // a projection already
  for (int pieces = fewest_pieces; pieces <= most_pieces && least > tolerance; pieces *= 2) {
    SideCurves next = given;
    next.on_surface = cubic_through_feet(given, pieces);
    const double off = deviation(next);
    // Half as far at least: else it is the curve of space that lies off the surface.
    if (off > least / 2 && pieces > fewest_pieces) break;
    if (off < least) {
      best = next;
      least = off;
    }
  }
  return best.on_surface;
}

Handle(Geom_Curve) of_allowed_degree(const Handle(Geom_Curve) & curve, const Interval& used) {
  if (!is_of_high_degree<Geom_BSplineCurve, Geom_BezierCurve, Geom_TrimmedCurve>(curve)) return curve;
  const GeomConvert_ApproxCurve lower(new Geom_TrimmedCurve(curve, used.begin, used.end), 0.1 * Precision::Confusion(),
                                      GeomAbs_C1, most_pieces, most_surface_degree);
  if (!lower.HasResult() || lower.MaxError() > Precision::Confusion()) {
    throw Unusable("its curve has a degree above 7, and none of a lower one is near it");
  }
  return lower.Curve();
}

}  // namespace abut::cad
