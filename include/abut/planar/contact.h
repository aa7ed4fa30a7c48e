// The contact record of the plane: that of abut/core/contact.h with two coordinates, and what else touching edges have.
#pragma once

#include "abut/core/contact.h"
#include "abut/core/vec2.h"

namespace abut {

/// The record of one pair, fields as in `Contact`. Normal in world axes, points relative to A's position in world axes.
/// Features are vertices and edges of the cores, so `contact_type` is v-v, v-e or e-e. Data only.
///
/// Edges that are parallel to 16 rounding errors of the pair's size and separation are both named, and the witness
/// points lie in the middle of what they have in common. (Feng & Tan 2019, 4.3.)
template <class T>
struct PlanarContact {
  T separation;    ///< > 0: the gap; < 0: minus the penetration depth
  Vec2<T> normal;  ///< unit, from A to B
  Vec2<T> witness_a;
  Vec2<T> witness_b;  ///< witness_a + separation * normal
  Vec2<T> point;      ///< midway between the witness points
  Feature feature_a;  ///< `FeatureKind::vertex` or `edge`; edge i goes from vertex i to the next one
  Feature feature_b;
  T lower_bound;                ///< the true separation is not below it
  T bound_gap;                  ///< how far the bounds found are apart
  std::uint8_t status;          ///< a `Status` in the lower half, flag bits in the upper half
  std::uint8_t gjk_iterations;  ///< 255: that many or more
  std::uint8_t epa_iterations;
  std::uint64_t key;  ///< stable hash of (a, b, feature_a, feature_b)
};

/// Where two shapes are near each other along the normal. With t along the normal turned left by a quarter, and gap(t)
/// the height of B's lower boundary less that of A's upper one, it is the interval
///
///   gap(t) <= max(separation, 0) + margin + 64 Epsilon<T> size
///
/// where both have a boundary. The gap is convex, so it is an interval, and for a given normal its ends move
/// continuously with the pose: what touches edge to edge has the common part of the edges, what overlaps the width of
/// the overlap, a vertex at an edge little more than a point. Rounded shapes: of the cores, the gap less by the radii.
///
/// Points are relative to A's position in world axes, midway between the witness points in height. All 0 where the
/// contact's status is no contact (`is_contact`). Data only.
template <class T>
struct PlanarPatch {
  Vec2<T> begin, end;  ///< end - begin = length * the normal turned left
  T length;
  Vec2<T> point;  ///< the middle: what to take for the point of contact where it has to move continuously
};

/// What two polygons have in common, and how that changes: with S the part of A's boundary that lies in B and n its
/// outward normal, where B moves by d and turns by w about the centroid the area changes by -(normal . d + moment w).
/// `normal` and `moment` are 0 where there is no area. Data only.
template <class T>
struct PlanarOverlap {
  T area;
  Vec2<T> centroid;  ///< relative to A's position in world axes; of a common part without area the contact's point
  Vec2<T> normal;    ///< integral of n over S, in world axes
  T moment;          ///< integral of (x - centroid) x n over S, counter-clockwise
};

}  // namespace abut
