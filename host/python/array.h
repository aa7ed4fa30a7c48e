// Arrays that Python code hands over: looked at where they lie, never copied, and refused in one line that names the
// argument, what it is and what is allowed. Taken are the buffer protocol (NumPy, memoryview), DLPack (PyTorch, JAX)
// and the CUDA array interface (CuPy, PyTorch, Numba).
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "abut/core/contact.h"
#include "abut/core/vec2.h"

namespace abut::python {

namespace nb = nanobind;

enum class Scalar : std::uint8_t { other, boolean, u8, u16, u32, u64, i8, i16, i32, i64, f16, f32, f64 };

template <class T>
inline constexpr Scalar scalar_of = Scalar::other;
template <>
inline constexpr Scalar scalar_of<float> = Scalar::f32;
template <>
inline constexpr Scalar scalar_of<double> = Scalar::f64;
template <>
inline constexpr Scalar scalar_of<std::uint8_t> = Scalar::u8;
template <>
inline constexpr Scalar scalar_of<std::uint32_t> = Scalar::u32;
template <>
inline constexpr Scalar scalar_of<std::uint64_t> = Scalar::u64;

/// Stands for any extent in a wanted shape; messages call it N.
inline constexpr std::int64_t any_extent = -1;

/// What an argument has to be. Data only.
struct Wanted {
  std::initializer_list<Scalar> scalars;
  std::initializer_list<std::int64_t> shape;
};

/// One array argument. Holds the memory for as long as it lives; is made and destroyed with the interpreter lock held.
class Array {
 public:
  enum class Use : std::uint8_t { read, write };

  /// Throws `nb::type_error` for what is no array. `stream`: of a device array's user, for DLPack.
  Array(nb::handle object, std::string name, Use use = Use::read, void* stream = nullptr);
  /// The same, but lists, tuples and numbers are made into a float64 array by NumPy first.
  static Array from_numbers(nb::handle object, std::string name);
  ~Array();
  Array(Array&& other) noexcept;
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  Array& operator=(Array&&) = delete;

  /// Throws `nb::type_error` for another dtype, `nb::value_error` for another shape, a negative or uneven stride, an
  /// output that is read-only or has elements on top of each other. Returns itself.
  const Array& require(const Wanted& wanted) const;
  /// Throws `nb::type_error` where the array is in memory of a device.
  const Array& require_host() const;
  /// Throws `nb::type_error` where it is not; `CudaError` where there is no device to be used.
  const Array& require_device() const;

  const std::string& name() const { return name_; }
  bool on_device() const { return device_ >= 0; }
  Scalar scalar() const { return scalar_; }
  int dimensions() const { return dimensions_; }
  const std::byte* data() const { return data_; }
  std::size_t item_bytes() const { return item_; }
  std::int64_t extent(int axis) const { return shape_[static_cast<std::size_t>(axis)]; }
  std::size_t count() const { return dimensions_ == 0 ? 1 : static_cast<std::size_t>(shape_[0]); }

  /// All elements, which have to lie one after the other. Throws `nb::value_error` where they do not.
  template <class E>
  std::span<E> elements() const {
    return {reinterpret_cast<E*>(contiguous()), bytes() / sizeof(E)};
  }
  template <class E>
  Strided<E> strided() const {
    return {reinterpret_cast<E*>(data_), stride(0)};
  }
  /// Of an (N, 3) array, whatever its strides.
  template <class E>
  StridedVec3<E> strided3() const {
    E* const x = reinterpret_cast<E*>(data_);
    return {x, x + stride(1), x + 2 * stride(1), stride(0)};
  }
  /// Throws `nb::value_error` unless the elements of each row lie one after the other.
  const Array& require_contiguous_rows() const;
  /// In elements.
  std::ptrdiff_t stride(int axis) const {
    return stride_[static_cast<std::size_t>(axis)] / static_cast<std::ptrdiff_t>(item_);
  }
  /// A float32 or float64 element, exactly.
  double number(std::size_t i, std::size_t j = 0, std::size_t k = 0) const {
    // Strides behind the last axis are 0.
    const auto at = [this](std::size_t index, std::size_t axis) {
      return static_cast<std::ptrdiff_t>(index) * stride_[axis];
    };
    const std::byte* const place = data_ + at(i, 0) + at(j, 1) + at(k, 2);
    if (scalar_ == Scalar::f64) return *reinterpret_cast<const double*>(place);
    return static_cast<double>(*reinterpret_cast<const float*>(place));
  }
  /// An element of any of the integer types, exactly, but for the sign of what is beyond int64.
  std::int64_t integer(std::size_t i) const;

  /// How NumPy converts it where only the dtype is wrong, for a message: empty for what is written, and for what is no
  /// number.
  std::string conversion_to(Scalar wanted) const;
  /// "float64 of shape (5, 3)", and where it lies if not in host memory.
  std::string description() const;
  [[noreturn]] void refuse(const std::string& allowed) const;
  [[noreturn]] void refuse_type(const std::string& allowed) const;

 private:
  Array() = default;
  void take_buffer(nb::handle object);
  void take_cuda_interface(nb::handle interface);
  void take_dlpack(nb::handle object, void* stream);
  void set_rank(std::int64_t rank);
  void set_contiguous_strides();
  void check_layout(const Wanted& wanted) const;
  std::byte* contiguous() const;
  std::size_t bytes() const;

  static constexpr std::size_t most_dimensions = 8;
  std::string name_, type_name_;
  Use use_ = Use::read;
  std::byte* data_ = nullptr;
  Scalar scalar_ = Scalar::other;
  std::size_t item_ = 1;
  int dimensions_ = 0, device_ = -1;
  bool writable_ = true;
  std::array<std::int64_t, most_dimensions> shape_{}, stride_{};  ///< strides in bytes
  Py_buffer buffer_{};
  nb::ndarray<nb::ro> held_;  ///< of DLPack
};

/// "float64 or float32 of shape (N, 3)".
std::string text_of(const Wanted& wanted);

/// A number without a fraction, from 0 to `most`. Throws `nb::type_error`, or `InvalidInput` naming it.
std::uint64_t whole_number_of(nb::handle object, const char* name, std::uint64_t most);

/// Three numbers: a list, a tuple or an array.
Vec3<double> vec3_of(nb::handle object, const char* name);

/// (N, 3) numbers: lists, tuples or an array, copied.
std::vector<Vec3<double>> vec3s_of(nb::handle object, const char* name);

/// Two numbers, and (N, 2) of them, likewise.
Vec2<double> vec2_of(nb::handle object, const char* name);
std::vector<Vec2<double>> vec2s_of(nb::handle object, const char* name);

/// Numbers of shapes, (N,), of any integer type: the argument `shapes`.
std::vector<std::uint32_t> shape_numbers_of(nb::handle object);

}  // namespace abut::python
