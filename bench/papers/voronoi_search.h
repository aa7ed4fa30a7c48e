// Search of the Voronoi regions of a simplex by sign tests, as Ericson 2005 (section 5.1) describes it.
//
// A triangle's regions are told apart by dot products along its edges; a tetrahedron sends the origin to each face that
// it lies beyond, and the nearest point of those faces is taken. `Regions::all` looks everywhere, as the thesis has it;
// `Regions::of_newest` leaves out the regions without the newest vertex, as Signed Volumes and Johnson's algorithm do,
// and looks everywhere only where rounding leaves it without a region. A flat tetrahedron has no inside: all its faces
// are looked at.
#pragma once

#include "bench/papers/compact_simplex.h"

namespace abut::papers {

enum class Regions { all, of_newest };

template <Regions regions>
class VoronoiSearch : public CompactSimplex {
 public:
  ABUT_INLINE void clear() { count = 0; }

  ABUT_INLINE bool solve() {
    if (search<regions>()) return true;
    return regions == Regions::of_newest && search_everywhere();
  }

  ABUT_INLINE void reduce() {
    int from[4] = {0, 0, 0, 0};
    keep_support(from);
  }

 private:
  template <Regions where>
  ABUT_INLINE bool search() {
    nearest.inside = false;
    nearest.vv = Huge<double>::value;
    switch (count) {
      case 0: vertex(0, w[0], ww[0]); break;
      case 1: segment<where>(); break;
      case 2: triangle<where>(2, 0, 1); break;
      default: tetrahedron<where>(); break;
    }
    return nearest.vv < Huge<double>::value;
  }
  __attribute__((noinline)) bool search_everywhere() { return search<Regions::all>(); }

  ABUT_INLINE void vertex(int a, Vector v, double vv) {
    if (!(vv < nearest.vv)) return;
    nearest.v = v;
    nearest.vv = vv;
    nearest.support = 1u << a;
    nearest.lambda[a] = 1;
  }

  /// The point w[a] + t * ab.
  ABUT_INLINE void edge(int a, int b, Vector ab, double t) {
    const Vector v = multiply_add(ab, t, w[a]);
    const double vv = dot(v, v);
    if (!(vv < nearest.vv)) return;
    nearest.v = v;
    nearest.vv = vv;
    nearest.support = 1u << a | 1u << b;
    nearest.lambda[a] = 1 - t;
    nearest.lambda[b] = t;
  }

  template <Regions where>
  ABUT_INLINE void segment() {
    const Vector ab = w[0] - w[1];
    const double along = -dot(w[1], ab);
    if (along <= 0) return vertex(1, w[1], ww[1]);
    const double length2 = dot(ab, ab);
    if (along >= length2) {
      if (where == Regions::all) vertex(0, w[0], ww[0]);
      return;
    }
    edge(1, 0, ab, along / length2);
  }

  /// `a` is the newest vertex, or any where the newest is not one of the three.
  template <Regions where>
  ABUT_INLINE void triangle(int a, int b, int c) {
    const Vector ab = w[b] - w[a];
    const Vector ac = w[c] - w[a];
    // Origin minus vertex, along both edges.
    const double a_along_b = -dot(w[a], ab);
    const double a_along_c = -dot(w[a], ac);
    if (a_along_b <= 0 && a_along_c <= 0) return vertex(a, w[a], ww[a]);
    const double b_along_b = -dot(w[b], ab);
    const double b_along_c = -dot(w[b], ac);
    if (where == Regions::all && b_along_b >= 0 && b_along_c <= b_along_b) return vertex(b, w[b], ww[b]);
    // Areas of the triangles that the foot of the origin makes with the edges, times the triangle's own.
    const double area_c = fma(a_along_b, b_along_c, -(b_along_b * a_along_c));
    if (area_c <= 0 && a_along_b >= 0 && b_along_b <= 0) return edge(a, b, ab, a_along_b / (a_along_b - b_along_b));
    const double c_along_b = -dot(w[c], ab);
    const double c_along_c = -dot(w[c], ac);
    if (where == Regions::all && c_along_c >= 0 && c_along_b <= c_along_c) return vertex(c, w[c], ww[c]);
    const double area_b = fma(c_along_b, a_along_c, -(a_along_b * c_along_c));
    if (area_b <= 0 && a_along_c >= 0 && c_along_c <= 0) return edge(a, c, ac, a_along_c / (a_along_c - c_along_c));
    const double area_a = fma(b_along_b, c_along_c, -(c_along_b * b_along_c));
    if constexpr (where == Regions::all) {
      const double from_b = b_along_c - b_along_b;
      const double from_c = c_along_b - c_along_c;
      if (area_a <= 0 && from_b >= 0 && from_c >= 0) return edge(b, c, w[c] - w[b], from_b / (from_b + from_c));
    }
    // Left over are the inside, and the regions that were left out: there this face is not what supports the point.
    if (where == Regions::of_newest && !(area_a > 0 && area_b > 0 && area_c > 0)) return;
    const double inverse = 1 / (area_a + area_b + area_c);
    const double lambda_b = area_b * inverse;
    const double lambda_c = area_c * inverse;
    const Vector v = multiply_add(ac, lambda_c, multiply_add(ab, lambda_b, w[a]));
    const double vv = dot(v, v);
    if (!(vv < nearest.vv)) return;
    nearest.v = v;
    nearest.vv = vv;
    nearest.support = 1u << a | 1u << b | 1u << c;
    nearest.lambda[a] = area_a * inverse;
    nearest.lambda[b] = lambda_b;
    nearest.lambda[c] = lambda_c;
  }

  /// Whether the origin and w[opposite] lie on different sides of the face. `volume` is the signed volume of the
  /// tetrahedron that the origin makes with the face.
  ABUT_INLINE bool is_beyond(int a, int b, int c, int opposite, double& volume) const {
    const Vector normal = plain_cross(w[b] - w[a], w[c] - w[a]);
    volume = -dot(w[a], normal);
    return !(volume * dot(w[opposite] - w[a], normal) > 0);
  }

  template <Regions where>
  ABUT_INLINE void tetrahedron() {
    double volume[4] = {0, 0, 0, 0};
    bool outside = false;
    const auto look = [&](int a, int b, int c, int opposite) {
      if (!is_beyond(a, b, c, opposite, volume[opposite])) return;
      outside = true;
      triangle<where>(a, b, c);
    };
    look(3, 0, 1, 2);
    look(3, 1, 2, 0);
    look(3, 2, 0, 1);
    if constexpr (where == Regions::all) look(0, 2, 1, 3);
    if (outside) return;
    nearest.v = {0, 0, 0};
    nearest.vv = 0;
    nearest.inside = true;
    nearest.support = 15;
    const Vector normal = plain_cross(w[1] - w[0], w[2] - w[0]);
    const double inverse = 1 / dot(w[0] - w[3], normal);
    nearest.lambda[3] = dot(w[0], normal) * inverse;
    // The faces are ordered so that their volumes have one sign, against the fourth.
    for (int k = 0; k < 3; ++k) nearest.lambda[k] = abs(volume[k] * inverse);
  }
};

}  // namespace abut::papers
