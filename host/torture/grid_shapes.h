// Shapes as designers draw them: sizes in simple ratios, axes along x, y and z, the origin at a point of symmetry.
#pragma once

#include "host/torture/shape_makers.h"

namespace abut::torture {

/// Draws shapes whose lengths are small multiples of one unit.
class GridShapes {
 public:
  GridShapes(Draw& draw, double unit) : draw_(draw), unit_(unit) {}

  static constexpr std::uint32_t kinds = 14;
  /// Of kind k % kinds: every kind of shape, rounded ones, sums of two, and solids as wide as they are long.
  CaseShape shape(std::uint32_t k);
  /// Unchanged by any turn about z, but for a segment along it one time in twelve a prism on a square or a hexagon.
  CaseShape about_z(std::uint32_t k);
  double length();

 private:
  CaseShape hull();
  CaseShape triangle();
  CaseShape ellipsoid();
  CaseShape spheroid();
  CaseShape two_lengths(CaseKind kind);
  CaseShape rounded(CaseShape shape);
  CaseShape sum(CaseShape first, CaseShape second);

  Draw& draw_;
  double unit_;
};

/// One of the 24 rotations of a cube, exactly.
Mat3<double> cube_rotation(Draw& draw);
/// One of the eight of them that keep the z axis, pointing either way.
Mat3<double> axis_rotation(Draw& draw);

}  // namespace abut::torture
