// Compiled once per instruction set: see AbutInstructionSets.cmake.
#include "host/exec/isa/brep/brep_leaves.h"

#include "abut/brep/stationary_pairs.h"
#include "host/exec/isa/lanes/upper_halves.h"

namespace abut {
inline namespace ABUT_ISA {

extern const BrepLeavesTable brep_leaves_table_of_isa;

namespace brep_leaves_detail {

void find(const Carrier<double>& a, const Carrier<double>& b, StationaryPairs<double>& out) {
  stationary_pairs(a, b, out);
}

bool are_opposite(const PolyhedralCone<double>& a, const PolyhedralCone<double>& b, const Mat3<double>& b_in_a) {
  return may_be_antipodal(a, b, b_in_a);
}

void place(const RelativePose<double>& b_in_a, const FeatureTreeView<double>& tree, std::uint32_t node,
           PlacedFeatureNode<double>& out) {
  out = placed_node(b_in_a, tree, node);
}

bool reaches(const FeatureNode<double>& piece, const RelativePose<double>& to_surface, const Carrier<double>& surface,
             double tolerance) {
  return may_reach(piece, to_surface, surface, tolerance);
}

double ring_distance(const FeatureRing<double>& a, const FeatureRing<double>& b) { return least_distance(a, b); }

}  // namespace brep_leaves_detail

const BrepLeavesTable brep_leaves_table_of_isa = {
    cleared<brep_leaves_detail::find>, cleared<brep_leaves_detail::are_opposite>, cleared<brep_leaves_detail::place>,
    cleared<brep_leaves_detail::reaches>, cleared<brep_leaves_detail::ring_distance>};

}  // namespace ABUT_ISA
}  // namespace abut
