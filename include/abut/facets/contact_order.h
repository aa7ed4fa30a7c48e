// Which contacts of a pair tell something that others do not, and in which order they come. One or two contacts; the
// loops are elsewhere.
#pragma once

#include "abut/facets/facet_contact.h"
#include "abut/facets/point_triangle.h"

namespace abut {

/// What a query says of an overlap, in A's frame as the surfaces have it. Data only.
struct PartRecord {
  bool overlaps = false;  ///< the cores do, and both surfaces are those of the shapes
  double separation = 0;  ///< of the rounded shapes
  Vec3<double> normal{0, 0, 0}, witness_a{0, 0, 0};
  Feature feature_a{}, feature_b{};
};

inline namespace ABUT_ISA {

/// The caller's number of a facet.
ABUT_INLINE std::uint32_t facet_id(const FacetSurfaceView<double>& s, std::uint32_t facet) {
  return facet == no_facet_index ? facet : s.facets[facet].id;
}

/// Of two facets and no features.
ABUT_INLINE bool is_of_facets(const FacetContact<double>& c) {
  return c.kind == FacetContactKind::crossing || c.kind == FacetContactKind::touching;
}

ABUT_INLINE bool same_features(const FacetContact<double>& x, const FacetContact<double>& y) {
  return x.feature_a.code == y.feature_a.code && x.feature_b.code == y.feature_b.code;
}

/// By the features' codes.
ABUT_INLINE bool has_lower_features(const FacetContact<double>& x, const FacetContact<double>& y) {
  if (x.feature_a.code != y.feature_a.code) return x.feature_a.code < y.feature_a.code;
  return x.feature_b.code < y.feature_b.code;
}

/// By the callers' facets, then the features: the order of what is told. Contacts of which neither comes first are of
/// the same two facets, and stay as these were met.
ABUT_HD inline bool precedes(const SurfacePair<double>& pair, const FacetContact<double>& x,
                             const FacetContact<double>& y) {
  const std::uint32_t ax = facet_id(pair.a, x.facet_a), ay = facet_id(pair.a, y.facet_a);
  const std::uint32_t bx = facet_id(pair.b, x.facet_b), by = facet_id(pair.b, y.facet_b);
  if (ax != ay) return ax < ay;
  if (bx != by) return bx < by;
  return has_lower_features(x, y);
}

/// Of contacts of the same features the one that is told: the part's, those of features, those of facets that cross,
/// the deepest first. 1: `x` is; -1: `y`; 0: the one that comes first.
ABUT_HD inline int says_more(const FacetContact<double>& x, const FacetContact<double>& y) {
  const auto rank = [](const FacetContact<double>& c) {
    return c.kind == FacetContactKind::part ? 0 : is_of_facets(c) ? 2 : 1;
  };
  if (rank(x) != rank(y)) return rank(x) < rank(y) ? 1 : -1;
  if (is_of_facets(x) && x.separation != y.separation) return x.separation < y.separation ? 1 : -1;
  return 0;
}

/// Whether facet `i` has a feature of its surface.
ABUT_HD inline bool has_feature(const FacetSurfaceView<double>& s, std::uint32_t i, Feature feature) {
  if (surface_feature(s, i, {FeatureKind::face, 0}).code == feature.code) return true;
  for (int k = 0; k < 3; ++k) {
    const auto at = static_cast<std::uint8_t>(k);
    if (surface_feature(s, i, {FeatureKind::vertex, at}).code == feature.code) return true;
    if (s.facets[i].edge[k] == no_facet_index) continue;
    if (surface_feature(s, i, {FeatureKind::edge, at}).code == feature.code) return true;
  }
  return false;
}

/// The facet with the least number that has a feature.
ABUT_HD inline std::uint32_t facet_with(const FacetSurfaceView<double>& s, Feature feature) {
  std::uint32_t least = no_facet_index;
  for (std::uint32_t i = 0; i < s.facet_count; ++i) {
    if (least != no_facet_index && s.facets[i].id >= s.facets[least].id) continue;
    if (has_feature(s, i, feature)) least = i;
  }
  return least;
}

/// The contact of parts that overlap.
ABUT_HD inline FacetContact<double> part_contact(const SurfacePair<double>& pair, const PartRecord& record) {
  FacetContact<double> c;
  c.facet_a = facet_with(pair.a, record.feature_a), c.facet_b = facet_with(pair.b, record.feature_b);
  c.separation = record.separation;
  c.normal = {record.normal};
  c.a = record.witness_a;
  c.feature_a = record.feature_a, c.feature_b = record.feature_b;
  c.kind = FacetContactKind::part;
  return c;
}

/// Of every pair of facets: one that crosses is as deep as the parts are.
ABUT_INLINE void take_part(const PartRecord& record, FacetContact<double>& c) {
  c.kind = FacetContactKind::part;
  c.separation = record.separation;
  c.normal = {record.normal};
}

/// Whether a contact of features tells of an overlap, so that facets which cross may say no more.
ABUT_INLINE bool tells_overlap(const SurfacePair<double>& pair, const FacetContact<double>& c) {
  return !is_of_facets(c) && c.separation + (pair.rounding_a + pair.rounding_b) <= pair.slack;
}

/// Facets that cross with this separation or more are no deeper than contacts of features are looked for: where one
/// tells of an overlap, they say nothing.
ABUT_INLINE double least_shallow(const SurfacePair<double>& pair) {
  return -(pair.alert + pair.slack + (pair.rounding_a + pair.rounding_b));
}

/// Whether a point is farther from a facet's box than that along one of the axes.
ABUT_HD inline bool is_beyond_box(const Vec3<double>& p, const Facet<double>& f, double distance) {
  const auto gap = [](double x, double u, double v, double w) {
    return max(min(u, min(v, w)) - x, x - max(u, max(v, w)));
  };
  const double x = gap(p.x, f.v[0].x, f.v[1].x, f.v[2].x), y = gap(p.y, f.v[0].y, f.v[1].y, f.v[2].y);
  return max(x, max(y, gap(p.z, f.v[0].z, f.v[1].z, f.v[2].z))) > distance;
}

/// Whether a contact's point is within the alert distance of both facets of another one. Two triangles of larger faces
/// may cross without the edges that their overlap is shallow across: a contact of these, where it is, tells more.
ABUT_HD inline bool is_at(const SurfacePair<double>& pair, const FacetContact<double>& contact,
                          const FacetContact<double>& facets) {
  const double within = pair.alert + pair.slack;
  // Most are far, which their boxes tell; what the exact distance is off is less than the slack.
  const auto near = [&](const Facet<double>& f) {
    if (is_beyond_box(contact.a, f, within + pair.slack)) return false;
    return point_triangle(contact.a, f).distance2 <= within * within;
  };
  return near(facet_at(pair.a, facets.facet_a)) && near(facet_of_b(pair, facets.facet_b));
}

}  // namespace ABUT_ISA
}  // namespace abut
