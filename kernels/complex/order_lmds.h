// Quasi-LMDs told once and put in order: by pair, and the features of A and then B.
//
// For each contact those at its place are looked for among its neighbours along the x axis of A's frame. What is told
// is sorted then, all else behind it.
#pragma once

#include "abut/complex/same_place.h"
#include "abut/core/bisection.h"
#include "abut/core/ordered_bits.h"
#include "kernels/complex/complex_scratch.h"

namespace abut::device {
namespace complexes_detail {

/// Stands behind all that is sorted by places or features, and by pairs.
inline constexpr std::uint64_t no_key = ~std::uint64_t{0}, no_pair = std::uint64_t{1} << 32;

/// A kind and a number below 2^30.
ABUT_HD inline std::uint32_t key_of(Feature f) {
  return static_cast<std::uint32_t>(feature_kind(f)) << 30 | feature_index(f);
}

struct KeyByPlace {
  LmdFindings found;
  NumberKeys out;
  ABUT_HD void operator()(std::uint64_t k) const {
    out.values[k] = static_cast<std::uint32_t>(k);
    out.keys[k] = k < found.contact_count() ? ordered_bits(found.contacts.items[k].lmd.point_a.x) : no_key;
  }
};

struct KeyByFeatures {
  LmdFindings found;
  NumberKeys out;
  ABUT_HD void operator()(std::uint64_t k) const {
    out.values[k] = static_cast<std::uint32_t>(k);
    out.keys[k] = no_key;
    if (k >= found.contact_count()) return;
    const FoundLmd& f = found.contacts.items[k];
    const ComplexPair<double>& pair = found.complexes_of(f);
    const std::uint32_t a = key_of(simplex_feature(pair.a.simplices[f.lmd.a]));
    const std::uint32_t b = key_of(simplex_feature(pair.b.simplices[f.lmd.b]));
    out.keys[k] = std::uint64_t{a} << 32 | b;
  }
};

/// For contacts that are sorted already.
struct KeyByPair {
  LmdFindings found;
  bool told_alone;
  NumberKeys out;
  ABUT_HD void operator()(std::uint64_t k) const {
    const std::uint32_t c = out.values[k];
    const bool is_there = c < found.contact_count() && !(told_alone && found.told[c] == Told::no);
    out.keys[k] = is_there ? found.contacts.items[c].pair : no_pair;
  }
};

/// What becomes of a contact, given all by pairs and places.
struct TellOnce {
  LmdFindings found;
  const std::uint32_t* sorted;

  ABUT_HD void operator()(std::uint64_t k) const {
    const std::uint64_t count = found.contact_count();
    if (k >= count) return;
    const FoundLmd& mine = found.contacts.items[sorted[k]];
    const ComplexPair<double>& pair = found.complexes_of(mine);
    const double far = one_place(pair, pair.reach);  // none has a larger distance
    bool gone = false, is_lmd = mine.lmd.is_lmd;
    const auto look = [&](std::uint64_t at) {
      const FoundLmd& other = found.contacts.items[sorted[at]];
      if (other.pair != mine.pair || !(abs(other.lmd.point_a.x - mine.lmd.point_a.x) <= far)) return false;
      if (at_one_place(pair, mine.lmd, other.lmd)) {
        gone = gone || says_more(pair, other.lmd, mine.lmd);
        is_lmd = is_lmd || other.lmd.is_lmd;
      }
      return true;
    };
    for (std::uint64_t at = k; at > 0 && look(at - 1); --at) {
    }
    for (std::uint64_t at = k + 1; at < count && look(at); ++at) {
    }
    found.told[sorted[k]] = gone ? Told::no : is_lmd ? Told::as_lmd : Told::as_quasi_lmd;
  }
};

}  // namespace complexes_detail

/// All contacts sorted by the keys of `Key`, and those of each pair together.
template <class Key, class Queue>
NumberKeys sort_lmds(Queue& queue, const ComplexScratch& s, bool told_alone) {
  using namespace complexes_detail;
  const auto by_key = [&](NumberKeys out) { return Key{s.found, out}; };
  const auto by_pair = [&](NumberKeys out) { return KeyByPair{s.found, told_alone, out}; };
  return sort_by_two(queue, s.sorting, s.found.contacts.capacity, by_key, by_pair, 33);
}

/// Those that are told, in order, and then all others: keys are their pairs, or `no_pair`.
template <class Queue>
NumberKeys order_lmds(Queue& queue, const ComplexScratch& s) {
  using namespace complexes_detail;
  const std::uint64_t room = s.found.contacts.capacity;
  const NumberKeys by_place = sort_lmds<KeyByPlace>(queue, s, false);
  queue.for_each(room, TellOnce{s.found, by_place.values});
  return sort_lmds<KeyByFeatures>(queue, s, true);
}

}  // namespace abut::device
