// Bezier patches for tests, their points in double precision, and their lowest places by brute force.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "abut/surface/bezier_patch.h"
#include "tests/support/random.h"

namespace abut::test {

template <class T>
Vec3<double> wide(const Vec3<T>& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
template <class T>
Vec3<T> rounded(const Vec3<double>& v) {
  return {static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)};
}

/// A Bezier patch that owns its control points.
template <class T>
struct OwnPatch {
  int degree_u, degree_v;
  bool rational;
  std::vector<T> points;

  BezierPatch<T> view() const { return {degree_u, degree_v, rational, points.data()}; }
  Vec3<double> control(int i, int j) const {
    const T* c = &points[4 * static_cast<std::size_t>(i * (degree_v + 1) + j)];
    const double w = static_cast<double>(c[3]);
    return wide(Vec3<T>{c[0], c[1], c[2]}) * (1 / w);
  }
};

/// `at(i / p, j / q)` gives control points, `weight()` their weights.
template <class T, class At, class Weight>
OwnPatch<T> patch_from(int p, int q, bool rational, At at, Weight weight) {
  OwnPatch<T> out{p, q, rational, {}};
  for (int i = 0; i <= p; ++i) {
    for (int j = 0; j <= q; ++j) {
      const double w = rational ? weight() : 1;
      const Vec3<double> c = at(double(i) / p, double(j) / q) * w;
      for (const double x : {c.x, c.y, c.z, w}) out.points.push_back(static_cast<T>(x));
    }
  }
  return out;
}

/// The square from (0, 0) to (1, 1) at z = 0, its parameters the coordinates.
template <class T>
OwnPatch<T> unit_square(int degree) {
  return patch_from<T>(
      degree, degree, false,
      [](double s, double t) {
        return Vec3<double>{s, t, 0};
      },
      [] { return 1; });
}

enum class PatchShape { wild, bent, slight, thin, flat, line, point, pole, count };

/// A patch of the size 1 or so, of any place in it. `spread`: of the weights' magnitudes.
template <class T>
OwnPatch<T> random_patch(Random& random, int p, int q, bool rational, PatchShape shape, double spread = 8) {
  const Mat3<double> turn = random.rotation();
  const Vec3<double> to = random.in_cube() * 0.3;
  const double bend = shape == PatchShape::wild   ? 1
                      : shape == PatchShape::bent ? 0.25
                      : shape == PatchShape::flat ? 0
                                                  : random.magnitude(1e-4, 0.1);
  const double wide_u = random.magnitude(0.02, 0.7);
  const double wide_v = shape == PatchShape::thin ? wide_u * random.magnitude(1e-5, 1e-2) : random.magnitude(0.02, 0.7);
  const double by = bend * std::min(wide_u, wide_v);
  const auto at = [&](double s, double t) -> Vec3<double> {
    if (shape == PatchShape::point) return to;
    const double width = shape == PatchShape::pole ? s : shape == PatchShape::line ? 0 : 1;
    Vec3<double> c{(s - 0.5) * wide_u, (t - 0.5) * wide_v * width, 0};
    if (shape != PatchShape::line && (shape != PatchShape::pole || s > 0)) c = c + random.in_cube() * by;
    return rotate(turn, c) + to;
  };
  return patch_from<T>(p, q, rational, at, [&] { return random.magnitude(1, spread); });
}

/// Of a patch in double precision, taking what the patch has as exact.
template <class T>
Vec3<double> place_on(const OwnPatch<T>& patch, double s, double t) {
  const auto basis_of = [](int n, double x) {
    std::array<double, 8> b{1};
    for (int d = 0; d < n; ++d) {
      for (int i = d + 1; i > 0; --i) b[i] = (i <= d ? b[i] * (1 - x) : 0) + b[i - 1] * x;
      b[0] *= 1 - x;
    }
    return b;
  };
  const std::array<double, 8> bu = basis_of(patch.degree_u, s), bv = basis_of(patch.degree_v, t);
  double sum[4] = {};
  for (int i = 0; i <= patch.degree_u; ++i) {
    for (int j = 0; j <= patch.degree_v; ++j) {
      const T* c = &patch.points[4 * static_cast<std::size_t>(i * (patch.degree_v + 1) + j)];
      const double b = bu[i] * bv[j];
      for (int k = 0; k < 4; ++k) sum[k] += b * static_cast<double>(c[k]);
    }
  }
  const double w = patch.rational ? sum[3] : 1;
  return {sum[0] / w, sum[1] / w, sum[2] / w};
}

/// A place of a function of two parameters and its value.
struct LowPlace {
  double value, u, v;
};

/// Halves its steps until nothing is lower beside (u, v).
template <class F>
LowPlace descend(const F& f, LowPlace at, double step_u, double step_v, const std::array<double, 4>& in) {
  const double smallest = 1e-11;
  int rounds = 0;  // along a narrow valley it may take very many, of hardly any gain
  for (double part = 1; part > smallest && rounds < 120; ++rounds) {
    bool lower = false;
    for (int d = 0; d < 8; ++d) {
      constexpr int du[8] = {1, -1, 0, 0, 1, 1, -1, -1}, dv[8] = {0, 0, 1, -1, 1, -1, 1, -1};
      const double u = std::clamp(at.u + part * step_u * du[d], in[0], in[1]);
      const double v = std::clamp(at.v + part * step_v * dv[d], in[2], in[3]);
      const double value = f(u, v);
      if (value < at.value) at = {value, u, v}, lower = true;
    }
    if (!lower) part *= 0.25;
  }
  return at;
}

/// The lowest place of a patch: `side` * `side` places, and from the lowest of them down.
template <class T>
LowPlace lowest_of(const OwnPatch<T>& patch, const Vec3<double>& p, int side, int refined = 3) {
  const auto f = [&](double s, double t) { return length(place_on(patch, s, t) - p); };
  std::vector<LowPlace> all;
  for (int i = 0; i <= side; ++i) {
    for (int j = 0; j <= side; ++j)
      all.push_back({f(double(i) / side, double(j) / side), double(i) / side, double(j) / side});
  }
  const auto lower = [](const LowPlace& a, const LowPlace& b) { return a.value < b.value; };
  std::partial_sort(all.begin(), all.begin() + refined, all.end(), lower);
  LowPlace best = all[0];
  for (int k = 0; k < refined; ++k)
    best = std::min(best, descend(f, all[k], 1.0 / side, 1.0 / side, {0, 1, 0, 1}), lower);
  return best;
}

}  // namespace abut::test
