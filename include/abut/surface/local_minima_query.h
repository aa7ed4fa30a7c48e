// One question of a batch for all local minima of the distance to a surface: into the surface's frame and lengths, and
// back. For host and device.
#pragma once

#include <cstdint>
#include <limits>

#include "abut/surface/closest_query.h"
#include "abut/surface/minima_search.h"

namespace abut {

/// Data only.
struct LocalMinimaOptions {
  double within = std::numeric_limits<double>::infinity();  ///< minima that are farther away are left out; 0 or more
  std::uint32_t rectangles = 1 << 16;                       ///< after how many a search gives up; 1 or more
};

/// Caller-owned arrays: an element a minimum, those of query i at offsets[i] to offsets[i + 1], the nearest first; any
/// but `offsets` may be null. Points are in the surface's frame and unit.
template <class T>
struct LocalMinimaView {
  std::uint64_t* offsets = nullptr;  ///< one more than queries
  std::uint64_t capacity = 0;        ///< minima that there is room for
  Strided<T> distance;               ///< not signed
  Strided<double> u, v;
  StridedVec3<double> point;
  StridedVec3<T> normal;            ///< of the surface, u x v, unit; at a crease that of one side
  Strided<std::uint8_t> continuum;  ///< 1 for one of a curve or an area of places that are as near, to rounding
  Strided<std::uint8_t> status;     ///< an element a query, as the next one
  Strided<std::uint32_t> rectangles;
};

inline namespace ABUT_ISA {

/// Into `room`, in the view's frame and lengths.
template <class Four, class T>
ABUT_HD inline MinimaFound answer_minima_query(const SurfaceView<T>& surface, const Vec3<double>& point,
                                               const LocalMinimaOptions& options, const MinimaRoom<T>& room) {
  Vec3<T> p;
  if (!to_view(surface, point, p)) return {0, Status::invalid_pose, false, 0};
  const double within = options.within * power_of_two<double>(-surface.exponent);
  // Beyond what can be squared there is nothing: `to_view`.
  const T most = within < static_cast<double>(Huge<T>::value) ? round_to<T>(within) : Huge<T>::value;
  return search_minima<Four>(surface, p, most, options.rectangles, room);
}

/// Minimum `i`, out of the view's frame and lengths.
template <class T>
ABUT_HD inline void put_minimum(const SurfaceView<T>& surface, const FoundMinimum<T>& m, const LocalMinimaView<T>& out,
                                std::uint64_t i) {
  using batch_detail::put;
  const double up = power_of_two<double>(surface.exponent);
  put(out.distance, i, round_to<T>(static_cast<double>(m.at.distance) * up));
  put(out.u, i, static_cast<double>(m.at.u)), put(out.v, i, static_cast<double>(m.at.v));
  put(out.point, i,
      Vec3<double>{surface.centre[0] + static_cast<double>(m.at.point.x) * up,
                   surface.centre[1] + static_cast<double>(m.at.point.y) * up,
                   surface.centre[2] + static_cast<double>(m.at.point.z) * up});
  put(out.normal, i, m.at.normal);
  put(out.continuum, i, static_cast<std::uint8_t>(m.continuum));
}

}  // namespace ABUT_ISA
}  // namespace abut
