#include "host/verify/facet_checker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "abut/core/pose.h"
#include "abut/facet_contacts.h"
#include "host/verify/solve.h"

namespace abut::verification {
namespace {

/// By how much a pair of features may be farther apart than their facets are, over the size: normals are within
/// `FacetOptions::cone_tolerance` of their cones.
constexpr double cone = 2e-6;

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
  l.allowed = tolerance<double> * (l.size + l.alert) + l.plane;
  return l;
}

/// What is measured of a row whose facets' distance is `truth`.
template <class T>
std::array<double, error_kind_count> FacetChecker<T>::row_errors(const Detection<T>& detection, std::size_t row,
                                                                 const Limits& l,
                                                                 const reference::Answer& truth) const {
  const Pair pair = detection.pairs[row];
  const Contact<T> contact = detection.contacts[row];
  const FacetContactKind kind = detection.facets->kind[row];
  const double separation = static_cast<double>(contact.separation), core = separation + l.roundings;
  const double distance = std::max(truth.separation, 0.0);
  const Vec3<double> a = widen(contact.witness_a), b = widen(contact.witness_b), n = widen(contact.normal);
  const Vec3<double> origin{parts_.body_x[pair.a], parts_.body_y[pair.a], parts_.body_z[pair.a]};
  const Pose at = detected_.bodies.part_pose(pair.a);
  const Vec3<double> own_n = solve(at.rotation, n);
  // Points are rounded to T relative to the body's position, which may be far from the facets.
  const double far = std::max({max_abs(a), max_abs(b), max_abs(origin - at.position)});
  const double rounding =
      4 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::max(0.0, far - l.size) + l.plane;

  std::array<double, error_kind_count> errors{};
  if (kind == FacetContactKind::apart || kind == FacetContactKind::below) {
    // Of features on both facets, at a local minimum of the distance.
    const double above = kind == FacetContactKind::apart ? beyond(core - distance, cone * l.size) : 0.0;
    errors[separation_error] = std::max(distance - std::abs(core), above);
    const std::array<Vec3<double>, 2> points{
        solve(at.rotation, origin + a - at.position) - own_n * reference_.rounding(pair.a),
        solve(at.rotation, origin + b - at.position) + own_n * reference_.rounding(pair.b)};
    errors[outside_error] = beyond(
        reference_.distance(pair, detection.facets->facet_a[row], detection.facets->facet_b[row], points), rounding);
  } else {  // they have a common point, and no less than this parts them
    errors[separation_error] = std::max(distance, core - std::min(truth.separation, 0.0));
  }
  errors[separation_error] = beyond(errors[separation_error], l.plane);
  errors[witness_error] = beyond(length(b - a - n * separation), rounding);
  if ((contact.status & normal_undefined_flag) == 0) errors[normal_error] = std::abs(length(own_n) - 1) * l.size;
  errors[lower_bound_error] = std::max(0.0, static_cast<double>(contact.lower_bound) - separation);
  for (double& error : errors) {
    error /= l.size + std::abs(truth.separation - l.roundings);
    if (!std::isfinite(error)) error = std::numeric_limits<double>::max();
  }
  return errors;
}

template <class T>
CheckedPair FacetChecker<T>::check_row(const Detection<T>& detection, std::size_t row) const {
  const Pair pair = detection.pairs[row];
  const Limits l = limits(pair);
  if (detection.facets->facet_a[row] >= reference_.count(pair.a) ||
      detection.facets->facet_b[row] >= reference_.count(pair.b)) {  // read from a file
    CheckedPair none;
    none.pair = pair, none.status = detection.contacts.status[row], none.reason = "no_such_facet";
    return none;
  }
  const reference::Answer truth =
      reference_.query(pair, detection.facets->facet_a[row], detection.facets->facet_b[row]);
  CheckedPair checked;
  checked.pair = pair;
  checked.status = detection.contacts.status[row];
  checked.certified = truth.certified;
  checked.ours = static_cast<double>(detection.contacts.separation[row]);
  checked.reference = truth.separation - l.roundings;
  checked.errors = row_errors(detection, row, l, truth);
  const auto wrong =
      std::find_if(checked.errors.begin(), checked.errors.end(), [](double error) { return !(error <= tolerance<T>); });
  checked.agrees = wrong == checked.errors.end();
  if (!checked.agrees) checked.reason = error_names[wrong - checked.errors.begin()];
  return checked;
}

/// Whether the nearest points of two facets lie in one of the bodies: nothing has to touch there from outside.
template <class T>
bool FacetChecker<T>::is_nested(Pair pair, std::uint32_t facet_a, std::uint32_t facet_b) const {
  const auto [on_a, on_b] = reference_.nearest(pair, facet_a, facet_b);
  // Around points near an open surface it winds by a half at most.
  return std::abs(reference_.winding(pair.b, on_a)) > 0.75 || std::abs(reference_.winding(pair.a, on_b)) > 0.75;
}

/// All pairs of facets by the reference, and what the search says of them.
template <class T>
typename FacetChecker<T>::Nearest FacetChecker<T>::check_search(Pair pair, const Limits& l,
                                                                CheckedPair& checked) const {
  Nearest nearest;
  AllPairs found(detected_, pair);
  const std::vector<PlacedFacet> of_b = reference_.facets(pair.b);
  for (const PlacedFacet& a : reference_.facets(pair.a)) {
    for (const PlacedFacet& b : of_b) {
      if (box_distance(a, b) > l.alert + l.roundings + l.allowed) continue;
      const reference::Answer truth = reference_.query(pair, a.id, b.id);
      checked.certified = checked.certified && truth.certified;
      const double distance = std::max(truth.separation, 0.0) - l.roundings;
      if (distance < nearest.distance) nearest = {distance, a.id, b.id, nearest.crosses};
      nearest.crosses = nearest.crosses || truth.separation <= l.allowed;
      const std::size_t* const k = found.take(a.id, b.id);
      if (k == nullptr) {
        if (distance < l.alert - l.allowed) disagree(checked, "missed_facets", (l.alert - distance) / l.size);
        continue;
      }
      if (distance > l.alert + l.allowed) disagree(checked, "facets_out_of_reach", (distance - l.alert) / l.size);
      const double error = std::abs(found.separation(*k) - distance);
      if (found.kind(*k) == FacetContactKind::apart) {
        if (error > l.allowed) disagree(checked, "facets_separation", error / l.size);
      } else if (truth.separation > l.allowed) {
        disagree(checked, "facets_do_not_cross", truth.separation / l.size);
      }
    }
  }
  if (!found.is_empty()) disagree(checked, "facets_out_of_reach", 1);
  return nearest;
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
  const Nearest least = check_search(pair, l, checked);
  if (rows.first == rows.end) checked.reference = std::min(least.distance, std::numeric_limits<double>::max());

  // What parts of one body hide from each other is left out.
  const auto has_parts = [&](std::uint32_t part) {
    const std::uint32_t body = parts_.body[part];
    return detected_.bodies.first_part(body + 1) - detected_.bodies.first_part(body) > 1;
  };
  if (has_parts(pair.a) || has_parts(pair.b) || !(least.distance < l.alert - l.allowed)) return;
  // Without roundings: the deepest, and the nearest on either side.
  double deepest = std::numeric_limits<double>::infinity(), nearest = deepest;
  for (std::size_t row = rows.first; row < rows.end; ++row) {
    const double core = static_cast<double>(rows.detection->contacts.separation[row]) + l.roundings;
    deepest = std::min(deepest, core), nearest = std::min(nearest, std::abs(core));
  }
  const double slack = l.allowed + cone * l.size + tolerance<T> * (l.size + std::abs(least.distance));
  const double apart = std::abs(nearest - (least.distance + l.roundings));
  if (least.crosses ? deepest <= slack : apart <= slack || is_nested(pair, least.a, least.b)) return;
  disagree(checked, rows.first == rows.end ? "missed_contact" : "nearest_contact", std::min(1.0, apart / l.size));
}

template class FacetChecker<float>;
template class FacetChecker<double>;

}  // namespace abut::verification
