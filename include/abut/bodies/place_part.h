// The pose of a part from that of its body: the same for a device's threads and for cores.
#pragma once

#include "abut/bodies/cuda_parts.h"
#include "abut/core/pose.h"

namespace abut {
inline namespace ABUT_ISA {

/// The arrays of a view of parts that depend on poses.
struct PartPoses {
  double *px, *py, *pz, *r[9], *body_x, *body_y, *body_z;

  /// Of a copy of the caller's, in memory that the library has laid out.
  explicit PartPoses(const PartsView& copy)
      : px(writable(copy.px)),
        py(writable(copy.py)),
        pz(writable(copy.pz)),
        body_x(writable(copy.body_x)),
        body_y(writable(copy.body_y)),
        body_z(writable(copy.body_z)) {
    for (int k = 0; k < 9; ++k) r[k] = writable(copy.r[k]);
  }

 private:
  static double* writable(const double* array) { return const_cast<double*>(array); }
};

/// Places part i. `local`: poses in their bodies, twelve doubles each; null: all lie in their bodies' frames.
template <class Q>
struct PlacePart {
  BodyPosesView<Q> bodies;
  const std::uint32_t* body;
  const double* local;
  PartPoses out;

  ABUT_HD Pose body_pose(std::uint32_t b) const {
    const double none = __builtin_nan("");
    if (b >= bodies.count) return {{none, none, none}, {}};
    const StridedVec3<const double>& p = bodies.position;
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(b) * p.stride;
    const std::ptrdiff_t turn = static_cast<std::ptrdiff_t>(b) * bodies.quaternion_stride;
    const auto q = [turn](const Q* array) { return static_cast<double>(array[turn]); };
    return {{p.x[at], p.y[at], p.z[at]},
            rotation_from_quaternion(q(bodies.qw), q(bodies.qx), q(bodies.qy), q(bodies.qz))};
  }
  ABUT_HD Pose local_pose(std::uint64_t i) const {
    if (local == nullptr) return {};
    const double* const m = local + 12 * i;
    return {{m[3], m[7], m[11]}, {{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}}};
  }
  ABUT_HD void operator()(std::uint64_t i) const {
    const Pose outer = body_pose(body[i]);
    const Pose world = compose(outer, local_pose(i));
    out.px[i] = world.position.x;
    out.py[i] = world.position.y;
    out.pz[i] = world.position.z;
    for (int k = 0; k < 9; ++k) out.r[k][i] = world.rotation.m[k];
    out.body_x[i] = outer.position.x;
    out.body_y[i] = outer.position.y;
    out.body_z[i] = outer.position.z;
  }
};

}  // namespace ABUT_ISA
}  // namespace abut
