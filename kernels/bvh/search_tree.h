// Searches of a tree of parts: the pairs of a set, of two sets, and the parts near given points.
//
// Every thread writes what it finds behind what others have written; sorting then gives the list the order that it has
// on every executor. One pass over the tree, where counting first would take two.
#pragma once

#include "abut/bvh/nearest.h"
#include "abut/bvh/query_points.h"
#include "abut/bvh/traversal.h"
#include "abut/core/bisection.h"
#include "kernels/bvh/build_tree.h"
#include "kernels/support/sort_scratch.h"

namespace abut::device {

/// Pairs on their way: a and b in the lowest bits of one number, which sorts as they do. Data only.
struct PairKeys {
  std::uint64_t* keys;
  std::uint64_t capacity;
  std::uint64_t* count;
  int bits;  ///< that b takes; a has as many

  ABUT_HD std::uint64_t key(std::uint32_t a, std::uint32_t b) const { return std::uint64_t{a} << bits | b; }
  ABUT_HD std::uint32_t first(std::uint64_t key) const {
    return static_cast<std::uint32_t>(key >> bits & ((std::uint64_t{1} << bits) - 1));
  }
  ABUT_HD std::uint32_t second(std::uint64_t key) const {
    return static_cast<std::uint32_t>(key & ((std::uint64_t{1} << bits) - 1));
  }
};

/// How many bits the numbers below `count` take, one at least.
inline int bits_for(std::uint32_t count) {
  int bits = 1;
  while (bits < 32 && (count - 1) >> bits != 0) ++bits;
  return bits;
}

/// One thread's pairs, some at a time: fewer atomic additions. What does not fit is counted. No index of the array
/// depends on data, so that a device keeps it in registers.
class KeyWriter {
 public:
  ABUT_HD explicit KeyWriter(const PairKeys& out) : out_(out) {}
  ABUT_HD void add(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t key = out_.key(a, b);
    for (std::uint32_t k = 0; k < most; ++k) waiting_[k] = k == size_ ? key : waiting_[k];
    if (++size_ == most) flush();
  }
  ABUT_HD void flush() {
    if (size_ == 0) return;
    const std::uint64_t at = atomic_add(out_.count, size_);
    for (std::uint32_t k = 0; k < most; ++k) {
      if (k < size_ && at + k < out_.capacity) out_.keys[at + k] = waiting_[k];
    }
    size_ = 0;
  }

 private:
  static constexpr std::uint32_t most = 8;
  PairKeys out_;
  std::uint64_t waiting_[most] = {};
  std::uint32_t size_ = 0;
};

/// What a search needs besides its list.
using SearchScratch = SortScratch<std::uint64_t>;

ABUT_INLINE BoxTreeView box_tree(const PartTree& tree) {
  return {tree.nodes, tree.records, tree.codes, tree.part_count, tree.state->frame};
}

namespace search_detail {

/// Whether a part of that world may pair with that of a leaf.
ABUT_HD inline bool meets_world(const PartTree& tree, std::int32_t world, std::uint32_t leaf) {
  return worlds_meet(world, tree.state->by_world != 0 ? tree.worlds[leaf] : 0);
}

/// Where the leaves end that leaf `i` may pair with: those of its world are together, behind those of all worlds.
ABUT_HD inline std::uint32_t end_of_world(const PartTree& tree, std::uint32_t i) {
  if (tree.state->by_world == 0) return tree.part_count;
  const std::uint64_t slot = tree.codes[i] >> world_shift, next = (slot + 1) << world_shift;
  if (slot == 0) return tree.part_count;
  return static_cast<std::uint32_t>(
      first_not_before(tree.part_count, [&](std::uint64_t leaf) { return tree.codes[leaf] < next; }));
}

/// The pairs of one leaf with those behind it; with `full`, both ways round.
struct SelfPairs {
  PartTree tree;
  const std::uint8_t* self_contact;
  PairKeys out;
  bool full;

  ABUT_HD bool meets_itself(std::uint32_t a, std::uint32_t b) const { return (self_contact[a] | self_contact[b]) != 0; }
  ABUT_HD void operator()(std::uint64_t i) const {
    const auto self = static_cast<std::uint32_t>(i);
    const BvhNode leaf = tree.nodes[leaf_node(tree.part_count, self)];
    const LeafRecord mine = tree.records[i];
    const bool by_world = tree.state->by_world != 0;
    KeyWriter writer(out);
    const auto visit = [&](std::uint32_t other, std::uint32_t) {
      const LeafRecord o = tree.records[other];  // a copy: whole words of memory at a time
      if (!may_pair(mine, o) || (mine.body == o.body && !meets_itself(mine.part, o.part))) return;
      if (by_world && !worlds_meet(tree.worlds[self], tree.worlds[other])) return;
      const bool in_order = mine.part < o.part;
      writer.add(in_order ? mine.part : o.part, in_order ? o.part : mine.part);
      if (full) writer.add(in_order ? o.part : mine.part, in_order ? mine.part : o.part);
    };
    traverse_before(tree.nodes, tree.part_count, leaf.skip, end_of_world(tree, self), box_of(leaf), visit);
    writer.flush();
  }
};

/// The pairs of one part of another set with the tree's.
struct CrossPairs {
  BoxedParts first;
  PartTree tree;
  PairKeys out;

  ABUT_HD void operator()(std::uint64_t i) const {
    const auto part = static_cast<std::uint32_t>(i);
    const LeafRecord mine = build_detail::record_of(first.parts, part, box_of_part(first, part));
    if (is_empty(mine.box)) return;
    const std::int32_t world = first.parts.world != nullptr ? first.parts.world[part] : 0;
    KeyWriter writer(out);
    traverse(tree.nodes, tree.part_count, 0, to_tree(tree.state->frame, mine.box),
             [&](std::uint32_t other, std::uint32_t item) {
               const LeafRecord o = tree.records[other];
               if (may_pair(mine, o) && meets_world(tree, world, other)) writer.add(part, item);
             });
    writer.flush();
  }
};

/// The part whose box is nearest to one point.
struct NearestBoxes {
  PartTree tree;
  QueryPoints points;
  NearestView out;

  ABUT_HD void operator()(std::uint64_t i) const {
    NearestBox nearest{bvh_end, __builtin_inf()};
    if (tree.part_count > 0) nearest = nearest_box(box_tree(tree), query_point(points, i));
    const auto k = static_cast<std::ptrdiff_t>(i);
    if (out.part.data != nullptr) out.part.data[k * out.part.stride] = nearest.part;
    if (out.distance.data != nullptr) out.distance.data[k * out.distance.stride] = nearest.distance;
  }
};

/// The parts whose boxes are within a distance of one point.
struct PartsWithin {
  PartTree tree;
  QueryPoints points;
  QueryRadius radius;
  PairKeys out;

  ABUT_HD void operator()(std::uint64_t i) const {
    KeyWriter writer(out);
    visit_within(box_tree(tree), query_point(points, i), query_radius(radius, i),
                 [&](const LeafRecord& record) { writer.add(static_cast<std::uint32_t>(i), record.part); });
    writer.flush();
  }
};

/// Puts behind the pairs what sorts behind them.
struct PadKeys {
  PairKeys keys;
  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= *keys.count) keys.keys[i] = ~std::uint64_t{0};
  }
};

struct ReadKeys {
  PairKeys keys;
  Pair* pairs;
  ABUT_HD void operator()(std::uint64_t i) const { pairs[i] = {keys.first(keys.keys[i]), keys.second(keys.keys[i])}; }
};

/// Where the pairs of part `i` begin: how many keys are less than its first.
struct WriteRows {
  PairKeys keys;
  std::uint64_t* rows;
  ABUT_HD void operator()(std::uint64_t i) const {
    const std::uint64_t count = *keys.count < keys.capacity ? *keys.count : keys.capacity;
    rows[i] = first_not_before(count, [&](std::uint64_t k) { return keys.first(keys.keys[k]) < i; });
  }
};

/// From keys in any order to a list.
template <class Queue>
void write_list(Queue& queue, PairKeys keys, const SearchScratch& s, std::uint32_t first_count, const PairList& out) {
  if (keys.capacity > 0) {
    queue.for_each(keys.capacity, PadKeys{keys});
    keys.keys = sort(queue, s, keys.capacity, 2 * keys.bits).keys;
    queue.for_each_of(keys.count, keys.capacity, ReadKeys{keys, out.pairs});
  }
  if (out.rows != nullptr) queue.for_each(std::uint64_t{first_count} + 1, WriteRows{keys, out.rows});
}

}  // namespace search_detail

/// The pairs of `parts`, over which `tree` was built: sorted, a < b; with `full` also (b, a) of each.
template <class Queue>
void find_pairs(Queue& queue, const PartTree& tree, const PartsView& parts, bool full, const PairList& out,
                const SearchScratch& s) {
  const PairKeys keys{s.keys, out.capacity, out.count, bits_for(tree.part_count)};
  queue.fill(out.count, 1, 0);
  queue.for_each(tree.part_count, search_detail::SelfPairs{tree, parts.self_contact, keys, full});
  search_detail::write_list(queue, keys, s, tree.part_count, out);
}

/// The pairs of a part of `first` and one of the tree's, sorted by the first, then the second.
template <class Queue>
void find_cross_pairs(Queue& queue, const BoxedParts& first, const PartTree& second, const PairList& out,
                      const SearchScratch& s) {
  const std::uint32_t most = first.parts.count > second.part_count ? first.parts.count : second.part_count;
  const PairKeys keys{s.keys, out.capacity, out.count, bits_for(most)};
  queue.fill(out.count, 1, 0);
  if (second.part_count > 0) queue.for_each(first.parts.count, search_detail::CrossPairs{first, second, keys});
  search_detail::write_list(queue, keys, s, first.parts.count, out);
}

/// For each point the part whose box is nearest.
template <class Queue>
void find_nearest(Queue& queue, const PartTree& tree, const QueryPoints& points, const NearestView& out) {
  queue.for_each(points.count, search_detail::NearestBoxes{tree, points, out});
}

/// For each point the parts whose boxes are within its radius: sorted by the point, then the part.
template <class Queue>
void find_within(Queue& queue, const PartTree& tree, const QueryPoints& points, const QueryRadius& radius,
                 const PairList& out, const SearchScratch& s) {
  const std::uint32_t most = points.count > tree.part_count ? points.count : tree.part_count;
  const PairKeys keys{s.keys, out.capacity, out.count, bits_for(most)};
  queue.fill(out.count, 1, 0);
  if (tree.part_count > 0) queue.for_each(points.count, search_detail::PartsWithin{tree, points, radius, keys});
  search_detail::write_list(queue, keys, s, points.count, out);
}

}  // namespace abut::device
