// Widths of pairs with bodies of revolution: over a circle of equally short directions, points of the Minkowski
// difference bound the width only to the square of their distance along the circle, and no subdivision ends. Here what
// turns about one axis is bounded as a function of the latitude alone, and the rest by a point of it.
#pragma once

#include <vector>

#include "host/reference/support_body.h"

namespace abut::reference {

/// The support function of bodies of revolution about one axis, the origin on it, summed: over the latitude (-pi/2 to
/// pi/2), with sine z and cosine s.
class Profile {
 public:
  void add_ball(Long radius) { ball_ += radius; }
  void add_disc(Long radius) { disc_ += radius; }
  void add_spheroid(Long across, Long along);
  /// From `low` to `high` along the axis.
  void add_segment(Long low, Long high) { segments_.push_back({low, high}); }
  /// `half` above the base's and below the apex' height; `up`: 1 or -1, where the apex is.
  void add_cone(Long radius, Long half, int up);

  struct Least {
    Long bound;     ///< no value is less
    Long latitude;  ///< of the least one found
  };
  /// Of the support function plus `height` times the sine, between two latitudes; within `enough`, or after a number of
  /// steps.
  Least least(Long from, Long to, Long height, Long enough) const;

 private:
  struct Segment {
    Long low, high;
  };
  struct Spheroid {
    Long across, along;
  };
  struct Cone {
    Long radius, half, up;
  };
  struct Piece;
  Long value(Long latitude, Long height) const;
  Long curvature(Long from, Long to) const;
  Long reach() const;
  Long lower_on(const Piece& piece, Long reach) const;

  Long ball_ = 0, disc_ = 0;
  std::vector<Segment> segments_;
  std::vector<Spheroid> spheroids_;
  std::vector<Cone> cones_;
  std::vector<Long> kinks_{0};  // latitudes; sorted
};

/// Of A - B: what turns about the axis, and which leaves are the rest.
class Revolution {
 public:
  /// One for each axis that there is; what is off an axis, or no rotation, by so little that it costs `budget` at most
  /// counts as on it.
  static std::vector<Revolution> of(const SupportBody& a, const SupportBody& b, Long budget);

  /// By how much bounds are lowered for what is off the axis.
  Long loss() const { return loss_; }

  struct Bound {
    Long width;
    Vec3<Long> direction;  ///< where the width may be the least; not always within the triangle
    Vec3<Long> beside;     ///< another one
  };
  /// Lower bound of the width over a spherical triangle; minus infinity for a large one.
  Bound bound(const SupportBody& a, const SupportBody& b, const Vec3<Long> (&corner)[3], Long enough) const;

 private:
  /// A solid whose axis is all but the axis. Across it counts as upright, at a cost near the equator of the tilt times
  /// the sine of the latitude; along its own axis it is a segment.
  struct Tilted {
    Vec3<Long> half;  ///< of the segment
    Long tilt;
    Long slope;  ///< how much its support function changes with the square of the sine, at most
  };

  Revolution(const SupportBody& a, const SupportBody& b, const Vec3<Long>& axis, Long budget);
  void join(const SupportBody& body, Long side, Long budget, std::vector<bool>& rest);
  bool join(const SupportBody::Leaf& leaf, Long side, Long budget);
  bool join_tilted(const SupportBody::Leaf& leaf, Long budget);
  Vec3<Long> rest_support(const SupportBody& a, const SupportBody& b, const Vec3<Long>& u) const;
  Long tilt_loss(Long from, Long to) const;
  Vec3<Long> at(Long latitude, const Vec3<Long>& towards) const;

  Vec3<Long> axis_;
  Profile profile_;
  std::vector<bool> rest_a_, rest_b_;  // leaves that are not in the profile
  std::vector<Tilted> tilted_;
  Long loss_ = 0;
  bool turns_ = false;
};

}  // namespace abut::reference
