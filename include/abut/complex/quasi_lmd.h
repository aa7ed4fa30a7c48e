// Whether two simplices of two complexes have a quasi-LMD: the four conditions of Merlhiot 2007, 6.3.
//
// Conditions are taken as `<=` with a tolerance, where the paper has `<`: over a flat vertex the strict ones hold for
// none of the simplices that meet there, and a corner exactly above it would be lost. What is on a border is then found
// several times with the same points, and kept once (same_place.h).
#pragma once

#include "abut/complex/complex_view.h"

namespace abut {

/// Two complexes, with B's in A's frame and unit: x_a = rotation * (scale * x_b) + translation. Data only.
template <class T>
struct ComplexPair {
  ComplexView<T> a, b;
  RelativePose<T> b_in_a;
  T scale;
  T reach;  ///< distances of the complexes above this are left out
  T sine_theta, cosine_theta;
  T tolerance;  ///< sine of an angle
  T apart;      ///< below this distance two points are one
  ComplexFrame frame;
};

/// Nearest points of two simplices, in A's frame. Data only.
template <class T>
struct QuasiLmd {
  std::uint32_t a, b;       ///< simplices, in their order in the views
  Vec3<T> point_a, normal;  ///< of the complex, without its dilation; unit, from A to B
  T distance;
  bool is_lmd;
};

inline namespace ABUT_ISA {

namespace quasi_lmd_detail {

/// The nearest points of the affine hulls, where they are unique and inside of both simplices.
template <class T>
struct AffineNearest {
  Vec3<T> a, b;
  bool inside;
};

/// Of a point and the line through p and q.
template <class T>
ABUT_INLINE bool foot_on_edge(Vec3<T> x, Vec3<T> p, Vec3<T> q, Vec3<T>& foot) {
  const Vec3<T> e = q - p;
  const T along = dot(x - p, e), all = dot(e, e);
  if (!(along >= T(0) && along <= all)) return false;
  foot = multiply_add(e, along / all, p);
  return true;
}

/// Of a point and the plane of a triangle.
template <class T>
ABUT_HD inline bool foot_on_triangle(Vec3<T> x, Vec3<T> p, Vec3<T> q, Vec3<T> r, Vec3<T>& foot) {
  const Vec3<T> n = cross(q - p, r - p), d = x - p;
  const T all = dot(n, n);
  const T s = dot(cross(d, r - p), n), t = dot(cross(q - p, d), n);
  if (!(s >= T(0) && t >= T(0) && s + t <= all)) return false;
  foot = multiply_add(n, -(dot(d, n) / all), x);
  return true;
}

/// Of two lines, each through two points; not where they are parallel to `tolerance`.
template <class T>
ABUT_HD inline AffineNearest<T> nearest_on_edges(Vec3<T> p, Vec3<T> q, Vec3<T> r, Vec3<T> s, T tolerance) {
  const Vec3<T> d = q - p, e = s - r, w = r - p, n = cross(d, e);
  const T all = dot(n, n);
  AffineNearest<T> out{};
  if (!(all > tolerance * tolerance * (dot(d, d) * dot(e, e)))) return out;
  const T u = dot(cross(w, e), n), v = dot(cross(w, d), n);
  if (!(u >= T(0) && u <= all && v >= T(0) && v <= all)) return out;
  return {multiply_add(d, u / all, p), multiply_add(e, v / all, r), true};
}

template <class T>
ABUT_INLINE Vec3<T> corner_of_b(const ComplexPair<T>& pair, std::uint32_t vertex) {
  return rotate(pair.b_in_a.rotation, pair.b.points[vertex] * pair.scale) + pair.b_in_a.translation;
}

template <class T>
ABUT_HD inline AffineNearest<T> affine_nearest(const ComplexPair<T>& pair, const ComplexSimplex& a,
                                               const ComplexSimplex& b) {
  const Vec3<T> p = pair.a.points[a.vertex[0]], x = corner_of_b(pair, b.vertex[0]);
  AffineNearest<T> out{p, x, true};
  if (a.dimension == 0 && b.dimension == 0) return out;
  if (a.dimension == 0) {
    const Vec3<T> y = corner_of_b(pair, b.vertex[1]);
    out.inside = b.dimension == 1 ? foot_on_edge(p, x, y, out.b)
                                  : foot_on_triangle(p, x, y, corner_of_b(pair, b.vertex[2]), out.b);
    return out;
  }
  const Vec3<T> q = pair.a.points[a.vertex[1]];
  if (b.dimension == 0) {
    out.inside =
        a.dimension == 1 ? foot_on_edge(x, p, q, out.a) : foot_on_triangle(x, p, q, pair.a.points[a.vertex[2]], out.a);
    return out;
  }
  if (a.dimension == 1 && b.dimension == 1) {
    return nearest_on_edges(p, q, x, corner_of_b(pair, b.vertex[1]), pair.tolerance);
  }
  out.inside = false;  // a line and a plane, or two planes, have no nearest points but common ones
  return out;
}

/// Condition 3: the largest sine of the angle by which `w` leans into what is around the simplex; -1: nothing is.
template <class T>
ABUT_HD inline T leaning(const ComplexView<T>& view, const ComplexSimplex& s, Vec3<T> w) {
  T most = T(-1);
  for (std::uint32_t k = 0; k < s.direction_count; ++k)
    most = max(most, dot(view.directions[s.first_direction + k], w));
  return most;
}

/// Condition 4: whether `w` is in the cone of revolution, widened by theta or not.
template <class T>
ABUT_HD inline bool in_cone(const ComplexPair<T>& pair, const PolarCone<T>& cone, Vec3<T> w, bool widened) {
  if (cone.cosine <= T(-1)) return true;
  const T c = widened ? cone.cosine * pair.cosine_theta - cone.sine * pair.sine_theta : cone.cosine;
  const T s = widened ? cone.sine * pair.cosine_theta + cone.cosine * pair.sine_theta : cone.sine;
  if (s < T(0)) return true;  // beyond all directions
  const T along = dot(cone.axis, w), across = length(cross(cone.axis, w));
  // By the cosines, or by the sine of what the angle is beyond the cone.
  const auto within = [&](T x) {
    return x >= c || (across * c - x * s <= pair.tolerance && x * c + across * s > T(0));
  };
  return within(along) || (cone.two_sided && within(-along));
}

}  // namespace quasi_lmd_detail

/// Sets `out` where simplices `i` and `j` have a quasi-LMD.
template <class T>
ABUT_HD inline bool quasi_lmd(const ComplexPair<T>& pair, std::uint32_t i, std::uint32_t j, QuasiLmd<T>& out) {
  using namespace quasi_lmd_detail;
  const ComplexSimplex a = pair.a.simplices[i], b = pair.b.simplices[j];
  const ClassPair classes = class_pair(a.simplex_class, b.simplex_class);
  if (!classes.meet) return false;
  const AffineNearest<T> nearest = affine_nearest(pair, a, b);
  if (!nearest.inside) return false;
  const Vec3<T> r = nearest.b - nearest.a;
  const T distance = length(r);
  if (!(distance > pair.apart && distance <= pair.reach)) return false;
  const Vec3<T> n = r * (T(1) / distance), back = -rotate_back(pair.b_in_a.rotation, n);
  const T lean_a = leaning(pair.a, a, n), lean_b = leaning(pair.b, b, back);
  if (lean_a > (classes.widen_a ? pair.sine_theta : T(0)) + pair.tolerance) return false;
  if (lean_b > (classes.widen_b ? pair.sine_theta : T(0)) + pair.tolerance) return false;
  if (!in_cone(pair, pair.a.cones[i], n, classes.widen_a)) return false;
  if (!in_cone(pair, pair.b.cones[j], back, classes.widen_b)) return false;
  out = {i, j, nearest.a, n, distance, lean_a <= pair.tolerance && lean_b <= pair.tolerance};
  return true;
}

}  // namespace ABUT_ISA
}  // namespace abut
