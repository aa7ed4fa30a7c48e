// What facets cover of each other and how far apart they are over it, for many pairs, with the derivatives: for penalty
// methods that sum over pairs of facets. Host only.
//
//   const DeformingPairs pairs = find_deforming_pairs(cpu, bodies, {.alert_distance = max(depth, d)});
//   const std::vector<FacetCorners> corners = pair_corners(bodies, pairs);
//   facet_overlaps(cpu, bodies.nodes(), corners, {-depth, d}, overlaps);
//   ... an energy of each overlap, and what it changes by with the overlap's moments
//   facet_overlap_gradients(cpu, bodies.nodes(), corners, {-depth, d}, by, gradients);
//
// facet_overlap.h and facet_overlap_gradient.h say how one is found.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/deform/deforming_contacts.h"
#include "abut/deform/facet_overlap_gradient.h"

namespace abut {

/// Three corners of one facet and three of another, both counter-clockwise as seen from outside: places among nodes.
using FacetCorners = std::array<std::uint32_t, 6>;
/// By these.
using FacetGradient = std::array<Vec3<double>, 6>;

/// Of `pairs.facets`, in their order: places in `DeformingBodies::nodes()`. Throws `InvalidInput` when a facet is not
/// there.
std::vector<FacetCorners> pair_corners(const DeformingBodies& bodies, const DeformingPairs& pairs);

/// `out[k]` gets what the facets with the corners `pairs[k]` cover of each other with a gap in `range`, in the unit of
/// the nodes; 0 where a corner is not finite. Answers depend neither on threads nor on the instruction set. Throws
/// `InvalidInput` when `out` has another size than `pairs`, a corner is not there, the range is empty, or `cpu.threads`
/// is negative.
void facet_overlaps(const Cpu& cpu, std::span<const Vec3<double>> nodes, std::span<const FacetCorners> pairs,
                    GapRange<double> range, std::span<FacetOverlap<double>> out);

/// `out[k]` gets the derivatives of a function of `facet_overlaps`' answer of `pairs[k]` by its six corners, where
/// `by[k]` has those by its moments: minus a force, if the function is an energy. Throws likewise.
void facet_overlap_gradients(const Cpu& cpu, std::span<const Vec3<double>> nodes, std::span<const FacetCorners> pairs,
                             GapRange<double> range, std::span<const OverlapSlopes<double>> by,
                             std::span<FacetGradient> out);

}  // namespace abut
