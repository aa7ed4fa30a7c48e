// The gap of a point to a closed surface, by the certified search, on the instruction set that was chosen.
#pragma once

#include "abut/surface/knot_contact.h"
#include "host/exec/instruction_set.h"

namespace abut::host {

/// `cache`: null, or that of the point.
inline SurfaceGap surface_gap_at(const SurfaceView<double>& surface, const Vec3<double>& x,
                                 ClosestPointCache<double>* cache) {
  const ClosestPointsOptions options;
  OneClosestPoint one;
  const std::uint32_t of = 0;
  const ClosestPointRange<double> range{&surface, &of, &x, options, view_of(one), cache, 0, 1};
  closest_points_table(chosen_instruction_set()).f64(range);
  return gap_of(surface, x, one);
}

}  // namespace abut::host
