// The upper halves of vector registers on x86. Where they hold something, code for the baseline is several times
// slower: each of its instructions has to keep them. Compilers clear them where wide code ends, but g++ 12 does not
// where it has called a function that takes a pack in a register and returns something else. So every function of a
// table, by which other code enters this folder, clears them at its end.
#pragma once

#include "abut/core/isa.h"

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace abut {
inline namespace ABUT_ISA {

namespace upper_halves_detail {

struct ClearAtExit {
  ABUT_INLINE ~ClearAtExit() {
#if defined(__AVX__)
    _mm256_zeroupper();
#endif
  }
};

template <auto function>
struct Cleared;
template <class Out, class... In, Out (*function)(In...)>
struct Cleared<function> {
  static Out call(In... in) {
    const ClearAtExit clear;
    return function(in...);
  }
};

}  // namespace upper_halves_detail

/// `function` for a table: it returns with clear upper halves.
template <auto function>
inline constexpr auto cleared = upper_halves_detail::Cleared<function>::call;

}  // namespace ABUT_ISA
}  // namespace abut
