#include "host/verify/knot_checker.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/core/pose.h"
#include "abut/surface/surface_separation.h"

namespace abut::verification {
namespace {

/// What the surfaces themselves say of two parts. Data only.
struct Exact {
  double lower, upper;  ///< of the separation
  double spacing;       ///< from the nearest points to a knot, at most
  bool knots_reach;     ///< whether a knot has to be within that of it
  double size;          ///< of both
};

double to_nearest_knot(std::span<const KnotPosition> knots, const Vec3<double>& point) {
  double least = std::numeric_limits<double>::infinity();
  for (const KnotPosition& k : knots) least = std::min(least, length(k.point - point));
  return least;
}

/// Whether the parameters are at an edge of a surface of degree 1, and so of a box.
bool is_at_edge(const NurbsSurface& surface, double u, double v) {
  const auto on_knot = [](const SplineDirection& d, double at) {
    return std::any_of(d.knots.begin(), d.knots.end(), [&](double knot) { return std::abs(knot - at) <= 1e-6; });
  };
  return on_knot(surface.u, u) || on_knot(surface.v, v);
}

Exact exact_of(const Detected& detected, Pair pair) {
  const PartsView parts = detected.bodies.parts();
  const ContactSurfaces& surfaces = *detected.surfaces;
  const std::uint32_t shape[2] = {parts.shape[pair.a], parts.shape[pair.b]};
  const Pose pose[2] = {detected.bodies.part_pose(pair.a), detected.bodies.part_pose(pair.b)};
  const SurfaceSeparation s = surface_separation(surfaces, shape[0], pose[0], shape[1], pose[1]);
  Exact out{s.lower_bound, s.separation, 0, true, 0};
  const double u[2] = {s.u_a, s.u_b}, v[2] = {s.v_a, s.v_b};
  for (int k = 0; k < 2; ++k) {
    out.size += detected.shapes.header(shape[k]).size;
    const NurbsSurface& surface = surfaces.surface(shape[k]);
    const std::span<const KnotPosition> knots = surfaces.knots(shape[k]);
    if (!knots.empty()) {
      out.spacing = std::max(out.spacing, to_nearest_knot(knots, point_at(surface, u[k], v[k]).point));
    } else if (s.separation < 0 && is_at_edge(surface, u[k], v[k])) {
      out.knots_reach = false;
    }
  }
  return out;
}

double alert_of(const Detected& detected, Pair pair) {
  const PartsView parts = detected.bodies.parts();
  const double own = parts.alert != nullptr ? parts.alert[pair.a] + parts.alert[pair.b] : 0.0;
  return detected.alert_distance + own;
}

void disagree(CheckedPair& checked, const char* reason, double error) {
  if (checked.agrees) checked.reason = reason;
  checked.agrees = false;
  checked.errors[separation_error] = std::max(checked.errors[separation_error], error);
}

}  // namespace

bool meets_by_knots(const Detected& detected, Pair pair) {
  if (detected.surfaces == nullptr) return false;
  const PartsView parts = detected.bodies.parts();
  const std::uint32_t a = parts.shape[pair.a], b = parts.shape[pair.b];
  if (!detected.surfaces->has(a) || !detected.surfaces->has(b)) return false;
  return !detected.surfaces->knots(a).empty() || !detected.surfaces->knots(b).empty();
}

template <class T>
CheckedPair check_knot(const Detected& detected, const Detection<T>& detection, std::size_t row) {
  const Contact<T> c = detection.contacts[row];
  const PartsView parts = detected.bodies.parts();
  CheckedPair checked;
  checked.pair = detection.pairs[row];
  checked.status = c.status;
  checked.ours = checked.reference = static_cast<double>(c.separation);
  checked.certified = true;
  const double size = detected.shapes.header(parts.shape[checked.pair.a]).size +
                      detected.shapes.header(parts.shape[checked.pair.b]).size;
  const Vec3<double> a = widen(c.witness_a), b = widen(c.witness_b), n = widen(c.normal);
  // Points are rounded to T relative to a body's position, which may be far away.
  const double far = std::max(max_abs(a), max_abs(b));
  const double rounding = 4 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::max(0.0, far - size);
  const double off = length(b - a - n * checked.ours);
  checked.errors[witness_error] = std::max(0.0, off - rounding) / size;
  if ((c.status & normal_undefined_flag) == 0) checked.errors[normal_error] = std::abs(length(n) - 1);
  checked.errors[lower_bound_error] = std::max(0.0, static_cast<double>(c.lower_bound) - checked.ours) / size;
  const auto wrong =
      std::find_if(checked.errors.begin(), checked.errors.end(), [](double error) { return !(error <= tolerance<T>); });
  checked.agrees = wrong == checked.errors.end() && is_contact(c.status);
  if (checked.agrees) return checked;
  checked.reason = is_contact(c.status) ? error_names[wrong - checked.errors.begin()] : "status";
  return checked;
}

template <class T>
void check_deepest_knot(const Detected& detected, const Detection<T>& detection, const FacetRowsOfPair<T>& rows,
                        CheckedPair& checked) {
  double deepest = std::numeric_limits<double>::infinity();
  for (std::size_t row = rows.first; row < rows.end; ++row) {
    deepest = std::min(deepest, static_cast<double>(detection.contacts.separation[row]));
  }
  const Exact exact = exact_of(detected, rows.pair);
  const double allowed = tolerance<T> * (exact.size + std::abs(deepest));
  checked.reference = exact.upper;
  if (deepest < exact.lower - allowed) disagree(checked, "deeper_than_surfaces", (exact.lower - deepest) / exact.size);
  const double above = deepest - exact.upper - exact.spacing;
  if (exact.knots_reach && above > allowed) disagree(checked, "deepest_knot", above / exact.size);
}

CheckedPair check_no_knot(const Detected& detected, Pair pair, double tolerance) {
  const Exact exact = exact_of(detected, pair);
  CheckedPair checked;
  checked.pair = pair;
  checked.contact = false;
  checked.status = static_cast<std::uint8_t>(Status::farther_than_alert);
  checked.ours = alert_of(detected, pair);
  checked.reference = exact.upper;
  checked.agrees = checked.certified = true;
  const double missed = checked.ours - exact.upper - exact.spacing;
  if (exact.knots_reach && missed > tolerance * (exact.size + checked.ours)) {
    disagree(checked, "missed_knots", missed / exact.size);
  }
  return checked;
}

template CheckedPair check_knot(const Detected&, const Detection<float>&, std::size_t);
template CheckedPair check_knot(const Detected&, const Detection<double>&, std::size_t);
template void check_deepest_knot(const Detected&, const Detection<float>&, const FacetRowsOfPair<float>&, CheckedPair&);
template void check_deepest_knot(const Detected&, const Detection<double>&, const FacetRowsOfPair<double>&,
                                 CheckedPair&);

}  // namespace abut::verification
