// The smallest ball that holds some points.
//
// Source: Welzl 1991; the point farthest out is taken next (Gaertner 1999).
#pragma once

#include <cstdint>
#include <span>

#include "abut/core/vec3.h"

namespace abut::host {

/// Data only.
struct Ball {
  Vec3<double> centre{0, 0, 0};
  double radius = 0;
};

/// Of the points with these numbers; at least one. The radius is grown so that it holds all as they round.
Ball enclosing_ball(const Vec3<double>* points, std::span<const std::uint32_t> of);

}  // namespace abut::host
