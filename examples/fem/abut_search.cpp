#include <chrono>

#include "abut/deform/deforming_contacts.h"
#include "examples/fem/run.h"

namespace fem {

namespace {

/// Abut's: trees over the bodies' facets, refitted in every step; with a skin they are searched in few.
class AbutSearch : public FacetSearch {
 public:
  AbutSearch(const Facets& facets, double reach, double skin) : reach_(reach), finder_(skin), keeps_(skin > 0) {
    std::uint32_t facet = 0;
    for (std::uint32_t b = 0; b + 1 < facets.first_point.size(); ++b) {
      const std::uint32_t first = facets.first_point[b];
      abut::DeformingMesh mesh;
      mesh.node_count = facets.first_point[b + 1] - first;
      mesh.self_contact = false, mesh.solid = true;
      first_facet_.push_back(facet);
      for (; facet < facets.corners.size() && facets.body[facet] == b; ++facet) {
        const Triangle& t = facets.corners[facet];
        mesh.triangles.push_back({t[0] - first, t[1] - first, t[2] - first});
      }
      bodies_.add(mesh);
    }
  }

  std::span<const NearFacets> find(std::span<const Vector> points) override {
    const auto began = std::chrono::steady_clock::now();
    const abut::Cpu one{.threads = 1};
    bodies_.move(one, points);
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

std::unique_ptr<FacetSearch> make_search(SearchKind kind, const Facets& facets, double reach) {
  if (kind == SearchKind::every) return every_pair(facets, reach);
  if (kind == SearchKind::kept) {
    return kept_search(std::make_unique<AbutSearch>(facets, 1.2 * reach, 0), 0.2 * reach);
  }
  return std::make_unique<AbutSearch>(facets, reach, kind == SearchKind::intrinsic ? 5 * reach : 0);
}

}  // namespace fem
