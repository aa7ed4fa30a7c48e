#include "host/deform/kept_candidates.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <iterator>

namespace abut::host {
namespace {

constexpr double rounding = 0x1p-40;

std::vector<bool> usable_bodies(const DeformingBodies& bodies) {
  std::vector<bool> out;
  for (const auto& body : bodies.state().bodies) out.push_back(body->has_usable_nodes());
  return out;
}

std::uint32_t node_end(const DeformingBodies& bodies, std::uint32_t body) {
  return body + 1 < bodies.body_count() ? bodies.node_begin(body + 1) : bodies.node_count();
}

std::size_t facets_of(const DeformingBodies& bodies, const std::vector<bool>& which) {
  std::size_t sum = 0;
  for (std::uint32_t b = 0; b < which.size(); ++b) sum += which[b] ? bodies.facets(b).size() : 0;
  return sum;
}

}  // namespace

bool KeptCandidates::fit(const DeformingBodies& bodies, double alert) const {
  return alert_ >= 0 && alert <= alert_ + 0.5 * skin_ && edition_ == bodies.state().edition &&
         usable_bodies(bodies) == usable_;
}

/// Bodies of which a node has moved farther since they were last searched.
std::vector<bool> KeptCandidates::beyond(const DeformingBodies& bodies, double distance) const {
  const double most2 = distance * distance * (1 - rounding);
  std::vector<std::uint8_t> far(bodies.body_count(), 0);
  tbb::parallel_for(std::uint32_t{0}, bodies.body_count(), [&](std::uint32_t b) {
    if (!usable_[b]) return;
    double moved2 = 0;
    for (std::uint32_t i = bodies.node_begin(b); i < node_end(bodies, b); ++i) {
      moved2 = std::max(moved2, squared_length(bodies.nodes()[i] - nodes_[i]));
    }
    far[b] = moved2 > most2 ? 1 : 0;
  });
  return {far.begin(), far.end()};
}

void KeptCandidates::search_all(const DeformingBodies& bodies, const std::vector<DeformBodyView>& views, double alert) {
  alert_ = -1;
  candidates_ = search_pairs(bodies.state(), views, (alert + skin_) * (1 + rounding));
  nodes_.assign(bodies.nodes().begin(), bodies.nodes().end());
  usable_ = usable_bodies(bodies), edition_ = bodies.state().edition;
  alert_ = alert;
}

/// Those that have moved, with all. The others were searched before: by now they may have moved by half of the skin,
/// and may be as far on the other side later. So the two come nearer by three halves of the skin, not by two.
void KeptCandidates::search_again(const DeformingBodies& bodies, const std::vector<DeformBodyView>& views,
                                  const std::vector<bool>& moved) {
  const auto is_moved = [&](const NearFacets& near) { return moved[near.bodies.a] || moved[near.bodies.b]; };
  std::vector<NearFacets> found = search_pairs(bodies.state(), views, (alert_ + 1.5 * skin_) * (1 + rounding), &moved);
  candidates_.reserve(candidates_.size() + found.size());  // nothing throws from here on
  std::erase_if(candidates_, is_moved);
  std::move(found.begin(), found.end(), std::back_inserter(candidates_));
  std::sort(candidates_.begin(), candidates_.end(), [](const NearFacets& x, const NearFacets& y) {
    return x.bodies.a != y.bodies.a ? x.bodies.a < y.bodies.a : x.bodies.b < y.bodies.b;
  });
  for (std::uint32_t b = 0; b < moved.size(); ++b) {
    if (!moved[b]) continue;
    std::copy(bodies.nodes().begin() + bodies.node_begin(b), bodies.nodes().begin() + node_end(bodies, b),
              nodes_.begin() + bodies.node_begin(b));
  }
}

std::vector<NearFacets> KeptCandidates::find(const DeformingBodies& bodies, const std::vector<DeformBodyView>& views,
                                             double alert) {
  if (!fit(bodies, alert)) {
    ++counts_.searches;
    search_all(bodies, views, alert);
    return filter_pairs(candidates_, views, alert);
  }
  // The intrinsic bound: two facets have come nearer by no more than what either's nodes have moved.
  const std::vector<bool> moved = beyond(bodies, 0.5 * std::min(skin_, alert_ + skin_ - alert));
  const std::size_t facets = facets_of(bodies, moved);
  ++(facets > 0 ? counts_.searches : counts_.reuses);
  const bool is_much_less = alert < alert_ - 0.5 * skin_;
  if (2 * facets > bodies.facet_count() || (facets > 0 && is_much_less)) {
    search_all(bodies, views, alert);
  } else if (facets > 0) {
    search_again(bodies, views, moved);
  }
  return filter_pairs(candidates_, views, alert);
}

}  // namespace abut::host
