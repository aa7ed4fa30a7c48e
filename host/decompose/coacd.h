// CoACD as a second engine, in a process of its own.
#pragma once

#include <vector>

#include "abut/decompose.h"

namespace abut::host {

/// Points of its parts. Throws `std::runtime_error` naming what went wrong in one line.
std::vector<std::vector<Vec3<double>>> run_coacd(const Mesh& mesh, const DecomposeOptions& options);

}  // namespace abut::host
