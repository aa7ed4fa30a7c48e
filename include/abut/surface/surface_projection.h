// What a search for the nearest point of a surface finds when it proves nothing: newton_projection.h, direct.h.
#pragma once

#include <cstdint>

#include "abut/core/contact.h"
#include "abut/surface/surface_view.h"

namespace abut {

/// In the view's frame and lengths. Data only.
template <class T>
struct SurfaceProjection {
  T u, v;                     ///< of the surface, in its domain
  T distance;                 ///< not signed; that of `point`, whether or not it is the nearest one
  Vec3<T> point, normal;      ///< of the surface; the normal is zero where it has none
  std::uint32_t iterations;   ///< steps of the method's own kind
  std::uint32_t evaluations;  ///< of the surface
  Status status;              ///< `converged` or `iteration_limit`
};

inline namespace ABUT_ISA {

namespace surface_projection_detail {

/// A parameter's least and largest value. Data only.
template <class T>
struct Domain {
  T begin, end;
};

template <class T>
ABUT_INLINE Domain<T> domain_u(const SurfaceView<T>& surface) {
  return {surface.breaks_u[0], surface.breaks_u[surface.patches_u]};
}
template <class T>
ABUT_INLINE Domain<T> domain_v(const SurfaceView<T>& surface) {
  return {surface.breaks_v[0], surface.breaks_v[surface.patches_v]};
}

/// `jet_at`: on a device one copy for all who call it.
template <class Four, class T>
ABUT_PHASE SurfaceJet<T> evaluate(const SurfaceView<T>& surface, T u, T v) {
  return jet_at<Four>(surface, u, v);
}

/// Squared distance of a point of the surface; the largest number where the surface has no point, which is where its
/// weight is 0.
template <class T>
ABUT_INLINE T squared_distance(const SurfaceJet<T>& at, Vec3<T> p) {
  const T squared = squared_length(at.point - p);
  return squared < Huge<T>::value ? squared : Huge<T>::value;
}

}  // namespace surface_projection_detail

/// Sets what follows from the parameters and the surface there; `iterations` and so on stay.
template <class T>
ABUT_INLINE void set_place(SurfaceProjection<T>& projection, const SurfaceJet<T>& at, Vec3<T> p) {
  projection.point = at.point;
  projection.normal = unit_normal(at);
  projection.distance = length(at.point - p);
}

}  // namespace ABUT_ISA
}  // namespace abut
