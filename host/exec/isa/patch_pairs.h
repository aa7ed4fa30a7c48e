// Patches of pairs on one core. The boundary of the translation unit that finds them, compiled once per instruction
// set.
#pragma once

#include "abut/contacts/find_patch.h"

namespace abut {

/// See `write_patch`. Data only.
struct PatchPairsTable {
  bool (*f32)(const QueryBatch<float>&, std::uint64_t, const Contact<float>&, const PatchRequest&,
              const PairPatchMemory&, PatchRecord<float>&, PatchPoint<float>*);
  bool (*f64)(const QueryBatch<double>&, std::uint64_t, const Contact<double>&, const PatchRequest&,
              const PairPatchMemory&, PatchRecord<double>&, PatchPoint<double>*);
};

}  // namespace abut
