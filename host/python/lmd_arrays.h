// The arrays of quasi-LMDs and of contacts of CAD models as NumPy has them.
#pragma once

#include <utility>

#include "abut/complex/quasi_lmds.h"
#include "host/python/numpy.h"

namespace abut::python {

/// By the names of the fields.
template <class T>
nb::dict numpy_lmds(LmdArrays<T>&& c) {
  nb::dict all;
  all["offsets"] = numpy_of<std::uint64_t>(std::move(c.offsets));
  all["separation"] = numpy_of<T>(std::move(c.separation));
  all["normal"] = numpy_of<T>(std::move(c.normal), {3});
  all["witness_a"] = numpy_of<T>(std::move(c.witness_a), {3});
  all["witness_b"] = numpy_of<T>(std::move(c.witness_b), {3});
  all["point"] = numpy_of<T>(std::move(c.point), {3});
  all["feature_a"] = numpy_of<std::uint64_t>(std::move(c.feature_a));
  all["feature_b"] = numpy_of<std::uint64_t>(std::move(c.feature_b));
  all["is_lmd"] = numpy_of<std::uint8_t>(std::move(c.is_lmd));
  all["key"] = numpy_of<std::uint64_t>(std::move(c.key));
  all["jacobian_a"] = numpy_of<T>(std::move(c.jacobian_a), {6});
  all["jacobian_b"] = numpy_of<T>(std::move(c.jacobian_b), {6});
  return all;
}

}  // namespace abut::python
