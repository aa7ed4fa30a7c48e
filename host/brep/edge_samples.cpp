#include "host/brep/edge_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "host/brep/brep_carriers.h"
#include "host/exec/instruction_set.h"

namespace abut::host {
namespace {

/// Of whether an edge is concave, as elsewhere.
constexpr double flat_angle = 1e-6;

bool is_curved(const ContactFeature& f) {
  return f.kind == FeatureKind::edge && f.carrier &&
         (f.carrier->kind == CarrierKind::circle || f.carrier->kind == CarrierKind::ellipse);
}

/// A point of a circle or an ellipse, and the unit tangent.
std::pair<Vec3<double>, Vec3<double>> place_on(const Carrier<double>& c, double angle) {
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const double across = c.kind == CarrierKind::circle ? c.radius : c.minor_radius;
  return {c.origin + c.x * (c.radius * cosine) + c.y * (across * sine),
          unit_vector(c.y * (across * cosine) - c.x * (c.radius * sine))};
}

double least_distance_from(const Vec3<double>& point, const ContactFeature& f) {
  const FeatureBox here = box_of_point(point);
  double least = std::numeric_limits<double>::infinity();
  for (const FeatureBox& box : f.boxes) least = std::min(least, least_distance(here, box));
  return least;
}

/// Whether the distance from a point falls away from a smooth edge into one of its faces.
bool falls(const ContactFeatures& of, const ContactFeature& f, const StationaryPair<double>& s, double angle) {
  const auto forms = of.forms_about(f, s.b, -s.normal, angle);
  if (forms.size() < 2) return false;
  const LocalForm<double> here = local_form(point_carrier(s.a), s.a, s.normal);
  return std::any_of(forms.begin(), forms.end(), [&](const LocalForm<double>& form) {
    return extremum(here, form, s.gap) == Extremum::not_minimum;
  });
}

/// One sample against one feature at a time.
class SampleSearch {
 public:
  SampleSearch(const ContactFeatures& of, const EdgeSample& sample, const ContactFeatures& other,
               const RelativePose<double>& pose, const SampleQuery& query)
      : of_(of), sample_(sample), other_(other), pose_(pose), query_(query), polar_(query.polar) {
    from_ = rotate_back(pose.rotation, sample.point - pose.translation);
  }

  void see(std::uint32_t feature, std::vector<SampleContact>& out) const {
    const ContactFeature& g = other_.features()[feature];
    if (g.kind == FeatureKind::vertex || !g.carrier) return;  // what has no solver is told by the search for minima
    if (length(from_ - g.centre) - g.radius > query_.reach) return;
    if (g.ring && distance_from(*g.ring, from_) > query_.reach) return;
    if (least_distance_from(from_, g) > query_.reach) return;
    StationaryPairs<double> found;
    leaves_.stationary_pairs(point_carrier(from_), *g.carrier, found);
    for (std::uint32_t k = 0; k < found.count; ++k) take(feature, found.pairs[k], out);
  }

 private:
  void take(std::uint32_t feature, const StationaryPair<double>& s, std::vector<SampleContact>& out) const {
    const ContactFeature& g = other_.features()[feature];
    if (s.extremum == Extremum::not_minimum || s.gap > query_.reach || s.gap < -query_.tolerance) return;
    const Vec3<double> n = rotate(pose_.rotation, s.normal);
    const double along = std::abs(dot(n, sample_.tangent));
    if (along > polar_.sine + polar_.angle || !edge_nearly_leaves_free(sample_.sides, n, polar_)) return;
    if (!other_.holds(g, s.b, query_.tolerance)) return;
    if (!other_.leaves_free(g, s.b, -s.normal, polar_.angle) || falls(other_, g, s, polar_.angle)) return;
    const bool is_lmd =
        along <= polar_.angle && edge_leaves_free(sample_.sides, n, polar_.angle) && is_least(g, s.b, n, s.gap);
    out.push_back({feature, sample_.point, n, std::max(s.gap, 0.0), is_lmd});
  }

  /// Along the whole edge, and not from the sample alone.
  bool is_least(const ContactFeature& g, const Vec3<double>& on_g, const Vec3<double>& n, double gap) const {
    const Carrier<double>& c = *of_.features()[sample_.feature].carrier;
    const LocalForm<double> here = local_form(c, sample_.point, n);
    const LocalForm<double> there = local_form(moved(pose_, *g.carrier), transform(pose_, on_g), -n);
    return extremum(here, there, gap) != Extremum::not_minimum;
  }

  const ContactFeatures& of_;
  const EdgeSample& sample_;
  const ContactFeatures& other_;
  RelativePose<double> pose_;
  const SampleQuery& query_;
  const WidenedPolar& polar_;
  Vec3<double> from_;  ///< in the other's frame
  const BrepLeavesTable& leaves_ = brep_leaves_table(chosen_instruction_set());
};

}  // namespace

std::vector<EdgeSample> edge_samples(const ContactFeatures& of, std::uint32_t around) {
  std::vector<EdgeSample> out;
  for (std::uint32_t i = 0; i < of.features().size(); ++i) {
    const ContactFeature& f = of.features()[i];
    if (!is_curved(f)) continue;
    for (std::uint32_t k = 0; k < around; ++k) {
      const auto [point, tangent] = place_on(*f.carrier, 2 * std::numbers::pi * k / around);
      if (!of.holds(f, point, 1e-9 * of.size())) continue;
      const EdgeSides sides = of.sides_at(f, point);
      const EdgeBend bend = bend_of(sides, flat_angle);
      if (bend == EdgeBend::mixed || bend == EdgeBend::concave) continue;
      out.push_back({i, k + 1, point, tangent, sides});
    }
  }
  return out;
}

void contacts_of_sample(const ContactFeatures& of, const EdgeSample& sample, const ContactFeatures& other,
                        const RelativePose<double>& other_in_of, const SampleQuery& query,
                        std::span<const FeatureNumbers> near, std::vector<SampleContact>& out) {
  const SampleSearch search(of, sample, other, other_in_of, query);
  for (const FeatureNumbers& pair : near) search.see(pair.b, out);
}

}  // namespace abut::host
