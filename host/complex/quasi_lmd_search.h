// The quasi-LMDs of one pair of complexes: found, each kept once, and put in order.
#pragma once

#include <vector>

#include "host/exec/isa/complex/complex_search.h"

namespace abut::host {

/// Replaces `out`. Large pairs are searched by all threads of the calling task arena.
void find_pair_lmds(const ComplexSearchTable& table, const ComplexPair<double>& pair, QuasiLmdCounts& counts,
                    std::vector<QuasiLmd<double>>& out);

/// Tells those at one place once (abut/complex/same_place.h), in the order of the features of A and then B.
void keep_places(const ComplexPair<double>& pair, std::vector<QuasiLmd<double>>& found);

}  // namespace abut::host
