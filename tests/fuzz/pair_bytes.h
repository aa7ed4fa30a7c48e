// A pair of shapes and their poses from a fuzzer's bytes, and back, for seeds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "host/io/case_file.h"

namespace abut::fuzz {

struct FuzzPair {
  io::PairCase pair;      ///< poses may be anything, also not finite
  bool in_world = false;  ///< asked as two bodies; else by B's pose in A's frame, and A's is the identity
  std::optional<double> alert;
};

/// Every string of bytes is a pair. Throws `InvalidInput` where placing B needs shapes that the library refuses.
FuzzPair pair_from_bytes(std::span<const std::uint8_t> bytes);

/// Bytes that `pair_from_bytes` makes the same shapes of, with B's pose in A's frame; empty for hulls of too many
/// vertices and nested sums.
std::string bytes_from_pair(const io::PairCase& pair);

}  // namespace abut::fuzz
