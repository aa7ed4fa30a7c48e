// Whether triangles close what they are the surface of.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace abut::host {

/// Whether every edge is run through as often one way as the other.
inline bool is_closed(std::span<const std::array<std::uint32_t, 3>> triangles) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> there, back;
  for (const auto& t : triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      there.emplace_back(t[k], t[(k + 1) % 3]);
      back.emplace_back(t[(k + 1) % 3], t[k]);
    }
  }
  std::sort(there.begin(), there.end());
  std::sort(back.begin(), back.end());
  return there == back;
}

}  // namespace abut::host
