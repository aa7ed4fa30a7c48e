// Arrays that begin where packs of lanes may be loaded: the vertices of shapes.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace abut::host {

/// Cache lines of 64 bytes, and whole vector registers.
template <class E>
struct Aligned {
  using value_type = E;
  static constexpr std::align_val_t alignment{64};
  Aligned() = default;
  template <class F>
  Aligned(const Aligned<F>&) {}
  E* allocate(std::size_t n) { return static_cast<E*>(::operator new(n * sizeof(E), alignment)); }
  void deallocate(E* p, std::size_t) { ::operator delete(p, alignment); }
  template <class F>
  bool operator==(const Aligned<F>&) const {
    return true;
  }
};
template <class E>
using AlignedVector = std::vector<E, Aligned<E>>;

}  // namespace abut::host
