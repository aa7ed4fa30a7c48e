// Closed surfaces of bodies, each with the points that stand for it in contact. Host only.
//
// Source: Lim 2012, 3.2.2: a surface meets others by knots, points on it that stay where they are in its parameters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "abut/shapes/shape_set.h"
#include "abut/surface/knot_positions.h"
#include "abut/surface/surface_set.h"

namespace abut {

/// Owns surfaces and knots of shapes. What is const writes nothing. One that has been moved from may only be assigned
/// to or destroyed.
class ContactSurfaces {
 public:
  ContactSurfaces();
  ~ContactSurfaces();
  ContactSurfaces(ContactSurfaces&&) noexcept;
  ContactSurfaces& operator=(ContactSurfaces&&) noexcept;

  /// Gives a shape a closed surface, in the shape's frame and unit, its normals outward. The shape stands for it where
  /// pairs are found and has to hold it: the convex hull of the control points does. `knots` are points of the surface,
  /// which other surfaces meet; a surface without any, as a wall, only meets the knots of others. Once for each shape.
  ///
  /// Throws `InvalidInput` when the shape is not there or has a surface, a control point lies outside of the shape's
  /// box by more than 1e-6 of its size, there are 2^24 knots or more, or a knot is not finite or farther from the
  /// surface than 1e-6 of its size; as `mass_properties` of the surface: it is not closed, or inside out.
  void set(const ShapeSet& shapes, std::uint32_t shape, const NurbsSurface& surface,
           std::span<const KnotPosition> knots);

  /// Shapes of these numbers and above have no surface.
  std::uint32_t shape_count() const;
  bool has(std::uint32_t shape) const;
  /// Of a shape that has one. These throw `InvalidInput` for another one.
  const NurbsSurface& surface(std::uint32_t shape) const;
  std::span<const KnotPosition> knots(std::uint32_t shape) const;
  const SurfaceView<double>& view(std::uint32_t shape) const;
  /// Of all that is kept.
  std::size_t bytes() const;

 private:
  friend class SurfaceContactFinder;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
