#include "host/surface/basis_functions.h"

#include <algorithm>

namespace abut::host {
namespace {

/// The span [U[k], U[k + 1]), not empty, that holds a parameter of the domain; at the domain's end, the last one.
std::size_t span_at(const SplineDirection& d, double u) {
  const auto last = d.knots.begin() + static_cast<std::ptrdiff_t>(d.count());
  const auto behind =
      u < d.end() ? std::upper_bound(d.knots.begin(), last, u) : std::lower_bound(d.knots.begin(), last, d.end());
  return static_cast<std::size_t>(behind - d.knots.begin()) - 1;
}

/// (3.2): on the span k those of one degree from those of the degree below, i from k - degree to k.
Basis raised(const SplineDirection& d, std::size_t k, double u, std::size_t degree, const Basis& below) {
  Basis out{};
  for (std::size_t j = 0; j < degree; ++j) {  // below[j] belongs to the control point i + 1
    const std::size_t i = k - degree + j;
    const double part = below[j] / (d.knots[i + degree + 1] - d.knots[i + 1]);
    out[j] += (d.knots[i + degree + 1] - u) * part;
    out[j + 1] += (u - d.knots[i + 1]) * part;
  }
  return out;
}

/// N'(i) = degree * (N(i) / (U[i + degree] - U[i]) - N(i + 1) / (U[i + degree + 1] - U[i + 1])), with the N one degree
/// below.
Basis derived(const SplineDirection& d, std::size_t k, std::size_t degree, const Basis& below) {
  Basis out{};
  for (std::size_t j = 0; j < degree; ++j) {
    const std::size_t i = k - degree + j;
    const double part = static_cast<double>(degree) * below[j] / (d.knots[i + degree + 1] - d.knots[i + 1]);
    out[j] -= part;
    out[j + 1] += part;
  }
  return out;
}

}  // namespace

BasisDerivatives basis_at(const SplineDirection& d, double parameter) {
  const double u = std::clamp(parameter, d.begin(), d.end());
  const auto p = static_cast<std::size_t>(d.degree);
  const std::size_t k = span_at(d, u);
  std::array<Basis, most_surface_degree + 1> values{};
  values[0][0] = 1;
  for (std::size_t degree = 1; degree <= p; ++degree) values[degree] = raised(d, k, u, degree, values[degree - 1]);
  BasisDerivatives out;
  out.first = k - p;
  out.of[0] = values[p];
  out.of[1] = derived(d, k, p, values[p - 1]);
  if (p >= 2) out.of[2] = derived(d, k, p, derived(d, k, p - 1, values[p - 2]));
  return out;
}

}  // namespace abut::host
