// Grains as closed NURBS surfaces: forms that interlock, and real grains fitted to their meshes.
#pragma once

#include <string>
#include <vector>

#include "examples/dem/scene.h"

namespace dem {

/// In the frame of its principal axes, all control points within distance 1. Data only.
struct NurbsGrain {
  abut::NurbsSurface surface;
  double volume;
  Vector moments;  ///< of density 1
  std::string name;
};

/// Six arms, four arms, and two ends with a waist: radii r(x, y, z) of directions that are sums of spherical harmonics
/// of degree 4, 3 and 2, fitted.
std::vector<NurbsGrain> interlocking_grains();

/// Of every closed mesh in the folder, in the order of their names. Throws as `read_grains`, and as `fit_surface` of a
/// mesh naming the file.
std::vector<NurbsGrain> fitted_grains(const std::string& folder, std::vector<std::string>& notes);

/// Of every surface in the folder, JSON or a body of a CAD file, in the order of their names. Throws as `read_surface`,
/// and `InvalidInput` where there is none.
std::vector<NurbsGrain> read_surfaces(const std::string& folder);

/// `interlocking_grains`, those of the folder that ABUT_SURFACES names, or fitted ones, of four sizes each, that fall
/// into a box. Throws as these, and where the settings name other grains.
Scene make_nurbs(const Settings& settings);

}  // namespace dem
