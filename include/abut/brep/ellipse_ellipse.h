// Stationary pairs of two ellipses.
//
// x(d) of the first has the tangent t; y(e) of the second the half-axes u, v. (x - y) . t = 0 is linear in e,
//   P e.x + Q e.y = R   with P = u . t, Q = v . t, R = (x - centre) . t,
// and has two solutions, with S = sqrt(P^2 + Q^2 - R^2): e = (P R -+ Q S, Q R +- P S) / (P^2 + Q^2). Put into
//   (x - centre) . y' = k e.x e.y   with X = (x - centre) . u, Y = (x - centre) . v, k = v^2 - u^2,
// each is a branch, and their product, over (P^2 + Q^2)^2, is the trigonometric polynomial of degree 8
//   R^2 M^2 - S^2 L^2 - 2 k R (R^2 (Y Q - X P) + X P^3 - Y Q^3) + k^2 (P^2 Q^2 - R^2 S^2),  M = Y P - X Q, L = X P + Y
//   Q:
// at most sixteen pairs.
#pragma once

#include "abut/brep/conic_straight.h"
#include "abut/brep/trig_roots.h"

namespace abut {
inline namespace ABUT_ISA {

namespace ellipse_detail {

/// In the second ellipse's frame, along its axes; lengths scaled to about 1, computed in `R`.
template <class T, class R>
struct EllipseProblem {
  static constexpr int degree = 16, branches = 2;
  static constexpr bool has_gaps = true, has_alone = false;
  const CarrierPair<T>& pair;
  bool swapped;  ///< the first is pair.b
  Conic<R> x, tangent;
  R u, v, radius;
  TakenAngles<R> taken;

  ABUT_HD explicit EllipseProblem(const CarrierPair<T>& p)
      : pair(p), swapped(largest_radius(p.a) > largest_radius(p.b)) {
    taken.count = 0;
    const Carrier<R> curve = widened<R>(swapped ? p.b : p.a), base = widened<R>(swapped ? p.a : p.b);
    const Conic<R> first = conic(curve), second = conic(base);
    const R largest = largest_radius(curve), own = R(1) / largest;
    const Vec3<R> d = first.centre - second.centre;
    const R scale = R(1) / (length(d) + largest + largest_radius(base));
    const auto local = [&base](Vec3<R> y) { return Vec3<R>{dot(y, base.x), dot(y, base.y), dot(y, base.z)}; };
    x = {local(d) * scale, local(first.u) * scale, local(first.v) * scale};
    tangent = {{}, local(first.u) * own, local(first.v) * own};
    u = base.radius * scale;
    v = base.minor_radius * scale;
    radius = largest * scale;
  }

  ABUT_HD R value(Vec2<R> d, int branch) const {
    const Vec3<R> at = point_at(x, d);
    const Vec2<R> e = partner(d, branch);
    return v * at.y * e.x - u * at.x * e.y - (v * v - u * u) * (e.x * e.y);
  }
  ABUT_HD R value_noise() const { return R(4) * R(carrier_noise<T>) * max(u, v); }
  ABUT_HD R room(Vec2<R> d) const {
    const Vec3<R> t = first_derivative(tangent, d);
    return sqrt(fma(u * t.x, u * t.x, (v * t.y) * (v * t.y))) - abs(dot(point_at(x, d), t));
  }

  /// The unit vector e of the branch; where S would be imaginary, that between both.
  ABUT_HD Vec2<R> partner(Vec2<R> d, int branch) const {
    const Vec3<R> at = point_at(x, d), t = first_derivative(tangent, d);
    const R p = u * t.x, q = v * t.y, r = dot(at, t), n = fma(p, p, q * q);
    const R left = (sqrt(n) - abs(r)) * (sqrt(n) + abs(r));
    const R s = (branch == 0 ? R(1) : R(-1)) * sqrt(max(left, R(0)));
    const Vec2<R> e{fma(p, r, -(q * s)), fma(q, r, p * s)};
    const R size = length(e);
    return size > R(0) ? e * (R(1) / size) : Vec2<R>{R(1), R(0)};
  }

  ABUT_HD ArcForm<R, 16> form(const Arc<R>& arc, R& noise) const {
    const Vec3<R>& c = x.centre;
    const auto ux = linear_form(arc, c.x, x.u.x, x.v.x) * u, vy = linear_form(arc, c.y, x.u.y, x.v.y) * v;
    const auto p = linear_form(arc, R(0), tangent.v.x, -tangent.u.x) * u;
    const auto q = linear_form(arc, R(0), tangent.v.y, -tangent.u.y) * v;
    const auto r = linear_form(arc, R(0), dot(c, tangent.v), -dot(c, tangent.u)) * arc.one +
                   arc.cosine * arc.sine * (dot(x.v, tangent.v) - dot(x.u, tangent.u));
    const R k = v * v - u * u;
    const auto one2 = arc.one * arc.one, p2 = p * p, q2 = q * q;
    const auto r2 = r * r, s2 = (p2 + q2) * one2 - r2;
    const auto m = vy * p - ux * q, l = ux * p + vy * q;
    const auto odd = (vy * q - ux * p) * r2 + one2 * (ux * p * p2 - vy * q * q2);
    noise = form_noise(k);
    return r2 * (m * m) - s2 * (l * l) - r * odd * (R(2) * k) + (p2 * q2 * (one2 * one2) - r2 * s2) * (k * k);
  }

  /// P, Q are at most w = max(u, v), X and Y w times b, R at most b; all known to `carrier_noise` of that, R of 1.
  ABUT_HD R form_noise(R k) const {
    const R w = max(u, v), w2 = w * w, b = length(x.centre) + radius, b2 = b * b, r = b;
    const R ml = w2 * w2 * b2, n = w2 + r * r, kk = abs(k);
    const R value = ml * (r * r + n) + R(2) * kk * r * (r * r * w2 * b + w2 * w2 * b) + kk * kk * (w2 * w2 + r * r * n);
    return R(4) * carrier_noise<R> * value;
  }

  /// (x - y) . t and (x - y) . y'.
  ABUT_HD AngleEquations<R> operator()(Vec2<R> d, Vec2<R> e) const {
    const Vec3<R> t = first_derivative(tangent, d), s = second_derivative(tangent, d);
    const R own = R(1) / max(u, v), a = u * own, b = v * own;
    const Vec3<R> y{u * e.x, v * e.y, R(0)}, along{-(a * e.y), b * e.x, R(0)}, bend{-(a * e.x), -(b * e.y), R(0)};
    const Vec3<R> w = point_at(x, d) - y;
    const R turn = dot(t, along);
    return {{dot(w, t), dot(w, along)},
            {radius * dot(t, t) + dot(w, s), radius * turn},
            {-(max(u, v) * turn), dot(w, bend) - max(u, v) * dot(along, along)}};
  }

  /// Where t is at right angles to the second's plane and x in it, every e solves the first equation: up to four pairs
  /// have this d, and branches jump. So what they lead to is only taken where both equations hold, and once.
  ABUT_HD void found(Vec2<R> d, int branch, bool doubtful) { take(d, partner(d, branch), doubtful); }

  ABUT_HD void take(Vec2<R> d, Vec2<R> e, bool doubtful) {
    if (!take_angles<R>(*this, d, e, taken, doubtful)) return;
    const SkeletonPoint<T> x_a = skeleton_point(pair.a, swapped ? e : d), x_b = skeleton_point(pair.b, swapped ? d : e);
    offer(pair, x_a, x_b, doubtful);
  }

  /// The pairs of such d, or of those nearby: from the points of the second that are stationary to x.
  ABUT_HD void take_across() {
    const Vec3<R>&a = tangent.v, &b = tangent.u;
    // the least of |c a - s b|^2 in the second's plane: the direction of a symmetric 2x2 matrix' least eigenvalue
    const R p = a.x * a.x + a.y * a.y, q = -(a.x * b.x + a.y * b.y), r = b.x * b.x + b.y * b.y;
    const R half = (p - r) / R(2), root = sqrt(fma(half, half, q * q));
    Vec2<R> d = half > R(0) ? Vec2<R>{-q, half + root} : Vec2<R>{root - half, -q};
    if (!(length(d) > R(0))) d = {R(1), R(0)};
    d = d * (R(1) / length(d));
    for (int k = 0; k < 2; ++k, d = Vec2<R>{-d.x, -d.y}) {
      const Vec3<R> t = first_derivative(tangent, d), at = point_at(x, d);
      if (!(abs(t.x) + abs(t.y) < R(0x1p-5)) || !(abs(at.z) < R(0x1p-5))) continue;
      StationaryPairs<R> feet;
      clear(feet);
      const Vec3<R> e0{R(1), R(0), R(0)}, e1{R(0), R(1), R(0)};
      straight_and_conic(carrier_pair(point_carrier(Vec3<R>{}), ellipse_carrier(-at, e0, e1, u, v), feet));
      for (std::uint32_t i = 0; i < feet.count; ++i) {
        const Vec3<R> y = feet.pairs[i].b + at;
        const Vec2<R> e{y.x / u, y.y / v};
        take(d, e * (R(1) / length(e)), false);
      }
    }
  }
  ABUT_HD void not_isolated() { pair.out->not_isolated = true; }
  ABUT_HD void incomplete() { pair.out->complete = false; }
};

}  // namespace ellipse_detail

/// The ellipse with the smaller half-length runs. In double: the polynomial's degree leaves too few of float's digits.
template <class T>
ABUT_HD inline void ellipse_and_ellipse(const CarrierPair<T>& p) {
  ellipse_detail::EllipseProblem<T, double> problem(p);
  find_trig_roots<double>(problem);
  problem.take_across();
}

}  // namespace ABUT_ISA
}  // namespace abut
