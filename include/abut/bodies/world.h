// Worlds: scenes that know nothing of each other and are looked at together, as many copies of one robot. Every body
// is in one world, 0 unless said otherwise, or in all of them.
#pragma once

#include <cstdint>

#include "abut/core/isa.h"

namespace abut {

/// The world of bodies that all worlds share, as a floor: they pair with those of any world, and with each other.
inline constexpr std::int32_t shared_world = -1;

inline namespace ABUT_ISA {

/// Whether bodies of these worlds may pair.
ABUT_INLINE bool worlds_meet(std::int32_t a, std::int32_t b) {
  return a == b || a == shared_world || b == shared_world;
}

/// How many worlds a tree's codes tell apart, the shared one among them; those beyond are searched together.
inline constexpr std::uint32_t coded_worlds = 1u << 20;
/// Bits of a code below those of the world.
inline constexpr int world_shift = 43;

/// The world's place in a tree: bodies that all worlds share come first.
ABUT_INLINE std::uint64_t world_slot(std::int32_t world) {
  const std::uint32_t slot = static_cast<std::uint32_t>(world) + 1u;
  return slot < coded_worlds ? slot : coded_worlds - 1;
}

}  // namespace ABUT_ISA
}  // namespace abut
