// A body cut into pieces whose hulls stay within a limit.
#pragma once

#include <vector>

#include "host/decompose/cluster.h"
#include "host/decompose/part_count.h"

namespace abut::host {

/// Of what is flat and has to be covered, over the limit.
inline constexpr double flat_depth = 0.02;

/// Pieces, and how many of them are known to reach out farther than the limit allows. Data only.
struct Pieces {
  std::vector<PartHull> hulls;
  std::size_t uncut = 0;   ///< since no plane cuts them
  std::size_t beyond = 0;  ///< since there was no more work to be done
  bool too_many = false;   ///< there are more than were asked for: these are none
};

/// Pieces whose hulls stay within the limit, as far as planes can cut them; none where there are more than `most`.
/// `count`: see `best_cut`. Where facets cross, what encloses nothing, and all that is left of a mesh that has come to
/// many pieces, is covered facet by facet: no plane makes the hull of a fold that is inside out reach out less.
Pieces cut_up(const Body& body, const ClusterOptions& options, bool covers, std::size_t most, const PartCount* count);

}  // namespace abut::host
