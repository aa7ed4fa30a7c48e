// Cores of any kind by their support mapping alone: ellipsoids, cylinders, cones, vertex sets, and sums of them.
#pragma once

#include <vector>

#include "host/reference/reference.h"
#include "host/reference/wide.h"

namespace abut::reference {

/// A core in the common frame (A's), in Long, its lengths times 2^-exponent.
class SupportBody {
 public:
  SupportBody(const Core& core, const RelativePose<double>& pose, int exponent);
  SupportBody(const Core& core, int exponent);
  explicit SupportBody(const Vec3<Long>& point);

  const Vec3<Long>& centre() const { return translation_; }
  /// A point farthest along u.
  Vec3<Long> support(const Vec3<Long>& u) const;
  /// The point of the core nearest to `point`, which is the point itself where that lies inside. In closed form for one
  /// ellipsoid, cylinder or cone (its matrix taken for a rotation: the point found is in the core in any case); else by
  /// the active-set method from `hint`, a direction out of the core.
  Vec3<Long> nearest(const Vec3<Long>& point, const Vec3<Long>& hint) const;
  /// Distance of a point from the core, 0 inside: in closed form where there is one; of other cores a lower bound, by
  /// the support gap, that is all but sharp.
  Long distance(const Vec3<Long>& point, const Vec3<Long>& hint) const;
  /// Largest absolute coordinate, about: what the rounding error is relative to.
  Long extent() const { return extent_; }

  /// A term that is no sum.
  struct Leaf {
    CoreKind kind;
    std::vector<Vec3<Long>> vertices;
    Vec3<Long> half;
    Mat3<Long> turn;  ///< to the common frame
  };
  const std::vector<Leaf>& leaves() const { return leaves_; }
  /// As `support`, of the translation and those leaves.
  Vec3<Long> support_of(const std::vector<bool>& chosen, const Vec3<Long>& u) const;

 private:
  bool has_closed_form() const;
  static Vec3<Long> local_nearest(const Leaf& leaf, const Vec3<Long>& point);
  static Vec3<Long> local_support(const Leaf& leaf, const Vec3<Long>& d);
  void add(const Core& core, const Mat3<Long>& turn, int exponent);

  std::vector<Leaf> leaves_;
  Vec3<Long> translation_{0, 0, 0};
  Long extent_ = 0;
};

/// Bounds of the separation of two cores, and the direction of the lower one.
struct CoreBounds {
  Long lower = 0, upper = 0;
  Vec3<Long> normal{0, 0, 0};
};

/// A direction from A to B to start from, and points near the nearest ones, which are taken into their cores first.
struct CoreHints {
  Vec3<Long> direction, near_a, near_b;
};

/// Apart: explicit points above, the best support gap below. Overlapping: the width along the best direction below;
/// above, a subdivision of the sphere of directions: over a spherical triangle a point p of the Minkowski difference
/// bounds the width by the least p . u of its corners, what turns about an axis by its latitudes (revolution.h). Ends
/// when the bounds are within `enough`, or after a fixed number of triangles.
CoreBounds bounds_between(const SupportBody& a, const SupportBody& b, const CoreHints& hints, Long enough);

/// Width of the overlap along the unit direction u, from A to B.
Long width_between(const SupportBody& a, const SupportBody& b, const Vec3<Long>& u);

}  // namespace abut::reference
