// Volumes of B-Reps by the divergence theorem, for tests alone: over a face, the integral of S . (Su x Sv) / 3, which
// Green's theorem takes to the loops in the plane of parameters.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/brep/brep_points.h"

namespace abut::test {

/// Su x Sv . S / 3.
inline double flux(const Brep& b, std::uint32_t surface, double u, double v) {
  Vec3<double> at, du, dv;
  if (b.surfaces[surface].kind == BrepSurfaceKind::nurbs) {
    const SurfaceJet<double> jet = point_at(b.nurbs_surfaces[b.surfaces[surface].nurbs], u, v);
    at = jet.point;
    du = jet.u;
    dv = jet.v;
  } else {
    const double h = 1e-5;
    at = surface_point(b, surface, u, v);
    du = (surface_point(b, surface, u + h, v) - surface_point(b, surface, u - h, v)) * (0.5 / h);
    dv = (surface_point(b, surface, u, v + h) - surface_point(b, surface, u, v - h)) * (0.5 / h);
  }
  return dot(at, cross(du, dv)) / 3;
}

/// Gauss-Legendre with 4 points on each of the pieces between neighbouring places.
template <class F>
double integral(const std::vector<double>& places, F f) {
  constexpr double x[] = {0.3399810435848563, 0.8611363115940526}, w[] = {0.6521451548625461, 0.3478548451374538};
  double sum = 0;
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    const double middle = (places[i] + places[i + 1]) / 2, half = (places[i + 1] - places[i]) / 2;
    for (int k = 0; k < 2; ++k) sum += half * w[k] * (f(middle + half * x[k]) + f(middle - half * x[k]));
  }
  return sum;
}

/// From `begin` to `end`, with `knots` between them, and `pieces` at least.
inline std::vector<double> places(double begin, double end, int pieces, const std::vector<double>& knots) {
  std::vector<double> out;
  for (int i = 0; i <= pieces; ++i) out.push_back(begin + (end - begin) * i / pieces);
  for (const double k : knots) {
    if (k > std::min(begin, end) && k < std::max(begin, end)) out.push_back(k);
  }
  std::sort(out.begin(), out.end());
  if (begin > end) std::reverse(out.begin(), out.end());
  return out;
}

inline double face_volume(const Brep& b, const BrepFace& face) {
  const BrepSurface& s = b.surfaces[face.surface];
  const std::vector<double> knots =
      s.kind == BrepSurfaceKind::nurbs ? b.nurbs_surfaces[s.nurbs].u.knots : std::vector<double>();
  const double from = knots.empty() ? 0 : knots.front();
  double sum = 0;
  for (std::uint32_t l = face.first_loop; l < face.first_loop + face.loops; ++l) {
    for (std::uint32_t c = b.loops[l].first_coedge; c < b.loops[l].first_coedge + b.loops[l].coedges; ++c) {
      const BrepCoedge& coedge = b.coedges[c];
      const BrepEdge& edge = b.edges[coedge.edge];
      const BrepParameterCurve& curve = b.parameter_curves[coedge.parameter_curve];
      const bool spline = curve.kind == BrepCurveKind::nurbs;
      const double h = 1e-6 * (edge.end - edge.begin);
      const double passed =
          integral(places(edge.begin, edge.end, spline ? 8 : 40,
                          spline ? b.nurbs_parameter_curves[curve.nurbs].u.knots : std::vector<double>()),
                   [&](double t) {
                     const double v_slope = (parameter_point(b, coedge.parameter_curve, t + h).y -
                                             parameter_point(b, coedge.parameter_curve, t - h).y) /
                                            (2 * h);
                     if (v_slope == 0) return 0.0;
                     const Vec2<double> at = parameter_point(b, coedge.parameter_curve, t);
                     const int pieces = knots.empty() ? 40 : 6;
                     return v_slope * integral(places(from, at.x, pieces, knots),
                                               [&](double u) { return flux(b, face.surface, u, at.y); });
                   });
      sum += coedge.reversed ? -passed : passed;
    }
  }
  return face.reversed ? -sum : sum;
}

/// Of all shells, about the origin.
inline double volume(const Brep& b) {
  double sum = 0;
  for (const BrepFace& face : b.faces) sum += face_volume(b, face);
  return sum;
}

}  // namespace abut::test
