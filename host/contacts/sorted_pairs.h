// Candidate pairs as filters take them: sorted by a, then b, none twice, of parts that are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "abut/contacts/matching.h"
#include "abut/core/contact.h"
#include "abut/core/error.h"

namespace abut::host {

/// Whether candidate `i` names parts that are there and comes behind the one before it.
inline bool is_in_order(std::span<const Pair> candidates, std::size_t i, std::uint32_t parts) {
  return candidates[i].a < parts && candidates[i].b < parts &&
         (i == 0 || comes_before(candidates[i - 1], candidates[i]));
}

/// Of candidates, one of which is not in order.
[[noreturn]] inline void refuse_candidates(std::span<const Pair> candidates, std::uint32_t parts) {
  const auto text = [](Pair p) { return "(" + std::to_string(p.a) + ", " + std::to_string(p.b) + ")"; };
  std::size_t i = 0;
  while (is_in_order(candidates, i, parts)) ++i;
  const std::string which = "candidates[" + std::to_string(i) + "] is " + text(candidates[i]);
  if (candidates[i].a >= parts || candidates[i].b >= parts) {
    throw InvalidInput(which + ": there are " + std::to_string(parts) + " parts");
  }
  throw InvalidInput(which + " behind " + text(candidates[i - 1]) + ": they have to be sorted by a, then b");
}

}  // namespace abut::host
