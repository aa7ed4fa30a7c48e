// The boxes of all parts, and the checks of what a pair search is given.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "abut/bodies/parts_view.h"
#include "abut/bvh/box.h"
#include "abut/shapes/shape_set_view.h"
#include "host/exec/buffer.h"

namespace abut {

/// Throws `InvalidInput` as `find_pairs` does; `name` is the argument that errors are about. Runs in the calling task
/// arena.
void check_parts(std::span<const ShapeHeader> headers, const PartsView& parts, const std::string& name,
                 double alert_distance);

/// The box of each part, fattened by its share of the alert distance. Runs in the calling task arena.
void make_part_boxes(const ShapeHeader* headers, const PartsView& parts, double alert_distance,
                     Buffer<Box<double>>& boxes);

}  // namespace abut
