// Grains of a voxel image, eq. 6.3, and the voxels on their boundaries.
#pragma once

#include "examples/polycrystal/image.h"

namespace polycrystal {

struct GrainOptions {
  bool gaps = false;   ///< labels between the least and the greatest may be missing
  bool split = false;  ///< what is not connected by faces of voxels is a grain each: images that repeat themselves
};

/// Data only. Boundary voxels, those with a voxel of another grain at one of their six faces, lie grain after grain.
struct Grains {
  Box box;
  std::vector<std::int32_t> labels;     ///< of each grain
  std::vector<std::uint32_t> of_voxel;  ///< the grain of each voxel of the image
  std::vector<Seed> seeds;              ///< centroid, and the radius of the ball of the grain's volume
  std::vector<std::uint32_t> first;     ///< of each grain, into `boundary`; one more at the end
  std::vector<Vector> boundary;         ///< the middles of these voxels
  double diameter = 0;                  ///< of the ball of the mean volume

  std::uint32_t size() const { return static_cast<std::uint32_t>(labels.size()); }
  std::span<const Vector> boundary_of(std::uint32_t grain) const {
    return std::span(boundary).subspan(first[grain], first[grain + 1] - first[grain]);
  }
};

/// Throws `InvalidInput` for an image without voxels, a label below 1, and a label that no voxel has.
Grains grains_of(const VoxelImage& image, const GrainOptions& options = {});

}  // namespace polycrystal
