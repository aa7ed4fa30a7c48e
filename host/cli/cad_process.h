// CAD files read by a process of their own: the program `abut_cad`, which lies beside `abut`.
#pragma once

#include <string>

#include "abut/brep/brep.h"

namespace abut::cli {

/// As `read_cad`, in millimetres. A fault of OpenCASCADE that ends the process is one line: throws `InvalidInput`; also
/// where the program is not there.
BrepAssembly read_cad_apart(const std::string& file);

}  // namespace abut::cli
