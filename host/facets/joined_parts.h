// Contacts that parts of one body hide from each other: on walls that two parts have in common, and at their rims.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/facets/facet_contact.h"
#include "host/facets/placed_pair.h"

namespace abut::host {

/// The parts of each body, where it has several.
class JoinedParts {
 public:
  /// `views`: by shape; those of shapes that have no facets yet are empty.
  JoinedParts(const PartsView& parts, const std::vector<FacetSurfaceView<double>>& views);

  /// Whether another part of A's or of B's body hides a contact: its point lies in that part, and there is something of
  /// that part nearer in the direction of its normal. So it is no contact of the body as a whole (the other part has
  /// one instead). Parts are convex solids by their own faces; others hide nothing.
  bool hide(Pair pair, const PlacedPair& at, const FacetContact<double>& contact) const;

 private:
  bool hides(std::uint32_t other, std::uint32_t part, const Vec3<double>& point, const Vec3<double>& normal,
             double tolerance) const;

  const PartsView& parts_;
  const std::vector<FacetSurfaceView<double>>& views_;
  std::vector<std::uint32_t> begin_, of_body_;  ///< parts of body k: of_body_[begin_[k]] and on; empty: all have one
};

}  // namespace abut::host
