#include "host/pairs/row_search.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <new>

#include "host/exec/instruction_set.h"

namespace abut {
namespace {

using Range = tbb::blocked_range<std::uint32_t>;

constexpr std::uint32_t chunk_boxes = 64 * block_width;
/// A chunk keeps the rows it has found while counting, and what it does not keep it searches again. It keeps this many
/// partners (4 MiB), and less (256 KiB) once many pairs have been found: an input with too many is to be refused and
/// not to exhaust the memory first.
constexpr std::size_t chunk_capacity = std::size_t{chunk_boxes} * 1024,
                      chunk_capacity_of_many = std::size_t{chunk_boxes} * 64;
constexpr std::uint64_t many = std::uint64_t{1} << 27;

bool grow_buffer(GrowingMemory* memory, std::size_t wanted) {
  auto* self = static_cast<BufferMemory*>(memory);
  try {
    self->buffer.reserve(wanted, self->bytes);
  } catch (const std::bad_alloc&) {
    return false;
  }
  self->data = self->buffer.data();
  self->bytes = self->buffer.capacity();
  return true;
}

}  // namespace

void sort_items(std::uint32_t* items, std::size_t count) { std::sort(items, items + count); }

BufferMemory::BufferMemory() { grow = grow_buffer; }

bool RowSearch::find(const BoxSearch& search, std::uint32_t most) {
  search_ = search;
  chunk_count_ = (search.query.item_count + chunk_boxes - 1) / chunk_boxes;
  if (rows_.size() < chunk_count_) rows_.resize(chunk_count_);
  counts_.resize(search.query.item_count);
  std::atomic<std::uint64_t> total{0};
  tbb::parallel_for(Range(0, chunk_count_, 1), [&](const Range& range) {
    for (std::uint32_t c = range.begin(); c != range.end(); ++c) {
      if (total.load(std::memory_order_relaxed) > most) return;
      const std::size_t capacity =
          total.load(std::memory_order_relaxed) < many ? chunk_capacity : chunk_capacity_of_many;
      total.fetch_add(find_chunk(c, capacity), std::memory_order_relaxed);
    }
  });
  return total <= most;
}

void RowSearch::find_blocks(std::uint32_t begin, std::uint32_t end, PairRows& rows) {
  const BoxSearchTable& table = box_search_table(chosen_instruction_set());
  if (!table.find(search_, begin, end, scratch_.local(), rows)) throw std::bad_alloc();
}

std::uint64_t RowSearch::find_chunk(std::uint32_t index, std::size_t capacity) {
  Rows& chunk = rows_[index];
  PairRows rows{&chunk.memory, 0, counts_.data(), capacity, true, sort_items};
  const std::uint32_t begin = index * chunk_boxes;
  const std::uint32_t end = std::min(begin + chunk_boxes, search_.query.item_count);
  find_blocks(begin / block_width, (end + block_width - 1) / block_width, rows);
  chunk.complete = rows.complete;
  std::uint64_t found = 0;
  for (std::uint32_t i = begin; i < end; ++i) found += counts_[i];
  return found;
}

RowSearch::Chunk RowSearch::chunk(std::uint32_t index) const {
  const Rows& rows = rows_[index];
  const std::uint32_t begin = index * chunk_boxes;
  const auto* partners = static_cast<const std::uint32_t*>(rows.memory.data);
  return {begin, std::min(begin + chunk_boxes, search_.query.item_count), rows.complete ? partners : nullptr};
}

bool RowSearch::complete() const {
  return std::all_of(rows_.begin(), rows_.begin() + chunk_count_, [](const Rows& rows) { return rows.complete; });
}

const std::uint32_t* RowSearch::repeat_block(std::uint32_t block, BufferMemory& memory) {
  // The counts are written again, as they are.
  PairRows rows{&memory, 0, counts_.data(), ~std::size_t{0}, true, sort_items};
  find_blocks(block, block + 1, rows);
  return static_cast<const std::uint32_t*>(memory.data);
}

std::size_t RowSearch::capacity() const {
  std::size_t bytes = sizeof(Rows) * rows_.capacity() + 4 * counts_.capacity();
  for (const Rows& rows : rows_) bytes += rows.memory.bytes;
  for (const BufferMemory& memory : scratch_) bytes += memory.bytes;
  return bytes;
}

}  // namespace abut
