// The arrays of a set of shapes of the plane, one after the other in a block of memory.
#pragma once

#include "abut/planar/shape_set.h"
#include "host/exec/layout.h"

namespace abut::host {

/// As `lay_out_shapes`. `zero` gets as many elements as the largest shape's vertices take.
template <class T, class Copy>
PlanarShapeSetView<T> lay_out_planar_shapes(const PlanarShapeSetView<T>& from, Workspace& to, const Copy& copy) {
  PlanarShapeSetView<T> out = from;
  if (from.count == 0) return out;
  const PlanarShapeHeader& last = from.headers[from.count - 1];
  const std::size_t vertices = last.vertex_offset + padded_count(last.vertex_count);
  const auto place = [&](auto*& array, std::size_t count) { layout_detail::place(array, count, to, copy); };
  place(out.headers, from.count);
  place(out.x, vertices), place(out.y, vertices);
  place(out.zero, padded_count(from.most_vertices));
  return out;
}

}  // namespace abut::host
