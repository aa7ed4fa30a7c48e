// Candidates that meet facet by facet, as rows of a detection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/detect.h"
#include "abut/facet_contacts.h"

namespace abut::host {

/// Whether a mesh stands for the shape of either part.
bool meets_by_facets(const FacetTrees& trees, const PartsView& parts, Pair pair);

/// Whether a mesh stands for any of the shapes.
bool has_meshes(const FacetTrees* trees, const ShapeSet& shapes);

/// The rows of pair i are `offsets[i]` to `offsets[i + 1]`: its contacts, or the failure that it ended with.
template <class T>
struct FacetRows {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Contact<T>> contacts;
  ContactFacets facets;
  std::vector<Status> status;  ///< of each pair: that of its deepest contact
};

/// `trees` gets what the pairs' shapes lack. Throws `InvalidInput` naming both shapes where one has no facets.
void build_facets(const Cpu& cpu, const ShapeSet& shapes, const PartsView& parts, std::span<const Pair> pairs,
                  FacetTrees& trees);

/// Of what a search of these pairs has found, without records of the parts: a surface with a mesh is none of a convex
/// shape, and has no depth but that of its facets.
template <class T>
FacetRows<T> facet_rows(const FacetContacts<T>& found, const FacetTrees& trees, const PartsView& parts,
                        std::span<const Pair> pairs, double alert_distance);

}  // namespace abut::host
