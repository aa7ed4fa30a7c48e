// ExactSigns: Signed Volumes with every sign decided exactly, for one pair a thread.
//
// Source: Montanari 2017, section 4.2, which recommends it where the result feeds an optimisation; the predicates of
// Shewchuk 1997. A zero determinant descends to the facets with non-zero cofactors. Departure: a sign that is right
// beside a coordinate that is not would be worth little, so accepted coordinates and thin faces' normals are evaluated
// to nearly all digits too. Which of several candidate facets is nearest is still decided by rounded distances.
//
// Exact for every float, and for doubles that are multiples of 2^-256 and at most 2^250 in magnitude (predicates.h).
#pragma once

#include "abut/core/predicates.h"
#include "abut/narrow/signed_volumes.h"

namespace abut {
inline namespace ABUT_ISA {

/// Use: signed_volumes<ExactSigns>(simplex, out), nearest_on_simplex<ExactSigns>(simplex, out). Not for packs of lanes.
struct ExactSigns {
  /// Accepted coordinates have this relative error at most. With more digits asked for, ordinary simplices too would
  /// often need expansions: 2^-44 is trusted until five to six bits cancel.
  static constexpr double trust = 0x1p44;

  template <class T>
  ABUT_RARE static void normal(const Vec3<T>* w, int a, int b, Vec3<T>& n) {
    constexpr T small = sizeof(T) == sizeof(float) ? T(0x1p-50) : T(0x1p-400);  // squares must be normal numbers
    const T largest = max_abs(n);
    // The edges are rounded, so n is off by a few units of the largest product; beside a wide angle that is little.
    const T product = max_abs(w[a] - w[0]) * max_abs(w[b] - w[0]);
    if (product < T(8) * largest && largest > small && largest * small < T(1)) return;
    const Vec3<double> exact = exact_triangle_normal(widen(w[0]), widen(w[a]), widen(w[b]));
    const double scale = max_abs(exact);
    if (!(scale > 0)) {
      n = {T(0), T(0), T(0)};
      return;
    }
    n = {round_to<T>(exact.x / scale), round_to<T>(exact.y / scale), round_to<T>(exact.z / scale)};
  }

  template <class T>
  ABUT_RARE static void tetrahedron(const Vec3<T>* vertices, T* l) {
    using namespace signed_volumes_detail;
    const Vec3<double> w[4] = {widen(vertices[0]), widen(vertices[1]), widen(vertices[2]), widen(vertices[3])};
    const int volume = orient3d(w[1], w[2], w[3], w[0]);
    if (volume == 0) {
      // Not inside. Of a flat set the facets with area are examined; where none has any, or the origin lies in the
      // plane, all cofactors are zero and all facets are examined.
      l[0] = T(-1);
      for (int k = 1; k < 4; ++k) l[k] = T(cofactor(w, k, 1) == 0 ? 1 : -1);
      return;
    }
    bool inside = true;
    for (int k = 0; k < 4; ++k) {
      l[k] = T(volume) * sign_of_cofactor<T>(w, k);
      inside = inside && l[k] > T(0);
    }
    if (!inside) return;
    double c[4];
    for (int k = 0; k < 4; ++k) c[k] = abs(cofactor(w, k, trust));
    const double total = (c[0] + c[1]) + (c[2] + c[3]);
    for (int k = 0; k < 4; ++k) l[k] = positive<T>(c[k] / total);
  }

  template <class T>
  ABUT_RARE static void triangle(Vec3<T> a, Vec3<T> b, Vec3<T> c, T& lp, T& lq, T& lr) {
    const Vec3<double> p = widen(a), q = widen(b), r = widen(c);
    lq = T(triangle_cofactor_sign(r, p, q));
    lr = T(triangle_cofactor_sign(p, q, r));
    lp = T(0);
    if (!(lq > T(0) && lr > T(0))) return;
    lp = T(triangle_cofactor_sign(q, r, p));
    if (!(lp > T(0))) return;
    const double cp = adaptive_triangle_cofactor(q, r, p, trust);
    const double cq = adaptive_triangle_cofactor(r, p, q, trust);
    const double cr = adaptive_triangle_cofactor(p, q, r, trust);
    const double total = (cp + cq) + cr;
    lp = positive<T>(cp / total);
    lq = positive<T>(cq / total);
    lr = positive<T>(cr / total);
  }

  template <class T>
  ABUT_RARE static void segment(Vec3<T> p, Vec3<T> q, T& lq) {
    // The point p + lq (q - p) is as good as p and q are: only the ends of the range need care.
    if (segment_cofactor_sign(p, q) <= 0) {
      lq = T(0);
    } else if (segment_cofactor_sign(q, p) <= 0) {
      lq = T(1);
    } else {
      lq = min(max(lq, least_coordinate<T>()), T(1) - Epsilon<T>::value / 2);
    }
  }

 private:
  template <class T>
  ABUT_INLINE static T least_coordinate() {
    return sizeof(T) == sizeof(float) ? T(0x1p-126) : T(0x1p-1022);
  }
  template <class T>
  ABUT_INLINE static T positive(double x) {
    return max(round_to<T>(x), least_coordinate<T>());
  }
  /// Times one over the volume's determinant, the origin's coordinate of vertex k.
  ABUT_INLINE static double cofactor(const Vec3<double>* w, int k, double digits) {
    using namespace signed_volumes_detail;
    return k == 0 ? adaptive_determinant(w[1], w[2], w[3], digits)
                  : -adaptive_determinant(w[0], w[first(k)], w[second(k)], digits);
  }
  template <class T>
  ABUT_INLINE static T sign_of_cofactor(const Vec3<double>* w, int k) {
    const double c = cofactor(w, k, 1);
    return T((c > 0) - (c < 0));
  }
};

}  // namespace ABUT_ISA
}  // namespace abut
