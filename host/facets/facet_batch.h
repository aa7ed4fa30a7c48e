// The facet contacts of a batch of pairs: searched in blocks by all threads, then put where they belong.
#pragma once

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "abut/core/error.h"
#include "abut/facet_contacts.h"
#include "abut/facets/contact_record.h"
#include "host/exec/checks.h"
#include "host/exec/instruction_set.h"
#include "host/facets/joined_parts.h"
#include "host/facets/pair_contacts.h"

namespace abut::host {

/// What is asked. Data only.
template <class T>
struct FacetQuestion {
  const FacetTrees& trees;
  const PartsView& parts;
  FacetPairs<T> pairs;
  FacetOptions options;
  const FacetCandidates* candidates = nullptr;  ///< for each pair; null: what the trees find
};

/// Throws `InvalidInput` where options are not allowed; `function` is what errors are about.
void check_facet_options(const char* function, const FacetOptions& options);

/// The views of all parts' shapes that have facets, by shape.
std::vector<FacetSurfaceView<double>> views_of_parts(const FacetTrees& trees, const PartsView& parts);

/// Throws `InvalidInput`: the pair's shape has no facets yet.
[[noreturn]] void no_facets_yet(std::uint64_t pair, std::uint32_t shape);

/// Throws `InvalidInput` where a pair's part is not there, or its shape has no facets yet.
void check_facet_pairs(const std::vector<FacetSurfaceView<double>>& views, const PartsView& parts,
                       std::span<const Pair> pairs);

/// Pairs whose contacts are kept together until it is known where they belong.
inline constexpr std::size_t facet_block = 32;

/// Runs in the calling task arena.
template <class T>
class FacetBatch {
 public:
  FacetBatch(const FacetQuestion<T>& question, const FacetContactsView<T>& out)
      : views_(views_of_parts(question.trees, question.parts)),
        parts_(question.parts),
        joined_(parts_, views_),
        pairs_(question.pairs),
        options_(question.options),
        candidates_(question.candidates),
        out_(out),
        blocks_((pairs_.pairs.size() + facet_block - 1) / facet_block),
        counts_(blocks_.size()) {
    check_facet_pairs(views_, parts_, pairs_.pairs);
  }

  /// Writes `offsets` and `needed`.
  void search() {
    tbb::parallel_for(std::size_t{0}, blocks_.size(), [&](std::size_t b) { find(b); });
    out_.offsets[0] = 0;
    for (std::size_t i = 0; i < pairs_.pairs.size(); ++i) out_.offsets[i + 1] += out_.offsets[i];
    if (out_.needed != nullptr) *out_.needed = needed();
  }
  std::uint64_t needed() const { return out_.offsets[pairs_.pairs.size()]; }
  FacetSearchCounts counts() const {
    FacetSearchCounts sum;
    for (const FacetSearchCounts& c : counts_) {
      sum.box_pairs += c.box_pairs, sum.facet_pairs += c.facet_pairs, sum.distances += c.distances;
    }
    return sum;
  }

  /// What the search has found, into arrays that may have been made since.
  void place(const FacetContactsView<T>& out) {
    out_ = out;
    if (needed() > out_.capacity) return;
    tbb::parallel_for(std::size_t{0}, blocks_.size(), [&](std::size_t b) {
      std::size_t k = 0;
      const std::size_t end = std::min((b + 1) * facet_block, pairs_.pairs.size());
      for (std::size_t i = b * facet_block; i < end; ++i) {
        const std::uint64_t first = out_.offsets[i], last = out_.offsets[i + 1];
        PlacedPair placed;
        if (first == last) continue;
        set_pair(i, placed);
        store(first, {pairs_.pairs[i], placed, blocks_[b].data() + k, last - first});
        k += last - first;
      }
    });
  }

 private:
  using Contact = FacetContact<double>;

  void find(std::size_t block) {
    std::vector<Contact> found;
    const std::size_t end = std::min((block + 1) * facet_block, pairs_.pairs.size());
    for (std::size_t i = block * facet_block; i < end; ++i) {
      out_.offsets[i + 1] = 0;
      PlacedPair at;
      if (!set_pair(i, at)) continue;
      const PairSearch search{table_, options_.contacts, candidates_ != nullptr ? candidates_ + i : nullptr};
      find_pair_contacts(search, at.pair, record(i, at), counts_[block], found);
      if (options_.contacts && options_.join_parts) {
        std::erase_if(found, [&](const Contact& c) { return joined_.hide(pairs_.pairs[i], at, c); });
      }
      out_.offsets[i + 1] = found.size();
      blocks_[block].insert(blocks_[block].end(), found.begin(), found.end());
    }
  }

  /// False where a pose is not finite.
  bool set_pair(std::size_t i, PlacedPair& at) const {
    const Pair p = pairs_.pairs[i];
    at.pair.a = views_[parts_.shape[p.a]], at.pair.b = views_[parts_.shape[p.b]];
    return table_.place(parts_, p, options_.alert_distance, options_.cone_tolerance, at);
  }

  void store(std::uint64_t to, const ContactsOfPair& of) const {
    if constexpr (std::is_same_v<T, float>) {
      table_.store_f32(out_, to, of);
    } else {
      table_.store_f64(out_, to, of);
    }
  }

  PartRecord record(std::size_t i, const PlacedPair& placed) const {
    return pairs_.records != nullptr ? part_record(*pairs_.records, i, placed) : PartRecord{};
  }

  const FacetSearchTable& table_ = facet_search_table(chosen_instruction_set());
  std::vector<FacetSurfaceView<double>> views_;  ///< by shape
  PartsView parts_;
  JoinedParts joined_;
  FacetPairs<T> pairs_;
  FacetOptions options_;
  const FacetCandidates* candidates_;
  FacetContactsView<T> out_;
  std::vector<std::vector<Contact>> blocks_;
  std::vector<FacetSearchCounts> counts_;
};

/// Into arrays that fit. Runs in the calling task arena.
template <class T>
FacetContacts<T> own_facet_contacts(const FacetQuestion<T>& question) {
  FacetContacts<T> all;
  all.offsets.resize(question.pairs.pairs.size() + 1);
  FacetContactsView<T> out;
  out.offsets = all.offsets.data();
  FacetBatch<T> batch(question, out);
  batch.search();
  all.counts = batch.counts();
  out.capacity = batch.needed();
  if (out.capacity == 0) return all;
  const auto take = [&](auto& array) { return array.resize(out.capacity), array.data(); };
  const auto take3 = [&](std::vector<Vec3<T>>& array) {
    array.resize(out.capacity);
    return StridedVec3<T>{&array[0].x, &array[0].y, &array[0].z, 3};
  };
  out.facet_a.data = take(all.facet_a), out.facet_b.data = take(all.facet_b);
  out.separation.data = take(all.separation);
  out.normal = take3(all.normal), out.point = take3(all.point);
  out.witness_a = take3(all.witness_a), out.witness_b = take3(all.witness_b);
  out.feature_a.data = take(all.feature_a), out.feature_b.data = take(all.feature_b);
  out.kind.data = take(all.kind), out.key.data = take(all.key);
  batch.place(out);
  return all;
}

}  // namespace abut::host
