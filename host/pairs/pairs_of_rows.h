// The sorted list of pairs from rows that lie anywhere: whole rows move, not pairs, in the order of the parts.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/core/contact.h"
#include "host/pairs/row_search.h"

namespace abut {

/// Writing again reuses the memory: 12 bytes a part. Runs in the calling task arena.
class PairsOfRows {
 public:
  void resize(std::uint32_t items);

  /// By item, to be set before `write`: where its row of items is (null: `write` leaves its place out), and its length.
  void set_row(std::uint32_t item, const std::uint32_t* row) { rows_[item] = reinterpret_cast<std::uint64_t>(row); }
  std::uint32_t* counts() { return counts_.data(); }

  /// Takes the rows of a search, of which `items` are the items by position.
  void take(const RowSearch& search, const std::uint32_t* items);

  /// Number of pairs; to be called before `write`.
  std::uint64_t count();
  /// Writes the pairs of all rows that are not null.
  void write(Pair* out);
  /// Writes one row that was left out; after `write`.
  void write_row(std::uint32_t item, const std::uint32_t* row, Pair* out) const;

  std::size_t capacity() const { return 8 * rows_.capacity() + 4 * counts_.capacity() + 8 * places_.capacity(); }

 private:
  Buffer<std::uint64_t> rows_;
  Buffer<std::uint32_t> counts_;
  std::vector<std::uint64_t> places_;  ///< of the first row of each stretch
};

}  // namespace abut
