// The boundary of the translation units that are compiled once per instruction set: plain data and function pointers.
#pragma once

#include <cstdint>

#include "abut/narrow/batch.h"

namespace abut {

/// Memory for EPA that can grow. `grow` makes `memory` at least twice as large and returns false if it cannot.
struct GrowingEpaMemory {
  EpaMemory memory;
  bool (*grow)(GrowingEpaMemory*);
  void* owner;
};

/// Answers pairs begin to end of a batch, one thread. Data only.
struct QueryRangeTable {
  void (*f32)(const QueryBatch<float>&, std::uint64_t begin, std::uint64_t end, GrowingEpaMemory&);
  void (*f64)(const QueryBatch<double>&, std::uint64_t begin, std::uint64_t end, GrowingEpaMemory&);
  /// Whether they intersect, `out` one byte per pair of the batch.
  void (*intersects_f32)(const QueryBatch<float>&, std::uint64_t begin, std::uint64_t end, std::uint8_t* out);
  void (*intersects_f64)(const QueryBatch<double>&, std::uint64_t begin, std::uint64_t end, std::uint8_t* out);
};

}  // namespace abut
