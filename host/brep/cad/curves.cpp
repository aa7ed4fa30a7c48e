#include <Geom2d_BSplineCurve.hxx>
#include <Geom2d_BezierCurve.hxx>
#include <Geom2d_Circle.hxx>
#include <Geom2d_Ellipse.hxx>
#include <Geom2d_Line.hxx>
#include <Geom2d_Parabola.hxx>
#include <Geom2d_TrimmedCurve.hxx>
#include <Geom_BSplineCurve.hxx>
#include <Geom_BezierCurve.hxx>
#include <Geom_Circle.hxx>
#include <Geom_Ellipse.hxx>
#include <Geom_Hyperbola.hxx>
#include <Geom_Line.hxx>
#include <Geom_Parabola.hxx>
#include <Geom_TrimmedCurve.hxx>
#include <cmath>
#include <optional>

#include "host/brep/cad/convert.h"
#include "host/brep/cad/frames.h"
#include "host/brep/cad/splines.h"

namespace abut::cad {
namespace {

/// Curves of space, and of a plane of parameters.
struct InSpace {
  using Curve = Geom_Curve;
  using Trimmed = Geom_TrimmedCurve;
  using Spline = Geom_BSplineCurve;
  using Bezier = Geom_BezierCurve;
  using Parabola = Geom_Parabola;
  using Nurbs = NurbsSpaceCurve;
};
struct InPlane {
  using Curve = Geom2d_Curve;
  using Trimmed = Geom2d_TrimmedCurve;
  using Spline = Geom2d_BSplineCurve;
  using Bezier = Geom2d_BezierCurve;
  using Parabola = Geom2d_Parabola;
  using Nurbs = NurbsCurve;
};

template <class In>
using CurveOf = opencascade::handle<typename In::Curve>;

/// Without the ends that trimming gave it.
template <class In>
CurveOf<In> untrimmed(CurveOf<In> curve) {
  while (const auto trimmed = opencascade::handle<typename In::Trimmed>::DownCast(curve)) {
    curve = trimmed->BasisCurve();
  }
  return curve;
}

/// A B-spline without a period that covers the interval.
template <class Spline>
opencascade::handle<Spline> unrolled(const opencascade::handle<Spline>& spline, const Interval& used) {
  if (!spline->IsPeriodic()) return spline;
  const auto copy = opencascade::handle<Spline>::DownCast(spline->Copy());
  if (used.begin >= spline->FirstParameter() && used.end <= spline->LastParameter()) {
    copy->SetNotPeriodic();
  } else {
    copy->Segment(used.begin, used.end);
  }
  return copy;
}

/// Control points and weights of a B-spline or a Bezier curve.
template <class Nurbs, class Spline>
Nurbs nurbs_of(const Spline& spline, std::vector<double> knots) {
  Nurbs out;
  out.u = {checked_degree("its curve", spline->Degree()), std::move(knots)};
  for (int i = 1; i <= spline->NbPoles(); ++i) {
    out.points.push_back(vec(spline->Pole(i)));
    if (spline->IsRational()) out.weights.push_back(spline->Weight(i));
  }
  return out;
}

/// A parabola is a polynomial of degree 2 in its own parameter, whose middle control point lies on the tangent.
template <class Nurbs, class Parabola>
Nurbs nurbs_of_parabola(const Parabola& parabola, const Interval& used) {
  const auto begin = parabola->Value(used.begin);
  Nurbs out;
  out.u = {2, bezier_knots(2, used)};
  out.points = {vec(begin), vec(begin.Translated(parabola->DN(used.begin, 1) * ((used.end - used.begin) / 2))),
                vec(parabola->Value(used.end))};
  return out;
}

template <class In>
std::optional<typename In::Nurbs> spline_of(const CurveOf<In>& curve, const Interval& used) {
  using Nurbs = typename In::Nurbs;
  if (const auto spline = opencascade::handle<typename In::Spline>::DownCast(curve)) {
    const auto whole = unrolled(spline, used);
    return nurbs_of<Nurbs>(whole, knots_of(whole->KnotSequence()));
  }
  if (const auto bezier = opencascade::handle<typename In::Bezier>::DownCast(curve)) {
    return nurbs_of<Nurbs>(bezier, bezier_knots(checked_degree("its curve", bezier->Degree()), {0, 1}));
  }
  if (const auto parabola = opencascade::handle<typename In::Parabola>::DownCast(curve)) {
    return nurbs_of_parabola<Nurbs>(parabola, used);
  }
  return std::nullopt;
}

template <class Curve>
[[noreturn]] void not_known(const Curve& curve) {
  throw Unusable(std::string("its curve is a ") + curve->DynamicType()->Name() +
                 ", allowed are lines, circles, ellipses, parabolas, hyperbolas, Bezier and B-spline curves");
}

}  // namespace

std::uint32_t add_curve(Brep& brep, Handle(Geom_Curve) curve, const Interval& used) {
  curve = untrimmed<InSpace>(curve);
  BrepCurve out;
  if (const auto line = Handle(Geom_Line)::DownCast(curve)) {
    const gp_Ax1& axis = line->Position();
    out.frame = frame_of(axis);
    out.frame = {out.frame.origin, out.frame.z, out.frame.x, out.frame.y};  // along x
  } else if (const auto circle = Handle(Geom_Circle)::DownCast(curve)) {
    out.kind = BrepCurveKind::circle;
    out.frame = frame_of(circle->Position());
    out.radius = circle->Radius();
  } else if (const auto ellipse = Handle(Geom_Ellipse)::DownCast(curve)) {
    out.kind = BrepCurveKind::ellipse;
    out.frame = frame_of(ellipse->Position());
    out.radius = ellipse->MajorRadius();
    out.minor_radius = ellipse->MinorRadius();
  } else if (const auto nurbs = spline_of<InSpace>(curve, used)) {
    out.kind = BrepCurveKind::nurbs;
    out.nurbs = push(brep.nurbs_curves, *nurbs);
  } else {
    not_known(curve);
  }
  return push(brep.curves, out);
}

std::uint32_t add_parameter_curve(Brep& brep, Handle(Geom2d_Curve) curve, const Interval& used) {
  curve = untrimmed<InPlane>(curve);
  BrepParameterCurve out;
  const auto place = [&out](const gp_Ax22d& axes) {
    out.origin = vec(axes.Location());
    out.x = vec(axes.XDirection());
    out.y = vec(axes.YDirection());
  };
  if (const auto line = Handle(Geom2d_Line)::DownCast(curve)) {
    out.origin = vec(line->Location());
    out.x = vec(line->Direction());
  } else if (const auto circle = Handle(Geom2d_Circle)::DownCast(curve)) {
    out.kind = BrepCurveKind::circle;
    place(circle->Position());
    out.radius = circle->Radius();
  } else if (const auto ellipse = Handle(Geom2d_Ellipse)::DownCast(curve)) {
    out.kind = BrepCurveKind::ellipse;
    place(ellipse->Position());
    out.radius = ellipse->MajorRadius();
    out.minor_radius = ellipse->MinorRadius();
  } else if (const auto nurbs = spline_of<InPlane>(curve, used)) {
    out.kind = BrepCurveKind::nurbs;
    out.nurbs = push(brep.nurbs_parameter_curves, *nurbs);
  } else {
    not_known(curve);
  }
  return push(brep.parameter_curves, out);
}

bool is_hyperbola(const Handle(Geom_Curve) & curve) {
  return !Handle(Geom_Hyperbola)::DownCast(untrimmed<InSpace>(curve)).IsNull();
}

Handle(Geom_Curve) rational_hyperbola(const Handle(Geom_Curve) & curve, const Interval& used) {
  const auto hyperbola = Handle(Geom_Hyperbola)::DownCast(untrimmed<InSpace>(curve));
  // Over parameters m - d to m + d the tangents at the ends meet at the hyperbola's point of m, drawn towards its
  // centre by cosh d, which is the weight there too.
  const double middle = used.begin + (used.end - used.begin) / 2, weight = std::cosh((used.end - used.begin) / 2);
  const gp_Pnt centre = hyperbola->Location();
  TColgp_Array1OfPnt points(1, 3);
  points(1) = hyperbola->Value(used.begin);
  points(2) = centre.Translated(gp_Vec(centre, hyperbola->Value(middle)) / weight);
  points(3) = hyperbola->Value(used.end);
  TColStd_Array1OfReal weights(1, 3), knots(1, 2);
  weights(1) = weights(3) = 1;
  weights(2) = weight;
  knots(1) = used.begin;
  knots(2) = used.end;
  TColStd_Array1OfInteger times(1, 2);
  times(1) = times(2) = 3;
  return new Geom_BSplineCurve(points, weights, knots, times, 2);
}

}  // namespace abut::cad
