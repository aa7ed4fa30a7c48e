// What searches of deforming bodies allow.
#pragma once

#include <string>

#include "abut/core/error.h"
#include "abut/deform/deforming_contacts.h"
#include "host/is_distance.h"
#include "host/number_text.h"

namespace abut::host {

/// `has_moved`: nodes were given to `mover` since the last body was added.
inline void check_search(const char* function, const char* mover, const DeformingBodies& bodies, bool has_moved,
                         const DeformingContactOptions& options) {
  if (!is_distance(options.alert_distance)) {
    throw InvalidInput(std::string(function) + ": alert_distance is " + number_text(options.alert_distance) +
                       "; allowed is 0 or more, finite");
  }
  if (!has_moved && bodies.body_count() > 0) {
    throw InvalidInput(std::string(function) + ": no positions were given; allowed is after " + mover);
  }
}

/// Pairs of facets are found a little farther than contacts are told, so that no rounding takes one.
inline double with_rounding(double alert) { return alert * (1 + 0x1p-30); }

}  // namespace abut::host
