// Whether the upper halves of vector registers hold something, as the processor sees it: code for the baseline that
// follows is then several times slower.
#pragma once

#include <gtest/gtest.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace abut::test {

/// Whether this machine tells.
inline bool tells_upper_halves() {
#if defined(__x86_64__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  const bool saves = __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_OSXSAVE) != 0;
  constexpr unsigned xgetbv_of_use = 1u << 2;
  return saves && __get_cpuid_count(0xd, 1, &eax, &ebx, &ecx, &edx) != 0 && (eax & xgetbv_of_use) != 0;
#else
  return false;
#endif
}

/// False where this machine does not tell.
inline bool upper_halves_in_use() {
#if defined(__x86_64__)
  static const bool tells = tells_upper_halves();
  if (!tells) return false;
  unsigned low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
  constexpr unsigned avx = 1u << 2, zmm = 1u << 6;
  return (low & (avx | zmm)) != 0;
#else
  return false;
#endif
}

/// For after a call of what a table has.
inline void expect_clear_upper_halves() { EXPECT_FALSE(upper_halves_in_use()); }

}  // namespace abut::test
