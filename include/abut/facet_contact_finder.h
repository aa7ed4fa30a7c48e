// Contacts between facets of bodies that move, from step to step: pairs that are far apart cost a subtraction, and
// pairs that stay near each other have neither their hulls nor their trees looked at. Host only.
//
//   FacetContactFinder finder;
//   every step:
//     candidates = pair_finder.find(...)                       (pair_finder.h)
//     finder.find(shapes, trees, parts, candidates, options)
//
// Of a pair that was near, all pairs of facets are kept that came within a zone beyond the alert distance. They hold
// until both parts have moved by more than the zone against each other. Of a pair that was apart the distance of the
// hulls is kept, less what both have moved since. Source: Montanari 2017, section 3.3, Algorithm 6, eqs. 3.13 to 3.15;
// docs/explanation/facets.md says where this departs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "abut/facet_contacts.h"

namespace abut {

/// What became of a step's candidates. Data only.
struct FacetStepCounts {
  std::uint64_t candidates = 0;
  std::uint64_t apart = 0;   ///< left out by a subtraction
  std::uint64_t hulls = 0;   ///< whose hulls' distance was asked
  std::uint64_t kept = 0;    ///< whose facets were those kept from a step before
  std::uint64_t listed = 0;  ///< whose facets were looked for in both trees
  FacetSearchCounts search;  ///< of all of them
};

/// Answers depend neither on threads nor on what was kept. One finder is for one set of shapes: before it is used with
/// another, `reset`. Several finders may be used at once, one of them by one
/// thread at a time. One that has been moved from may only be assigned to or destroyed.
class FacetContactFinder {
 public:
  /// Throws `InvalidInput` when `cpu.threads` is negative.
  explicit FacetContactFinder(const Cpu& cpu = {});
  ~FacetContactFinder();
  FacetContactFinder(FacetContactFinder&&) noexcept;
  FacetContactFinder& operator=(FacetContactFinder&&) noexcept;

  /// The facet contacts of the candidates, those of `find_facet_contacts` to the bit; where both shapes meet by their
  /// own faces and are convex, with the records of `query_pairs<T>`, as there. The contacts of `pairs()[i]` are
  /// offsets[i] to offsets[i + 1]. Candidates are sorted by a, then b, as searches make them. A shape that a mesh
  /// stands for has to hold it. Builds trees of shapes when they first come near something. Throws `InvalidInput` as
  /// `find_pairs`, `FacetTrees::build` and `find_facet_contacts` do, and where candidates are not sorted or name parts
  /// that are not there; after an exception the next call begins anew.
  template <class T>
  FacetContacts<T> find(const ShapeSet& shapes, FacetTrees& trees, const PartsView& parts,
                        std::span<const Pair> candidates, const FacetOptions& options);

  /// The candidates that have contacts, in their order; valid until the next call.
  std::span<const Pair> pairs() const;
  /// Of the last step.
  const FacetStepCounts& counts() const;
  /// Of what is kept, in bytes.
  std::size_t memory() const;

  /// Forgets everything.
  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
