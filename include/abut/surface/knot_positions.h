// Points on a surface that stand for it in contact: more of them where it curves. Host only.
//
// Source: Lim 2012, section 3.2.2, Algorithm 2 (automatic knot positioning). What is printed there measures little, so
// mind: a rectangle of parameters is split across its longer direction, and only while that is longer than `distance`
// and also the normals along it differ by more than `angle`. A flat part is never split, however large, nor is one that
// is straight along its longer direction and curved across, as half a long cylinder. `largest` splits those. Lengths
// are those between corners. It departs in three points: closed directions, poles, and that it always ends.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "abut/core/vec3.h"
#include "abut/surface/nurbs.h"

namespace abut {

/// Data only.
struct KnotPosition {
  double u, v;
  Vec3<double> point;
  Vec3<double> normal;  ///< u x v, unit; zero where there is none
};

/// Data only.
struct KnotPositionOptions {
  double distance;  ///< between corners, in the surface's unit, above 0: nothing that is as short is split
  double angle;     ///< between normals, in radians, 0 or more: nothing that turns as little is split
  std::size_t most = std::size_t{1} << 20;                   ///< knot positions, 1 or more
  double largest = std::numeric_limits<double>::infinity();  ///< what is longer is split even where it is flat
};

/// The middles, in parameters, of the rectangles that are left. Those of one half come before those of the other.
///
/// A closed direction is halved first, whatever its length: its corners are one point. A surface that is closed both
/// ways is halved both ways. An angle with a normal that does not exist, at a pole, counts as the largest.
///
/// Throws `InvalidInput` as `check` of the surface; when an option is out of its range; when there would be more than
/// `most`; when 128 halvings do not come down to `distance`, which is then below the roundings of the coordinates; when
/// a corner or middle has weight 0, and so no point.
std::vector<KnotPosition> knot_positions(const NurbsSurface& surface, const KnotPositionOptions& options);

}  // namespace abut
