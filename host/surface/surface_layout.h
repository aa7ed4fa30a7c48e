// The arrays of a surface, one after the other in a block of memory.
#pragma once

#include "abut/surface/surface_view.h"
#include "host/exec/layout.h"

namespace abut::host {

/// The view of `from` in memory of `to`; `copy(to, from, count)` is asked to fill each array.
template <class T, class Copy>
SurfaceView<T> lay_out_surface(const SurfaceView<T>& from, Workspace& to, const Copy& copy) {
  SurfaceView<T> out = from;
  const auto place = [&](auto*& array, std::size_t count) { layout_detail::place(array, count, to, copy); };
  const std::size_t net = 4 * static_cast<std::size_t>((from.degree_u + 1) * (from.degree_v + 1));
  place(out.points, from.piece_count * net), place(out.pieces, from.piece_count), place(out.nodes, from.node_count);
  place(out.breaks_u, from.patches_u + std::size_t{1}), place(out.breaks_v, from.patches_v + std::size_t{1});
  place(out.patch_points, std::size_t{from.patches_u} * from.patches_v * net);
  return out;
}

}  // namespace abut::host
