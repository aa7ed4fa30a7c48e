// Nodes and weights of Gauss and Legendre's quadrature on an interval.
#pragma once

#include <vector>

namespace abut::host {

/// Data only.
struct QuadratureNode {
  double at, weight;
};

/// On [0, 1], ascending; exact for polynomials of a degree below 2 * count. Nodes by Newton's method on the Legendre
/// polynomial (Golub & Welsch 1969 give the theory), from the asymptotic guess.
std::vector<QuadratureNode> gauss_legendre(int count);

}  // namespace abut::host
