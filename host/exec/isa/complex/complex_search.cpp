// Compiled once per instruction set: see AbutInstructionSets.cmake.
#include "host/exec/isa/complex/complex_search.h"

#include "abut/complex/complex_crossing.h"
#include "abut/complex/placed_complexes.h"
#include "host/exec/isa/lanes/upper_halves.h"

namespace abut {
inline namespace ABUT_ISA {

extern const ComplexSearchTable complex_search_table_of_isa;

namespace complex_search_detail {

bool place(const PartsView& parts, const Pair& pair, const QuasiLmdSearch& asked, PlacedComplexes& at) {
  return place_complexes(parts, pair, asked, at);
}

void open(const ComplexPair<double>& pair, ComplexNodes nodes, QuasiLmdCounts& counts, const QuasiLmdSink& sink) {
  const ComplexTrees trees{pair.a.nodes, pair.b.nodes, &pair.frame};
  if (is_leaf(trees.a[nodes.a]) && is_leaf(trees.b[nodes.b])) return sink.nodes(sink.to, nodes);
  ComplexNodes children[2];
  int count = 0;
  open_nodes(
      trees, nodes, [&](ComplexNodes child) { children[count++] = child; }, [&] { ++counts.node_pairs; });
  while (count > 0) sink.nodes(sink.to, children[--count]);
}

void put_quasi_lmd(const ComplexPair<double>& pair, ComplexNodes simplices, QuasiLmdCounts& counts,
                   const QuasiLmdSink& sink) {
  QuasiLmd<double> found;
  ++counts.simplex_pairs;
  if (quasi_lmd(pair, simplices.a, simplices.b, found)) sink.put(sink.to, found);
}

void search(const ComplexPair<double>& pair, ComplexNodes nodes, QuasiLmdCounts& counts, const QuasiLmdSink& sink) {
  const auto visit = [&](const ComplexNode& a, const ComplexNode& b) {
    for (std::uint32_t i = a.next; i < a.next + a.count; ++i) {
      for (std::uint32_t j = b.next; j < b.next + b.count; ++j) put_quasi_lmd(pair, {i, j}, counts, sink);
    }
  };
  traverse_complexes({pair.a.nodes, pair.b.nodes, &pair.frame}, nodes, visit, [&] { ++counts.node_pairs; });
}

void brute_force(const ComplexPair<double>& pair, QuasiLmdCounts& counts, const QuasiLmdSink& sink) {
  for (std::uint32_t i = 0; i < pair.a.simplex_count; ++i) {
    for (std::uint32_t j = 0; j < pair.b.simplex_count; ++j) put_quasi_lmd(pair, {i, j}, counts, sink);
  }
}

bool cross(const ComplexPair<double>& pair) { return complexes_cross(pair); }

template <class T>
void store(const QuasiLmdsView<T>& out, std::uint64_t to, const QuasiLmdsOfPair& of) {
  for (std::size_t k = 0; k < of.count; ++k) store_quasi_lmd(out, {to + k, of.pair}, of.at, of.contacts[k]);
}

}  // namespace complex_search_detail

const ComplexSearchTable complex_search_table_of_isa = {
    cleared<complex_search_detail::place>,        cleared<complex_search_detail::open>,
    cleared<complex_search_detail::search>,       cleared<complex_search_detail::brute_force>,
    cleared<complex_search_detail::cross>,        cleared<complex_search_detail::store<float>>,
    cleared<complex_search_detail::store<double>>};

}  // namespace ABUT_ISA
}  // namespace abut
