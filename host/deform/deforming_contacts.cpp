#include "abut/deform/deforming_contacts.h"

#include <cmath>

#include "host/deform/contact_checks.h"
#include "host/deform/gap_list.h"
#include "host/deform/pair_search.h"
#include "host/exec/arena.h"
#include "host/is_distance.h"
#include "host/number_text.h"

namespace abut {
namespace {

using host::NearFacets;

std::vector<bool> usable_bodies(const DeformingBodies& bodies) {
  std::vector<bool> out;
  for (const auto& body : bodies.state().bodies) out.push_back(body->status.fault != BodyFault::unusable_node);
  return out;
}

void check(const char* function, const DeformingBodies& bodies, const DeformingContactOptions& options) {
  host::check_search(function, "DeformingBodies::move", bodies, bodies.state().moved, options);
}

DeformingPairs pairs_of(const std::vector<NearFacets>& near) {
  DeformingPairs out;
  for (const NearFacets& of : near) {
    out.bodies.push_back(of.bodies), out.offsets.push_back(out.facets.size());
    for (const std::uint64_t word : of.words) {
      out.facets.push_back({facet_a_of(word), facet_b_of(word)});
      out.crossing.push_back(crosses(word) ? 1 : 0);
    }
  }
  out.offsets.push_back(out.facets.size());
  return out;
}

}  // namespace

DeformingPairs find_deforming_pairs(const Cpu& cpu, const DeformingBodies& bodies,
                                    const DeformingContactOptions& options) {
  check("find_deforming_pairs", bodies, options);
  return host::in_arena(cpu, [&] {
    return pairs_of(host::search_pairs(bodies.state(), host::views_of(bodies.state()), options.alert_distance));
  });
}

DeformingContacts find_deforming_contacts(const Cpu& cpu, const DeformingBodies& bodies,
                                          const DeformingContactOptions& options) {
  check("find_deforming_contacts", bodies, options);
  return host::in_arena(cpu, [&] {
    const std::vector<DeformBodyView> views = host::views_of(bodies.state());
    const double alert = options.alert_distance;
    return host::contacts_of(bodies.state(), views,
                             host::search_pairs(bodies.state(), views, host::with_rounding(alert)), alert);
  });
}

DeformingAreas deforming_areas(const Cpu& cpu, const DeformingBodies& bodies) {
  check("deforming_areas", bodies, {});
  return host::in_arena(cpu, [&] { return host::areas_of(bodies.state(), host::views_of(bodies.state())); });
}

struct DeformingContactFinder::State {
  double skin = 0;
  double alert = -1;  ///< with the skin, of the candidates; below 0: there are none
  std::vector<NearFacets> candidates;
  std::vector<Vec3<double>> nodes;  ///< when they were found
  std::vector<bool> usable;         ///< by body: it had no unusable node
  std::uint64_t edition = 0;        ///< of the bodies
  DeformingFinderCounts counts;

  bool serves(const DeformingBodies& bodies, double asked) const;
  std::vector<NearFacets> find(const DeformingBodies& bodies, const std::vector<DeformBodyView>& views, double asked);
};

/// The intrinsic bound: two facets have come nearer by no more than twice the largest nodal displacement.
bool DeformingContactFinder::State::serves(const DeformingBodies& bodies, double asked) const {
  if (alert < 0 || edition != bodies.state().edition || usable_bodies(bodies) != usable) return false;
  double most2 = 0;
  for (std::uint32_t b = 0; b < bodies.body_count(); ++b) {
    if (!usable[b]) continue;
    const std::uint32_t end = b + 1 < bodies.body_count() ? bodies.node_begin(b + 1) : bodies.node_count();
    for (std::uint32_t i = bodies.node_begin(b); i < end; ++i) {
      most2 = std::max(most2, squared_length(bodies.nodes()[i] - nodes[i]));
    }
  }
  return asked + 2 * std::sqrt(most2) * (1 + 0x1p-40) <= alert * (1 - 0x1p-40);
}

std::vector<NearFacets> DeformingContactFinder::State::find(const DeformingBodies& bodies,
                                                            const std::vector<DeformBodyView>& views, double asked) {
  if (serves(bodies, asked)) {
    ++counts.reuses;
  } else {
    ++counts.searches;
    alert = -1;
    candidates = host::search_pairs(bodies.state(), views, asked + skin);
    nodes.assign(bodies.nodes().begin(), bodies.nodes().end());
    usable = usable_bodies(bodies), edition = bodies.state().edition;
    alert = asked + skin;
  }
  return host::filter_pairs(candidates, views, asked);
}

DeformingContactFinder::DeformingContactFinder(double skin) : state_(new State) {
  if (!host::is_distance(skin)) {
    throw InvalidInput("DeformingContactFinder: skin is " + host::number_text(skin) + "; allowed is 0 or more, finite");
  }
  state_->skin = skin;
}
DeformingContactFinder::~DeformingContactFinder() = default;
DeformingContactFinder::DeformingContactFinder(DeformingContactFinder&&) noexcept = default;
DeformingContactFinder& DeformingContactFinder::operator=(DeformingContactFinder&&) noexcept = default;

DeformingPairs DeformingContactFinder::find_pairs(const Cpu& cpu, const DeformingBodies& bodies,
                                                  const DeformingContactOptions& options) {
  check("DeformingContactFinder::find_pairs", bodies, options);
  return host::in_arena(
      cpu, [&] { return pairs_of(state_->find(bodies, host::views_of(bodies.state()), options.alert_distance)); });
}

DeformingContacts DeformingContactFinder::find_contacts(const Cpu& cpu, const DeformingBodies& bodies,
                                                        const DeformingContactOptions& options) {
  check("DeformingContactFinder::find_contacts", bodies, options);
  return host::in_arena(cpu, [&] {
    const std::vector<DeformBodyView> views = host::views_of(bodies.state());
    const double alert = options.alert_distance;
    return host::contacts_of(bodies.state(), views, state_->find(bodies, views, host::with_rounding(alert)), alert);
  });
}

const DeformingFinderCounts& DeformingContactFinder::counts() const { return state_->counts; }

}  // namespace abut
