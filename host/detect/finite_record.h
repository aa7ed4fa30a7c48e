// Whether the scalar holds the lengths of a record.
#pragma once

#include <cmath>

#include "abut/core/contact.h"

namespace abut::host {

template <class T>
bool is_finite_record(const Contact<T>& c) {
  const auto finite = [](const Vec3<T>& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); };
  return std::isfinite(c.separation) && finite(c.witness_a) && finite(c.witness_b) && finite(c.point);
}

}  // namespace abut::host
