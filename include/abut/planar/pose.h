// Poses of bodies in the plane.
#pragma once

#include "abut/core/pose.h"
#include "abut/core/vec2.h"

namespace abut {

/// world = rotation * local + position, where rotation is the complex number (cos, sin) of the angle. A number, not an
/// angle, so that a pose is used to the bit; `planar_pose` in abut/planar.h makes one of an angle. Data only.
struct PlanarPose {
  Vec2<double> position{0, 0};
  Vec2<double> rotation{1, 0};
};

/// A shape of a set and where it is. Data only.
struct PlanarBody {
  std::uint32_t shape = 0;
  PlanarPose pose;
};

inline namespace ABUT_ISA {

ABUT_INLINE Vec2<double> rotate(Vec2<double> rotation, Vec2<double> v) {
  return {fma(rotation.x, v.x, -(rotation.y * v.y)), fma(rotation.x, v.y, rotation.y * v.x)};
}
ABUT_INLINE Vec2<double> rotate_back(Vec2<double> rotation, Vec2<double> v) {
  return {fma(rotation.x, v.x, rotation.y * v.y), fma(rotation.x, v.y, -(rotation.y * v.x))};
}

/// Pose of B's box centre frame in A's, as `relative_pose` of space; the third axis is left alone.
ABUT_INLINE RelativePose<double> relative_pose(const PlanarPose& a, const PlanarPose& b, Vec2<double> centre_a,
                                               Vec2<double> centre_b) {
  const Vec2<double> turn = rotate_back(a.rotation, b.rotation);
  // The difference of the positions first: it is small and nearly exact where the bodies are near each other.
  const Vec2<double> between = (b.position - a.position) + rotate(b.rotation, centre_b);
  const Vec2<double> shift = rotate_back(a.rotation, between) - centre_a;
  return {{{turn.x, -turn.y, 0, turn.y, turn.x, 0, 0, 0, 1}}, {shift.x, shift.y, 0}};
}

}  // namespace ABUT_ISA
}  // namespace abut
