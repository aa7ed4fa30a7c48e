// The second derivatives of many gaps by their nodes, for solvers that need the matrix of their forces. Host only.
//
// facet_gap.h says how one is found.
#pragma once

#include <array>
#include <span>

#include "abut/core/executor.h"
#include "abut/deform/facet_gap.h"

namespace abut {

/// Of one gap by its four nodes: `h[12 * (3 * i + r) + 3 * j + c]` is by coordinate r of node i and c of node j.
using GapMatrix = std::array<double, 144>;

/// `out` gets those of `gaps`, in their order, with the nodes where `nodes` has them; `FacetGap::node` are places
/// there. The gaps are those of these positions (`find_deforming_contacts`). Units: 1 over that of the nodes. Answers
/// do not depend on threads. Throws `InvalidInput` when `out` has another size than `gaps`, a node is not there, or
/// `cpu.threads` is negative.
void gap_hessians(const Cpu& cpu, std::span<const FacetGap<double>> gaps, std::span<const Vec3<double>> nodes,
                  std::span<GapMatrix> out);

}  // namespace abut
