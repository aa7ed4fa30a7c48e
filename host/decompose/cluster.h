// Parts merged two at a time, as Mamou & Ghorbel 2009 merge clusters of facets: while the limit allows it, the pair
// first whose joint hull adds least. Theirs are sheets of the surface; these are solids, so that their hulls leave
// nothing inside of the body.
#pragma once

#include <functional>

#include "host/decompose/protrusion.h"

namespace abut::host {

struct ClusterOptions {
  double limit;            ///< a joint hull stays within it
  double resolution;       ///< of that, see `stays_within`
  std::size_t most_parts;  ///< more than these are merged beyond the limit; 0: none
  std::function<PartHull(std::span<const Vec3<double>>)> hull_of;
  Work* work;        ///< what is done is added; where it is spent, no more is merged
  bool drop = true;  ///< parts that the others hold but for slivers
};

/// Uses several threads; the same with any number.
std::vector<PartHull> cluster(const Body& body, std::vector<PartHull> parts, const ClusterOptions& options);

}  // namespace abut::host
