// Arrays on a device that a call writes into, by their places among the fields of what it writes; any may be None.
#pragma once

#include <string>
#include <vector>

#include "host/python/array.h"
#include "host/python/overlap.h"

namespace abut::python {

class WrittenArrays {
 public:
  void require_apart_from(const Array& input) const {
    for (const Array& array : held_) python::require_apart(array, input);
  }

 protected:
  explicit WrittenArrays(std::size_t fields) : place_(fields, -1) { held_.reserve(fields); }
  /// Takes the array of a field; the reference stays good.
  const Array& take(const Cuda& cuda, std::size_t field, nb::handle object, const std::string& name) {
    const Array& array = held_.emplace_back(object, name, Array::Use::write, cuda.stream).require_device();
    place_[field] = static_cast<int>(held_.size()) - 1;
    return array;
  }
  void require_apart_from_each_other() const {
    for (std::size_t i = 0; i < held_.size(); ++i) {
      python::require_apart(held_[i], std::span<const Array>(held_).first(i));
    }
  }
  /// Null for None.
  const Array* at(std::size_t field) const {
    return place_[field] < 0 ? nullptr : &held_[static_cast<std::size_t>(place_[field])];
  }
  template <class E>
  Strided<E> one(std::size_t field) const {
    return at(field) == nullptr ? Strided<E>{} : at(field)->strided<E>();
  }
  template <class E>
  StridedVec3<E> three(std::size_t field) const {
    return at(field) == nullptr ? StridedVec3<E>{} : at(field)->strided3<E>();
  }

 private:
  std::vector<Array> held_;
  std::vector<int> place_;  ///< of each field's array among those held
};

}  // namespace abut::python
