#include "abut/complex/quasi_lmds.h"

#include <oneapi/tbb/parallel_for.h>

#include <type_traits>

#include "abut/complex/placed_complexes.h"
#include "abut/core/error.h"
#include "host/complex/lmd_arrays.h"
#include "host/complex/quasi_lmd_options.h"
#include "host/complex/quasi_lmd_search.h"
#include "host/exec/arena.h"
#include "host/exec/checks.h"
#include "host/exec/instruction_set.h"

namespace abut {
namespace {

/// The contacts of a batch of pairs: found by all threads, then put where they belong. Runs in the calling task arena.
template <class T>
class Batch {
 public:
  Batch(const ContactComplexes& complexes, const PartsView& parts, std::span<const Pair> pairs,
        const QuasiLmdOptions& options)
      : complexes_(complexes),
        parts_(parts),
        pairs_(pairs),
        asked_(host::quasi_lmd_search(options)),
        crossings_(options.crossings),
        found_(pairs.size()),
        counts_(pairs.size()) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      for (const std::uint32_t part : {pairs[i].a, pairs[i].b}) {
        host::check_index("find_quasi_lmds", i, part, parts.count);
        if (!complexes.has(parts.shape[part])) host::no_complex(i, parts.shape[part]);
      }
    }
  }

  /// Writes all that is there however many contacts there are.
  void search(const QuasiLmdsView<T>& out) {
    tbb::parallel_for(std::size_t{0}, pairs_.size(), [&](std::size_t i) {
      PlacedComplexes at;
      const bool placed = place(i, at);
      if (placed) host::find_pair_lmds(table_, at.pair, counts_[i], found_[i]);
      if (out.crossing != nullptr) out.crossing[i] = placed && crossings_ && table_.cross(at.pair) ? 1 : 0;
      out.offsets[i + 1] = found_[i].size();
    });
    out.offsets[0] = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) out.offsets[i + 1] += out.offsets[i];
    if (out.needed != nullptr) *out.needed = out.offsets[pairs_.size()];
  }

  void store(const QuasiLmdsView<T>& out) const {
    if (out.offsets[pairs_.size()] > out.capacity) return;
    tbb::parallel_for(std::size_t{0}, pairs_.size(), [&](std::size_t i) {
      PlacedComplexes at;
      if (found_[i].empty() || !place(i, at)) return;
      const QuasiLmdsOfPair of{pairs_[i], at, found_[i].data(), found_[i].size()};
      if constexpr (std::is_same_v<T, float>) {
        table_.store_f32(out, out.offsets[i], of);
      } else {
        table_.store_f64(out, out.offsets[i], of);
      }
    });
  }

  QuasiLmdCounts counts() const {
    QuasiLmdCounts sum;
    for (const QuasiLmdCounts& c : counts_) sum.node_pairs += c.node_pairs, sum.simplex_pairs += c.simplex_pairs;
    return sum;
  }

 private:
  bool place(std::size_t i, PlacedComplexes& at) const {
    at.pair.a = complexes_.view(parts_.shape[pairs_[i].a]), at.pair.b = complexes_.view(parts_.shape[pairs_[i].b]);
    return table_.place(parts_, pairs_[i], asked_, at);
  }

  const ComplexSearchTable& table_ = complex_search_table(chosen_instruction_set());
  const ContactComplexes& complexes_;
  PartsView parts_;
  std::span<const Pair> pairs_;
  QuasiLmdSearch asked_;
  bool crossings_;
  std::vector<std::vector<QuasiLmd<double>>> found_;
  std::vector<QuasiLmdCounts> counts_;
};

}  // namespace

template <class T>
QuasiLmdCounts find_quasi_lmds(const Cpu& cpu, const ContactComplexes& complexes, const PartsView& parts,
                               std::span<const Pair> pairs, const QuasiLmdOptions& options,
                               const QuasiLmdsView<T>& out) {
  host::check_options(options);
  if (out.offsets == nullptr) throw InvalidInput("find_quasi_lmds: offsets is null");
  QuasiLmdCounts counts;
  host::in_arena(cpu, [&] {
    Batch<T> batch(complexes, parts, pairs, options);
    batch.search(out), batch.store(out);
    counts = batch.counts();
  });
  return counts;
}

template <class T>
QuasiLmds<T> find_quasi_lmds(const Cpu& cpu, const ContactComplexes& complexes, const PartsView& parts,
                             std::span<const Pair> pairs, const QuasiLmdOptions& options) {
  host::check_options(options);
  QuasiLmds<T> all;
  all.offsets.resize(pairs.size() + 1), all.crossing.resize(pairs.size());
  host::in_arena(cpu, [&] {
    Batch<T> batch(complexes, parts, pairs, options);
    QuasiLmdsView<T> out;
    out.offsets = all.offsets.data(), out.crossing = all.crossing.data();
    batch.search(out);
    all.counts = batch.counts();
    batch.store(host::sized_view(all, all.offsets.back()));
  });
  return all;
}

#define ABUT_INSTANTIATE(T)                                                                                           \
  template QuasiLmdCounts find_quasi_lmds(const Cpu&, const ContactComplexes&, const PartsView&,                      \
                                          std::span<const Pair>, const QuasiLmdOptions&, const QuasiLmdsView<T>&);    \
  template QuasiLmds<T> find_quasi_lmds(const Cpu&, const ContactComplexes&, const PartsView&, std::span<const Pair>, \
                                        const QuasiLmdOptions&);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut
