// NURBS surfaces as JSON: {"nurbs": {"degree_u": 3, "knots_u": [...], "degree_v": 3, "knots_v": [...],
// "points": [[x, y, z], ...], "weights": [...]}}, the weights only where there are any. And closed ones of CAD files
// and B-Reps, as they are read. Host only; in Abut::io.
#pragma once

#include <string>

#include "abut/surface/nurbs.h"

namespace abut {

/// Numbers are the shortest that read back as the same bits. Throws as `check`.
std::string to_json(const NurbsSurface& surface);

/// The file appears under its name when it is complete. Throws as `check`, and `FileError`.
void write_surface(const std::string& path, const NurbsSurface& surface);

/// Of files that hold bodies. Data only.
struct SurfaceFileOptions {
  static constexpr double default_time_limit = 600;

  double unit = 0;     ///< of CAD files: in metres, the one that lengths come in; 0: 1e-3, millimetres
  std::string part{};  ///< the name of the body, where there are several
  double time_limit =
      default_time_limit;  ///< of CAD files: seconds, as `CadProcessOptions` of abut/brep/cad_process.h has it
};

/// From JSON as above. From a CAD file (STEP, IGES or .brep, by the name's ending) or a B-Rep as JSON (`write_brep`)
/// the surface that bounds its one body, in the body's own frame: `closed_surface_of`. CAD files are read by the
/// program `abut_cad`, beside the program or library that has this code, or else found by PATH. Throws `FileError`, and
/// `InvalidInput` naming file, key, value and what is allowed; as `check` too; where there are several bodies or none
/// of that name; where the CAD file, or a surface of the body, cannot be had.
NurbsSurface read_surface(const std::string& path, const SurfaceFileOptions& options = {});

}  // namespace abut
