// CAD files read by a process of their own: the program `abut_cad`, which lies beside the running one, as beside
// `abut`, or is found by PATH.
#pragma once

#include <string>

#include "abut/brep/brep.h"

namespace abut::io {

/// By the name: .step, .stp, .iges, .igs or .brep, in letters of either case.
bool is_cad_name(const std::string& file);

/// As `read_cad`, in millimetres. A fault of OpenCASCADE that ends the process is one line: throws `InvalidInput`; also
/// where the program is not there.
BrepAssembly read_cad_apart(const std::string& file);

}  // namespace abut::io
