// The arrays of abut.Contacts as a view that queries write or read.
#pragma once

#include <span>
#include <vector>

#include "abut/contacts/contacts.h"
#include "abut/detect.h"
#include "host/python/array.h"

namespace abut::python {

/// Rows (M, 2) of uint32 one after the other, in host memory or in a device's. Throws `nb::type_error` or
/// `nb::value_error`.
std::span<const Pair> pairs_of(const Array& array);

/// Where arrays of a call have to lie, and what is done with them.
enum class Memory : std::uint8_t { host, device };

/// The thirteen arrays of a `Contacts` object, in the order of `ContactsView`; any may be None. Those that are written
/// have memory of their own.
class ContactArrays {
 public:
  /// `contacts`: a tuple; `count` elements each. Throws `nb::type_error`, `nb::value_error` or `InvalidInput` naming
  /// the field, of `whose`.
  ContactArrays(const nb::tuple& contacts, std::size_t count, Array::Use use, Memory memory = Memory::host,
                void* stream = nullptr, const char* whose = "out");

  /// Whether the floating arrays are float32; `otherwise` where there are none.
  bool single(bool otherwise) const;
  template <class T>
  ContactsView<T> view() const;
  /// Throws `InvalidInput` where one of them, which are written, lies on `input`.
  const ContactArrays& require_apart_from(const Array& input) const;
  /// Those that there are.
  std::span<const Array> arrays() const { return arrays_; }

 private:
  const Array* at(std::size_t field) const;
  template <class E>
  Strided<E> one(std::size_t field) const;
  template <class E>
  StridedVec3<E> three(std::size_t field) const;

  std::vector<Array> arrays_;
  std::vector<int> place_;  ///< of a field in `arrays_`, or -1
};

/// Owning arrays with what `view` has, for those who want them so; what it has not is zero.
template <class T>
Contacts<T> owned(const ContactsView<T>& view, std::size_t count);

/// A dictionary of NumPy arrays, by the names of the fields.
template <class T>
nb::dict numpy_contacts(Contacts<T>&& contacts);

}  // namespace abut::python
