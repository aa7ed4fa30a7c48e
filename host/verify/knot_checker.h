// Contacts of knots with NURBS surfaces, held against the separation of the surfaces themselves.
#pragma once

#include "abut/surface/contact_surfaces.h"
#include "host/verify/facet_checker.h"

namespace abut::verification {

/// Whether both shapes have a surface, and any of these knots.
bool meets_by_knots(const Detected& detected, Pair pair);

/// The record's own promises, of a row that has a knot.
template <class T>
CheckedPair check_knot(const Detected& detected, const Detection<T>& detection, std::size_t row);

/// The deepest of a pair's knots against `surface_separation`. It is no deeper than that. It is less deep by no more
/// than the nearest points of the surfaces are away from a knot, for a gap changes by no more than a point moves. Where
/// an edge of a body without knots is deepest, nothing has to be there. Adds to what `checked` says.
template <class T>
void check_deepest_knot(const Detected& detected, const Detection<T>& detection, const FacetRowsOfPair<T>& rows,
                        CheckedPair& checked);

/// The same of a pair without contact. `tolerance`: of the query's precision.
CheckedPair check_no_knot(const Detected& detected, Pair pair, double tolerance);

}  // namespace abut::verification
