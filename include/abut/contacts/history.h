// What a solver keeps of pairs and contacts from one time step to the next: which of the last step's each one of this
// step's is, and moving along what is kept. Host only.
//
// A step is: find the pairs; `match_pairs` with those of the step before; `carry` the caches for warm starts along;
// query the pairs; `match_contacts`; `carry` what the solver keeps of a contact, as its tangential displacement. What
// is new gets zeros: an empty `CachedPolytope`, no displacement.
//
// On a `Cuda` everything lies in device memory of the caller's and is enqueued on `cuda.stream`: no hidden
// synchronisation, no hidden allocation, and all of it can be captured into a graph. These functions throw
// `InvalidInput`, before anything is enqueued, for a null or misaligned pointer or a workspace that is too small;
// `CudaError` when this build has no CUDA, no device is there, or a launch fails. Both executors give the same places.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "abut/bvh/part_tree.h"
#include "abut/contacts/matching.h"
#include "abut/core/executor.h"

namespace abut {

/// The place of each pair of `now` in `before`, or `no_match`. Both are sorted by a, then b, as searches make them.
std::vector<std::uint32_t> match_pairs(const Cpu& cpu, std::span<const Pair> before, std::span<const Pair> now);

/// The place of each contact of `now` in `before`, or `no_match`; of several that are the same the lowest. Throws
/// `InvalidInput` for a null array.
std::vector<std::uint32_t> match_contacts(const Cpu& cpu, const ContactIds& before, const ContactIds& now);

/// `now[i] = before[places[i]]`, zero bytes where there was none. `now` is as long as `places` and does not overlap
/// `before`. Throws `InvalidInput` when lengths do not fit or a place lies behind the end of `before`.
template <class E>
void carry(const Cpu& cpu, std::span<const std::uint32_t> places, std::span<const E> before, std::span<E> now);

/// `match_pairs` of lists on a device: `places` has room for `now.capacity` and gets one place a pair. A list that had
/// too little room is an empty one. `matched`: null, or gets how many are not new.
void match_pairs(const Cuda& cuda, const PairList& before, const PairList& now, std::uint32_t* places,
                 std::uint64_t* matched);

/// `match_contacts` on a device; as above. `cuda.workspace` has at least `match_contacts_workspace(cuda,
/// before.capacity)` bytes. At most 2^32 - 1 contacts.
void match_contacts(const Cuda& cuda, const ContactIds& before, const ContactIds& now, std::uint32_t* places,
                    std::uint64_t* matched);
/// Some 25 bytes a contact.
std::size_t match_contacts_workspace(const Cuda& cuda, std::uint64_t before_capacity);

/// Which elements of one array are carried to another. Data only.
struct Carried {
  const std::uint32_t* places;  ///< of `match_pairs` or `match_contacts`
  std::uint64_t capacity;       ///< of `places` and of the new array
  const std::uint64_t* count;   ///< null, or how many there are, on the device; more than `capacity`: none
};

/// `carry` on a device, for elements of `element_bytes`, a multiple of 4; the arrays are aligned to 4 bytes and do not
/// overlap. 16 bytes at a time where size and arrays are multiples of that.
void carry(const Cuda& cuda, const Carried& which, const void* before, void* now, std::size_t element_bytes);

namespace history_detail {
void carry_bytes(const Cpu& cpu, std::span<const std::uint32_t> places, std::span<const std::byte> before,
                 std::span<std::byte> now, std::size_t element_bytes);
}  // namespace history_detail

template <class E>
void carry(const Cpu& cpu, std::span<const std::uint32_t> places, std::span<const E> before, std::span<E> now) {
  static_assert(std::is_trivially_copyable_v<E>);
  history_detail::carry_bytes(cpu, places, std::as_bytes(before), std::as_writable_bytes(now), sizeof(E));
}

}  // namespace abut
