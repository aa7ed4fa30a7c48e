// The equations of stationary pairs of two pieces, with their derivatives: for numbers, and for those with a radius.
//
// With D from the first to the second, tangents T and normals N, a pair of surfaces has D at right angles to the
// first's tangents and the second's normal along the first's: this does not degenerate where the distance is 0, as D at
// right angles to all four tangents does. Points, lines and planes are eliminated: their point follows.
#pragma once

#include <algorithm>

#include "host/brep/interval_jet.h"

namespace abut::host {

enum class SystemKind : std::uint8_t {
  to_point,  ///< the first with a point; its parameters alone are unknown, as with the next two
  to_line,
  to_plane,
  curves,
  curve_and_surface,
  surfaces,
  pierce  ///< a curve's points on a surface
};

inline constexpr int most_unknowns = 4;

/// A point, line or plane: by the point, and along z. Data only.
struct StraightOne {
  Vec3<double> origin{0, 0, 0}, z{0, 0, 0};
};

/// S is a number, or one with a radius. Unknowns are the first's parameters, then the second's. Data only.
template <class S>
struct Equations {
  S f[most_unknowns], j[most_unknowns][most_unknowns];
};

namespace system_detail {

inline Vec3<double> as(const Vec3<double>& a, const Vec3<double>*) { return a; }
inline NearVector as(const Vec3<double>& a, const NearVector*) { return exactly(a); }

template <class V>
V across(const V& a, const Vec3<double>& z);
template <>
inline Vec3<double> across(const Vec3<double>& a, const Vec3<double>& z) {
  return a - z * product(z, a);
}
template <>
inline NearVector across(const NearVector& a, const Vec3<double>& z) {
  const Vec3<double> m = magnitudes(z);
  return {a.c - z * product(z, a.c), a.r + m * product(m, a.r)};
}

template <class V, class S>
void to_point(const PieceJet<V>& x, int n, const Vec3<double>& point, Equations<S>& e) {
  const V d = as(point, static_cast<const V*>(nullptr)) - x.p;
  for (int i = 0; i < n; ++i) {
    e.f[i] = product(d, x.d[i]);
    for (int k = 0; k < n; ++k) e.j[i][k] = product(d, x.dd[i][k]) - product(x.d[k], x.d[i]);
  }
}

template <class V, class S>
void to_line(const PieceJet<V>& x, int n, const StraightOne& line, Equations<S>& e) {
  const V z = as(line.z, static_cast<const V*>(nullptr));
  const V d = across(as(line.origin, static_cast<const V*>(nullptr)) - x.p, line.z);
  if (n == 1) {
    e.f[0] = product(d, x.d[0]);
    e.j[0][0] = product(d, x.dd[0][0]) - product(across(x.d[0], line.z), x.d[0]);
    return;
  }
  const V w = plain_cross(x.n, z);
  e.f[0] = product(x.n, z), e.f[1] = product(d, w);
  for (int k = 0; k < 2; ++k) {
    e.j[0][k] = product(x.dn[k], z);
    e.j[1][k] = product(d, plain_cross(x.dn[k], z)) - product(x.d[k], w);
  }
}

template <class V, class S>
void to_plane(const PieceJet<V>& x, int n, const Vec3<double>& normal, Equations<S>& e) {
  const V z = as(normal, static_cast<const V*>(nullptr));
  for (int i = 0; i < n; ++i) {
    e.f[i] = product(x.d[i], z);
    for (int k = 0; k < n; ++k) e.j[i][k] = product(x.dd[i][k], z);
  }
}

template <class V, class S>
void curves(const PieceJet<V>& x, const PieceJet<V>& y, Equations<S>& e) {
  const V d = y.p - x.p;
  const S xy = product(x.d[0], y.d[0]);
  e.f[0] = product(d, x.d[0]), e.f[1] = product(d, y.d[0]);
  e.j[0][0] = product(d, x.dd[0][0]) - product(x.d[0], x.d[0]), e.j[0][1] = xy;
  e.j[1][0] = -xy, e.j[1][1] = product(d, y.dd[0][0]) + product(y.d[0], y.d[0]);
}

template <class V, class S>
void curve_and_surface(const PieceJet<V>& x, const PieceJet<V>& y, Equations<S>& e) {
  const V d = y.p - x.p;
  for (int i = 0; i < 2; ++i) {
    e.f[i] = product(d, y.d[i]);
    e.j[i][0] = -product(x.d[0], y.d[i]);
    for (int k = 0; k < 2; ++k) e.j[i][1 + k] = product(d, y.dd[i][k]) + product(y.d[k], y.d[i]);
  }
  e.f[2] = product(y.n, x.d[0]), e.j[2][0] = product(y.n, x.dd[0][0]);
  for (int k = 0; k < 2; ++k) e.j[2][1 + k] = product(y.dn[k], x.d[0]);
}

template <class V, class S>
void surfaces(const PieceJet<V>& x, const PieceJet<V>& y, Equations<S>& e) {
  const V d = y.p - x.p;
  for (int i = 0; i < 2; ++i) {
    e.f[i] = product(d, x.d[i]), e.f[2 + i] = product(y.n, x.d[i]);
    for (int k = 0; k < 2; ++k) {
      e.j[i][k] = product(d, x.dd[i][k]) - product(x.d[k], x.d[i]);
      e.j[i][2 + k] = product(y.d[k], x.d[i]);
      e.j[2 + i][k] = product(y.n, x.dd[i][k]);
      e.j[2 + i][2 + k] = product(y.dn[k], x.d[i]);
    }
  }
}

inline double coordinate(const Vec3<double>& v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }
inline NearNumber coordinate(const NearVector& v, int k) { return {coordinate(v.c, k), coordinate(v.r, k)}; }

template <class V, class S>
void pierce(const PieceJet<V>& x, const PieceJet<V>& y, Equations<S>& e) {
  const V d = y.p - x.p;
  for (int i = 0; i < 3; ++i) {
    e.f[i] = coordinate(d, i), e.j[i][0] = -coordinate(x.d[0], i);
    for (int k = 0; k < 2; ++k) e.j[i][1 + k] = coordinate(y.d[k], i);
  }
}

}  // namespace system_detail

/// How many of the first one's and of the second one's parameters are unknown. Data only.
struct Unknowns {
  int of_first = 0, of_second = 0;
  int all() const { return of_first + of_second; }
};
inline Unknowns unknowns_of(SystemKind kind, int dimensions_of_first) {
  switch (kind) {
    case SystemKind::curves: return {1, 1};
    case SystemKind::curve_and_surface:
    case SystemKind::pierce: return {1, 2};
    case SystemKind::surfaces: return {2, 2};
    default: return {dimensions_of_first, 0};
  }
}

template <class V, class S>
void equations_of(SystemKind kind, int dimensions, const PieceJet<V>& x, const PieceJet<V>& y, const StraightOne& one,
                  Equations<S>& e) {
  using namespace system_detail;
  switch (kind) {
    case SystemKind::to_point: return to_point(x, dimensions, one.origin, e);
    case SystemKind::to_line: return to_line(x, dimensions, one, e);
    case SystemKind::to_plane: return to_plane(x, dimensions, one.z, e);
    case SystemKind::curves: return curves(x, y, e);
    case SystemKind::curve_and_surface: return curve_and_surface(x, y, e);
    case SystemKind::surfaces: return surfaces(x, y, e);
    case SystemKind::pierce: return pierce(x, y, e);
  }
}

/// The inverse of an n x n matrix by elimination with full pivots, columns and rows brought to about 1 first; false
/// where pivots differ by more than `singular`.
bool inverted(const double (&a)[most_unknowns][most_unknowns], int n, double singular,
              double (&out)[most_unknowns][most_unknowns]);

}  // namespace abut::host
