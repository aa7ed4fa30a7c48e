// The arrays of a set of shapes, one after the other in a block of memory.
#pragma once

#include "abut/core/workspace.h"
#include "abut/shapes/shape_set_view.h"

namespace abut::host {

/// The view of `from` in memory of `to`; `copy(to, from, count)` is asked to fill each array, but for null ones.
template <class T, class Copy>
ShapeSetView<T> lay_out_shapes(const ShapeSetView<T>& from, Workspace& to, const Copy& copy) {
  const ShapeArraySizes& n = from.sizes;
  ShapeSetView<T> out = from;
  const auto place = [&](auto*& array, std::size_t count) {
    if (array == nullptr) return;
    using Element = std::remove_const_t<std::remove_reference_t<decltype(*array)>>;
    Element* const into = to.take<Element>(count);
    copy(into, array, count);
    array = into;
  };
  place(out.headers, from.count);
  place(out.x, n.vertices), place(out.y, n.vertices), place(out.z, n.vertices);
  place(out.adjacency_begin, n.adjacency_begin);
  place(out.adjacency, n.adjacency), place(out.adjacency_edge, n.adjacency);
  place(out.direction_tables, n.direction_tables);
  place(out.edges, n.edges);
  place(out.face_begin, n.faces + 1);
  place(out.face_vertices, n.face_vertices);
  place(out.terms, n.terms);
  place(out.plane_nx, n.faces), place(out.plane_ny, n.faces), place(out.plane_nz, n.faces);
  place(out.plane_offset, n.faces);
  return out;
}

}  // namespace abut::host
