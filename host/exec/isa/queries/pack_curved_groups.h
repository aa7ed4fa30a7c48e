// Which pairs with curved kinds or Minkowski sums share packs: those with the same kinds on each side.
#pragma once

#include "host/exec/isa/queries/pack_curved_support.h"
#include "host/exec/isa/queries/pack_lane.h"

namespace abut {
inline namespace ABUT_ISA {

inline constexpr std::uint32_t most_curved_groups = 64;

/// Pairs of a range that share packs, by group: all of one have the same kinds on each side.
struct CurvedPairs {
  std::uint16_t number[most_in_range];  ///< of each pair in the range
  std::uint8_t group[most_in_range];    ///< of each pair
  std::uint32_t count = 0;
  std::uint64_t key[most_curved_groups];  ///< of each group; 0: none yet
  std::uint32_t size[most_curved_groups];
  CurvedPairs() {
    for (std::uint32_t g = 0; g < most_curved_groups; ++g) key[g] = size[g] = 0;
  }
};

namespace curved_detail {

/// What cores of one pack have in common. 0: not for packs.
ABUT_INLINE std::uint32_t leaf_class(const ShapeHeader& h) {
  switch (h.kind) {
    case ShapeKind::ellipsoid: return 1;
    case ShapeKind::cylinder: return 2;
    case ShapeKind::cone: return 3;
    case ShapeKind::minkowski_sum: return 0;
    default: return h.vertex_count == 0 ? 0 : 4 + size_class(h.vertex_count);
  }
}
template <class T>
ABUT_INLINE std::uint32_t core_class(const ShapeSetView<T>& shapes, const ShapeHeader& h) {
  if (h.kind != ShapeKind::minkowski_sum) return leaf_class(h);
  if (h.term_count == 0 || h.term_count > most_pack_terms) return 0;
  std::uint32_t all = 1;  // so that no sum is taken for one leaf
  for (std::uint32_t k = 0; k < h.term_count; ++k) {
    const std::uint32_t one = leaf_class(shapes.headers[shapes.terms[h.term_offset + k].shape]);
    if (one == 0) return 0;
    all = 16 * all + one;
  }
  return all;
}

/// What pairs of one pack have in common, of those that have no closed form and do not join two vertex sets. 0: not for
/// packs.
template <class T>
ABUT_INLINE std::uint64_t pair_class(const ShapeSetView<T>& shapes, Pair pair) {
  const ShapeHeader& a = shapes.headers[pair.a];
  const ShapeHeader& b = shapes.headers[pair.b];
  const std::uint64_t of_a = core_class(shapes, a), of_b = core_class(shapes, b);
  return of_a == 0 || of_b == 0 ? 0 : of_a << 32 | of_b;
}

}  // namespace curved_detail

/// Adds pair i of the batch if it is for these packs. Returns whether.
template <class R>
ABUT_INLINE bool add_curved(const QueryBatch<R>& batch, std::uint64_t i, std::uint64_t begin, CurvedPairs& out) {
  const std::uint64_t key = curved_detail::pair_class(batch.shapes, shapes_of(batch, i));
  if (key == 0) return false;
  std::uint32_t group = static_cast<std::uint32_t>((key ^ key >> 32) * 37) % most_curved_groups;
  for (std::uint32_t tried = 0; out.key[group] != key && out.key[group] != 0; ++tried) {
    if (tried == most_curved_groups) return false;
    group = (group + 1) % most_curved_groups;
  }
  out.key[group] = key;
  ++out.size[group];
  out.group[out.count] = static_cast<std::uint8_t>(group);
  out.number[out.count++] = static_cast<std::uint16_t>(i - begin);
  return true;
}

}  // namespace ABUT_ISA
}  // namespace abut
