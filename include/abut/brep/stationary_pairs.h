// All isolated stationary pairs of the distance between two carriers: what contact between CAD models comes down to.
//
// Source of the use: Crozet, Leon & Merlhiot, Fast computation of local minimal distances between CAD models for
// dynamics simulation, sections 3 and 7. Departure: canonical carriers are solved in closed form or by all roots of one
// polynomial, not by iterations from a start.
#pragma once

#include "abut/brep/closed_pairs.h"
#include "abut/brep/conic_revolved.h"
#include "abut/brep/conic_straight.h"
#include "abut/brep/ellipse_ellipse.h"

namespace abut {
inline namespace ABUT_ISA {

namespace stationary_detail {

template <class T>
ABUT_HD inline void with_point(const CarrierPair<T>& p) {
  switch (skeleton(p.b.kind)) {
    case Skeleton::point: return point_and_point(p);
    case Skeleton::line: return point_and_line(p);
    case Skeleton::circle: return point_and_circle(p);
    case Skeleton::ellipse: return straight_and_conic(p);
    case Skeleton::plane: return point_and_plane(p);
    case Skeleton::cone: return point_and_cone(p);
  }
}

template <class T>
ABUT_HD inline void with_line(const CarrierPair<T>& p) {
  switch (skeleton(p.b.kind)) {
    case Skeleton::point:
    case Skeleton::line: return line_and_line(p);
    case Skeleton::circle:
    case Skeleton::ellipse: return straight_and_conic(p);
    case Skeleton::plane: return straight_and_plane(p);
    case Skeleton::cone: return line_and_cone(p);
  }
}

template <class T>
ABUT_HD inline void with_conic(const CarrierPair<T>& p) {
  const bool circle = skeleton(p.a.kind) == Skeleton::circle;
  const Conic<T> k = conic(p.a);
  switch (skeleton(p.b.kind)) {
    case Skeleton::point:
    case Skeleton::line:
    case Skeleton::circle: return circle_and_circle(p);
    case Skeleton::ellipse: return circle ? circle_and_ellipse(p) : ellipse_and_ellipse(p);
    case Skeleton::plane: return conic_and_plane(p, k.u, k.v);
    case Skeleton::cone: return conic_and_cone(p);
  }
}

template <class T>
ABUT_HD inline void in_order(const CarrierPair<T>& p) {
  switch (skeleton(p.a.kind)) {
    case Skeleton::point: return with_point(p);
    case Skeleton::line: return with_line(p);
    case Skeleton::circle:
    case Skeleton::ellipse: return with_conic(p);
    case Skeleton::plane: return straight_and_plane(p);
    case Skeleton::cone: return cone_and_cone(p);
  }
}

}  // namespace stationary_detail

/// Of any two carriers, in one frame and unit; points of the pairs are in it too. They are exact for carriers that
/// differ by some roundings of |b.origin - a.origin| and the radii, and of `T` where an origin is far from the frame's.
///
/// A pair has a common normal: curves that cross without touching are a pair of gap 0, but a curve that pierces a
/// surface is none. Surfaces' outward normals are antipodal in it. A cone's apex is none of its points: it is a point
/// carrier.
template <class T>
ABUT_HD inline void stationary_pairs(const Carrier<T>& a, const Carrier<T>& b, StationaryPairs<T>& out) {
  const bool swapped = skeleton(a.kind) > skeleton(b.kind);
  const Vec3<T> origin = swapped ? b.origin : a.origin;
  clear(out);
  const CarrierPair<T> p = carrier_pair(swapped ? b : a, swapped ? a : b, out);
  stationary_detail::in_order(p);
  for (std::uint32_t i = 0; i < out.count; ++i) {
    StationaryPair<T>& k = out.pairs[i];
    const Vec3<T> first = k.a + origin, second = k.b + origin;
    k.a = swapped ? second : first;
    k.b = swapped ? first : second;
    if (swapped) k.normal = -k.normal;
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
