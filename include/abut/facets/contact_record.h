// Contacts of facets as callers have them: in world axes, from the position of A's body on, in the callers' scalar.
#pragma once

#include "abut/facets/contact_order.h"
#include "abut/facets/contacts_view.h"
#include "abut/facets/placed_pair.h"
#include "abut/narrow/batch.h"

namespace abut {
inline namespace ABUT_ISA {
namespace contact_record_detail {

template <class E>
ABUT_INLINE E element(const Strided<E>& array, std::uint64_t i) {
  return array.data[static_cast<std::ptrdiff_t>(i) * array.stride];
}
template <class T>
ABUT_INLINE Vec3<double> element(const StridedVec3<T>& array, std::uint64_t i) {
  const std::ptrdiff_t k = static_cast<std::ptrdiff_t>(i) * array.stride;
  return widen(Vec3<T>{array.x[k], array.y[k], array.z[k]});
}

/// A plane's normal is turned as it is, so that it is the plane's to the bit, whichever body it is of.
ABUT_HD inline Vec3<double> world_normal(const PlacedPair& at, const ContactNormal<double>& n) {
  if (n.of == 0) return rotate(at.a.rotation, n.n);
  const bool of_a = n.of == 1 || n.of == -1;
  const Vec3<double> own = (of_a ? at.pair.a : at.pair.b).normals[n.plane];
  return rotate((of_a ? at.a : at.b).rotation, n.of > 0 ? own : -own);
}

}  // namespace contact_record_detail

/// What record `i` of a query says of the pair.
template <class T>
ABUT_HD inline PartRecord part_record(const ContactsView<T>& records, std::uint64_t i, const PlacedPair& placed) {
  using namespace contact_record_detail;
  PartRecord out;
  const SurfacePair<double>& pair = placed.pair;
  if (!pair.a.convex || !pair.b.convex) return out;
  const double separation = static_cast<double>(element(records.separation, i)) / placed.unit;
  if (!is_contact(element(records.status, i)) || !(separation < -(pair.rounding_a + pair.rounding_b))) return out;
  out.overlaps = true;
  out.separation = separation;
  out.normal = rotate_back(placed.a.rotation, element(records.normal, i));
  const Vec3<double> from_a = rotate_back(placed.a.rotation, element(records.witness_a, i) - placed.offset);
  out.witness_a = (from_a - centre_of(pair.a)) * (1 / placed.unit);
  out.feature_a = element(records.feature_a, i), out.feature_b = element(records.feature_b, i);
  return out;
}

/// Stores contact `c` of a pair as number `to`.
template <class T>
ABUT_HD inline void store_facet_contact(const FacetContactsView<T>& out, std::uint64_t to, Pair pair,
                                        const PlacedPair& placed, const FacetContact<double>& c) {
  using batch_detail::put;
  const Vec3<double> n = contact_record_detail::world_normal(placed, c.normal);
  const double separation = c.separation * placed.unit;
  const Vec3<double> a = rotate(placed.a.rotation, c.a * placed.unit + centre_of(placed.pair.a)) + placed.offset;
  const Vec3<double> b = multiply_add(n, separation, a);
  put(out.facet_a, to, facet_id(placed.pair.a, c.facet_a)), put(out.facet_b, to, facet_id(placed.pair.b, c.facet_b));
  put(out.separation, to, round_to<T>(separation));
  put(out.normal, to, narrowed<T>(n));
  put(out.witness_a, to, narrowed<T>(a)), put(out.witness_b, to, narrowed<T>(b));
  put(out.point, to, narrowed<T>(multiply_add(n, 0.5 * separation, a)));
  put(out.feature_a, to, c.feature_a), put(out.feature_b, to, c.feature_b);
  put(out.kind, to, c.kind);
  put(out.key, to, contact_key(pair, c.feature_a, c.feature_b));
}

}  // namespace ABUT_ISA
}  // namespace abut
