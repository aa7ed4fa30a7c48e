// Stationary pairs of a point or a line with a circle or an ellipse.
//
// Across the line, (x - q) . x' is a trigonometric polynomial of degree 2: at most four pairs.
#pragma once

#include "abut/brep/conic.h"
#include "abut/brep/trig_roots.h"

namespace abut {
inline namespace ABUT_ISA {

namespace straight_detail {

/// x . x' over lengths of about 1. a: the point or the line; b: the conic.
template <class T>
struct StraightProblem {
  static constexpr int degree = 4, branches = 1;
  static constexpr bool has_gaps = false, has_alone = false;
  const CarrierPair<T>& pair;
  Conic<T> world;          ///< as it is
  Conic<T> flat, tangent;  ///< seen along the line, from it; scaled; for derivatives

  ABUT_HD explicit StraightProblem(const CarrierPair<T>& p) : pair(p), world(conic(p.b)) {
    const Vec3<T> d = world.centre - p.a.origin;
    const T radius = largest_radius(p.b), scale = T(1) / (length(d) + radius);
    flat = {across(d * scale), across(world.u * scale), across(world.v * scale)};
    tangent = {{}, across(world.u * (T(1) / radius)), across(world.v * (T(1) / radius))};
  }

  ABUT_HD Vec3<T> across(Vec3<T> x) const {
    if (skeleton(pair.a.kind) == Skeleton::point) return x;
    return multiply_add(pair.a.z, -dot(x, pair.a.z), x);
  }

  ABUT_HD ArcForm<T, 4> form(const Arc<T>& arc, T& noise) const {
    const Vec3<T>&p = flat.centre, &u = tangent.u, &v = tangent.v;
    noise = T(3) * carrier_noise<T>;
    const T skew = dot(flat.u, v);
    return linear_form(arc, T(0), dot(p, v), -dot(p, u)) * arc.one +
           arc.cosine * arc.sine * (dot(flat.v, v) - dot(flat.u, u)) +
           (arc.cosine * arc.cosine - arc.sine * arc.sine) * skew;
  }
  ABUT_HD T value(Vec2<T> d, int) const { return dot(point_at(flat, d), first_derivative(tangent, d)); }
  ABUT_HD T value_noise() const { return T(2) * carrier_noise<T>; }

  ABUT_HD void found(Vec2<T> d, int, bool doubtful) {
    const SkeletonPoint<T> b = skeleton_point(world, d);
    SkeletonPoint<T> a{pair.a.origin, {}};
    if (skeleton(pair.a.kind) == Skeleton::line) {
      a = {multiply_add(pair.a.z, dot(b.x - pair.a.origin, pair.a.z), pair.a.origin), pair.a.z};
    }
    offer(pair, a, b, doubtful);
  }
  ABUT_HD void not_isolated() { pair.out->not_isolated = true; }
  ABUT_HD void incomplete() { pair.out->complete = false; }
};

}  // namespace straight_detail

/// a: a point or a line; b: a circle or an ellipse. Not isolated from a point or a line on a circle's axis.
template <class T>
ABUT_HD inline void straight_and_conic(const CarrierPair<T>& p) {
  straight_detail::StraightProblem<T> problem(p);
  find_trig_roots<T>(problem);
}

}  // namespace ABUT_ISA
}  // namespace abut
