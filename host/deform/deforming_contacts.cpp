#include "abut/deform/deforming_contacts.h"

#include "host/deform/contact_checks.h"
#include "host/deform/gap_list.h"
#include "host/deform/kept_candidates.h"
#include "host/deform/pair_search.h"
#include "host/exec/arena.h"
#include "host/is_distance.h"
#include "host/number_text.h"

namespace abut {
namespace {

using host::NearFacets;

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
  host::KeptCandidates candidates;
};

DeformingContactFinder::DeformingContactFinder(double skin) : state_(new State{host::KeptCandidates(skin)}) {
  if (!host::is_distance(skin)) {
    throw InvalidInput("DeformingContactFinder: skin is " + host::number_text(skin) + "; allowed is 0 or more, finite");
  }
}
DeformingContactFinder::~DeformingContactFinder() = default;
DeformingContactFinder::DeformingContactFinder(DeformingContactFinder&&) noexcept = default;
DeformingContactFinder& DeformingContactFinder::operator=(DeformingContactFinder&&) noexcept = default;

DeformingPairs DeformingContactFinder::find_pairs(const Cpu& cpu, const DeformingBodies& bodies,
                                                  const DeformingContactOptions& options) {
  check("DeformingContactFinder::find_pairs", bodies, options);
  return host::in_arena(cpu, [&] {
    return pairs_of(state_->candidates.find(bodies, host::views_of(bodies.state()), options.alert_distance));
  });
}

DeformingContacts DeformingContactFinder::find_contacts(const Cpu& cpu, const DeformingBodies& bodies,
                                                        const DeformingContactOptions& options) {
  check("DeformingContactFinder::find_contacts", bodies, options);
  return host::in_arena(cpu, [&] {
    const std::vector<DeformBodyView> views = host::views_of(bodies.state());
    const double alert = options.alert_distance;
    return host::contacts_of(bodies.state(), views, state_->candidates.find(bodies, views, host::with_rounding(alert)),
                             alert);
  });
}

const DeformingFinderCounts& DeformingContactFinder::counts() const { return state_->candidates.counts(); }

}  // namespace abut
