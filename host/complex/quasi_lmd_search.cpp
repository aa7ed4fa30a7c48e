#include "host/complex/quasi_lmd_search.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

#include "abut/complex/same_place.h"

namespace abut::host {
namespace {

using Found = QuasiLmd<double>;

/// Pairs of nodes that large pairs are searched in: enough for all threads, few beside what is below each.
constexpr std::size_t wanted_parts = 128;
/// Below this many nodes in both hierarchies a pair is not worth cutting up.
constexpr std::uint64_t few_nodes = 4096;

void put_found(void* to, const Found& f) { static_cast<std::vector<Found>*>(to)->push_back(f); }
void put_nodes(void* to, ComplexNodes n) { static_cast<std::vector<ComplexNodes>*>(to)->push_back(n); }

bool are_leaves(const ComplexPair<double>& pair, ComplexNodes n) {
  return is_leaf(pair.a.nodes[n.a]) && is_leaf(pair.b.nodes[n.b]);
}

/// Opens all pairs of nodes, one level after the other, until there are enough.
std::vector<ComplexNodes> parts_of(const ComplexSearchTable& table, const ComplexPair<double>& pair,
                                   QuasiLmdCounts& counts) {
  std::vector<ComplexNodes> parts{{0, 0}}, next;
  const auto all_leaves = [&] {
    return std::all_of(parts.begin(), parts.end(), [&](ComplexNodes n) { return are_leaves(pair, n); });
  };
  while (!parts.empty() && parts.size() < wanted_parts && !all_leaves()) {
    next.clear();
    for (const ComplexNodes& n : parts) table.open(pair, n, counts, {&next, nullptr, put_nodes});
    parts.swap(next);
  }
  return parts;
}

void search_by_all(const ComplexSearchTable& table, const ComplexPair<double>& pair, QuasiLmdCounts& counts,
                   std::vector<Found>& out) {
  const std::vector<ComplexNodes> parts = parts_of(table, pair, counts);
  std::vector<std::vector<Found>> found(parts.size());
  std::vector<QuasiLmdCounts> of_part(parts.size());
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t k) {
    table.search(pair, parts[k], of_part[k], {&found[k], put_found, nullptr});
  });
  for (std::size_t k = 0; k < parts.size(); ++k) {
    out.insert(out.end(), found[k].begin(), found[k].end());
    counts.node_pairs += of_part[k].node_pairs, counts.simplex_pairs += of_part[k].simplex_pairs;
  }
}

}  // namespace

void keep_places(const ComplexPair<double>& pair, std::vector<Found>& found) {
  double far = 0;
  for (const Found& f : found) far = std::max(far, one_place(pair, f.distance));
  std::sort(found.begin(), found.end(), [&](const Found& x, const Found& y) {
    return x.point_a.x != y.point_a.x ? x.point_a.x < y.point_a.x : comes_before(pair, x, y);
  });
  std::vector<std::uint8_t> gone(found.size(), 0), is_lmd(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) is_lmd[i] = found[i].is_lmd ? 1 : 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t k = i + 1; k < found.size() && found[k].point_a.x - found[i].point_a.x <= far; ++k) {
      if (!at_one_place(pair, found[i], found[k])) continue;
      gone[says_more(pair, found[i], found[k]) ? k : i] = 1;
      if (found[i].is_lmd) is_lmd[k] = 1;
      if (found[k].is_lmd) is_lmd[i] = 1;
    }
  }
  std::size_t to = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (gone[i] != 0) continue;
    Found kept = found[i];
    kept.is_lmd = is_lmd[i] != 0;
    found[to++] = kept;
  }
  found.resize(to);
  std::sort(found.begin(), found.end(), [&](const Found& x, const Found& y) { return comes_before(pair, x, y); });
}

void find_pair_lmds(const ComplexSearchTable& table, const ComplexPair<double>& pair, QuasiLmdCounts& counts,
                    std::vector<Found>& out) {
  out.clear();
  if (pair.a.node_count == 0 || pair.b.node_count == 0) return;
  ++counts.node_pairs;
  if (!may_meet(pair.frame, pair.a.nodes[0], pair.b.nodes[0])) return;
  if (std::uint64_t{pair.a.node_count} + pair.b.node_count < few_nodes) {
    table.search(pair, {0, 0}, counts, {&out, put_found, nullptr});
  } else {
    search_by_all(table, pair, counts, out);
  }
  keep_places(pair, out);
}

}  // namespace abut::host
