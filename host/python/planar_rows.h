// Rows of the plane, bodies and records, in NumPy arrays of structures that are C++'s own, byte by byte. Python hands
// over their bytes, an array (N, bytes of a row) of uint8, and has seen to their dtype and alignment
// (abut/_planar_rows.py).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "host/python/array.h"

namespace abut::python {

template <class E>
class PlanarRows {
 public:
  /// `object`: None, for no rows. `count`: how many there have to be. Throws `nb::type_error` or `nb::value_error`.
  PlanarRows(nb::handle object, std::string name, Array::Use use, std::int64_t count = any_extent) {
    if (object.is_none()) return;
    const Array& array = held_.emplace_back(object, std::move(name), use);
    rows_ = array.require({{Scalar::u8}, {count, sizeof(E)}}).require_host().template elements<E>();
  }
  std::span<E> get() const { return rows_; }
  /// Null where there are no rows.
  const Array* array() const { return held_.empty() ? nullptr : held_.data(); }

 private:
  std::vector<Array> held_;  ///< one, or none
  std::span<E> rows_;
};

}  // namespace abut::python
