// One pair of a batch by itself, with more memory for EPA until it is answered or there is no more.
#pragma once

#include "host/exec/isa/queries/query_range.h"
#include "host/exec/isa/scans/wide_scan.h"

namespace abut {
inline namespace ABUT_ISA {

template <class R>
ABUT_PHASE void answer_alone(const QueryBatch<R>& batch, std::uint64_t i, GrowingEpaMemory& memory) {
  while (!answer_pair<R, WideScan>(batch, i, memory.memory)) {
    if (!memory.grow(&memory)) break;
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
