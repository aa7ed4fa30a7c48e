#include "host/detect/pair_search.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "abut/bvh/traverse.h"
#include "abut/core/error.h"
#include "host/detect/buffer.h"

namespace abut {
namespace {

using Range = tbb::blocked_range<std::uint32_t>;

constexpr std::uint32_t chunk_leaves = 128;
/// A chunk keeps the pairs it has found while counting, so that it need not search again to fill; but no more than
/// these (64 KiB), so that an input with too many pairs is refused and does not exhaust the memory first.
constexpr std::size_t chunk_keeps = chunk_leaves * 64;

std::uint32_t fetch_add(std::uint32_t& counter) {
  return std::atomic_ref<std::uint32_t>(counter).fetch_add(1, std::memory_order_relaxed);
}

class PairSearch {
 public:
  PairSearch(const Lbvh& tree, const Box<double>* boxes, const PartsView& parts, std::uint32_t most);
  std::vector<Pair> run();

 private:
  struct Chunk {
    std::vector<Pair> pairs;
    bool complete = true;
  };

  template <class Emit>
  std::uint64_t find(std::uint32_t leaf, const Emit& emit) const;
  void count_chunk(std::uint32_t chunk);
  void fill_chunk(std::uint32_t chunk, Pair* out);
  void rows_from_counts();
  std::uint32_t end_of(std::uint32_t chunk) const { return std::min((chunk + 1) * chunk_leaves, tree_.leaf_count()); }

  const Lbvh& tree_;
  const PartsView& parts_;
  std::uint32_t most_;
  Buffer<LeafRecord> leaves_;
  std::vector<Chunk> chunks_;
  Buffer<std::uint32_t> row_;  ///< per part `a`: first its number of pairs, then where its row goes on
  std::atomic<std::uint64_t> total_{0};
};

PairSearch::PairSearch(const Lbvh& tree, const Box<double>* boxes, const PartsView& parts, std::uint32_t most)
    : tree_(tree),
      parts_(parts),
      most_(most),
      leaves_(tree.leaf_count()),
      chunks_((tree.leaf_count() + chunk_leaves - 1) / chunk_leaves),
      row_(tree.leaf_count()) {
  tbb::parallel_for(Range(0, tree.leaf_count(), 2048), [&](const Range& range) {
    for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
      const std::uint32_t part = tree.item(i);
      leaves_[i] = {boxes[part], part, parts.body[part], parts.groups[part], parts.meets[part]};
      row_[i] = 0;
    }
  });
}

/// Calls `emit(pair)` for each pair of `leaf` with a leaf behind it; returns their number.
template <class Emit>
std::uint64_t PairSearch::find(std::uint32_t leaf, const Emit& emit) const {
  const LeafRecord& own = leaves_[leaf];
  const BvhNode& node = tree_.nodes()[leaf_node(tree_.leaf_count(), leaf)];
  std::uint64_t found = 0;
  traverse(tree_.nodes(), tree_.leaf_count(), node.skip, box_of(node), [&](std::uint32_t position, std::uint32_t part) {
    const LeafRecord& other = leaves_[position];
    if (!may_pair(own, other)) return;
    if (own.body == other.body && parts_.self_contact[own.part] == 0 && parts_.self_contact[part] == 0) return;
    ++found;
    emit(own.part < part ? Pair{own.part, part} : Pair{part, own.part});
  });
  return found;
}

void PairSearch::count_chunk(std::uint32_t index) {
  Chunk& chunk = chunks_[index];
  std::uint64_t found = 0;
  for (std::uint32_t leaf = index * chunk_leaves; leaf != end_of(index); ++leaf) {
    if (total_.load(std::memory_order_relaxed) > most_) return;
    found += find(leaf, [&](Pair pair) {
      fetch_add(row_[pair.a]);
      if (!chunk.complete) return;
      if (chunk.pairs.size() < chunk_keeps) {
        chunk.pairs.push_back(pair);
      } else {
        chunk.complete = false;
        chunk.pairs = {};
      }
    });
    if (found > chunk_keeps || leaf + 1 == end_of(index)) {
      total_.fetch_add(found, std::memory_order_relaxed);
      found = 0;
    }
  }
}

void PairSearch::rows_from_counts() {
  std::uint32_t place = 0;
  for (std::size_t a = 0; a < row_.size(); ++a) place += std::exchange(row_[a], place);
}

void PairSearch::fill_chunk(std::uint32_t index, Pair* out) {
  const auto put = [&](Pair pair) { out[fetch_add(row_[pair.a])] = pair; };
  Chunk& chunk = chunks_[index];
  if (chunk.complete) {
    for (const Pair pair : chunk.pairs) put(pair);
  } else {
    for (std::uint32_t leaf = index * chunk_leaves; leaf != end_of(index); ++leaf) find(leaf, put);
  }
  chunk.pairs = {};
}

std::vector<Pair> PairSearch::run() {
  const auto chunk_count = static_cast<std::uint32_t>(chunks_.size());
  tbb::parallel_for(Range(0, chunk_count, 1), [&](const Range& range) {
    for (std::uint32_t c = range.begin(); c != range.end(); ++c) count_chunk(c);
  });
  if (total_ > most_) {
    throw InvalidInput("parts: more than " + std::to_string(most_) +
                       " pairs of boxes overlap; a smaller alert distance gives fewer");
  }
  std::vector<Pair> out(total_);
  rows_from_counts();
  tbb::parallel_for(Range(0, chunk_count, 1), [&](const Range& range) {
    for (std::uint32_t c = range.begin(); c != range.end(); ++c) fill_chunk(c, out.data());
  });
  // Each row was filled in the order in which the threads came; row_[a] has become the row's end.
  tbb::parallel_for(Range(0, parts_.count, 2048), [&](const Range& range) {
    for (std::uint32_t a = range.begin(); a != range.end(); ++a) {
      Pair* row = out.data() + (a == 0 ? 0 : row_[a - 1]);
      std::sort(row, out.data() + row_[a], [](Pair p, Pair q) { return p.b < q.b; });
    }
  });
  return out;
}

}  // namespace

std::vector<Pair> search_pairs(const Lbvh& tree, const Box<double>* boxes, const PartsView& parts, std::uint32_t most) {
  return PairSearch(tree, boxes, parts, most).run();
}

}  // namespace abut
