// Parts near given points, by their boxes: the nearest one, and all within a distance. Host only.
//
// A distance is that of a point from a part's box, and the boxes are those of `find_pairs`: they hold the shape at its
// pose, fattened by half of `alert_distance` and by the part's own. For bounds of the shapes' own distances both are 0:
// the box is then the shape's, grown by 2^-16 of its size, and the shape is nowhere nearer than the box. Which shape is
// nearest, and how far it is, a query says, of a `point` shape with each part that `find_within` gives for the distance
// of any shape from the point.
//
// The answers are those of a `Cuda` device (abut/pairs/cuda_pairs.h) to the bit. Distances whose squares round to the
// same number, in a unit that the tree chooses, count as equal; whether a box is within a distance is decided so too,
// and below 2^-537 of the scene's size all distances are 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/bvh/nearest.h"
#include "abut/bvh/query_points.h"
#include "abut/core/contact.h"
#include "abut/core/executor.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// Point `a` and part `b`, sorted by a, then b.
struct NearList {
  std::vector<Pair> pairs;
  std::vector<std::uint64_t> rows;  ///< those of point `a` are `rows[a]` to `rows[a + 1]`: one more than points
};

/// For each point the part whose box is nearest, of all worlds, of several the lowest, and its distance: 0 inside.
/// `bvh_end` and infinite where no part has a box (its pose is not finite) or the point is not finite. Throws
/// `InvalidInput` as `find_pairs` does, and where a coordinate array of the points is null and there are some.
std::vector<NearestBox> find_nearest(const Cpu& cpu, std::span<const ShapeHeader> headers, const PartsView& parts,
                                     double alert_distance, const QueryPoints& points);

/// For each point all parts whose box is at most the radius away; with an infinite one all parts that have a box. None
/// for a point that is not finite. Throws as `find_nearest`, and where a radius is negative or NaN.
NearList find_within(const Cpu& cpu, std::span<const ShapeHeader> headers, const PartsView& parts,
                     double alert_distance, const QueryPoints& points, const QueryRadius& radius);

}  // namespace abut
