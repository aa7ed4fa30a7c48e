// Linear tetrahedra and trilinear hexahedra in the updated Lagrangian form: stresses and gradients are those of the
// current shape. Forces are exactly minus the gradient of an energy, so that what a step loses is the integrator's.
//
// The stress is elastic in Hencky's logarithmic strain, which for small strains is Hooke's law. Tetrahedra have one
// point of integration, hexahedra eight. Mass is lumped: each corner has its equal part.
// Source: Montanari 2017, section 4.3 (material); Belytschko, Liu & Moran, Nonlinear Finite Elements, chapter 4.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "examples/fem/material.h"
#include "examples/fem/solid_mesh.h"

namespace fem {

/// What the elements say of a shape. Data only.
struct InternalState {
  double energy = 0;           ///< J; of elements that are not inverted
  std::uint64_t inverted = 0;  ///< elements with a point of integration whose volume is 0 or below: they have no force
};

/// The von Mises stress of a Cauchy stress.
double von_mises(const Eigen::Matrix3d& stress);

/// The elements of one body, which has no stress where its mesh is.
class Elements {
 public:
  /// Throws `InvalidInput`, beginning with `name`, as `check` does for mesh and material, and for an element whose
  /// volume is not above 0 at a point of integration.
  Elements(const SolidMesh& mesh, const Material& material, const std::string& name);

  /// Lumped, kg, by node.
  const std::vector<double>& masses() const { return masses_; }
  /// A bound of the highest frequency, rad/s, from above, without contact and for the shape without stress.
  double highest_frequency() const { return highest_frequency_; }

  /// Adds the internal forces of nodes at `positions` to `forces`: both have as many as the mesh.
  InternalState add_forces(std::span<const Vector> positions, std::span<Vector> forces) const;
  /// Cauchy stress at an element's point of integration, Pa; elements: tetrahedra first.
  Eigen::Matrix3d stress(std::span<const Vector> positions, std::size_t element, std::size_t point) const;
  std::size_t size() const { return tetrahedra_.size() + hexahedra_.size(); }

 private:
  /// Of the shape without stress. Data only.
  struct Point {
    Eigen::Matrix3d inverse;  ///< of the derivative of position by the parent coordinates
    double volume;
  };
  template <int N>
  void add_element(const SolidMesh& mesh, const std::array<std::uint32_t, N>& corners, const std::string& what);
  template <int N>
  InternalState add_element_forces(const std::array<std::uint32_t, N>& corners, const Point* points,
                                   std::span<const Vector> positions, std::span<Vector> forces) const;
  template <int N>
  Eigen::Matrix3d deformation(const std::array<std::uint32_t, N>& corners, const Point& point, std::size_t number,
                              std::span<const Vector> positions) const;

  std::vector<std::array<std::uint32_t, 4>> tetrahedra_;
  std::vector<std::array<std::uint32_t, 8>> hexahedra_;
  std::vector<Point> points_;  ///< one a tetrahedron, then eight a hexahedron
  std::vector<double> masses_;
  Material material_;
  double highest_frequency_ = 0;
};

}  // namespace fem
