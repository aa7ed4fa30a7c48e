// The batch loop on one core. Compiled once per instruction set, each time into another inline namespace; nothing here
// may instantiate a common inline function (tests/headers/isa_symbols.py), so no standard library.
#include "host/exec/isa/queries/query_range.h"

#include "host/exec/isa/lanes/pack.h"
#include "host/exec/isa/lanes/upper_halves.h"
#include "host/exec/isa/queries/single_pair.h"

#if defined(ABUT_HAVE_PACKS)
#include "host/exec/isa/queries/pack_query.h"
#endif

namespace abut {
inline namespace ABUT_ISA {
namespace {

template <class T>
void query_range(const QueryBatch<T>& batch, std::uint64_t begin, std::uint64_t end, GrowingEpaMemory& memory) {
#if defined(ABUT_HAVE_PACKS)
  for (; begin < end; begin += most_in_range) {
    answer_range_in_packs(batch, begin, end - begin < most_in_range ? end : begin + most_in_range, memory);
  }
#else
  for (std::uint64_t i = begin; i < end; ++i) answer_alone(batch, i, memory);
#endif
}

template <class T>
void intersect_range(const QueryBatch<T>& batch, std::uint64_t begin, std::uint64_t end, std::uint8_t* out) {
  for (std::uint64_t i = begin; i < end; ++i) out[i] = pair_intersects<T, WideScan>(batch, i);
}

}  // namespace

extern const QueryRangeTable query_range_table_of_isa;
const QueryRangeTable query_range_table_of_isa = {cleared<query_range<float>>, cleared<query_range<double>>,
                                                  cleared<intersect_range<float>>, cleared<intersect_range<double>>};

}  // namespace ABUT_ISA
}  // namespace abut
