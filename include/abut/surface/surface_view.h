// A surface as per-point code sees it: pieces of its Bezier patches, and a tree over their boxes. Data only.
#pragma once

#include <cstdint>

#include "abut/facets/facet_tree.h"
#include "abut/surface/bezier_patch.h"

namespace abut {

/// What an end of a piece is: beyond a smooth one the surface goes on with the same tangent plane. Bits.
inline constexpr std::uint32_t end_at_u0 = 1, end_at_u1 = 2, end_at_v0 = 4, end_at_v1 = 8;

/// A rectangle of one Bezier patch, with its own control points and its own parameters (s, t) from 0 to 1: the
/// surface's are u0 + s du and v0 + t dv. Data only.
template <class T>
struct SurfacePiece {
  T u0, v0, du, dv;
  std::uint32_t points;  ///< its first control point
  std::uint32_t ends;    ///< bits: where a border of the surface or a crease is
};

/// All arrays are in host or all in device memory. Lengths are scaled by 2^-exponent, so that the size lies in [1, 2);
/// coordinates are relative to `centre`, the middle of the control points' box. Data only.
template <class T>
struct SurfaceView {
  int degree_u = 0, degree_v = 0;
  bool rational = false;
  std::uint32_t piece_count = 0, node_count = 0;
  const T* points = nullptr;  ///< four numbers a control point (bezier_patch.h)
  const SurfacePiece<T>* pieces = nullptr;
  const FacetNode* nodes = nullptr;  ///< over the pieces, in their order
  /// The Bezier patches, uncut: control points of patch (k, l) in the order of `BezierPatches`, which lies between the
  /// breaks k and k + 1 along u, l and l + 1 along v.
  std::uint32_t patches_u = 0, patches_v = 0;
  const T *breaks_u = nullptr, *breaks_v = nullptr;
  const T* patch_points = nullptr;
  std::int32_t exponent = 0;
  T size = 0;  ///< radius of a sphere about the centre that holds all control points
  double centre[3] = {};
};

inline namespace ABUT_ISA {

template <class T>
ABUT_INLINE BezierPatch<T> patch_of(const SurfaceView<T>& surface, const SurfacePiece<T>& piece) {
  return {surface.degree_u, surface.degree_v, surface.rational, surface.points + 4 * std::size_t{piece.points}};
}

/// The Bezier patch (k, l), uncut.
template <class T>
ABUT_INLINE BezierPatch<T> patch_at(const SurfaceView<T>& surface, std::uint32_t k, std::uint32_t l) {
  const std::size_t net = static_cast<std::size_t>((surface.degree_u + 1) * (surface.degree_v + 1));
  return {surface.degree_u, surface.degree_v, surface.rational,
          surface.patch_points + 4 * net * (std::size_t{k} * surface.patches_v + l)};
}

namespace surface_view_detail {

/// The interval of `count` ones that holds x: the last one that begins at or below it.
template <class T>
ABUT_HD inline std::uint32_t interval_of(const T* breaks, std::uint32_t count, T x) {
  std::uint32_t low = 0, high = count - 1;
  while (low < high) {
    const std::uint32_t middle = (low + high + 1) / 2;
    if (breaks[middle] <= x) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

}  // namespace surface_view_detail

/// The surface at its own parameters, taken into the domain, in the view's frame and lengths.
template <class Four, class T>
ABUT_HD inline SurfaceJet<T> jet_at(const SurfaceView<T>& surface, T u, T v) {
  using namespace surface_view_detail;
  const std::uint32_t k = interval_of(surface.breaks_u, surface.patches_u, u);
  const std::uint32_t l = interval_of(surface.breaks_v, surface.patches_v, v);
  const T u0 = surface.breaks_u[k], v0 = surface.breaks_v[l];
  const T per_u = T(1) / (surface.breaks_u[k + 1] - u0), per_v = T(1) / (surface.breaks_v[l + 1] - v0);
  SurfaceJet<T> out = point_on<Four>(patch_at(surface, k, l), min(max((u - u0) * per_u, T(0)), T(1)),
                                     min(max((v - v0) * per_v, T(0)), T(1)));
  out.u = out.u * per_u, out.v = out.v * per_v;
  out.uu = out.uu * (per_u * per_u), out.uv = out.uv * (per_u * per_v), out.vv = out.vv * (per_v * per_v);
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
