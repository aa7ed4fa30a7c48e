#include "host/surface/gauss_legendre.h"

#include <cmath>

namespace abut::host {
namespace {

constexpr double pi = 3.14159265358979323846;

/// The Legendre polynomial of a degree, and its derivative, at x in (-1, 1).
struct Legendre {
  double value, derivative;
};
Legendre legendre(int degree, double x) {
  double before = 1, here = x;
  for (int n = 2; n <= degree; ++n) {
    const double next = ((2 * n - 1) * x * here - (n - 1) * before) / n;
    before = here, here = next;
  }
  return {here, degree * (x * here - before) / (x * x - 1)};
}

}  // namespace

std::vector<QuadratureNode> gauss_legendre(int count) {
  if (count == 1) return {{0.5, 1}};
  std::vector<QuadratureNode> out(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) {
    double x = -std::cos(pi * (k + 0.75) / (count + 0.5));
    // It converges quadratically from a guess that is good to 1 / count^2: five steps are more than enough.
    for (int step = 0; step < 8; ++step) {
      const Legendre p = legendre(count, x);
      x -= p.value / p.derivative;
    }
    const double slope = legendre(count, x).derivative;
    out[static_cast<std::size_t>(k)] = {(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)};
  }
  return out;
}

}  // namespace abut::host
