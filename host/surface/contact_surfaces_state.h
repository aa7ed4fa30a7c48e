// What `ContactSurfaces` holds of a shape, for those who search.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "abut/surface/contact_surfaces.h"
#include "host/facets/tree_build.h"

namespace abut {

namespace host {

/// Data only.
struct ContactEntry {
  std::uint32_t surface;  ///< in the set
  std::vector<KnotPosition> knots;
  BuiltTree tree;             ///< over the knots; empty where there are none
  std::vector<double> radii;  ///< of the nodes' spheres
  double reach;               ///< of the farthest knot from the frame's origin
};

}  // namespace host

struct ContactSurfaces::State {
  /// Null where the shape has none.
  const host::ContactEntry* entry(std::uint32_t shape) const {
    return shape < entries.size() ? entries[shape].get() : nullptr;
  }

  SurfaceSet set;
  std::vector<std::unique_ptr<host::ContactEntry>> entries;  ///< by shape
};

}  // namespace abut
