// The point of a surface that is nearest to a given point, by Newton's method from a guess. It may end at another local
// minimum, at a maximum or at a saddle: closest_point.h is the search that proves its answer.
//
// Source: Montanari 2017, section 4.7.3, Algorithm 7 for the method and eq. 4.11 for the guess. With r = P - S the
// printed matrix and step, (S_u . S_u + r . S_uu ...) d = -(r . S_u, r . S_v), have the sign of r wrong twice. The
// derivative of F = (r . S_u, r . S_v) is -(S_u . S_u - r . S_uu ...), so Newton's step is (S_u . S_u - r . S_uu ...) d
// = F: as printed, with S - P for P - S. As printed it leads away from the minimum.
//
// The rest is as printed. Parameters end at those of the domain (there [0, 1]), on closed surfaces too: nothing goes
// across a seam. The step is that of both parameters even where one is held at an end, so at an end the method may stop
// beside the minimum along it, by as much as S_u and S_v are askew. Neither is there a check that distances fall.
#pragma once

#include "abut/narrow/gjk.h"
#include "abut/surface/patch_minimum.h"
#include "abut/surface/surface_projection.h"

namespace abut {

/// Data only.
template <class T>
struct NewtonOptions {
  T distance = sizeof(T) == sizeof(float) ? T(0x1p-16) : T(0x1p-40);  ///< eps_1, a length: of P - S, and of a step
  T cosine = sizeof(T) == sizeof(float) ? T(0x1p-16) : T(0x1p-40);    ///< eps_2: of the angles of P - S and S_u, S_v
  std::uint32_t iterations = 64;                                      ///< steps at most
};

/// Where to begin. Data only.
template <class T>
struct NewtonGuess {
  T u, v;
  T middle_u, middle_v;       ///< u^m and v^m of eq. 4.11
  std::uint32_t evaluations;  ///< of the surface
};

/// n of eq. 4.11: samples on either side of the middle one, which counts on both.
inline constexpr int newton_guess_samples = 5;

inline namespace ABUT_ISA {

namespace newton_projection_detail {

/// Control points less the given point, for GJK: one scan for a direction. Their numbers are those of patch_points.
template <class T>
struct ControlPoints {
  const T* points;
  std::uint32_t count;
  Vec3<T> p;

  ABUT_INLINE Vec3<T> from_point(std::uint32_t i) const {
    const T* c = points + 4 * std::size_t{i};
    return Vec3<T>{c[0] / c[3] - p.x, c[1] / c[3] - p.y, c[2] / c[3] - p.z};
  }

  /// The first one that lies farthest. One of weight 0 is nowhere.
  ABUT_HD inline SupportPoint<T> operator()(Vec3<T> direction) const {
    SupportPoint<T> out{};
    T farthest = -Huge<T>::value;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!(points[4 * std::size_t{i} + 3] > T(0))) continue;
      const Vec3<T> w = from_point(i);
      const T along = dot(w, direction);
      if (!(along > farthest)) continue;
      farthest = along;
      out.w = w, out.id_a = i;
    }
    return out;
  }
};

/// Of a control point: the mean of the knots that it depends on (Greville). In a Bezier patch these are evenly spaced.
template <class T>
ABUT_INLINE ParameterPair<T> knots_of(const SurfaceView<T>& surface, std::uint32_t control_point) {
  const auto row = static_cast<std::uint32_t>(surface.degree_v + 1);
  const auto net = static_cast<std::uint32_t>(surface.degree_u + 1) * row;
  const std::uint32_t patch = control_point / net, at = control_point % net;
  const std::uint32_t k = patch / surface.patches_v, l = patch % surface.patches_v;
  const T s = T(at / row) / T(surface.degree_u), t = T(at % row) / T(surface.degree_v);
  return {fma(s, surface.breaks_u[k + 1] - surface.breaks_u[k], surface.breaks_u[k]),
          fma(t, surface.breaks_v[l + 1] - surface.breaks_v[l], surface.breaks_v[l])};
}

/// Sample i of 2n - 1: n evenly spaced from the domain's begin to the middle, n more from there to its end.
template <class T>
ABUT_INLINE T sample(const surface_projection_detail::Domain<T>& domain, T middle, int i) {
  constexpr int last = newton_guess_samples - 1;
  if (i < last) return fma(T(i) / T(last), middle - domain.begin, domain.begin);
  return i == last ? middle : fma(T(i - last) / T(last), domain.end - middle, middle);
}

template <class T>
ABUT_INLINE T into(const surface_projection_detail::Domain<T>& domain, T x) {
  return x <= domain.begin ? domain.begin : x >= domain.end ? domain.end : x;
}

/// Lines 6 to 8. Without quotients: where a derivative is 0, so is its product.
template <class T>
ABUT_INLINE bool is_found(const SurfaceJet<T>& at, Vec3<T> r, const NewtonOptions<T>& options) {
  const T distance = length(r);
  if (distance <= options.distance) return true;
  return abs(dot(r, at.u)) <= options.cosine * distance * length(at.u) &&
         abs(dot(r, at.v)) <= options.cosine * distance * length(at.v);
}

/// Lines 10 and 11, with r = S - P. Not finite where the matrix has no inverse.
template <class T>
ABUT_INLINE ParameterPair<T> step(const SurfaceJet<T>& at, Vec3<T> r) {
  const T a = dot(at.u, at.u) + dot(r, at.uu), b = dot(at.u, at.v) + dot(r, at.uv);
  const T c = dot(at.v, at.v) + dot(r, at.vv);
  const T f = dot(r, at.u), g = dot(r, at.v);
  const T inverse = T(-1) / difference_of_products(a, c, b, b);
  return {difference_of_products(c, f, b, g) * inverse, difference_of_products(a, g, b, f) * inverse};
}

}  // namespace newton_projection_detail

/// Eq. 4.11 with n = 5, of `p` in the view's frame and lengths, finite. The control points are those of the Bezier
/// patches: their hull holds the surface more closely than that of the NURBS control points, and each has knots of its
/// own. GJK names those that support the point of their hull that is nearest to p; the means of their knots, by its
/// barycentric coordinates, are u^m and v^m. The thesis tells how to sample a curve. Here it is the tensor product of
/// the samples, 81 points: one direction after the other would see the surface along a cross through (u^m, v^m) alone.
template <class Four, class T>
ABUT_PHASE NewtonGuess<T> newton_guess(const SurfaceView<T>& surface, Vec3<T> p) {
  using namespace newton_projection_detail;
  using namespace surface_projection_detail;
  const auto net = static_cast<std::uint32_t>((surface.degree_u + 1) * (surface.degree_v + 1));
  const ControlPoints<T> points{surface.patch_points, net * surface.patches_u * surface.patches_v, p};
  GjkState<T> gjk_state;
  gjk_start(gjk_state, -p, true);  // the view's centre is inside
  gjk(gjk_state, points, NoCutoff<T>::value);
  const Domain<T> u = domain_u(surface), v = domain_v(surface);
  T sum_u = T(0), sum_v = T(0), sum = T(0);
  for (int k = 0; k < 4; ++k) {
    if (!gjk_state.simplex.used[k]) continue;
    const T lambda = gjk_state.simplex.lambda[k];
    const ParameterPair<T> knots = knots_of(surface, gjk_state.simplex.id_a[k]);
    sum_u = fma(lambda, knots.s, sum_u), sum_v = fma(lambda, knots.t, sum_v), sum += lambda;
  }
  NewtonGuess<T> out{};
  out.middle_u = sum > T(0) ? into(u, sum_u / sum) : T(0.5) * (u.begin + u.end);
  out.middle_v = sum > T(0) ? into(v, sum_v / sum) : T(0.5) * (v.begin + v.end);
  out.u = out.middle_u, out.v = out.middle_v;
  T least = Huge<T>::value;
  for (int i = 0; i < 2 * newton_guess_samples - 1; ++i) {
    for (int j = 0; j < 2 * newton_guess_samples - 1; ++j) {
      const T at_u = sample(u, out.middle_u, i), at_v = sample(v, out.middle_v, j);
      const T squared = squared_distance(evaluate<Four>(surface, at_u, at_v), p);
      ++out.evaluations;
      if (squared < least) least = squared, out.u = at_u, out.v = at_v;
    }
  }
  return out;
}

/// From (u, v), which is taken into the domain. `p` in the view's frame and lengths, finite. `converged` is one of the
/// three printed ends; `iteration_limit` is all else, a matrix without inverse included.
template <class Four, class T>
ABUT_PHASE SurfaceProjection<T> newton_projection(const SurfaceView<T>& surface, Vec3<T> p, T u, T v,
                                                  const NewtonOptions<T>& options) {
  using namespace newton_projection_detail;
  using namespace surface_projection_detail;
  const Domain<T> domain_of_u = domain_u(surface), domain_of_v = domain_v(surface);
  SurfaceProjection<T> out{};
  out.u = into(domain_of_u, u), out.v = into(domain_of_v, v);
  out.status = Status::iteration_limit;
  SurfaceJet<T> at = evaluate<Four>(surface, out.u, out.v);
  out.evaluations = 1;
  while (out.iterations < options.iterations) {
    const Vec3<T> r = at.point - p;
    if (is_found(at, r, options)) {
      out.status = Status::converged;
      break;
    }
    const ParameterPair<T> d = step(at, r);
    if (!(abs(d.s) < Huge<T>::value && abs(d.t) < Huge<T>::value)) break;
    const T next_u = into(domain_of_u, out.u + d.s), next_v = into(domain_of_v, out.v + d.t);
    const T moved = length(at.u * (next_u - out.u) + at.v * (next_v - out.v));
    out.u = next_u, out.v = next_v;
    ++out.iterations;
    at = evaluate<Four>(surface, out.u, out.v);
    ++out.evaluations;
    if (moved <= options.distance) {
      out.status = Status::converged;
      break;
    }
  }
  set_place(out, at, p);
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
