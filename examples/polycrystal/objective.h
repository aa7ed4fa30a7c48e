// The objective function: Montanari 2017, eq. 6.5, O = c sqrt(sum of d(v_k, V(p_i))^2), over the boundary voxels v_k of
// all grains i.
//
// The thesis leaves c open ("depends on the scan resolution"). Here c = 1 / (D sqrt(K)) with K such voxels and the
// diameter D of the ball of the mean grain's volume, so that O is the root mean square distance in grain diameters,
// whatever the unit and the resolution. A seed without a cell counts as a cell that is the seed alone.
#pragma once

#include "examples/polycrystal/distances.h"

namespace polycrystal {

/// What evaluations have cost. Data only.
struct Effort {
  std::uint64_t evaluations = 0, cells = 0, voxels = 0;
  std::uint64_t queries = 0;                      ///< voxels that are not known to lie inside before they are asked for
  double seconds_cells = 0, seconds_queries = 0;  ///< wall-clock
};

class Objective {
 public:
  /// `ask_all`: distances of voxels that the bisectors tell to be inside are asked for too. Grains and distances have
  /// to live as long. Throws `InvalidInput` for seeds that `Tessellation` refuses or that are not as many as grains.
  Objective(const Grains& grains, std::vector<Seed> seeds, Distances& distances, bool ask_all = false);

  /// O of these seeds. Cells that none of them changes are not made anew. Infinity where two are at one place.
  double operator()(std::span<const Seed> seeds);

  double value() const { return value_; }
  const Tessellation& tessellation() const { return cells_; }
  const Effort& effort() const { return effort_; }
  std::span<const double> squared() const { return squared_; }  ///< of each boundary voxel

 private:
  void measure(std::span<const std::uint32_t> changed);
  void ask(std::uint32_t cell);

  const Grains& grains_;
  Distances& distances_;
  bool ask_all_;
  Tessellation cells_;
  std::vector<double> squared_, sums_;  ///< of voxels, of cells
  std::vector<Query> queries_;
  double value_ = 0;
  Effort effort_;
};

}  // namespace polycrystal
