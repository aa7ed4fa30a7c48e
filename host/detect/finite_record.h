// Whether the scalar holds the lengths of a record.
#pragma once

#include <cmath>

#include "abut/core/contact.h"
#include "host/finite_vector.h"

namespace abut::host {

template <class T>
bool is_finite_record(const Contact<T>& c) {
  return std::isfinite(c.separation) && is_finite(c.witness_a) && is_finite(c.witness_b) && is_finite(c.point);
}

}  // namespace abut::host
