// Complexes whose every simplex is known: plates, an icosahedron, and the surfaces of filled cells of a grid.
#pragma once

#include <functional>
#include <vector>

#include "abut/complex/simplicial_complex.h"

namespace abut::test {

/// A plate of cells x cells squares of two triangles each, in z = 0 about the origin.
SimplicialComplex flat_plate(int cells, double width);
/// The boundary of a box of these half lengths, 12 triangles.
SimplicialComplex box_surface(double x, double y, double z);
/// Regular, of edge length 2, outward.
SimplicialComplex icosahedron();
/// The boundary of all filled cells of a grid with these lines: outward, two triangles a square.
SimplicialComplex cell_surface(const std::vector<double> (&lines)[3],
                               const std::function<bool(int, int, int)>& is_filled);

}  // namespace abut::test
