#include "host/detect/code_sort.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace abut {
namespace {

constexpr int digit_bits = 11;  // six digits make 66 bits, and 2048 counters stay in the nearest cache
constexpr std::size_t buckets = std::size_t{1} << digit_bits;
constexpr std::size_t block = std::size_t{1} << 16;
constexpr std::size_t small = 4096;  // below, a comparison sort is faster than clearing the counters

using Counters = std::array<std::uint32_t, buckets>;

std::size_t digit(std::uint64_t code, int shift) { return static_cast<std::size_t>(code >> shift) & (buckets - 1); }

/// Turns the blocks' counts of each digit into the places where each block's items of that digit begin.
void scan(std::vector<Counters>& counts) {
  std::uint32_t place = 0;
  for (std::size_t d = 0; d < buckets; ++d) {
    for (Counters& of_block : counts) place += std::exchange(of_block[d], place);
  }
}

void sort_digit(const Buffer<CodedItem>& from, Buffer<CodedItem>& to, int shift, std::vector<Counters>& counts) {
  const std::size_t n = from.size();
  const auto end_of = [n](std::size_t b) { return std::min((b + 1) * block, n); };
  tbb::parallel_for(std::size_t{0}, counts.size(), [&](std::size_t b) {
    Counters& count = counts[b];
    count.fill(0);
    for (std::size_t i = b * block; i < end_of(b); ++i) ++count[digit(from[i].code, shift)];
  });
  scan(counts);
  tbb::parallel_for(std::size_t{0}, counts.size(), [&](std::size_t b) {
    Counters& place = counts[b];
    for (std::size_t i = b * block; i < end_of(b); ++i) to[place[digit(from[i].code, shift)]++] = from[i];
  });
}

}  // namespace

void sort_by_code(Buffer<CodedItem>& items, Buffer<CodedItem>& spare) {
  const std::size_t n = items.size();
  if (n < small) {
    std::sort(items.data(), items.data() + n, [](const CodedItem& a, const CodedItem& b) {
      return a.code != b.code ? a.code < b.code : a.item < b.item;
    });
    return;
  }
  std::uint64_t differing = 0;
  for (std::size_t i = 1; i < n; ++i) differing |= items[i].code ^ items[0].code;

  spare.resize(n);
  std::vector<Counters> counts((n + block - 1) / block);
  for (int shift = 0; shift < 64; shift += digit_bits) {
    if (digit(differing, shift) == 0) continue;
    sort_digit(items, spare, shift, counts);
    std::swap(items, spare);
  }
}

}  // namespace abut
