#include "host/pairs/pair_search.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <string>

#include "abut/core/error.h"

namespace abut {
namespace {

using Range = tbb::blocked_range<std::uint32_t>;

/// Whether any two parts may pair: all are in one world and in a group that all meet, and no two are of one body, which
/// shows where bodies ascend.
bool all_may_pair(const PartsView& parts) {
  struct Common {
    std::uint32_t groups = ~0u, meets = ~0u;
    bool ascending = true, one_world = true;
  };
  const Common common = tbb::parallel_reduce(
      Range(0, parts.count, 8192), Common{},
      [&](const Range& range, Common c) {
        for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
          c.groups &= parts.groups[i];
          c.meets &= parts.meets[i];
          c.ascending = c.ascending && (i == 0 || parts.body[i - 1] < parts.body[i]);
          c.one_world = c.one_world && (parts.world == nullptr || parts.world[i] == parts.world[0]);
        }
        return c;
      },
      [](const Common& a, const Common& b) {
        return Common{a.groups & b.groups, a.meets & b.meets, a.ascending && b.ascending, a.one_world && b.one_world};
      });
  return common.ascending && common.one_world && (common.groups & common.meets) != 0;
}

}  // namespace

PairRules MasksByPosition::rules(const SearchSide& side, bool always) {
  if (!always && all_may_pair(*side.parts)) return {side.boxes, nullptr, nullptr, nullptr, nullptr, nullptr};
  const WideBvh& tree = *side.tree;
  const PartsView& parts = *side.parts;
  const std::size_t padded = std::size_t{block_width} * tree.block_count();
  body.resize(padded);
  groups.resize(padded);
  meets.resize(padded);
  if (parts.world != nullptr) world.resize(padded);
  tbb::parallel_for(Range(0, tree.item_count(), 4096), [&](const Range& range) {
    for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
      const std::uint32_t part = tree.item(i);
      body[i] = parts.body[part];
      groups[i] = parts.groups[part];
      meets[i] = parts.meets[part];
      if (parts.world != nullptr) world[i] = parts.world[part];
    }
  });
  return {side.boxes,   body.data(),        groups.data(),
          meets.data(), parts.self_contact, parts.world != nullptr ? world.data() : nullptr};
}

std::size_t PairSearch::find(const SearchSide& side, std::uint32_t most) {
  const PairRules rules = query_masks_.rules(side, false);
  return run({side.tree->view(), side.tree->view(), rules, rules, true, false}, most);
}

std::size_t PairSearch::find(const SearchSide& first, const SearchSide& second, std::uint32_t most) {
  return run({first.tree->view(), second.tree->view(), query_masks_.rules(first, true),
              target_masks_.rules(second, true), false, false},
             most);
}

std::size_t PairSearch::run(const BoxSearch& search, std::uint32_t most) {
  if (!rows_.find(search, most)) {
    throw InvalidInput("parts: more than " + std::to_string(most) +
                       " pairs of boxes overlap; a smaller alert distance gives fewer");
  }
  items_ = search.query.items;
  list_.resize(search.query.item_count);
  list_.take(rows_, items_);
  return list_.count();
}

void PairSearch::write(Pair* out) {
  list_.write(out);
  if (rows_.complete()) return;
  tbb::parallel_for(Range(0, rows_.chunk_count(), 1), [&](const Range& range) {
    for (std::uint32_t c = range.begin(); c != range.end(); ++c) {
      if (rows_.chunk(c).partners != nullptr) continue;
      rows_.repeat(c, [&](std::uint32_t begin, std::uint32_t end, const std::uint32_t* partners) {
        for (std::uint32_t i = begin; i < end; ++i) {
          list_.write_row(items_[i], partners, out);
          partners += rows_.counts()[i];
        }
      });
    }
  });
}

std::size_t PairSearch::capacity() const {
  return query_masks_.capacity() + target_masks_.capacity() + rows_.capacity() + list_.capacity();
}

}  // namespace abut
