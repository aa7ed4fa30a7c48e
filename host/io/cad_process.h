// What is a CAD file, which a process of its own reads (abut/brep/cad_process.h).
#pragma once

#include <string>

#include "abut/brep/cad_process.h"

namespace abut::io {

/// By the name: .step, .stp, .iges, .igs or .brep, in letters of either case.
bool is_cad_name(const std::string& file);

}  // namespace abut::io
