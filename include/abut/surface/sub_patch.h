// A rectangle of a Bezier patch: its own control points, and what they say of the distance to a point.
//
// Two lower bounds. The control points' hull holds the patch (a direction in which they all are far enough away proves
// it). And with the point p and the patch A / w, the numerator |A - p w|^2 of the squared distance is a polynomial too:
// where its Bernstein coefficients are c times those of w^2 or more, the squared distance is at least c. That is exact
// for arcs, spheres and cylinders about p, where all points are equally far.
#pragma once

#include "abut/surface/bezier_patch.h"

namespace abut {

/// Of a patch's own parameters, from 0 to 1. Data only.
template <class T>
struct ParameterRectangle {
  T s0, s1, t0, t1;
};

inline namespace ABUT_ISA {

namespace sub_patch_detail {

/// The control points, `stride` apart, of what is left of a row from a to b: split at b, then at a / b.
template <class Four, class T>
ABUT_HD inline void restrict_row(Four* row, int degree, int stride, T a, T b) {
  if (b < T(1)) {
    for (int k = 1; k <= degree; ++k) {
      for (int i = degree; i >= k; --i) {
        row[i * stride] = multiply_add(row[i * stride], b, row[(i - 1) * stride] * (T(1) - b));
      }
    }
  }
  if (a > T(0)) {
    const T at = a / b;
    for (int k = 1; k <= degree; ++k) {
      for (int i = 0; i <= degree - k; ++i) {
        row[i * stride] = multiply_add(row[(i + 1) * stride], at, row[i * stride] * (T(1) - at));
      }
    }
  }
}

/// The binomial coefficient after that of n over k.
template <class T>
ABUT_INLINE T next_binomial(T of, int n, int k) {
  return of * T(n - k) / T(k + 1);
}

}  // namespace sub_patch_detail

/// `to` has room for the patch's control points.
template <class Four, class T>
ABUT_HD inline BezierPatch<T> sub_patch(const BezierPatch<T>& patch, const ParameterRectangle<T>& r, T* to) {
  using namespace sub_patch_detail;
  const int p = patch.degree_u, q = patch.degree_v;
  Four net[most_patch_points];
  for (int k = 0; k < (p + 1) * (q + 1); ++k) net[k] = Four::load(patch.points + 4 * k);
  for (int i = 0; i <= p; ++i) restrict_row(net + i * (q + 1), q, 1, r.t0, r.t1);
  for (int j = 0; j <= q; ++j) restrict_row(net + j, p, q + 1, r.s0, r.s1);
  for (int k = 0; k < (p + 1) * (q + 1); ++k) net[k].store(to + 4 * k);
  return {p, q, patch.rational, to};
}

/// No point of the patch is nearer to `p` than this along `direction`, a unit vector that points from the patch to
/// `p`; negative if it says nothing.
template <class T>
ABUT_HD inline T hull_bound(const BezierPatch<T>& patch, Vec3<T> p, Vec3<T> direction) {
  const int count = (patch.degree_u + 1) * (patch.degree_v + 1);
  const T at = dot(direction, p);
  T least = Huge<T>::value, largest = max_abs(p);
  for (int k = 0; k < count; ++k) {
    const T* c = patch.points + 4 * k;
    if (patch.rational && !(c[3] > T(0))) continue;
    const Vec3<T> here{c[0], c[1], c[2]};
    const T inverse = patch.rational ? T(1) / c[3] : T(1);
    largest = max(largest, max_abs(here) * inverse);
    least = min(least, at - dot(direction, here) * inverse);
  }
  // Three products and sums each, and a quotient: their terms, which may cancel, are no larger than these. The length
  // of the direction may be off by 2 roundings.
  return least - T(8) * Epsilon<T>::value * largest;
}

/// No point of the patch has a smaller squared distance from `p`; 0 if it says nothing.
template <class T>
ABUT_HD inline T squared_distance_bound(const BezierPatch<T>& patch, Vec3<T> p) {
  using namespace sub_patch_detail;
  const int n = patch.degree_u, m = patch.degree_v;
  T a[most_patch_points][4];  // A - p w, and w, times the binomial coefficients
  T longest = T(0), largest = T(0), along_u = T(1);
  for (int i = 0; i <= n; along_u = next_binomial(along_u, n, i), ++i) {
    T factor = along_u;
    for (int j = 0; j <= m; factor = next_binomial(factor, m, j), ++j) {
      const T* c = patch.points + 4 * (i * (m + 1) + j);
      const T w = patch.rational ? c[3] : T(1);
      const Vec3<T> from{c[0] - p.x * w, c[1] - p.y * w, c[2] - p.z * w};
      longest = max(longest, squared_length(from));
      largest = max(largest, max_abs(from) + abs(w) * max_abs(p));
      T* to = a[i * (m + 1) + j];
      to[0] = from.x * factor, to[1] = from.y * factor, to[2] = from.z * factor, to[3] = w * factor;
    }
  }
  T least = Huge<T>::value, least_weight = Huge<T>::value;
  along_u = T(1);
  for (int k = 0; k <= 2 * n; along_u = next_binomial(along_u, 2 * n, k), ++k) {
    T factor = along_u;
    for (int l = 0; l <= 2 * m; factor = next_binomial(factor, 2 * m, l), ++l) {
      T square = T(0), weight = T(0);
      for (int i = k > n ? k - n : 0; i <= k && i <= n; ++i) {
        for (int j = l > m ? l - m : 0; j <= l && j <= m; ++j) {
          const T* x = a[i * (m + 1) + j];
          const T* y = a[(k - i) * (m + 1) + l - j];
          square = fma(x[0], y[0], fma(x[1], y[1], fma(x[2], y[2], square)));
          weight = fma(x[3], y[3], weight);
        }
      }
      if (!(weight > T(0))) return T(0);
      least = min(least, square / weight);
      if (patch.rational) least_weight = min(least_weight, weight / factor);
    }
  }
  if (!patch.rational) least_weight = T(1);
  // A coefficient is a mean, by positive factors, of products of two A - p w: as many as there are control points at
  // most, with three roundings each. A and p w come with roundings of their own size, A, where it is a part of a patch,
  // with two for each degree.
  const T length = sqrt(longest), terms = T((n + 1) * (m + 1)), splits = T(2 * (n + m));
  const T rounding = Epsilon<T>::value * length * ((T(1.5) * terms + T(8)) * length + (splits + T(8)) * largest);
  const T error = rounding / least_weight;
  return max(least - error, T(0));
}

}  // namespace ABUT_ISA
}  // namespace abut
