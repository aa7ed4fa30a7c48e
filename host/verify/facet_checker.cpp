#include "host/verify/facet_checker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "abut/core/pose.h"
#include "abut/facet_contacts.h"

namespace abut::verification {
namespace {

/// By how much a pair of features may be farther apart than their facets are, over the size: normals are within
/// `FacetOptions::cone_tolerance` of their cones.
constexpr double cone = 2e-6;

template <class T>
Vec3<double> widened(Vec3<T> v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

/// The first fault stays.
void disagree(CheckedPair& checked, const char* reason, double error) {
  if (checked.agrees) checked.reason = reason;
  checked.agrees = false;
  checked.errors[separation_error] = std::max(checked.errors[separation_error], error);
}

double beyond(double error, double allowed) { return std::max(0.0, error - allowed); }

/// What the search says of all pairs of facets, by their numbers.
class AllPairs {
 public:
  AllPairs(const Detected& detected, Pair pair)
      : found_(find_facet_contacts<double>(Cpu{1}, *detected.facets, detected.bodies.parts(),
                                           FacetPairs<double>{{&pair, 1}},
                                           {.alert_distance = detected.alert_distance, .contacts = false})) {
    for (std::size_t k = 0; k < found_.size(); ++k) at_[{found_.facet_a[k], found_.facet_b[k]}] = k;
  }
  /// Each may be taken once.
  const std::size_t* take(std::uint32_t a, std::uint32_t b) {
    const auto found = at_.find({a, b});
    if (found == at_.end()) return nullptr;
    taken_ = found->second;
    at_.erase(found);
    return &taken_;
  }
  bool is_empty() const { return at_.empty(); }
  double separation(std::size_t k) const { return found_.separation[k]; }
  FacetContactKind kind(std::size_t k) const { return found_.kind[k]; }

 private:
  FacetContacts<double> found_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> at_;
  std::size_t taken_ = 0;
};

}  // namespace

template <class T>
FacetChecker<T>::FacetChecker(const Detected& detected, std::span<const Pair> pairs)
    : detected_(detected), parts_(detected.bodies.parts()), reference_(detected, pairs) {}

template <class T>
typename FacetChecker<T>::Limits FacetChecker<T>::limits(Pair pair) const {
  Limits l{};
  l.alert = detected_.alert_distance;
  if (parts_.alert != nullptr) l.alert += parts_.alert[pair.a] + parts_.alert[pair.b];
  for (const std::uint32_t part : {pair.a, pair.b}) {
    const double size = detected_.shapes.header(parts_.shape[part]).size;
    l.size += size;
    l.roundings += reference_.rounding(part);
    l.plane += 4 * reference_.flatness(part) * size;
  }
  return l;
}

template <class T>
CheckedPair FacetChecker<T>::check_row(const Detection<T>& detection, std::size_t row) const {
  const Pair pair = detection.pairs[row];
  const Contact<T> contact = detection.contacts[row];
  const ContactFacets& facets = *detection.facets;
  const FacetContactKind kind = facets.kind[row];
  const Limits l = limits(pair);
  const reference::Answer truth = reference_.query(pair, facets.facet_a[row], facets.facet_b[row]);
  CheckedPair checked;
  checked.pair = pair;
  checked.status = contact.status;
  checked.certified = truth.certified;
  checked.ours = static_cast<double>(contact.separation);
  checked.reference = truth.separation - l.roundings;

  const double core = checked.ours + l.roundings, apart = std::max(truth.separation, 0.0);
  const Vec3<double> a = widened(contact.witness_a), b = widened(contact.witness_b), n = widened(contact.normal);
  const Vec3<double> origin{parts_.body_x[pair.a], parts_.body_y[pair.a], parts_.body_z[pair.a]};
  // Points are rounded to T relative to the body's position, which may be far from the facets.
  const double far = std::max({max_abs(a), max_abs(b), max_abs(origin - detected_.bodies.part_pose(pair.a).position)});
  const double rounding =
      4 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::max(0.0, far - l.size) + l.plane;
  const bool of_features = kind == FacetContactKind::apart || kind == FacetContactKind::below;
  std::array<double, error_kind_count>& errors = checked.errors;
  if (of_features) {  // of features on both facets, at a local minimum of the distance
    errors[separation_error] =
        std::max(apart - std::abs(core), kind == FacetContactKind::apart ? beyond(core - apart, cone * l.size) : 0.0);
    const Vec3<double> on_a = origin + a - n * reference_.rounding(pair.a);
    const Vec3<double> on_b = origin + b + n * reference_.rounding(pair.b);
    errors[outside_error] = beyond(std::max(reference_.distance(pair.a, facets.facet_a[row], on_a),
                                            reference_.distance(pair.b, facets.facet_b[row], on_b)),
                                   rounding);
  } else {  // they have a common point, and as much as this is needed to part them
    errors[separation_error] = std::max(apart, core - std::min(truth.separation, 0.0));
  }
  errors[separation_error] = beyond(errors[separation_error], l.plane);
  errors[witness_error] = beyond(length(b - a - n * checked.ours), rounding);
  if ((contact.status & normal_undefined_flag) == 0) errors[normal_error] = std::abs(length(n) - 1) * l.size;
  errors[lower_bound_error] = std::max(0.0, static_cast<double>(contact.lower_bound) - checked.ours);
  for (double& error : errors) {
    error /= l.size + std::abs(checked.reference);
    if (!std::isfinite(error)) error = std::numeric_limits<double>::max();
  }
  const auto wrong = std::find_if(errors.begin(), errors.end(), [](double error) { return !(error <= tolerance<T>); });
  checked.agrees = wrong == errors.end();
  if (!checked.agrees) checked.reason = error_names[wrong - errors.begin()];
  return checked;
}

/// Whether the nearest points of two facets lie in one of the bodies: nothing has to touch there from outside.
template <class T>
bool FacetChecker<T>::is_nested(Pair pair, std::uint32_t facet_a, std::uint32_t facet_b) const {
  const auto [on_a, on_b] = reference_.nearest(pair, facet_a, facet_b);
  // Around points near an open surface it winds by a half at most.
  return std::abs(reference_.winding(pair.b, on_a)) > 0.75 || std::abs(reference_.winding(pair.a, on_b)) > 0.75;
}

template <class T>
void FacetChecker<T>::check_all(const FacetRowsOfPair<T>& rows, CheckedPair& checked) const {
  const Pair pair = rows.pair;
  if (reference_.count(pair.a) * reference_.count(pair.b) > most_facet_pairs) {
    checked.certified = false;
    if (checked.agrees) checked.reason = "too_many_facets";
    return;
  }
  const Limits l = limits(pair);
  const double allowed = tolerance<double> * (l.size + l.alert) + l.plane;
  AllPairs found(detected_, pair);
  double least = std::numeric_limits<double>::infinity();  // of surfaces
  std::uint32_t nearest_a = 0, nearest_b = 0;
  bool crosses = false;
  const std::vector<PlacedFacet> of_b = reference_.facets(pair.b);
  for (const PlacedFacet& a : reference_.facets(pair.a)) {
    for (const PlacedFacet& b : of_b) {
      const double reach = a.radius + b.radius + l.alert + l.roundings + allowed;
      const Vec3<double> between = b.centre - a.centre;
      if (dot(between, between) > reach * reach) continue;
      const reference::Answer truth = reference_.query(pair, a.id, b.id);
      checked.certified = checked.certified && truth.certified;
      const double distance = std::max(truth.separation, 0.0) - l.roundings;
      if (distance < least) least = distance, nearest_a = a.id, nearest_b = b.id;
      crosses = crosses || truth.separation <= allowed;
      const std::size_t* const k = found.take(a.id, b.id);
      if (k == nullptr) {
        if (distance < l.alert - allowed) disagree(checked, "missed_facets", (l.alert - distance) / l.size);
        continue;
      }
      if (distance > l.alert + allowed) disagree(checked, "facets_out_of_reach", (distance - l.alert) / l.size);
      if (found.kind(*k) == FacetContactKind::apart) {
        const double error = std::abs(found.separation(*k) - distance);
        if (error > allowed) disagree(checked, "facets_separation", error / l.size);
      } else if (truth.separation > allowed) {
        disagree(checked, "facets_do_not_cross", truth.separation / l.size);
      }
    }
  }
  if (!found.is_empty()) disagree(checked, "facets_out_of_reach", 1);

  double ours = std::numeric_limits<double>::infinity();  // the least
  for (std::size_t row = rows.first; row < rows.end; ++row) {
    ours = std::min(ours, static_cast<double>(rows.detection->contacts.separation[row]));
  }
  if (rows.first == rows.end) checked.reference = least;
  const bool several =
      detected_.bodies.first_part(parts_.body[pair.a] + 1) != detected_.bodies.first_part(parts_.body[pair.a]) + 1 ||
      detected_.bodies.first_part(parts_.body[pair.b] + 1) != detected_.bodies.first_part(parts_.body[pair.b]) + 1;
  if (several || !(least < l.alert - allowed)) return;  // what parts of a body hide from each other is left out
  const double slack = allowed + cone * l.size + tolerance<T> * (l.size + std::abs(least));
  if (crosses ? ours <= slack - l.roundings : std::abs(ours - least) <= slack) return;
  if (!crosses && is_nested(pair, nearest_a, nearest_b)) return;
  disagree(checked, rows.first == rows.end ? "missed_contact" : "nearest_contact",
           std::min(1.0, std::abs(ours - least) / l.size));
}

template class FacetChecker<float>;
template class FacetChecker<double>;

}  // namespace abut::verification
