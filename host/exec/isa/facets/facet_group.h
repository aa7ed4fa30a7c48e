// Pairs of facets of two surfaces, as many at a time as a pack has lanes: which are beyond each other's zones, and
// of the others, packed anew, which pairs of features may matter. What is left is then met one by one, with the same
// bits as without packs.
#pragma once

#include "abut/facets/facet_contact.h"
#include "host/exec/isa/lanes/pack.h"

namespace abut {
inline namespace ABUT_ISA {

/// Of the pairs of features. Data only.
enum class Wanted : std::uint8_t {
  within,  ///< those within the alert distance
  nearest  ///< the nearest pair alone, the first of equal ones
};

#if defined(ABUT_HAVE_PACKS)

/// Calls `visit(TwoFacets)` for pairs of facets that were added, in that order: those that are in each other's zones
/// and have wanted features, or may cross. `flush` meets the last ones.
template <class Visit>
class FacetGroup {
 public:
  FacetGroup(const SurfacePair<double>& pair, Wanted wanted, FacetSearchCounts& counts, const Visit& visit)
      : pair_(pair), wanted_(wanted), counts_(counts), visit_(visit) {
    for (int k = 0; k < 9; ++k) frame_.rotation.m[k] = P(pair.frame.rotation.m[k]);
    frame_.translation = {P(pair.frame.translation.x), P(pair.frame.translation.y), P(pair.frame.translation.z)};
    frame_.scale = P(pair.frame.scale);
  }

  void add(std::uint32_t i, std::uint32_t j) {
    const int l = added_.count;
    put(facet_at(pair_.a, i), l, added_.a), put(facet_at(pair_.b, j), l, added_.b);
    added_.i[l] = i, added_.j[l] = j;
    if (++added_.count == width) sift();
  }

  void flush() {
    if (added_.count != 0) sift();
    if (near_.count != 0) meet();
  }

 private:
  using P = Pack<double>;
  static constexpr int width = P::width;
  using Rows = double[9][width];  ///< a coordinate of a corner a row
  /// Pairs of facets that wait until there are enough of them.
  struct Waiting {
    alignas(64) Rows a = {}, b = {};
    std::uint32_t i[width], j[width];
    int count = 0;
  };

  static void put(const Facet<double>& f, int l, Rows& rows) {
    for (int k = 0; k < 3; ++k) {
      rows[3 * k][l] = f.v[k].x, rows[3 * k + 1][l] = f.v[k].y, rows[3 * k + 2][l] = f.v[k].z;
    }
  }
  static Facet<P> load(const Rows& rows) {
    Facet<P> out;
    for (int k = 0; k < 3; ++k) out.v[k] = {P::load(rows[3 * k]), P::load(rows[3 * k + 1]), P::load(rows[3 * k + 2])};
    return out;
  }

  /// Moves the facets that are in each other's zones to those that are met next.
  void sift() {
    const std::uint32_t added = (1u << added_.count) - 1u;
    const Facet<P> a = load(added_.a);
    Facet<P> b = load(added_.b);
    for (int k = 0; k < 3; ++k) {
      b.v[k] = facet_contact_detail::to_a(frame_, b.v[k]);
      b.v[k].x.store(added_.b[3 * k]), b.v[k].y.store(added_.b[3 * k + 1]), b.v[k].z.store(added_.b[3 * k + 2]);
    }
    const P reach(pair_.frame.reach);
    const std::uint32_t near = added & ~bits_of(mask_or(beyond_zone(a, b, reach), beyond_zone(b, a, reach)));
    counts_.facet_pairs += static_cast<std::uint64_t>(added_.count);
    counts_.distances += static_cast<std::uint64_t>(bit_count(near));
    added_.count = 0;
    for_lanes(near, [&](int l) {
      const int to = near_.count;
      for (int k = 0; k < 9; ++k) near_.a[k][to] = added_.a[k][l], near_.b[k][to] = added_.b[k][l];
      near_.i[to] = added_.i[l], near_.j[to] = added_.j[l];
      if (++near_.count == width) meet();
    });
  }

  void meet() {
    using namespace triangle_detail;
    const Facet<P> a = load(near_.a), b = load(near_.b);
    const std::uint32_t near = (1u << near_.count) - 1u;
    near_.count = 0;
    const FacetHeights<P> over_a = heights(a, b), over_b = heights(b, a);
    const auto beside = mask_or(clearly_beside(a, b, over_a), clearly_beside(b, a, over_b));
    const double alert = pair_.alert + pair_.slack;
    // The root of what is farther by a rounding may be the alert distance.
    const P within(wanted_ == Wanted::within ? alert * alert : alert * alert * (1 + 4 * Epsilon<double>::value));
    P least(Huge<double>::value);
    PackIndex<double> features(0u);
    visit_feature_distances(a, b, over_a, over_b, all_feature_pairs,
                            [&](int bit, PackMask<double> is_there, const SegmentDistance<P>& d) {
                              const PackIndex<double> one(1u << bit);
                              const auto counts = mask_and(is_there, d.distance2 <= within);
                              if (wanted_ == Wanted::within) {
                                features = select(counts, features + one, features);
                              } else {
                                const auto nearer = mask_and(counts, d.distance2 < least);
                                features = select(nearer, one, features);
                                least = select(nearer, d.distance2, least);
                              }
                            });
    const std::uint32_t none = bits_of(equal(features, PackIndex<double>(0u))), apart = bits_of(beside);
    for_lanes(near & ~(none & apart), [&](int l) {
      TwoFacets<double> two{near_.i[l], near_.j[l], {}, {}, lane(features, l), (apart >> l & 1u) == 0};
      for (int k = 0; k < 3; ++k) two.a.v[k] = lane(a.v[k], l), two.b.v[k] = lane(b.v[k], l);
      visit_(two);
    });
  }

  const SurfacePair<double>& pair_;
  Wanted wanted_;
  FacetSearchCounts& counts_;
  const Visit& visit_;
  FacetFrame<P> frame_;
  Waiting added_, near_;
};

#else

/// One at a time.
template <class Visit>
class FacetGroup {
 public:
  FacetGroup(const SurfacePair<double>& pair, Wanted, FacetSearchCounts& counts, const Visit& visit)
      : pair_(pair), counts_(counts), visit_(visit) {}
  void add(std::uint32_t i, std::uint32_t j) { visit_zones(pair_, facets_at(pair_, i, j), counts_, visit_); }
  void flush() {}

 private:
  const SurfacePair<double>& pair_;
  FacetSearchCounts& counts_;
  const Visit& visit_;
};

#endif

}  // namespace ABUT_ISA
}  // namespace abut
