// CAD files read by a process of their own, the program `abut_cad`: OpenCASCADE's faults end that one alone.
#pragma once

#include <string>

#include "abut/brep/cad_file.h"

namespace abut::io {

/// By the name: .step, .stp, .iges, .igs or .brep, in letters of either case.
bool is_cad_name(const std::string& file);

/// As `read_cad`, by this program. A fault of OpenCASCADE that ends the process is one line: throws `InvalidInput`;
/// also where the program is not there.
BrepAssembly read_cad_apart(const std::string& program, const std::string& file, const CadOptions& options = {});
/// The same by the `abut_cad` beside the program or the shared object that this code is part of, or else by that of
/// PATH.
BrepAssembly read_cad_apart(const std::string& file);

}  // namespace abut::io
