// Pictures: cells for ParaView, and an SVG of a slice, as the image has it, as the fit begins and as it ends.
#pragma once

#include "examples/polycrystal/network.h"
#include "examples/polycrystal/optimise.h"

namespace polycrystal {

/// Faces of all cells as legacy VTK polygons, ASCII, with the cell arrays `cell` (from 1) and `beyond` (0: the box's
/// side). A face between two cells is there once. Throws `FileError`.
void write_cells(const std::string& path, const Network& network);

/// Where a cell cuts the plane of this z: a convex polygon, or nothing.
std::vector<Vector> slice(const Cell& cell, double z);

/// Data only. All of them have to live as long.
struct Slices {
  const VoxelImage& image;
  const Grains& grains;
  const Tessellation& first;
  const Tessellation& last;
  const std::vector<Improvement>& history;
};

/// The slice through the image's middle, and O_min over evaluations. Throws `FileError`.
void write_slices(const std::string& path, const Slices& slices);

/// evaluation, seconds, O_min: a line for each improvement. Throws `FileError`.
void write_history(const std::string& path, const std::vector<Improvement>& history);

}  // namespace polycrystal
