// Arrays that an algorithm takes one after the other from memory of the caller's. Without memory the same calls say how
// much it would be. Host only.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef ABUT_CORES  // a build whose kernels run on cores, where each access is checked
extern "C" void cores_array(void* begin, std::size_t bytes, std::size_t behind);
#endif

namespace abut {
namespace workspace_detail {

#ifdef ABUT_CORES
constexpr std::size_t between_arrays = 256;
/// Kernels may not touch the bytes `behind` an array.
inline void end_array(void* begin, std::size_t bytes, std::size_t behind) { cores_array(begin, bytes, behind); }
#else
constexpr std::size_t between_arrays = 0;
inline void end_array(void*, std::size_t, std::size_t) {}
#endif

}  // namespace workspace_detail

class Workspace {
 public:
  /// What every array is aligned to; the memory has to be.
  static constexpr std::size_t alignment = 256;

  Workspace() = default;
  explicit Workspace(void* memory) : memory_(static_cast<unsigned char*>(memory)) {}
  /// So many bytes, for a function that wants as many or more.
  Workspace(void* memory, std::size_t size) : memory_(static_cast<unsigned char*>(memory)), size_(size) {}
  void* data() const { return memory_; }
  /// 0 where the maker has not said.
  std::size_t size() const { return size_; }

  /// Null where there is no memory.
  template <class E>
  E* take(std::uint64_t count) {
    unsigned char* const at = memory_ != nullptr ? memory_ + bytes_ : nullptr;
    const std::size_t bytes = count * sizeof(E);
    const std::size_t room = (bytes + alignment - 1) / alignment * alignment + workspace_detail::between_arrays;
    if (at != nullptr) workspace_detail::end_array(at, bytes, room - bytes);
    bytes_ += room;
    return reinterpret_cast<E*>(at);
  }
  /// Of all arrays taken so far.
  std::size_t bytes() const { return bytes_; }

 private:
  unsigned char* memory_ = nullptr;
  std::size_t size_ = 0, bytes_ = 0;
};

/// `Layout` is made of a Workspace and further arguments: the bytes that it takes.
template <class Layout, class... Arguments>
std::size_t bytes_of(const Arguments&... arguments) {
  Workspace counting;
  const Layout layout(counting, arguments...);
  (void)layout;
  return counting.bytes();
}

}  // namespace abut
