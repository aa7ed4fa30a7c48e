#include <algorithm>
#include <cmath>
#include <string>

#include "abut/core/error.h"
#include "host/finite_vector.h"
#include "host/number_text.h"
#include "host/surface/spline_check.h"

namespace abut {
namespace {

void check_knots(const std::string& where, const SplineDirection& d) {
  for (std::size_t i = 0; i < d.knots.size(); ++i) {
    if (!std::isfinite(d.knots[i])) {
      throw InvalidInput(where + ".knots[" + std::to_string(i) + "] is " + host::number_text(d.knots[i]) +
                         "; allowed are finite numbers");
    }
    if (i > 0 && d.knots[i] < d.knots[i - 1]) {
      throw InvalidInput(where + ".knots[" + std::to_string(i) + "] is " + host::number_text(d.knots[i]) +
                         "; allowed is no less than the one before, " + host::number_text(d.knots[i - 1]));
    }
  }
  if (!std::isfinite(d.knots.back() - d.knots.front())) {
    throw InvalidInput(where + ".knots go from " + host::number_text(d.knots.front()) + " to " +
                       host::number_text(d.knots.back()) + "; allowed is a finite length");
  }
  if (!(d.begin() < d.end())) {
    throw InvalidInput(where + ".knots have the domain " + host::number_text(d.begin()) + " to " +
                       host::number_text(d.end()) + "; allowed is one that is not empty");
  }
}

void check_multiplicities(const std::string& where, const SplineDirection& d) {
  for (std::size_t i = 0, times = 0; i < d.knots.size(); ++i) {
    const double knot = d.knots[i];
    times = i > 0 && knot == d.knots[i - 1] ? times + 1 : 1;
    if (knot < d.begin() || knot > d.end()) continue;
    const bool inside = knot > d.begin() && knot < d.end();
    const auto most = static_cast<std::size_t>(inside ? d.degree : d.degree + 1);
    if (times > most) {
      throw InvalidInput(where + ".knots have " + host::number_text(knot) + " more than " + std::to_string(most) +
                         " times; allowed are degree times inside of the domain, degree + 1 at its ends");
    }
  }
}

void check_direction(const std::string& where, const SplineDirection& d) {
  if (d.degree < 1 || d.degree > most_surface_degree) {
    throw InvalidInput(where + ".degree is " + std::to_string(d.degree) + "; allowed are 1 to 7");
  }
  const auto least = 2 * static_cast<std::size_t>(d.degree) + 2;
  if (d.knots.size() < least) {
    throw InvalidInput(where + ".knots are " + std::to_string(d.knots.size()) + "; allowed are " +
                       std::to_string(least) + " or more, 2 * degree + 2");
  }
  check_knots(where, d);
  check_multiplicities(where, d);
}

void check_counts(const std::string& what, std::size_t wanted, std::size_t points, std::size_t weights) {
  if (points != wanted) {
    throw InvalidInput(what + ": points are " + std::to_string(points) + "; allowed are " + std::to_string(wanted) +
                       " for these knots");
  }
  if (weights != 0 && weights != points) {
    throw InvalidInput(what + ": weights are " + std::to_string(weights) + "; allowed are " + std::to_string(points) +
                       ", one a control point, or none");
  }
}

void check_numbers(const std::string& what, const host::ControlNet& net) {
  for (std::size_t i = 0; i < net.points.size(); ++i) {
    const Vec3<double>& p = net.points[i];
    if (!host::is_finite(p)) {
      throw InvalidInput(what + ": points[" + std::to_string(i) + "] is not finite");
    }
  }
  for (std::size_t i = 0; i < net.weights.size(); ++i) {
    if (!std::isfinite(net.weights[i]) || net.weights[i] < 0) {
      throw InvalidInput(what + ": weights[" + std::to_string(i) + "] is " + host::number_text(net.weights[i]) +
                         "; allowed is 0 or more, finite");
    }
  }
}

/// Indices k of the spans of the domain that are not empty: of the last control point that counts there.
std::vector<std::size_t> spans(const SplineDirection& d) {
  std::vector<std::size_t> out;
  for (auto k = static_cast<std::size_t>(d.degree); k < d.count(); ++k) {
    if (d.knots[k] < d.knots[k + 1]) out.push_back(k);
  }
  return out;
}

bool has_weight(const host::ControlNet& net, std::size_t degree_u, std::size_t degree_v, std::size_t k, std::size_t l) {
  for (std::size_t i = k - degree_u; i <= k; ++i) {
    for (std::size_t j = l - degree_v; j <= l; ++j) {
      if (net.weights[i * net.count_v + j] > 0) return true;
    }
  }
  return false;
}

}  // namespace

void host::check_curve(const std::string& what, const SplineDirection& u, const ControlNet& net) {
  check_direction(what + ": u", u);
  check_counts(what, u.count(), net.points.size(), net.weights.size());
  check_numbers(what, net);
  if (net.weights.empty()) return;
  for (const std::size_t k : spans(u)) {
    if (!has_weight(net, static_cast<std::size_t>(u.degree), 0, k, 0)) {
      throw InvalidInput(what + ": all weights of the span from u = " + host::number_text(u.knots[k]) +
                         " on are 0; allowed is one above 0 at least");
    }
  }
}

void check(const NurbsCurve& curve) { host::check_curve("NurbsCurve", curve.u, host::control_net(curve)); }

void check(const NurbsSurface& surface) {
  check_direction("NurbsSurface: u", surface.u);
  check_direction("NurbsSurface: v", surface.v);
  check_counts("NurbsSurface", surface.u.count() * surface.v.count(), surface.points.size(), surface.weights.size());
  const host::ControlNet net = host::control_net(surface);
  check_numbers("NurbsSurface", net);
  if (net.weights.empty()) return;
  const auto degree_u = static_cast<std::size_t>(surface.u.degree),
             degree_v = static_cast<std::size_t>(surface.v.degree);
  for (const std::size_t k : spans(surface.u)) {
    for (const std::size_t l : spans(surface.v)) {
      if (!has_weight(net, degree_u, degree_v, k, l)) {
        throw InvalidInput("NurbsSurface: all weights of the span from u = " + host::number_text(surface.u.knots[k]) +
                           ", v = " + host::number_text(surface.v.knots[l]) +
                           " on are 0; allowed is one above 0 at least");
      }
    }
  }
}

}  // namespace abut
