// The nearly convex parts of a body that deforms: how far from convex they are is watched, and a part is parted again
// only when it has passed the threshold. Host only.
//
// Source: Montanari 2017, section 3.3, Fig. 3.5 and 3.11 (the criterion by which a sub-body is decomposed again).
// Departure: a part is measured only where its last measure and the largest nodal displacement since leave it in doubt.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/core/vec3.h"

namespace abut {

/// A set of facets that stands for a convex part: the hull of their nodes. Data only.
struct DeformingPart {
  std::vector<std::uint32_t> facets;  ///< ascending
  /// Largest distance of a point of the hull from the facets, when last measured, in the unit of the nodes. From above,
  /// by no more than 2 % of itself or a 50th of the threshold, whichever is more, unless that takes too many steps.
  double concavity = 0;
  double bound = 0;  ///< the concavity is at most this now
};

/// What a step did. Data only.
struct DeformingPartsStep {
  std::uint32_t measured = 0;    ///< parts whose bound had passed the threshold
  std::uint32_t decomposed = 0;  ///< of them, those that were beyond it: parted again
  std::uint32_t unusable = 0;    ///< parts with a node that is not finite: left as they were
};

/// Owns the parts, not the nodes. One that has been moved from may only be assigned to or destroyed.
class DeformingParts {
 public:
  /// Parts `facets`, by node numbers, where `nodes` are, so that no part is farther from convex than `concavity`, in
  /// the unit of the nodes; a single facet is a part in any case. Throws `InvalidInput` when there are no facets, a
  /// node is out of range or not finite, or `concavity` is not above 0, finite and at least 1e-8 of half of the longest
  /// side of the facets' box (take a larger one for a body that stretches more than tenfold); `std::runtime_error`
  /// where a part takes more than 10000.
  DeformingParts(std::span<const std::array<std::uint32_t, 3>> facets, std::span<const Vec3<double>> nodes,
                 double concavity);
  ~DeformingParts();
  DeformingParts(DeformingParts&&) noexcept;
  DeformingParts& operator=(DeformingParts&&) noexcept;

  /// Nodes have moved. A part's concavity changes by no more than twice the largest displacement of its nodes, less
  /// their common one: where the bound stays within the threshold nothing else is done. Parts that are parted again
  /// leave their first set in their place, and the others come behind all. Throws `InvalidInput` when the number of
  /// nodes has changed, and `std::runtime_error` as the constructor: then the parts are as before.
  DeformingPartsStep move(std::span<const Vec3<double>> nodes);

  std::span<const DeformingPart> parts() const;
  /// Which part each facet is in.
  std::vector<std::uint32_t> part_of_facets() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace abut
