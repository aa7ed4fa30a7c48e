// Neper's scalar tessellation files (.tess), format 3.4, for boxes.
//
// Numbers there are from 1. A face of a polyhedron has a minus where its plane's normal points into the polyhedron.
// What the format allows besides (orientations, groups, periodicity, other domains) is skipped, or refused where the
// cells would be others.
#pragma once

#include "examples/polycrystal/network.h"

namespace polycrystal {

/// Numbers in full: what is read back is the same, but for the order of faces in cells. Throws `FileError`.
void write_tess(const std::string& path, const Network& network);

/// Throws `FileError` where the file cannot be read, `InvalidInput` in a line where it is no such file, ends early, or
/// where its cells are not closed.
Network read_tess(const std::string& path);

}  // namespace polycrystal
