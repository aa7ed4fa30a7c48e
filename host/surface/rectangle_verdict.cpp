#include "host/surface/rectangle_verdict.h"

#include <algorithm>
#include <cmath>

#include "abut/surface/surface_view.h"

namespace abut::host {
namespace {

/// 1 or -1 where all of it is above or below 0 by more than its noise, else 0.
int sign_of(const BernsteinNet& f, double noise) {
  const NetRange r = range_of(f);
  return r.least > noise ? 1 : r.largest < -noise ? -1 : 0;
}
bool is_nothing(const BernsteinNet& f, double noise) { return largest_magnitude(f) <= noise; }

BernsteinNet negative(BernsteinNet f) {
  for (double& x : f.c) x = -x;
  return f;
}

/// One border of a rectangle: what goes inwards and what goes along it, from its first corner to its second one.
struct Border {
  BernsteinNet inward, along;
  double noise_inward, noise_along;
  bool first_corner, second_corner;  ///< whether those ends of it are borders too
};

Border border_at(const SlopeRectangle& r, NetEnd end) {
  const bool of_s = end == NetEnd::s0 || end == NetEnd::s1;
  const BernsteinNet& across = of_s ? r.slopes.s : r.slopes.t;
  const BernsteinNet outward = along(across, end);
  const std::uint32_t first = of_s ? end_at_v0 : end_at_u0, second = of_s ? end_at_v1 : end_at_u1;
  return {end == NetEnd::s0 || end == NetEnd::t0 ? outward : negative(outward),
          along(of_s ? r.slopes.t : r.slopes.s, end),
          of_s ? r.slopes.noise_s : r.slopes.noise_t,
          of_s ? r.slopes.noise_t : r.slopes.noise_s,
          (r.ends & first) != 0,
          (r.ends & second) != 0};
}

bool has_border(const SlopeRectangle& r, NetEnd end) {
  const std::uint32_t bit = end == NetEnd::s0   ? end_at_u0
                            : end == NetEnd::s1 ? end_at_u1
                            : end == NetEnd::t0 ? end_at_v0
                                                : end_at_v1;
  return (r.ends & bit) != 0;
}

/// Whether none of a border is a minimum of the rectangle.
bool is_empty(const Border& b) {
  if (sign_of(b.inward, b.noise_inward) < 0) return true;
  // A corner where something descends, inwards or along the border, is none.
  const bool first = !b.first_corner || b.inward.c.front() < -b.noise_inward || b.along.c.front() < -b.noise_along;
  const bool second = !b.second_corner || b.inward.c.back() < -b.noise_inward || b.along.c.back() > b.noise_along;
  if (const int sign = sign_of(b.along, b.noise_along); sign != 0) return sign > 0 ? first : second;
  const bool is_concave = sign_of(derivative_by_s(b.along), 2 * b.along.n * b.noise_along) < 0;
  return is_concave && first && second;
}

/// Of a rectangle in which everything descends to one of its ends.
Verdict verdict_at(const SlopeRectangle& r, NetEnd end) {
  if (!has_border(r, end)) return Verdict::none;
  const Border b = border_at(r, end);
  if (is_empty(b)) return Verdict::none;
  if (sign_of(b.along, b.noise_along) != 0) return Verdict::one;  // a corner
  if (is_nothing(b.along, b.noise_along)) return Verdict::flat;
  return sign_of(derivative_by_s(b.along), 2 * b.along.n * b.noise_along) > 0 ? Verdict::one : Verdict::unknown;
}

/// The derivatives of both slopes, of their own degrees.
struct SlopeJacobian {
  BernsteinNet ss, st, ts, tt;  ///< st: of the slope along s, by t
  double noise_ss, noise_st, noise_ts, noise_tt;
};

SlopeJacobian jacobian_of(const SlopeNets& f) {
  const int n = f.s.n, m = f.s.m;
  return {elevated(derivative_by_s(f.s), n, m),
          elevated(derivative_by_t(f.s), n, m),
          elevated(derivative_by_s(f.t), n, m),
          elevated(derivative_by_t(f.t), n, m),
          2 * n * f.noise_s,
          2 * m * f.noise_s,
          2 * n * f.noise_t,
          2 * m * f.noise_t};
}

/// Both slopes grow in every direction, so that they lead to one place alone. A mean of positive definite matrices is
/// one.
bool is_monotone(const SlopeJacobian& j) {
  for (std::size_t k = 0; k < j.ss.c.size(); ++k) {
    const double a = j.ss.c[k] - j.noise_ss, c = j.tt.c[k] - j.noise_tt;
    const double b = 0.5 * (std::abs(j.st.c[k] + j.ts.c[k]) + j.noise_st + j.noise_ts);
    if (!(a > 0 && c > 0 && a * c > b * b)) return false;
  }
  return true;
}

/// Nothing inside can be a minimum, since the second derivative along some direction is below 0 where it is stationary.
bool bends_down(const SlopeJacobian& j, bool divided) {
  const NetRange ss = range_of(j.ss), st = range_of(j.st), ts = range_of(j.ts), tt = range_of(j.tt);
  if (ss.largest < -j.noise_ss || tt.largest < -j.noise_tt) return true;
  if (divided) {
    // Only the signs of the diagonal and of the determinant are those of the Hessian.
    const auto least_product = [](const NetRange& x, const NetRange& y) {
      return std::min({x.least * y.least, x.least * y.largest, x.largest * y.least, x.largest * y.largest});
    };
    const NetRange turned{-tt.largest, -tt.least};
    const auto room = [](const NetRange& x, double noise) { return NetRange{x.least - noise, x.largest + noise}; };
    return least_product(room(ss, j.noise_ss), room(turned, j.noise_tt)) +
               least_product(room(st, j.noise_st), room(ts, j.noise_ts)) >
           0;
  }
  // Along the direction in which it bends down most in the middle.
  const double a = value_in_the_middle(j.ss), c = value_in_the_middle(j.tt);
  const double b = 0.5 * (value_in_the_middle(j.st) + value_in_the_middle(j.ts));
  const double low = 0.5 * (a + c) - std::hypot(0.5 * (a - c), b);
  Vec3<double> d = std::abs(a - low) > std::abs(c - low) ? Vec3<double>{-b, a - low, 0} : Vec3<double>{c - low, -b, 0};
  if (!(length(d) > 0)) d = {1, 0, 0};
  for (std::size_t k = 0; k < j.ss.c.size(); ++k) {
    const double bend = d.x * d.x * (j.ss.c[k] + j.noise_ss) + d.y * d.y * (j.tt.c[k] + j.noise_tt) +
                        d.x * d.y * (j.st.c[k] + j.ts.c[k]) + std::abs(d.x * d.y) * (j.noise_st + j.noise_ts);
    if (!(bend < 0)) return false;
  }
  return true;
}

/// One of two sums of both slopes is nowhere 0: those that are, in the middle, the parameters themselves.
bool is_nowhere_stationary(const SlopeRectangle& r, const SlopeJacobian& j) {
  const double a = value_in_the_middle(j.ss), b = value_in_the_middle(j.st);
  const double c = value_in_the_middle(j.ts), d = value_in_the_middle(j.tt);
  const auto sum = [&](double x, double y) {
    BernsteinNet out = r.slopes.s;
    for (std::size_t k = 0; k < out.c.size(); ++k) out.c[k] = x * r.slopes.s.c[k] + y * r.slopes.t.c[k];
    return sign_of(out, std::abs(x) * r.slopes.noise_s + std::abs(y) * r.slopes.noise_t) != 0;
  };
  return sum(d, -b) || sum(-c, a);
}

/// All descends to a pole: the slope away from it grows, and is not below 0 there.
bool is_at_a_pole(const SlopeRectangle& r, const SlopeJacobian& j) {
  const SlopeNets& f = r.slopes;
  const double room_s = pole_room * f.noise_s, room_t = pole_room * f.noise_t;
  const bool bends_s = range_of(j.ss).least > j.noise_ss, bends_t = range_of(j.tt).least > j.noise_tt;
  return (r.poles.s0 && bends_s && range_of(along(f.s, NetEnd::s0)).least >= -room_s) ||
         (r.poles.s1 && bends_s && range_of(along(f.s, NetEnd::s1)).largest <= room_s) ||
         (r.poles.t0 && bends_t && range_of(along(f.t, NetEnd::t0)).least >= -room_t) ||
         (r.poles.t1 && bends_t && range_of(along(f.t, NetEnd::t1)).largest <= room_t);
}

bool has_no_minimum_at_its_borders(const SlopeRectangle& r) {
  for (const NetEnd end : {NetEnd::s0, NetEnd::s1, NetEnd::t0, NetEnd::t1}) {
    if (has_border(r, end) && !is_empty(border_at(r, end))) return false;
  }
  return true;
}

}  // namespace

Verdict verdict_on(const SlopeRectangle& r) {
  const SlopeNets& f = r.slopes;
  const int s = sign_of(f.s, f.noise_s), t = sign_of(f.t, f.noise_t);
  if (s != 0) {
    const Verdict v = verdict_at(r, s > 0 ? NetEnd::s0 : NetEnd::s1);
    if (v != Verdict::unknown) return v;
  }
  if (t != 0) {
    const Verdict v = verdict_at(r, t > 0 ? NetEnd::t0 : NetEnd::t1);
    if (v != Verdict::unknown) return v;
  }
  if (s != 0 || t != 0) return Verdict::unknown;
  const SlopeJacobian j = jacobian_of(f);
  const bool no_s = is_nothing(f.s, f.noise_s), no_t = is_nothing(f.t, f.noise_t);
  if ((no_s || range_of(j.ss).least > j.noise_ss) && (no_t || range_of(j.tt).least > j.noise_tt) && (no_s || no_t)) {
    return is_at_a_pole(r, j) ? Verdict::none : Verdict::flat;
  }
  if (is_monotone(j)) return Verdict::one;
  const bool nothing_inside = is_at_a_pole(r, j) || bends_down(j, r.divided) || is_nowhere_stationary(r, j);
  return nothing_inside && has_no_minimum_at_its_borders(r) ? Verdict::none : Verdict::unknown;
}

}  // namespace abut::host
