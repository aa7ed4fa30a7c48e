// All local minima of the distance of one point to a surface, for host and device: piece by piece, and its poles.
#pragma once

#include <cstdint>

#include "abut/core/contact.h"
#include "abut/surface/pole_minima.h"

namespace abut {

/// Data only.
struct MinimaFound {
  std::uint32_t count;  ///< of the room's, the nearest first
  Status status;        ///< `converged` or `iteration_limit`
  bool full;            ///< there are more than there is room for: the nearest of all are here
  std::uint32_t rectangles;
};

inline namespace ABUT_ISA {

/// In the view's frame and lengths; those that are no farther than `within`. `rectangles`: after how many it gives up.
template <class Four, class T>
ABUT_HD inline MinimaFound search_minima(const SurfaceView<T>& surface, Vec3<T> p, T within, std::uint32_t rectangles,
                                         const MinimaRoom<T>& room) {
  using namespace minima_detail;
  const closest_point_detail::Search<T> search{surface, p, {}};
  MinimaList<T> list{room, search, within, is_closed_along(surface, true), is_closed_along(surface, false)};
  constexpr NetEnd ends[] = {NetEnd::s0, NetEnd::s1, NetEnd::t0, NetEnd::t1};
  for (const NetEnd end : ends) look_at_pole<Four>(list, end);
  MinimaFound out{0, Status::converged, false, 0};
  std::uint32_t waiting[most_tree_depth + 1];
  waiting[0] = 0;
  for (int count = 1; count > 0;) {
    const std::uint32_t i = waiting[--count];
    const FacetNode& node = surface.nodes[i];
    if (closest_point_detail::squared_distance_to_box(node, p) > within * within) continue;
    if (node.count == 0) waiting[count++] = node.first, waiting[count++] = i + 1;
    for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
      look_at_piece<Four>(list, k, rectangles, out.rectangles);
  }
  thin_out(list);
  sort(list);
  out.count = list.count, out.full = list.full;
  if (list.gave_up || list.full || list.open_count > 0) out.status = Status::iteration_limit;
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
