// Sorts Morton codes. In the calling task arena; the result does not depend on its threads.
#pragma once

#include <cstdint>

#include "host/exec/buffer.h"

namespace abut {

struct CodedItem {
  std::uint64_t code;
  std::uint32_t item;
};

/// Sorts `items`, given in ascending order of `item`, by (code, item). `spare` is working space of any size.
/// Least significant digit first, stable, 11 bits at a time; digits that all codes share cost one look.
void sort_by_code(Buffer<CodedItem>& items, Buffer<CodedItem>& spare);

/// Sorts words, given in ascending order of their bits below `first_bit`, by value.
void sort_words(Buffer<std::uint64_t>& words, Buffer<std::uint64_t>& spare, int first_bit);

}  // namespace abut
