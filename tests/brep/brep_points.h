// Points of B-Reps by the formulas of abut/brep/brep.h, written for tests alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "abut/brep/brep.h"

namespace abut::test {

/// A spline's point by de Boor's algorithm, in homogeneous coordinates of any number. `t` inside of the domain.
inline std::vector<double> de_boor(const SplineDirection& u, std::vector<std::vector<double>> points, double t) {
  const auto p = static_cast<std::size_t>(u.degree);
  std::size_t k = p;
  while (k + 1 < u.count() && !(t < u.knots[k + 1])) ++k;
  while (!(u.knots[k] < u.knots[k + 1])) --k;
  for (std::size_t r = 1; r <= p; ++r) {
    for (std::size_t i = k; i > k - p + r - 1; --i) {
      const double a = (t - u.knots[i]) / (u.knots[i + p - r + 1] - u.knots[i]);
      for (std::size_t c = 0; c < points[i].size(); ++c) points[i][c] = (1 - a) * points[i - 1][c] + a * points[i][c];
    }
  }
  return points[k];
}

inline std::vector<std::vector<double>> weighted(const NurbsSpaceCurve& c) {
  std::vector<std::vector<double>> out;
  for (std::size_t i = 0; i < c.points.size(); ++i) {
    const double w = c.weights.empty() ? 1 : c.weights[i];
    out.push_back({c.points[i].x * w, c.points[i].y * w, c.points[i].z * w, w});
  }
  return out;
}
inline std::vector<std::vector<double>> weighted(const NurbsCurve& c) {
  std::vector<std::vector<double>> out;
  for (std::size_t i = 0; i < c.points.size(); ++i) {
    const double w = c.weights.empty() ? 1 : c.weights[i];
    out.push_back({c.points[i].x * w, c.points[i].y * w, w});
  }
  return out;
}

inline Vec3<double> curve_point(const Brep& b, std::uint32_t index, double t) {
  const BrepCurve& c = b.curves.at(index);
  const BrepFrame& f = c.frame;
  switch (c.kind) {
    case BrepCurveKind::line: return f.origin + f.x * t;
    case BrepCurveKind::circle: return f.origin + f.x * (c.radius * std::cos(t)) + f.y * (c.radius * std::sin(t));
    case BrepCurveKind::ellipse:
      return f.origin + f.x * (c.radius * std::cos(t)) + f.y * (c.minor_radius * std::sin(t));
    case BrepCurveKind::nurbs: {
      const NurbsSpaceCurve& n = b.nurbs_curves.at(c.nurbs);
      const std::vector<double> h = de_boor(n.u, weighted(n), t);
      return {h[0] / h[3], h[1] / h[3], h[2] / h[3]};
    }
  }
  return {};
}

inline Vec2<double> parameter_point(const Brep& b, std::uint32_t index, double t) {
  const BrepParameterCurve& c = b.parameter_curves.at(index);
  const auto at = [&](double x, double y) -> Vec2<double> {
    return {c.origin.x + c.x.x * x + c.y.x * y, c.origin.y + c.x.y * x + c.y.y * y};
  };
  switch (c.kind) {
    case BrepCurveKind::line: return at(t, 0);
    case BrepCurveKind::circle: return at(c.radius * std::cos(t), c.radius * std::sin(t));
    case BrepCurveKind::ellipse: return at(c.radius * std::cos(t), c.minor_radius * std::sin(t));
    case BrepCurveKind::nurbs: {
      const NurbsCurve& n = b.nurbs_parameter_curves.at(c.nurbs);
      const std::vector<double> h = de_boor(n.u, weighted(n), t);
      return {h[0] / h[2], h[1] / h[2]};
    }
  }
  return {};
}

/// A point turned by an angle about the z axis of a frame (Rodrigues).
inline Vec3<double> turned(const BrepFrame& f, const Vec3<double>& point, double angle) {
  const Vec3<double> r = point - f.origin;
  const Vec3<double> along = f.z * dot(r, f.z);
  return f.origin + along + (r - along) * std::cos(angle) + cross(f.z, r) * std::sin(angle);
}

inline Vec3<double> surface_point(const Brep& b, std::uint32_t index, double u, double v) {
  const BrepSurface& s = b.surfaces.at(index);
  const BrepFrame& f = s.frame;
  const Vec3<double> round = f.x * std::cos(u) + f.y * std::sin(u);
  switch (s.kind) {
    case BrepSurfaceKind::plane: return f.origin + f.x * u + f.y * v;
    case BrepSurfaceKind::cylinder: return f.origin + round * s.radius + f.z * v;
    case BrepSurfaceKind::cone:
      return f.origin + round * (s.radius + v * std::sin(s.half_angle)) + f.z * (v * std::cos(s.half_angle));
    case BrepSurfaceKind::sphere: return f.origin + round * (s.radius * std::cos(v)) + f.z * (s.radius * std::sin(v));
    case BrepSurfaceKind::torus:
      return f.origin + round * (s.radius + s.minor_radius * std::cos(v)) + f.z * (s.minor_radius * std::sin(v));
    case BrepSurfaceKind::revolution: return turned(f, curve_point(b, s.profile, v), u);
    case BrepSurfaceKind::extrusion: return curve_point(b, s.profile, u) + f.z * v;
    case BrepSurfaceKind::nurbs: return point_at(b.nurbs_surfaces.at(s.nurbs), u, v).point;
  }
  return {};
}

/// Of all sides, at points of them, the distance of the parameter curve's point from the edge's, in units of the edge's
/// tolerance, or of `least_tolerance` where that is larger.
inline double largest_gap(const Brep& b, double least_tolerance = 1, int points = 40) {
  double largest = 0;
  for (const BrepFace& face : b.faces) {
    for (std::uint32_t l = face.first_loop; l < face.first_loop + face.loops; ++l) {
      for (std::uint32_t c = b.loops[l].first_coedge; c < b.loops[l].first_coedge + b.loops[l].coedges; ++c) {
        const BrepEdge& edge = b.edges[b.coedges[c].edge];
        if (edge.curve == no_brep_index) continue;
        for (int i = 0; i <= points; ++i) {
          const double t = edge.begin + (edge.end - edge.begin) * i / points;
          const Vec2<double> at = parameter_point(b, b.coedges[c].parameter_curve, t);
          const double gap = length(surface_point(b, face.surface, at.x, at.y) - curve_point(b, edge.curve, t));
          largest = std::max(largest, gap / std::max(edge.tolerance, least_tolerance));
        }
      }
    }
  }
  return largest;
}

/// Of all sides, the distance of their ends from their vertices, by both curves, in units of the vertex's tolerance or
/// of `least_tolerance`. Infinite where a side does not begin at the vertex at which the one before ends.
inline double largest_vertex_gap(const Brep& b, double least_tolerance) {
  double largest = 0;
  for (const BrepFace& face : b.faces) {
    for (std::uint32_t l = face.first_loop; l < face.first_loop + face.loops; ++l) {
      for (std::uint32_t c = 0; c < b.loops[l].coedges; ++c) {
        const BrepCoedge& side = b.coedges[b.loops[l].first_coedge + c];
        const BrepCoedge& next = b.coedges[b.loops[l].first_coedge + (c + 1) % b.loops[l].coedges];
        const BrepEdge &edge = b.edges[side.edge], &next_edge = b.edges[next.edge];
        const std::uint32_t vertex = edge.vertices[side.reversed ? 0 : 1];
        if (next_edge.vertices[next.reversed ? 1 : 0] != vertex) return HUGE_VAL;
        const double t = side.reversed ? edge.begin : edge.end;
        const double from = next.reversed ? next_edge.end : next_edge.begin;
        for (const auto& [curve, at] : {std::pair(side.parameter_curve, t), std::pair(next.parameter_curve, from)}) {
          const Vec2<double> p = parameter_point(b, curve, at);
          const double gap = length(surface_point(b, face.surface, p.x, p.y) - b.vertices[vertex].point);
          largest = std::max(largest, gap / std::max(b.vertices[vertex].tolerance, least_tolerance));
        }
      }
    }
  }
  return largest;
}

}  // namespace abut::test
