// How a list on a device grows that had too little room.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace abut::host {

/// Room for a list that has room for `has` and wants `wants`. It doubles at least: what is found further on may want
/// more yet. Places have 32 bits, so that it is no more than these reach unless more is wanted.
inline std::uint64_t more_room(std::uint64_t has, std::uint64_t wants) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (wants <= has) return has;
  return std::max(wants, std::min(std::max(2 * has, wants + wants / 8), most));
}

}  // namespace abut::host
