// B-spline basis functions by Cox & de Boor (Lim 2012, 3.2) and their derivatives (The NURBS Book, 2.3).
#pragma once

#include <array>
#include <cstddef>

#include "abut/surface/nurbs.h"

namespace abut::host {

using Basis = std::array<double, most_surface_degree + 1>;

/// The basis functions that are not 0 at a parameter, of the control points `first` on. Data only.
struct BasisDerivatives {
  std::size_t first = 0;
  std::array<Basis, 3> of{};  ///< values, first and second derivatives
};

/// Parameters outside of the domain are taken to its nearest end. At a knot derivatives are those from the right; at
/// the domain's end, from the left. Does not check its input.
BasisDerivatives basis_at(const SplineDirection& d, double parameter);

}  // namespace abut::host
