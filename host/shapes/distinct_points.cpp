#include "host/shapes/distinct_points.h"

#include <bit>

#include "abut/core/contact.h"

namespace abut::host {
namespace {

std::uint64_t hash_of(Vec3<double> p) {
  // Adding 0 turns -0 into 0, so that equal coordinates have equal bits.
  std::uint64_t h = mix64(std::bit_cast<std::uint64_t>(p.x + 0.0) + 0x9e3779b97f4a7c15ull);
  h = mix64(h ^ std::bit_cast<std::uint64_t>(p.y + 0.0));
  return mix64((h << 1 | h >> 63) ^ std::bit_cast<std::uint64_t>(p.z + 0.0));
}

bool same(Vec3<double> a, Vec3<double> b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace

std::vector<std::uint32_t> first_occurrences(std::span<const Vec3<double>> points) {
  constexpr std::uint32_t empty = 0xffffffff;
  const std::size_t slots = std::bit_ceil(2 * points.size() + 1);
  std::vector<std::uint32_t> table(slots, empty);  // open addressing, linear probing
  std::vector<std::uint32_t> first(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::size_t slot = hash_of(points[i]) & (slots - 1);
    while (table[slot] != empty && !same(points[table[slot]], points[i])) slot = (slot + 1) & (slots - 1);
    if (table[slot] == empty) table[slot] = static_cast<std::uint32_t>(i);
    first[i] = table[slot];
  }
  return first;
}

}  // namespace abut::host
