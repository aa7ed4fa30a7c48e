// Bodies and records of the plane.
#pragma once

#include <cstddef>

#include "host/capi/convert.h"

namespace abut::capi {

static_assert(sizeof(abut_planar_body) == sizeof(PlanarBody) && sizeof(abut_planar_pose) == sizeof(PlanarPose));
static_assert(offsetof(abut_planar_body, pose) == offsetof(PlanarBody, pose));

/// The C record and the library's are the same bytes.
template <class T>
struct SameRecords {
  using C = typename CTypes<T>::PlanarContact;
  using L = PlanarContact<T>;
  static_assert(sizeof(C) == sizeof(L) && offsetof(C, key) == offsetof(L, key));
  static_assert(offsetof(C, normal) == offsetof(L, normal) && offsetof(C, witness_a) == offsetof(L, witness_a));
  static_assert(offsetof(C, witness_b) == offsetof(L, witness_b) && offsetof(C, point) == offsetof(L, point));
  static_assert(offsetof(C, feature_a) == offsetof(L, feature_a) && offsetof(C, feature_b) == offsetof(L, feature_b));
  static_assert(offsetof(C, lower_bound) == offsetof(L, lower_bound) &&
                offsetof(C, bound_gap) == offsetof(L, bound_gap));
  static_assert(offsetof(C, status) == offsetof(L, status));
  static_assert(offsetof(C, gjk_iterations) == offsetof(L, gjk_iterations));
  static_assert(offsetof(C, epa_iterations) == offsetof(L, epa_iterations));
  using P = typename CTypes<T>::PlanarPatch;
  static_assert(sizeof(P) == sizeof(PlanarPatch<T>) && offsetof(P, point) == offsetof(PlanarPatch<T>, point));
  static_assert(offsetof(P, end) == offsetof(PlanarPatch<T>, end));
  static_assert(offsetof(P, length) == offsetof(PlanarPatch<T>, length));
  using O = typename CTypes<T>::PlanarOverlap;
  static_assert(sizeof(O) == sizeof(PlanarOverlap<T>) && offsetof(O, centroid) == offsetof(PlanarOverlap<T>, centroid));
  static_assert(offsetof(O, normal) == offsetof(PlanarOverlap<T>, normal));
  static_assert(offsetof(O, moment) == offsetof(PlanarOverlap<T>, moment));
};
template struct SameRecords<float>;
template struct SameRecords<double>;

inline std::span<const PlanarBody> planar_bodies(const char* argument, const abut_planar_bodies* bodies) {
  const abut_planar_bodies b = given(argument, bodies);
  need_array_field(argument, "bodies", b.bodies, b.count);
  return {reinterpret_cast<const PlanarBody*>(b.bodies), b.count};
}

inline PlanarPose planar_pose_of(const abut_planar_pose* pose) {
  if (pose == nullptr) return {};
  return {{pose->position[0], pose->position[1]}, {pose->rotation[0], pose->rotation[1]}};
}

}  // namespace abut::capi
