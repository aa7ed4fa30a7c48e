// Narrow directions of a difference found more exactly than widths tell them: where the support point lies along the
// direction, and where arcs of narrow directions are lowest.
#pragma once

#include "abut/narrow/cone_crease.h"

namespace abut {
inline namespace ABUT_ISA {
namespace revolved_axis_detail {

inline constexpr int settling_steps = 8;

/// Where the foot of the origin is beside a direction. Data only.
struct BesideFoot {
  Vec3<double> aside;
  double width, distance;
};
template <class Stored, class Support>
ABUT_PHASE BesideFoot beside_foot(const AxisParts<Stored>& p, const Support& support, Vec3<double> n) {
  BesideFoot out;
  out.width = dot(n, support(n).w);
  const Vec3<double> at = point_of_foot(p, n, out.width, {2 * p.tolerance, foot_rounds_of_a_square});
  out.aside = multiply_add(n, -dot(at, n), at);
  out.distance = length(out.aside);
  return out;
}

/// Moves a direction of least width to where the support point lies along it: widths are known to a rounding, and tell
/// a direction to the root of that only. By Newton's method, in all directions or across an edge that holds the foot;
/// along an arc of equal widths it stays.
template <class Stored, class Support>
ABUT_PHASE void settle_direction(const AxisParts<Stored>& p, const Support& support, BoundedWidth& best) {
  BesideFoot at = beside_foot(p, support, best.normal);
  for (int step = 0; step < settling_steps && at.distance > 0.25 * p.tolerance; ++step) {
    const BendOfCap bend = bend_at(support, best.normal);
    const auto way_of = [&](Vec3<double> way, double curve) {
      const double off = dot(at.aside, way);
      const bool known = curve > small_square * bend.most && abs(off) < small_square * curve;
      return known ? way * (-off / curve) : Vec3<double>{0, 0, 0};
    };
    const Vec3<double> along = at.aside * (1 / at.distance);
    const double w = dot(along, bend.weak), s = dot(along, bend.strong);
    const Vec3<double> ways[2] = {way_of(bend.weak, bend.least - at.width) + way_of(bend.strong, bend.most - at.width),
                                  way_of(along, fma(w * w, bend.least, s * s * bend.most) - at.width)};
    const BesideFoot before = at;
    const Vec3<double> from = best.normal;
    for (const Vec3<double> way : ways) {
      const Vec3<double> n = unit_vector(from + way);
      const BesideFoot there = beside_foot(p, support, n);
      if (!(there.distance < at.distance) || !(there.width <= best.width + p.tolerance)) continue;
      at = there;
      best.normal = n;
    }
    if (!(at.distance < 0.5 * before.distance)) break;
  }
}

/// How a direction slides along an arc: in steps of this length at first, of half of it where none leads down, and so
/// many in all; after each, so many of Newton's steps lead back to the floor of a smooth valley. Widths tell the lowest
/// direction to the root of a rounding; the slope then tells it better, in so many steps, the first of `slope_slide`.
inline constexpr double longest_slide = 0.5, shortest_slide = 1e-6, slope_slide = 4e-3;
inline constexpr int most_slides = 96, steps_to_floor = 4, steps_by_slope = 6;
/// Around a crease, so many directions this far apart are looked at first; what leads down from each lowest one of its
/// neighbours is followed.
inline constexpr int directions_of_crease = 18;
inline constexpr double apart_on_crease = 0.4;

/// A direction on an arc of narrow ones: the floor of a valley of the width. Data only.
struct ValleyFloor {
  Vec3<double> normal, along;  ///< unit; `along` leads along the floor
  double width, slope;         ///< `slope`: of the width along the floor
};
template <class Support>
ABUT_PHASE ValleyFloor floor_of_valley(const Support& support, Vec3<double> from, Vec3<double> along) {
  ValleyFloor out{from, along, 0, 0};
  for (int step = 0;; ++step) {
    const Vec3<double> w = support(out.normal).w;
    out.width = dot(out.normal, w);
    const BendOfCap bend = bend_at(support, out.normal);
    out.along = dot(bend.weak, along) < 0 ? -bend.weak : bend.weak;
    out.slope = dot(w, out.along);
    const double curve = bend.most - out.width, way = dot(w, bend.strong);
    if (step == steps_to_floor || !(curve > 0 && abs(way) < curve && abs(way) > finest_reach * curve)) return out;
    out.normal = unit_vector(multiply_add(bend.strong, -way / curve, out.normal));
  }
}
template <class Support>
ABUT_HD inline ValleyFloor floor_on_crease(const Support& support, const SymmetricTerm& cone, Vec3<double> from) {
  const ConeCrease crease = crease_of(cone, from);
  const Vec3<double> n = crease.direction(), w = support(n).w;
  return {n, crease.along, dot(n, w), dot(crease.along, w)};
}

/// Slides along an arc to where its floor is lowest next to `at`. `floor_from(at, way)`: the floor, so far along.
/// `tolerance`: widths are the same.
template <class FloorFrom>
ABUT_HD inline void slide_down(const FloorFrom& floor_from, double tolerance, ValleyFloor& at) {
  double step = longest_slide;
  for (int slide = 0; slide < most_slides && step > shortest_slide; ++slide) {
    const ValleyFloor ahead = floor_from(at, step), back = floor_from(at, -step);
    const ValleyFloor& lower = ahead.width < back.width ? ahead : back;
    if (lower.width < at.width) {
      at = lower;
    } else {
      step *= 0.5;
    }
  }
  double way = at.slope > 0 ? -slope_slide : slope_slide;
  for (int k = 0; k < steps_by_slope && abs(way) < longest_slide && abs(way) > finest_reach; ++k) {
    const ValleyFloor there = floor_from(at, way);
    const double curve = (there.slope - at.slope) / way;
    if (!(curve > 0)) return;
    if (abs(there.slope) < abs(at.slope) && there.width <= at.width + tolerance) at = there;
    way = -at.slope / curve;
  }
}

/// Calls `visit(direction)` where arcs of narrow directions are lowest: the valley about `from`, and each cone's
/// crease.
template <class Stored, class Support, class Visit>
ABUT_PHASE void for_lowest_of_arcs(const AxisParts<Stored>& p, const Support& support, Vec3<double> from,
                                   const Visit& visit) {
  const auto in_valley = [&](const ValleyFloor& at, double way) {
    return floor_of_valley(support, unit_vector(multiply_add(at.along, way, at.normal)), at.along);
  };
  ValleyFloor at = floor_of_valley(support, from, from);
  slide_down(in_valley, p.tolerance, at);
  visit(at.normal);
  for (int k = 0; k < p.solids.count; ++k) {
    const SymmetricTerm& cone = p.solids.term[k];
    if (cone.kind != SymmetricTerm::Kind::cone) continue;
    const auto on_crease = [&](const ValleyFloor& by, double way) {
      return floor_on_crease(support, cone, multiply_add(by.along, way, by.normal));
    };
    ValleyFloor before = floor_on_crease(support, cone, cone.axis[0]), here = on_crease(before, apart_on_crease);
    for (int i = 0; i < directions_of_crease; ++i) {
      const ValleyFloor next = on_crease(here, apart_on_crease);
      if (here.width <= before.width && here.width < next.width) {
        at = here;
        slide_down(on_crease, p.tolerance, at);
        visit(at.normal);
      }
      before = here;
      here = next;
    }
  }
}

}  // namespace revolved_axis_detail
}  // namespace ABUT_ISA
}  // namespace abut
