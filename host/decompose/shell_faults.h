// Shells that lie in each other, through each other, or through themselves.
#pragma once

#include "host/decompose/body.h"

namespace abut::host {

/// Sets what `repaired` says of its mesh's crossings and of shells that face the wrong way for where they lie. The mesh
/// is closed and consistently oriented.
void find_faults(RepairedMesh& repaired);

}  // namespace abut::host
