// The boundary of the translation unit that answers pairs in the plane, compiled once per instruction set. Data only.
#pragma once

#include "abut/planar/batch.h"

namespace abut {

/// Answers pairs begin to end of a batch, one thread.
struct PlanarRangeTable {
  void (*f32)(const PlanarBatch<float>&, std::uint64_t begin, std::uint64_t end, const PolygonMemory&);
  void (*f64)(const PlanarBatch<double>&, std::uint64_t begin, std::uint64_t end, const PolygonMemory&);
};

}  // namespace abut
