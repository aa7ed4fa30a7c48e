// CAD files read by a process of their own, the program `abut_cad`: a fault of OpenCASCADE ends that one alone, and one
// that hangs is stopped. So do the program `abut` and the Python package read them. Host only; in Abut::io, which needs
// no OpenCASCADE.
#pragma once

#include <string>

#include "abut/brep/brep.h"

namespace abut {

/// Data only.
struct CadProcessOptions {
  static constexpr double default_time_limit = 600;

  double unit = 1e-3;  ///< in metres: the one that lengths come in, as of `CadOptions`
  /// Seconds by the clock, after which the process is stopped; 0 or infinity: none.
  double time_limit = default_time_limit;
  std::string program{};  ///< path of `abut_cad`; empty: beside the program or library that has this code, or of PATH
};

/// As `read_cad` (`abut/brep/cad_file.h`), in another process, which has ended when this returns or throws, and which
/// is stopped when the calling thread ends. Any number of threads may read at once. The calling program does not ignore
/// SIGCHLD, and waits for no child that is not its own: how the process ended would be lost.
///
/// Throws as `read_cad`; besides, `InvalidInput` naming the file: the program is not there or cannot be run, a signal
/// ended it, how it ended was lost, it gave what is no B-Rep, the time limit was reached; a time limit that is not a
/// number from 0 on.
BrepAssembly read_cad_apart(const std::string& path, const CadProcessOptions& options = {});

}  // namespace abut
