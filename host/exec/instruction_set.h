// Which instruction sets this program was compiled for, and which one this machine runs.
#pragma once

#include <string>
#include <vector>

#include "host/exec/isa/boxes/box_search.h"
#include "host/exec/isa/boxes/neighbour_list.h"
#include "host/exec/isa/brep/brep_leaves.h"
#include "host/exec/isa/complex/complex_search.h"
#include "host/exec/isa/deform/deform_search.h"
#include "host/exec/isa/facets/facet_search.h"
#include "host/exec/isa/patches/patch_pairs.h"
#include "host/exec/isa/planar/planar_range.h"
#include "host/exec/isa/queries/query_range.h"
#include "host/exec/isa/surface/closest_points.h"

namespace abut {

enum class InstructionSet { scalar, avx2, avx512, neon };

const char* name_of(InstructionSet set);

/// Those compiled in that this machine can run, the widest last. `scalar` is among them but where the program was built
/// for its machine alone (ABUT_THIS_MACHINE).
const std::vector<InstructionSet>& available_instruction_sets();

/// The widest available one, or the one that the environment variable ABUT_INSTRUCTION_SET names. Throws
/// `InvalidInput` if that one is unknown or not available.
InstructionSet chosen_instruction_set();

/// The batch loops of an available instruction set.
const QueryRangeTable& query_range_table(InstructionSet set);
/// The search of boxes for pairs, likewise.
const BoxSearchTable& box_search_table(InstructionSet set);
const NeighbourListTable& neighbour_list_table(InstructionSet set);
const PatchPairsTable& patch_pairs_table(InstructionSet set);
/// Pairs in the plane, likewise.
const PlanarRangeTable& planar_range_table(InstructionSet set);
/// Facets of two surfaces, likewise.
const FacetSearchTable& facet_search_table(InstructionSet set);
/// Simplices of two complexes, likewise.
const ComplexSearchTable& complex_search_table(InstructionSet set);
/// Facets of deforming bodies, likewise.
const DeformSearchTable& deform_search_table(InstructionSet set);
/// Nodes and leaves of two CAD models, likewise.
const BrepLeavesTable& brep_leaves_table(InstructionSet set);
/// Nearest points of surfaces, likewise.
const ClosestPointsTable& closest_points_table(InstructionSet set);

}  // namespace abut
