// Faces that share no edges, as those of IGES files, put together where their edges lie on one another. Private to
// host/brep/cad/.
#pragma once

#include "host/brep/cad/cad_shapes.h"

namespace abut::cad {

/// Edges within a tolerance of one another along all of their length become one: `resolution` of the file, in
/// millimetres, but from 1e-5 to 1e-4 of the size of the part. A note says so, with the tolerance and the number of
/// edges that are still sides of one face. A part that has a solid or a single face, or would lose a face, stays as it
/// is.
void sew(CadPart& part, double resolution, std::vector<std::string>& notes);

}  // namespace abut::cad
