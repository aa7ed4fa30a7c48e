// An array whose elements are not initialised, so that the threads that fill it are the first to touch its pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace abut {

/// Memory from this size on asks for huge pages.
inline constexpr std::size_t large_memory = std::size_t{4} << 20;

/// Asks for pages of 2 MiB in what lies in `bytes` from `data` on, where the system has them and it is large memory:
/// faults on small pages are a tenth of the time of a search with new memory.
inline void prefer_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes < large_memory) return;
  constexpr std::uintptr_t page = 4096;
  const auto begin = (reinterpret_cast<std::uintptr_t>(data) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(data) + bytes) / page * page;
  if (end > begin) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);  // a wish: may fail
#endif
}

/// Aligned to a cache line.
template <class E>
class Buffer {
  static_assert(std::is_trivially_copyable_v<E>);

 public:
  Buffer() = default;
  explicit Buffer(std::size_t size) { resize(size); }
  /// What is moved from is empty.
  Buffer(Buffer&& other) noexcept
      : data_(std::move(other.data_)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    data_ = std::move(other.data_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }

  /// The old elements are lost; memory is kept where it is enough.
  void resize(std::size_t size) {
    if (size > capacity_) {
      data_.reset();
      size_ = capacity_ = 0;
      data_ = allocate(size);
      capacity_ = size;
    }
    size_ = size;
  }
  /// Room for `capacity` elements at least; the first `preserved` stay.
  void reserve(std::size_t capacity, std::size_t preserved) {
    if (capacity <= capacity_) return;
    Data larger = allocate(capacity);
    if (preserved > 0) std::memcpy(larger.get(), data_.get(), preserved * sizeof(E));
    data_ = std::move(larger);
    capacity_ = capacity;
  }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  E* data() { return data_.get(); }
  const E* data() const { return data_.get(); }
  E& operator[](std::size_t i) { return data_.get()[i]; }
  const E& operator[](std::size_t i) const { return data_.get()[i]; }

 private:
  struct Free {
    void operator()(E* p) const { std::free(p); }
  };
  using Data = std::unique_ptr<E, Free>;

  static Data allocate(std::size_t size) {
    constexpr std::size_t line = 64, huge_page = std::size_t{2} << 20;
    if (size > (~std::size_t{0} - huge_page) / sizeof(E)) throw std::bad_alloc();
    const std::size_t bytes = size * sizeof(E);
    const std::size_t alignment = bytes >= large_memory ? huge_page : line;
    const std::size_t padded = (bytes + alignment - 1) / alignment * alignment;
    Data data(static_cast<E*>(std::aligned_alloc(alignment, padded)));
    if (!data && size > 0) throw std::bad_alloc();
    prefer_huge_pages(data.get(), padded);
    return data;
  }

  Data data_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace abut
