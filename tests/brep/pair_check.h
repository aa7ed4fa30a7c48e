// Whether a list of stationary pairs is that of the reference, and each of its pairs stationary.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "abut/brep/stationary_pairs.h"
#include "tests/brep/random_carriers.h"
#include "tests/brep/reference_pairs.h"

namespace abut::test {

/// Second derivatives are singular, or nearly: the pair is one of a continuum, a multiple root or near one.
inline constexpr double degenerate = 3e4;

/// What was compared.
struct Compared {
  int references = 0, degenerate = 0, found = 0, unseen = 0, undecided = 0;
  void operator+=(const Compared& b) {
    references += b.references, degenerate += b.degenerate, found += b.found, unseen += b.unseen,
        undecided += b.undecided;
  }
};

inline double size_of(const Carrier<double>& c) {
  return (c.kind == CarrierKind::cone ? 0 : std::abs(c.radius)) + std::abs(c.minor_radius);
}

/// The smallest radius of curvature of a curve or a surface near x, large where there is none.
inline double bend_of(const Carrier<double>& c, Vec3<double> x) {
  const Vec3<double> d = x - c.origin;
  switch (c.kind) {
    case CarrierKind::circle:
    case CarrierKind::cylinder:
    case CarrierKind::sphere: return std::abs(c.radius);
    case CarrierKind::torus: {
      const double away = length(d - c.z * dot(d, c.z));  // from the axis, where parallels are small
      return std::min(std::abs(c.minor_radius), std::max(away, 1e-300));
    }
    case CarrierKind::cone: return std::max(length(d - c.z * dot(d, c.z)) / c.cosine, 1e-300);
    case CarrierKind::ellipse: {
      const double most = std::max(c.radius, c.minor_radius), least = std::min(c.radius, c.minor_radius);
      return least * least / most;
    }
    default: return 1e300;
  }
}

/// The conditions of a stationary pair, by the carriers' equations: within 32 roundings of the pair's size, as far as
/// the rounding of the points alone does not turn tangents and normals by more (their distance over the radius of
/// curvature).
template <class T>
void expect_stationary(const Carrier<double>& a, const Carrier<double>& b, const StationaryPair<T>& p, double slack) {
  const Vec3<double> pa = to_double(p.a), pb = to_double(p.b), n = to_double(p.normal), d = pb - pa;
  const double size =
      size_of(a) + size_of(b) + length(a.origin - b.origin) + length(pa - a.origin) + length(pb - b.origin) + 1e-300;
  const double unit = 2 * double{Epsilon<T>::value}, rounding = 16 * unit * size * slack;
  const OnCarrier on_a = on_carrier(a, pa), on_b = on_carrier(b, pb);
  const double bend_a = bend_of(a, pa), bend_b = bend_of(b, pb);
  EXPECT_LE(on_a.off, rounding);
  EXPECT_LE(on_b.off, rounding);
  EXPECT_LE(length(d - n * double{p.gap}), rounding);
  EXPECT_LE(std::abs(dot(d, on_a.tangent)), rounding * (1 + length(d) / bend_a));
  EXPECT_LE(std::abs(dot(d, on_b.tangent)), rounding * (1 + length(d) / bend_b));
  if (length(on_a.outward) > 0) {
    EXPECT_LE(length(n - on_a.outward), rounding / std::min(bend_a, size) + unit);
  }
  if (length(on_b.outward) > 0) {
    EXPECT_LE(length(n + on_b.outward), rounding / std::min(bend_b, size) + unit);
  }
}

template <class T>
double distance_to(const StationaryPair<T>& p, const ReferencePair& r) {
  return length(to_double(p.a) - r.a) + length(to_double(p.b) - r.b);
}

/// Where the reference has second derivatives that decide, so does the list, and alike.
template <class T>
void expect_extremum(const StationaryPair<T>& p, const ReferencePair& r) {
  if (!(r.gap > 0) || std::abs(r.least) < (sizeof(T) == 4 ? 1e-2 : 1e-6)) return;
  EXPECT_EQ(p.extremum, r.least > 0 ? Extremum::minimum : Extremum::not_minimum) << r.least << ' ' << r.gap;
}

/// Each of `reference` is in the list, to 32 roundings of its size times what they do to it, and with its extremum.
template <class T>
Compared expect_all_found(const Carrier<double>& a, const Carrier<double>& b, const StationaryPairs<T>& out,
                          const std::vector<ReferencePair>& reference) {
  Compared all;
  for (const ReferencePair& r : reference) {
    const double size =
        size_of(a) + size_of(b) + length(a.origin - b.origin) + length(r.a - a.origin) + length(r.b - b.origin);
    const double allowed = 32 * double{Epsilon<T>::value} * size * (1 + r.sensitivity);
    ++all.references;
    if (r.sensitivity > degenerate || allowed > 0.05 * size) {
      ++all.degenerate;
      continue;
    }
    const StationaryPair<T>* best = nullptr;
    for (std::uint32_t i = 0; i < out.count; ++i) {
      if (best == nullptr || distance_to(out.pairs[i], r) < distance_to(*best, r)) best = &out.pairs[i];
    }
    EXPECT_TRUE(best != nullptr && distance_to(*best, r) <= allowed)
        << "not found: gap " << r.gap << ", sensitivity " << r.sensitivity << ", off by "
        << (best != nullptr ? distance_to(*best, r) / (double{Epsilon<T>::value} * size) : -1) << " roundings";
    if (best != nullptr && distance_to(*best, r) <= allowed) expect_extremum(*best, r);
  }
  return all;
}

/// Two pairs are not one and the same, with the same normal.
template <class T>
void expect_distinct(const StationaryPairs<T>& out, double size) {
  for (std::uint32_t i = 0; i < out.count; ++i) {
    for (std::uint32_t k = 0; k < i; ++k) {
      const StationaryPair<T>&p = out.pairs[i], &q = out.pairs[k];
      const double apart = length(to_double(p.a) - to_double(q.a)) + length(to_double(p.b) - to_double(q.b));
      EXPECT_FALSE(apart < 16 * double{Epsilon<T>::value} * size && dot(p.normal, q.normal) > 0) << i << ' ' << k;
    }
  }
}

/// A number of starts an angle that reaches nearly all pairs in some milliseconds.
inline int density_for(const Carrier<double>& a, const Carrier<double>& b) {
  const auto angles = [](CarrierKind k) {
    if (k == CarrierKind::sphere || k == CarrierKind::torus) return 2;
    return k == CarrierKind::point || k == CarrierKind::line || k == CarrierKind::plane ? 0 : 1;
  };
  const int density[5] = {1, 40, 20, 9, 6};
  return density[angles(a.kind) + angles(b.kind)];
}

inline std::string words(const Carrier<double>& c) {
  const auto numbers = [](Vec3<double> v) {
    return "(" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) + ")";
  };
  return std::string(name_of(c.kind)) + " at " + numbers(c.origin) + ", z " + numbers(c.z) + ", radii " +
         std::to_string(c.radius) + ", " + std::to_string(c.minor_radius) + ", cosine " + std::to_string(c.cosine);
}

/// All of this for one pair. `slack`: 1, or more where roots are multiple ones.
template <class T>
Compared expect_pairs(const Carrier<double>& a, const Carrier<double>& b, const std::vector<ReferencePair>& reference,
                      double slack = 1) {
  SCOPED_TRACE(words(a) + " and " + words(b));
  StationaryPairs<T> out;
  stationary_pairs(cast<T>(a), cast<T>(b), out);
  EXPECT_FALSE(out.capacity);
  Compared all = expect_all_found(a, b, out, reference);
  expect_distinct(out, size_of(a) + size_of(b) + length(a.origin - b.origin));
  all.found = static_cast<int>(out.count);
  for (std::uint32_t i = 0; i < out.count; ++i) {
    expect_stationary(a, b, out.pairs[i], slack);
    all.undecided += out.pairs[i].extremum == Extremum::undecided ? 1 : 0;
    const auto near = [&](const ReferencePair& r) {
      return distance_to(out.pairs[i], r) < 1e-3 * (size_of(a) + size_of(b) + length(a.origin - b.origin));
    };
    all.unseen += std::any_of(reference.begin(), reference.end(), near) ? 0 : 1;
  }
  return all;
}

}  // namespace abut::test
