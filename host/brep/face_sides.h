// The sides of a face, loop after loop.
#pragma once

#include <cstdint>

#include "abut/brep/brep.h"

namespace abut::host {

/// Calls `see` with the index of each coedge of the face's loops.
template <class See>
void for_each_coedge(const Brep& brep, const BrepFace& face, const See& see) {
  for (std::uint32_t l = face.first_loop; l < face.first_loop + face.loops; ++l) {
    const BrepLoop& loop = brep.loops[l];
    for (std::uint32_t c = loop.first_coedge; c < loop.first_coedge + loop.coedges; ++c) see(c);
  }
}

}  // namespace abut::host
