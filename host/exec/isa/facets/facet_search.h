// The facets of two surfaces that meet, on one core. The boundary of the translation unit that finds them, compiled
// once per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace abut {

// Declared alone: who chooses an instruction set needs to know no more.
template <class T>
struct SurfacePair;
template <class T>
struct FacetContact;
template <class T>
struct FacetContactsView;
struct FacetSearchCounts;
struct Pair;
struct PartsView;
struct PlacedPair;

/// A facet of A and one of B, in the surfaces' own order. Data only.
struct FacetIndices {
  std::uint32_t a, b;
};

/// Where a search writes: `put` is called for each contact, `may_cross` for facets that may have a common point.
struct FacetSink {
  void* to;
  void (*put)(void* to, const FacetContact<double>& contact);
  void (*may_cross)(void* to, FacetIndices facets) = nullptr;
};

/// Pairs of facets among which are all that are within the alert distance. Data only.
struct FacetCandidates {
  const FacetIndices* pairs;
  std::size_t count;
};

/// Contacts of one pair. Data only.
struct ContactsOfPair {
  const Pair& pair;
  const PlacedPair& placed;
  const FacetContact<double>* contacts;
  std::uint64_t count;
};

/// What is looked at: the candidates, or what the trees find where that is null. Data only.
struct FacetSearchTable {
  /// Every pair of facets within the alert distance.
  void (*all)(const SurfacePair<double>& pair, const FacetCandidates* candidates, FacetSearchCounts& counts,
              const FacetSink& sink);
  /// Contacts of features alone, and what may cross; several facets around a feature give the same one.
  void (*contacts)(const SurfacePair<double>& pair, const FacetCandidates* candidates, FacetSearchCounts& counts,
                   const FacetSink& sink);
  /// Of the candidates that cross or touch, their contacts; but for those whose separation is surely `least` or more.
  void (*crossings)(const SurfacePair<double>& pair, const FacetCandidates& candidates, double least,
                    const FacetSink& sink);
  /// The pairs of facets that are within the alert distance, by `put`, and how far their cores are apart, in the order
  /// of the trees.
  void (*candidates)(const SurfacePair<double>& pair, FacetSearchCounts& counts, void* to,
                     void (*put)(void* to, FacetIndices indices, double distance));
  /// `all` without trees.
  void (*brute_force)(const SurfacePair<double>& pair, FacetSearchCounts& counts, const FacetSink& sink);
  /// `place_pair`.
  bool (*place)(const PartsView& parts, const Pair& pair, double alert_distance, double tolerance, PlacedPair& at);
  /// `store_facet_contact` of all, as numbers `to` and those that follow.
  void (*store_f32)(const FacetContactsView<float>& out, std::uint64_t to, const ContactsOfPair& of);
  void (*store_f64)(const FacetContactsView<double>& out, std::uint64_t to, const ContactsOfPair& of);
};

}  // namespace abut
