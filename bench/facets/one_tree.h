// One tree over all facets of all bodies, built anew at every step: what a tree for each part is held against
// (Montanari 2017, 4.6 and 5.4, has it for his reference).
#pragma once

#include <cmath>
#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "abut/detect.h"
#include "abut/facet_contacts.h"
#include "abut/facets/placed_pair.h"

namespace abut::bench {

/// A pair of parts, facets of both as the caller numbers them, and their separation.
using FacetRow = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, double>;

/// The rows of all contacts of all pairs.
inline std::vector<FacetRow> facet_rows(std::span<const Pair> pairs, const FacetContacts<double>& found) {
  std::vector<FacetRow> rows;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t k = found.offsets[i]; k < found.offsets[i + 1]; ++k) {
      rows.push_back({pairs[i].a, pairs[i].b, found.facet_a[k], found.facet_b[k], found.separation[k]});
    }
  }
  return rows;
}

/// Every facet is a part with a triangle as its shape, and the library's own search finds the pairs whose boxes
/// overlap. Bodies have one part each.
class OneTree {
 public:
  /// Trees of all shapes that bodies have.
  OneTree(const BodySet& bodies, const FacetTrees& trees, std::uint32_t shapes) : trees_(trees) {
    std::vector<std::vector<Part>> of_shape(shapes);
    places_.resize(shapes);
    const PartsView parts = bodies.parts();
    for (std::uint32_t b = 0; b < bodies.size(); ++b) {
      const std::uint32_t s = parts.shape[b];
      if (of_shape[s].empty()) add_facets(s, of_shape[s]);
      facets_.add(bodies.pose(b), of_shape[s], {.groups = parts.groups[b], .meets = parts.meets[b]});
    }
  }

  std::uint64_t candidates = 0;  ///< of the last step: pairs of facets whose boxes overlap

  /// The boxes of all facets, and the pairs that overlap.
  std::vector<Pair> find(const BodySet& bodies, double alert, int threads) {
    for (std::uint32_t b = 0; b < bodies.size(); ++b) facets_.set_pose(b, bodies.pose(b));
    std::vector<Pair> pairs = find_pairs(Cpu{threads}, triangles_.headers(), facets_.parts(), alert);
    candidates = pairs.size();
    return pairs;
  }

  /// All pairs of facets within the alert distance, in the order of `pairs`, which `find` has found.
  std::vector<FacetRow> rows(const BodySet& bodies, const std::vector<Pair>& pairs, double alert) const {
    const PartsView of_facets = facets_.parts(), of_bodies = bodies.parts();
    std::vector<FacetRow> out;
    std::unordered_map<std::uint64_t, PlacedPair> placed;
    std::uint64_t last = ~std::uint64_t{0};
    PlacedPair* at = nullptr;
    for (const Pair& pair : pairs) {
      const std::uint32_t a = of_facets.body[pair.a], b = of_facets.body[pair.b];
      const std::uint64_t both = (std::uint64_t{a} << 32) | b;
      if (both != last) {
        const auto [found, is_new] = placed.try_emplace(both);
        at = &found->second, last = both;
        if (is_new) {
          at->pair.a = trees_.view(of_bodies.shape[a]), at->pair.b = trees_.view(of_bodies.shape[b]);
          place_pair(of_bodies, {a, b}, alert, 1e-6, *at);
        }
      }
      const std::uint32_t ia = pair.a - facets_.first_part(a), ib = pair.b - facets_.first_part(b);
      const TwoFacets<double> of =
          facets_at(at->pair, places_[of_bodies.shape[a]][ia], places_[of_bodies.shape[b]][ib]);
      const double reach = at->pair.frame.reach;
      if (beyond_zone(of.a, of.b, reach) || beyond_zone(of.b, of.a, reach)) continue;
      FacetContact<double> c;
      if (facet_pair_record(at->pair, of, c)) out.push_back({a, b, ia, ib, c.separation * at->unit});
    }
    return out;
  }

 private:
  /// In the order of the caller's numbers.
  void add_facets(std::uint32_t shape, std::vector<Part>& to) {
    const FacetSurfaceView<double> view = trees_.view(shape);
    const double unit = std::ldexp(1.0, view.exponent);
    places_[shape].resize(view.facet_count);
    for (std::uint32_t i = 0; i < view.facet_count; ++i) places_[shape][view.facets[i].id] = i;
    for (const std::uint32_t i : places_[shape]) {
      const Facet<double> f = facet_at(view, i);
      const auto corner = [&](int k) { return f.v[k] * unit + centre_of(view); };
      to.push_back({triangles_.add_triangle(corner(0), corner(1), corner(2), view.rounding), {}});
    }
  }

  const FacetTrees& trees_;
  ShapeSet triangles_;
  BodySet facets_;
  std::vector<std::vector<std::uint32_t>> places_;  ///< of a shape's facets in its surface, by the caller's numbers
};

}  // namespace abut::bench
