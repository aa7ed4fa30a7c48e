// B-Reps made by hand, for tests alone.
#pragma once

#include <numbers>

#include "abut/brep/brep.h"

namespace abut::test {

inline std::uint32_t add_line(Brep& b, const Vec3<double>& from, const Vec3<double>& along) {
  BrepCurve c;
  const Vec3<double> other = std::abs(along.x) < 0.5 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  c.frame.origin = from;
  c.frame.x = along;
  c.frame.y = unit_vector(cross(along, other));
  c.frame.z = cross(c.frame.x, c.frame.y);
  b.curves.push_back(c);
  return static_cast<std::uint32_t>(b.curves.size() - 1);
}

inline std::uint32_t add_circle(Brep& b, const Vec3<double>& centre, double radius) {
  BrepCurve c;
  c.kind = BrepCurveKind::circle;
  c.frame.origin = centre;
  c.radius = radius;
  b.curves.push_back(c);
  return static_cast<std::uint32_t>(b.curves.size() - 1);
}

/// Of parameters: origin + t x.
inline std::uint32_t add_parameter_line(Brep& b, const Vec2<double>& origin, const Vec2<double>& x) {
  BrepParameterCurve c;
  c.origin = origin;
  c.x = x;
  b.parameter_curves.push_back(c);
  return static_cast<std::uint32_t>(b.parameter_curves.size() - 1);
}

inline std::uint32_t add_edge(Brep& b, std::uint32_t curve, double begin, double end, std::uint32_t from,
                              std::uint32_t to) {
  b.edges.push_back({curve, begin, end, {from, to}, 1e-7});
  return static_cast<std::uint32_t>(b.edges.size() - 1);
}

/// One loop of coedges, the face's only one.
inline void add_face(Brep& b, const BrepSurface& surface, bool reversed, const std::vector<BrepCoedge>& coedges) {
  b.surfaces.push_back(surface);
  b.loops.push_back({static_cast<std::uint32_t>(b.coedges.size()), static_cast<std::uint32_t>(coedges.size())});
  b.coedges.insert(b.coedges.end(), coedges.begin(), coedges.end());
  b.faces.push_back({static_cast<std::uint32_t>(b.surfaces.size() - 1), reversed,
                     static_cast<std::uint32_t>(b.loops.size() - 1), 1, 1e-7});
}

/// The box [0, a] x [0, b] x [0, c], each face a plane with the outward normal du x dv.
inline Brep box(double a, double b, double c) {
  Brep out;
  const double size[3] = {a, b, c};
  for (int corner = 0; corner < 8; ++corner) {
    out.vertices.push_back({{(corner & 1 ? a : 0), (corner & 2 ? b : 0), (corner & 4 ? c : 0)}, 1e-7});
  }
  const Vec3<double> axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::uint32_t edge_of[3][8];  // along an axis, from a corner
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    for (std::uint32_t corner = 0; corner < 8; ++corner) {
      if (corner & (1u << axis)) continue;
      const std::uint32_t line = add_line(out, out.vertices[corner].point, axes[axis]);
      edge_of[axis][corner] = add_edge(out, line, 0, size[axis], corner, corner | (1u << axis));
    }
  }
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    for (const bool far : {false, true}) {
      // Outward: along the axis on the far side, where u runs along the next axis; on the near side along the one
      // behind.
      const std::uint32_t u = far ? (axis + 1) % 3 : (axis + 2) % 3, v = far ? (axis + 2) % 3 : (axis + 1) % 3;
      const std::uint32_t corner = far ? 1u << axis : 0;
      BrepSurface plane;
      plane.frame = {out.vertices[corner].point, axes[u], axes[v], far ? axes[axis] : -axes[axis]};
      add_face(out, plane, false,
               {{edge_of[u][corner], add_parameter_line(out, {0, 0}, {1, 0}), false},
                {edge_of[v][corner | (1u << u)], add_parameter_line(out, {size[u], 0}, {0, 1}), false},
                {edge_of[u][corner | (1u << v)], add_parameter_line(out, {0, size[v]}, {1, 0}), true},
                {edge_of[v][corner], add_parameter_line(out, {0, 0}, {0, 1}), true}});
    }
  }
  out.shells.push_back({0, 6, true});
  return out;
}

/// A cylinder about z, from 0 to `height`, with a seam at u = 0.
inline Brep cylinder(double radius, double height) {
  constexpr double round = 2 * std::numbers::pi;
  Brep out;
  out.vertices = {{{radius, 0, 0}, 1e-7}, {{radius, 0, height}, 1e-7}};
  const std::uint32_t low = add_edge(out, add_circle(out, {0, 0, 0}, radius), 0, round, 0, 0);
  const std::uint32_t high = add_edge(out, add_circle(out, {0, 0, height}, radius), 0, round, 1, 1);
  const std::uint32_t seam = add_edge(out, add_line(out, {radius, 0, 0}, {0, 0, 1}), 0, height, 0, 1);
  BrepSurface side;
  side.kind = BrepSurfaceKind::cylinder;
  side.radius = radius;
  add_face(out, side, false,
           {{low, add_parameter_line(out, {0, 0}, {1, 0}), false},
            {seam, add_parameter_line(out, {round, 0}, {0, 1}), false},
            {high, add_parameter_line(out, {0, height}, {1, 0}), true},
            {seam, add_parameter_line(out, {0, 0}, {0, 1}), true}});
  BrepParameterCurve circle;
  circle.kind = BrepCurveKind::circle;
  circle.radius = radius;
  out.parameter_curves.push_back(circle);
  const auto on_plane = static_cast<std::uint32_t>(out.parameter_curves.size() - 1);
  BrepSurface bottom, top;
  top.frame.origin = {0, 0, height};
  add_face(out, top, false, {{high, on_plane, false}});
  // Its normal is up, its material lies above: seen against the normal, the loop goes round to the left all the same.
  add_face(out, bottom, true, {{low, on_plane, false}});
  out.shells.push_back({0, 3, true});
  return out;
}

/// About z, with two seams: one face, whose edges come twice.
inline Brep torus(double radius, double minor_radius) {
  constexpr double round = 2 * std::numbers::pi;
  Brep out;
  out.vertices = {{{radius + minor_radius, 0, 0}, 1e-7}};
  BrepCurve tube;
  tube.kind = BrepCurveKind::circle;
  tube.frame = {{radius, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0}};
  tube.radius = minor_radius;
  const std::uint32_t around = add_edge(out, add_circle(out, {0, 0, 0}, radius + minor_radius), 0, round, 0, 0);
  out.curves.push_back(tube);
  const std::uint32_t across = add_edge(out, 1, 0, round, 0, 0);
  BrepSurface surface;
  surface.kind = BrepSurfaceKind::torus;
  surface.radius = radius;
  surface.minor_radius = minor_radius;
  add_face(out, surface, false,
           {{around, add_parameter_line(out, {0, 0}, {1, 0}), false},
            {across, add_parameter_line(out, {round, 0}, {0, 1}), false},
            {around, add_parameter_line(out, {0, round}, {1, 0}), true},
            {across, add_parameter_line(out, {0, 0}, {0, 1}), true}});
  out.shells.push_back({0, 1, true});
  return out;
}

/// Half of a sphere with a pole, a NURBS side and what else has no place in the others: for files, not for its
/// geometry.
inline Brep one_of_each() {
  Brep out = cylinder(2, 3);
  const auto curves = static_cast<std::uint32_t>(out.curves.size());
  out.nurbs_curves.push_back({{2, {0, 0, 0, 1, 1, 1}}, {{1, 0, 0}, {1, 1, -0.0}, {0, 1, 0x1p-1074}}, {1, 0.5, 2}});
  out.nurbs_parameter_curves.push_back({{1, {0, 0, 1, 1}}, {{0, 0}, {0.1, 1.0 / 3}}, {}});
  out.nurbs_surfaces.push_back({{1, {0, 0, 1, 1}}, {1, {0, 0, 1, 1}}, {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0.7}}});
  BrepCurve nurbs, ellipse;
  nurbs.kind = BrepCurveKind::nurbs;
  nurbs.nurbs = 0;
  ellipse.kind = BrepCurveKind::ellipse;
  ellipse.radius = 0.1;
  ellipse.minor_radius = 1.0 / 3;
  out.curves.push_back(nurbs);
  out.curves.push_back(ellipse);
  for (const BrepSurfaceKind kind : {BrepSurfaceKind::cone, BrepSurfaceKind::sphere, BrepSurfaceKind::torus,
                                     BrepSurfaceKind::revolution, BrepSurfaceKind::extrusion, BrepSurfaceKind::nurbs}) {
    BrepSurface s;
    s.kind = kind;
    s.frame.z = {0, 0, kind == BrepSurfaceKind::cone ? -1.0 : 1.0};  // left-handed
    if (kind == BrepSurfaceKind::cone || kind == BrepSurfaceKind::sphere || kind == BrepSurfaceKind::torus) {
      s.radius = 0.3;
    }
    if (kind == BrepSurfaceKind::torus) s.minor_radius = 0.1;
    if (kind == BrepSurfaceKind::cone) s.half_angle = -0.25;
    if (kind == BrepSurfaceKind::revolution) s.profile = curves;
    if (kind == BrepSurfaceKind::extrusion) s.profile = curves + 1;
    if (kind == BrepSurfaceKind::nurbs) {
      s.frame = {};
      s.nurbs = 0;
    }
    out.surfaces.push_back(s);
  }
  BrepParameterCurve spline, oval;
  spline.kind = BrepCurveKind::nurbs;
  spline.nurbs = 0;
  oval.kind = BrepCurveKind::ellipse;
  oval.radius = 2;
  oval.minor_radius = 1;
  out.parameter_curves.push_back(spline);
  out.parameter_curves.push_back(oval);
  out.edges.push_back({no_brep_index, 0, 1, {0, 0}, 0});
  return out;
}

}  // namespace abut::test
