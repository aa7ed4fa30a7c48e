// CAD files: STEP (.step, .stp), IGES (.iges, .igs) and OpenCASCADE's own (.brep), as B-Reps. Host only; in Abut::brep,
// by OpenCASCADE where the build has it.
#pragma once

#include <string>

#include "abut/brep/brep.h"

namespace abut {

/// Whether this build reads CAD files.
bool cad_available();

struct CadOptions {
  double unit = 1e-3;  ///< in metres: the one that lengths come in
};

/// Parts once, and where assemblies have them. Lengths of STEP and IGES are converted from the file's unit, those of
/// .brep, which names none, from millimetres. Unusable faces, edges and placements are left out; `notes` name them, and
/// faces by their number in their part, from 1, in the file's order. STEP files that this one names as holding its
/// parts are read from its folder. One call reads at a time, others wait.
///
/// Throws `FileError`, and `InvalidInput` naming the file and what is wrong: a name that ends in nothing of the above,
/// 2 GB or more, what is no such file, no face that can be used, a unit that is not finite and above 0; in a build
/// without OpenCASCADE, that.
BrepAssembly read_cad(const std::string& path, const CadOptions& options = {});

}  // namespace abut
