// Facets, and what two of them say of each other: the vocabulary of this folder.
#pragma once

#include <cstdint>

#include "abut/core/contact.h"

namespace abut {

/// A triangle of a surface. A segment or a point is one with equal corners. Data only.
template <class T>
struct Facet {
  Vec3<T> v[3];
};

/// What of a facet a point lies on: corner `index`, the edge from corner `index` to the next, or the face (index 0).
/// Data only.
struct FacetPart {
  FeatureKind kind;
  std::uint8_t index;
};

/// The nearest points of two facets, or a common one. Data only.
template <class T>
struct FacetDistance {
  Vec3<T> a, b;
  T distance2;
  FacetPart on_a, on_b;
  bool crossing;  ///< the facets have a common point; then a = b, and the distance is 0
};

inline namespace ABUT_ISA {

ABUT_INLINE constexpr int next_corner(int k) { return k == 2 ? 0 : k + 1; }

/// (q - p) x (r - p): along the normal on the side from which the corners run counter-clockwise, of twice the area.
template <class T>
ABUT_INLINE Vec3<T> area_normal(const Facet<T>& f) {
  return cross(f.v[1] - f.v[0], f.v[2] - f.v[0]);
}

/// Of a point at parameter `s` of edge `k`.
template <class T>
ABUT_INLINE FacetPart part_of_edge(int k, T s) {
  if (s <= T(0)) return {FeatureKind::vertex, static_cast<std::uint8_t>(k)};
  if (s >= T(1)) return {FeatureKind::vertex, static_cast<std::uint8_t>(next_corner(k))};
  return {FeatureKind::edge, static_cast<std::uint8_t>(k)};
}

}  // namespace ABUT_ISA
}  // namespace abut
