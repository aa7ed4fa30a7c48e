// Orientations of points with any finite coordinates: the predicates of abut/core/predicates.h where these are exact,
// and integers of any length elsewhere.
#pragma once

#include <cstdint>
#include <span>

#include "abut/core/vec3.h"

namespace abut::host {

/// Whether products of three coordinates and their errors stay in the range of double: the domain of `orient3d`.
bool is_plain(const Vec3<double>& p);

/// Exact signs for some points, which are named by their indices and outlive it.
class Orientations {
 public:
  using Index = std::uint32_t;

  explicit Orientations(std::span<const Vec3<double>> points);

  /// 1 where d lies above the plane through a, b, c, which run counter-clockwise seen from above; -1 below; 0 in it.
  int side(Index a, Index b, Index c, Index d) const;
  /// Of a, b, c seen along an axis (0, 1 or 2), which points at the eye: 1 counter-clockwise, -1 clockwise, 0 on a
  /// line.
  int turn(Index a, Index b, Index c, int axis) const;
  /// All on one line, or two of them equal.
  bool collinear(Index a, Index b, Index c) const;
  /// Of the triangle, each component rounded once, however thin it is. Zero if the points are collinear.
  Vec3<double> unit_normal(Index a, Index b, Index c) const;

 private:
  std::span<const Vec3<double>> points_;
  bool plain_;
};

}  // namespace abut::host
