// B-Reps as JSON files, which are read without a CAD kernel. Host only; in Abut::io.
//
// {"brep": {"parts": [PART, ...], "instances": [{"part": 0, "position": [x, y, z], "rotation": [nine numbers, row by
// row], "name": "pump/cover"}, ...], "notes": ["..."]}}. A PART has its "name" and the arrays of `Brep` under their
// names; faces are in "shells", loops in their faces, coedges in their loops:
// {"closed": true, "faces": [{"surface": 0, "reversed": false, "tolerance": 1e-7, "loops": [[{"edge": 0,
// "parameter_curve": 0, "reversed": false}, ...]]}]}. Kinds are by name; what a kind does not use is not there.
#pragma once

#include <string>

#include "abut/brep/brep.h"

namespace abut {

/// Numbers are the shortest that read back as the same bits. The file appears under its name when it is complete.
/// Throws as `check_brep`, and `FileError`.
void write_brep(const std::string& path, const BrepAssembly& assembly);

/// Throws `FileError`, and `InvalidInput` naming file, key, value and what is allowed; as `check_brep` too.
BrepAssembly read_brep(const std::string& path);

}  // namespace abut
