// Voxel images: a label a voxel.
//
// Read are label files of PRISMS-Plasticity (`**` header lines, rows of x), OpenDX text (last index fastest), legacy
// VTK structured points in ASCII, plain text of numbers (x fastest) and .raw (little-endian, x fastest).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "examples/polycrystal/laguerre.h"

namespace polycrystal {

/// Data only. `labels[x + count[0] * (y + count[1] * z)]`.
struct VoxelImage {
  std::array<std::uint32_t, 3> count{0, 0, 0};
  Vector origin{0, 0, 0}, spacing{1, 1, 1};
  std::vector<std::int32_t> labels;

  std::size_t size() const { return static_cast<std::size_t>(count[0]) * count[1] * count[2]; }
  Vector centre(std::size_t voxel) const;
  Box box() const;
};

/// What a file may not say itself. Data only.
struct ImageShape {
  std::optional<std::array<std::uint32_t, 3>> count;  ///< in place of what a header says
  std::optional<Vector> spacing;
};

/// Throws `FileError` where the file cannot be read, `InvalidInput` in a line where it is no such image.
VoxelImage read_image(const std::string& path, const ImageShape& shape = {});

/// The image that a tessellation has: each voxel the number, from 1, of the cell that its centre lies in. Throws
/// `InvalidInput` where a count is 0, or for more than 2^31 voxels.
VoxelImage image_of(const Tessellation& tessellation, const std::array<std::uint32_t, 3>& count);

/// Legacy VTK structured points, ASCII. Throws `FileError`.
void write_image(const std::string& path, const VoxelImage& image);

}  // namespace polycrystal
