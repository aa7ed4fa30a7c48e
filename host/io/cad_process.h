// CAD files read by a process of their own, the program `abut_cad`: OpenCASCADE's faults end that one alone.
#pragma once

#include <string>

#include "abut/brep/cad_file.h"

namespace abut::io {

/// As `read_cad`, by this program. A fault of OpenCASCADE that ends the process is one line: throws `InvalidInput`;
/// also where the program is not there.
BrepAssembly read_cad_apart(const std::string& program, const std::string& file, const CadOptions& options = {});

}  // namespace abut::io
