// One pair, or one contact, looked for in what was there a step before. The loops are elsewhere.
#pragma once

#include "abut/core/bisection.h"
#include "abut/core/contact.h"

namespace abut {

/// Stands for what was not there before.
inline constexpr std::uint32_t no_match = 0xffffffffu;

/// Contacts as they are told from each other: arrays of `capacity` elements, all in host or all in device memory, in
/// any order. Data only.
struct ContactIds {
  const Pair* pairs = nullptr;  ///< of each contact
  const Feature* feature_a = nullptr;
  const Feature* feature_b = nullptr;
  const std::uint64_t* key = nullptr;    ///< `contact_key` of these three
  const std::uint8_t* status = nullptr;  ///< null: all are contacts; else those that are neither converged nor touching
                                         ///< match nothing
  std::uint64_t capacity = 0;
  /// Null: as many as there is room for. Else how many there are, in the memory of the arrays; more than `capacity`:
  /// none.
  const std::uint64_t* count = nullptr;
};

inline namespace ABUT_ISA {

/// How many elements a list has whose count is there.
ABUT_INLINE std::uint64_t listed(const std::uint64_t* count, std::uint64_t capacity) {
  if (count == nullptr) return capacity;
  return *count <= capacity ? *count : 0;
}

ABUT_INLINE bool same_pair(Pair x, Pair y) { return x.a == y.a && x.b == y.b; }

/// By a, then b: the order of lists.
ABUT_INLINE bool comes_before(Pair x, Pair y) { return x.a < y.a || (x.a == y.a && x.b < y.b); }

/// The place of `pair` among sorted ones.
ABUT_INLINE std::uint32_t find_pair(const Pair* sorted, std::uint64_t count, Pair pair) {
  const std::uint64_t at = first_not_before(count, [&](std::uint64_t i) { return comes_before(sorted[i], pair); });
  return at < count && same_pair(sorted[at], pair) ? static_cast<std::uint32_t>(at) : no_match;
}

ABUT_INLINE bool is_listed_contact(const ContactIds& ids, std::uint64_t i) {
  return ids.status == nullptr || is_contact(ids.status[i]);
}

/// Keys of contacts in ascending order, the same ones by place: what is looked in. Data only.
struct SortedKeys {
  const std::uint64_t* key;
  const std::uint32_t* place;
  std::uint64_t count;
};

/// The place of contact `i` of `now` in `before`, of several the lowest. A key that is equal by chance is told by what
/// it was made of.
ABUT_HD inline std::uint32_t find_contact(const ContactIds& before, const SortedKeys& sorted, const ContactIds& now,
                                          std::uint64_t i) {
  if (!is_listed_contact(now, i)) return no_match;
  const std::uint64_t key = now.key[i];
  std::uint64_t at = first_not_before(sorted.count, [&](std::uint64_t k) { return sorted.key[k] < key; });
  for (; at < sorted.count && sorted.key[at] == key; ++at) {
    const std::uint32_t old = sorted.place[at];
    if (is_listed_contact(before, old) && same_pair(before.pairs[old], now.pairs[i]) &&
        before.feature_a[old].code == now.feature_a[i].code && before.feature_b[old].code == now.feature_b[i].code) {
      return old;
    }
  }
  return no_match;
}

}  // namespace ABUT_ISA
}  // namespace abut
