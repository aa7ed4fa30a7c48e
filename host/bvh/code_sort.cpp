#include "host/bvh/code_sort.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>

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

std::uint64_t code_of(const CodedItem& item) { return item.code; }
std::uint64_t code_of(std::uint64_t word) { return word; }

/// Turns the blocks' counts of each digit into the places where each block's items of that digit begin.
void scan(std::vector<Counters>& counts) {
  std::uint32_t place = 0;
  for (std::size_t d = 0; d < buckets; ++d) {
    for (Counters& of_block : counts) place += std::exchange(of_block[d], place);
  }
}

template <class Item>
void sort_digit(const Buffer<Item>& from, Buffer<Item>& to, int shift, std::vector<Counters>& counts) {
  const std::size_t n = from.size();
  const auto end_of = [n](std::size_t b) { return std::min((b + 1) * block, n); };
  tbb::parallel_for(std::size_t{0}, counts.size(), [&](std::size_t b) {
    Counters& count = counts[b];
    count.fill(0);
    for (std::size_t i = b * block; i < end_of(b); ++i) ++count[digit(code_of(from[i]), shift)];
  });
  scan(counts);
  tbb::parallel_for(std::size_t{0}, counts.size(), [&](std::size_t b) {
    Counters& place = counts[b];
    for (std::size_t i = b * block; i < end_of(b); ++i) to[place[digit(code_of(from[i]), shift)]++] = from[i];
  });
}

/// Least significant digit first, from bit `first` on. The result is in `items`.
template <class Item>
void sort_digits(Buffer<Item>& items, Buffer<Item>& spare, int first) {
  const std::size_t n = items.size();
  const std::uint64_t differing = tbb::parallel_reduce(
      tbb::blocked_range<std::size_t>(0, n, block), std::uint64_t{0},
      [&](const tbb::blocked_range<std::size_t>& range, std::uint64_t bits) {
        for (std::size_t i = range.begin(); i != range.end(); ++i) bits |= code_of(items[i]) ^ code_of(items[0]);
        return bits;
      },
      [](std::uint64_t a, std::uint64_t b) { return a | b; });
  spare.resize(n);
  std::vector<Counters> counts((n + block - 1) / block);
  for (int shift = first; shift < 64; shift += digit_bits) {
    if (digit(differing, shift) == 0) continue;
    sort_digit(items, spare, shift, counts);
    std::swap(items, spare);
  }
}

}  // namespace

void sort_by_code(Buffer<CodedItem>& items, Buffer<CodedItem>& spare) {
  if (items.size() < small) {
    std::sort(items.data(), items.data() + items.size(), [](const CodedItem& a, const CodedItem& b) {
      return a.code != b.code ? a.code < b.code : a.item < b.item;
    });
    return;
  }
  sort_digits(items, spare, 0);
}

void sort_words(Buffer<std::uint64_t>& words, Buffer<std::uint64_t>& spare, int first_bit) {
  if (words.size() < small) {
    std::sort(words.data(), words.data() + words.size());
    return;
  }
  sort_digits(words, spare, first_bit);
}

}  // namespace abut
