// Clusters of facets: Mamou & Ghorbel 2009, and Montanari et al. 2017, 3.3.
//
// The surface's facets are merged along the edges of their dual graph, those first whose joint hull the surface lies
// closest under. Nothing is cut, so parts have corners of the body alone; but they are hulls of sheets, and may leave
// the inside of the body empty.
#pragma once

#include "host/decompose/cluster.h"

namespace abut::host {

/// Hulls of clusters of facets that stay within the limit, where no two neighbours' joint hull does.
std::vector<PartHull> facet_clusters(const Body& body, const ClusterOptions& options);

}  // namespace abut::host
