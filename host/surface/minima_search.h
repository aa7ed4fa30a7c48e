// The local minima of the distance of one point to a surface. In the view's frame and lengths.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/core/contact.h"
#include "abut/surface/surface_minima.h"

namespace abut::host {

/// Data only.
struct FoundMinimum {
  SurfaceMinimum<double> at;
  bool continuum;  ///< one of many places that are as near
  bool proved;     ///< a minimum, and not only to rounding
};

/// Data only.
struct FoundMinima {
  std::vector<FoundMinimum> minima;  ///< the nearest first
  Status status;                     ///< `converged` or `iteration_limit`
  std::uint32_t rectangles;
};

/// How a surface's ends are joined. Data only.
struct SurfaceSeams {
  bool closed_u, closed_v;
};

FoundMinima search_minima(const SurfaceView<double>& surface, const SurfaceSeams& seams, const Vec3<double>& p,
                          double within, std::uint32_t rectangles);

}  // namespace abut::host
