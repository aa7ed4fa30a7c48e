// Stationary pairs of a circle or an ellipse with a circle or a cone, which are round about an axis.
//
// The partner of x(c, s) lies in the half plane through the axis and the direction e, which is that of x across the
// axis (the near side) or the opposite (the far side). With r = |x across the axis| and t = x', stationary means
//   circle of radius R:  x . t = R e . t                       (x from its centre)
//   cone:                sine t . axis = cosine e . t          (half angle's)
// so f = alpha -+ beta (x across . t) / r = 0; alpha^2 r^2 - beta^2 (x across . t)^2 is a trigonometric polynomial of
// degree 4, for an ellipse and a circle of degree 6: at most eight and twelve pairs. Roots are sharpened with e free,
// since near the axis it turns quickly.
#pragma once

#include "abut/brep/closed_pairs.h"
#include "abut/brep/conic.h"
#include "abut/brep/trig_roots.h"

namespace abut {

enum class RevolvedTarget : std::uint8_t { circle, cone };

inline namespace ABUT_ISA {

namespace revolved_detail {

template <class T>
ABUT_INLINE Vec3<T> in_frame(const Carrier<T>& c, Vec3<T> x) {
  return {dot(x, c.x), dot(x, c.y), dot(x, c.z)};
}

/// What both branches are made of, at one point of the conic.
template <class T>
struct At {
  Vec3<T> x, t;
  T alpha, away;
  Vec2<T> radial;
};

/// In the target's frame, its lengths scaled to about 1, computed in `R`. `AlphaDegree`: 4 for an ellipse and a circle,
/// else 2.
template <class T, class R, RevolvedTarget target, int AlphaDegree>
struct RevolvedProblem {
  static constexpr bool is_cone = target == RevolvedTarget::cone;
  static constexpr int degree = 2 * AlphaDegree + 4, branches = 2;
  static constexpr bool has_gaps = false, has_alone = AlphaDegree == 2;
  const CarrierPair<T>& pair;
  const bool a_is_round;
  const Carrier<R> curve, round;
  Conic<R> local, tangent;  ///< tangent: for derivatives, its larger half-length 1
  R beta, radius;           ///< of the equation; the curve's, scaled
  TakenAngles<R> taken;

  ABUT_HD RevolvedProblem(const CarrierPair<T>& p, bool a_round)
      : pair(p), a_is_round(a_round), curve(widened<R>(a_round ? p.b : p.a)), round(widened<R>(a_round ? p.a : p.b)) {
    taken.count = 0;
    const Conic<R> world = conic(curve);
    const Vec3<R> d = world.centre - round.origin;
    const R largest = largest_radius(curve), own = R(1) / largest;
    const R scale = R(1) / (length(d) + largest + (is_cone ? R(0) : round.radius));
    const Vec3<R> u = in_frame(round, world.u), v = in_frame(round, world.v);
    local = {in_frame(round, d) * scale, u * scale, v * scale};
    tangent = {{}, u * own, v * own};
    beta = is_cone ? round.cosine : round.radius * scale;
    radius = largest * scale;
  }

  ABUT_HD R alpha(Vec3<R> x, Vec3<R> t) const { return is_cone ? round.sine * t.z : dot(x, t); }
  ABUT_HD At<R> at(Vec2<R> d) const {
    At<R> out;
    out.x = point_at(local, d);
    out.t = first_derivative(tangent, d);
    out.alpha = alpha(AlphaDegree == 2 ? local.centre : out.x, out.t);
    out.away = sqrt(fma(out.x.x, out.x.x, out.x.y * out.x.y));
    const R inverse = out.away > R(0) ? R(1) / out.away : R(0);
    out.radial = {out.x.x * inverse, out.x.y * inverse};
    return out;
  }
  ABUT_HD R value(Vec2<R> d, int branch) const {
    const At<R> k = at(d);
    const R slope = beta * dot(k.radial, Vec2<R>{k.t.x, k.t.y});
    return branch == 0 ? k.alpha - slope : k.alpha + slope;
  }
  ABUT_HD R value_noise() const { return R(2) * R(carrier_noise<T>); }

  ABUT_HD auto alpha_form(const Arc<R>& arc) const {
    const Vec3<R>&p = local.centre, &u = tangent.u, &v = tangent.v;
    if constexpr (AlphaDegree == 2) {
      return is_cone ? linear_form(arc, R(0), round.sine * v.z, -(round.sine * u.z))
                     : linear_form(arc, R(0), dot(p, v), -dot(p, u));
    } else {
      return linear_form(arc, R(0), dot(p, v), -dot(p, u)) * arc.one +
             arc.cosine * arc.sine * (dot(local.v, v) - dot(local.u, u));
    }
  }

  /// Lengths are known to `carrier_noise`, and so are alpha and tangents; `noise` is what that makes of the products.
  ABUT_HD ArcForm<R, degree> form(const Arc<R>& arc, R& noise) const {
    const Conic<R>&k = local, &t = tangent;
    const ArcForm<R, 2> x = linear_form(arc, k.centre.x, k.u.x, k.v.x), y = linear_form(arc, k.centre.y, k.u.y, k.v.y);
    const ArcForm<R, 2> dx = linear_form(arc, R(0), t.v.x, -t.u.x), dy = linear_form(arc, R(0), t.v.y, -t.u.y);
    const auto away2 = x * x + y * y, slope = x * dx + y * dy;
    const auto a = alpha_form(arc);
    const R reach = sqrt(fma(k.centre.x, k.centre.x, k.centre.y * k.centre.y)) + radius;
    const R most = is_cone ? round.sine : length(k.centre) + (AlphaDegree == 2 ? R(0) : radius);
    noise = carrier_noise<R> * (R(2) * most * reach * (reach + most) + R(2) * beta * beta * reach * (reach + R(1)));
    const auto squared = slope * slope * (beta * beta);
    if constexpr (AlphaDegree == 2) {
      return a * a * away2 - squared;
    } else {
      return a * a * away2 - squared * (arc.one * arc.one);
    }
  }

  /// How much (r / radius)^2 differs from 1 at most.
  ABUT_HD R unevenness() const {
    const Vec3<R>& p = local.centre;
    const R aside = sqrt(fma(p.x, p.x, p.y * p.y)) / radius;
    return aside * (aside + R(2)) + fma(tangent.u.z, tangent.u.z, tangent.v.z * tangent.v.z);
  }
  /// About the axis r is nearly the same all round.
  ABUT_HD bool can_be_alone() const { return curve.kind != CarrierKind::ellipse && unevenness() < R(1.0 / 16); }

  /// At most.
  ABUT_HD R alpha_amplitude() const {
    const Vec3<R>&p = local.centre, &u = tangent.u, &v = tangent.v;
    const R c = is_cone ? round.sine * u.z : dot(p, u), s = is_cone ? round.sine * v.z : dot(p, v);
    return sqrt(fma(c, c, s * s));
  }

  /// A branch times r / radius = sqrt(1 + w), which is 1 + w / 2 but for w^2 / 7: alpha (1 + w / 2) -+ beta / radius
  /// (x across . t). Where axes nearly coincide all its terms are small, and their products are lost in noise.
  ABUT_HD ArcForm<R, degree> form_alone(const Arc<R>& arc, int branch, R& noise) const {
    const Conic<R>&k = local, &t = tangent;
    const Vec3<R>& p = k.centre;
    // x across . t = p across . t - radius up along: without terms that cancel
    const ArcForm<R, 2> flat = linear_form(arc, R(0), p.x * t.v.x + p.y * t.v.y, -(p.x * t.u.x + p.y * t.u.y));
    const ArcForm<R, 2> up = linear_form(arc, R(0), t.u.z, t.v.z), along = linear_form(arc, R(0), t.v.z, -t.u.z);
    const auto slope = flat * arc.one - up * along * radius;
    const R inverse = R(1) / radius, aside2 = fma(p.x, p.x, p.y * p.y) * inverse * inverse;
    const ArcForm<R, 2> about = linear_form(arc, aside2, (p.x * t.u.x + p.y * t.u.y) * R(2) * inverse,
                                            (p.x * t.v.x + p.y * t.v.y) * R(2) * inverse);
    const auto w = about * arc.one - up * up;
    const R most = alpha_amplitude(), uneven = unevenness(), ratio = beta * inverse;
    noise = carrier_noise<R> * (R(2) + R(2) * ratio * (R(1) + radius) + R(4) * most * inverse) +
            most * uneven * uneven * R(1.0 / 7);
    const auto one2 = arc.one * arc.one;
    const auto a = alpha_form(arc) * (one2 + w * R(0.5)), s = slope * arc.one * ratio;
    return (branch == 0 ? a - s : a + s) * arc.one;
  }

  /// alpha = beta e . t, and e across x.
  ABUT_HD AngleEquations<R> operator()(Vec2<R> d, Vec2<R> e) const {
    const Vec3<R> x = point_at(local, d), t = first_derivative(tangent, d), s = second_derivative(tangent, d);
    const Vec2<R> flat_x{x.x, x.y}, flat_t{t.x, t.y}, flat_s{s.x, s.y}, side{-e.y, e.x};
    const R by_d = is_cone ? round.sine * s.z : radius * dot(t, t) + dot(x, s);
    return {{beta * dot(e, flat_t) - alpha(x, t), dot(side, flat_x)},
            {beta * dot(e, flat_s) - by_d, radius * dot(side, flat_t)},
            {beta * dot(side, flat_t), -dot(e, flat_x)}};
  }

  /// The direction of the partner's half plane. Near the axis it is found from alpha, and x only says on which side.
  ABUT_HD Vec2<R> partner(const At<R>& k, int branch) const {
    const Vec2<R> flat{k.t.x, k.t.y};
    const R sign = branch == 0 ? R(1) : R(-1), steep = length(flat);
    if (k.away < R(0x1p-8) * radius && abs(k.alpha) < beta * steep) {
      const Vec2<R> t = flat * (R(1) / steep), side{-t.y, t.x};
      const R c = k.alpha / (beta * steep), s = sqrt((R(1) - c) * (R(1) + c));
      const R aside = dot(side, Vec2<R>{k.x.x, k.x.y});
      return t * c + side * ((aside < -carrier_noise<R> ? -sign : sign) * s);
    }
    return k.away > R(0) ? k.radial * sign : Vec2<R>{sign, R(0)};
  }

  ABUT_HD void found(Vec2<R> d, int branch, bool doubtful) {
    Vec2<R> e = partner(at(d), branch);
    if (!take_angles<R>(*this, d, e, taken, doubtful)) return;
    const SkeletonPoint<T> x = skeleton_point(a_is_round ? pair.b : pair.a, d);
    const Carrier<T>& target_carrier = a_is_round ? pair.a : pair.b;
    const Vec3<T> radial = target_carrier.x * round_to<T>(e.x) + target_carrier.y * round_to<T>(e.y);
    if constexpr (is_cone) {
      const closed_detail::Ruling<T> r = closed_detail::ruling(target_carrier, radial);
      closed_detail::on_ruling(pair, x.x, r, dot(x.x - target_carrier.origin, r.along), doubtful);
    } else {
      const Vec3<T> y = multiply_add(radial, target_carrier.radius, target_carrier.origin);
      const SkeletonPoint<T> on_circle{y, cross(target_carrier.z, radial)};
      offer(pair, a_is_round ? on_circle : x, a_is_round ? x : on_circle, doubtful);
    }
  }
  ABUT_HD void not_isolated() { pair.out->not_isolated = true; }
  ABUT_HD void incomplete() { pair.out->complete = false; }
};

}  // namespace revolved_detail

/// The conic with the smaller radius runs. Not isolated where coaxial, and where one lies on a torus about the other.
template <class T>
ABUT_HD inline void circle_and_circle(const CarrierPair<T>& p) {
  revolved_detail::RevolvedProblem<T, T, RevolvedTarget::circle, 2> problem(p, p.a.radius > p.b.radius);
  find_trig_roots<T>(problem);
}

/// In double: the polynomial's degree leaves too few of float's digits.
template <class T>
ABUT_HD inline void circle_and_ellipse(const CarrierPair<T>& p) {
  revolved_detail::RevolvedProblem<T, double, RevolvedTarget::circle, 4> problem(p, true);
  find_trig_roots<double>(problem);
}

/// a: a circle or an ellipse. Not isolated where a circle and the cone are coaxial.
template <class T>
ABUT_HD inline void conic_and_cone(const CarrierPair<T>& p) {
  revolved_detail::RevolvedProblem<T, T, RevolvedTarget::cone, 2> problem(p, false);
  find_trig_roots<T>(problem);
}

}  // namespace ABUT_ISA
}  // namespace abut
