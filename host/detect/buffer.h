// An array whose elements are not initialised, so that the threads that fill it are the first to touch its pages.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace abut {

template <class E>
class Buffer {
  static_assert(std::is_trivially_copyable_v<E>);

 public:
  Buffer() = default;
  explicit Buffer(std::size_t size) { resize(size); }

  /// The old elements are lost; memory is kept where it is enough.
  void resize(std::size_t size) {
    if (size > capacity_) {
      data_.reset();
      capacity_ = 0;
      data_ = std::make_unique_for_overwrite<E[]>(size);
      capacity_ = size;
    }
    size_ = size;
  }

  std::size_t size() const { return size_; }
  E* data() { return data_.get(); }
  const E* data() const { return data_.get(); }
  E& operator[](std::size_t i) { return data_[i]; }
  const E& operator[](std::size_t i) const { return data_[i]; }

 private:
  std::unique_ptr<E[]> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace abut
