// Outlines of what is turned about the axis z: corners in the half-plane (r, z), rounded or sharp, which stay such when
// all of the boundary is moved inward.
#pragma once

#include <vector>

#include "abut/core/vec2.h"

namespace insertion {

using Point = abut::Vec2<double>;  ///< x: distance from the axis; y: height

/// Data only.
struct Corner {
  double r = 0, z = 0;
  double rounding = 0;  ///< radius of an arc that touches both lines; 0: sharp
};

/// Corners in turn, the material on the left. The first and the last are on the axis, and their lines across it.
using Outline = std::vector<Corner>;

/// A straight line, or an arc about `centre` where `sweep` is not 0: above 0, to the left. Data only.
struct Piece {
  Point from, to;
  Point centre{0, 0};
  double sweep = 0;
};

/// Lines and arcs in turn. Roundings have to fit between their neighbours.
std::vector<Piece> pieces_of(const Outline& outline);

/// The boundary moved inward by `distance`: roundings of the material get smaller, those of hollows larger, and sharp
/// corners stay sharp. Dilated by as much it is the outline again, but for corners that are sharp outward.
Outline inset(const Outline& outline, double distance);

/// Points on the outline, no farther from each other than that chords are off the arcs by `chord`.
std::vector<Point> flattened(const Outline& outline, double chord);

/// Pieces of an arc, or of a whole circle, whose chords are off it by no more.
int chords_of(double radius, double angle, double chord);

}  // namespace insertion
