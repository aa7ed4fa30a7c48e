// How many bytes an item has to read and write at least, from the arrays that the calls are given: each once, shapes
// not at all, since a set of 64 stays in the caches. No CUDA.
#pragma once

#include <cstddef>

#include "abut/bvh/leaf_record.h"
#include "abut/bvh/node.h"
#include "abut/core/contact.h"
#include "bench/device/answers.h"
#include "bench/device/scenes.h"

namespace abut::device_bench {

/// A part's shape and pose; where its body is needs no further arrays here.
inline constexpr double posed_part_bytes = sizeof(std::uint32_t) + Parts::numbers * sizeof(double);

template <class T>
inline constexpr double answer_bytes = Answers<T>::numbers * sizeof(T) + sizeof(std::uint8_t);

/// A pair of the list, both parts, the answer.
template <class T>
inline constexpr double query_bytes = sizeof(Pair) + 2 * posed_part_bytes + answer_bytes<T>;

/// Of a simplex that is kept, and of a whole polytope: read and written.
inline constexpr double simplex_bytes = 2 * (offsetof(CachedPolytope, vertex) + 4 * sizeof(CachedPolytope::Ids));
inline constexpr double polytope_bytes = 2 * sizeof(CachedPolytope);

/// A posed part with body and masks; its record, and two nodes with their parents, a slot and a code.
inline constexpr double boxed_part_bytes = posed_part_bytes + 3 * sizeof(std::uint32_t);
inline constexpr double build_bytes =
    boxed_part_bytes + sizeof(LeafRecord) + 2 * sizeof(BvhNode) + 3 * sizeof(std::uint32_t) + sizeof(std::uint64_t);
/// The record's part, the record, two nodes' links and parents read, two nodes' boxes written.
inline constexpr double refit_bytes =
    boxed_part_bytes + sizeof(std::uint32_t) + sizeof(LeafRecord) + 2 * sizeof(BvhNode) + 2 * sizeof(std::uint32_t);
/// Of each part the record and two nodes, and where its pairs begin; then its pairs.
constexpr double find_bytes(double pairs_a_part) {
  return sizeof(LeafRecord) + 2 * sizeof(BvhNode) + sizeof(std::uint64_t) + pairs_a_part * sizeof(Pair);
}

}  // namespace abut::device_bench
