// What encloses nothing, and has to be covered all the same.
#pragma once

#include "host/decompose/piece.h"

namespace abut::host {

/// Whether a piece of a body whose facets cross is a fold that is inside out, or without volume: no plane makes its
/// hull reach out less.
bool encloses_nothing(const Piece& piece);

/// For each polygon of the piece whose middle lies on the body's surface, the corners of what holds all that is within
/// `depth` of it, and nothing farther than twice that. Facets of the body, then, and a cap of a cut that has its middle
/// where a facet goes through it.
std::vector<std::vector<Vec3<double>>> slabs_of(const Body& body, const Piece& piece, double depth);

}  // namespace abut::host
