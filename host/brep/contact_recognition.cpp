// Features of a B-Rep that are canonical but told otherwise get canonical carriers, boxes and cones; their trimming
// stays in the parameters that tell them.
#include <algorithm>
#include <cmath>

#include "host/brep/brep_carriers.h"
#include "host/brep/contact_features.h"
#include "host/brep/face_sides.h"
#include "host/brep/recognised.h"

namespace abut::host {
namespace {

ParameterBox part_of(const TrimBox& box) { return {box.begin_u, box.end_u, box.begin_v, box.end_v}; }

bool is_finite(const ParameterBox& p) { return std::isfinite(p.u1 - p.u0) && std::isfinite(p.v1 - p.v0); }

/// The vertices that are points of a face's parameters, tips of a cone.
void add_tips(const Brep& brep, std::uint32_t face, const Carrier<double>& cone, EdgeGeometry& to) {
  for_each_coedge(brep, brep.faces[face], [&](std::uint32_t c) {
    const BrepEdge& e = brep.edges[brep.coedges[c].edge];
    if (e.curve == no_brep_index && e.vertices[0] != no_brep_index) to.add_tip(e.vertices[0], cone);
  });
}

double border_of(const Brep& brep, std::uint32_t face) {
  double most = 0;
  for_each_coedge(brep, brep.faces[face],
                  [&](std::uint32_t c) { most = std::max(most, brep.edges[brep.coedges[c].edge].tolerance); });
  return most;
}

/// The unit outward normal of a surface at a point of it.
Vec3<double> outward_of(const Carrier<double>& c, const Vec3<double>& point) {
  const Vec3<double> d = point - c.origin;
  const double up = dot(d, c.z), sign = c.radius < 0 ? -1 : 1;
  const Vec3<double> out = unit_or_zero(multiply_add(c.z, -up, d));
  switch (c.kind) {
    case CarrierKind::plane: return c.z;
    case CarrierKind::sphere: return unit_or_zero(d) * sign;
    case CarrierKind::cylinder: return out * sign;
    case CarrierKind::cone: return (out * c.cosine - c.z * (up < 0 ? -c.sine : c.sine)) * sign;
    default: return unit_or_zero(d - out * c.radius) * (c.minor_radius < 0 ? -1.0 : 1.0);
  }
}

}  // namespace

void ContactFeatures::make_exact(const Vec3<double>& point, EdgeSides& sides) const {
  if (sides.count != 2) return;
  Vec3<double> outward[2];
  for (int k = 0; k < 2; ++k) {
    const auto& carrier = features_[grouped_.face_of[sides.face[k]]].carrier;
    if (!carrier) return;
    outward[k] = outward_of(*carrier, point);
    if (!(dot(outward[k], sides.outward[k]) > 0.9)) return;  // a point where the surface has no normal
  }
  const Vec3<double> along = cross(outward[0], outward[1]);
  for (int k = 0; k < 2; ++k) {
    Vec3<double> in = sides.inward[k];
    if (length(along) > 1e-3) in = in - along * (dot(in, along) / squared_length(along));
    sides.outward[k] = outward[k];
    sides.inward[k] = unit_vector(multiply_add(outward[k], -dot(in, outward[k]), in));
  }
}

void ContactFeatures::recognise_face(ContactFeature& f, const SupermaximalDomain& domain) {
  const BrepFace& first = brep_.faces[f.first];
  for (const std::uint32_t face : faces_of(f)) f.border = std::max(f.border, border_of(brep_, face));
  const ParameterBox part = part_of(domain.charts()[0].box());
  if (f.carrier || domain.status() != TrimStatus::ok || !is_finite(part)) return;
  const auto known = recognised_surface(brep_, first.surface, part, told_within_);
  if (!known) return;
  const bool reversed = first.reversed != known->reversed;
  f.carrier = carrier_of(known->surface, reversed);
  f.deviation = known->deviation;
  f.cone = face_cone(known->surface, known->part, reversed);
  double tolerance = f.deviation;
  for (const std::uint32_t face : faces_of(f)) {
    tolerance = std::max(tolerance, brep_.faces[face].tolerance);
    if (f.carrier->kind == CarrierKind::cone) add_tips(brep_, face, *f.carrier, edges_);
  }
  f.boxes = {grown(box_of_surface(brep_, known->surface, known->part), tolerance)};
}

void ContactFeatures::recognise_edge(ContactFeature& f) {
  std::vector<EdgeInterval> parts;
  double tolerance = 0;
  bool told = true;
  for (std::uint32_t k = grouped_.edge_offsets[f.of]; k < grouped_.edge_offsets[f.of + 1]; ++k) {
    const BrepEdge& e = brep_.edges[grouped_.edges[k]];
    parts.push_back({e.curve, e.begin, e.end});
    tolerance = std::max(tolerance, e.tolerance);
    told = told && brep_.curves[e.curve].kind != BrepCurveKind::nurbs;
  }
  if (told) return;
  f.carrier.reset();  // what is one with a NURBS is not all on the first edge's curve
  auto known = recognised_curve(brep_, parts, told_within_);
  const auto [left, right] = grouped_.sides[f.of];
  if (!known && right != no_brep_index && features_[left].carrier && features_[right].carrier) {
    known = recognised_curve(brep_, parts, *features_[left].carrier, *features_[right].carrier,
                             2 * tolerance);  // measured at samples
  }
  if (!known) return;
  f.carrier = carrier_of(known->curve);
  f.deviation = known->deviation;
  f.boxes = {grown(box_of_curve(brep_, known->curve, known->begin, known->end), std::max(tolerance, f.deviation))};
}

}  // namespace abut::host
