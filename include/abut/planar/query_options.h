// What is asked of pairs in the plane, whichever executor answers.
#pragma once

#include <limits>

#include "abut/core/contact.h"

namespace abut {

struct PlanarQueryOptions {
  /// Pairs that are proved to be farther apart than this end early with `Status::farther_than_alert`. Not negative.
  double alert_distance = std::numeric_limits<double>::infinity();
  /// How much farther apart than their nearest points two boundaries may be and still belong to the patch. Finite, not
  /// negative.
  double patch_margin = 0;
  /// Null, or one per pair, as in `QueryOptions`, kept by the caller from one time step to the next: holds the normal
  /// of an overlap, and decides between edges that are equally near. Without it the lowest features do.
  CachedPolytope* cache = nullptr;
};

}  // namespace abut
