#include <cmath>
#include <numbers>
#include <vector>

#include "examples/insertion/turned.h"

namespace insertion {

namespace {

using abut::BrepCurveKind;
using abut::BrepSurfaceKind;

constexpr double round_trip = 2 * std::numbers::pi;

/// The surface that a piece sweeps, and its parameter v at both ends.
struct Swept {
  abut::BrepSurface surface;
  double begin = 0, end = 0;
};

Swept swept(const Piece& p) {
  Swept out;
  abut::BrepSurface& s = out.surface;
  if (p.sweep != 0) {
    s.kind = BrepSurfaceKind::torus;
    s.frame.origin = {0, 0, p.centre.y}, s.radius = p.centre.x, s.minor_radius = abut::length(p.from - p.centre);
    out.begin = std::atan2(p.from.y - p.centre.y, p.from.x - p.centre.x), out.end = out.begin + p.sweep;
    return out;
  }
  const bool up = p.to.y > p.from.y;
  const Point low = up ? p.from : p.to, high = up ? p.to : p.from;
  s.frame.origin = {0, 0, low.y}, s.radius = low.x;
  s.kind = low.x == high.x ? BrepSurfaceKind::cylinder : BrepSurfaceKind::cone;
  if (low.x != high.x) s.half_angle = std::atan2(high.x - low.x, high.y - low.y);
  (up ? out.end : out.begin) = abut::length(high - low);
  return out;
}

/// Puts one solid together: a vertex and a circle where two pieces meet, and a seam along each piece.
class Lathe {
 public:
  abut::Brep run(const std::vector<Piece>& pieces) {
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i) circles_.push_back(circle_at(pieces[i].to));
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      pieces[i].sweep == 0 && pieces[i].from.y == pieces[i].to.y ? across(pieces, i) : around(pieces, i);
    }
    out_.shells.push_back({0, static_cast<std::uint32_t>(out_.faces.size()), true});
    return std::move(out_);
  }

 private:
  struct Circle {
    std::uint32_t edge, vertex;
  };
  template <class Item>
  static std::uint32_t added(std::vector<Item>& to, const Item& item) {
    to.push_back(item);
    return static_cast<std::uint32_t>(to.size() - 1);
  }

  std::uint32_t edge(const abut::BrepCurve& curve, double begin, double end, std::uint32_t from, std::uint32_t to) {
    return added(out_.edges, abut::BrepEdge{added(out_.curves, curve), begin, end, {from, to}, 0});
  }
  Circle circle_at(const Point& p) {
    const std::uint32_t vertex = added(out_.vertices, abut::BrepVertex{{p.x, 0, p.y}, 0});
    abut::BrepCurve c;
    c.kind = BrepCurveKind::circle, c.frame.origin = {0, 0, p.y}, c.radius = p.x;
    return {edge(c, 0, round_trip, vertex, vertex), vertex};
  }
  /// In the plane y = 0.
  std::uint32_t seam(const Piece& p, std::uint32_t from, std::uint32_t to) {
    abut::BrepCurve c;
    c.frame.y = {0, 1, 0};
    if (p.sweep == 0) {
      const Point d = (p.to - p.from) * (1 / abut::length(p.to - p.from));
      c.frame = {{p.from.x, 0, p.from.y}, {d.x, 0, d.y}, {0, 1, 0}, {-d.y, 0, d.x}};
      return edge(c, 0, abut::length(p.to - p.from), from, to);
    }
    const double sign = p.sweep < 0 ? -1 : 1, begin = std::atan2(p.from.y - p.centre.y, p.from.x - p.centre.x);
    c.kind = BrepCurveKind::circle, c.radius = abut::length(p.from - p.centre);
    c.frame = {{p.centre.x, 0, p.centre.y}, {1, 0, 0}, {0, 0, sign}, {0, -sign, 0}};
    return edge(c, sign * begin, sign * (begin + p.sweep), from, to);
  }

  void side(std::uint32_t edge, bool reversed, const abut::BrepParameterCurve& curve) {
    out_.coedges.push_back({edge, added(out_.parameter_curves, curve), reversed});
  }
  /// Straight from what the edge begins with to what it ends with.
  void side(std::uint32_t edge, bool reversed, Point begin, Point end) {
    const abut::BrepEdge& e = out_.edges[edge];
    abut::BrepParameterCurve c;
    c.x = (end - begin) * (1 / (e.end - e.begin)), c.origin = begin - c.x * e.begin;
    side(edge, reversed, c);
  }
  /// The last `coedges` become a loop.
  void close_loop(std::uint32_t coedges) {
    out_.loops.push_back({static_cast<std::uint32_t>(out_.coedges.size()) - coedges, coedges});
  }
  void face(const abut::BrepSurface& surface, bool reversed, std::uint32_t loops) {
    abut::BrepFace f;
    f.surface = added(out_.surfaces, surface), f.reversed = reversed;
    f.first_loop = static_cast<std::uint32_t>(out_.loops.size()) - loops, f.loops = loops;
    out_.faces.push_back(f);
  }

  /// A disc or a ring. On top of the material a piece leads to the axis.
  void across(const std::vector<Piece>& pieces, std::size_t i) {
    const bool top = pieces[i].to.x < pieces[i].from.x;
    std::uint32_t loops = 0;
    for (const bool outer : {true, false}) {
      const bool is_begin = outer == top;
      if (is_begin ? i == 0 : i + 1 == pieces.size()) continue;  // the axis
      const Circle& c = circles_[is_begin ? i - 1 : i];
      abut::BrepParameterCurve flat;
      flat.kind = BrepCurveKind::circle, flat.radius = out_.curves[out_.edges[c.edge].curve].radius;
      side(c.edge, !outer, flat);
      close_loop(1), ++loops;
    }
    abut::BrepSurface plane;
    plane.frame.origin = {0, 0, pieces[i].from.y};
    face(plane, !top, loops);
  }

  void around(const std::vector<Piece>& pieces, std::size_t i) {
    const Swept s = swept(pieces[i]);
    const bool up = s.end > s.begin;
    const Circle &from = circles_[i - 1], &to = circles_[i], &low = up ? from : to, &high = up ? to : from;
    const double bottom = std::min(s.begin, s.end), top = std::max(s.begin, s.end);
    const std::uint32_t along = seam(pieces[i], from.vertex, to.vertex);
    side(low.edge, false, {0, bottom}, {round_trip, bottom});
    side(along, !up, {round_trip, s.begin}, {round_trip, s.end});
    side(high.edge, true, {0, top}, {round_trip, top});
    side(along, up, {0, s.begin}, {0, s.end});
    close_loop(4);
    face(s.surface, !up, 1);
  }

  abut::Brep out_;
  std::vector<Circle> circles_;  ///< where a piece ends
};

}  // namespace

abut::Brep turned_brep(const Outline& outline) { return Lathe().run(pieces_of(outline)); }

}  // namespace insertion
