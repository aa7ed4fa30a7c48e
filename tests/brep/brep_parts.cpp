#include "tests/brep/brep_parts.h"

namespace abut::test {
namespace {

template <class Item>
std::uint32_t added(std::vector<Item>& to, const Item& item) {
  to.push_back(item);
  return static_cast<std::uint32_t>(to.size() - 1);
}

}  // namespace

std::uint32_t BrepParts::vertex(Vec3<double> point) { return added(to_.vertices, BrepVertex{point, 0}); }

std::uint32_t BrepParts::edge(std::uint32_t curve, double begin, double end, std::uint32_t from, std::uint32_t to) {
  return added(to_.edges, BrepEdge{curve, begin, end, {from, to}, 0});
}

std::uint32_t BrepParts::line(std::uint32_t from, std::uint32_t to) {
  const Vec3<double> a = to_.vertices[from].point, d = to_.vertices[to].point - a;
  BrepCurve c;
  c.frame.origin = a;
  c.frame.x = unit_vector(d);
  const Vec3<double> other = abs(c.frame.x.x) < 0.7 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  c.frame.z = unit_vector(cross(c.frame.x, other));
  c.frame.y = cross(c.frame.z, c.frame.x);
  return edge(added(to_.curves, c), 0, length(d), from, to);
}

std::uint32_t BrepParts::arc(const BrepFrame& frame, double radius, double begin, double end, std::uint32_t from,
                             std::uint32_t to) {
  BrepCurve c;
  c.kind = BrepCurveKind::circle, c.frame = frame, c.radius = radius;
  return edge(added(to_.curves, c), begin, end, from, to);
}

std::uint32_t BrepParts::pole(double begin, double end, std::uint32_t at) {
  return edge(no_brep_index, begin, end, at, at);
}

std::uint32_t BrepParts::parameter_curve(const BrepParameterCurve& curve) { return added(to_.parameter_curves, curve); }

Side BrepParts::straight(std::uint32_t edge, bool reversed, Vec2<double> at_begin, Vec2<double> at_end) {
  const BrepEdge& e = to_.edges[edge];
  BrepParameterCurve c;
  c.x = (at_end - at_begin) * (1 / (e.end - e.begin));
  c.origin = at_begin - c.x * e.begin;
  return {edge, reversed, parameter_curve(c)};
}

std::uint32_t BrepParts::flat_curve_of(std::uint32_t edge) {
  const BrepCurve& c = to_.curves[to_.edges[edge].curve];
  BrepParameterCurve p;
  p.kind = c.kind, p.radius = c.radius, p.minor_radius = c.minor_radius;
  p.origin = in_plane(c.frame.origin), p.x = in_plane(c.frame.x), p.y = in_plane(c.frame.y);
  return parameter_curve(p);
}

std::uint32_t BrepParts::face(const BrepSurface& surface, bool reversed, const std::vector<Sides>& loops) {
  BrepFace f;
  f.surface = added(to_.surfaces, surface), f.reversed = reversed;
  f.first_loop = static_cast<std::uint32_t>(to_.loops.size()), f.loops = static_cast<std::uint32_t>(loops.size());
  for (const Sides& sides : loops) {
    to_.loops.push_back({static_cast<std::uint32_t>(to_.coedges.size()), static_cast<std::uint32_t>(sides.size())});
    for (const Side& s : sides) to_.coedges.push_back({s.edge, s.parameter_curve, s.reversed});
  }
  return added(to_.faces, f);
}

void BrepParts::shell(std::uint32_t first, bool closed) { to_.shells.push_back({first, faces() - first, closed}); }

}  // namespace abut::test
