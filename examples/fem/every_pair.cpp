#include <algorithm>
#include <chrono>

#include "examples/fem/facet_search.h"

namespace fem {

namespace {

/// Data only.
struct Box {
  Vector low, high;
};

Box box_of(const Triangle& t, std::span<const Vector> points, double grown) {
  Box out{points[t[0]], points[t[0]]};
  for (const std::uint32_t k : t) {
    const Vector& p = points[k];
    out.low = {std::min(out.low.x, p.x), std::min(out.low.y, p.y), std::min(out.low.z, p.z)};
    out.high = {std::max(out.high.x, p.x), std::max(out.high.y, p.y), std::max(out.high.z, p.z)};
  }
  const Vector by{grown, grown, grown};
  return {out.low - by, out.high + by};
}

bool meet(const Box& a, const Box& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

class EveryPair : public FacetSearch {
 public:
  EveryPair(const Facets& facets, double reach) : facets_(facets), reach_(reach) {}

  std::span<const NearFacets> find(std::span<const Vector> points) override {
    const auto began = std::chrono::steady_clock::now();
    found_.clear(), boxes_.clear();
    for (const Triangle& t : facets_.corners) boxes_.push_back(box_of(t, points, 0.5 * reach_));
    for (std::uint32_t a = 0; a < boxes_.size(); ++a) {
      for (std::uint32_t b = a + 1; b < boxes_.size(); ++b) {
        if (facets_.body[a] != facets_.body[b] && meet(boxes_[a], boxes_[b])) found_.push_back({a, b});
      }
    }
    ++counts_.searches, counts_.pairs += found_.size();
    counts_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return found_;
  }
  const SearchCounts& counts() const override { return counts_; }

 private:
  Facets facets_;
  double reach_;
  std::vector<Box> boxes_;
  std::vector<NearFacets> found_;
  SearchCounts counts_;
};

}  // namespace

std::unique_ptr<FacetSearch> every_pair(const Facets& facets, double reach) {
  return std::make_unique<EveryPair>(facets, reach);
}

}  // namespace fem
