#include "host/verify/verify.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "abut/core/pose.h"
#include "host/io/random.h"
#include "host/reference/examination.h"
#include "host/verify/facet_checker.h"
#include "host/verify/knot_checker.h"
#include "host/verify/solve.h"

namespace abut::verification {
namespace {

/// `count` of the indices below `size`, ascending; all when count is 0.
std::vector<std::size_t> sample_of(std::size_t size, std::uint64_t count, std::uint64_t seed) {
  std::vector<std::size_t> indices(size);
  for (std::size_t i = 0; i < size; ++i) indices[i] = i;
  if (count == 0 || count >= size) return indices;
  io::Random random(seed);
  for (std::size_t i = 0; i < count; ++i) std::swap(indices[i], indices[i + random.below(size - i)]);
  indices.resize(count);
  std::sort(indices.begin(), indices.end());
  return indices;
}

template <class T>
class Checker {
 public:
  explicit Checker(const Detected& scene)
      : scene_(scene), parts_(scene.bodies.parts()), reference_(cores(scene.shapes)) {}

  CheckedPair check_contact(Pair pair, const Contact<T>& contact) const;
  CheckedPair check_no_contact(Pair pair) const;

 private:
  /// A pair as the query saw it.
  struct Input {
    std::uint32_t shape_a, shape_b;
    Pose pose_a;
    Vec3<double> centre_a, body_a;
    RelativePose<double> b_in_a;
    double size, alert;
  };

  static std::vector<reference::Core> cores(const ShapeSet& shapes) {
    const ShapeSetView<T> view = shapes.view<T>();
    std::vector<reference::Core> all;
    for (std::uint32_t s = 0; s < view.count; ++s) all.push_back(reference::core_of(view, s));
    return all;
  }

  Pose pose(std::uint32_t part) const {
    Pose pose{{parts_.px[part], parts_.py[part], parts_.pz[part]}, {}};
    for (int i = 0; i < 9; ++i) pose.rotation.m[i] = parts_.r[i][part];
    return pose;
  }

  Input input(Pair pair) const {
    Input in;
    in.shape_a = parts_.shape[pair.a];
    in.shape_b = parts_.shape[pair.b];
    in.pose_a = pose(pair.a);
    in.body_a = {parts_.body_x[pair.a], parts_.body_y[pair.a], parts_.body_z[pair.a]};
    const ShapeHeader& a = scene_.shapes.header(in.shape_a);
    const ShapeHeader& b = scene_.shapes.header(in.shape_b);
    in.centre_a = {a.centre[0], a.centre[1], a.centre[2]};
    in.b_in_a = reference::pose_as_seen<T>(in.pose_a, pose(pair.b), a, b);
    in.size = a.size + b.size;
    in.alert = scene_.alert_distance;
    if (parts_.alert != nullptr) in.alert += parts_.alert[pair.a] + parts_.alert[pair.b];
    return in;
  }

  /// A contact point, relative to body A's position in world axes, in the frame that A's vertices are given in.
  static Vec3<double> in_frame_of_a(const Input& in, Vec3<double> point) {
    return solve(in.pose_a.rotation, point + (in.body_a - in.pose_a.position)) - in.centre_a;
  }

  void measure(const Input& in, const Contact<T>& contact, const reference::Answer& truth, CheckedPair& checked) const;

  const Detected& scene_;
  PartsView parts_;
  reference::Reference reference_;
};

template <class T>
void Checker<T>::measure(const Input& in, const Contact<T>& contact, const reference::Answer& truth,
                         CheckedPair& checked) const {
  const double separation = static_cast<double>(contact.separation);
  const Vec3<double> a = widen(contact.witness_a), b = widen(contact.witness_b);
  const Vec3<double> normal_world = widen(contact.normal);
  // Points are rounded to T relative to the body's position: where that is far from the shape, against its size, they
  // lose digits that the query had. Two roundings of each point, half an epsilon each, and those of the way back.
  const double epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());
  const double far = std::max({max_abs(a), max_abs(b), max_abs(in.body_a - in.pose_a.position)});
  const double rounding_error = 4 * epsilon * std::max(0.0, far - in.size);

  const auto beyond_rounding_error = [&](double error) { return std::max(0.0, error - rounding_error); };
  std::array<double, error_kind_count>& errors = checked.errors;
  errors[separation_error] = std::abs(separation - truth.separation);
  errors[witness_error] = beyond_rounding_error(length(b - a - normal_world * separation));
  errors[outside_error] =
      beyond_rounding_error(std::max(reference_.distance_outside(in.shape_a, 0, in.b_in_a, in_frame_of_a(in, a)),
                                     reference_.distance_outside(in.shape_b, 1, in.b_in_a, in_frame_of_a(in, b))));
  errors[lower_bound_error] = std::max(0.0, static_cast<double>(contact.lower_bound) - truth.upper);

  const Vec3<double> normal = solve(in.pose_a.rotation, normal_world);
  const double norm = length(normal);
  const bool undefined = (contact.status & normal_undefined_flag) != 0 && norm == 0;
  if (!undefined) {
    const Vec3<double> unit = normal * (1 / norm);
    const long double width = reference_.width_along(in.shape_a, in.shape_b, in.b_in_a, unit);
    errors[normal_error] = std::abs(static_cast<double>(width + static_cast<long double>(truth.separation)));
    errors[normal_error] = std::max(errors[normal_error], std::abs(norm - 1) * in.size);
  }
  for (double& error : errors) {
    const double scale = in.size + std::abs(truth.separation);
    if (scale > 0 || error != 0) error /= scale;  // two coinciding points: nothing over nothing is no error
    // Not a number is the largest error there is.
    if (!std::isfinite(error)) error = std::numeric_limits<double>::max();
  }
}

template <class T>
CheckedPair Checker<T>::check_contact(Pair pair, const Contact<T>& contact) const {
  const Input in = input(pair);
  reference::Answer truth = reference_.query(in.shape_a, in.shape_b, in.b_in_a);
  if (!truth.certified) {  // curved shapes are certified from a hint only
    truth = reference::Examination(reference_, in.shape_a, in.shape_b, in.b_in_a)
                .answer_near(solve(in.pose_a.rotation, widen(contact.normal)),
                             {in_frame_of_a(in, widen(contact.witness_a)), in_frame_of_a(in, widen(contact.witness_b))},
                             tolerance<T> / 4);
  }
  CheckedPair checked;
  checked.pair = pair;
  checked.status = contact.status;
  checked.certified = truth.certified;
  checked.ours = static_cast<double>(contact.separation);
  checked.reference = truth.separation;
  if (checked.is_measured()) measure(in, contact, truth, checked);
  if (!is_contact(contact.status)) {
    checked.reason = "status";
    return checked;
  }
  // The first kind, since a wrong separation is a wrong witness identity too.
  const auto wrong =
      std::find_if(checked.errors.begin(), checked.errors.end(), [](double error) { return !(error <= tolerance<T>); });
  checked.agrees = wrong == checked.errors.end();
  if (checked.agrees) return checked;
  const auto kind = wrong - checked.errors.begin();
  const bool wrong_side = kind == separation_error && checked.ours * checked.reference < 0;
  checked.reason = wrong_side ? "wrong_side" : error_names[kind];
  return checked;
}

template <class T>
CheckedPair Checker<T>::check_no_contact(Pair pair) const {
  const Input in = input(pair);
  reference::Answer truth = reference_.query(in.shape_a, in.shape_b, in.b_in_a);
  if (!truth.certified) {
    const Vec3<double> between = in.b_in_a.translation;
    const double distance = length(between);
    truth = reference::Examination(reference_, in.shape_a, in.shape_b, in.b_in_a)
                .answer_near(distance > 0 ? between * (1 / distance) : Vec3<double>{1, 0, 0},
                             {Vec3<double>{0, 0, 0}, between}, tolerance<T> / 4);
  }
  CheckedPair checked;
  checked.pair = pair;
  checked.contact = false;
  checked.status = static_cast<std::uint8_t>(Status::farther_than_alert);
  const bool proved = truth.lower > in.alert;  // then nothing more has to be known
  checked.certified = truth.certified || proved;
  checked.ours = in.alert;
  checked.reference = truth.separation;
  checked.agrees = proved || truth.separation > in.alert - tolerance<T> * (in.size + std::abs(truth.separation));
  if (!checked.agrees) checked.reason = "missed_contact";
  return checked;
}

std::vector<Pair> without_contact(std::span<const Pair> candidates, const std::vector<Pair>& contacts) {
  const auto before = [](Pair p, Pair q) { return p.a != q.a ? p.a < q.a : p.b < q.b; };
  std::vector<Pair> rest;
  std::set_difference(candidates.begin(), candidates.end(), contacts.begin(), contacts.end(), std::back_inserter(rest),
                      before);
  return rest;
}

/// The checks of a detection, each by its number.
template <class T>
class Checks {
 public:
  Checks(const Detected& scene, std::span<const Pair> candidates, const Detection<T>& detection,
         const VerifyOptions& options)
      : scene_(scene),
        detection_(detection),
        rest_(without_contact(candidates, detection.pairs)),
        contacts_(sample_of(detection.pairs.size(), options.sample, options.seed)),
        others_(sample_of(rest_.size(), options.sample, ~options.seed)),
        checker_(scene) {
    std::vector<Pair> by_facets;
    for (std::size_t i = 0; i < size(); ++i) {
      if (meets_by_facets(scene_, pair(i))) by_facets.push_back(pair(i));
    }
    if (!by_facets.empty()) facet_checker_.emplace(scene, by_facets);
  }

  std::size_t size() const { return contacts_.size() + others_.size(); }
  CheckedPair check(std::size_t i) const {
    if (i >= contacts_.size()) {
      if (meets_by_facets(scene_, pair(i))) return no_facet_contact(pair(i));
      if (meets_by_knots(scene_, pair(i))) return check_no_knot(scene_, pair(i), tolerance<T>);
      return checker_.check_no_contact(pair(i));
    }
    const std::size_t row = contacts_[i];
    const bool is_first = i == 0 || !is_same(pair(i - 1), pair(i));  // of its pair, among those that are checked
    if (detection_.knots && detection_.knots->has(row)) {
      CheckedPair checked = check_knot(scene_, detection_, row);
      if (is_first) check_deepest_knot(scene_, detection_, rows_with(row), checked);
      return checked;
    }
    if (!detection_.facets || !detection_.facets->has(row)) {
      return checker_.check_contact(detection_.pairs[row], detection_.contacts[row]);
    }
    CheckedPair checked = facet_checker_->check_row(detection_, row);
    if (is_first) facet_checker_->check_all(rows_with(row), checked);
    return checked;
  }

 private:
  static bool is_same(Pair p, Pair q) { return p.a == q.a && p.b == q.b; }
  Pair pair(std::size_t i) const {
    return i < contacts_.size() ? detection_.pairs[contacts_[i]] : rest_[others_[i - contacts_.size()]];
  }
  FacetRowsOfPair<T> rows_with(std::size_t row) const {
    std::size_t first = row, end = row + 1;
    while (first > 0 && is_same(detection_.pairs[first - 1], detection_.pairs[row])) --first;
    while (end < detection_.pairs.size() && is_same(detection_.pairs[end], detection_.pairs[row])) ++end;
    return {detection_.pairs[row], &detection_, first, end};
  }
  CheckedPair no_facet_contact(Pair pair) const {
    CheckedPair checked;
    checked.pair = pair;
    checked.contact = false;
    checked.status = static_cast<std::uint8_t>(Status::farther_than_alert);
    checked.ours = scene_.alert_distance;
    checked.agrees = checked.certified = true;
    facet_checker_->check_all({pair, &detection_, 0, 0}, checked);
    return checked;
  }

  const Detected& scene_;
  const Detection<T>& detection_;
  std::vector<Pair> rest_;
  std::vector<std::size_t> contacts_, others_;
  Checker<T> checker_;
  std::optional<FacetChecker<T>> facet_checker_;
};

template <class T>
std::vector<CheckedPair> check_all(const Detected& scene, std::span<const Pair> candidates,
                                   const Detection<T>& detection, const VerifyOptions& options, const Total& progress) {
  const Checks<T> checks(scene, candidates, detection, options);
  std::vector<CheckedPair> checked(checks.size());
  const std::function<void()> step = progress(checked.size());
  const auto check = [&](std::size_t i) {
    checked[i] = checks.check(i);
    step();
  };
  tbb::task_arena arena(options.threads == 0 ? tbb::task_arena::automatic : options.threads);
  arena.execute([&] { tbb::parallel_for(std::size_t{0}, checked.size(), check); });
  return checked;
}

}  // namespace

bool CheckedPair::is_measured() const {
  return contact && (is_contact(status) || status_of(status) == Status::iteration_limit);
}

double CheckedPair::worst() const { return *std::max_element(errors.begin(), errors.end()); }

template <class T>
std::vector<CheckedPair> verify(const Detected& scene, std::span<const Pair> candidates, const Detection<T>& detection,
                                const VerifyOptions& options, const Total& progress) {
  return check_all(scene, candidates, detection, options, progress);
}

template std::vector<CheckedPair> verify(const Detected&, std::span<const Pair>, const Detection<float>&,
                                         const VerifyOptions&, const Total&);
template std::vector<CheckedPair> verify(const Detected&, std::span<const Pair>, const Detection<double>&,
                                         const VerifyOptions&, const Total&);

}  // namespace abut::verification
