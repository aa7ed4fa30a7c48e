// Polynomials of two parameters from 0 to 1, by their Bernstein coefficients: the polynomial's values lie between the
// least and the largest of these, and the nearer the smaller the rectangle is.
#pragma once

#include <utility>
#include <vector>

namespace abut::host {

/// Coefficient (i, j) at i * (m + 1) + j; of degree n in s, m in t. Data only.
struct BernsteinNet {
  int n = 0, m = 0;
  std::vector<double> c = {0};

  BernsteinNet() = default;
  BernsteinNet(int of_n, int of_m) : n(of_n), m(of_m), c(static_cast<std::size_t>((of_n + 1) * (of_m + 1))) {}
  double& at(int i, int j) { return c[static_cast<std::size_t>(i * (m + 1) + j)]; }
  double at(int i, int j) const { return c[static_cast<std::size_t>(i * (m + 1) + j)]; }
};

/// The least and the largest coefficient. Data only.
struct NetRange {
  double least, largest;
};

enum class NetEnd { s0, s1, t0, t1 };

/// Adds `factor` a b to a net of the sum of their degrees.
void add_product(const BernsteinNet& a, const BernsteinNet& b, double factor, BernsteinNet& to);
/// Zero of degree 0 where the degree is 0.
BernsteinNet derivative_by_s(const BernsteinNet& f);
BernsteinNet derivative_by_t(const BernsteinNet& f);
/// The same polynomial, written with degrees that are no lower.
BernsteinNet elevated(const BernsteinNet& f, int n, int m);
/// f / s, f / (1 - s), f / t or f / (1 - t), where f is 0 all along that end: its coefficients there do not count.
BernsteinNet without_factor(const BernsteinNet& f, NetEnd zero_at);
/// Both halves, by s or by t, each with parameters from 0 to 1 of its own.
std::pair<BernsteinNet, BernsteinNet> halves_by_s(const BernsteinNet& f);
std::pair<BernsteinNet, BernsteinNet> halves_by_t(const BernsteinNet& f);
/// The polynomial along an end, of degree 0 in the other parameter: its own parameter is s.
BernsteinNet along(const BernsteinNet& f, NetEnd end);
double value_in_the_middle(const BernsteinNet& f);
NetRange range_of(const BernsteinNet& f);
double largest_magnitude(const BernsteinNet& f);

}  // namespace abut::host
