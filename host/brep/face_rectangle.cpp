#include "host/brep/face_rectangle.h"

#include <algorithm>
#include <cmath>

#include "host/brep/face_sides.h"
#include "host/brep/trim_piece.h"

namespace abut::host {
namespace {

/// How far from an end of an interval, or from the next copy of it.
double off_end(double x, double at, double period) {
  const double off = x - at;
  return std::abs(period > 0 ? off - period * std::round(off / period) : off);
}

/// Whether a piece of the boundary lies on one side of a rectangle. `tolerance`: in space.
bool lies_on_a_side(const Brep& brep, std::uint32_t surface, const TrimPiece& piece, const TrimBox& box,
                    double tolerance) {
  const SurfaceDomain d = domain_of(brep, surface);
  const Vec2<double> middle = middle_of(piece);
  const SurfaceJet<double> jet = surface_point_at(brep, surface, middle.x, middle.y);
  const double by_u = length(jet.u), by_v = length(jet.v);
  const auto on = [&](double end, bool of_u) {
    for (int k = 0; k <= piece.degree; ++k) {
      const Vec3<double>& p = piece.points[static_cast<std::size_t>(k)];
      const double x = (of_u ? p.x : p.y) / p.z;
      if (!(off_end(x, end, of_u ? d.period_u : d.period_v) * (of_u ? by_u : by_v) <= tolerance)) return false;
    }
    return true;
  };
  return on(box.begin_u, true) || on(box.end_u, true) || on(box.begin_v, false) || on(box.end_v, false);
}

}  // namespace

bool fills_its_box(const Brep& brep, std::uint32_t surface, const TrimmedDomain& domain, double tolerance) {
  if (domain.is_whole()) return true;
  return std::all_of(domain.pieces().begin(), domain.pieces().end(), [&](const TrimPiece& piece) {
    return piece.kind == TrimKind::joint || lies_on_a_side(brep, surface, piece, domain.box(), tolerance);
  });
}

std::optional<TrimBox> rectangle_of(const Brep& brep, std::uint32_t surface, const TrimmedDomain& domain,
                                    double tolerance) {
  TrimBox box{HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
  for (const TrimPiece& piece : domain.pieces()) {
    if (piece.kind == TrimKind::joint) continue;  // those of poles go beyond
    for (const Vec2<double>& p : {begin_of(piece), end_of(piece)}) {
      box.begin_u = std::min(box.begin_u, p.x), box.end_u = std::max(box.end_u, p.x);
      box.begin_v = std::min(box.begin_v, p.y), box.end_v = std::max(box.end_v, p.y);
    }
    if (!(box.begin_u <= box.end_u && box.begin_v <= box.end_v)) return std::nullopt;
  }
  double twice_area = 0;
  for (const TrimPiece& piece : domain.pieces()) {
    const auto within = [&](const Vec2<double>& p) {
      return Vec2<double>{std::clamp(p.x, box.begin_u, box.end_u), std::clamp(p.y, box.begin_v, box.end_v)};
    };
    const Vec2<double> a = within(begin_of(piece)), b = within(end_of(piece));
    twice_area += a.x * b.y - a.y * b.x;
    if (piece.kind != TrimKind::joint && !lies_on_a_side(brep, surface, piece, box, tolerance)) return std::nullopt;
  }
  const double area = (box.end_u - box.begin_u) * (box.end_v - box.begin_v);
  return std::abs(twice_area - 2 * area) <= 1e-6 * area ? std::optional<TrimBox>(box) : std::nullopt;
}

void end_at_poles(const Brep& brep, std::uint32_t face, TrimBox& box) {
  const BrepFace& f = brep.faces[face];
  const SurfaceDomain d = domain_of(brep, f.surface);
  if (brep.surfaces[f.surface].kind != BrepSurfaceKind::revolution || !(d.period_v > 0)) return;
  double low = HUGE_VAL, high = -HUGE_VAL;
  bool has_pole = false;
  for_each_coedge(brep, f, [&](std::uint32_t c) {
    const BrepCoedge& coedge = brep.coedges[c];
    const BrepEdge& edge = brep.edges[coedge.edge];
    has_pole = has_pole || edge.curve == no_brep_index;
    for (const double t : {edge.begin, 0.5 * (edge.begin + edge.end), edge.end}) {
      const double v = parameter_curve_point_at(brep, coedge.parameter_curve, t).point.y;
      low = std::min(low, v), high = std::max(high, v);
    }
  });
  if (has_pole && low < high && high - low < (1 - same_end) * d.period_v) box.begin_v = low, box.end_v = high;
}

}  // namespace abut::host
