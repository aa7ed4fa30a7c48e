#include "host/bvh/wide_bvh.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

#include "host/bvh/code_sort.h"
#include "host/bvh/lbvh.h"
#include "host/exec/instruction_set.h"

namespace abut {
namespace {

using Range = tbb::blocked_range<std::uint32_t>;

constexpr std::uint32_t item_mask = (1u << word_item_bits) - 1;

const BoxSearchTable& table() { return box_search_table(chosen_instruction_set()); }

double extent_of(const Box<double>& box) {
  return std::max({box.hi.x - box.lo.x, box.hi.y - box.lo.y, box.hi.z - box.lo.z});
}

/// Of a sample; 0 where all are empty.
double sample_median_extent(const Box<double>* boxes, std::uint32_t count) {
  constexpr std::uint32_t sample_count = 1024;
  std::vector<double> extents;
  for (std::uint32_t k = 0; k < std::min(sample_count, count); ++k) {
    const Box<double>& box = boxes[count <= sample_count ? k : std::uint64_t{k} * count / sample_count];
    if (!is_empty(box)) extents.push_back(extent_of(box));
  }
  if (extents.empty()) return 0;
  const auto middle = extents.begin() + static_cast<std::ptrdiff_t>(extents.size() / 2);
  std::nth_element(extents.begin(), middle, extents.end());
  return *middle;
}

}  // namespace

WideBvhView WideBvh::view() const {
  return {blocks_.data(), level_begin_.data(), static_cast<std::uint32_t>(level_begin_.size() - 1), count_,
          items_.data()};
}

void WideBvh::make_levels() {
  level_begin_.assign(1, 0);
  std::uint32_t blocks = std::max(1u, block_count());
  level_begin_.push_back(blocks);
  do {
    blocks = (blocks + block_width - 1) / block_width;
    level_begin_.push_back(level_begin_.back() + blocks);
  } while (blocks > 1);
  blocks_.resize(level_begin_.back());
  items_.resize(std::size_t{block_width} * level_begin_[1]);
}

/// The order of the sorted words. Where more boxes than a block holds share a word's key, a finer code decides.
void WideBvh::take_order(const Box<double>* boxes) {
  const auto key = [&](std::uint32_t i) { return words_[i] >> word_item_bits; };
  tbb::parallel_for(Range(0, count_, 4096), [&](const Range& range) {
    for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
      items_[i] = static_cast<std::uint32_t>(words_[i]) & item_mask;
    }
  });
  tbb::parallel_for(Range(0, count_, 4096), [&](const Range& range) {
    std::uint32_t begin = range.begin();
    // Runs are sorted where they begin.
    while (begin > 0 && begin < range.end() && key(begin) == key(begin - 1)) ++begin;
    while (begin < range.end()) {
      std::uint32_t end = begin + 1;
      while (end < count_ && key(end) == key(begin)) ++end;
      if (end - begin > block_width) sort_run(boxes, begin, end);
      begin = end;
    }
  });
  for (std::size_t i = count_; i < items_.size(); ++i) items_[i] = 0;
}

/// In parallel: where few boxes are far away most of the others share a cell.
void WideBvh::sort_run(const Box<double>* boxes, std::uint32_t begin, std::uint32_t end) {
  std::uint32_t* items = items_.data() + begin;  // ascending
  Buffer<CodedItem> run(end - begin), spare;
  const auto for_run = [&](const auto& act) {
    tbb::parallel_for(Range(0, end - begin, 4096), [&](const Range& range) {
      for (std::uint32_t i = range.begin(); i != range.end(); ++i) act(i);
    });
  };
  for_run([&](std::uint32_t i) { run[i] = {morton_code(frame_, boxes[items[i]]), items[i]}; });
  sort_by_code(run, spare);
  for_run([&](std::uint32_t i) { items[i] = run[i].item; });
}

void WideBvh::build(const Box<double>* boxes, std::uint32_t count) {
  build(boxes, count, tree_frame(scene_of(boxes, count)));
}

void WideBvh::build(const Box<double>* boxes, std::uint32_t count, const TreeFrame& frame) {
  count_ = count;
  frame_ = frame;
  make_levels();
  words_.resize(count);
  const CurveFrame curve{frame_, sample_median_extent(boxes, count)};
  median_extent_ = static_cast<float>(std::min(curve.median_extent * frame_.scale, 0x1p100));
  tbb::parallel_for(Range(0, count, 4096), [&](const Range& range) {
    table().write_words(boxes, range.begin(), range.end(), curve, words_.data());
  });
  sort_words(words_, spare_, word_item_bits);
  take_order(boxes);
  refit(boxes);
}

void WideBvh::refit(const Box<double>* boxes) {
  const WideBvhView tree = view();
  refit_by([&](BoxBlock* blocks, std::uint32_t begin, std::uint32_t end) {
    table().fill(blocks, tree, frame_, boxes, begin, end);
  });
}

void WideBvh::bound_levels() {
  const WideBvhView tree = view();
  for (std::uint32_t level = 1; level < tree.level_count; ++level) {
    tbb::parallel_for(Range(0, level_begin_[level + 1] - level_begin_[level], 16), [&](const Range& range) {
      table().bound(blocks_.data(), tree, level, range.begin(), range.end());
    });
  }
}

std::size_t WideBvh::capacity() const {
  return 8 * (words_.capacity() + spare_.capacity()) + 4 * (items_.capacity() + level_begin_.capacity()) +
         sizeof(BoxBlock) * blocks_.capacity();
}

}  // namespace abut
