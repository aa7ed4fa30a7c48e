// The program's commands.
#pragma once

#include <iosfwd>

#include "examples/polycrystal/optimise.h"

namespace polycrystal {

/// Data only.
struct FitOptions {
  std::string image, folder;  ///< folder: empty, no files are written
  ImageShape shape;
  GrainOptions grains;
  std::string distances = "exact";
  bool ask_all = false;
  OptimiseOptions optimise;
  double short_edge = 0;  ///< in mean grain diameters: shorter ones are merged; 0: none
};

/// Fits a tessellation to an image, prints what came of it, and writes cells.tess, cells.vtk, slices.svg, history.csv,
/// and regularised.tess where edges were merged. Throws as what it calls.
Optimum fit(const FitOptions& options, std::ostream& out);

/// `id x y z` or `id x y z radius` a line, ids ascending from anywhere. Throws `FileError` and `InvalidInput`.
std::vector<Seed> read_seeds(const std::string& path);

/// Cells of seeds in a box: cells.tess and cells.vtk in the folder.
void tessellate(const std::string& seeds, const Box& box, const std::string& folder, std::ostream& out);

/// Counts and volumes of a .tess file.
void describe(const std::string& tess, std::ostream& out);

/// The voxel image of a .tess file's seeds, as VTK.
void voxelise(const std::string& tess, const std::array<std::uint32_t, 3>& count, const std::string& path);

}  // namespace polycrystal
