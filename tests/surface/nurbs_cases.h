// Splines for tests: random ones of any kind, and an evaluation of its own, by the recursion (3.2) of Lim 2012 as
// printed, in 100 digits.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <string>
#include <utility>

#include "abut/surface/nurbs.h"
#include "tests/support/random.h"
#include "tests/surface/known_surfaces.h"

namespace abut::test {

struct SplineKind {
  int degree = 3;
  bool is_clamped = true, multiple_knots = false, rational = false;
  double zero_weights = 0;  ///< how many of them, of 1

  std::string text() const {
    return "degree " + std::to_string(degree) + (is_clamped ? ", clamped" : ", not clamped") +
           (multiple_knots ? ", multiple knots" : "") + (rational ? ", rational" : "");
  }
};

/// Every degree, clamped or not, of single or multiple knots, with or without weights.
template <class F>
void for_each_kind(F f) {
  for (int degree = 1; degree <= most_surface_degree; ++degree) {
    for (int bits = 0; bits < 8; ++bits) f(SplineKind{degree, (bits & 1) == 0, (bits & 2) != 0, (bits & 4) != 0});
  }
}

/// A domain of 1 to 5 pieces. Knots outside of it may come more than once too.
inline SplineDirection random_direction(Random& random, const SplineKind& kind) {
  SplineDirection d{kind.degree, {}};
  double knot = random.uniform(-2, 2);
  const auto step = [&] { return kind.multiple_knots && random.below(4) == 0 ? 0 : random.uniform(0.1, 1); };
  const std::uint32_t most_inside = kind.multiple_knots ? static_cast<std::uint32_t>(kind.degree) : 1;
  std::vector<double> end_knots;
  for (int i = 0; i < kind.degree; ++i) {
    d.knots.push_back(knot);
    if (!kind.is_clamped) knot += step();
  }
  d.knots.push_back(knot);
  const std::uint32_t pieces = 1 + random.below(5);
  for (std::uint32_t i = 0; i < pieces; ++i) {
    knot += random.uniform(0.1, 1);
    const std::uint32_t times = i + 1 < pieces ? 1 + random.below(most_inside) : 1;
    d.knots.insert(d.knots.end(), times, knot);
  }
  for (int i = 0; i < kind.degree; ++i) {
    if (!kind.is_clamped) knot += step();
    d.knots.push_back(knot);
  }
  return d;
}

inline std::vector<double> random_weights(Random& random, const SplineKind& kind, std::size_t count) {
  std::vector<double> weights;
  for (std::size_t i = 0; kind.rational && i < count; ++i) {
    weights.push_back(random.uniform() < kind.zero_weights ? 0 : random.uniform(0.25, 2));
  }
  return weights;
}

inline NurbsCurve random_curve(Random& random, const SplineKind& kind) {
  NurbsCurve curve{random_direction(random, kind), {}};
  for (std::size_t i = 0; i < curve.u.count(); ++i) curve.points.push_back(in_plane(random.in_cube()));
  curve.weights = random_weights(random, kind, curve.points.size());
  return curve;
}

inline NurbsSurface random_surface(Random& random, const SplineKind& along_u, const SplineKind& along_v) {
  NurbsSurface surface{random_direction(random, along_u), random_direction(random, along_v), {}};
  for (std::size_t i = 0; i < surface.u.count() * surface.v.count(); ++i) surface.points.push_back(random.in_cube());
  surface.weights = random_weights(random, along_u, surface.points.size());
  return surface;
}

/// Parameters of the domain, its ends and knots among them.
inline std::vector<double> parameters(const SplineDirection& d, int count) {
  std::vector<double> out;
  for (int i = 0; i < count; ++i) {
    out.push_back(std::min(d.end(), d.begin() + (d.end() - d.begin()) * i / (count - 1)));
  }
  for (const double knot : d.knots) {
    if (knot >= d.begin() && knot <= d.end()) out.push_back(knot);
  }
  return out;
}

using Digits = boost::multiprecision::cpp_bin_float_100;

/// N(i, degree) of (3.2) at a parameter of the span k, which takes the part of "u in [u_i, u_(i + 1))".
inline Digits basis(const std::vector<double>& knots, std::size_t i, std::size_t degree, const Digits& u,
                    std::size_t k) {
  if (i > k || i + degree < k) return 0;
  if (degree == 0) return 1;
  const Digits a = knots[i + degree] - Digits(knots[i]), b = knots[i + degree + 1] - Digits(knots[i + 1]);
  Digits sum = 0;
  if (a != 0) sum += (u - knots[i]) / a * basis(knots, i, degree - 1, u, k);
  if (b != 0) sum += (knots[i + degree + 1] - u) / b * basis(knots, i + 1, degree - 1, u, k);
  return sum;
}

inline std::size_t span_of(const SplineDirection& d, double u) {
  std::size_t k = d.count() - 1;
  while (k > 0 && (d.knots[k] == d.knots[k + 1] || u < d.knots[k])) --k;
  return k;
}

/// (3.9), with the polynomials of the span that (u, v) lies in: differences across its ends are those from one side.
struct ExactSurface {
  const NurbsSurface& surface;
  std::size_t k, l;

  ExactSurface(const NurbsSurface& s, double u, double v) : surface(s), k(span_of(s.u, u)), l(span_of(s.v, v)) {}

  std::array<Digits, 3> operator()(const Digits& u, const Digits& v) const {
    std::array<Digits, 3> sum{0, 0, 0};
    Digits weights = 0;
    for (std::size_t i = 0; i < surface.u.count(); ++i) {
      const Digits of_u = basis(surface.u.knots, i, static_cast<std::size_t>(surface.u.degree), u, k);
      if (of_u == 0) continue;
      for (std::size_t j = 0; j < surface.v.count(); ++j) {
        const std::size_t at = i * surface.v.count() + j;
        const Digits w = of_u * basis(surface.v.knots, j, static_cast<std::size_t>(surface.v.degree), v, l) *
                         (surface.weights.empty() ? 1 : surface.weights[at]);
        const Vec3<double>& p = surface.points[at];
        sum[0] += w * p.x, sum[1] += w * p.y, sum[2] += w * p.z;
        weights += w;
      }
    }
    for (Digits& s : sum) s /= weights;
    return sum;
  }
};

inline double distance(const Vec3<double>& a, const Vec3<double>& b) { return max_abs(a - b); }

}  // namespace abut::test
