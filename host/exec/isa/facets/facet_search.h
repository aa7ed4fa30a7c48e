// The facets of two surfaces that meet, on one core. The boundary of the translation unit that finds them, compiled
// once per instruction set.
#pragma once

namespace abut {

// Declared alone: who chooses an instruction set needs to know no more.
template <class T>
struct SurfacePair;
template <class T>
struct FacetContact;
struct FacetSearchCounts;

/// Where a search writes: `put` is called for each contact.
struct FacetSink {
  void* to;
  void (*put)(void* to, const FacetContact<double>& contact);
};

/// Data only.
struct FacetSearchTable {
  /// Every pair of facets within the alert distance.
  void (*all)(const SurfacePair<double>& pair, FacetSearchCounts& counts, const FacetSink& sink);
  /// Contacts of features alone; several facets around a feature give the same one.
  void (*contacts)(const SurfacePair<double>& pair, FacetSearchCounts& counts, const FacetSink& sink);
  /// `all` without trees.
  void (*brute_force)(const SurfacePair<double>& pair, FacetSearchCounts& counts, const FacetSink& sink);
};

}  // namespace abut
