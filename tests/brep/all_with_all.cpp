#include "tests/brep/all_with_all.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "host/brep/brep_carriers.h"
#include "host/brep/conformal_samples.h"
#include "host/brep/edge_crossing.h"

namespace abut::test {
namespace {

using host::ContactFeature;
using host::ContactFeatures;
using Solved = StationaryPair<double>;

class AllWithAll {
 public:
  AllWithAll(const ContactFeatures& a, const ContactFeatures& b, const RelativePose<double>& b_in_a,
             const BrepLmdOptions& options)
      : a_(a), b_(b), pose_(b_in_a), asked_(options), tolerance_(1e-9 * (a.size() + b.size())) {
    const auto& m = pose_.rotation.m;
    inverse_.rotation = {{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}};
    inverse_.translation = -rotate_back(pose_.rotation, pose_.translation);
  }

  BrepLmds run() {
    for (const ContactFeature& f : a_.features()) {
      for (const ContactFeature& g : b_.features()) compare(f, g);
    }
    if (out_.minima.empty() && !crossing_) look_for_overlap();
    std::sort(out_.minima.begin(), out_.minima.end(), [](const BrepLmd& x, const BrepLmd& y) {
      return x.distance != y.distance ? x.distance < y.distance : rank(x) < rank(y);
    });
    if (out_.unsolved > 0) out_.status = BrepLmdStatus::incomplete;
    if (crossing_) out_.status = BrepLmdStatus::crossing;
    return out_;
  }

 private:
  void compare(const ContactFeature& f, const ContactFeature& g) {
    if (!f.carrier || !g.carrier) {
      ++out_.unsolved;
      return;
    }
    if (pass(f, g)) crossing_ = true;
    const Carrier<double> placed = moved(pose_, *g.carrier);
    StationaryPairs<double> found;
    stationary_pairs(*f.carrier, placed, found);
    const std::uint32_t isolated = found.count;
    const bool represented = !found.not_isolated || host::add_conformal_samples(*f.carrier, placed, found);
    if (!found.complete || !represented) out_.status = BrepLmdStatus::incomplete;
    for (std::uint32_t k = 0; k < found.count; ++k) take(f, g, found.pairs[k], k >= isolated);
  }

  bool pass(const ContactFeature& f, const ContactFeature& g) const {
    const bool of_f = f.kind == FeatureKind::face, of_g = g.kind == FeatureKind::face;
    const bool is_flat = f.carrier->kind == CarrierKind::plane, is_flat_g = g.carrier->kind == CarrierKind::plane;
    if (f.kind == FeatureKind::edge && of_g) return host::edge_pierces(a_, f, b_, g, inverse_, tolerance_);
    if (g.kind == FeatureKind::edge && of_f) return host::edge_pierces(b_, g, a_, f, pose_, tolerance_);
    if (!of_f || !of_g || (is_flat && is_flat_g)) return false;
    return is_flat ? host::face_pierces(b_, g, a_, f, pose_, tolerance_)
                   : host::face_pierces(a_, f, b_, g, inverse_, tolerance_);
  }

  void take(const ContactFeature& f, const ContactFeature& g, const Solved& s, bool sampled) {
    if (s.extremum == Extremum::not_minimum || s.gap > asked_.reach) return;
    const Vec3<double> in_b = back(s.b), to_a = rotate_back(pose_.rotation, -s.normal);
    if (!a_.holds(f, s.a, tolerance_) || !b_.holds(g, in_b, tolerance_)) return;
    if (s.gap < -tolerance_) return see_overlap(distance_by_all(b_, back(s.a)));
    if (!a_.leaves_free(f, s.a, s.normal, asked_.angle) || !b_.leaves_free(g, in_b, to_a, asked_.angle)) return;
    if (descends(f, g, s)) return;
    add({std::max(s.gap, 0.0), s.a, s.b, s.normal, f.told, g.told, sampled});
  }

  bool descends(const ContactFeature& f, const ContactFeature& g, const Solved& s) const {
    const auto of_a = a_.forms_about(f, s.a, s.normal, asked_.angle);
    auto of_b = b_.forms_about(g, back(s.b), rotate_back(pose_.rotation, -s.normal), asked_.angle);
    if (of_a.size() == 1 && of_b.size() == 1) return false;
    for (LocalForm<double>& form : of_b) {
      for (Vec3<double>& tangent : form.tangent) tangent = rotate(pose_.rotation, tangent);
    }
    const auto falls = [&](const auto& x, const auto& y) { return extremum(x, y, s.gap) == Extremum::not_minimum; };
    const auto all = [](const auto& of, const auto& test) { return std::all_of(of.begin(), of.end(), test); };
    const auto into_a = [&](const auto& x) { return all(of_b, [&](const auto& y) { return falls(x, y); }); };
    const auto into_b = [&](const auto& y) { return all(of_a, [&](const auto& x) { return falls(x, y); }); };
    return std::any_of(of_a.begin(), of_a.end(), into_a) || std::any_of(of_b.begin(), of_b.end(), into_b);
  }

  void add(const BrepLmd& m) {
    const double apart = 4 * asked_.angle * m.distance + 8 * tolerance_;
    for (BrepLmd& kept : out_.minima) {
      if (length(kept.point_a - m.point_a) > apart || length(kept.point_b - m.point_b) > apart) continue;
      if (rank(m) < rank(kept)) kept = m;
      return;
    }
    out_.minima.push_back(m);
  }
  static std::tuple<int, std::uint64_t, std::uint64_t> rank(const BrepLmd& m) {
    return {static_cast<int>(feature_kind(m.feature_a)) + static_cast<int>(feature_kind(m.feature_b)), m.feature_a.code,
            m.feature_b.code};
  }

  void see_overlap(const std::optional<double>& distance) {
    if (!distance) out_.status = BrepLmdStatus::incomplete;
    if (distance && *distance < -tolerance_) crossing_ = true;
  }
  void look_for_overlap() {
    for (const ContactFeature& f : a_.features()) see_overlap(distance_by_all(b_, back(f.sample)));
    for (const ContactFeature& g : b_.features()) see_overlap(distance_by_all(a_, transform(pose_, g.sample)));
  }
  Vec3<double> back(const Vec3<double>& p) const { return rotate_back(pose_.rotation, p - pose_.translation); }

  const ContactFeatures &a_, &b_;
  RelativePose<double> pose_, inverse_;
  BrepLmdOptions asked_;
  double tolerance_;
  bool crossing_ = false;
  BrepLmds out_;
};

}  // namespace

BrepLmds all_with_all(const host::ContactFeatures& a, const host::ContactFeatures& b,
                      const RelativePose<double>& b_in_a, const BrepLmdOptions& options) {
  return AllWithAll(a, b, b_in_a, options).run();
}

std::optional<double> distance_by_all(const host::ContactFeatures& of, const Vec3<double>& point) {
  const std::vector<ContactFeature>& features = of.features();
  const host::FeatureBox here = host::box_of_point(point);
  double unsolved = std::numeric_limits<double>::infinity();
  host::NearestFeature nearest;
  for (std::uint32_t i = 0; i < features.size(); ++i) {
    if (features[i].carrier) of.see(i, point, nearest);
  }
  for (std::uint32_t i = 0; i < features.size(); ++i) {
    if (features[i].carrier) continue;
    double least = std::numeric_limits<double>::infinity();
    for (const host::FeatureBox& box : features[i].boxes) least = std::min(least, least_distance(here, box));
    if (least <= nearest.distance && !of.see(i, point, nearest)) unsolved = std::min(unsolved, least);
  }
  if (!(nearest.distance < unsolved)) return std::nullopt;
  return nearest.inside ? -nearest.distance : nearest.distance;
}

}  // namespace abut::test
