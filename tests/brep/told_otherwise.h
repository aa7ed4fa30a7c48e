// Canonical surfaces and curves told as NURBS: exact ones, and approximations.
#pragma once

#include <cmath>

#include "abut/brep/brep_geometry.h"

namespace abut::test {

/// A part of a canonical surface as an exact rational NURBS, with this many spans along u and v: products of arcs and
/// lines. Parameters are not those of the surface.
inline NurbsSurface as_nurbs(const BrepSurface& s, double u0, double u1, double v0, double v1, int spans_u = 3,
                             int spans_v = 3) {
  const bool arc_u = s.kind != BrepSurfaceKind::plane;
  const bool arc_v = s.kind == BrepSurfaceKind::sphere || s.kind == BrepSurfaceKind::torus;
  const auto direction = [](bool arc, int spans) {
    SplineDirection d;
    d.degree = arc ? 2 : 1;
    for (int k = 0; k <= spans; ++k) {
      const int times = k == 0 || k == spans ? d.degree + 1 : d.degree;
      d.knots.insert(d.knots.end(), static_cast<std::size_t>(times), k);
    }
    return d;
  };
  NurbsSurface out;
  out.u = direction(arc_u, spans_u), out.v = direction(arc_v, spans_v);
  // In the frame: of the profile (r, z) at a station of v, with the middle ones of arcs out at the tangents' meeting.
  const double half_u = 0.5 * (u1 - u0) / spans_u, half_v = 0.5 * (v1 - v0) / spans_v;
  for (std::size_t i = 0; i < out.u.count(); ++i) {
    const bool middle_u = arc_u && i % 2 == 1;
    const double u = arc_u ? u0 + half_u * static_cast<double>(i) : u0 + 2 * half_u * static_cast<double>(i);
    for (std::size_t j = 0; j < out.v.count(); ++j) {
      const bool middle_v = arc_v && j % 2 == 1;
      const double v = arc_v ? v0 + half_v * static_cast<double>(j) : v0 + 2 * half_v * static_cast<double>(j);
      const double wu = middle_u ? std::cos(half_u) : 1, wv = middle_v ? std::cos(half_v) : 1;
      double r = s.radius, z = v;
      if (s.kind == BrepSurfaceKind::cone) r += v * std::sin(s.half_angle), z = v * std::cos(s.half_angle);
      if (s.kind == BrepSurfaceKind::sphere) r = s.radius * std::cos(v) / wv, z = s.radius * std::sin(v) / wv;
      if (s.kind == BrepSurfaceKind::torus)
        r += s.minor_radius * std::cos(v) / wv, z = s.minor_radius * std::sin(v) / wv;
      const BrepFrame& f = s.frame;
      out.points.push_back(arc_u ? f.origin + (f.x * std::cos(u) + f.y * std::sin(u)) * (r / wu) + f.z * z
                                 : f.origin + f.x * u + f.y * v);
      out.weights.push_back(wu * wv);
    }
  }
  return out;
}

/// A part of a circle or an ellipse, exact; or of a line.
inline NurbsSpaceCurve as_nurbs(const BrepCurve& c, double t0, double t1, int spans = 3) {
  BrepSurface cylinder;
  cylinder.kind = c.kind == BrepCurveKind::line ? BrepSurfaceKind::plane : BrepSurfaceKind::cylinder;
  cylinder.frame = c.frame, cylinder.radius = 1;
  if (c.kind != BrepCurveKind::line) {
    cylinder.frame.x = c.frame.x * c.radius;
    cylinder.frame.y = c.frame.y * (c.kind == BrepCurveKind::circle ? c.radius : c.minor_radius);
  }
  const NurbsSurface s = as_nurbs(cylinder, t0, t1, 0, 1, spans, 1);
  NurbsSpaceCurve out;
  out.u = s.u;
  for (std::size_t i = 0; i < s.u.count(); ++i) {
    out.points.push_back(s.points[2 * i]), out.weights.push_back(s.weights[2 * i]);
  }
  return out;
}

/// Polynomial: cubic pieces with the surface's own points and derivatives at a grid (Hermite). Its parameters are those
/// of the surface; it is off by the fourth power of the grid's width.
template <class At>
NurbsSurface by_cubics(const At& at, double u0, double u1, double v0, double v1, int spans_u, int spans_v) {
  NurbsSurface out;
  const auto direction = [](double from, double to, int spans) {
    SplineDirection d;
    d.degree = 3;
    for (int k = 0; k <= spans; ++k)
      d.knots.insert(d.knots.end(), k == 0 || k == spans ? 4u : 3u, from + (to - from) * k / spans);
    return d;
  };
  out.u = direction(u0, u1, spans_u), out.v = direction(v0, v1, spans_v);
  const double hu = (u1 - u0) / spans_u / 3, hv = (v1 - v0) / spans_v / 3;
  for (int i = 0; i <= 3 * spans_u; ++i) {
    for (int j = 0; j <= 3 * spans_v; ++j) {
      const int a = (i + 1) / 3, b = (j + 1) / 3;
      const SurfaceJet<double> p = at(u0 + 3 * hu * a, v0 + 3 * hv * b);
      const double x = (i - 3 * a) * hu, y = (j - 3 * b) * hv;
      out.points.push_back(p.point + p.u * x + p.v * y + p.uv * (x * y));
    }
  }
  return out;
}

}  // namespace abut::test
