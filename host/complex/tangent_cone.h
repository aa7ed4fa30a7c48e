// The polar of the tangent cone of a simplex in its complex: in which directions from it nothing is nearer.
//
// Source: Merlhiot 2007, 6.1 and 6.3.
#pragma once

#include <span>
#include <vector>

#include "abut/complex/complex_view.h"

namespace abut::host {

/// A simplex and what is around it. Directions are unit. Data only.
struct TangentCone {
  int dimension = 0;                   ///< of the simplex, 0 to 2
  Vec3<double> along{0, 0, 0};         ///< of an edge, its direction; of a triangle, its normal
  std::span<const Vec3<double>> into;  ///< from the simplex into those of one dimension more around it (U_K)
  bool solid = false;                  ///< the complex is the boundary of a solid, and `outward` points out of it
  Vec3<double> outward{0, 0, 0};
  double flatness = 1e-6;
};

/// Data only.
struct Polar {
  int dimension = 0;  ///< of the cone: 0 to 3
  PolarCone<double> cone{{0, 0, 0}, 1, 0, false};
};

Polar polar_of(const TangentCone& at);

}  // namespace abut::host
