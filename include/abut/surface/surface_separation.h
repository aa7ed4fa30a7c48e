// The separation of two closed surfaces without knots: their least distance, or how deep one reaches into the other.
// Host only.
//
// Both are found by branch and bound over pieces of Bezier patches, with a proof. What knots say (surface_contacts.h)
// is an approximation of it: between knots a surface may be nearer, by no more than half of the way from one to the
// next, and on smooth surfaces by no more than the square of that way times the sum of their curvatures over 8.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/core/contact.h"
#include "abut/core/executor.h"
#include "abut/core/pose.h"
#include "abut/surface/contact_surfaces.h"

namespace abut {

/// Data only.
struct SurfaceSeparationOptions {
  double distance_tolerance = 0x1p-36;  ///< of the proof, over the sum of both sizes
  double depth_tolerance = 0x1p-20;     ///< likewise of a depth
  std::uint32_t rectangles = 1 << 16;   ///< after how many it gives up; 1 or more
};

/// In world axes and the unit of both; points relative to the position of A. Data only.
struct SurfaceSeparation {
  double separation;    ///< the least distance; or minus the depth of the point that is deepest in the other body
  double lower_bound;   ///< proved: the separation is no less
  Vec3<double> normal;  ///< unit, from A to B; zero where nothing tells
  Vec3<double> point_a, point_b;  ///< of the surfaces, nearest to each other
  double u_a, v_a, u_b, v_b;      ///< where
  Status status;                  ///< `converged`, `touching`, `iteration_limit` or `invalid_pose`
  std::uint32_t rectangles;       ///< how many were looked at
};

/// Of the surfaces of two shapes. A depth is that of the deepest point of either surface inside of the other body, as
/// knots see it: not the way that would part the bodies. Throws `InvalidInput` when a shape has no surface or an option
/// is not allowed.
SurfaceSeparation surface_separation(const ContactSurfaces& surfaces, std::uint32_t shape_a, const Pose& pose_a,
                                     std::uint32_t shape_b, const Pose& pose_b,
                                     const SurfaceSeparationOptions& options = {});

/// Of each pair of parts, with points relative to the position of A's body. Answers depend on threads in no way. Throws
/// as the one above, and `InvalidInput` for a part that is not there, before any work starts.
std::vector<SurfaceSeparation> surface_separations(const Cpu& cpu, const ContactSurfaces& surfaces,
                                                   const PartsView& parts, std::span<const Pair> pairs,
                                                   const SurfaceSeparationOptions& options = {});

}  // namespace abut
