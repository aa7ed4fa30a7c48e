#include "host/complex/quasi_lmd_search.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>

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

struct Keeper {
  const ComplexPair<double>& pair;
  std::vector<Found>& found;

  const ComplexSimplex& a(const Found& f) const { return pair.a.simplices[f.a]; }
  const ComplexSimplex& b(const Found& f) const { return pair.b.simplices[f.b]; }

  bool comes_first(const Found& x, const Found& y) const {
    const auto order = [&](const Found& f) {
      return std::array{simplex_feature(a(f)).code, simplex_feature(b(f)).code};
    };
    return order(x) < order(y);
  }
  bool says_more(const Found& x, const Found& y) const {
    const int of_x = a(x).dimension + b(x).dimension, of_y = a(y).dimension + b(y).dimension;
    return of_x != of_y ? of_x < of_y : comes_first(x, y);
  }
  /// Both have nearest points that differ by no more than the tolerance turns them.
  bool at_one_place(const Found& x, const Found& y) const {
    const double far = 4 * pair.tolerance * std::max(x.distance, y.distance) + pair.apart;
    const Vec3<double> bx = multiply_add(x.normal, x.distance, x.point_a);
    const Vec3<double> by = multiply_add(y.normal, y.distance, y.point_a);
    return length(x.point_a - y.point_a) <= far && length(bx - by) <= far;
  }

  void keep() {
    double far = 0;
    for (const Found& f : found) far = std::max(far, 4 * pair.tolerance * f.distance + pair.apart);
    std::sort(found.begin(), found.end(), [&](const Found& x, const Found& y) {
      return x.point_a.x != y.point_a.x ? x.point_a.x < y.point_a.x : comes_first(x, y);
    });
    std::vector<std::uint8_t> gone(found.size(), 0);
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (std::size_t k = i + 1; k < found.size() && found[k].point_a.x - found[i].point_a.x <= far; ++k) {
        if (!at_one_place(found[i], found[k])) continue;
        const bool first = says_more(found[i], found[k]);
        gone[first ? k : i] = 1;
        found[i].is_lmd = found[k].is_lmd = found[i].is_lmd || found[k].is_lmd;
      }
    }
    std::size_t to = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (gone[i] == 0) found[to++] = found[i];
    }
    found.resize(to);
    std::sort(found.begin(), found.end(), [&](const Found& x, const Found& y) { return comes_first(x, y); });
  }
};

}  // namespace

void keep_places(const ComplexPair<double>& pair, std::vector<Found>& found) { Keeper{pair, found}.keep(); }

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
