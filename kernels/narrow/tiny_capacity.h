// Capacity for the polytope of a shallow overlap (abut/narrow/small_polytope.h) for a thread of a device, which has
// many beside it.
//
// On a device its arrays lie in shared memory, element k of all threads of a block side by side: whichever element each
// of a warp's threads asks for, it has a bank of its own. On the stack, elements of unlike numbers are a sector each,
// and the polytopes of all threads are more than the L1 holds.
#pragma once

#include "abut/core/isa.h"

namespace abut::device {

/// Faces are only added: eight vertices make 26 at most, where no border has more edges than there are vertices.
struct TinyCapacity {
  static constexpr int vertices = 8, faces = 26;
  static constexpr int border = 7;
  static constexpr int first_faces = 0, spare = 0;
  static constexpr int alignment = 4;
  static constexpr unsigned threads = 64;  ///< of a block, at most

  /// A thread's array. Of several in use at the same time each has its own `which`.
  template <class E, int count, int which>
  class Array {
   public:
    ABUT_HD E& operator[](int k) { return element(k); }
    ABUT_HD const E& operator[](int k) const { return const_cast<Array&>(*this).element(k); }

   private:
#if defined(__CUDA_ARCH__)
    ABUT_HD static E& element(int k) {
      __shared__ E of_block[count * static_cast<int>(threads)];
      return of_block[k * static_cast<int>(threads) + static_cast<int>(threadIdx.x)];
    }
#else
    ABUT_HD E& element(int k) { return own_[k]; }
    E own_[count];
#endif
  };
};

}  // namespace abut::device
