#include "host/decompose/facet_distance.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <vector>

namespace abut::host {
namespace {

/// A point, how far it is, and the facet it is nearest to.
struct Known {
  Vec3<double> at;
  double distance;  ///< below 0 inside, if that is asked
  std::uint32_t nearest;
};
using Bit = std::array<Known, 3>;

template <class At>
class Largest {
 public:
  Largest(const SurfaceTree& surface, const At& at, double step, double share)
      : surface_(surface), at_(at), step_(step), share_(share) {}

  double of(std::span<const Facet3> facets) const {
    std::vector<double> lower(facets.size()), upper(facets.size());
    tbb::parallel_for(std::size_t{0}, facets.size(), [&](std::size_t i) { lower[i] = highest(bit_of(facets[i])); });
    const double least = std::max(0.0, lower.empty() ? 0.0 : *std::max_element(lower.begin(), lower.end()));
    // From the same start for each, so that the answer does not hang on who comes first.
    tbb::parallel_for(std::size_t{0}, facets.size(), [&](std::size_t i) { upper[i] = of_one(facets[i], least); });
    return std::max(least, upper.empty() ? 0.0 : *std::max_element(upper.begin(), upper.end()));
  }

 private:
  Bit bit_of(const Facet3& f) const { return {at_(f[0]), at_(f[1]), at_(f[2])}; }
  static double highest(const Bit& bit) { return std::max({bit[0].distance, bit[1].distance, bit[2].distance}); }

  /// By the way from a corner, and by one facet's distance, which is largest at a corner.
  double bound(const Bit& bit) const {
    double least = infinity;
    for (const Known& k : bit) {
      double way = 0, farthest = 0;
      for (const Known& j : bit) {
        way = std::max(way, norm(j.at - k.at));
        farthest = std::max(farthest, surface_.distance(k.nearest, j.at));
      }
      least = std::min({least, k.distance + way, farthest});
    }
    return least;
  }

  double of_one(const Facet3& facet, double least) const {
    double upper = 0;
    std::vector<Bit> todo{bit_of(facet)};
    while (!todo.empty()) {
      const Bit bit = todo.back();
      todo.pop_back();
      least = std::max(least, highest(bit));
      const double most = bound(bit);
      if (most <= least + std::max(step_, share_ * least)) {
        upper = std::max(upper, most);
        continue;
      }
      int from = 0;
      for (int k = 1; k < 3; ++k) {
        if (length(bit, k) > length(bit, from)) from = k;
      }
      const Known middle = at_((bit[from].at + bit[(from + 1) % 3].at) * 0.5);
      Bit a = bit, b = bit;
      a[(from + 1) % 3] = middle, b[from] = middle;
      todo.push_back(a), todo.push_back(b);
    }
    return std::max(upper, least);
  }
  static double length(const Bit& bit, int k) { return norm(bit[(k + 1) % 3].at - bit[k].at); }

  const SurfaceTree& surface_;
  const At& at_;
  double step_, share_;
};

}  // namespace

double largest_distance(std::span<const Facet3> facets, const SurfaceTree& surface, double step, double share) {
  const auto at = [&](const Vec3<double>& p) {
    const SurfaceTree::Nearest n = surface.nearest(p);
    return Known{p, n.distance, n.triangle};
  };
  return Largest(surface, at, step, share).of(facets);
}

double largest_distance_outside(std::span<const Facet3> facets, const SurfaceTree& surface, const ShellDistance& shell,
                                double step, double share) {
  const auto at = [&](const Vec3<double>& p) {
    const SurfaceTree::Nearest n = surface.nearest(p);
    return Known{p, shell(p, n.distance) < 0 ? -n.distance : n.distance, n.triangle};
  };
  return Largest(surface, at, step, share).of(facets);
}

}  // namespace abut::host
