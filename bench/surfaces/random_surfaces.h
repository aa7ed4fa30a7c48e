// Random surfaces that are not convex, of any degree, polynomial or rational, for benchmarks of nearest points. Size
// about 1; the domain begins at 0.
#pragma once

#include <algorithm>
#include <cmath>

#include "abut/surface/nurbs.h"
#include "tests/support/random.h"

namespace abut::bench {

/// Over a square, with folds: smooth, with kinks, or narrow at one end, a pole or almost one. Wild: control points
/// anywhere, so that it goes through itself. Closed: a lumpy tube, smooth around or with a crease where it closes.
enum class SurfaceLook { smooth, kinked, narrow, wild, closed, count };

inline constexpr const char* names_of_looks[] = {"smooth folds", "with kinks", "with a pole", "wild", "closed"};

/// Data only.
struct SurfaceRequest {
  int degree_u, degree_v;
  bool rational;
  SurfaceLook look;
};

/// Clamped, 2 to 4 spans, at `kink` one knot of full multiplicity.
inline SplineDirection random_direction(test::Random& random, int degree, bool kink) {
  SplineDirection d{degree, {}};
  d.knots.assign(static_cast<std::size_t>(degree + 1), 0.0);
  const int spans = 2 + static_cast<int>(random.uniform(0, 2.999));
  double knot = 0;
  for (int k = 1; k <= spans; ++k) {
    knot += random.uniform(0.5, 1.5);
    const int times = k == spans ? degree + 1 : kink && k == 1 ? degree : 1;
    d.knots.insert(d.knots.end(), static_cast<std::size_t>(times), knot);
  }
  return d;
}

/// One knot at each whole number: `spans` of them, or ends of full multiplicity.
inline SplineDirection uniform_direction(int degree, int spans, bool is_clamped) {
  SplineDirection d{degree, {}};
  for (int k = -degree; k <= spans + degree; ++k) {
    d.knots.push_back(is_clamped ? std::min(std::max(k, 0), spans) : k);
  }
  return d;
}

namespace random_surfaces_detail {

inline double random_weight(test::Random& random) { return std::exp(random.uniform(-1.2, 1.2)); }

inline NurbsSurface over_a_square(test::Random& random, const SurfaceRequest& of) {
  const bool kink = of.look == SurfaceLook::kinked;
  NurbsSurface out{random_direction(random, of.degree_u, kink), random_direction(random, of.degree_v, kink), {}};
  const auto n = static_cast<double>(out.u.count() - 1), m = static_cast<double>(out.v.count() - 1);
  const double width = random.uniform(0, 1) < 0.5 ? 0 : 1e-3;  // of an end that is a pole, or almost one
  for (double i = 0; i <= n; ++i) {
    for (double j = 0; j <= m; ++j) {
      // More than the distance between control points aside: folds.
      const double x = i / n + random.uniform(-1, 1) * 1.2 / n, y = j / m + random.uniform(-1, 1) * 1.2 / m;
      Vec3<double> p{2 * x - 1, 2 * y - 1, random.uniform(-0.6, 0.6)};
      if (of.look == SurfaceLook::narrow && i == 0) p = {-1, p.y * width, 0.1 * width};
      if (of.look == SurfaceLook::wild) p = random.in_cube();
      out.points.push_back(p);
      if (of.rational) out.weights.push_back(random_weight(random));
    }
  }
  return out;
}

/// Around the axis of x. Where it is smooth around, the first rows come again after the last ones.
inline NurbsSurface tube(test::Random& random, const SurfaceRequest& of) {
  constexpr double turn = 6.283185307179586;
  const bool is_smooth = random.uniform() < 0.5;
  const int spans =
      is_smooth ? of.degree_u + 2 + static_cast<int>(random.below(3)) : 2 + static_cast<int>(random.below(3));
  NurbsSurface out{uniform_direction(of.degree_u, spans, !is_smooth), random_direction(random, of.degree_v, false), {}};
  const std::size_t rows = out.u.count(), columns = out.v.count();
  const std::size_t own = is_smooth ? static_cast<std::size_t>(spans) : rows - 1;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      if (i >= own) {
        const std::size_t again = (i - own) * columns + j;
        out.points.push_back(Vec3<double>(out.points[again]));
        if (of.rational) out.weights.push_back(double{out.weights[again]});
        continue;
      }
      const double angle = turn * (static_cast<double>(i) + random.uniform(-0.4, 0.4)) / static_cast<double>(own);
      const double along = static_cast<double>(j) / static_cast<double>(columns - 1);
      const double radius = random.uniform(0.2, 1);
      out.points.push_back(
          {2 * along - 1 + random.uniform(-0.3, 0.3), radius * std::cos(angle), radius * std::sin(angle)});
      if (of.rational) out.weights.push_back(random_weight(random));
    }
  }
  return out;
}

}  // namespace random_surfaces_detail

inline NurbsSurface random_surface(test::Random& random, const SurfaceRequest& of) {
  using namespace random_surfaces_detail;
  return of.look == SurfaceLook::closed ? tube(random, of) : over_a_square(random, of);
}

/// The plane x = 0 cuts it in two halves that mirror each other: where the nearest point is not in the plane, a point
/// of the plane has two of them.
inline NurbsSurface mirrored(NurbsSurface surface) {
  const std::size_t n = surface.u.count(), m = surface.v.count();
  surface.u = uniform_direction(surface.u.degree, static_cast<int>(n) - surface.u.degree, true);
  for (std::size_t i = 0; 2 * i < n; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      const std::size_t here = i * m + j, there = (n - 1 - i) * m + j;
      Vec3<double>& p = surface.points[here];
      if (here == there) p.x = 0;
      surface.points[there] = {-p.x, p.y, p.z};
      if (!surface.weights.empty()) surface.weights[there] = surface.weights[here];
    }
  }
  return surface;
}

}  // namespace abut::bench
