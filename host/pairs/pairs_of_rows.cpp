#include "host/pairs/pairs_of_rows.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "host/exec/instruction_set.h"

namespace abut {
namespace {

using Range = tbb::blocked_range<std::uint32_t>;

constexpr std::uint32_t stretch = 1u << 13;

template <class Visit>
void for_stretches(std::uint32_t items, const Visit& visit) {
  tbb::parallel_for(Range(0, (items + stretch - 1) / stretch, 1), [&](const Range& range) {
    for (std::uint32_t s = range.begin(); s != range.end(); ++s) {
      visit(s, s * stretch, std::min(items, (s + 1) * stretch));
    }
  });
}

}  // namespace

void PairsOfRows::resize(std::uint32_t items) {
  rows_.resize(items);
  counts_.resize(items);
}

void PairsOfRows::take(const RowSearch& search, const std::uint32_t* items) {
  tbb::parallel_for(Range(0, search.chunk_count(), 1), [&](const Range& range) {
    for (std::uint32_t c = range.begin(); c != range.end(); ++c) {
      const RowSearch::Chunk chunk = search.chunk(c);
      const std::uint32_t* row = chunk.partners;
      for (std::uint32_t i = chunk.begin; i < chunk.end; ++i) {
        const std::uint32_t length = search.counts()[i];
        set_row(items[i], row);
        counts_[items[i]] = length;
        if (row != nullptr) row += length;
      }
    }
  });
}

std::uint64_t PairsOfRows::count() {
  const auto items = static_cast<std::uint32_t>(counts_.size());
  places_.assign((items + stretch - 1) / stretch, 0);
  for_stretches(items, [&](std::uint32_t s, std::uint32_t begin, std::uint32_t end) {
    std::uint64_t sum = 0;
    for (std::uint32_t a = begin; a < end; ++a) sum += counts_[a];
    places_[s] = sum;
  });
  std::uint64_t place = 0;
  for (std::uint64_t& sum : places_) place += std::exchange(sum, place);
  return place;
}

void PairsOfRows::write(Pair* out) {
  const BoxSearchTable& table = box_search_table(chosen_instruction_set());
  for_stretches(static_cast<std::uint32_t>(counts_.size()),
                [&](std::uint32_t s, std::uint32_t begin, std::uint32_t end) {
                  table.write_pairs(rows_.data(), counts_.data(), begin, end, places_[s], out);
                });
}

void PairsOfRows::write_row(std::uint32_t item, const std::uint32_t* row, Pair* out) const {
  out += rows_[item];
  for (std::uint32_t k = 0; k < counts_[item]; ++k) out[k] = {item, row[k]};
}

}  // namespace abut
