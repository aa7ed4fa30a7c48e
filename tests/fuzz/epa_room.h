// Pairs for which EPA asks for more and more room, and minutes: known, and left out so that other findings have time.
#pragma once

#include <vector>

#include "abut/narrow/query.h"
#include "abut/shapes/shape_set.h"

namespace abut::fuzz {

// Whatever is not curved is done within some hundred.
inline constexpr std::uint32_t enough_epa_vertices = 1024;

template <class T>
bool needs_much_room(const ShapeSet& shapes, std::uint32_t a, std::uint32_t b, const Pose& pose_a, const Pose& pose_b) {
  const auto centre = [&](std::uint32_t shape) {
    const double* c = shapes.header(shape).centre;
    return Vec3<double>{c[0], c[1], c[2]};
  };
  const ShapeSetView<T> view = shapes.view<T>();
  PairProblem<T> problem{};
  const RelativePose<double> relative = relative_pose(pose_a, pose_b, centre(a), centre(b));
  const double infinite = std::numeric_limits<double>::infinity();
  if (make_problem(view, a, b, relative, infinite, problem) != Status::converged) return false;
  static std::vector<std::byte> room(polytope_bytes<double>(enough_epa_vertices));
  return query_pair_fully(problem, {room.data(), enough_epa_vertices}).needs_memory;
}

/// In either precision.
inline bool needs_much_epa_room(const ShapeSet& shapes, std::uint32_t a, std::uint32_t b, const Pose& pose_a,
                                const Pose& pose_b) {
  return needs_much_room<double>(shapes, a, b, pose_a, pose_b) || needs_much_room<float>(shapes, a, b, pose_a, pose_b);
}

}  // namespace abut::fuzz
