// Whether a file is whole that OpenCASCADE's own reader of .brep is given: that one prints, or reads on for ever, where
// a table is missing. Private to host/brep/cad/.
#pragma once

#include <string>

namespace abut::cad {

/// Nothing if all tables are there, in their order, and as many shapes as are announced; else what is missing.
std::string missing_in_brep(const std::string& path);

}  // namespace abut::cad
