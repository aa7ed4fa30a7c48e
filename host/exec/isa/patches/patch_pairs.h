// Patches of pairs on one core. The boundary of the translation unit that finds them, compiled once per instruction
// set.
#pragma once

#include "abut/contacts/patch_batch.h"

namespace abut {

/// See `answer_patch`. Data only.
struct PatchPairsTable {
  bool (*f32)(const QueryBatch<float>&, std::uint64_t, const PatchRequest&, const PairPatchScratch<float>&,
              PatchRecord<float>&);
  bool (*f64)(const QueryBatch<double>&, std::uint64_t, const PatchRequest&, const PairPatchScratch<double>&,
              PatchRecord<double>&);
};

}  // namespace abut
