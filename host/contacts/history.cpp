#include "abut/contacts/history.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_sort.h>

#include <cstring>
#include <string>

#include "abut/core/error.h"
#include "host/exec/arena.h"

namespace abut {
namespace {

using Range = tbb::blocked_range<std::size_t>;
constexpr std::size_t grain = 1024;

/// body(i) for all i < count, by the executor's threads.
template <class Body>
void for_each(std::size_t count, const Body& body) {
  tbb::parallel_for(Range(0, count, grain), [&](const Range& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) body(i);
  });
}

void check(const char* name, const ContactIds& ids) {
  const auto need = [&](const char* array, const void* pointer) {
    if (pointer == nullptr) throw InvalidInput(std::string("match_contacts: ") + name + "." + array + " is null");
  };
  if (ids.capacity == 0) return;
  need("pairs", ids.pairs), need("feature_a", ids.feature_a), need("feature_b", ids.feature_b), need("key", ids.key);
  if (ids.capacity > no_match) {
    throw InvalidInput(std::string("match_contacts: ") + name + " has " + std::to_string(ids.capacity) +
                       " contacts; allowed are " + std::to_string(no_match));
  }
}

}  // namespace

std::vector<std::uint32_t> match_pairs(const Cpu& cpu, std::span<const Pair> before, std::span<const Pair> now) {
  std::vector<std::uint32_t> places(now.size());
  host::in_arena(cpu, [&] {
    for_each(now.size(), [&](std::size_t i) { places[i] = find_pair(before.data(), before.size(), now[i]); });
  });
  return places;
}

std::vector<std::uint32_t> match_contacts(const Cpu& cpu, const ContactIds& before, const ContactIds& now) {
  check("before", before);
  check("now", now);
  const std::uint64_t old_count = listed(before.count, before.capacity);
  std::vector<std::uint32_t> places(listed(now.count, now.capacity)), place(old_count);
  std::vector<std::uint64_t> key(old_count);
  host::in_arena(cpu, [&] {
    for_each(old_count, [&](std::size_t i) { place[i] = static_cast<std::uint32_t>(i); });
    tbb::parallel_sort(place, [&](std::uint32_t a, std::uint32_t b) {
      return before.key[a] < before.key[b] || (before.key[a] == before.key[b] && a < b);
    });
    for_each(old_count, [&](std::size_t i) { key[i] = before.key[place[i]]; });
    const SortedKeys sorted{key.data(), place.data(), old_count};
    for_each(places.size(), [&](std::size_t i) { places[i] = find_contact(before, sorted, now, i); });
  });
  return places;
}

void history_detail::carry_bytes(const Cpu& cpu, std::span<const std::uint32_t> places,
                                 std::span<const std::byte> before, std::span<std::byte> now,
                                 std::size_t element_bytes) {
  const std::size_t old_count = before.size() / element_bytes;
  if (now.size() != places.size() * element_bytes) {
    throw InvalidInput("carry: now has " + std::to_string(now.size() / element_bytes) + " elements; there are " +
                       std::to_string(places.size()) + " places");
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != no_match && places[i] >= old_count) {
      throw InvalidInput("carry: place " + std::to_string(i) + " is " + std::to_string(places[i]) + "; before has " +
                         std::to_string(old_count) + " elements");
    }
  }
  host::in_arena(cpu, [&] {
    for_each(places.size(), [&](std::size_t i) {
      std::byte* const to = now.data() + i * element_bytes;
      if (places[i] == no_match) {
        std::memset(to, 0, element_bytes);
      } else {
        std::memcpy(to, before.data() + places[i] * element_bytes, element_bytes);
      }
    });
  });
}

}  // namespace abut
