#include "host/cli/cad_features.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "abut/brep/brep_geometry.h"
#include "abut/brep/supermaximal.h"
#include "host/brep/contact_features.h"
#include "host/brep/kind_names.h"
#include "host/cli/commands.h"

namespace abut::cli {
namespace {

constexpr double degrees = 180 / std::numbers::pi;
// As `SupermaximalOptions::turn`: files tell smooth edges less well than to rounding.
constexpr double smooth_turn = 1e-3;

ConeFigures figures_of(const PolyhedralCone<double>& cone) {
  if (is_empty(cone)) return {"nothing", 0};
  if (has_all(cone)) return {"all directions", 360};
  const double width = 2 * degrees * std::atan2(cone.sine, cone.cosine);
  if (cone.count == 1) return {"a ray", 0};
  return {cone.count == 2 ? "an arc" : std::to_string(cone.count) + " sides", width};
}

std::string size_of(const BrepSurface& s) {
  switch (s.kind) {
    case BrepSurfaceKind::cylinder:
    case BrepSurfaceKind::sphere: return format("radius %.6g", s.radius);
    case BrepSurfaceKind::torus: return format("radii %.6g and %.6g", s.radius, s.minor_radius);
    case BrepSurfaceKind::cone: return format("half angle %.6g degrees", std::abs(s.half_angle) * degrees);
    default: return "";
  }
}

/// Whether the outward normal points away from the axis, the centre, or the tube's middle.
const char* bend_of_face(const Brep& part, std::uint32_t face) {
  const std::uint32_t surface = part.faces[face].surface;
  const BrepSurface& s = part.surfaces[surface];
  switch (s.kind) {
    case BrepSurfaceKind::plane: return "flat";
    case BrepSurfaceKind::cylinder:
    case BrepSurfaceKind::sphere:
    case BrepSurfaceKind::torus: return dot(outward_normal(part, face, 0, 0), s.frame.x) > 0 ? "convex" : "concave";
    case BrepSurfaceKind::cone: {
      const double v = s.radius > 0 ? 0 : s.half_angle > 0 ? 1 : -1;  // where the radius is above 0
      return dot(outward_normal(part, face, 0, v), s.frame.x) > 0 ? "convex" : "concave";
    }
    default: return "";
  }
}

std::string size_of(const Brep& part, std::span<const EdgeInterval> intervals) {
  const BrepCurve& c = part.curves[intervals.front().curve];
  double along = 0;
  for (const EdgeInterval& i : intervals) along += i.end - i.begin;
  const bool whole = along >= 2 * std::numbers::pi * (1 - 1e-9);
  const std::string turn = whole ? ", once round" : format(", %.6g degrees", along * degrees);
  switch (c.kind) {
    case BrepCurveKind::line: return format("length %.6g", along);
    case BrepCurveKind::circle: return format("radius %.6g", c.radius) + turn;
    case BrepCurveKind::ellipse: return format("radii %.6g and %.6g", c.radius, c.minor_radius) + turn;
    default: return "";
  }
}

const char* name_of(host::EdgeBend bend) {
  switch (bend) {
    case host::EdgeBend::convex: return "convex";
    case host::EdgeBend::concave: return "concave";
    case host::EdgeBend::smooth: return "smooth";
    default: return "mixed";
  }
}

const char* bend_of_edge(const Brep& part, const host::EdgeGeometry& geometry,
                         const std::vector<std::uint32_t>& members) {
  constexpr int samples = 5;
  const char* out = nullptr;
  for (const std::uint32_t edge : members) {
    if (geometry.coedges(edge) != 2) return "open";
    const BrepEdge& e = part.edges[edge];
    for (int i = 1; i <= samples; ++i) {
      const double t = e.begin + (e.end - e.begin) * i / (samples + 1);
      const char* here = name_of(host::bend_of(geometry.sides_of(edge, t), smooth_turn));
      if (out != nullptr && out != here) return "mixed";
      out = here;
    }
  }
  return out == nullptr ? "" : out;
}

std::vector<std::uint32_t> members_of(const std::vector<std::uint32_t>& offsets, const std::vector<std::uint32_t>& all,
                                      std::uint32_t i) {
  return {all.begin() + offsets[i], all.begin() + offsets[i + 1]};
}

std::string line_of(const char* what, std::size_t number, const CadFeature& f) {
  const bool is_face = f.sides.empty();
  std::string text = format("      %s %-10zu %s", what, number + 1, f.kind.c_str());
  for (const std::string& part : {f.size, std::string(f.bend)}) {
    if (!part.empty()) text += ", " + part;
  }
  if (f.members.size() > 1) text += std::string("; is ") + what + "s " + numbers_text(f.members, 6);
  if (!is_face) text += "; of faces " + numbers_text(f.sides, 2);
  text += "; normals in " + f.cone.shape;
  if (f.cone.degrees > 0 && f.cone.degrees < 360) text += format(" of %.3g degrees", f.cone.degrees);
  return text + "\n";
}

std::string lines_of(const char* what, const std::vector<CadFeature>& all, std::size_t most) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), 0u);
  if (all.size() > most) {
    const auto larger = [&](std::size_t a, std::size_t b) { return all[a].members.size() > all[b].members.size(); };
    std::stable_sort(order.begin(), order.end(), larger);
    order.resize(most);
  }
  std::string text;
  for (const std::size_t i : order) text += line_of(what, i, all[i]);
  if (all.size() > most) {
    text += format("      and %zu %ss more: --json and abut report have all\n", all.size() - most, what);
  }
  return text;
}

nlohmann::ordered_json json_of(const CadFeature& f, const char* members) {
  nlohmann::ordered_json out{{"kind", f.kind}, {"size", f.size}, {"bend", f.bend}, {members, f.members}};
  if (!f.sides.empty()) out["between"] = f.sides;
  out["cone"] = f.cone.shape;
  out["cone_degrees"] = f.cone.degrees;
  out["solved"] = f.solved;
  return out;
}

/// What a face or an edge that is told otherwise is found to be; empty of others.
std::string found_to_be(const Carrier<double>& c) {
  switch (c.kind) {
    case CarrierKind::line: return "a line";
    case CarrierKind::plane: return "a plane";
    case CarrierKind::circle: return format("a circle of radius %.6g", c.radius);
    case CarrierKind::ellipse: return format("an ellipse of radii %.6g and %.6g", c.radius, c.minor_radius);
    case CarrierKind::cylinder: return format("a cylinder of radius %.6g", std::abs(c.radius));
    case CarrierKind::sphere: return format("a sphere of radius %.6g", std::abs(c.radius));
    case CarrierKind::torus: return format("a torus of radii %.6g and %.6g", c.radius, std::abs(c.minor_radius));
    case CarrierKind::cone: return format("a cone of half angle %.6g degrees", std::atan2(c.sine, c.cosine) * degrees);
    case CarrierKind::point: break;
  }
  return "";
}

CadFeature face_row(const Brep& part, const SupermaximalFeatures& grouped, std::uint32_t i) {
  CadFeature row;
  row.members = members_of(grouped.face_offsets, grouped.faces, i);
  const BrepSurface& surface = part.surfaces[part.faces[row.members.front()].surface];
  row.kind = host::name_of(surface.kind), row.size = size_of(surface);
  row.bend = bend_of_face(part, row.members.front());
  return row;
}

CadFeature edge_row(const Brep& part, const SupermaximalFeatures& grouped, const host::EdgeGeometry& geometry,
                    std::uint32_t i) {
  CadFeature row;
  row.members = members_of(grouped.edge_offsets, grouped.edges, i);
  for (const std::uint32_t side : grouped.sides[i]) {
    if (side != no_brep_index) row.sides.push_back(side);
  }
  const auto begin = grouped.intervals.begin();
  const std::vector<EdgeInterval> intervals(begin + grouped.interval_offsets[i],
                                            begin + grouped.interval_offsets[i + 1]);
  row.kind = host::name_of(part.curves[intervals.front().curve].kind), row.size = size_of(part, intervals);
  row.bend = bend_of_edge(part, geometry, row.members);
  return row;
}

/// What contact knows of it. Both sides of a sheet are there; the first one is told.
void see(const host::ContactFeature& f, CadFeature& row) {
  if (row.cone.shape != "nothing") return;
  row.cone = figures_of(f.cone);
  row.solved = f.carrier.has_value() || f.shape != nullptr;
  const bool is_told = row.kind == "plane" || row.kind == "line" || !row.size.empty();
  if (f.carrier && !is_told) row.size = found_to_be(*f.carrier);
}

}  // namespace

CadFeatures cad_features(const Brep& part) {
  const SupermaximalFeatures grouped = supermaximal_features(part);
  const host::ContactFeatures contact(part);
  const host::EdgeGeometry geometry(part);
  CadFeatures out;
  out.vertices = grouped.vertices.size();
  out.notes = contact.notes();
  out.face_of = grouped.face_of;
  for (std::uint32_t i = 0; i < grouped.face_count(); ++i) out.faces.push_back(face_row(part, grouped, i));
  for (std::uint32_t i = 0; i < grouped.edge_count(); ++i) out.edges.push_back(edge_row(part, grouped, geometry, i));
  for (const host::ContactFeature& f :
       contact.features()) {  // whose indices are those of a model with both sides of sheets
    const std::uint32_t of = feature_index(f.told);
    if (f.kind == FeatureKind::face) see(f, out.faces[grouped.face_of[of]]);
    if (f.kind == FeatureKind::edge && grouped.edge_of[of] != no_brep_index) see(f, out.edges[grouped.edge_of[of]]);
  }
  return out;
}

std::string numbers_text(const std::vector<std::uint32_t>& numbers, std::size_t most) {
  std::string text;
  const std::size_t shown = numbers.size() > most ? most : numbers.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == numbers.size() && i > 0;
    text += (i == 0 ? "" : last ? " and " : ", ") + std::to_string(numbers[i] + 1);
  }
  if (shown < numbers.size()) text += " and " + std::to_string(numbers.size() - shown) + " more";
  return text;
}

std::string features_counts(const Brep& part, const CadFeatures& f) {
  return format("%zu faces of %zu, %zu edges of %zu, %zu vertices of %zu", f.faces.size(), part.faces.size(),
                f.edges.size(), part.edges.size(), f.vertices, part.vertices.size());
}

std::string features_text(const Brep& part, std::size_t most) {
  const CadFeatures f = cad_features(part);
  std::string text = "    supermaximal     " + features_counts(part, f) + "\n";
  text += lines_of("face", f.faces, most) + lines_of("edge", f.edges, most);
  return text;
}

nlohmann::ordered_json features_json(const Brep& part) {
  const CadFeatures f = cad_features(part);
  nlohmann::ordered_json out{{"faces", nlohmann::ordered_json::array()}, {"edges", nlohmann::ordered_json::array()}};
  for (const CadFeature& face : f.faces) out["faces"].push_back(json_of(face, "faces"));
  for (const CadFeature& edge : f.edges) out["edges"].push_back(json_of(edge, "edges"));
  out["vertices"] = f.vertices;
  out["notes"] = f.notes;
  return out;
}

}  // namespace abut::cli
