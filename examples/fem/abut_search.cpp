#include <chrono>

#include "abut/deform/deforming_contacts.h"
#include "examples/fem/run.h"

namespace fem {

namespace {

/// Abut's: trees over the bodies' facets, refitted in every step; with a skin they are searched in few.
class AbutSearch : public FacetSearch {
 public:
  AbutSearch(abut::DeformingBodies bodies, double reach, double skin)
      : bodies_(std::move(bodies)), reach_(reach), finder_(skin), keeps_(skin > 0) {
    first_facet_.push_back(0);
    for (std::uint32_t b = 0; b < bodies_.body_count(); ++b) {
      first_facet_.push_back(first_facet_[b] + static_cast<std::uint32_t>(bodies_.facets(b).size()));
    }
  }

  std::span<const NearFacets> find(std::span<const Vector> nodes) override {
    const auto began = std::chrono::steady_clock::now();
    const abut::Cpu one{.threads = 1};
    bodies_.move(one, nodes.first(bodies_.node_count()));
    const abut::DeformingContactOptions options{.alert_distance = reach_};
    const abut::DeformingPairs pairs =
        keeps_ ? finder_.find_pairs(one, bodies_, options) : abut::find_deforming_pairs(one, bodies_, options);
    found_.clear();
    for (std::size_t i = 0; i < pairs.bodies.size(); ++i) {
      const std::uint32_t a = first_facet_[pairs.bodies[i].a], b = first_facet_[pairs.bodies[i].b];
      for (std::uint64_t k = pairs.offsets[i]; k < pairs.offsets[i + 1]; ++k) {
        found_.push_back({a + pairs.facets[k].a, b + pairs.facets[k].b});
      }
    }
    counts_.searches = keeps_ ? finder_.counts().searches : counts_.searches + 1;
    counts_.kept = finder_.counts().reuses;
    counts_.pairs += found_.size();
    counts_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return found_;
  }
  const SearchCounts& counts() const override { return counts_; }

 private:
  abut::DeformingBodies bodies_;
  double reach_;
  abut::DeformingContactFinder finder_;
  bool keeps_;
  std::vector<std::uint32_t> first_facet_;
  std::vector<NearFacets> found_;
  SearchCounts counts_;
};

}  // namespace

std::unique_ptr<FacetSearch> make_search(SearchKind kind, const Problem& problem, const System& system) {
  const double reach = problem.penalty.depth;
  if (kind == SearchKind::every) return every_pair(system.facets(), reach);
  return std::make_unique<AbutSearch>(deforming_bodies(problem), reach, kind == SearchKind::intrinsic ? reach : 0);
}

}  // namespace fem
