// Pairs in the plane, one after the other. Nothing here may instantiate a common inline function, so no standard
// library.
#include "host/exec/isa/planar/planar_range.h"

#include "host/exec/isa/lanes/pack.h"
#include "host/exec/isa/lanes/upper_halves.h"
#include "host/exec/isa/scans/wide_scan.h"

namespace abut {
inline namespace ABUT_ISA {
namespace {

template <class T>
void answer_range(const PlanarBatch<T>& batch, std::uint64_t begin, std::uint64_t end, const PolygonMemory& memory) {
  for (std::uint64_t i = begin; i < end; ++i) answer_planar_pair<WideScan>(batch, i, memory);
}

}  // namespace

extern const PlanarRangeTable planar_range_table_of_isa;
const PlanarRangeTable planar_range_table_of_isa = {cleared<answer_range<float>>, cleared<answer_range<double>>};

}  // namespace ABUT_ISA
}  // namespace abut
