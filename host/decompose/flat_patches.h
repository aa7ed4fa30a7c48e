// Facets that lie in one plane side by side: from what is above such a patch its distance is its height, whatever seams
// run through it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "host/decompose/surface_tree.h"

namespace abut::host {

class FlatPatches {
 public:
  FlatPatches(std::span<const Vec3<double>> vertices, std::span<const std::array<std::uint32_t, 3>> triangles);

  /// No point of the hull of `points` is farther from the surface than this; infinite where that is not known.
  /// `over`: a point, and the facet it is nearest to.
  double bound(std::span<const Vec3<double>> points, const Vec3<double>& over,
               const SurfaceTree::Nearest& nearest) const;

 private:
  void join(std::span<const Vec3<double>> vertices, std::span<const std::array<std::uint32_t, 3>> triangles);

  double slack_;                         ///< what counts as in the plane
  std::vector<std::uint32_t> patch_of_;  ///< of each facet
  std::vector<Plane> planes_;            ///< of each patch; without a normal where it is a facet without area
  std::unique_ptr<SurfaceTree> bends_;   ///< edges at which a patch ends
};

}  // namespace abut::host
