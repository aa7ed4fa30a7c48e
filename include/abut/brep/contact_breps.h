// CAD models that stand for shapes in contact, each with a dilation, for contacts of many pairs of bodies at once
// (brep_contacts.h). Host only.
//
// Source: Crozet, Leon & Merlhiot, section 3; docs/explanation/cad-contact.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "abut/brep/brep_lmds.h"
#include "abut/shapes/shape_set.h"

namespace abut {

/// Data only.
struct ContactBrepOptions {
  /// Radius of a ball about every point of the model: gaps go down to minus both dilations. Finite, 0 or more, in the
  /// model's unit.
  double dilation = 0;
  static constexpr std::uint32_t most_around = 64;
  /// Points of each circle and ellipse, and of circles in faces (a ball's in a tube), that stand for corners where
  /// theta is above 0 (`BrepContactOptions`), by equal angles; fewer on an arc. 0: none. To `most_around`. With 8, a
  /// shaft may leave the middle of its hole by 8 % more than the clearance, seen from these points alone.
  std::uint32_t around = 8;
};

/// Owns models of shapes. What is const writes nothing. One that has been moved from may only be assigned to or
/// destroyed.
class ContactBreps {
 public:
  ContactBreps();
  ~ContactBreps();
  ContactBreps(ContactBreps&&) noexcept;
  ContactBreps& operator=(ContactBreps&&) noexcept;

  /// Gives a shape a model, which is in the shape's frame and in the unit of the world. The shape stands for it where
  /// pairs are found and has to hold it with its dilation: `add` makes one that does. A second model for a shape
  /// replaces the first.
  ///
  /// Throws as `ContactBrep`, and `InvalidInput` when the shape is not there, an option is not allowed, the model has
  /// no faces, or a vertex, a point of an edge or of a face lies outside of the shape's box, with the dilation, by more
  /// than 1e-6 of its size.
  void set(const ShapeSet& shapes, std::uint32_t shape, const Brep& brep, const ContactBrepOptions& options = {});
  /// Adds the box about a model, rounded by the dilation, to the shapes, and gives it the model. Returns the new shape.
  /// Throws as `set`, and `InvalidInput` when no box is known: about some surfaces of revolution or extrusion.
  std::uint32_t add(ShapeSet& shapes, const Brep& brep, const ContactBrepOptions& options = {});

  /// Shapes of these numbers and above have no model.
  std::uint32_t shape_count() const;
  bool has(std::uint32_t shape) const;
  /// These throw `InvalidInput` for a shape that has none.
  const ContactBrep& model(std::uint32_t shape) const;
  double dilation(std::uint32_t shape) const;
  struct Shape;
  const Shape& of(std::uint32_t shape) const;  ///< for the search

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
