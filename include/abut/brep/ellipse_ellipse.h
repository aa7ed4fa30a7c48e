// Stationary pairs of two ellipses.
//
// x(d) of the first has the tangent t; y(e) of the second the half-axes u, v. (x - y) . t = 0 is linear in e,
//   P e.x + Q e.y = R   with P = u . t, Q = v . t, R = (x - centre) . t,
// and has two solutions, with S = sqrt(P^2 + Q^2 - R^2): e = (P R -+ Q S, Q R +- P S) / (P^2 + Q^2). Put into
//   (x - centre) . y' = k e.x e.y   with X = (x - centre) . u, Y = (x - centre) . v, k = v^2 - u^2,
// each is a branch, and their product, over (P^2 + Q^2)^2, is the trigonometric polynomial of degree 8
//   R^2 M^2 - S^2 L^2 - 2 k R (R^2 (Y Q - X P) + X P^3 - Y Q^3) + k^2 (P^2 Q^2 - R^2 S^2),  M = Y P - X Q, L = X P + Y Q:
// at most sixteen pairs.
#pragma once

#include "abut/brep/conic.h"
#include "abut/brep/trig_roots.h"

namespace abut {
inline namespace ABUT_ISA {

namespace ellipse_detail {

/// In the second ellipse's frame, along its axes; lengths scaled to about 1.
template <class T>
struct EllipseProblem {
  static constexpr int degree = 16, branches = 2;
  const CarrierPair<T>& pair;
  bool swapped;  ///< the first is pair.b
  Conic<T> first, second, x, tangent;
  T u, v, radius;

  ABUT_HD explicit EllipseProblem(const CarrierPair<T>& p)
      : pair(p), swapped(largest_radius(p.a) > largest_radius(p.b)),
        first(conic(swapped ? p.b : p.a)), second(conic(swapped ? p.a : p.b)) {
    const Carrier<T>& base = swapped ? p.a : p.b;
    const T largest = largest_radius(swapped ? p.b : p.a), own = T(1) / largest;
    const Vec3<T> d = first.centre - second.centre;
    const T scale = T(1) / (length(d) + largest + largest_radius(base));
    const auto local = [&base](Vec3<T> y) { return Vec3<T>{dot(y, base.x), dot(y, base.y), dot(y, base.z)}; };
    x = {local(d) * scale, local(first.u) * scale, local(first.v) * scale};
    tangent = {{}, local(first.u) * own, local(first.v) * own};
    u = base.radius * scale;
    v = base.minor_radius * scale;
    radius = largest * scale;
  }

  ABUT_HD T value(Vec2<T> d, int branch) const {
    const Vec3<T> at = point_at(x, d);
    const Vec2<T> e = partner(d, branch);
    return v * at.y * e.x - u * at.x * e.y - (v * v - u * u) * (e.x * e.y);
  }
  ABUT_HD T value_noise() const { return T(4) * carrier_noise<T> * max(u, v); }

  /// The unit vector e of the branch; where S would be imaginary, that between both.
  ABUT_HD Vec2<T> partner(Vec2<T> d, int branch) const {
    const Vec3<T> at = point_at(x, d), t = first_derivative(tangent, d);
    const T p = u * t.x, q = v * t.y, r = dot(at, t), n = fma(p, p, q * q);
    const T left = (sqrt(n) - abs(r)) * (sqrt(n) + abs(r));
    const T s = (branch == 0 ? T(1) : T(-1)) * sqrt(max(left, T(0)));
    const Vec2<T> e{fma(p, r, -(q * s)), fma(q, r, p * s)};
    const T size = length(e);
    return size > T(0) ? e * (T(1) / size) : Vec2<T>{T(1), T(0)};
  }

  ABUT_HD ArcForm<T, 16> form(const Arc<T>& arc, T& noise) const {
    const Vec3<T>& c = x.centre;
    const auto ux = linear_form(arc, c.x, x.u.x, x.v.x) * u, vy = linear_form(arc, c.y, x.u.y, x.v.y) * v;
    const auto p = linear_form(arc, T(0), tangent.v.x, -tangent.u.x) * u;
    const auto q = linear_form(arc, T(0), tangent.v.y, -tangent.u.y) * v;
    const auto r = linear_form(arc, T(0), dot(c, tangent.v), -dot(c, tangent.u)) * arc.one +
                   arc.cosine * arc.sine * (dot(x.v, tangent.v) - dot(x.u, tangent.u));
    const T k = v * v - u * u;
    const auto one2 = arc.one * arc.one, p2 = p * p, q2 = q * q, r2 = r * r, s2 = (p2 + q2) * one2 - r2;
    const auto m = vy * p - ux * q, l = ux * p + vy * q;
    const auto odd = (vy * q - ux * p) * r2 + one2 * (ux * p * p2 - vy * q * q2);
    noise = form_noise(k);
    return r2 * (m * m) - s2 * (l * l) - r * odd * (T(2) * k) + (p2 * q2 * (one2 * one2) - r2 * s2) * (k * k);
  }

  /// P, Q are at most w = max(u, v), X and Y w times b, R at most b; all known to `carrier_noise` of that, R of 1.
  ABUT_HD T form_noise(T k) const {
    const T w = max(u, v), w2 = w * w, b = length(x.centre) + radius, b2 = b * b, r = b;
    const T ml = w2 * w2 * b2, n = w2 + r * r, kk = abs(k);
    const T value = ml * (r * r + n) + T(2) * kk * r * (r * r * w2 * b + w2 * w2 * b) + kk * kk * (w2 * w2 + r * r * n);
    return T(4) * carrier_noise<T> * value;
  }

  /// (x - y) . t and (x - y) . y'.
  ABUT_HD AngleEquations<T> operator()(Vec2<T> d, Vec2<T> e) const {
    const Vec3<T> t = first_derivative(tangent, d), s = second_derivative(tangent, d);
    const T own = T(1) / max(u, v), a = u * own, b = v * own;
    const Vec3<T> y{u * e.x, v * e.y, T(0)}, along{-(a * e.y), b * e.x, T(0)}, bend{-(a * e.x), -(b * e.y), T(0)};
    const Vec3<T> w = point_at(x, d) - y;
    const T turn = dot(t, along);
    return {{dot(w, t), dot(w, along)},
            {radius * dot(t, t) + dot(w, s), radius * turn},
            {-(max(u, v) * turn), dot(w, bend) - max(u, v) * dot(along, along)}};
  }

  ABUT_HD void found(Vec2<T> d, int branch, bool doubtful) {
    Vec2<T> e = partner(d, branch);
    if (!doubtful) polish_angles<T>(*this, d, e);
    const SkeletonPoint<T> a = skeleton_point(first, d), b = skeleton_point(second, e);
    if (swapped) {
      offer(pair, b, a, doubtful);
    } else {
      offer(pair, a, b, doubtful);
    }
  }
  ABUT_HD void not_isolated() { pair.out->not_isolated = true; }
  ABUT_HD void incomplete() { pair.out->complete = false; }
};

}  // namespace ellipse_detail

/// The ellipse with the smaller half-length runs.
template <class T>
ABUT_HD inline void ellipse_and_ellipse(const CarrierPair<T>& p) {
  ellipse_detail::EllipseProblem<T> problem(p);
  find_trig_roots<T>(problem);
}

}  // namespace ABUT_ISA
}  // namespace abut
