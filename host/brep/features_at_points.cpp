// What contact asks of features at points of them, and near them.
#include "host/brep/contact_features.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "abut/brep/brep_geometry.h"
#include "abut/brep/jet_form.h"
#include "host/brep/brep_carriers.h"
#include "host/brep/conformal_samples.h"
#include "host/brep/free_pairs.h"
#include "host/exec/instruction_set.h"

namespace abut::host {
namespace {

/// Whether a nearest point of the surface need not be on the canonical surface that it is a part of.
bool ends_somewhere(BrepSurfaceKind kind) { return kind >= BrepSurfaceKind::revolution; }

/// Whether t is in an interval, its ends left out by `margin`; once round has none.
bool is_within(const BrepCurve& curve, const EdgeInterval& interval, double t, double margin) {
  const bool turns = curve.kind != BrepCurveKind::line;
  constexpr double turn = 2 * std::numbers::pi;
  if (turns && interval.end - interval.begin >= turn) return true;
  const double at = turns ? moved_by_periods(t, turn, interval.begin) : t;
  return at > interval.begin + margin && at < interval.end - margin;
}

}  // namespace

bool ContactFeatures::holds(const ContactFeature& f, const Vec3<double>& point, double tolerance) const {
  if (f.kind == FeatureKind::vertex) return true;
  if (f.kind == FeatureKind::face) {
    const std::uint32_t surface = brep_.faces[f.first].surface;
    const double slack = tolerance + f.deviation + told_within_;
    const bool is_free = ends_somewhere(brep_.surfaces[surface].kind);
    // Cheaper than a search: most points are nowhere near.
    const auto is_far = [&](const FeatureBox& box) { return least_distance(box_of_point(point), box) > slack; };
    if (is_free && std::all_of(f.boxes.begin(), f.boxes.end(), is_far)) return false;
    const NearestParameters at = finder_.on_surface(surface, point);
    if (is_free && at.distance > slack) return false;
    return domains_[f.of].side_of(at.u, at.v, tolerance) == TrimSide::inside;
  }
  for (const EdgeInterval& interval : intervals_of(f)) {
    const BrepCurve& curve = brep_.curves[interval.curve];
    if (curve.kind == BrepCurveKind::nurbs) {
      if (holds_on_spline(f, interval, point, tolerance)) return true;
      continue;
    }
    const double slowest = curve.kind == BrepCurveKind::circle    ? curve.radius
                           : curve.kind == BrepCurveKind::ellipse ? std::min(curve.radius, curve.minor_radius)
                                                                  : 1;
    if (is_within(curve, interval, finder_.on_curve(interval.curve, point).t, tolerance / slowest)) return true;
  }
  return false;
}

bool ContactFeatures::holds_on_spline(const ContactFeature& f, const EdgeInterval& i, const Vec3<double>& point,
                                      double tolerance) const {
  const NearestParameter at = finder_.on_curve(i.curve, point);
  if (at.distance > tolerance + f.deviation + told_within_) return false;
  const double speed = length(curve_point_at(brep_, i.curve, at.t).first);
  const double margin = speed > 0 ? tolerance / speed : 0;
  if (at.t > i.begin + margin && at.t < i.end - margin) return true;
  // Where it goes on into another one, or into itself, its end is none.
  return at.t >= i.begin - margin && at.t <= i.end + margin && !ends_near(f, point, 2 * tolerance);
}

bool ContactFeatures::ends_near(const ContactFeature& f, const Vec3<double>& point, double reach) const {
  for (std::uint32_t k = grouped_.edge_offsets[f.of]; k < grouped_.edge_offsets[f.of + 1]; ++k) {
    for (const std::uint32_t v : brep_.edges[grouped_.edges[k]].vertices) {
      if (v == no_brep_index || grouped_.vertex_of[v] == no_brep_index) continue;
      if (length(brep_.vertices[v].point - point) <= reach + brep_.vertices[v].tolerance) return true;
    }
  }
  return false;
}

EdgeSides ContactFeatures::sides_at(const ContactFeature& f, const Vec3<double>& point) const {
  std::uint32_t best = no_brep_index;
  double best_t = 0, least = 0;
  for (std::uint32_t k = grouped_.edge_offsets[f.of]; k < grouped_.edge_offsets[f.of + 1]; ++k) {
    const BrepEdge& edge = brep_.edges[grouped_.edges[k]];
    const BrepCurve& curve = brep_.curves[edge.curve];
    const bool turns = curve.kind == BrepCurveKind::circle || curve.kind == BrepCurveKind::ellipse;
    const double turn = turns ? 2 * std::numbers::pi : 0, slack = 1e-6 * (edge.end - edge.begin);
    const NearestParameter near = finder_.on_curve(edge.curve, point);
    const double at = moved_by_periods(near.t, turn, edge.begin - slack);
    const double t = std::clamp(at, edge.begin, edge.end);
    // Splines go on as others: their nearest point tells which one it is.
    const double off = curve.kind == BrepCurveKind::nurbs ? near.distance : std::abs(at - t);
    if (best == no_brep_index || off < least) best = grouped_.edges[k], best_t = t, least = off;
  }
  EdgeSides sides = edges_.sides_of(best, best_t);
  if (f.deviation > 0) make_exact(point, sides);
  return sides;
}

bool ContactFeatures::leaves_free(const ContactFeature& f, const Vec3<double>& point, const Vec3<double>& direction,
                                  double angle) const {
  if (f.kind == FeatureKind::face) return true;  // stationary pairs have the outward normal
  if (f.kind == FeatureKind::edge) return edge_leaves_free(sides_at(f, point), direction, angle);
  return in_polyhedral_cone(f.cone, direction, angle) && edges_.vertex_leaves_free(f.of, direction, angle);
}

void ContactFeatures::take_nearer(std::uint32_t feature, const StationaryPair<double>& p,
                                  NearestFeature& nearest) const {
  const ContactFeature& f = features_[feature];
  const double away = std::abs(p.gap);
  const bool is_nearer = away < nearest.distance || (away == nearest.distance && feature < nearest.feature);
  if (!is_nearer || !holds(f, p.b, 0)) return;
  nearest.distance = away, nearest.feature = feature;
  nearest.inside = f.kind == FeatureKind::face ? p.gap < 0 && !f.is_sheet : !leaves_free(f, p.b, -p.normal, 1e-6);
}

bool ContactFeatures::see(std::uint32_t feature, const Vec3<double>& point, NearestFeature& nearest) const {
  const ContactFeature& f = features_[feature];
  if (f.carrier) {
    const Carrier<double> from = point_carrier(point);
    StationaryPairs<double> found;
    brep_leaves_table(chosen_instruction_set()).stationary_pairs(from, *f.carrier, found);
    if (found.not_isolated) add_conformal_samples(from, *f.carrier, found);
    for (std::uint32_t k = 0; k < found.count; ++k) take_nearer(feature, found.pairs[k], nearest);
    return true;
  }
  if (!f.shape) return false;
  constexpr std::uint64_t most_rectangles = 1 << 14;
  const FreeShape from = shape_of_vertex(point);
  PieceForest at(from), of(*f.shape);
  const auto sink = [&](const FreePair& found) { take_nearer(feature, found.pair, nearest); };
  return find_free_pairs(at, of, nearest.distance, most_rectangles, sink).complete;
}

LocalForm<double> ContactFeatures::own_form(const ContactFeature& f, const Vec3<double>& point,
                                            const Vec3<double>& normal) const {
  if (f.carrier) return local_form(*f.carrier, point, normal);
  if (f.kind == FeatureKind::face) {
    const std::uint32_t surface = brep_.faces[f.first].surface;
    const NearestParameters at = finder_.on_surface(surface, point);
    return local_form(surface_point_at(brep_, surface, at.u, at.v), normal);
  }
  double nearest = std::numeric_limits<double>::infinity();
  CurveJet<double> jet{};
  for (const EdgeInterval& i : intervals_of(f)) {
    const NearestParameter at = finder_.on_curve(i.curve, point);
    if (at.distance < nearest) nearest = at.distance, jet = curve_point_at(brep_, i.curve, at.t);
  }
  return local_form(jet, normal);
}

std::vector<LocalForm<double>> ContactFeatures::forms_about(const ContactFeature& f, const Vec3<double>& point,
                                                            const Vec3<double>& normal, double angle) const {
  if (f.kind == FeatureKind::edge) {
    const EdgeSides sides = sides_at(f, point);
    if (bend_of(sides, angle) == EdgeBend::smooth) {
      std::vector<LocalForm<double>> out;
      for (std::uint32_t k = 0; k < 2; ++k) {
        const auto& c = features_[grouped_.face_of[sides.face[k]]].carrier;
        const Vec3<double>& at = sides.parameters[k];
        out.push_back(c ? local_form(*c, point, normal)
                        : local_form(surface_point_at(brep_, brep_.faces[sides.face[k]].surface, at.x, at.y), normal));
      }
      return out;
    }
  }
  return {own_form(f, point, normal)};
}

}  // namespace abut::host
