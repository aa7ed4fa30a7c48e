// Many convex shapes of the plane, uploaded once. Host only; per-pair code sees `PlanarShapeSetView<T>`.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "abut/planar/shape_set_view.h"

namespace abut {

/// Owns shapes. Every `add_*` returns the new shape's index, and throws `InvalidInput` naming the argument and its
/// value when a number is not finite or beyond 2^1000, a radius is negative, the size is above 0 and below 2^-1000, or
/// the vertices are too many. `rounding` dilates a shape by a disc of that radius. Immutable once added.
///
/// What is const writes nothing: any number of threads may read one set at once, while none adds to it.
class PlanarShapeSet {
 public:
  PlanarShapeSet();
  ~PlanarShapeSet();
  PlanarShapeSet(PlanarShapeSet&&) noexcept;
  PlanarShapeSet& operator=(PlanarShapeSet&&) noexcept;

  std::uint32_t add_point(Vec2<double> vertex, double rounding = 0);
  std::uint32_t add_disc(double radius);  ///< a point at the origin with rounding
  /// Of no length: a point.
  std::uint32_t add_segment(Vec2<double> v0, Vec2<double> v1, double rounding = 0);
  /// The convex hull of `points`, any number from 1 to 2^20, collinear and equal ones too: a polygon, a segment or a
  /// point. Which points are its vertices is decided exactly.
  std::uint32_t add_polygon(std::span<const Vec2<double>> points, double rounding = 0);

  std::uint32_t size() const;
  const PlanarShapeHeader& header(std::uint32_t shape) const;
  /// As given, in the shape's own frame: counter-clockwise, strictly convex (no vertex lies on an edge), first the one
  /// that came first among the points given. Edge i goes from vertex i to the next one; a segment has edge 0 alone.
  std::span<const Vec2<double>> vertices(std::uint32_t shape) const;
  /// Where the vertices are among the points given; of equal points the first.
  std::span<const std::uint32_t> sources(std::uint32_t shape) const;

  /// View rounded to `T` (float or double); valid until the set changes.
  template <class T>
  PlanarShapeSetView<T> view() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The convex hull of points of the plane, by Andrew's monotone chain with exact orientations (predicates.h): indices
/// of the vertices, counter-clockwise, strictly convex, the lowest index first; of equal points the first. One or two
/// where the points are equal or collinear. The points are finite, and exact within 2^-512 and 2^500 of the largest.
std::vector<std::uint32_t> planar_hull(std::span<const Vec2<double>> points);

}  // namespace abut
