// Faces of other curves and surfaces than prisms and lathes have, and bodies told otherwise.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/brep/brep_parts.h"
#include "tests/brep/made_breps.h"

namespace abut::test {
namespace {

/// A tube about z from v = 0 to 2 with a seam, its rings being `curve` at both heights.
void add_tube(Brep& to, const BrepSurface& surface, BrepCurve curve, double begin, double end) {
  BrepParts parts(to);
  std::uint32_t vertex[2], ring[2];
  for (std::uint32_t k = 0; k < 2; ++k) {
    vertex[k] = parts.vertex({1, 0, 2.0 * k});
    curve.frame.origin.z = 2.0 * k;
    to.curves.push_back(curve);
    ring[k] = parts.edge(static_cast<std::uint32_t>(to.curves.size() - 1), begin, end, vertex[k], vertex[k]);
  }
  const std::uint32_t seam = parts.line(vertex[0], vertex[1]);
  parts.face(
      surface, false,
      {{parts.straight(ring[0], false, {begin, 0}, {end, 0}), parts.straight(seam, false, {end, 0}, {end, 2}),
        parts.straight(ring[1], true, {begin, 2}, {end, 2}), parts.straight(seam, true, {begin, 0}, {begin, 2})}});
  parts.shell(0, false);
}

/// Other frames of a surface, and (u, v) of the old one as those of the new.
struct Reframe {
  double linear[4];
  Vec2<double> shift;
};

Vec2<double> apply(const Reframe& r, Vec2<double> p, bool vector) {
  const Vec2<double> q{r.linear[0] * p.x + r.linear[1] * p.y, r.linear[2] * p.x + r.linear[3] * p.y};
  return vector ? q : q + r.shift;
}

/// u turned by an angle, perhaps the other way round; v perhaps the other way round, and moved.
Reframe reframe_round(BrepSurface& s, Random& random) {
  const double angle = random.uniform(-3, 3), c = std::cos(angle), d = std::sin(angle);
  const double flip_u = random.below(2) == 0 ? 1 : -1, flip_v = random.below(2) == 0 ? 1 : -1;
  BrepFrame& f = s.frame;
  const Vec3<double> x = f.x * c + f.y * d, y = (f.y * c - f.x * d) * flip_u;
  double along = 0;
  if (s.kind == BrepSurfaceKind::cylinder || s.kind == BrepSurfaceKind::cone) along = random.uniform(-2, 2) * s.radius;
  if (s.kind == BrepSurfaceKind::cone) {
    if (s.radius + along * std::sin(s.half_angle) < 0) along = 0;
    f.origin = f.origin + f.z * (along * std::cos(s.half_angle));
    s.radius += along * std::sin(s.half_angle);
    s.half_angle *= flip_v;
  } else {
    f.origin = f.origin + f.z * along;
  }
  f.x = x, f.y = y, f.z = f.z * flip_v;
  return {{flip_u, 0, 0, flip_v}, {-flip_u * angle, -flip_v * along}};
}

Reframe reframe_plane(BrepSurface& s, Random& random) {
  const double angle = random.uniform(-3, 3), c = std::cos(angle), d = std::sin(angle);
  const double flip = random.below(2) == 0 ? 1 : -1, a = random.uniform(-2, 2), b = random.uniform(-2, 2);
  BrepFrame& f = s.frame;
  f.origin = f.origin + f.x * a + f.y * b;
  const Vec3<double> x = f.x * c + f.y * d, y = (f.y * c - f.x * d) * flip;
  f.x = x, f.y = y, f.z = f.z * flip;
  const Reframe turn{{c, d, -d * flip, c * flip}, {0, 0}};
  return {{c, d, -d * flip, c * flip}, apply(turn, {-a, -b}, true)};
}

void reverse_loop(Brep& brep, const BrepLoop& loop) {
  const auto first = brep.coedges.begin() + loop.first_coedge;
  std::reverse(first, first + loop.coedges);
  for (auto c = first; c != first + loop.coedges; ++c) c->reversed = !c->reversed;
}

}  // namespace

Brep sheet_with_holes(double& area) {
  Brep out;
  BrepParts parts(out);
  std::vector<Sides> loops(4);
  std::uint32_t corner[4];
  const Vec3<double> at[4] = {{0, 0, 0}, {4, 0, 0}, {4, 3, 0}, {0, 3, 0}};
  for (std::uint32_t k = 0; k < 4; ++k) corner[k] = parts.vertex(at[k]);
  for (std::uint32_t k = 0; k < 4; ++k) {
    const std::uint32_t e = parts.line(corner[k], corner[(k + 1) % 4]);
    loops[0].push_back({e, false, parts.flat_curve_of(e)});
  }
  const std::uint32_t v = parts.vertex({1.5, 1, 0});
  const std::uint32_t round = parts.arc({{1, 1, 0}}, 0.5, 0, 2 * M_PI, v, v);
  loops[1] = {{round, true, parts.flat_curve_of(round)}};
  BrepCurve ellipse;
  const double c = std::cos(0.5), s = std::sin(0.5);
  ellipse.kind = BrepCurveKind::ellipse, ellipse.radius = 0.9, ellipse.minor_radius = 0.4;
  ellipse.frame = {{2.6, 1.1, 0}, {c, s, 0}, {-s, c, 0}, {0, 0, 1}};
  out.curves.push_back(ellipse);
  const std::uint32_t w = parts.vertex({2.6 + 0.9 * c, 1.1 + 0.9 * s, 0});
  const std::uint32_t oval = parts.edge(static_cast<std::uint32_t>(out.curves.size() - 1), 0, 2 * M_PI, w, w);
  loops[2] = {{oval, true, parts.flat_curve_of(oval)}};
  // A rational circle of radius 0.3, moved: as a NURBS, in space and in the plane.
  NurbsCurve spline = unit_circle();
  NurbsSpaceCurve space{spline.u, {}, spline.weights};
  for (auto& p : spline.points) p = p * 0.3 + Vec2<double>{1.2, 2.3}, space.points.push_back(in_space(p));
  out.nurbs_curves.push_back(space), out.nurbs_parameter_curves.push_back(spline);
  BrepCurve wrapped;
  wrapped.kind = BrepCurveKind::nurbs, wrapped.nurbs = 0;
  out.curves.push_back(wrapped);
  const std::uint32_t x = parts.vertex({1.5, 2.3, 0});
  const std::uint32_t hole =
      parts.edge(static_cast<std::uint32_t>(out.curves.size() - 1), spline.u.begin(), spline.u.end(), x, x);
  BrepParameterCurve p;
  p.kind = BrepCurveKind::nurbs, p.nurbs = 0;
  loops[3] = {{hole, true, parts.parameter_curve(p)}};
  parts.face({}, false, loops);
  parts.shell(0, false);
  area = 12 - M_PI * (0.25 + 0.36 + 0.09);
  return out;
}

Brep elliptic_tube() {
  Brep out;
  BrepCurve c;
  c.kind = BrepCurveKind::ellipse, c.radius = 1, c.minor_radius = 0.5;
  out.curves.push_back(c);
  BrepSurface s;
  s.kind = BrepSurfaceKind::extrusion, s.profile = 0;
  add_tube(out, s, c, 0, 2 * M_PI);
  return out;
}

Brep spline_tube() {
  Brep out;
  const NurbsCurve round = unit_circle();
  NurbsSurface surface;
  surface.u = round.u, surface.v = {1, {0, 0, 2, 2}};
  for (std::size_t i = 0; i < round.points.size(); ++i) {
    for (const double z : {0.0, 2.0}) {
      surface.points.push_back({round.points[i].x, round.points[i].y, z});
      surface.weights.push_back(round.weights[i]);
    }
  }
  out.nurbs_surfaces.push_back(surface);
  BrepSurface s;
  s.kind = BrepSurfaceKind::nurbs, s.nurbs = 0;
  for (const double z : {0.0, 2.0}) {
    NurbsSpaceCurve c{round.u, {}, round.weights};
    for (const auto& p : round.points) c.points.push_back({p.x, p.y, z});
    out.nurbs_curves.push_back(c);
  }
  BrepCurve c;
  c.kind = BrepCurveKind::nurbs, c.nurbs = 0;
  add_tube(out, s, c, round.u.begin(), round.u.end());
  for (const BrepEdge& e : out.edges) {
    BrepCurve& of = out.curves[e.curve];
    if (of.kind == BrepCurveKind::nurbs) of.nurbs = of.frame.origin.z > 0 ? 1 : 0;
  }
  return out;
}

Brep turned_spline() {
  Brep out;
  out.nurbs_curves.push_back({{3, {0, 0, 0, 0, 0.5, 1, 1, 1, 1}},
                              {{2, 0, 0}, {2.5, 0.2, 0.5}, {1.5, -0.1, 1}, {2, 0.3, 1.8}, {2.2, 0, 2.5}},
                              {1, 2, 0.7, 1, 1.3}});
  BrepCurve c;
  c.kind = BrepCurveKind::nurbs, c.nurbs = 0;
  out.curves.push_back(c);
  BrepSurface s;
  s.kind = BrepSurfaceKind::revolution, s.profile = 0;
  s.frame.origin = {0.1, -0.2, 0};
  BrepParts parts(out);
  const std::uint32_t v = parts.vertex({0, 0, 0});  // no edge of it is looked at in space
  Sides loop;
  const Vec2<double> at[4] = {{0, 0}, {M_PI / 2, 0}, {M_PI / 2, 1}, {0, 1}};
  for (std::uint32_t k = 0; k < 4; ++k)
    loop.push_back(parts.straight(parts.edge(0, 0, 1, v, v), false, at[k], at[(k + 1) % 4]));
  parts.face(s, false, {loop});
  parts.shell(0, false);
  return out;
}

Brep two_half_balls_by_other_axes() {
  Brep out;
  BrepParts parts(out);
  const std::uint32_t east = parts.vertex({1, 0, 0}), west = parts.vertex({-1, 0, 0});
  const std::uint32_t north = parts.arc({}, 1, 0, M_PI, east, west),
                      south = parts.arc({}, 1, M_PI, 2 * M_PI, west, east);
  BrepSurface s;
  s.kind = BrepSurfaceKind::sphere, s.radius = 1;
  parts.face(
      s, false,
      {{parts.straight(north, false, {0, 0}, {M_PI, 0}), parts.straight(south, false, {M_PI, 0}, {2 * M_PI, 0})}});
  s.frame = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  const double h = M_PI / 2;
  parts.face(s, false,
             {{parts.straight(parts.pole(M_PI, 2 * M_PI, west), false, {M_PI, -h}, {2 * M_PI, -h}),
               parts.straight(north, true, {2 * M_PI, h}, {2 * M_PI, -h}),
               parts.straight(parts.pole(M_PI, 2 * M_PI, east), true, {M_PI, h}, {2 * M_PI, h}),
               parts.straight(south, true, {M_PI, -h}, {M_PI, h})}});
  parts.shell(0);
  return out;
}

Brep moved(Brep brep, const Pose& pose) {
  const auto place = [&](Vec3<double>& p) { p = rotate(pose.rotation, p) + pose.position; };
  const auto turn = [&](BrepFrame& f) {
    place(f.origin);
    for (Vec3<double>* a : {&f.x, &f.y, &f.z}) *a = rotate(pose.rotation, *a);
  };
  for (BrepSurface& s : brep.surfaces) turn(s.frame);
  for (BrepCurve& c : brep.curves) turn(c.frame);
  for (BrepVertex& v : brep.vertices) place(v.point);
  for (NurbsSurface& s : brep.nurbs_surfaces) std::for_each(s.points.begin(), s.points.end(), place);
  for (NurbsSpaceCurve& c : brep.nurbs_curves) std::for_each(c.points.begin(), c.points.end(), place);
  return brep;
}

Brep squares_about_y(const std::vector<Vec3<double>>& directions) {
  Brep out;
  BrepParts parts(out);
  const Vec3<double> y{0, 1, 0};
  const std::uint32_t p0 = parts.vertex({0, 0, 0}), p1 = parts.vertex(y), shared = parts.line(p0, p1);
  for (const Vec3<double>& d : directions) {
    const std::uint32_t q0 = parts.vertex(d), q1 = parts.vertex(d + y);
    BrepSurface plane;
    plane.frame = {{0, 0, 0}, d, y, cross(d, y)};
    parts.face(
        plane, false,
        {{parts.straight(parts.line(p0, q0), false, {0, 0}, {1, 0}),
          parts.straight(parts.line(q0, q1), false, {1, 0}, {1, 1}),
          parts.straight(parts.line(q1, p1), false, {1, 1}, {0, 1}), parts.straight(shared, true, {0, 0}, {0, 1})}});
  }
  parts.shell(0, false);
  return out;
}

Brep with_faces_in_order(const Brep& brep, const std::vector<std::uint32_t>& order) {
  Brep out = brep;
  out.surfaces.clear(), out.faces.clear(), out.loops.clear(), out.coedges.clear();
  for (const std::uint32_t f : order) {
    BrepFace face = brep.faces[f];
    out.surfaces.push_back(brep.surfaces[face.surface]);
    face.surface = static_cast<std::uint32_t>(out.surfaces.size() - 1);
    const std::uint32_t first = face.first_loop;
    face.first_loop = static_cast<std::uint32_t>(out.loops.size());
    for (std::uint32_t l = first; l < first + face.loops; ++l) {
      BrepLoop loop = brep.loops[l];
      const auto from = brep.coedges.begin() + loop.first_coedge;
      loop.first_coedge = static_cast<std::uint32_t>(out.coedges.size());
      out.coedges.insert(out.coedges.end(), from, from + loop.coedges);
      out.loops.push_back(loop);
    }
    out.faces.push_back(face);
  }
  out.shells = {{0, static_cast<std::uint32_t>(out.faces.size()), true}};
  return out;
}

Brep reframed(const Brep& brep, Random& random) {
  std::vector<std::uint32_t> order(brep.faces.size());
  std::iota(order.begin(), order.end(), 0u);
  Brep out = with_faces_in_order(brep, order);
  for (BrepFace& face : out.faces) {
    BrepSurface& s = out.surfaces[face.surface];
    const Reframe by = s.kind == BrepSurfaceKind::plane ? reframe_plane(s, random) : reframe_round(s, random);
    const bool mirrored = by.linear[0] * by.linear[3] - by.linear[1] * by.linear[2] < 0;
    if (mirrored) face.reversed = !face.reversed;
    for (std::uint32_t l = face.first_loop; l < face.first_loop + face.loops; ++l) {
      if (mirrored) reverse_loop(out, out.loops[l]);
      for (std::uint32_t k = 0; k < out.loops[l].coedges; ++k) {
        BrepCoedge& coedge = out.coedges[out.loops[l].first_coedge + k];
        BrepParameterCurve c = out.parameter_curves[coedge.parameter_curve];
        c.origin = apply(by, c.origin, false), c.x = apply(by, c.x, true), c.y = apply(by, c.y, true);
        coedge.parameter_curve = static_cast<std::uint32_t>(out.parameter_curves.size());
        out.parameter_curves.push_back(c);
      }
    }
  }
  return out;
}

Brep without_poles(Brep brep) {
  std::vector<BrepCoedge> coedges;
  for (BrepLoop& loop : brep.loops) {
    const std::uint32_t first = loop.first_coedge, count = loop.coedges;
    loop.first_coedge = static_cast<std::uint32_t>(coedges.size());
    for (std::uint32_t k = first; k < first + count; ++k) {
      if (brep.edges[brep.coedges[k].edge].curve != no_brep_index) coedges.push_back(brep.coedges[k]);
    }
    loop.coedges = static_cast<std::uint32_t>(coedges.size()) - loop.first_coedge;
  }
  brep.coedges = coedges;
  return brep;
}

}  // namespace abut::test
