// The arrays of a set of shapes, of parts, or of contacts, one after the other in a block of memory.
#pragma once

#include <type_traits>

#include "abut/bodies/parts_view.h"
#include "abut/contacts/patches_view.h"
#include "abut/core/contact.h"
#include "abut/core/workspace.h"
#include "abut/shapes/shape_set_view.h"

namespace abut::host {
namespace layout_detail {

/// Takes memory for one array, fills it by `copy(to, from, count)` and points to it. Null stays null.
template <class E, class Copy>
void place(const E*& array, std::size_t count, Workspace& to, const Copy& copy) {
  if (array == nullptr) return;
  E* const into = to.take<E>(count);
  copy(into, array, count);
  array = into;
}

}  // namespace layout_detail

/// The view of `from` in memory of `to`; `copy(to, from, count)` is asked to fill each array, but for null ones.
template <class T, class Copy>
ShapeSetView<T> lay_out_shapes(const ShapeSetView<T>& from, Workspace& to, const Copy& copy) {
  const ShapeArraySizes& n = from.sizes;
  ShapeSetView<T> out = from;
  const auto place = [&](auto*& array, std::size_t count) { layout_detail::place(array, count, to, copy); };
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

/// Calls `f` with every array of a view of parts.
template <class F>
void each_array(PartsView& v, const F& f) {
  f(v.shape), f(v.body);
  f(v.px), f(v.py), f(v.pz);
  for (const double*& array : v.r) f(array);
  f(v.body_x), f(v.body_y), f(v.body_z);
  f(v.groups), f(v.meets), f(v.self_contact), f(v.alert), f(v.world);
}

/// As `lay_out_shapes`.
template <class Copy>
PartsView lay_out_parts(const PartsView& from, Workspace& to, const Copy& copy) {
  PartsView out = from;
  each_array(out, [&](auto*& array) { layout_detail::place(array, from.count, to, copy); });
  return out;
}

/// Calls `f` with the pointer of every array of a view of contacts.
template <class T, class F>
void each_array(ContactsView<T>& v, const F& f) {
  f(v.separation.data);
  for (StridedVec3<T>* vectors : {&v.normal, &v.witness_a, &v.witness_b, &v.point}) {
    f(vectors->x), f(vectors->y), f(vectors->z);
  }
  f(v.feature_a.data), f(v.feature_b.data), f(v.lower_bound.data), f(v.bound_gap.data);
  f(v.status.data), f(v.gjk_iterations.data), f(v.epa_iterations.data), f(v.key.data);
}

/// Calls `f` with the pointer of every array of a view of patches.
template <class T, class F>
void each_array(PatchesView<T>& v, const F& f) {
  f(v.area.data), f(v.volume.data), f(v.gaps.data);
  for (StridedVec3<T>* vectors : {&v.centre, &v.volume_centre, &v.volume_normal, &v.volume_moment, &v.points}) {
    f(vectors->x), f(vectors->y), f(vectors->z);
  }
  f(v.offsets), f(v.needed), f(v.unanswered);
}

/// Arrays for so many contacts.
template <class T>
ContactsView<T> lay_out_contacts(std::size_t count, Workspace& to) {
  ContactsView<T> out;
  each_array(out, [&](auto*& array) {
    array = to.take<std::remove_pointer_t<std::remove_reference_t<decltype(array)>>>(count);
  });
  return out;
}

}  // namespace abut::host
