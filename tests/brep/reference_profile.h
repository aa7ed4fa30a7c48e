// A plane region bounded by straight lines and arcs, in closed form: inside or not, how far, and all points of its
// boundary that are locally nearest. Written for tests; it shares nothing with the code that it judges but the numbers.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/brep/made_breps.h"

namespace abut::test {

/// A line, or an arc of a quarter turn at most, with the region on its left.
struct ProfilePiece {
  Vec2<double> from, to, centre;
  double radius = 0, begin = 0, sweep = 0;  ///< `sweep` 0: a line
  bool on_axis = false;                     ///< closes a profile that is turned; no part of the boundary
  std::size_t next = 0, before = 0;

  Vec2<double> at(double u) const;  ///< u from 0 to 1
  Vec2<double> tangent(double u) const;
  double nearest(Vec2<double> p) const;  ///< u of the nearest of its points
  double length() const;
};

class ReferenceProfile {
 public:
  ReferenceProfile() = default;
  /// Loops are closed with a piece on the axis where they are not.
  explicit ReferenceProfile(const std::vector<Profile>& loops);

  const std::vector<ProfilePiece>& pieces() const { return pieces_; }
  bool inside(Vec2<double> p) const;
  double distance(Vec2<double> p) const;  ///< from the boundary, 0 or more
  /// Where the distance from a point outside is locally least over the region.
  void feet(Vec2<double> p, std::vector<Vec2<double>>& out) const;

 private:
  void add(const ProfileSegment& s);
  bool corner_is_nearest(std::size_t piece, Vec2<double> p) const;

  std::vector<ProfilePiece> pieces_;
};

}  // namespace abut::test
