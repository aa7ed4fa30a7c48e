#include "host/surface/bernstein_net.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace abut::host {
namespace {

/// Degrees of slopes of rational patches of degree 7 are up to 21.
constexpr std::size_t most_degrees = 24;

/// Binomial coefficients: row n has those of n over 0, 1, ..., n.
constexpr std::array<std::array<double, most_degrees>, most_degrees> pascals_triangle() {
  std::array<std::array<double, most_degrees>, most_degrees> out{};
  for (std::size_t n = 0; n < most_degrees; ++n) {
    out[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) out[n][k] = out[n - 1][k - 1] + (k < n ? out[n - 1][k] : 0);
  }
  return out;
}
constexpr auto binomials = pascals_triangle();
double binomial(int n, int k) { return binomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)]; }

BernsteinNet transposed(const BernsteinNet& f) {
  BernsteinNet out(f.m, f.n);
  for (int i = 0; i <= f.n; ++i) {
    for (int j = 0; j <= f.m; ++j) out.at(j, i) = f.at(i, j);
  }
  return out;
}

BernsteinNet elevated_by_s(const BernsteinNet& f) {
  BernsteinNet out(f.n + 1, f.m);
  for (int i = 0; i <= f.n + 1; ++i) {
    const double part = static_cast<double>(i) / (f.n + 1);
    for (int j = 0; j <= f.m; ++j) {
      out.at(i, j) = (i > 0 ? part * f.at(i - 1, j) : 0) + (i <= f.n ? (1 - part) * f.at(i, j) : 0);
    }
  }
  return out;
}

/// f / s of f = s sum_i f_(i + 1) (n over i + 1) s^i (1 - s)^(n - 1 - i).
BernsteinNet without_s(const BernsteinNet& f) {
  BernsteinNet out(f.n - 1, f.m);
  for (int i = 0; i < f.n; ++i) {
    for (int j = 0; j <= f.m; ++j) out.at(i, j) = f.at(i + 1, j) * f.n / (i + 1);
  }
  return out;
}

BernsteinNet without_one_minus_s(const BernsteinNet& f) {
  BernsteinNet out(f.n - 1, f.m);
  for (int i = 0; i < f.n; ++i) {
    for (int j = 0; j <= f.m; ++j) out.at(i, j) = f.at(i, j) * f.n / (f.n - i);
  }
  return out;
}

}  // namespace

void add_product(const BernsteinNet& a, const BernsteinNet& b, double factor, BernsteinNet& to) {
  BernsteinNet of_b = b;  // times its binomials
  for (int k = 0; k <= b.n; ++k) {
    for (int l = 0; l <= b.m; ++l) of_b.at(k, l) *= binomial(b.n, k) * binomial(b.m, l);
  }
  std::array<double, most_degrees> per_t{};
  for (int l = 0; l <= to.m; ++l) per_t[static_cast<std::size_t>(l)] = 1 / binomial(to.m, l);
  for (int i = 0; i <= a.n; ++i) {
    for (int k = 0; k <= b.n; ++k) {
      const double by_s = factor * binomial(a.n, i) / binomial(to.n, i + k);
      for (int j = 0; j <= a.m; ++j) {
        const double x = by_s * binomial(a.m, j) * a.at(i, j);
        const double* const row = &of_b.c[static_cast<std::size_t>(k * (b.m + 1))];
        double* const out = &to.c[static_cast<std::size_t>((i + k) * (to.m + 1) + j)];
        for (int l = 0; l <= b.m; ++l) out[l] += x * row[l] * per_t[static_cast<std::size_t>(j + l)];
      }
    }
  }
}

BernsteinNet derivative_by_s(const BernsteinNet& f) {
  if (f.n == 0) return BernsteinNet(0, f.m);
  BernsteinNet out(f.n - 1, f.m);
  for (int i = 0; i < f.n; ++i) {
    for (int j = 0; j <= f.m; ++j) out.at(i, j) = f.n * (f.at(i + 1, j) - f.at(i, j));
  }
  return out;
}

BernsteinNet derivative_by_t(const BernsteinNet& f) { return transposed(derivative_by_s(transposed(f))); }

BernsteinNet elevated(const BernsteinNet& f, int n, int m) {
  BernsteinNet out = f;
  while (out.n < n) out = elevated_by_s(out);
  if (out.m == m) return out;
  out = transposed(out);
  while (out.n < m) out = elevated_by_s(out);
  return transposed(out);
}

BernsteinNet without_factor(const BernsteinNet& f, NetEnd zero_at) {
  switch (zero_at) {
    case NetEnd::s0: return without_s(f);
    case NetEnd::s1: return without_one_minus_s(f);
    case NetEnd::t0: return transposed(without_s(transposed(f)));
    case NetEnd::t1: return transposed(without_one_minus_s(transposed(f)));
  }
  return f;
}

std::pair<BernsteinNet, BernsteinNet> halves_by_s(const BernsteinNet& f) {
  // What is left of the rows are means of neighbours; the last one of each round is one of the upper half.
  BernsteinNet low = f, high = f;
  const int row = f.m + 1;
  for (int k = 0; k <= f.n; ++k) {
    for (int j = 0; j < row; ++j) low.at(k, j) = high.at(0, j);
    for (int i = 0; i < f.n - k; ++i) {
      for (int j = 0; j < row; ++j) high.at(i, j) = 0.5 * (high.at(i, j) + high.at(i + 1, j));
    }
  }
  return {std::move(low), std::move(high)};
}

std::pair<BernsteinNet, BernsteinNet> halves_by_t(const BernsteinNet& f) {
  const auto [low, high] = halves_by_s(transposed(f));
  return {transposed(low), transposed(high)};
}

BernsteinNet along(const BernsteinNet& f, NetEnd end) {
  const bool by_t = end == NetEnd::s0 || end == NetEnd::s1;
  BernsteinNet out(by_t ? f.m : f.n, 0);
  for (int k = 0; k <= out.n; ++k) {
    out.at(k, 0) = end == NetEnd::s0   ? f.at(0, k)
                   : end == NetEnd::s1 ? f.at(f.n, k)
                   : end == NetEnd::t0 ? f.at(k, 0)
                                       : f.at(k, f.m);
  }
  return out;
}

double value_in_the_middle(const BernsteinNet& f) {
  double sum = 0;
  for (int i = 0; i <= f.n; ++i) {
    for (int j = 0; j <= f.m; ++j) sum += binomial(f.n, i) * binomial(f.m, j) * f.at(i, j);
  }
  return std::ldexp(sum, -f.n - f.m);
}

NetRange range_of(const BernsteinNet& f) {
  const auto [least, largest] = std::minmax_element(f.c.begin(), f.c.end());
  return {*least, *largest};
}

double largest_magnitude(const BernsteinNet& f) {
  const NetRange r = range_of(f);
  return std::max(-r.least, r.largest);
}

}  // namespace abut::host
