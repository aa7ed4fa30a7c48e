// Which grains of a packing touch each other, counted as Montanari 2017, Fig. 5.12, does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <set>
#include <span>
#include <vector>

#include "abut/core/contact.h"

namespace dem {

/// Of each grain, how many it touches; of these, how many have a larger number, which are a row of his upper triangle;
/// and the largest set of grains with it that all touch each other: how many grains have n, for each n. Data only.
struct MutualContacts {
  std::uint32_t grains = 0;
  std::vector<std::uint64_t> touched, rows, sets;
};

namespace mutual_contacts_detail {

using Near = std::vector<std::set<std::uint32_t>>;

inline void count(std::vector<std::uint64_t>& to, std::size_t n) {
  if (n >= to.size()) to.resize(n + 1, 0);
  ++to[n];
}

/// Of those of `open`, which all touch the `size` that are in.
inline std::size_t largest_set(const Near& near, std::size_t size, std::vector<std::uint32_t> open) {
  std::size_t best = size;
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    open.pop_back();
    std::vector<std::uint32_t> rest;
    std::copy_if(open.begin(), open.end(), std::back_inserter(rest), [&](auto g) { return near[next].contains(g); });
    best = std::max(best, largest_set(near, size + 1, rest));
  }
  return best;
}

inline void print_shares(const char* name, std::uint32_t grains, const std::vector<std::uint64_t>& counts) {
  std::printf("  %-34s", name);
  for (std::size_t n = 0; n < 13; ++n) {
    const double share = n < counts.size() ? 100.0 * static_cast<double>(counts[n]) / grains : 0;
    std::printf(share > 0 ? " %5.1f" : "     -", share);
  }
  std::printf("\n");
}

}  // namespace mutual_contacts_detail

/// Of grains 0 to `grains` - 1 and the pairs of them that touch, each named once.
inline MutualContacts mutual_contacts(std::uint32_t grains, std::span<const abut::Pair> pairs) {
  using namespace mutual_contacts_detail;
  Near near(grains);
  for (const abut::Pair& p : pairs) near[p.a].insert(p.b), near[p.b].insert(p.a);
  MutualContacts out;
  out.grains = grains;
  for (std::uint32_t g = 0; g < grains; ++g) {
    count(out.touched, near[g].size());
    count(out.rows, static_cast<std::size_t>(std::distance(near[g].upper_bound(g), near[g].end())));
    count(out.sets, largest_set(near, 1, {near[g].begin(), near[g].end()}));
  }
  return out;
}

/// A line of numbers, and a line of shares each.
inline void print_mutual_contacts(const MutualContacts& m) {
  using namespace mutual_contacts_detail;
  std::printf("  %-34s", "% of the grains, by the number of");
  for (int n = 0; n < 13; ++n) std::printf(" %5d", n);
  std::printf("\n");
  print_shares("grains that it touches", m.grains, m.touched);
  print_shares("of them with a larger number", m.grains, m.rows);
  print_shares("grains that all touch each other", m.grains, m.sets);
}

}  // namespace dem
