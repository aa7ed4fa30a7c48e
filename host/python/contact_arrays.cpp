#include "host/python/contact_arrays.h"

#include <string>
#include <utility>

#include "host/python/numpy.h"
#include "host/python/overlap.h"

namespace abut::python {
namespace {

/// Of a field: the scalar where the query's precision does not decide, and how many there are of a contact.
constexpr struct {
  const char* name;
  Scalar scalar;  ///< `other`: the query's
  int width;
} fields[] = {{"separation", Scalar::other, 1}, {"normal", Scalar::other, 3},      {"witness_a", Scalar::other, 3},
              {"witness_b", Scalar::other, 3},  {"point", Scalar::other, 3},       {"feature_a", Scalar::u64, 1},
              {"feature_b", Scalar::u64, 1},    {"lower_bound", Scalar::other, 1}, {"bound_gap", Scalar::other, 1},
              {"status", Scalar::u8, 1},        {"gjk_iterations", Scalar::u8, 1}, {"epa_iterations", Scalar::u8, 1},
              {"key", Scalar::u64, 1}};
constexpr std::size_t field_count = std::size(fields);

void require(const Array& array, Scalar scalar, int width, std::size_t count) {
  const auto rows = static_cast<std::int64_t>(count);
  if (width == 1) {
    array.require({{scalar}, {rows}});
  } else {
    array.require({{scalar}, {rows, width}});
  }
}

}  // namespace

std::span<const Pair> pairs_of(const Array& array) {
  const auto numbers = array.require({{Scalar::u32}, {any_extent, 2}}).elements<const std::uint32_t>();
  static_assert(sizeof(Pair) == 8);
  return {reinterpret_cast<const Pair*>(numbers.data()), numbers.size() / 2};
}

ContactArrays::ContactArrays(const nb::tuple& contacts, std::size_t count, Array::Use use, Memory memory, void* stream,
                             const char* whose)
    : place_(field_count, -1) {
  arrays_.reserve(field_count);
  for (std::size_t field = 0; field < field_count; ++field) {
    const nb::handle object = contacts[field];
    if (object.is_none()) continue;
    const Array& array = arrays_.emplace_back(object, std::string(whose) + "." + fields[field].name, use, stream);
    memory == Memory::device ? array.require_device() : array.require_host();
    place_[field] = static_cast<int>(arrays_.size()) - 1;
    if (fields[field].scalar != Scalar::other) require(array, fields[field].scalar, fields[field].width, count);
  }
  const Scalar scalar = single(false) ? Scalar::f32 : Scalar::f64;
  for (std::size_t field = 0; field < field_count; ++field) {
    if (place_[field] >= 0 && fields[field].scalar == Scalar::other) {
      require(*at(field), scalar, fields[field].width, count);
    }
  }
  for (std::size_t i = 0; use == Array::Use::write && i < arrays_.size(); ++i) {
    require_apart(arrays_[i], std::span<const Array>(arrays_).first(i));
  }
}

const ContactArrays& ContactArrays::require_apart_from(const Array& input) const {
  for (const Array& array : arrays_) require_apart(array, input);
  return *this;
}

const Array* ContactArrays::at(std::size_t field) const {
  return place_[field] < 0 ? nullptr : &arrays_[static_cast<std::size_t>(place_[field])];
}

bool ContactArrays::single(bool otherwise) const {
  for (std::size_t field = 0; field < field_count; ++field) {
    if (place_[field] >= 0 && fields[field].scalar == Scalar::other) return at(field)->scalar() == Scalar::f32;
  }
  return otherwise;
}

template <class E>
Strided<E> ContactArrays::one(std::size_t field) const {
  const Array* const array = at(field);
  return array == nullptr ? Strided<E>{} : array->strided<E>();
}

template <class E>
StridedVec3<E> ContactArrays::three(std::size_t field) const {
  const Array* const array = at(field);
  return array == nullptr ? StridedVec3<E>{} : array->strided3<E>();
}

template <class T>
ContactsView<T> ContactArrays::view() const {
  return {one<T>(0),
          three<T>(1),
          three<T>(2),
          three<T>(3),
          three<T>(4),
          one<Feature>(5),
          one<Feature>(6),
          one<T>(7),
          one<T>(8),
          one<std::uint8_t>(9),
          one<std::uint8_t>(10),
          one<std::uint8_t>(11),
          one<std::uint64_t>(12)};
}

template <class T>
Contacts<T> owned(const ContactsView<T>& view, std::size_t count) {
  Contacts<T> contacts(count);
  const auto copy = [count](const auto& from, auto& to) {
    if (from.data == nullptr) return;
    for (std::size_t i = 0; i < count; ++i) to[i] = from.data[static_cast<std::ptrdiff_t>(i) * from.stride];
  };
  const auto copy3 = [count](const auto& from, auto& x, auto& y, auto& z) {
    if (from.x == nullptr) return;
    for (std::size_t i = 0; i < count; ++i) {
      const std::ptrdiff_t k = static_cast<std::ptrdiff_t>(i) * from.stride;
      x[i] = from.x[k], y[i] = from.y[k], z[i] = from.z[k];
    }
  };
  copy(view.separation, contacts.separation);
  copy3(view.normal, contacts.normal_x, contacts.normal_y, contacts.normal_z);
  copy3(view.witness_a, contacts.witness_a_x, contacts.witness_a_y, contacts.witness_a_z);
  copy3(view.witness_b, contacts.witness_b_x, contacts.witness_b_y, contacts.witness_b_z);
  copy3(view.point, contacts.point_x, contacts.point_y, contacts.point_z);
  copy(view.feature_a, contacts.feature_a), copy(view.feature_b, contacts.feature_b);
  copy(view.lower_bound, contacts.lower_bound), copy(view.bound_gap, contacts.bound_gap),
      copy(view.status, contacts.status);
  copy(view.gjk_iterations, contacts.gjk_iterations), copy(view.epa_iterations, contacts.epa_iterations);
  copy(view.key, contacts.key);
  return contacts;
}

template <class T>
nb::dict numpy_contacts(Contacts<T>&& c) {
  nb::dict arrays;
  arrays["separation"] = numpy_of<T>(std::move(c.separation));
  arrays["normal"] = rows_of(c.normal_x, c.normal_y, c.normal_z);
  arrays["witness_a"] = rows_of(c.witness_a_x, c.witness_a_y, c.witness_a_z);
  arrays["witness_b"] = rows_of(c.witness_b_x, c.witness_b_y, c.witness_b_z);
  arrays["point"] = rows_of(c.point_x, c.point_y, c.point_z);
  arrays["feature_a"] = numpy_of<std::uint64_t>(std::move(c.feature_a));
  arrays["feature_b"] = numpy_of<std::uint64_t>(std::move(c.feature_b));
  arrays["lower_bound"] = numpy_of<T>(std::move(c.lower_bound));
  arrays["bound_gap"] = numpy_of<T>(std::move(c.bound_gap));
  arrays["status"] = numpy_of<std::uint8_t>(std::move(c.status));
  arrays["gjk_iterations"] = numpy_of<std::uint8_t>(std::move(c.gjk_iterations));
  arrays["epa_iterations"] = numpy_of<std::uint8_t>(std::move(c.epa_iterations));
  arrays["key"] = numpy_of<std::uint64_t>(std::move(c.key));
  return arrays;
}

template ContactsView<float> ContactArrays::view() const;
template ContactsView<double> ContactArrays::view() const;
template Contacts<float> owned(const ContactsView<float>&, std::size_t);
template Contacts<double> owned(const ContactsView<double>&, std::size_t);
template nb::dict numpy_contacts(Contacts<float>&&);
template nb::dict numpy_contacts(Contacts<double>&&);

}  // namespace abut::python
