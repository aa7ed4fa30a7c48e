// What two convex polygons have in common.
#pragma once

#include <vector>

#include "abut/planar/pose.h"

namespace abut::host {

struct CommonPart {
  double area;
  Vec2<double> centroid;  ///< where there is an area
  Vec2<double> normal;    ///< over A's boundary in B, n its outward normal: the integral of n
  double moment;          ///< and that of (x - centroid) x n
};

/// Polygon `a` clipped by the edges of `b` (Sutherland & Hodgman 1974), both counter-clockwise, in one frame. Fewer
/// than three vertices have no area.
CommonPart common_part(const std::vector<Vec2<double>>& a, const std::vector<Vec2<double>>& b);

}  // namespace abut::host
