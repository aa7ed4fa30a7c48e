// Open shells as contact sees them: sheets, which are touched from both sides. Each of their faces is there twice, the
// second time with its other side outward; edges within the sheet and vertices within it too, as the sides of the copy.
// An edge of one face then has two, the face and its copy, and is as sharp as edges get.
//
// A shell is one if its faces hang together by edges of two sides, with an edge of one side among them and none of
// more, and have two sides. Normals may point any way. Source: docs/explanation/cad-contact.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abut/brep/brep.h"

namespace abut::host {

/// Data only.
struct SidedBrep {
  Brep brep;                                      ///< as given, and after that the copies
  std::vector<std::uint32_t> face, edge, vertex;  ///< of the given one, of each here
  std::vector<bool> is_sheet;                     ///< one a face
  std::vector<std::string> notes;                 ///< one a sheet: "face 3: ..."
};

SidedBrep with_both_sides(const Brep& brep);

}  // namespace abut::host
