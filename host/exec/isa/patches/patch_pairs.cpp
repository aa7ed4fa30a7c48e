// Compiled once per instruction set: see query_range.cpp.
#include "host/exec/isa/patches/patch_pairs.h"

#include "host/exec/isa/lanes/upper_halves.h"

namespace abut {
inline namespace ABUT_ISA {

extern const PatchPairsTable patch_pairs_table_of_isa;
const PatchPairsTable patch_pairs_table_of_isa = {cleared<answer_patch<float>>, cleared<answer_patch<double>>};

}  // namespace ABUT_ISA
}  // namespace abut
