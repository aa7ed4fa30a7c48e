// The rows of all boxes of a tree: whom each pairs with. Found in the order of the tree, where neighbours share cache
// lines, in chunks that any thread may take.
#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <cstdint>
#include <span>
#include <vector>

#include "host/exec/buffer.h"
#include "host/exec/isa/boxes/box_search.h"

namespace abut {

/// Memory from a `Buffer` for the search's translation units.
struct BufferMemory : GrowingMemory {
  Buffer<unsigned char> buffer;
  BufferMemory();
};

/// For long rows: what `PairRows` and `NeighbourRows` sort by.
void sort_items(std::uint32_t* items, std::size_t count);

/// Searching again reuses the memory: 4 bytes a box and 4 a pair, rounded up by the chunks' growth. Runs in the calling
/// task arena; results do not depend on its threads.
class RowSearch {
 public:
  /// Boxes of consecutive positions whose rows lie one behind the other.
  struct Chunk {
    std::uint32_t begin, end;       ///< positions
    const std::uint32_t* partners;  ///< of all rows; null where they are too many to keep
  };

  /// The rows of the query's boxes. False: there are more pairs than `most`, and the rows are not to be used.
  bool find(const BoxSearch& search, std::uint32_t most);

  std::uint32_t chunk_count() const { return chunk_count_; }
  Chunk chunk(std::uint32_t index) const;
  /// Whether all rows are kept.
  bool complete() const;
  /// Length of each row, by position.
  const std::uint32_t* counts() const { return counts_.data(); }
  /// Bytes that a chunk's rows have room for.
  std::size_t bytes(std::uint32_t chunk) const { return rows_[chunk].memory.bytes; }

  /// Searches one chunk again, sixteen boxes at a time, and calls `take(begin, end, partners)` with their positions and
  /// rows.
  template <class Take>
  void repeat(std::uint32_t chunk, const Take& take);

  /// Memory held, in bytes.
  std::size_t capacity() const;

 private:
  struct Rows {
    BufferMemory memory;
    bool complete = true;
  };

  std::uint64_t find_chunk(std::uint32_t index, std::size_t capacity);
  void find_blocks(std::uint32_t begin, std::uint32_t end, PairRows& rows);
  const std::uint32_t* repeat_block(std::uint32_t block, BufferMemory& memory);

  BoxSearch search_;
  std::vector<Rows> rows_;
  std::uint32_t chunk_count_ = 0;
  Buffer<std::uint32_t> counts_;
  tbb::enumerable_thread_specific<BufferMemory> scratch_;
};

template <class Take>
void RowSearch::repeat(std::uint32_t index, const Take& take) {
  const Chunk all = chunk(index);
  BufferMemory memory;
  for (std::uint32_t begin = all.begin; begin < all.end; begin += block_width) {
    const std::uint32_t end = all.end - begin < block_width ? all.end : begin + block_width;
    take(begin, end, repeat_block(begin / block_width, memory));
  }
}

}  // namespace abut
