#include "host/brep/free_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "abut/brep/brep_geometry.h"
#include "abut/surface/sub_patch.h"
#include "host/brep/bezier_arcs.h"

namespace abut::host {
namespace {

/// Parts of [low, high] in the first period and in the next, moved into it. Data only.
struct Window {
  double low, high, shift;
};
std::vector<Window> windows(double low, double high, double begin, double end, double period) {
  if (!(period > 0) || high <= end + 1e-9 * period) return {{std::max(low, begin), std::min(high, end), 0}};
  std::vector<Window> out;
  if (low < end) out.push_back({low, end, 0});
  out.push_back({std::max(low - period, begin), std::min(high - period, end), period});
  return out;
}

PieceRange range_of(const BezierArc& arc, bool is_angle, double shift) {
  return {arc.begin + shift, arc.end + shift, is_angle};
}

bool is_conic(const Brep& brep, std::uint32_t curve) {
  return brep.curves[curve].kind == BrepCurveKind::circle || brep.curves[curve].kind == BrepCurveKind::ellipse;
}

/// Of a curve; a NURBS that closes goes on beyond its end.
struct MovedArc {
  BezierArc arc;
  PieceRange range;
};
std::vector<MovedArc> arcs_of(const Brep& brep, std::uint32_t curve, double low, double high) {
  std::vector<Window> parts{{low, high, 0}};
  if (brep.curves[curve].kind == BrepCurveKind::nurbs) {
    const SplineDirection& d = brep.nurbs_curves[brep.curves[curve].nurbs].u;
    parts = windows(low, high, d.begin(), d.end(), d.end() - d.begin());
  }
  std::vector<MovedArc> out;
  for (const Window& w : parts) {
    for (const BezierArc& arc : bezier_arcs(brep, curve, w.low, w.high))
      out.push_back({arc, range_of(arc, is_conic(brep, curve), w.shift)});
  }
  return out;
}

ShapePiece piece_of(const BezierArc& arc, const PieceRange& range) {
  ShapePiece out;
  out.degree_u = arc.degree, out.u = range;
  for (const WeightedPoint& p : arc.net()) out.points.push_back(p), out.points.push_back(p);
  return out;
}

/// A half turn or less of the frame's circle, as weights of the radial directions.
BezierArc round_arc(double begin, double end) {
  const double half = 0.5 * (end - begin), middle = 0.5 * (begin + end), weight = std::cos(half);
  BezierArc out;
  out.degree = 2, out.begin = begin, out.end = end;
  out.points[0] = {std::cos(begin), std::sin(begin), 0, 1};
  out.points[1] = {std::cos(middle), std::sin(middle), 0, weight};  // (x, y) / w is 1 / weight away
  out.points[2] = {std::cos(end), std::sin(end), 0, 1};
  return out;
}

/// `profile` about the frame's axis; x and y of `frame` are at the angles 0 and a quarter.
ShapePiece turned_piece(const BezierArc& profile, const BezierArc& round, const Vec3<double>& origin,
                        const Vec3<double>& z, double handed) {
  ShapePiece out;
  out.degree_u = 2, out.degree_v = profile.degree, out.rational = true;
  for (std::size_t i = 0; i <= 2; ++i) {
    for (const WeightedPoint& p : profile.net()) {
      const Vec3<double> d = Vec3<double>{p.x, p.y, p.z} - origin * p.w, up = z * dot(z, d), away = d - up;
      const Vec3<double> side = cross(z, away) * handed;
      const double w = round.points[i].w;
      const Vec3<double> at = origin * (p.w * w) + up * w + away * round.points[i].x + side * round.points[i].y;
      out.points.push_back({at.x, at.y, at.z, p.w * w});
    }
  }
  return out;
}

void add_turned(FreeShape& to, const std::vector<MovedArc>& profile, const BrepFrame& f, const TrimBox& box,
                double handed) {
  const double quarter = std::numbers::pi / 2, turn = box.end_u - box.begin_u;
  const int count = std::max(1, static_cast<int>(std::ceil(turn / quarter - 1e-9)));
  for (int k = 0; k < count; ++k) {
    const BezierArc round = round_arc(box.begin_u + turn * k / count, box.begin_u + turn * (k + 1) / count);
    for (const MovedArc& m : profile) {
      to.pieces.push_back(turned_piece(m.arc, round, f.origin, f.z, handed));
      to.pieces.back().u = {round.begin, round.end, true}, to.pieces.back().v = m.range;
    }
  }
}

void add_moved(FreeShape& to, const std::vector<MovedArc>& profile, const Vec3<double>& along, const TrimBox& box) {
  for (const MovedArc& m : profile) {
    ShapePiece out;
    out.degree_u = m.arc.degree, out.u = m.range, out.v = {box.begin_v, box.end_v, false};
    for (const WeightedPoint& p : m.arc.net()) {
      for (const double v : {box.begin_v, box.end_v}) {
        const double s = v * p.w;
        out.points.push_back({p.x + along.x * s, p.y + along.y * s, p.z + along.z * s, p.w});
      }
    }
    to.pieces.push_back(std::move(out));
  }
}

/// Between the breaks `k` and `k` + 1, what is within the window; from 0 to 1.
bool cut(const std::vector<double>& breaks, std::size_t k, const Window& w, double& s0, double& s1) {
  const double from = std::max(breaks[k], w.low), to = std::min(breaks[k + 1], w.high);
  const double size = breaks[k + 1] - breaks[k];
  s0 = (from - breaks[k]) / size, s1 = (to - breaks[k]) / size;
  if (s0 < 1e-12) s0 = 0;
  if (s1 > 1 - 1e-12) s1 = 1;
  return s1 - s0 > 1e-12;
}

void add_patches(FreeShape& to, const BezierPatches& all, const Window& u, const Window& v) {
  const int p = all.degree_u, q = all.degree_v;
  const auto size = static_cast<std::size_t>((p + 1) * (q + 1));
  for (std::size_t k = 0; k < all.patches_u(); ++k) {
    for (std::size_t l = 0; l < all.patches_v(); ++l) {
      ParameterRectangle<double> r;
      if (!cut(all.breaks_u, k, u, r.s0, r.s1) || !cut(all.breaks_v, l, v, r.t0, r.t1)) continue;
      ShapePiece out;
      out.degree_u = p, out.degree_v = q, out.points.resize(size);
      const double* from = &all.points[(k * all.patches_v() + l) * size].x;
      sub_patch<FourScalars<double>>(BezierPatch<double>{p, q, true, from}, r, &out.points[0].x);
      const auto range = [](const std::vector<double>& b, std::size_t i, double s0, double s1, double shift) {
        const double w = b[i + 1] - b[i];
        return PieceRange{b[i] + w * s0 + shift, b[i] + w * s1 + shift, false};
      };
      out.u = range(all.breaks_u, k, r.s0, r.s1, u.shift), out.v = range(all.breaks_v, l, r.t0, r.t1, v.shift);
      to.pieces.push_back(std::move(out));
    }
  }
}

void add_nurbs(FreeShape& to, const Brep& brep, std::uint32_t surface, const TrimBox& box) {
  const BezierPatches all = bezier_patches(brep.nurbs_surfaces[brep.surfaces[surface].nurbs]);
  const SurfaceDomain d = domain_of(brep, surface);
  for (const Window& u : windows(box.begin_u, box.end_u, d.begin_u, d.end_u, d.period_u)) {
    for (const Window& v : windows(box.begin_v, box.end_v, d.begin_v, d.end_v, d.period_v)) add_patches(to, all, u, v);
  }
}

MovedArc straight_arc(const Vec3<double>& a, const Vec3<double>& b, double begin, double end) {
  MovedArc out;
  out.arc.begin = begin, out.arc.end = end, out.range = {begin, end, false};
  out.arc.points[0] = {a.x, a.y, a.z, 1}, out.arc.points[1] = {b.x, b.y, b.z, 1};
  return out;
}

/// Whether each piece has an end and weights above 0.
void look_at_weights(FreeShape& shape) {
  if (shape.pieces.empty()) shape.usable = false;
  for (ShapePiece& piece : shape.pieces) {
    for (const WeightedPoint& p : piece.points) {
      if (!(p.w > 0) || !std::isfinite(p.x + p.y + p.z + p.w)) shape.usable = false;
      if (p.w != 1) piece.rational = true;
    }
  }
}

/// What is left of a sphere, cylinder or torus without its offset.
void add_skeleton(FreeShape& to, const Brep& brep, std::uint32_t surface, const TrimBox& box) {
  const BrepSurface& s = brep.surfaces[surface];
  const BrepFrame& f = s.frame;
  to.offset = offset(*to.carrier);
  if (s.kind == BrepSurfaceKind::sphere) {
    to.straight = StraightKind::point;
    to.pieces.push_back(piece_of(straight_arc(f.origin, f.origin, 0, 1).arc, {0, 1, false}));
  } else if (s.kind == BrepSurfaceKind::cylinder) {
    to.dimensions = 1, to.straight = StraightKind::line;
    const MovedArc axis =
        straight_arc(f.origin + f.z * box.begin_v, f.origin + f.z * box.end_v, box.begin_v, box.end_v);
    to.pieces.push_back(piece_of(axis.arc, axis.range));
  } else {
    to.dimensions = 1;
    Brep one;
    one.curves.push_back({BrepCurveKind::circle, f, s.radius, 0, no_brep_index});
    for (const MovedArc& m : arcs_of(one, 0, box.begin_u, box.end_u)) to.pieces.push_back(piece_of(m.arc, m.range));
  }
}

}  // namespace

double PieceRange::at(double s) const {
  if (!is_angle) return begin + (end - begin) * s;
  return 0.5 * (begin + end) + 2 * std::atan(std::tan(0.25 * (end - begin)) * (2 * s - 1));
}

FreeShape shape_of_face(const Brep& brep, std::uint32_t surface, bool reversed, const TrimBox& box,
                        const std::optional<Carrier<double>>& carrier) {
  const BrepSurface& s = brep.surfaces[surface];
  const BrepFrame& f = s.frame;
  FreeShape out;
  out.dimensions = 2, out.carrier = carrier, out.side = reversed ? -1 : 1;
  if (!std::isfinite(box.end_u - box.begin_u + box.end_v - box.begin_v)) return out.usable = false, out;
  switch (s.kind) {
    case BrepSurfaceKind::plane:
      out.straight = StraightKind::plane;
      add_moved(out, {straight_arc(f.origin + f.x * box.begin_u, f.origin + f.x * box.end_u, box.begin_u, box.end_u)},
                f.y, box);
      break;
    case BrepSurfaceKind::cone: {
      const auto at = [&](double v) { return surface_point_at(brep, surface, 0, v).point; };
      const double handed = dot(cross(f.x, f.y), f.z) < 0 ? -1 : 1;
      add_turned(out, {straight_arc(at(box.begin_v), at(box.end_v), box.begin_v, box.end_v)}, f, box, handed);
      break;
    }
    case BrepSurfaceKind::revolution:
      add_turned(out, arcs_of(brep, s.profile, box.begin_v, box.end_v), f, box, 1);
      break;
    case BrepSurfaceKind::extrusion: add_moved(out, arcs_of(brep, s.profile, box.begin_u, box.end_u), f.z, box); break;
    case BrepSurfaceKind::nurbs: add_nurbs(out, brep, surface, box); break;
    default: out.dimensions = 0, add_skeleton(out, brep, surface, box);
  }
  return look_at_weights(out), out;
}

FreeShape shape_of_edge(const Brep& brep, std::span<const EdgeInterval> intervals,
                        const std::optional<Carrier<double>>& carrier) {
  FreeShape out;
  out.dimensions = 1, out.carrier = carrier;
  const bool is_line = !intervals.empty() && brep.curves[intervals[0].curve].kind == BrepCurveKind::line;
  if (carrier && is_line) out.straight = StraightKind::line;
  for (std::uint32_t i = 0; i < intervals.size(); ++i) {
    for (const MovedArc& m : arcs_of(brep, intervals[i].curve, intervals[i].begin, intervals[i].end)) {
      out.pieces.push_back(piece_of(m.arc, m.range));
      out.pieces.back().interval = i;
    }
  }
  return look_at_weights(out), out;
}

FreeShape shape_of_vertex(const Vec3<double>& point) {
  FreeShape out;
  out.carrier = point_carrier(point), out.straight = StraightKind::point;
  out.pieces.push_back(piece_of(straight_arc(point, point, 0, 1).arc, {0, 1, false}));
  return look_at_weights(out), out;
}

}  // namespace abut::host
