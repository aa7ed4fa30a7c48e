// Many convex shapes, structure-of-arrays, uploaded once. Host only; kernels see `ShapeSetView<T>`.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/core/pose.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// Owns shapes with their vertices, adjacency, edges and face planes. Topology is immutable once a shape is added;
/// vertices can be replaced. Every `add_*` returns the new shape's index, and throws `InvalidInput` naming the
/// argument and its value when a number is not finite, a length is negative, or the vertices or terms are too many.
/// `rounding` dilates the shape by a ball of that radius.
///
/// What is const writes nothing: any number of threads may read one set at once, while none changes it.
class ShapeSet {
 public:
  ShapeSet();
  ~ShapeSet();
  ShapeSet(ShapeSet&&) noexcept;
  ShapeSet& operator=(ShapeSet&&) noexcept;

  std::uint32_t add_point(Vec3<double> vertex, double rounding = 0);
  std::uint32_t add_segment(Vec3<double> v0, Vec3<double> v1, double rounding = 0);
  std::uint32_t add_triangle(Vec3<double> v0, Vec3<double> v1, Vec3<double> v2, double rounding = 0);
  std::uint32_t add_sphere(double radius);                       ///< a point with rounding
  std::uint32_t add_capsule(double radius, double half_length);  ///< a segment along z with rounding
  std::uint32_t add_box(Vec3<double> half_extents, double rounding = 0);
  /// Semi-axes along x, y, z; any of them may be 0.
  std::uint32_t add_ellipsoid(Vec3<double> semi_axes, double rounding = 0);
  /// Axis along z, from -half_length to half_length.
  std::uint32_t add_cylinder(double radius, double half_length, double rounding = 0);
  /// Base of that radius at z = -half_length, apex at z = half_length.
  std::uint32_t add_cone(double radius, double half_length, double rounding = 0);
  /// All sums a + b of a point of shape `a` and a point of shape `b`, b's frame posed in a's; the frame of the sum is
  /// a's. Either may be a sum itself; their roundings add up. The sum follows when vertices of `a` or `b` are replaced.
  std::uint32_t add_minkowski_sum(std::uint32_t a, std::uint32_t b, const Pose& b_in_a = {}, double rounding = 0);
  /// Convex hull of `vertices` (any number from 1 up; points inside are dropped; flat and collinear sets are kept as
  /// polygons and segments). Coplanar facets are merged.
  std::uint32_t add_hull(std::span<const Vec3<double>> vertices, double rounding = 0);

  /// Replaces the vertices of a deforming shape, in the order of `vertices(shape)`; the caller keeps them convex.
  /// A box becomes a vertex set. Adjacency, edges and faces stay; planes, box and size follow. Raises the shape's
  /// version.
  void replace_vertices(std::uint32_t shape, std::span<const Vec3<double>> vertices);

  std::uint32_t size() const;
  const ShapeHeader& header(std::uint32_t shape) const;
  /// Of all shapes, in their order, as searches take them; valid until the set changes.
  std::span<const ShapeHeader> headers() const;
  /// The double master, in the shape's own frame. Empty for curved kinds and sums.
  std::span<const Vec3<double>> vertices(std::uint32_t shape) const;
  /// Faces as polygons of local vertex ids, counter-clockwise seen from outside. Empty for points, segments, curved
  /// kinds and sums.
  std::vector<std::vector<std::uint32_t>> faces(std::uint32_t shape) const;

  /// The terms of a Minkowski sum; none for other shapes.
  std::vector<ShapeTerm> terms(std::uint32_t shape) const;

  /// View rounded to `T` (float or double), in host memory; valid until the set changes.
  template <class T>
  ShapeSetView<T> view() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace abut
