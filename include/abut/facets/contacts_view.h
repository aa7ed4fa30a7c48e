// What is asked of contacts between facets and where they are written, whichever executor finds them.
#pragma once

#include <cstdint>
#include <span>

#include "abut/core/contact.h"
#include "abut/facets/facet_contact.h"

namespace abut {

/// What a search on a device has found before it is put in order: of all pairs of parts. Data only.
struct FacetRoom {
  std::uint64_t facet_pairs = 0;  ///< pairs of facets in each other's zones, and overlaps of records
  std::uint64_t contacts = 0;     ///< of these, each time features are met, and one for facets that may cross
};

/// What is asked.
struct FacetOptions {
  /// Facets farther apart are left out; per-part alert distances are added. Finite, 0 or more. In the caller's unit.
  double alert_distance = 0;
  /// Whether contacts of features are reported, each once, and no ghosts; else every pair of facets within the alert
  /// distance is, with its nearest points.
  bool contacts = true;
  /// Sine of the angle that a contact's normal may be outside of a feature's normal cone. From 0 to 0.5.
  double cone_tolerance = 1e-6;
  /// Whether contacts that another part of the same body hides are left out: on walls that convex parts of a body have
  /// in common, and at the rims of these.
  bool join_parts = true;
  /// On a `Cuda`: what there is room for. On a `Cpu` memory grows.
  FacetRoom room{};
};

/// Pairs of parts, and, where facets may overlap, what `query_pairs` has written of them. Data only.
template <class T>
struct FacetPairs {
  std::span<const Pair> pairs;
  /// Null, or the records of the pairs. Where both shapes are convex and meet by their own faces, an overlap of the
  /// record is taken for that of the facets. Wants `separation`, `normal`, `witness_a`, `feature_a`, `feature_b` and
  /// `status`.
  const ContactsView<T>* records = nullptr;
};

/// Caller-owned output; the contacts of pair i are offsets[i] to offsets[i + 1], ordered by the facet of A, that of B,
/// and the features. Any array but `offsets` may be null. Normals in world axes, points relative to the position of A's
/// body, in world axes, as `query_pairs` has them. Data only.
template <class T>
struct FacetContactsView {
  std::uint64_t* offsets = nullptr;  ///< one more than there are pairs
  std::uint64_t capacity = 0;        ///< of the arrays below
  std::uint64_t* needed = nullptr;   ///< gets how many there are; if more than `capacity`, none is written
  Strided<std::uint32_t> facet_a;    ///< of a mesh: its triangle; of a shape: see `FacetTrees::view`
  Strided<std::uint32_t> facet_b;
  Strided<T> separation;
  StridedVec3<T> normal;  ///< unit, from A to B; zero where nothing tells
  StridedVec3<T> witness_a;
  StridedVec3<T> witness_b;  ///< witness_a + separation * normal
  StridedVec3<T> point;      ///< midway
  /// Of a mesh: vertex, an edge by its place among all edges ordered by their vertices, or the least facet of a plane.
  /// Of a shape: as in its records.
  Strided<Feature> feature_a;
  Strided<Feature> feature_b;
  Strided<FacetContactKind> kind;
  Strided<std::uint64_t> key;  ///< `contact_key` of pair and features
  /// On a `Cuda`: gets what there should have been room for (`FacetOptions::room`). A `Cpu` leaves it alone.
  FacetRoom* room_needed = nullptr;
};

}  // namespace abut
