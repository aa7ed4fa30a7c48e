// Stationary pairs of a circle or an ellipse with a circle or a cone, which are round about an axis.
//
// The partner of x(c, s) lies in the half plane through the axis and the direction e, which is that of x across the axis
// (the near side) or the opposite (the far side). With r = |x across the axis| and t = x', stationary means
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

/// In the target's frame, its lengths scaled to about 1; `AlphaDegree`: 4 for an ellipse and a circle, else 2.
template <class T, RevolvedTarget target, int AlphaDegree>
struct RevolvedProblem {
  static constexpr bool is_cone = target == RevolvedTarget::cone;
  static constexpr int degree = 2 * AlphaDegree + 4, branches = 2;
  const CarrierPair<T>& pair;
  const Carrier<T>&curve, &round;
  Conic<T> world, local, tangent;  ///< tangent: for derivatives, its larger half-length 1
  T beta, radius;                  ///< of the equation; the curve's, scaled

  ABUT_HD RevolvedProblem(const CarrierPair<T>& p, bool a_is_round)
      : pair(p), curve(a_is_round ? p.b : p.a), round(a_is_round ? p.a : p.b), world(conic(curve)) {
    const Vec3<T> d = world.centre - round.origin;
    const T largest = largest_radius(curve), own = T(1) / largest;
    const T scale = T(1) / (length(d) + largest + (is_cone ? T(0) : round.radius));
    const Vec3<T> u = in_frame(round, world.u), v = in_frame(round, world.v);
    local = {in_frame(round, d) * scale, u * scale, v * scale};
    tangent = {{}, u * own, v * own};
    beta = is_cone ? round.cosine : round.radius * scale;
    radius = largest * scale;
  }

  ABUT_HD T alpha(Vec3<T> x, Vec3<T> t) const { return is_cone ? round.sine * t.z : dot(x, t); }
  ABUT_HD At<T> at(Vec2<T> d) const {
    At<T> out;
    out.x = point_at(local, d);
    out.t = first_derivative(tangent, d);
    out.alpha = alpha(AlphaDegree == 2 ? local.centre : out.x, out.t);
    out.away = sqrt(fma(out.x.x, out.x.x, out.x.y * out.x.y));
    const T inverse = out.away > T(0) ? T(1) / out.away : T(0);
    out.radial = {out.x.x * inverse, out.x.y * inverse};
    return out;
  }
  ABUT_HD T value(Vec2<T> d, int branch) const {
    const At<T> k = at(d);
    const T slope = beta * dot(k.radial, Vec2<T>{k.t.x, k.t.y});
    return branch == 0 ? k.alpha - slope : k.alpha + slope;
  }
  ABUT_HD T value_noise() const { return T(2) * carrier_noise<T>; }

  ABUT_HD auto alpha_form(const Arc<T>& arc) const {
    const Vec3<T>&p = local.centre, &u = tangent.u, &v = tangent.v;
    if constexpr (AlphaDegree == 2) {
      return is_cone ? linear_form(arc, T(0), round.sine * v.z, -(round.sine * u.z))
                     : linear_form(arc, T(0), dot(p, v), -dot(p, u));
    } else {
      return linear_form(arc, T(0), dot(p, v), -dot(p, u)) * arc.one +
             arc.cosine * arc.sine * (dot(local.v, v) - dot(local.u, u));
    }
  }

  /// Lengths are known to `carrier_noise`, and so are alpha and tangents; `noise` is what that makes of the products.
  ABUT_HD ArcForm<T, degree> form(const Arc<T>& arc, T& noise) const {
    const Conic<T>&k = local, &t = tangent;
    const ArcForm<T, 2> x = linear_form(arc, k.centre.x, k.u.x, k.v.x), y = linear_form(arc, k.centre.y, k.u.y, k.v.y);
    const ArcForm<T, 2> dx = linear_form(arc, T(0), t.v.x, -t.u.x), dy = linear_form(arc, T(0), t.v.y, -t.u.y);
    const auto away2 = x * x + y * y, slope = x * dx + y * dy;
    const auto a = alpha_form(arc);
    const T reach = sqrt(fma(k.centre.x, k.centre.x, k.centre.y * k.centre.y)) + radius;
    const T most = is_cone ? round.sine : length(k.centre) + (AlphaDegree == 2 ? T(0) : radius);
    noise = carrier_noise<T> * (T(2) * most * reach * (reach + most) + T(2) * beta * beta * reach * (reach + T(1)));
    const auto squared = slope * slope * (beta * beta);
    if constexpr (AlphaDegree == 2) {
      return a * a * away2 - squared;
    } else {
      return a * a * away2 - squared * (arc.one * arc.one);
    }
  }

  /// alpha = beta e . t, and e across x.
  ABUT_HD AngleEquations<T> operator()(Vec2<T> d, Vec2<T> e) const {
    const Vec3<T> x = point_at(local, d), t = first_derivative(tangent, d), s = second_derivative(tangent, d);
    const Vec2<T> flat_x{x.x, x.y}, flat_t{t.x, t.y}, flat_s{s.x, s.y}, side{-e.y, e.x};
    const T by_d = is_cone ? round.sine * s.z : radius * dot(t, t) + dot(x, s);
    return {{beta * dot(e, flat_t) - alpha(x, t), dot(side, flat_x)},
            {beta * dot(e, flat_s) - by_d, radius * dot(side, flat_t)},
            {beta * dot(side, flat_t), -dot(e, flat_x)}};
  }

  /// The direction of the partner's half plane. Near the axis it is found from alpha, and x only says on which side.
  ABUT_HD Vec2<T> partner(const At<T>& k, int branch) const {
    const Vec2<T> flat{k.t.x, k.t.y};
    const T sign = branch == 0 ? T(1) : T(-1), steep = length(flat);
    if (k.away < T(0x1p-8) * radius && abs(k.alpha) < beta * steep) {
      const Vec2<T> t = flat * (T(1) / steep), side{-t.y, t.x};
      const T c = k.alpha / (beta * steep), s = sqrt((T(1) - c) * (T(1) + c));
      const T aside = dot(side, Vec2<T>{k.x.x, k.x.y});
      return t * c + side * ((aside < -carrier_noise<T> ? -sign : sign) * s);
    }
    return k.away > T(0) ? k.radial * sign : Vec2<T>{sign, T(0)};
  }

  ABUT_HD void found(Vec2<T> d, int branch, bool doubtful) {
    Vec2<T> e = partner(at(d), branch);
    if (!doubtful) polish_angles<T>(*this, d, e);
    const SkeletonPoint<T> x = skeleton_point(world, d);
    const Vec3<T> radial = round.x * e.x + round.y * e.y;
    if constexpr (is_cone) {
      const closed_detail::Ruling<T> r = closed_detail::ruling(round, radial);
      closed_detail::on_ruling(pair, x.x, r, dot(x.x - round.origin, r.along));
    } else {
      const SkeletonPoint<T> y{multiply_add(radial, round.radius, round.origin), cross(round.z, radial)};
      if (&round == &pair.a) {
        offer(pair, y, x, doubtful);
      } else {
        offer(pair, x, y, doubtful);
      }
    }
  }
  ABUT_HD void not_isolated() { pair.out->not_isolated = true; }
  ABUT_HD void incomplete() { pair.out->complete = false; }
};

}  // namespace revolved_detail

/// The conic with the smaller radius runs. Not isolated where coaxial, and where one lies on a torus about the other.
template <class T>
ABUT_HD inline void circle_and_circle(const CarrierPair<T>& p) {
  revolved_detail::RevolvedProblem<T, RevolvedTarget::circle, 2> problem(p, p.a.radius > p.b.radius);
  find_trig_roots<T>(problem);
}

template <class T>
ABUT_HD inline void circle_and_ellipse(const CarrierPair<T>& p) {
  revolved_detail::RevolvedProblem<T, RevolvedTarget::circle, 4> problem(p, true);
  find_trig_roots<T>(problem);
}

/// a: a circle or an ellipse. Not isolated where a circle and the cone are coaxial.
template <class T>
ABUT_HD inline void conic_and_cone(const CarrierPair<T>& p) {
  revolved_detail::RevolvedProblem<T, RevolvedTarget::cone, 2> problem(p, false);
  find_trig_roots<T>(problem);
}

}  // namespace ABUT_ISA
}  // namespace abut
