// The contacts of two facets: of one pair of bodies, in A's frame, without loops over facets.
//
// Two kinds of answer. `facet_pair_record`: the nearest points of two facets, whatever they are.
// `visit_facet_contacts`: whether they cross, and those pairs of features whose common normal lies in both features'
// normal cones, that is, local minima of the distance of the two surfaces (Merlhiot 2007), or of minus their depth; no
// ghosts of internal edges are among them.
#pragma once

#include "abut/facets/normal_cone.h"
#include "abut/facets/triangle_triangle.h"

namespace abut {

/// What a contact between facets is.
enum class FacetContactKind : std::uint8_t {
  apart = 0,     ///< the features are on the outside of each other, at the distance that the separation says
  below = 1,     ///< each feature is on the inside of the other: minus the distance is the separation
  crossing = 2,  ///< the facets go through each other: minus the separation takes one out of the other
  touching = 3,  ///< the facets have a common point and do not go through each other: the separation is 0
  part = 4,      ///< the bodies overlap: separation and normal are those of the parts' record
};

/// A normal in A's frame, and the plane that it is of. Data only.
template <class T>
struct ContactNormal {
  Vec3<T> n;           ///< unit, from A to B; zero where the nearest points coincide and nothing tells
  std::int8_t of = 0;  ///< 0: of no plane; 1, -1: A's `plane`, along its normal or against it; 2, -2: B's
  std::uint32_t plane = 0;
  bool by_points = false;  ///< it is the line through two points: as good as their coordinates
};

/// Points in A's frame, centred and scaled as A's surface. Data only.
template <class T>
struct FacetContact {
  std::uint32_t facet_a, facet_b;  ///< in the surfaces' own order
  T separation;
  ContactNormal<T> normal;
  Vec3<T> a;  ///< nearest point of A; that of B is a + separation * normal
  Feature feature_a, feature_b;
  FacetContactKind kind;
};

/// Facet `i` of A and `j` of B, both in A's frame. Data only.
template <class T>
struct TwoFacets {
  std::uint32_t i, j;
  Facet<T> a, b;
  FeaturePairs features = all_feature_pairs;  ///< those that are looked at: who knows that others are too far, says so
  bool may_cross = true;                      ///< false: one is known to lie beside the other's plane
};

/// A pair of surfaces. Lengths in A's unit. Data only.
template <class T>
struct SurfacePair {
  FacetSurfaceView<T> a, b;
  FacetFrame<T> frame;  ///< its `reach` is for cores, roundings included
  T rounding_a, rounding_b;
  T alert;      ///< for cores too
  T slack;      ///< what distances may be off: those within `alert` by less are reported
  T tolerance;  ///< of normal cones, a sine
};

inline namespace ABUT_ISA {
namespace facet_contact_detail {

template <class T>
ABUT_INLINE Vec3<T> to_a(const FacetFrame<T>& frame, Vec3<T> v) {
  return rotate(frame.rotation, v * frame.scale) + frame.translation;
}

/// Of A's or B's plane, along its normal or, where `against` is set, the other way.
template <class T>
ABUT_INLINE ContactNormal<T> normal_of_a(const SurfacePair<T>& pair, std::uint32_t plane, bool against) {
  const Vec3<T> n = pair.a.normals[plane];
  return {against ? -n : n, static_cast<std::int8_t>(against ? -1 : 1), plane};
}
template <class T>
ABUT_INLINE ContactNormal<T> normal_of_b(const SurfacePair<T>& pair, std::uint32_t plane, bool against) {
  const Vec3<T> n = rotate(pair.frame.rotation, pair.b.normals[plane]);
  return {against ? -n : n, static_cast<std::int8_t>(against ? -2 : 2), plane};
}

/// The other way.
template <class T>
ABUT_INLINE ContactNormal<T> turned(const ContactNormal<T>& n) {
  return {-n.n, static_cast<std::int8_t>(-n.of), n.plane, n.by_points};
}
template <class T>
ABUT_INLINE ContactNormal<T> along(const ContactNormal<T>& n, Vec3<T> d) {
  return dot(n.n, d) < T(0) ? turned(n) : n;
}

/// Points of two facets and what they lie on. Data only.
template <class T>
struct PointPair {
  Vec3<T> a, b;
  FacetPart on_a, on_b;
};

/// The common normal of two parts, in the direction from the point of A to that of B: that of a plane as it is, that of
/// two edges across both, else the line through the points. Where they coincide, outward from a facet.
template <class T>
ABUT_HD inline ContactNormal<T> common_normal(const SurfacePair<T>& pair, std::uint32_t fa, std::uint32_t fb,
                                              const Facet<T>& a, const Facet<T>& b, const PointPair<T>& at) {
  const Vec3<T> d = at.b - at.a;
  if (at.on_a.kind == FeatureKind::face) return along(normal_of_a(pair, pair.a.facets[fa].plane, false), d);
  if (at.on_b.kind == FeatureKind::face) return along(normal_of_b(pair, pair.b.facets[fb].plane, true), d);
  const T distance = length(d);
  if (at.on_a.kind == FeatureKind::edge && at.on_b.kind == FeatureKind::edge) {
    const Vec3<T> e = a.v[next_corner(at.on_a.index)] - a.v[at.on_a.index];
    const Vec3<T> f = b.v[next_corner(at.on_b.index)] - b.v[at.on_b.index];
    const Vec3<T> n = cross(e, f);
    // Beside nearly parallel edges the points tell more.
    if (dot(n, n) > T(0x1p-20) * dot(e, e) * dot(f, f)) {
      const Vec3<T> outward = pair.a.normals[pair.a.facets[fa].plane];
      return along(ContactNormal<T>{unit_vector(n)}, distance > pair.slack ? d : outward);
    }
  }
  return {distance > T(0) ? d * (T(1) / distance) : Vec3<T>{T(0), T(0), T(0)}, 0, 0, true};
}

/// The plane's own normal for a flat edge or vertex, where the common normal is that but for the tolerance.
template <class T>
ABUT_HD inline ContactNormal<T> settled_normal(const SurfacePair<T>& pair, std::uint32_t plane_a, std::uint32_t plane_b,
                                               const ContactNormal<T>& n) {
  if (n.of != 0) return n;
  if (plane_a != no_facet_index) return along(normal_of_a(pair, plane_a, false), n.n);
  if (plane_b != no_facet_index) return along(normal_of_b(pair, plane_b, false), n.n);
  return n;
}

/// The point of A to a separation along a normal: what is a vertex stays where it is.
template <class T>
ABUT_INLINE Vec3<T> witness_on_a(const PointPair<T>& at, Vec3<T> n, T separation) {
  const bool from_b = at.on_b.kind == FeatureKind::vertex && at.on_a.kind != FeatureKind::vertex;
  return from_b ? multiply_add(n, -separation, at.b) : at.a;
}

/// From cores to surfaces that are rounded.
template <class T>
ABUT_INLINE void round_off(const SurfacePair<T>& pair, FacetContact<T>& c) {
  c.a = multiply_add(c.normal.n, pair.rounding_a, c.a);
  c.separation = (c.separation - pair.rounding_a) - pair.rounding_b;
}

/// Whether facets with a common point only touch: some direction, of a normal or across two edges, parts them but for
/// rounding. Sets it, from A to B.
template <class T>
ABUT_HD inline bool only_touch(const SurfacePair<T>& pair, const Facet<T>& a, const Facet<T>& b,
                               const FacetContact<T>& c, ContactNormal<T>& normal) {
  const auto parts = [&](const ContactNormal<T>& m) {
    T least_a = Huge<T>::value, most_a = -least_a, least_b = least_a, most_b = most_a;
    for (int k = 0; k < 3; ++k) {
      const T h = dot(a.v[k] - a.v[0], m.n), g = dot(b.v[k] - a.v[0], m.n);
      least_a = min(least_a, h), most_a = max(most_a, h);
      least_b = min(least_b, g), most_b = max(most_b, g);
    }
    const bool forward = most_a - least_b <= pair.slack, back = most_b - least_a <= pair.slack;
    if (forward || back) normal = forward ? m : turned(m);
    return forward || back;
  };
  const auto is_one = [](Vec3<T> n) { return dot(n, n) > T(0); };
  const ContactNormal<T> na = normal_of_a(pair, pair.a.facets[c.facet_a].plane, false);
  const ContactNormal<T> nb = normal_of_b(pair, pair.b.facets[c.facet_b].plane, true);
  if ((is_one(na.n) && parts(na)) || (is_one(nb.n) && parts(nb))) return true;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vec3<T> m = cross(a.v[next_corner(i)] - a.v[i], b.v[next_corner(j)] - b.v[j]);
      if (is_one(m) && parts({unit_vector(m)})) return true;
    }
  }
  return false;
}

/// The depth of two facets across an edge of each, if that is less than `c.separation` says and the direction is in the
/// normal cones of both.
template <class T>
ABUT_HD inline void offer_edges(const SurfacePair<T>& pair, const Facet<T>& a, const Facet<T>& b, int i, int j,
                                FacetContact<T>& c) {
  const FacetPart on_a{FeatureKind::edge, static_cast<std::uint8_t>(i)};
  const FacetPart on_b{FeatureKind::edge, static_cast<std::uint8_t>(j)};
  const std::uint32_t ea = pair.a.facets[c.facet_a].edge[i], eb = pair.b.facets[c.facet_b].edge[j];
  if (ea == no_facet_index || eb == no_facet_index) return;
  if (pair.a.edges[ea].plane != no_facet_index || pair.b.edges[eb].plane != no_facet_index) return;
  const Vec3<T> e = a.v[next_corner(i)] - a.v[i], f = b.v[next_corner(j)] - b.v[j], m = cross(e, f);
  if (!(dot(m, m) > T(0x1p-20) * dot(e, e) * dot(f, f))) return;
  for (int side = 0; side < 2; ++side) {
    const Vec3<T> w = side == 0 ? unit_vector(m) : -unit_vector(m);
    if (!in_edge_cone(pair.a, ea, w, pair.tolerance)) continue;
    if (!in_edge_cone(pair.b, eb, rotate_back(pair.frame.rotation, -w), pair.tolerance)) continue;
    T most = -Huge<T>::value, least = Huge<T>::value;
    for (int k = 0; k < 3; ++k) {
      most = max(most, dot(a.v[k] - a.v[0], w)), least = min(least, dot(b.v[k] - a.v[0], w));
    }
    const T depth = max(most - least, T(0));
    if (!(depth < -c.separation)) continue;
    c.separation = -depth;
    c.normal = {w};
    c.feature_a = surface_feature(pair.a, c.facet_a, on_a), c.feature_b = surface_feature(pair.b, c.facet_b, on_b);
    c.a = segment_segment(a.v[i], a.v[next_corner(i)], b.v[j], b.v[next_corner(j)]).a;
  }
}

/// Depth of two facets that cross: how far B has to go along a facet's normal to be on one side of it, whichever is
/// least; a solid's normal outward alone. Sets separation (-Huge if no facet has a normal), normal, point and features.
template <class T>
ABUT_HD inline void cross_faces(const SurfacePair<T>& pair, const Facet<T>& a, const Facet<T>& b, FacetContact<T>& c) {
  const std::uint32_t plane_a = pair.a.facets[c.facet_a].plane, plane_b = pair.b.facets[c.facet_b].plane;
  T least = Huge<T>::value;
  c.separation = -least;
  const auto offer = [&](const Facet<T>& of, const Facet<T>& other, const ContactNormal<T>& outward, bool of_a) {
    if (!(dot(outward.n, outward.n) > T(0))) return;  // no area
    int deepest = 0;
    T height = Huge<T>::value;
    for (int k = 0; k < 3; ++k) {
      const T h = dot(other.v[k] - of.v[0], outward.n);
      if (h < height) height = h, deepest = k;
    }
    const T depth = max(-height, T(0));
    if (!(depth < least)) return;
    least = depth;
    c.separation = -depth;
    c.normal = of_a ? outward : turned(outward);
    const FacetPart face{FeatureKind::face, 0}, corner{FeatureKind::vertex, static_cast<std::uint8_t>(deepest)};
    c.feature_a = surface_feature(pair.a, c.facet_a, of_a ? face : corner);
    c.feature_b = surface_feature(pair.b, c.facet_b, of_a ? corner : face);
    c.a = of_a ? multiply_add(c.normal.n, depth, other.v[deepest]) : other.v[deepest];
  };
  offer(a, b, normal_of_a(pair, plane_a, false), true);
  if (!pair.a.solid) offer(a, b, normal_of_a(pair, plane_a, true), true);
  offer(b, a, normal_of_b(pair, plane_b, false), false);
  if (!pair.b.solid) offer(b, a, normal_of_b(pair, plane_b, true), false);
}

/// The same, or across two edges in whose cones that direction is, whichever is least.
template <class T>
ABUT_HD inline void cross_depth(const SurfacePair<T>& pair, const Facet<T>& a, const Facet<T>& b, FacetContact<T>& c) {
  cross_faces(pair, a, b, c);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) offer_edges(pair, a, b, i, j, c);
  }
}

/// Of two facets with a common point.
template <class T>
ABUT_RARE void set_crossing(const SurfacePair<T>& pair, const Facet<T>& a, const Facet<T>& b, const FacetDistance<T>& d,
                            FacetContact<T>& c) {
  ContactNormal<T> normal;
  if (only_touch(pair, a, b, c, normal)) {
    c.kind = FacetContactKind::touching;
    c.normal = normal;
    c.separation = T(0);
    c.a = d.a;
    c.feature_a = surface_feature(pair.a, c.facet_a, d.on_a);
    c.feature_b = surface_feature(pair.b, c.facet_b, d.on_b);
  } else {
    c.kind = FacetContactKind::crossing;
    cross_depth(pair, a, b, c);
  }
  round_off(pair, c);
}

}  // namespace facet_contact_detail

/// Facet `i` of B in A's frame.
template <class T>
ABUT_HD inline Facet<T> facet_of_b(const SurfacePair<T>& pair, std::uint32_t i) {
  Facet<T> f = facet_at(pair.b, i);
  for (int k = 0; k < 3; ++k) f.v[k] = facet_contact_detail::to_a(pair.frame, f.v[k]);
  return f;
}

/// The nearest points of two facets. Returns whether they are within the alert distance, or off by no more than the
/// slack.
template <class T>
ABUT_HD inline bool facet_pair_record(const SurfacePair<T>& pair, const TwoFacets<T>& of, FacetContact<T>& c) {
  using namespace facet_contact_detail;
  const Facet<T>&a = of.a, &b = of.b;
  c.facet_a = of.i, c.facet_b = of.j;
  const FacetDistance<T> d = triangle_triangle(a, b, of.features);
  if (d.crossing) {
    set_crossing(pair, a, b, d, c);
    return true;
  }
  const T distance = sqrt(d.distance2);
  if (!(distance <= pair.alert + pair.slack)) return false;
  c.kind = FacetContactKind::apart;
  c.separation = distance;
  const PointPair<T> at{d.a, d.b, d.on_a, d.on_b};
  c.normal = common_normal(pair, c.facet_a, c.facet_b, a, b, at);
  c.a = witness_on_a(at, c.normal.n, c.separation);
  c.feature_a = surface_feature(pair.a, c.facet_a, d.on_a);
  c.feature_b = surface_feature(pair.b, c.facet_b, d.on_b);
  round_off(pair, c);
  return true;
}

namespace facet_contact_detail {

/// Whether a normal against the direction from A to B can be that of a contact: a corner below a face, or two edges
/// beyond each other. Depths of corners at corners and edges are no minima; and what has no area goes below nothing but
/// a solid.
template <class T>
ABUT_HD inline bool can_be_below(const SurfacePair<T>& pair, std::uint32_t fa, std::uint32_t fb,
                                 const PointPair<T>& at) {
  const bool face_a = plane_of(pair.a, fa, at.on_a) != no_facet_index;
  const bool face_b = plane_of(pair.b, fb, at.on_b) != no_facet_index;
  const bool edges = at.on_a.kind == FeatureKind::edge && at.on_b.kind == FeatureKind::edge;
  if (!face_a && !face_b && !edges) return false;
  const Vec3<T> na = pair.a.normals[pair.a.facets[fa].plane], nb = pair.b.normals[pair.b.facets[fb].plane];
  return pair.a.solid || pair.b.solid || (dot(na, na) > T(0) && dot(nb, nb) > T(0));
}

/// Whether two parts with a common normal, or its opposite, are a contact. Sets all but the facets.
template <class T>
ABUT_HD inline bool feature_contact(const SurfacePair<T>& pair, const ContactNormal<T>& n, T distance,
                                    const PointPair<T>& at, FacetContact<T>& c) {
  const std::uint32_t fa = c.facet_a, fb = c.facet_b;
  const std::uint32_t plane_a = plane_of(pair.a, fa, at.on_a), plane_b = plane_of(pair.b, fb, at.on_b);
  const T doubt = n.by_points ? T(2) * pair.slack / distance : T(0);
  const int sides = can_be_below(pair, fa, fb, at) ? 2 : 1;
  for (int side = 0; side < sides; ++side) {
    const Vec3<T> w = side == 0 ? n.n : -n.n;
    if (!in_normal_cone(pair.a, fa, at.on_a, w, pair.tolerance + doubt)) continue;
    const Vec3<T> back = rotate_back(pair.frame.rotation, -w);
    if (!in_normal_cone(pair.b, fb, at.on_b, back, pair.tolerance + doubt)) continue;
    const FacetPart face{FeatureKind::face, 0};
    c.kind = side == 0 ? FacetContactKind::apart : FacetContactKind::below;
    c.normal = settled_normal(pair, plane_a, plane_b, side == 0 ? n : turned(n));
    c.separation = side == 0 ? distance : -distance;
    c.a = witness_on_a(at, c.normal.n, c.separation);
    c.feature_a = surface_feature(pair.a, fa, plane_a != no_facet_index ? face : at.on_a);
    c.feature_b = surface_feature(pair.b, fb, plane_b != no_facet_index ? face : at.on_b);
    round_off(pair, c);
    return true;
  }
  return false;
}

/// In the middle of where a face lies along a face or an edge: its ends and corners are contacts themselves.
template <class T>
ABUT_INLINE bool is_amid(const SurfacePair<T>& pair, std::uint32_t fa, std::uint32_t fb, FacetPart on_a,
                         FacetPart on_b) {
  const bool flat_a = plane_of(pair.a, fa, on_a) != no_facet_index;
  const bool flat_b = plane_of(pair.b, fb, on_b) != no_facet_index;
  return (flat_a && (flat_b || on_b.kind != FeatureKind::vertex)) || (flat_b && on_a.kind != FeatureKind::vertex);
}

}  // namespace facet_contact_detail

/// False where two facets surely have no common point: one lies clearly beside the other's plane.
template <class T>
ABUT_HD inline bool may_cross(const TwoFacets<T>& of) {
  using namespace triangle_detail;
  return of.may_cross && !clearly_beside(of.a, of.b, heights(of.a, of.b)) &&
         !clearly_beside(of.b, of.a, heights(of.b, of.a));
}

/// Whether two facets cross or touch, exactly; sets the contact of that (`FacetContactKind::crossing`, `touching`).
template <class T>
ABUT_HD inline bool crossing_contact(const SurfacePair<T>& pair, const TwoFacets<T>& of, FacetContact<T>& c) {
  using namespace triangle_detail;
  if (!of.may_cross) return false;
  const Facet<T>&a = of.a, &b = of.b;
  const FacetHeights<T> over_a = heights(a, b), over_b = heights(b, a);
  if (clearly_beside(a, b, over_a) || clearly_beside(b, a, over_b)) return false;
  FacetDistance<T> common;
  common.crossing = false;
  const bool has_point = common_point(a, b, over_a, over_b, common);
  if (!common.crossing) return false;
  c.facet_a = of.i, c.facet_b = of.j;
  facet_contact_detail::set_crossing(pair, a, b, has_point ? common : triangle_triangle(a, b), c);
  return true;
}

/// The `crossing_contact` of two facets, if they have one, has no separation below this: facets' normals prove it,
/// which is much less work.
template <class T>
ABUT_HD inline T least_crossing_separation(const SurfacePair<T>& pair, const TwoFacets<T>& of) {
  FacetContact<T> c;
  c.facet_a = of.i, c.facet_b = of.j;
  facet_contact_detail::cross_faces(pair, of.a, of.b, c);
  return (c.separation - pair.rounding_a) - pair.rounding_b;
}

/// Calls `visit(contact)` for each pair of features of two facets that is a contact. Several facets around a feature
/// give the same one.
template <class T, class Visit>
ABUT_HD inline void visit_feature_contacts(const SurfacePair<T>& pair, const TwoFacets<T>& of, Visit&& visit) {
  using namespace facet_contact_detail;
  const Facet<T>&a = of.a, &b = of.b;
  const std::uint32_t fa = of.i, fb = of.j;
  FacetContact<T> c;
  c.facet_a = fa, c.facet_b = fb;
  const FacetHeights<T> over_a = triangle_detail::heights(a, b), over_b = triangle_detail::heights(b, a);
  const bool no_area = !(over_a.normal2 > T(0)) && !(over_b.normal2 > T(0));
  const T within = pair.alert + pair.slack, within2 = within * within;
  const auto see = [&](Vec3<T> p, Vec3<T> q, T distance2, FacetPart on_a, FacetPart on_b) {
    if (!(distance2 <= within2) || is_amid(pair, fa, fb, on_a, on_b)) return;
    const PointPair<T> at{p, q, on_a, on_b};
    const ContactNormal<T> n = common_normal(pair, fa, fb, a, b, at);
    const bool has_normal = dot(n.n, n.n) > T(0);
    // Without a normal they have a common point, which `crossing_contact` tells but for facets without area.
    if (!has_normal && !no_area) return;
    if (has_normal && !feature_contact(pair, n, sqrt(distance2), at, c)) return;
    if (!has_normal) {
      c.kind = FacetContactKind::apart;
      c.normal = {{T(0), T(0), T(0)}};
      c.separation = T(0);
      c.a = p;
      c.feature_a = surface_feature(pair.a, fa, on_a), c.feature_b = surface_feature(pair.b, fb, on_b);
      round_off(pair, c);
    }
    visit(c);
  };
  visit_feature_pairs(a, b, over_a, over_b, of.features, see);
}

/// Calls `visit(contact)` for the `crossing_contact`, if there is one, and the contacts of features.
template <class T, class Visit>
ABUT_HD inline void visit_facet_contacts(const SurfacePair<T>& pair, const TwoFacets<T>& of, Visit&& visit) {
  FacetContact<T> c;
  if (crossing_contact(pair, of, c)) visit(c);
  visit_feature_contacts(pair, of, visit);
}

/// Calls `visit(of)` unless one of the facets is beyond the other's zone.
template <class T, class Visit>
ABUT_HD inline void visit_zones(const SurfacePair<T>& pair, const TwoFacets<T>& of, FacetSearchCounts& counts,
                                Visit&& visit) {
  ++counts.facet_pairs;
  if (beyond_zone(of.a, of.b, pair.frame.reach) || beyond_zone(of.b, of.a, pair.frame.reach)) return;
  ++counts.distances;
  visit(of);
}

/// Calls `visit(i, j)` for the pairs of facets of two leaves.
template <class Visit>
ABUT_INLINE void visit_leaves(const FacetNode& of_a, const FacetNode& of_b, Visit&& visit) {
  for (std::uint32_t j = of_b.first; j < of_b.first + of_b.count; ++j) {
    for (std::uint32_t i = of_a.first; i < of_a.first + of_a.count; ++i) visit(i, j);
  }
}

/// Calls `visit(i, j)` for all pairs of facets whose boxes may be within reach, in the order of the trees.
template <class T, class Visit>
ABUT_HD inline void visit_near_indices(const SurfacePair<T>& pair, FacetSearchCounts& counts, Visit&& visit) {
  traverse_facet_trees(
      pair.a.nodes, pair.b.nodes, pair.frame,
      [&](const FacetNode& of_a, const FacetNode& of_b) { visit_leaves(of_a, of_b, visit); },
      [&] { ++counts.box_pairs; });
}

/// Both in A's frame.
template <class T>
ABUT_HD inline TwoFacets<T> facets_at(const SurfacePair<T>& pair, std::uint32_t i, std::uint32_t j) {
  return {i, j, facet_at(pair.a, i), facet_of_b(pair, j)};
}

/// `visit_zones` for these.
template <class T, class Visit>
ABUT_HD inline void visit_near_facets(const SurfacePair<T>& pair, FacetSearchCounts& counts, Visit&& visit) {
  visit_near_indices(
      pair, counts, [&](std::uint32_t i, std::uint32_t j) { visit_zones(pair, facets_at(pair, i, j), counts, visit); });
}

}  // namespace ABUT_ISA
}  // namespace abut
