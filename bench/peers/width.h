// How far two posed shapes are apart along a direction: judges the normals of the peers, and is none of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/peers/set_file.h"

namespace peers {

/// Largest d . x over the shape's points x, in the world.
inline double support_height(const Shape& shape, const Pose& pose, const double (&d)[3]) {
  const double* r = pose.rotation;
  const double* p = pose.position;
  double l[3];
  for (int k = 0; k < 3; ++k) l[k] = r[k] * d[0] + r[3 + k] * d[1] + r[6 + k] * d[2];
  const double length = std::sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
  double height = 0;
  if (shape.kind == Kind::hull) {
    height = -std::numeric_limits<double>::infinity();
    for (const auto& v : shape.vertices) height = std::max(height, l[0] * v[0] + l[1] * v[1] + l[2] * v[2]);
  } else {
    for (int k = 0; k < 3; ++k) height += std::abs(l[k]) * shape.half[static_cast<std::size_t>(k)];
  }
  return height + shape.radius * length + d[0] * p[0] + d[1] * p[1] + d[2] * p[2];
}

/// Gap (> 0) or minus the overlap (< 0) of the shapes along `normal`, which need not have unit length; never more than
/// the signed separation. NaN when the normal is NaN or zero.
inline double separation_along(const Set& set, const PosedPair& pair, const double (&normal)[3]) {
  const double length = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > 0)) return std::numeric_limits<double>::quiet_NaN();
  const double n[3] = {normal[0] / length, normal[1] / length, normal[2] / length};
  const double back[3] = {-n[0], -n[1], -n[2]};
  return -support_height(set.shapes[pair.b], pair.pose_b, back) - support_height(set.shapes[pair.a], pair.pose_a, n);
}

}  // namespace peers
