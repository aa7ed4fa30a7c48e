// NumPy arrays that take over the memory of vectors.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <utility>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::python {

namespace nb = nanobind;

/// Shape: how many elements of `T` there are by `tail`, then `tail`. The memory is the vector's own.
template <class T, class E>
nb::object numpy_of(std::vector<E>&& values, std::initializer_list<std::size_t> tail = {}) {
  static_assert(sizeof(E) % sizeof(T) == 0);
  auto* const owned = new std::vector<E>(std::move(values));
  const nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<E>*>(p); });
  std::vector<std::size_t> shape{owned->size() * (sizeof(E) / sizeof(T))};
  for (const std::size_t extent : tail) {
    shape[0] /= extent;
    shape.push_back(extent);
  }
  if (owned->empty()) owned->reserve(1);  // an address, which NumPy wants of an empty array too
  return nb::cast(nb::ndarray<nb::numpy, T>(reinterpret_cast<T*>(owned->data()), shape.size(), shape.data(), owner));
}

/// (N, 3) of three arrays.
template <class T>
nb::object rows_of(const std::vector<T>& x, const std::vector<T>& y, const std::vector<T>& z) {
  std::vector<Vec3<T>> rows(x.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {x[i], y[i], z[i]};
  return numpy_of<T>(std::move(rows), {3});
}

}  // namespace abut::python
