// Candidate pairs: parts whose boxes, fattened by the alert distance, overlap. Host only.
#pragma once

#include <span>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/core/contact.h"
#include "abut/core/executor.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// All pairs of parts that may be within `alert_distance` (plus both parts' own alert distances) of each other, sorted,
/// unique, `a < b`; worlds, masks and self contact as in `PartsView`. Worlds that lie over each other cost as
/// if they met; side by side they do not. Never misses one: boxes are rounded outward.
/// Poses are in the world, and `alert_distance` has the scene's unit of length. `headers`: those of the shape set that
/// the parts refer to. Throws `InvalidInput` when `headers` is null and there are parts, a shape index is out of range,
/// the distance (or a part's own) is negative or not finite, `cpu.threads` is negative, or there are more than 2^31
/// parts or 2^32 - 1 pairs. The view's arrays may not be null, but for `alert`. A part whose pose is not finite pairs
/// with nothing.
std::vector<Pair> find_pairs(const Cpu& cpu, std::span<const ShapeHeader> headers, const PartsView& parts,
                             double alert_distance);

/// All pairs of a part of `first` (`a`) and one of `second` (`b`) that may be within `alert_distance`, plus both parts'
/// own, sorted by a, then b; filtered by the parts' worlds and masks, while bodies and self contact do not matter. Both
/// refer to the same shapes. Throws as `find_pairs`.
std::vector<Pair> find_cross_pairs(const Cpu& cpu, std::span<const ShapeHeader> headers, const PartsView& first,
                                   const PartsView& second, double alert_distance);

}  // namespace abut
