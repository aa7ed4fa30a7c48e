#include "host/facets/joined_parts.h"

#include <algorithm>

namespace abut::host {
JoinedParts::JoinedParts(const PartsView& parts, const std::vector<FacetSurfaceView<double>>& views)
    : parts_{parts, {views.data(), static_cast<std::uint32_t>(views.size())}} {
  std::uint32_t bodies = 0;
  for (std::uint32_t i = 0; i < parts.count; ++i) bodies = std::max(bodies, parts.body[i] + 1);
  std::vector<std::uint32_t> begin(bodies + std::size_t{1}, 0);
  for (std::uint32_t i = 0; i < parts.count; ++i) ++begin[parts.body[i] + std::size_t{1}];
  if (std::all_of(begin.begin(), begin.end(), [](std::uint32_t n) { return n <= 1; })) return;
  for (std::size_t k = 1; k < begin.size(); ++k) begin[k] += begin[k - 1];
  of_body_.resize(parts.count);
  std::vector<std::uint32_t> next(begin);
  for (std::uint32_t i = 0; i < parts.count; ++i) of_body_[next[parts.body[i]]++] = i;
  begin_ = std::move(begin);
}

bool JoinedParts::hide(Pair pair, const PlacedPair& at, const FacetContact<double>& contact) const {
  if (begin_.empty()) return false;
  return is_hidden(parts_, pair, at, contact, [&](std::uint32_t body, const auto& holds) {
    return std::any_of(of_body_.begin() + begin_[body], of_body_.begin() + begin_[body + 1], holds);
  });
}

}  // namespace abut::host
