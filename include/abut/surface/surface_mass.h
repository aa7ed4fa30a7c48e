// Mass properties of the solid that a closed surface encloses. Host only.
//
// By the divergence theorem over the Bezier patches, with Gauss and Legendre's quadrature: exact but for rounding where
// there are no weights, as the integrands are polynomials there.
#pragma once

#include "abut/shapes/mass_properties.h"
#include "abut/surface/nurbs.h"

namespace abut {

/// Of density 1, in the surface's frame and unit. Along each parameter both ends are the same (`is_closed`) or a pole
/// each (`is_pole`), and u x v points outwards (`turned_inside_out`). What a surface that crosses itself encloses twice
/// counts twice. With weights: nodes are doubled until the integrals over a patch change by no more than 2^-44 of its
/// own size. Throws as `check`, and `InvalidInput` for a surface that is not closed, one whose volume is not positive,
/// and where 8 times as many nodes as without weights are too few.
MassProperties mass_properties(const NurbsSurface& surface);

}  // namespace abut
