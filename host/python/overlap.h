// Whether arrays that are written share memory with others: then an answer would depend on the order of threads.
#pragma once

#include <span>

#include "host/python/array.h"

namespace abut::python {

/// Exactly, whatever the strides: columns of one structured array share nothing.
bool share_memory(const Array& a, const Array& b);

/// Throws `InvalidInput` where elements of `output` lie on each other, on `others`' or on an input's.
void require_apart(const Array& output, std::span<const Array> others);
void require_apart(const Array& output, const Array& input);

}  // namespace abut::python
