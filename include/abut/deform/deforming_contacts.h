// Pairs of facets of deforming bodies within an alert distance, and the contacts of nodes with facets and of edges with
// edges that penalty and barrier solvers sum over. Host only.
//
// Source: Montanari 2017, sections 3.3 and 4.3; docs/explanation/deforming.md says where this departs.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/core/contact.h"
#include "abut/deform/deforming_bodies.h"
#include "abut/deform/facet_gap.h"

namespace abut {

/// Data only.
struct DeformingContactOptions {
  double alert_distance = 0;  ///< in the unit of the nodes; finite, 0 or more
};

/// Pairs of facets, by pairs of bodies. Data only.
struct DeformingPairs {
  std::vector<Pair> bodies;            ///< a <= b, ascending; those of no facet pairs are left out
  std::vector<std::uint64_t> offsets;  ///< of bodies[i]: facets[offsets[i]] to facets[offsets[i + 1]]
  std::vector<Pair> facets;            ///< one of body a and one of body b; ascending, and a < b in one body
  std::vector<std::uint8_t> crossing;  ///< 1: they have a point in common; or 0
};

/// All pairs of facets of different bodies, and of one body (`DeformingMesh::self_contact`) that share no node, whose
/// distance is not above the alert distance: each once, none missed and none invented but for rounding of the distance.
/// Bodies with an unusable node have none. Answers do not depend on threads, nor on the trees. Throws `InvalidInput`
/// when the alert distance is not allowed, or nodes were never given (`DeformingBodies::move`).
DeformingPairs find_deforming_pairs(const Cpu& cpu, const DeformingBodies& bodies,
                                    const DeformingContactOptions& options);

/// Contacts by pairs of bodies. Data only.
struct DeformingContacts {
  std::vector<Pair> bodies;            ///< a <= b, ascending; those of no contacts are left out
  std::vector<std::uint64_t> offsets;  ///< of bodies[i]: contacts[offsets[i]] to contacts[offsets[i + 1]]
  std::vector<FacetGap<double>> contacts;
  std::vector<std::uint64_t> keys;            ///< `contact_key` of the bodies and of what meets: the same in every step
  std::vector<double> areas;                  ///< of the node; of two edges, half of what both have: `DeformingAreas`
  std::vector<Pair> crossing_bodies;          ///< a <= b, ascending: facets of these have points in common
  std::vector<std::uint64_t> crossing_pairs;  ///< and how many pairs of facets do
};

/// Of every pair of facets that `find_deforming_pairs` finds, nodes of one with the other facet and edges with edges
/// that are within the alert distance: each once, however many facets it is part of. So none is missed but of nodes
/// and edges all of whose facets share a node with the other. In one body: nodes with facets that do not have them,
/// edges without a common node, and of a closed solid none whose gap goes through a wall of it: from the inside of one
/// end to the inside of the other, and not in two parts of the solid all along. docs/explanation/deforming.md, "Gaps",
/// lists what is told and what is not. Order: nodes with facets (of a with facets of b, then of b with facets of a),
/// then edges with edges; ascending by their numbers. `FacetGap::node` are places in `DeformingBodies::nodes()`. Throws
/// as `find_deforming_pairs`.
DeformingContacts find_deforming_contacts(const Cpu& cpu, const DeformingBodies& bodies,
                                          const DeformingContactOptions& options);

/// Shares of the surface, as it is now. Data only.
struct DeformingAreas {
  std::vector<double> of_nodes;  ///< by node of the batch: a third of each of its facets, so that a body's add up to
                                 ///< its surface
  std::vector<std::vector<double>> of_edges;  ///< by body, then edge: likewise
};

/// Throws `InvalidInput` when nodes were never given.
DeformingAreas deforming_areas(const Cpu& cpu, const DeformingBodies& bodies);

/// What a finder has done. Data only.
struct DeformingFinderCounts {
  std::uint64_t searches = 0;  ///< steps in which trees were searched: all, or those of bodies that had moved too far
  std::uint64_t reuses = 0;    ///< steps that a list of candidates served instead
};

/// The contacts of steps that follow one another. It keeps the pairs of facets within alert distance and skin (Verlet
/// 1967); as long as no node of two bodies has moved by more than half of the skin since, no other pair of theirs can
/// be within the alert distance, whatever they do. Bodies that have moved farther are searched again, with all; where
/// they have half of all facets, everything is. Answers are those of the functions, to the bit.
class DeformingContactFinder {
 public:
  /// `skin` in the unit of the nodes. Throws `InvalidInput` when it is negative or not finite.
  explicit DeformingContactFinder(double skin);
  ~DeformingContactFinder();
  DeformingContactFinder(DeformingContactFinder&&) noexcept;
  DeformingContactFinder& operator=(DeformingContactFinder&&) noexcept;

  /// As the functions of these names. Bodies may be added, and others be given, from one call to the next.
  DeformingPairs find_pairs(const Cpu& cpu, const DeformingBodies& bodies, const DeformingContactOptions& options);
  DeformingContacts find_contacts(const Cpu& cpu, const DeformingBodies& bodies,
                                  const DeformingContactOptions& options);
  const DeformingFinderCounts& counts() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
