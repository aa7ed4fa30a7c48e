// Surfaces for tests of nearest points, and nearest points by brute force: a grid of points of nurbs.h, and from its
// lowest places a search that halves its steps.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "abut/surface/closest_point.h"
#include "host/surface/pieces.h"
#include "tests/surface/nurbs_cases.h"
#include "tests/surface/patch_cases.h"

namespace abut::test {

/// A surface's points on a grid, from which nearest points are found by brute force.
class BruteForce {
 public:
  BruteForce(const NurbsSurface& surface, int per_span) : surface_(surface) {
    const auto grid = [&](const SplineDirection& d) {
      std::vector<double> out;
      for (std::size_t k = d.degree; k < d.count(); ++k) {
        for (int i = 0; i < per_span && d.knots[k + 1] > d.knots[k]; ++i) {
          out.push_back(d.knots[k] + (d.knots[k + 1] - d.knots[k]) * i / per_span);
        }
      }
      out.push_back(d.end());
      return out;
    };
    u_ = grid(surface.u), v_ = grid(surface.v);
    for (const double u : u_) {
      for (const double v : v_) points_.push_back(point_at(surface, u, v).point);
    }
  }

  /// No farther than the nearest point is, where the grid is fine enough; never nearer than it.
  LowPlace nearest(const Vec3<double>& p, int refined = 4) const {
    const auto f = [&](double u, double v) { return length(point_at(surface_, u, v).point - p); };
    std::vector<LowPlace> low;
    const int n = static_cast<int>(u_.size()), m = static_cast<int>(v_.size());
    const auto d = [&](int i, int j) { return squared_length(points_[static_cast<std::size_t>(i * m + j)] - p); };
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j) {
        const double here = d(i, j);
        bool is_low = true;
        for (int a = std::max(i - 1, 0); a <= std::min(i + 1, n - 1) && is_low; ++a) {
          for (int b = std::max(j - 1, 0); b <= std::min(j + 1, m - 1) && is_low; ++b) is_low = !(d(a, b) < here);
        }
        if (is_low) low.push_back({std::sqrt(here), u_[i], v_[j]});
      }
    }
    const auto lower = [](const LowPlace& a, const LowPlace& b) { return a.value < b.value; };
    std::sort(low.begin(), low.end(), lower);
    LowPlace best = low[0];
    for (int k = 0; k < std::min<int>(refined, static_cast<int>(low.size())); ++k) {
      best = std::min(best,
                      descend(f, low[k], u_[1] - u_[0], v_[1] - v_[0],
                              {surface_.u.begin(), surface_.u.end(), surface_.v.begin(), surface_.v.end()}),
                      lower);
    }
    return best;
  }

 private:
  const NurbsSurface& surface_;
  std::vector<double> u_, v_;
  std::vector<Vec3<double>> points_;
};

/// A surface with what a search of it needs; points and lengths in its own frame and unit.
template <class T>
class Searched {
 public:
  explicit Searched(const NurbsSurface& surface) : arrays_(host::piece_arrays<T>(surface)) {}

  const SurfaceView<T>& view() const { return arrays_.view; }
  double unit() const { return std::ldexp(1.0, arrays_.view.exponent); }  ///< of the view's lengths
  double size() const { return static_cast<double>(arrays_.view.size) * unit(); }
  Vec3<T> down(const Vec3<double>& p) const {
    const double* c = arrays_.view.centre;
    return rounded<T>((p - Vec3<double>{c[0], c[1], c[2]}) * (1 / unit()));
  }
  Vec3<double> up(const Vec3<T>& p) const {
    const double* c = arrays_.view.centre;
    return wide(p) * unit() + Vec3<double>{c[0], c[1], c[2]};
  }
  ClosestPointOptions<T> options() const {
    const bool is_float = sizeof(T) == sizeof(float);
    const T s = arrays_.view.size;
    return {T(is_float ? 0x1p-16 : 0x1p-40), T(is_float ? 0x1p-14 : 0x1p-30) * s, T(0x1p-7) * s, 4096};
  }
  ClosestPoint<T> nearest(const Vec3<double>& p, ClosestPointCache<T>* cache = nullptr) const {
    return closest_point<FourScalars<T>>(arrays_.view, down(p), options(), cache);
  }

 private:
  host::PieceArrays<T> arrays_;
};

/// A graph z = f(x, y) over the square of a side 2, its control points off by up to `off`.
template <class F>
NurbsSurface graph(Random& random, int degree, int count, double off, F f) {
  SplineDirection d{degree, {}};
  for (int i = 0; i < count + degree + 1; ++i) d.knots.push_back(std::clamp(i - degree, 0, count - degree));
  NurbsSurface out{d, d, {}};
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      const double x = 2.0 * i / (count - 1) - 1, y = 2.0 * j / (count - 1) - 1;
      out.points.push_back(Vec3<double>{x, y, f(x, y)} + random.in_cube() * off);
    }
  }
  return out;
}

inline NurbsSurface with_weights(Random& random, NurbsSurface surface, double most) {
  surface.weights.clear();
  for (std::size_t i = 0; i < surface.points.size(); ++i) surface.weights.push_back(random.magnitude(1, most));
  return surface;
}

enum class SurfaceKind {
  wild,
  waves,
  rational_waves,
  fold,
  kinked,
  near_pole,
  sphere,
  torus,
  cylinder,
  hairpin,
  crossing,
  unclamped,
  count
};

inline const char* name_of(SurfaceKind kind) {
  constexpr const char* names[] = {"wild",   "waves", "rational waves", "fold",    "kinked",   "near pole",
                                   "sphere", "torus", "cylinder",       "hairpin", "crossing", "not clamped"};
  return names[static_cast<int>(kind)];
}

inline NurbsSurface surface_of_kind(Random& random, SurfaceKind kind) {
  const int degree = 2 + static_cast<int>(random.below(4)), count = degree + 1 + static_cast<int>(random.below(3));
  const double a = random.uniform(0.1, 0.6), b = random.uniform(1, 4), c = random.uniform(0, 3);
  const auto waves = [&](double x, double y) { return a * std::sin(b * x + c) * std::cos(b * y); };
  switch (kind) {
    case SurfaceKind::wild:
      return random_surface(random, {degree, true, true, random.below(2) == 0}, {2 + int(random.below(4))});
    case SurfaceKind::waves: return graph(random, degree, count, 0.05, waves);
    case SurfaceKind::rational_waves: return with_weights(random, graph(random, degree, count, 0.05, waves), 10);
    case SurfaceKind::fold: {
      NurbsSurface out = graph(random, degree, count + 1, 0, waves);
      for (Vec3<double>& p : out.points) p = {std::sin(2.5 * p.x) * 0.4, p.y, p.x + p.z * 0.2};
      return out;
    }
    case SurfaceKind::kinked: {
      NurbsSurface out = graph(random, 2, 5, 0.1, waves);
      out.u.knots = {0, 0, 0, 1, 1, 2, 2, 2}, out.v.knots = {0, 0, 0, 1, 1, 2, 2, 2};
      return out;
    }
    case SurfaceKind::near_pole: {
      NurbsSurface out = graph(random, degree, count, 0.02, waves);
      const double end = random.below(2) == 0 ? 0 : random.magnitude(1e-8, 1e-2);
      for (Vec3<double>& p : out.points) p.y = std::abs(p.x + 1) < 0.1 ? p.y * end : p.y;
      return out;
    }
    case SurfaceKind::sphere: return unit_sphere();
    case SurfaceKind::torus: return torus(1, random.uniform(0.2, 0.8));
    case SurfaceKind::cylinder: return cylinder(random.uniform(0.5, 3));
    case SurfaceKind::hairpin: return hairpin(random.magnitude(0.01, 0.5));
    case SurfaceKind::crossing: {
      NurbsSurface out = graph(random, degree, count + 2, 0.05, waves);
      for (Vec3<double>& p : out.points) p = {std::sin(3 * p.x) + 0.1 * p.z, p.y, std::sin(5 * p.x) + 0.3 * p.z};
      return out;
    }
    default: return random_surface(random, {degree, false, false, true}, {2, false});
  }
}

/// Near to it, on it, on a control point, or far away.
inline Vec3<double> point_for(Random& random, const NurbsSurface& surface) {
  const double u = random.uniform(surface.u.begin(), surface.u.end());
  const double v = random.uniform(surface.v.begin(), surface.v.end());
  switch (random.below(6)) {
    case 0: return point_at(surface, u, v).point;
    case 1: return surface.points[random.below(static_cast<std::uint32_t>(surface.points.size()))];
    case 2: return random.in_cube() * random.magnitude(1, 1e6);
    case 3: {
      const SurfaceJet<double> at = point_at(surface, u, v);
      return at.point + unit_normal(at) * random.magnitude(1e-12, 1);
    }
    default: return random.in_cube() * 1.5;
  }
}

}  // namespace abut::test
