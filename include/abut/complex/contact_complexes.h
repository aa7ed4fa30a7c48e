// Simplicial complexes that stand for shapes in contact, with what their quasi-LMDs need. Host only.
//
// Source: Merlhiot 2007, sections 4 to 6; docs/explanation/quasi-lmds.md says where this departs.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "abut/complex/complex_view.h"
#include "abut/complex/simplicial_complex.h"
#include "abut/shapes/shape_set.h"

namespace abut {

/// What became of a complex. Data only.
struct ComplexReport {
  std::uint64_t simplices = 0;  ///< of 0 to 3 dimensions, faces included
  std::uint64_t of_class[simplex_class_count] = {};
  std::uint64_t welded_vertices = 0;      ///< equal to one before, or but for rounding
  std::uint64_t repeated_simplices = 0;   ///< named twice
  std::uint64_t collapsed_simplices = 0;  ///< with two equal vertices: what is left of them is a face
  std::uint64_t split_triangles = 0;      ///< without area: a corner on the edge between the others
  bool solid = false;                     ///< it is filled, and touched from outside alone
  std::string not_solid;                  ///< why not; empty if it is
};

/// Owns complexes of shapes. What is const writes nothing. One that has been moved from may only be assigned to or
/// destroyed.
class ContactComplexes {
 public:
  ContactComplexes();
  ~ContactComplexes();
  ContactComplexes(ContactComplexes&&) noexcept;
  ContactComplexes& operator=(ContactComplexes&&) noexcept;

  /// Gives a shape a complex, which is in the shape's frame and unit. The shape stands for it where pairs are found and
  /// has to hold it with its dilation: the convex hull of the vertices, rounded by the dilation, does (`add_hull`).
  /// Builds the hierarchy; motion never changes it. A second complex for a shape replaces the first.
  ///
  /// Throws `InvalidInput` when the shape is not there, a simplex's vertex does not exist, no simplex is there, there
  /// are more than 2^28, a coordinate is not finite, a tetrahedron has no volume, a triangle no area and a
  /// tetrahedron on its longest edge, a vertex lies outside of the shape's box, with the dilation (but with
  /// `offset_inward`), by more than 1e-6 of its size, `sides` is `solid` and triangles are not closed, oriented and
  /// outward, or an option is not allowed.
  ComplexReport set(const ShapeSet& shapes, std::uint32_t shape, const SimplicialComplex& complex,
                    const ComplexOptions& options);

  /// Shapes of these numbers and above have no complex.
  std::uint32_t shape_count() const;
  bool has(std::uint32_t shape) const;
  /// Throws `InvalidInput` for a shape that has none.
  const ComplexView<double>& view(std::uint32_t shape) const;
  /// Of all that is kept.
  std::size_t bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
