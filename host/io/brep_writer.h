// B-Reps as JSON text.
#pragma once

#include <string>

#include "abut/brep/brep.h"

namespace abut::io {

std::string brep_json(const BrepAssembly& assembly);

}  // namespace abut::io
