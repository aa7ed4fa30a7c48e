// A tree of parts built and searched by what runs on a device, on cores, in guarded memory.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "kernels/bvh/search_tree.h"
#include "tests/pairs/parts_fixture.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"

namespace abut::test {

inline BoxedParts boxed(const Parts& parts, const PartsView& view, double alert = 0) {
  return {parts.headers.data(), view, alert};
}

/// A tree of parts in memory of its own.
class BuiltTree {
 public:
  explicit BuiltTree(const BoxedParts& parts) : memory_(part_tree_bytes(parts.parts.count)) {
    HostQueue queue;
    const std::uint32_t n = parts.parts.count;
    tree_ = part_tree_in(memory_.data(), n);
    const std::size_t bytes = bytes_of<device::TreeScratch>(queue, n);
    Guarded scratch(bytes);
    Workspace workspace(scratch.data());
    const device::TreeScratch taken(workspace, queue, n);
    device::build_tree(queue, parts, tree_, taken);
  }
  void refit(const BoxedParts& parts) {
    HostQueue queue;
    Guarded scratch(bytes_of<device::RefitScratch>(queue, tree_.part_count));
    Workspace workspace(scratch.data());
    device::refit_tree(queue, parts, tree_, device::RefitScratch(workspace, queue, tree_.part_count));
  }
  const PartTree& operator*() const { return tree_; }
  const PartTree* operator->() const { return &tree_; }

 private:
  Guarded memory_;
  PartTree tree_;
};

/// What a search wrote: pairs and rows as far as the capacity goes.
struct Found {
  std::uint64_t count = 0;
  std::vector<Pair> pairs;
  std::vector<std::uint64_t> rows;
};

template <class Search>
Found found_by(std::uint64_t capacity, std::uint32_t first_count, const Search& search) {
  HostQueue queue;
  Guarded scratch(bytes_of<device::SearchScratch>(queue, capacity)), pairs(capacity * sizeof(Pair)),
      rows((first_count + 1) * sizeof(std::uint64_t));
  Workspace workspace(scratch.data());
  const device::SearchScratch taken(workspace, queue, capacity);
  Found out;
  const PairList list{reinterpret_cast<Pair*>(pairs.data()), capacity, &out.count,
                      reinterpret_cast<std::uint64_t*>(rows.data())};
  search(queue, list, taken);
  const std::uint64_t written = std::min(out.count, capacity);
  out.pairs.assign(list.pairs, list.pairs + written);
  out.rows.assign(list.rows, list.rows + first_count + 1);
  return out;
}

inline Found self_pairs(const BuiltTree& tree, const PartsView& view, std::uint64_t capacity, bool full = false) {
  return found_by(capacity, view.count, [&](HostQueue& queue, const PairList& list, const auto& scratch) {
    device::find_pairs(queue, *tree, view, full, list, scratch);
  });
}

inline void expect_rows_of(const Found& found) {
  ASSERT_EQ(found.rows.front(), 0u);
  ASSERT_EQ(found.rows.back(), found.pairs.size());
  for (std::uint32_t a = 0; a + 1 < found.rows.size(); ++a) {
    for (std::uint64_t i = found.rows[a]; i < found.rows[a + 1]; ++i) ASSERT_EQ(found.pairs[i].a, a);
  }
}

/// Parts of sizes 1:30 in a cube, some in bodies of four, with masks, turned, with alert distances of their own.
inline Parts crowd(std::uint32_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const double edge = 1.4 * std::cbrt(static_cast<double>(count));
  std::uniform_real_distribution<double> place(0, edge), size(0.05, 1), unit(0, 1);
  Parts parts;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3<double> at{place(random), place(random), place(random)};
    if (i % 50 == 7) {
      parts.add_sphere(at, 1.5 * size(random));
    } else {
      parts.add_box(at, {size(random), size(random), size(random)});
    }
    const double angle = 6.28 * unit(random);
    parts.pose[i].rotation = {{std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0, 1}};
    parts.body[i] = i % 5 == 0 ? i : i / 4;
    parts.groups[i] = 1u << random() % 3;
    parts.meets[i] = i % 3 == 0 ? 3u : 7u;
    parts.alert[i] = i % 4 == 0 ? 0.1 : 0;
  }
  for (std::uint32_t i = 0; i < count; ++i) parts.self_contact[i] = parts.body[i] % 2;
  return parts;
}

}  // namespace abut::test
