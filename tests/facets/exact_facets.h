// The distance of two triangles by looking at every pair of features, in any arithmetic: exact fractions for single
// pairs, long double for all pairs of two bodies. Shares nothing with include/abut/facets/.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <vector>

#include "abut/facets/facet.h"
#include "tests/support/random.h"

namespace abut::test {

using Fraction = boost::multiprecision::cpp_rational;

template <class S>
struct Point3 {
  S x, y, z;
  Point3 operator-(const Point3& o) const { return {S(x - o.x), S(y - o.y), S(z - o.z)}; }
};
template <class S>
S times(const Point3<S>& a, const Point3<S>& b) {
  return S(a.x * b.x + a.y * b.y + a.z * b.z);
}
template <class S>
Point3<S> across(const Point3<S>& a, const Point3<S>& b) {
  return {S(a.y * b.z - a.z * b.y), S(a.z * b.x - a.x * b.z), S(a.x * b.y - a.y * b.x)};
}
template <class S>
struct Triangle {
  Point3<S> v[3];
};

template <class S, class T>
Triangle<S> triangle_of(const Facet<T>& f) {
  Triangle<S> out;
  for (int k = 0; k < 3; ++k) {
    out.v[k] = {S(static_cast<double>(f.v[k].x)), S(static_cast<double>(f.v[k].y)), S(static_cast<double>(f.v[k].z))};
  }
  return out;
}

template <class S>
void lower(S& least, const S& value) {
  if (value < least) least = value;
}

/// Point and segment: the point's foot if it is on it, else an end.
template <class S>
S squared_to_segment(const Point3<S>& p, const Point3<S>& a, const Point3<S>& b) {
  const Point3<S> e = b - a, r = p - a;
  const S ee = times(e, e), along = times(r, e);
  if (ee == 0 || along <= 0) return times(r, r);
  if (along >= ee) return times(p - b, p - b);
  return S(times(r, r) - along * along / ee);
}

template <class S>
S squared_of_segments(const Point3<S>& p0, const Point3<S>& p1, const Point3<S>& q0, const Point3<S>& q1) {
  S least = squared_to_segment(p0, q0, q1);
  lower(least, squared_to_segment(p1, q0, q1));
  lower(least, squared_to_segment(q0, p0, p1));
  lower(least, squared_to_segment(q1, p0, p1));
  const Point3<S> e = p1 - p0, f = q1 - q0, r = q0 - p0, n = across(e, f);
  const S nn = times(n, n);
  if (nn == 0) return least;
  const S s = times(across(r, f), n), t = times(across(r, e), n), h = times(r, n);
  if (s >= 0 && s <= nn && t >= 0 && t <= nn) lower(least, S(h * h / nn));
  return least;
}

/// Height squared where the foot is in the triangle, else none.
template <class S>
bool squared_to_plane(const Point3<S>& p, const Triangle<S>& t, S& squared) {
  const Point3<S> n = across(t.v[1] - t.v[0], t.v[2] - t.v[0]);
  const S nn = times(n, n);
  if (nn == 0) return false;
  for (int k = 0; k < 3; ++k) {
    if (times(across(t.v[(k + 1) % 3] - t.v[k], p - t.v[k]), n) < 0) return false;
  }
  const S h = times(p - t.v[0], n);
  squared = S(h * h / nn);
  return true;
}

/// Whether the segment meets the triangle's plane in one point, in the triangle.
template <class S>
bool goes_through(const Point3<S>& p, const Point3<S>& q, const Triangle<S>& t) {
  const Point3<S> n = across(t.v[1] - t.v[0], t.v[2] - t.v[0]);
  const S a = times(p - t.v[0], n), b = times(q - t.v[0], n);
  if (times(n, n) == 0 || (a > 0 && b > 0) || (a < 0 && b < 0) || a == b) return false;
  const S s = a / (a - b);
  const Point3<S> at{S(p.x + s * (q.x - p.x)), S(p.y + s * (q.y - p.y)), S(p.z + s * (q.z - p.z))};
  for (int k = 0; k < 3; ++k) {
    if (times(across(t.v[(k + 1) % 3] - t.v[k], at - t.v[k]), n) < 0) return false;
  }
  return true;
}

template <class S>
S squared_distance(const Triangle<S>& a, const Triangle<S>& b) {
  S least = times(a.v[0] - b.v[0], a.v[0] - b.v[0]), squared;
  for (int i = 0; i < 3; ++i) {
    if (squared_to_plane(a.v[i], b, squared)) lower(least, squared);
    if (squared_to_plane(b.v[i], a, squared)) lower(least, squared);
    if (goes_through(a.v[i], a.v[(i + 1) % 3], b) || goes_through(b.v[i], b.v[(i + 1) % 3], a)) return S(0);
    for (int j = 0; j < 3; ++j) {
      lower(least, squared_of_segments(a.v[i], a.v[(i + 1) % 3], b.v[j], b.v[(j + 1) % 3]));
    }
  }
  return least;
}

/// Pairs of facets that are random, thin, parallel, or have corners on a coarse grid, so that they touch.
template <class T>
struct FacetMaker {
  Random random;
  int kind = 0;
  explicit FacetMaker(std::uint64_t seed) : random(seed) {}

  Vec3<T> rounded(Vec3<double> v) const { return {round_to<T>(v.x), round_to<T>(v.y), round_to<T>(v.z)}; }
  Facet<T> facet() {
    Vec3<double> v[3];
    for (auto& p : v) p = random.in_cube();
    if (kind == 1)
      v[2] = v[0] + (v[1] - v[0]) * random.uniform(-1, 2) + random.in_ball() * random.magnitude(1e-12, 1e-2);
    if (kind == 2) {
      for (auto& p : v) p = {std::round(2 * p.x), std::round(2 * p.y), std::round(2 * p.z)};
    }
    if (kind == 3) {
      for (auto& p : v) p.z = random.uniform(0, 1) < 0.5 ? 0 : random.magnitude(1e-14, 1e-3);
    }
    if (kind == 4) v[2] = random.uniform() < 0.5 ? v[1] : v[0] * 0.5 + v[1] * 0.5;
    return {{rounded(v[0]), rounded(v[1]), rounded(v[2])}};
  }
  /// The second one comes near the first.
  void pair(Facet<T>& a, Facet<T>& b) {
    kind = static_cast<int>(random.below(5));
    a = facet();
    if (random.below(4) == 0) kind = static_cast<int>(random.below(5));
    b = facet();
    if (random.below(3) != 0) return;
    const int i = static_cast<int>(random.below(3)), j = static_cast<int>(random.below(3));
    const Vec3<T> way = a.v[i] - b.v[j];
    const Vec3<T> off = rounded(random.direction() * random.magnitude(1e-12, 1e-1));
    for (auto& p : b.v) p = p + way + off;
  }
};

}  // namespace abut::test
