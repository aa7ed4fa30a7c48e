// The arrays of what kernels are given, by what they belong to: only what is named is counted.
#pragma once

#include "abut/bvh/part_tree.h"
#include "abut/narrow/batch.h"
#include "bench/floors/groups.h"

namespace floors {

template <class E>
void name_array(std::vector<Array>& out, Group group, const E* begin, std::size_t count) {
  out.push_back({begin, count * sizeof(E), group});
}
/// Arrays with a stride; three at once may lie in one another.
template <class E>
void name_array(std::vector<Array>& out, const abut::Strided<E>& array, std::size_t count) {
  name_array(out, records, array.data, count * static_cast<std::size_t>(array.stride));
}
template <class E>
void name_array(std::vector<Array>& out, const abut::StridedVec3<E>& array, std::size_t count) {
  for (const E* const x : {array.x, array.y, array.z}) name_array(out, records, x, count);
}

template <class T>
void name_array(std::vector<Array>& out, const abut::ShapeSetView<T>& in) {
  name_array(out, shapes, in.headers, in.count);
  for (const T* const x : {in.x, in.y, in.z}) name_array(out, shapes, x, in.sizes.vertices);
  name_array(out, shapes, in.adjacency_begin, in.sizes.adjacency_begin);
  for (const auto* const a : {in.adjacency, in.adjacency_edge}) name_array(out, shapes, a, in.sizes.adjacency);
  name_array(out, shapes, in.direction_tables, in.sizes.direction_tables);
  name_array(out, shapes, in.edges, in.sizes.edges);
  name_array(out, shapes, in.face_begin, in.sizes.faces + 1);
  name_array(out, shapes, in.face_vertices, in.sizes.face_vertices);
  name_array(out, shapes, in.terms, in.sizes.terms);
  for (const T* const p : {in.plane_nx, in.plane_ny, in.plane_nz, in.plane_offset})
    name_array(out, shapes, p, in.sizes.faces);
}

inline std::vector<Array> arrays_of(const abut::PartsView& in) {
  std::vector<Array> out;
  for (const auto* const a : {in.shape, in.body, in.groups, in.meets}) name_array(out, bodies, a, in.count);
  for (const double* const a : {in.px, in.py, in.pz, in.body_x, in.body_y, in.body_z, in.alert}) {
    name_array(out, bodies, a, in.count);
  }
  for (const double* const a : in.r) name_array(out, bodies, a, in.count);
  name_array(out, bodies, in.self_contact, in.count);
  name_array(out, bodies, in.world, in.count);
  return out;
}

inline void name_array(std::vector<Array>& out, const abut::PartTree& in) {
  const std::size_t n = in.part_count;
  name_array(out, trees, in.state, 1);
  name_array(out, trees, in.nodes, 2 * n - 1);
  name_array(out, trees, in.parents, 2 * n - 1);
  name_array(out, trees, in.slots, n - 1);
  name_array(out, trees, in.codes, n);
  name_array(out, trees, in.records, n);
  name_array(out, trees, in.worlds, n);
}
inline void name_array(std::vector<Array>& out, const abut::PairList& in) {
  name_array(out, records, in.pairs, in.capacity);
  name_array(out, records, in.count, 1);
}

/// Of a batch of parts, with arrays of stride 1.
template <class T>
std::vector<Array> arrays_of(const abut::QueryBatch<T>& in) {
  const std::size_t n = in.pair_count;
  std::vector<Array> out = arrays_of(in.parts);
  name_array(out, in.shapes);
  name_array(out, bodies, in.pairs, n);
  name_array(out, caches, in.cache, in.cache != nullptr ? n : 0);
  const abut::ContactsView<T>& r = in.out;
  for (const auto& a : {r.separation, r.lower_bound, r.bound_gap}) name_array(out, a, n);
  for (const auto& a : {r.normal, r.witness_a, r.witness_b, r.point}) name_array(out, a, n);
  for (const auto& a : {r.feature_a, r.feature_b}) name_array(out, a, n);
  for (const auto& a : {r.status, r.gjk_iterations, r.epa_iterations}) name_array(out, a, n);
  name_array(out, r.key, n);
  return out;
}

}  // namespace floors
