// CoACD as a second engine, in a process of its own.
#pragma once

#include <vector>

#include "abut/decompose.h"

namespace abut::host {

/// Data only.
struct CoacdParts {
  std::vector<std::vector<Vec3<double>>> points;  ///< of each part that has a volume
  std::size_t flat = 0;                           ///< how many have none
  double seconds = 0;                             ///< that it took, without the start of its process
};

/// Throws `std::runtime_error` naming what went wrong in one line. The process ends with the thread that calls this,
/// and leaves no file, whatever ends them.
CoacdParts run_coacd(const Mesh& mesh, const DecomposeOptions& options);

}  // namespace abut::host
