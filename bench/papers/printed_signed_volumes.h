// Signed Volumes as the thesis prints it: Montanari 2017, Algorithms 2 to 4, for GJK (section 3.2.3: subsets without
// the newest vertex are left out). It tells what belongs to the method and what to the library's implementation of it.
//
// Departures: S1D's projection has the sign that the geometry asks for (the thesis prints another), and where no vertex
// can be discarded though the signs disagree, all subsets with the newest vertex are looked at.
#pragma once

#include "bench/papers/compact_simplex.h"

namespace abut::papers {

class PrintedSignedVolumes : public CompactSimplex {
 public:
  ABUT_INLINE void clear() { count = 0; }

  ABUT_INLINE bool solve() {
    nearest.inside = false;
    nearest.vv = Huge<double>::value;
    switch (count) {
      case 0: vertex(0); break;
      case 1: segment(1, 0); break;
      case 2: triangle(2, 0, 1); break;
      default: tetrahedron(); break;
    }
    return nearest.vv < Huge<double>::value;
  }

  ABUT_INLINE void reduce() {
    int from[4] = {0, 0, 0, 0};
    keep_support(from);
  }

 private:
  /// Eq. 3.4.
  ABUT_INLINE static bool same_sign(double a, double b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }
  ABUT_INLINE static double coordinate(Vector v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

  template <int size>
  ABUT_INLINE void offer(const int (&at)[size], const double (&lambda)[size]) {
    Vector v = w[at[0]] * lambda[0];
    for (int k = 1; k < size; ++k) v = multiply_add(w[at[k]], lambda[k], v);
    const double vv = dot(v, v);
    if (!(vv < nearest.vv)) return;
    nearest.v = v;
    nearest.vv = vv;
    nearest.support = 0;
    for (int k = 0; k < size; ++k) {
      nearest.support |= 1u << at[k];
      nearest.lambda[at[k]] = lambda[k];
    }
  }

  ABUT_INLINE void vertex(int a) {
    if (!(ww[a] < nearest.vv)) return;
    nearest.v = w[a];
    nearest.vv = ww[a];
    nearest.support = 1u << a;
    nearest.lambda[a] = 1;
  }

  /// S1D; `a` is the newest.
  ABUT_INLINE void segment(int a, int b) {
    const Vector t = w[b] - w[a];
    const Vector foot = multiply_add(t, -dot(w[b], t) / dot(t, t), w[b]);
    const int i = abs(t.x) >= abs(t.y) ? (abs(t.x) >= abs(t.z) ? 0 : 2) : (abs(t.y) >= abs(t.z) ? 1 : 2);
    const double whole = coordinate(w[a], i) - coordinate(w[b], i);
    const double part_a = coordinate(foot, i) - coordinate(w[b], i);
    const double part_b = coordinate(w[a], i) - coordinate(foot, i);
    if (same_sign(whole, part_a) && same_sign(whole, part_b)) {
      offer<2>({a, b}, {part_a / whole, part_b / whole});
    } else {
      vertex(a);
    }
  }

  /// Twice the signed area of a triangle's projection along axis `i`.
  ABUT_INLINE static double area(Vector p, Vector q, Vector r, int i) {
    const int j = i == 2 ? 0 : i + 1;
    const int k = i == 0 ? 2 : i - 1;
    const double qj = coordinate(q, j) - coordinate(p, j), qk = coordinate(q, k) - coordinate(p, k);
    const double rj = coordinate(r, j) - coordinate(p, j), rk = coordinate(r, k) - coordinate(p, k);
    return fma(qj, rk, -(qk * rj));
  }

  /// S2D; `a` is the newest.
  ABUT_INLINE void triangle(int a, int b, int c) {
    const Vector n = plain_cross(w[b] - w[a], w[c] - w[a]);
    const Vector foot = n * (dot(w[a], n) / dot(n, n));
    const int i = abs(n.x) >= abs(n.y) ? (abs(n.x) >= abs(n.z) ? 0 : 2) : (abs(n.y) >= abs(n.z) ? 1 : 2);
    const double whole = coordinate(n, i);
    const double of_a = area(foot, w[b], w[c], i);
    const double of_b = area(w[a], foot, w[c], i);
    const double of_c = area(w[a], w[b], foot, i);
    const bool keep_b = same_sign(whole, of_b);
    const bool keep_c = same_sign(whole, of_c);
    if (same_sign(whole, of_a) && keep_b && keep_c) {
      const double inverse = 1 / whole;
      offer<3>({a, b, c}, {of_a * inverse, of_b * inverse, of_c * inverse});
      return;
    }
    if (!keep_b || keep_c) segment(a, c);
    if (!keep_c || keep_b) segment(a, b);
  }

  /// S3D; the newest is vertex 3. The cofactors are the volumes that the origin makes with the faces.
  ABUT_INLINE void tetrahedron() {
    const Vector c01 = plain_cross(w[0], w[1]), c12 = plain_cross(w[1], w[2]), c20 = plain_cross(w[2], w[0]);
    const double of_3 = -dot(w[2], c01);
    const double of_0 = dot(w[3], c12);
    const double of_1 = dot(w[3], c20);
    const double of_2 = dot(w[3], c01);
    const double whole = of_0 + of_1 + of_2 + of_3;
    const bool keep_0 = same_sign(whole, of_0), keep_1 = same_sign(whole, of_1), keep_2 = same_sign(whole, of_2);
    const bool keep_all = keep_0 && keep_1 && keep_2;
    if (keep_all && same_sign(whole, of_3)) {
      nearest = {{0, 0, 0}, 0, {of_0 / whole, of_1 / whole, of_2 / whole, of_3 / whole}, 15u, true};
      return;
    }
    if (!keep_0 || keep_all) triangle(3, 1, 2);
    if (!keep_1 || keep_all) triangle(3, 2, 0);
    if (!keep_2 || keep_all) triangle(3, 0, 1);
  }
};

}  // namespace abut::papers
