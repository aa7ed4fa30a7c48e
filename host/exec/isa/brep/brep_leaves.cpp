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

}  // namespace brep_leaves_detail

const BrepLeavesTable brep_leaves_table_of_isa = {cleared<brep_leaves_detail::find>,
                                                  cleared<brep_leaves_detail::are_opposite>};

}  // namespace ABUT_ISA
}  // namespace abut
