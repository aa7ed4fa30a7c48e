// Points that Python code gives as lists, tuples or an array.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "abut/core/scalar.h"
#include "host/python/array.h"

namespace abut::python {

/// (N, 3) numbers: read where they lie if they are of type `T` one after the other, else copied. Is made and destroyed
/// with the interpreter lock held.
template <class T>
class Points {
 public:
  /// Throws `nb::type_error` or `nb::value_error` for another dtype or shape.
  explicit Points(Array&& array) : array_(std::move(array)) {
    array_.require({{Scalar::f64, Scalar::f32}, {any_extent, 3}}).require_host();
    const auto row = array_.extent(0) > 1 ? array_.stride(0) : 3;  // of one row the stride says nothing
    if (array_.scalar() == scalar_of<T> && row == 3 && array_.stride(1) == 1) {
      points_ = {reinterpret_cast<const Vec3<T>*>(array_.data()), array_.count()};
      return;
    }
    const auto at = [&](std::size_t i, std::size_t k) { return static_cast<T>(array_.number(i, k)); };
    copied_.resize(array_.count());
    for (std::size_t i = 0; i < copied_.size(); ++i) copied_[i] = {at(i, 0), at(i, 1), at(i, 2)};
    points_ = copied_;
  }
  Points(nb::handle object, const char* name) : Points(Array::from_numbers(object, name)) {}
  Points(const Points&) = delete;
  Points& operator=(const Points&) = delete;

  std::span<const Vec3<T>> view() const { return points_; }

 private:
  Array array_;
  std::vector<Vec3<T>> copied_;
  std::span<const Vec3<T>> points_;
};

}  // namespace abut::python
