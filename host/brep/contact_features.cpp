#include "host/brep/contact_features.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "host/brep/brep_carriers.h"
#include "host/brep/cone_hull.h"
#include "host/brep/edge_sides.h"
#include "host/brep/same_geometry.h"

namespace abut::host {
namespace {

ParameterBox part_of(const TrimBox& box) { return {box.begin_u, box.end_u, box.begin_v, box.end_v}; }

/// How far what is told by parameters may be off, and canonical geometry that is told otherwise, in parts of the size:
/// lengths of minima are no surer (brep_lmds.cpp).
constexpr double told_within = 1e-9;

/// The ring of a part more, after its box; none where one has none.
void add_ring(const std::optional<FeatureRing>& ring, double tolerance, ContactFeature& f) {
  if (f.boxes.size() == 1) {
    f.ring = ring;
  } else if (f.ring) {
    f.ring = ring ? joined(*f.ring, *ring) : std::nullopt;
  }
  if (f.ring) f.ring = grown(*f.ring, tolerance);
}

/// Into a box along the axes.
void widen_by(const FeatureBox& box, double (&low)[3], double (&high)[3]) {
  const double centre[3] = {box.centre.x, box.centre.y, box.centre.z};
  for (int k = 0; k < 3; ++k) {
    double half = 0;
    for (int i = 0; i < 3; ++i) {
      const double along[3] = {box.axes[i].x, box.axes[i].y, box.axes[i].z};
      half += std::abs(along[k]) * box.half[i];
    }
    if (!std::isfinite(half)) continue;
    low[k] = std::min(low[k], centre[k] - half), high[k] = std::max(high[k], centre[k] + half);
  }
}

void set_shape(ContactFeature& f, FreeShape shape) {
  if (shape.usable) f.shape = std::make_shared<const FreeShape>(std::move(shape));
}

}  // namespace

ContactFeatures::ContactFeatures(const Brep& brep)
    : sided_(with_both_sides(brep)), grouped_(supermaximal_features(brep_)), edges_(brep_), finder_(brep_) {
  notes_ = sided_.notes;
  told_within_ = told_within * sameness_of(brep_, 0, 0).size;
  add_faces();
  add_shells();
  add_edges();
  add_vertices();
  const double none = std::numeric_limits<double>::infinity();
  double low[3] = {none, none, none}, high[3] = {-none, -none, -none};
  for (const ContactFeature& f : features_) {
    for (const FeatureBox& box : f.boxes) widen_by(box, low, high);
  }
  for (int k = 0; k < 3; ++k) {
    if (std::isfinite(high[k] - low[k])) size_ = std::max(size_, high[k] - low[k]);
  }
  low_ = {low[0], low[1], low[2]}, high_ = {high[0], high[1], high[2]};
  for (const ContactFeature& f : features_) {
    if (!std::isfinite(f.radius)) low_ = {-none, -none, -none}, high_ = {none, none, none};
  }
}

void ContactFeatures::finish(ContactFeature f) {
  Vec3<double> sum{0, 0, 0};
  for (const FeatureBox& b : f.boxes) sum = sum + b.centre;
  f.centre = sum * (1.0 / static_cast<double>(f.boxes.size()));
  for (const FeatureBox& b : f.boxes) {
    const Vec3<double> half{b.half[0], b.half[1], b.half[2]};
    f.radius = std::max(f.radius, length(b.centre - f.centre) + length(half));
  }
  features_.push_back(std::move(f));
}

void ContactFeatures::add_faces() {
  for (std::uint32_t f = 0; f < brep_.faces.size(); ++f) face_domains_.emplace_back(brep_, f);
  for (std::uint32_t i = 0; i < grouped_.face_count(); ++i) {
    domains_.emplace_back(brep_, grouped_, i);
    const std::uint32_t first = grouped_.faces[grouped_.face_offsets[i]];
    const BrepFace& reference = brep_.faces[first];
    ContactFeature f;
    f.kind = FeatureKind::face, f.of = i, f.first = first;
    f.told = make_feature(FeatureKind::face, sided_.face[first]), f.is_sheet = sided_.is_sheet[first];
    f.carrier = carrier_of(brep_.surfaces[reference.surface], reference.reversed);
    f.cone = empty_cone();
    for (std::uint32_t k = grouped_.face_offsets[i]; k < grouped_.face_offsets[i + 1]; ++k) {
      const BrepFace& face = brep_.faces[grouped_.faces[k]];
      const TrimmedDomain& domain = face_domains_[grouped_.faces[k]];
      const ParameterBox part = part_of(domain.box());
      const BrepSurface& surface = brep_.surfaces[face.surface];
      f.boxes.push_back(grown(box_of_surface(brep_, surface, part), face.tolerance));
      f.cone = merged(f.cone, face_cone(surface, part, face.reversed));
      add_ring(ring_of_face(brep_, face, domain), face.tolerance, f);
    }
    f.sample = point_within(domains_.back().charts()[0], reference.surface);
    recognise_face(f, domains_.back());
    if (domains_.back().status() != TrimStatus::ok) {
      notes_.push_back(domains_.back().fault());
      f.carrier.reset(), f.ring.reset();
    } else {
      set_face_shape(f, domains_.back());
    }
    finish(std::move(f));
  }
}

void ContactFeatures::add_shells() {
  for (const BrepShell& shell : brep_.shells) {
    if (shell.faces == 0) continue;
    shells_.push_back(point_within(face_domains_[shell.first_face], brep_.faces[shell.first_face].surface));
  }
}

void ContactFeatures::set_face_shape(ContactFeature& f, const SupermaximalDomain& domain) {
  const BrepFace& face = brep_.faces[f.first];
  const BrepSurface& surface = brep_.surfaces[face.surface];
  // As it is told, whatever it was recognised as.
  set_shape(f, shape_of_face(brep_, face.surface, face.reversed, domain.charts()[0].box(),
                             carrier_of(surface, face.reversed)));
  if (f.carrier || !f.shape) return;
  double tolerance = 0;
  for (const std::uint32_t of : faces_of(f)) tolerance = std::max(tolerance, brep_.faces[of].tolerance);
  f.boxes = {grown(box_of_shape(*f.shape), tolerance)};
  f.cone = cone_of_shape(*f.shape);
}

void ContactFeatures::set_edge_shape(ContactFeature& f) {
  const auto intervals = intervals_of(f);
  const bool is_told = std::none_of(intervals.begin(), intervals.end(), [&](const EdgeInterval& i) {
    return brep_.curves[i.curve].kind == BrepCurveKind::nurbs;
  });
  set_shape(f, shape_of_edge(brep_, intervals, is_told ? f.carrier : std::nullopt));
}

Vec3<double> ContactFeatures::point_within(const TrimmedDomain& domain, std::uint32_t surface) const {
  constexpr int steps = 12;
  const TrimBox& box = domain.box();
  double u = box.begin_u, v = box.begin_v;
  for (int i = 0; i < steps * steps; ++i) {
    u = box.begin_u + (box.end_u - box.begin_u) * (i % steps + 0.43) / steps;
    v = box.begin_v + (box.end_v - box.begin_v) * (i / steps + 0.57) / steps;
    if (domain.side_of(u, v, 0) == TrimSide::inside) break;
  }
  return surface_point_at(brep_, surface, u, v).point;
}

void ContactFeatures::add_edges() {
  for (std::uint32_t i = 0; i < grouped_.edge_count(); ++i) {
    const std::uint32_t first = grouped_.edges[grouped_.edge_offsets[i]];
    ContactFeature f;
    f.kind = FeatureKind::edge, f.of = i, f.first = first;
    f.told = make_feature(FeatureKind::edge, sided_.edge[first]);
    f.carrier = carrier_of(brep_.curves[brep_.edges[first].curve]);
    f.cone = cone_with_all();
    bool has_sides = true;
    for (std::uint32_t k = grouped_.edge_offsets[i]; k < grouped_.edge_offsets[i + 1]; ++k) {
      const BrepEdge& edge = brep_.edges[grouped_.edges[k]];
      f.boxes.push_back(grown(box_of_curve(brep_, brep_.curves[edge.curve], edge.begin, edge.end), edge.tolerance));
      add_ring(ring_of_curve(brep_.curves[edge.curve]), edge.tolerance, f);
      if (edges_.coedges(grouped_.edges[k]) == 2) continue;
      has_sides = false;
      notes_.push_back("edge " + std::to_string(sided_.edge[grouped_.edges[k]]) + ": " +
                       std::to_string(edges_.coedges(grouped_.edges[k])) +
                       " faces meet there; used are edges of 1 and 2");
    }
    recognise_edge(f);
    if (has_sides) set_edge_shape(f);
    if (!has_sides) f.carrier.reset();  // polars where sheets branch are not known: its pairs are told as unsolved
    const BrepEdge& edge = brep_.edges[first];
    f.sample = curve_point_at(brep_, edge.curve, 0.5 * (edge.begin + edge.end)).point;
    if (f.carrier && f.carrier->kind == CarrierKind::line) f.cone = edges_.cone_of_line(first);
    finish(std::move(f));
  }
}

void ContactFeatures::add_vertices() {
  for (const std::uint32_t v : grouped_.vertices) {
    ContactFeature f;
    f.kind = FeatureKind::vertex, f.of = v, f.first = v;
    f.told = make_feature(FeatureKind::vertex, sided_.vertex[v]);
    f.carrier = point_carrier(brep_.vertices[v].point);
    set_shape(f, shape_of_vertex(brep_.vertices[v].point));
    f.boxes.push_back(grown(box_of_point(brep_.vertices[v].point), brep_.vertices[v].tolerance));
    f.cone = edges_.cone_of_vertex(v);
    f.sample = brep_.vertices[v].point;
    finish(std::move(f));
  }
}

std::span<const std::uint32_t> ContactFeatures::faces_of(const ContactFeature& f) const {
  const std::uint32_t first = grouped_.face_offsets[f.of];
  return {grouped_.faces.data() + first, grouped_.face_offsets[f.of + 1] - first};
}

std::span<const std::uint32_t> ContactFeatures::edges_of(const ContactFeature& f) const {
  const std::uint32_t first = grouped_.edge_offsets[f.of];
  return {grouped_.edges.data() + first, grouped_.edge_offsets[f.of + 1] - first};
}

std::span<const EdgeInterval> ContactFeatures::intervals_of(const ContactFeature& f) const {
  const std::uint32_t first = grouped_.interval_offsets[f.of];
  return {grouped_.intervals.data() + first, grouped_.interval_offsets[f.of + 1] - first};
}

}  // namespace abut::host
