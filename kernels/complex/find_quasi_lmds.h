// The quasi-LMDs of a batch of pairs, in stages:
//
//   1. Pairs are placed, and the hierarchies of all searched for simplices that have one (search_complexes.h).
//   2. Those at one place are told once, and all are put in order (order_lmds.h).
//   3. They go where they belong.
//
// Every stage is enqueued whatever the batch holds: its numbers stay on the device.
#pragma once

#include "kernels/complex/order_lmds.h"
#include "kernels/complex/search_complexes.h"

namespace abut::device {
namespace complexes_detail {

/// Where the contacts of pair `i` are, and how many there are.
struct WriteOffsets {
  LmdFindings found;
  NumberKeys sorted;
  std::uint64_t pair_count;
  LevelLists<PairedComplexNodes> nodes;
  std::uint64_t *offsets, *needed;
  QuasiLmdRoom* room_needed;

  ABUT_HD void operator()(std::uint64_t i) const {
    offsets[i] = first_not_before(found.contact_count(), [&](std::uint64_t k) { return sorted.keys[k] < i; });
    if (i < pair_count) return;
    *needed = found.fits() ? offsets[i] : ~std::uint64_t{0};
    *room_needed = {nodes.most(), *found.leaves.count, *found.contacts.count};
  }
};

/// Stores the contact that is the k-th in order.
template <class T>
struct StoreLmd {
  static constexpr unsigned threads_per_block = 128;
  LmdFindings found;
  const std::uint32_t* sorted;
  const std::uint64_t* count;
  const Pair* pairs;
  QuasiLmdsView<T> out;

  ABUT_HD void operator()(std::uint64_t k) const {
    if (*count > out.capacity) return;
    const std::uint32_t at = sorted[k];
    const FoundLmd& f = found.contacts.items[at];
    QuasiLmd<double> lmd = f.lmd;
    lmd.is_lmd = found.told[at] == Told::as_lmd;
    store_quasi_lmd(out, {k, pairs[f.pair]}, found.placed[f.pair], lmd);
  }
};

}  // namespace complexes_detail

template <class T, class Queue>
void find_quasi_lmds(Queue& queue, const backend::ComplexSearch& search, const QuasiLmdsView<T>& out,
                     const ComplexScratch& s) {
  using namespace complexes_detail;
  const LmdFindings& found = s.found;
  const std::uint64_t pairs = search.pair_count;
  queue.fill(s.counts, ComplexScratch::counters, 0);
  search_complexes(queue, search, s);
  if (out.crossing != nullptr) {
    queue.for_each(pairs, FindCrossing{found.placed, search.crossings, out.crossing});
  }
  const NumberKeys sorted = order_lmds(queue, s);
  queue.for_each(pairs + 1, WriteOffsets{found, sorted, pairs, s.nodes, out.offsets, out.needed, out.room_needed});
  const std::uint64_t* const count = out.offsets + pairs;
  queue.for_each_of(count, found.contacts.capacity, StoreLmd<T>{found, sorted.values, count, search.pairs, out});
}

/// A pair with a shape that has no complex. `in` names what is there.
struct FindNoComplex {
  backend::NamedPairs in;
  ComplexViews complexes;
  std::uint64_t* lowest;

  ABUT_HD bool has_complex(std::uint32_t part) const {
    const std::uint32_t shape = in.shape[part];
    return shape < complexes.count && complexes.of_shape[shape].node_count > 0;
  }
  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= listed(in.count, in.pair_count)) return;
    if (!has_complex(in.pairs[i].a) || !has_complex(in.pairs[i].b)) atomic_lower(lowest, i);
  }
};

}  // namespace abut::device
