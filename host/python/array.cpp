#include "host/python/array.h"

#include <nanobind/stl/string.h>

#include <utility>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/python/scalar_names.h"

namespace abut::python {
namespace {

/// Values of DLPack's DLDeviceType.
constexpr int dlpack_cpu = 1, dlpack_cuda = 2, dlpack_cuda_host = 3, dlpack_cuda_managed = 13;

/// The number that DLPack has for a stream: CUDA's null stream is 1, and 0 is not allowed.
std::uintptr_t dlpack_stream(void* stream) { return stream == nullptr ? 1 : reinterpret_cast<std::uintptr_t>(stream); }

std::string type_of(nb::handle object) { return nb::cast<std::string>(nb::handle(object.type()).attr("__name__")); }

bool is_number_or_list(nb::handle object) {
  return nb::isinstance<nb::list>(object) || nb::isinstance<nb::tuple>(object) || PyFloat_CheckExact(object.ptr()) ||
         PyLong_CheckExact(object.ptr());
}

std::string shape_text(const std::int64_t* extents, int count) {
  std::string text = "(";
  for (int i = 0; i < count; ++i) text += (i > 0 ? ", " : "") + std::to_string(extents[i]);
  return text + (count == 1 ? ",)" : ")");
}

}  // namespace

Array::Array(nb::handle object, std::string name, Use use, void* stream) : name_(std::move(name)), use_(use) {
  // Not `hasattr` and then `getattr`: PyTorch makes the dictionary anew each time.
  const nb::object interface = nb::getattr(object, "__cuda_array_interface__", nb::none());
  if (!interface.is_none()) {
    take_cuda_interface(interface);
  } else if (PyObject_CheckBuffer(object.ptr()) != 0) {
    take_buffer(object);
  } else if (nb::hasattr(object, "__dlpack_device__")) {
    take_dlpack(object, stream);
  } else {
    const std::string what = object.is_none() ? "None" : "a " + type_of(object);
    throw nb::type_error((name_ + " is " + what + "; allowed is an array, as numpy.asarray makes it").c_str());
  }
}

Array Array::from_numbers(nb::handle object, std::string name) {
  if (!is_number_or_list(object)) return Array(object, std::move(name));
  nb::object made;
  try {
    made = nb::module_::import_("numpy").attr("asarray")(object, nb::str("float64"));
  } catch (const nb::python_error&) {
    throw nb::type_error((name + " is a " + type_of(object) + " that is not made of numbers in even rows").c_str());
  }
  return Array(made, std::move(name));
}

Array::~Array() {
  if (buffer_.obj != nullptr) PyBuffer_Release(&buffer_);
}

Array::Array(Array&& other) noexcept
    : name_(std::move(other.name_)),
      type_name_(std::move(other.type_name_)),
      use_(other.use_),
      data_(other.data_),
      scalar_(other.scalar_),
      item_(other.item_),
      dimensions_(other.dimensions_),
      device_(other.device_),
      writable_(other.writable_),
      shape_(other.shape_),
      stride_(other.stride_),
      buffer_(other.buffer_),
      held_(std::move(other.held_)) {
  other.buffer_.obj = nullptr;
}

void Array::set_rank(std::int64_t rank) {
  if (rank < 0 || rank > static_cast<std::int64_t>(most_dimensions)) {
    const std::string text = name_ + " has " + std::to_string(rank) + " dimensions; allowed are at most 8";
    throw nb::value_error(text.c_str());
  }
  dimensions_ = static_cast<int>(rank);
}

void Array::set_contiguous_strides() {
  std::int64_t stride = static_cast<std::int64_t>(item_);
  for (int axis = dimensions_; axis-- > 0;) {
    stride_[static_cast<std::size_t>(axis)] = stride;
    stride *= shape_[static_cast<std::size_t>(axis)];
  }
}

void Array::take_buffer(nb::handle object) {
  if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_STRIDES | PyBUF_FORMAT) != 0) {
    PyErr_Clear();  // a dtype that buffers have no letter for, as datetime64
    const nb::object dtype = nb::getattr(object, "dtype", nb::str("unknown"));
    throw nb::type_error(
        (name_ + " is an array of dtype " + nb::cast<std::string>(nb::str(dtype)) + "; allowed are numbers").c_str());
  }
  data_ = static_cast<std::byte*>(buffer_.buf);
  item_ = static_cast<std::size_t>(buffer_.itemsize);
  writable_ = buffer_.readonly == 0;
  std::tie(scalar_, type_name_) = scalar_of_format(buffer_.format == nullptr ? "B" : buffer_.format, item_);
  set_rank(buffer_.ndim);
  for (int i = 0; i < dimensions_; ++i) {
    shape_[static_cast<std::size_t>(i)] = buffer_.shape[i];
    stride_[static_cast<std::size_t>(i)] = buffer_.strides[i];
  }
}

void Array::take_cuda_interface(nb::handle interface) {
  try {
    const nb::dict dict = nb::cast<nb::dict>(interface);
    const nb::tuple shape = nb::cast<nb::tuple>(dict["shape"]);
    const nb::tuple data = nb::cast<nb::tuple>(dict["data"]);
    data_ = reinterpret_cast<std::byte*>(nb::cast<std::uintptr_t>(data[0]));
    writable_ = !nb::cast<bool>(data[1]);
    std::tie(scalar_, type_name_, item_) = scalar_of_typestr(nb::cast<std::string>(dict["typestr"]));
    set_rank(static_cast<std::int64_t>(shape.size()));
    for (int i = 0; i < dimensions_; ++i) shape_[static_cast<std::size_t>(i)] = nb::cast<std::int64_t>(shape[i]);
    set_contiguous_strides();
    if (dict.contains("strides") && !dict["strides"].is_none()) {
      const nb::tuple strides = nb::cast<nb::tuple>(dict["strides"]);
      for (int i = 0; i < dimensions_; ++i) stride_[static_cast<std::size_t>(i)] = nb::cast<std::int64_t>(strides[i]);
    }
  } catch (const std::bad_cast&) {
    throw nb::type_error((name_ + ".__cuda_array_interface__ is not as version 3 of it says").c_str());
  } catch (const nb::python_error&) {
    throw nb::type_error((name_ + ".__cuda_array_interface__ is not as version 3 of it says").c_str());
  }
  device_ = 0;
}

void Array::take_dlpack(nb::handle object, void* stream) {
  const nb::tuple device = nb::cast<nb::tuple>(object.attr("__dlpack_device__")());
  const int kind = nb::cast<int>(device[0]);
  const bool on_device = kind == dlpack_cuda || kind == dlpack_cuda_managed;
  if (!on_device && kind != dlpack_cpu && kind != dlpack_cuda_host) {
    const std::string text = name_ + " is in memory of a device of DLPack's kind " + std::to_string(kind) +
                             "; allowed are host memory and CUDA devices";
    throw nb::type_error(text.c_str());
  }
  if (on_device) {
    device_ = nb::cast<int>(device[1]);
    // Looked at before the array is asked for: without a device there is nothing that it could wait for.
    if (cuda_unavailable_reason() != nullptr) require_device();
  }
  const nb::object capsule = on_device ? object.attr("__dlpack__")(nb::arg("stream") = dlpack_stream(stream))
                                       : nb::object(object.attr("__dlpack__")());
  nb::ndarray<> to_write;
  writable_ = nb::try_cast(capsule, to_write);  // what says that it is read-only is not taken so
  const auto array = writable_ ? nb::ndarray<nb::ro>(to_write) : nb::cast<nb::ndarray<nb::ro>>(capsule);
  data_ = static_cast<std::byte*>(array.data_handle()) + array.byte_offset();
  item_ = array.itemsize();
  std::tie(scalar_, type_name_) = scalar_of_dlpack(array.dtype().code, array.dtype().bits, array.dtype().lanes);
  set_rank(static_cast<std::int64_t>(array.ndim()));
  for (int i = 0; i < dimensions_; ++i) {
    shape_[static_cast<std::size_t>(i)] = static_cast<std::int64_t>(array.shape(static_cast<std::size_t>(i)));
    stride_[static_cast<std::size_t>(i)] = array.stride(static_cast<std::size_t>(i)) * static_cast<std::int64_t>(item_);
  }
  held_ = array;
}

std::string Array::description() const {
  std::string text = type_name_ + " of shape " + shape_text(shape_.data(), dimensions_);
  if (on_device()) text += " in memory of a CUDA device";
  return text;
}

void Array::refuse(const std::string& allowed) const {
  throw nb::value_error((name_ + " is " + description() + "; allowed is " + allowed).c_str());
}
void Array::refuse_type(const std::string& allowed) const {
  throw nb::type_error((name_ + " is " + description() + "; allowed is " + allowed).c_str());
}

std::string text_of(const Wanted& wanted) {
  std::string text;
  for (const Scalar scalar : wanted.scalars) text += (text.empty() ? "" : " or ") + std::string(scalar_name(scalar));
  text += " of shape (";
  bool first = true;
  for (const std::int64_t extent : wanted.shape) {
    text += (first ? "" : ", ") + (extent == any_extent ? std::string("N") : std::to_string(extent));
    first = false;
  }
  return text + (wanted.shape.size() == 1 ? ",)" : ")");
}

const Array& Array::require(const Wanted& wanted) const {
  bool known = false;
  for (const Scalar scalar : wanted.scalars) known = known || scalar == scalar_;
  if (!known) refuse_type(text_of(wanted) + conversion_to(*wanted.scalars.begin()));
  bool fits = static_cast<std::size_t>(dimensions_) == wanted.shape.size();
  int axis = 0;
  for (const std::int64_t extent : wanted.shape) {
    fits = fits && (extent == any_extent || extent == this->extent(axis));
    ++axis;
  }
  if (!fits) refuse(text_of(wanted));
  check_layout(wanted);
  return *this;
}

std::string Array::conversion_to(Scalar wanted) const {
  const bool whole = scalar_ >= Scalar::u8 && scalar_ <= Scalar::i64, real = scalar_ >= Scalar::f16;
  const bool converts = wanted == Scalar::f64 ? whole || real : wanted == Scalar::u32 && whole;
  if (use_ == Use::write || on_device() || !converts) return {};
  return std::string(": astype(numpy.") + scalar_name(wanted) + ") converts it";
}

void Array::check_layout(const Wanted& wanted) const {
  const auto fail = [&](const std::string& fault) {
    throw nb::value_error((name_ + " " + fault + " (it is " + description() + " with strides " +
                           shape_text(stride_.data(), dimensions_) + " bytes; wanted is " + text_of(wanted) + ")")
                              .c_str());
  };
  if (use_ == Use::write && !writable_) fail("is read-only; allowed is an array that can be written");
  if (bytes() == 0) return;  // strides of nothing are anything: DLPack's may be 0
  for (int axis = 0; axis < dimensions_; ++axis) {
    const std::int64_t stride = stride_[static_cast<std::size_t>(axis)];
    if (extent(axis) < 2) continue;  // then the stride says nothing
    if (stride < 0) fail("has a negative stride; allowed are positive ones: numpy.ascontiguousarray copies it");
    if (stride % static_cast<std::int64_t>(item_) != 0) {
      fail("has a stride that is no multiple of its elements' size; allowed are multiples");
    }
    if (use_ == Use::write && stride == 0) fail("has elements on top of each other; allowed is one place for each");
  }
  if (reinterpret_cast<std::uintptr_t>(data_) % item_ != 0) {
    fail("is not aligned to its elements' size; allowed is aligned memory");
  }
}

const Array& Array::require_host() const {
  if (on_device()) {
    throw nb::type_error((name_ + " is " + description() + "; allowed is host memory here").c_str());
  }
  return *this;
}

const Array& Array::require_device() const {
  if (!on_device()) {
    throw nb::type_error(
        (name_ + " is in host memory; allowed is memory of a CUDA device, as the other arrays'").c_str());
  }
  if (const char* reason = cuda_unavailable_reason()) {
    throw CudaError(name_ + " is in memory of a CUDA device, which cannot be used here: " + reason);
  }
  return *this;
}

std::size_t Array::bytes() const {
  std::size_t count = item_;
  for (int axis = 0; axis < dimensions_; ++axis) count *= static_cast<std::size_t>(extent(axis));
  return count;
}

const Array& Array::require_contiguous_rows() const {
  std::int64_t stride = static_cast<std::int64_t>(item_);
  for (int axis = dimensions_; axis-- > 1;) {
    if (extent(axis) > 1 && stride_[static_cast<std::size_t>(axis)] != stride && count() > 0) {
      refuse("an array whose rows are contiguous: numpy.ascontiguousarray copies it");
    }
    stride *= extent(axis);
  }
  return *this;
}

std::byte* Array::contiguous() const {
  require_contiguous_rows();
  const std::size_t row = count() == 0 ? 0 : bytes() / count();
  if (dimensions_ > 0 && count() > 1 && stride_[0] != static_cast<std::int64_t>(row)) {
    refuse("an array whose elements are contiguous: numpy.ascontiguousarray copies it");
  }
  return data_;
}

std::int64_t Array::integer(std::size_t i) const {
  const std::byte* at = data_ + static_cast<std::int64_t>(i) * stride_[0];
  switch (scalar_) {
    case Scalar::u8: return *reinterpret_cast<const std::uint8_t*>(at);
    case Scalar::u16: return *reinterpret_cast<const std::uint16_t*>(at);
    case Scalar::u32: return *reinterpret_cast<const std::uint32_t*>(at);
    case Scalar::i8: return *reinterpret_cast<const std::int8_t*>(at);
    case Scalar::i16: return *reinterpret_cast<const std::int16_t*>(at);
    case Scalar::i32: return *reinterpret_cast<const std::int32_t*>(at);
    default: return *reinterpret_cast<const std::int64_t*>(at);
  }
}

}  // namespace abut::python
