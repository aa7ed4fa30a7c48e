// An array whose elements are not initialised, so that the threads that fill it are the first to touch its pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace abut {

/// Asks for pages of 2 MiB in what lies in `bytes` from `data` on, where the system has them: faults on small pages
/// are a tenth of the time of a search with new memory.
inline void prefer_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
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

  /// The old elements are lost; memory is kept where it is enough.
  void resize(std::size_t size) {
    if (size > capacity_) {
      data_.reset();
      capacity_ = 0;
      data_ = allocate(size);
      capacity_ = size;
    }
    size_ = size;
  }
  /// Room for `capacity` elements at least; the first `kept` stay.
  void reserve(std::size_t capacity, std::size_t kept) {
    if (capacity <= capacity_) return;
    Data larger = allocate(capacity);
    if (kept > 0) std::memcpy(larger.get(), data_.get(), kept * sizeof(E));
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
    constexpr std::size_t line = 64, large = std::size_t{4} << 20, huge_page = std::size_t{2} << 20;
    if (size > (~std::size_t{0} - huge_page) / sizeof(E)) throw std::bad_alloc();
    const std::size_t bytes = size * sizeof(E);
    const std::size_t alignment = bytes >= large ? huge_page : line;
    const std::size_t padded = (bytes + alignment - 1) / alignment * alignment;
    Data data(static_cast<E*>(std::aligned_alloc(alignment, padded)));
    if (!data && size > 0) throw std::bad_alloc();
    if (bytes >= large) prefer_huge_pages(data.get(), padded);
    return data;
  }

  Data data_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace abut
