#include "host/brep/edge_sides.h"

#include <algorithm>
#include <cmath>

#include "abut/brep/brep_geometry.h"
#include "host/brep/brep_carriers.h"
#include "host/brep/cone_hull.h"
#include "host/brep/face_sides.h"

namespace abut::host {
namespace {

/// Directions that differ by less are told apart by nothing: for whether an edge is convex.
constexpr double flat_angle = 1e-6;

bool keeps_normal_along_lines(BrepSurfaceKind kind) {
  return kind == BrepSurfaceKind::plane || kind == BrepSurfaceKind::cylinder || kind == BrepSurfaceKind::cone;
}

}  // namespace

EdgeBend bend_of(const EdgeSides& s, double angle) {
  if (s.count != 2) return EdgeBend::mixed;
  if (s.is_border) return EdgeBend::convex;
  const double rise = dot(s.outward[0], s.inward[1]);
  return rise > angle ? EdgeBend::concave : rise < -angle ? EdgeBend::convex : EdgeBend::smooth;
}

bool edge_leaves_free(const EdgeSides& s, const Vec3<double>& direction, double angle) {
  const EdgeBend bend = bend_of(s, angle);
  if (bend == EdgeBend::mixed || bend == EdgeBend::concave) return false;
  if (dot(direction, s.inward[0]) > angle || dot(direction, s.inward[1]) > angle) return false;
  return s.is_border || dot(direction, s.outward[0] + s.outward[1]) > 0;
}

EdgeGeometry::EdgeGeometry(const Brep& brep)
    : brep_(brep),
      coedges_of_(brep.edges.size()),
      face_of_coedge_(brep.coedges.size(), no_brep_index),
      ends_at_(brep.vertices.size()),
      tips_at_(brep.vertices.size()),
      into_(brep.vertices.size()),
      at_border_(brep.vertices.size(), false) {
  for (std::uint32_t f = 0; f < brep.faces.size(); ++f) {
    for_each_coedge(brep, brep.faces[f], [&](std::uint32_t c) {
      const BrepEdge& edge = brep.edges[brep.coedges[c].edge];
      face_of_coedge_[c] = f;
      coedges_of_[brep.coedges[c].edge].push_back(c);
      const BrepSurface& surface = brep.surfaces[brep.faces[f].surface];
      if (edge.curve != no_brep_index || edge.vertices[0] == no_brep_index) return;
      if (surface.kind == BrepSurfaceKind::cone)
        add_tip(edge.vertices[0], *carrier_of(surface, brep.faces[f].reversed));
    });
  }
  for (std::uint32_t e = 0; e < brep.edges.size(); ++e) {
    if (brep.edges[e].curve == no_brep_index || coedges_of_[e].empty()) continue;
    for (int k = 0; k < 2; ++k) {
      if (brep.edges[e].vertices[k] != no_brep_index) ends_at_[brep.edges[e].vertices[k]].push_back({e, k == 1});
    }
  }
  look_at_borders();
}

void EdgeGeometry::look_at_borders() {
  for (std::uint32_t e = 0; e < brep_.edges.size(); ++e) {
    if (brep_.edges[e].curve == no_brep_index || coedges_of_[e].size() != 2) continue;
    if (!sides_of(e, 0.5 * (brep_.edges[e].begin + brep_.edges[e].end)).is_border) continue;
    for (const std::uint32_t v : brep_.edges[e].vertices) {
      if (v != no_brep_index) at_border_[v] = true;
    }
  }
  for (const BrepLoop& loop : brep_.loops) {
    for (std::uint32_t k = 0; k < loop.coedges; ++k)
      look_at_corner(loop.first_coedge + k, loop.first_coedge + (k + 1) % loop.coedges);
  }
}

void EdgeGeometry::look_at_corner(std::uint32_t coedge, std::uint32_t next) {
  Vec3<double> along[2];  // from the vertex
  EdgeSides sides;        // into the face
  std::uint32_t vertex = no_brep_index;
  for (int k = 0; k < 2; ++k) {
    const std::uint32_t of = k == 0 ? coedge : next;
    const BrepCoedge& c = brep_.coedges[of];
    const BrepEdge& e = brep_.edges[c.edge];
    const bool at_end = c.reversed == (k == 1);
    vertex = e.vertices[at_end ? 1 : 0];
    if (e.curve == no_brep_index || vertex == no_brep_index || !at_border_[vertex]) return;
    const double t = at_end ? e.end : e.begin;
    const Vec3<double> tangent = unit_vector(curve_point_at(brep_, e.curve, t).first);
    along[k] = at_end ? -tangent : tangent;
    if (!add_side(of, t, tangent, sides)) return;
  }
  // The face lies left of the way out, up to the way in.
  if (dot(along[0], sides.inward[1]) >= flat_angle) return;
  into_[vertex].insert(into_[vertex].end(), std::begin(sides.inward), std::end(sides.inward));
}

bool EdgeGeometry::add_side(std::uint32_t c, double t, const Vec3<double>& tangent, EdgeSides& to) const {
  const BrepCoedge& coedge = brep_.coedges[c];
  if (coedge.parameter_curve == no_brep_index) return false;
  const std::uint32_t f = face_of_coedge_[c];
  const Vec3<double> uv = parameter_curve_point_at(brep_, coedge.parameter_curve, t).point;
  const Vec3<double> outward = outward_normal(brep_, f, uv.x, uv.y);
  if (!(squared_length(outward) > 0.5)) return false;
  const Vec3<double> up = brep_.faces[f].reversed ? -outward : outward;
  to.face[to.count] = f, to.parameters[to.count] = uv, to.outward[to.count] = outward;
  to.inward[to.count++] = unit_vector(cross(up, coedge.reversed ? -tangent : tangent));
  return true;
}

EdgeSides EdgeGeometry::sides_of(std::uint32_t edge, double t) const {
  EdgeSides out;
  const Vec3<double> tangent = unit_vector(curve_point_at(brep_, brep_.edges[edge].curve, t).first);
  for (const std::uint32_t c : coedges_of_[edge]) {
    if (out.count < 2) add_side(c, t, tangent, out);
  }
  const auto face = [&](int k) -> const BrepFace& { return brep_.faces[out.face[k]]; };
  out.is_border = out.count == 2 && face(0).surface == face(1).surface && face(0).reversed != face(1).reversed;
  return out;
}

PolyhedralCone<double> EdgeGeometry::cone_of_line(std::uint32_t edge) const {
  const EdgeSides s = sides_of(edge, 0.5 * (brep_.edges[edge].begin + brep_.edges[edge].end));
  if (s.count != 2 || s.is_border) return cone_with_all();
  for (const std::uint32_t f : s.face) {
    if (!keeps_normal_along_lines(brep_.surfaces[brep_.faces[f].surface].kind)) return cone_with_all();
  }
  return edge_cone({&s.outward[0], 1}, {&s.outward[1], 1}, bend_of(s, flat_angle));
}

PolyhedralCone<double> EdgeGeometry::cone_of_vertex(std::uint32_t vertex) const {
  if (!tips_at_[vertex].empty() || at_border_[vertex]) return cone_with_all();
  std::vector<Vec3<double>> normals;
  std::vector<EdgeBend> bends;
  for (const End& end : ends_at_[vertex]) {
    const BrepEdge& edge = brep_.edges[end.edge];
    const EdgeSides s = sides_of(end.edge, end.at_end ? edge.end : edge.begin);
    for (std::uint32_t k = 0; k < s.count; ++k) normals.push_back(s.outward[k]);
    bends.push_back(bend_of(s, flat_angle));
  }
  return vertex_cone(normals, bends);
}

std::vector<Vec3<double>> EdgeGeometry::directions_at(std::uint32_t vertex) const {
  std::vector<Vec3<double>> out;
  for (const End& end : ends_at_[vertex]) {
    const BrepEdge& edge = brep_.edges[end.edge];
    const Vec3<double> along = unit_vector(curve_point_at(brep_, edge.curve, end.at_end ? edge.end : edge.begin).first);
    out.push_back(end.at_end ? -along : along);
  }
  return out;
}

bool EdgeGeometry::has_concave_edge_at(std::uint32_t vertex) const {
  return std::any_of(ends_at_[vertex].begin(), ends_at_[vertex].end(), [&](const End& end) {
    const BrepEdge& edge = brep_.edges[end.edge];
    return bend_of(sides_of(end.edge, end.at_end ? edge.end : edge.begin), flat_angle) == EdgeBend::concave;
  });
}

bool EdgeGeometry::vertex_leaves_free(std::uint32_t vertex, const Vec3<double>& direction, double angle) const {
  for (const Vec3<double>& along : directions_at(vertex)) {
    if (dot(direction, along) > angle) return false;
  }
  for (const Vec3<double>& into : into_[vertex]) {
    if (dot(direction, into) > angle) return false;
  }
  for (const Carrier<double>& cone : tips_at_[vertex]) {
    if (cone.radius < 0) return false;
    // The face's own nappe: where its edges are.
    double into = 0;
    for (const End& end : ends_at_[vertex]) {
      const BrepEdge& edge = brep_.edges[end.edge];
      const Vec3<double> middle = curve_point_at(brep_, edge.curve, 0.5 * (edge.begin + edge.end)).point;
      into = dot(middle - cone.origin, cone.z) < 0 ? -1 : 1;
    }
    const double height = dot(direction, cone.z) * into;
    const double across = std::sqrt(std::max(0.0, 1 - height * height));
    if (cone.cosine * height + cone.sine * across > angle) return false;
  }
  return true;
}

}  // namespace abut::host
