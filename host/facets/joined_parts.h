// Contacts that parts of one body hide from each other, over the parts of all bodies.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/facets/joined_parts.h"

namespace abut::host {

/// The parts of each body, where it has several.
class JoinedParts {
 public:
  /// `views`: by shape; those of shapes that have no facets yet are empty.
  JoinedParts(const PartsView& parts, const std::vector<FacetSurfaceView<double>>& views);

  /// `is_hidden` by the parts of A's and of B's body.
  bool hide(Pair pair, const PlacedPair& at, const FacetContact<double>& contact) const;

 private:
  SurfacedParts parts_;
  std::vector<std::uint32_t> begin_, of_body_;  ///< parts of body k: of_body_[begin_[k]] and on; empty: all have one
};

}  // namespace abut::host
