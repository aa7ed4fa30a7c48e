// Pairs of deforming bodies whose boxes are near.
#pragma once

#include <vector>

#include "abut/core/contact.h"
#include "host/exec/isa/deform/deform_search.h"

namespace abut::host {

/// a < b, ascending, of bodies whose trees' roots are within reach.
std::vector<Pair> near_bodies(const std::vector<DeformBodyView>& views, float reach);

}  // namespace abut::host
