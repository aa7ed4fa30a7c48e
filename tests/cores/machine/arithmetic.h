// Arithmetic as PTX defines it.
#pragma once

#include "context.h"

namespace cores {

// Arithmetic: f32 results that are NaN are 0x7fffffff on NVIDIA GPUs
INL float cn(float x) { return LIKELY(x == x) ? x : bc<float>(0x7fffffffu); }
INL double cn(double x) { return x; }
template <class F>
INL F ptx_min(F a, F b) {
  if (a != a) return b != b ? cn(a) : b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <class F>
INL F ptx_max(F a, F b) {
  if (a != a) return b != b ? cn(a) : b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
INL float ptx_fma(float a, float b, float c) { return cn(__builtin_fmaf(a, b, c)); }
INL double ptx_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
INL float ptx_sqrt(float a) { return cn(__builtin_sqrtf(a)); }
INL double ptx_sqrt(double a) { return __builtin_sqrt(a); }
INL float fabs_(float a) { return bc<float>(bc<uint32_t>(a) & 0x7fffffffu); }
INL double fabs_(double a) { return bc<double>(bc<uint64_t>(a) & 0x7fffffffffffffffull); }
INL float fneg_(float a) { return bc<float>(bc<uint32_t>(a) ^ 0x80000000u); }
INL double fneg_(double a) { return bc<double>(bc<uint64_t>(a) ^ 0x8000000000000000ull); }
// float to integer, rounded already; clamps
template <class I, class F>
INL I f2i(F x) {
  constexpr bool is_signed = (I)-1 < (I)0;
  if (x != x) {
    if (sizeof(F) == 4 && sizeof(I) < 8) return 0;
    return (I)((typename sized<sizeof(I)>::t)1 << (sizeof(I) * 8 - 1));
  }
  const int bits = sizeof(I) * 8 - (is_signed ? 1 : 0);
  const F top = (F)__builtin_ldexp(1.0, bits);
  if (x >= top) return is_signed ? (I)(((typename sized<sizeof(I)>::t)1 << (sizeof(I) * 8 - 1)) - 1) : (I)-1;
  if (is_signed) {
    if (x < -top) return (I)((typename sized<sizeof(I)>::t)1 << (sizeof(I) * 8 - 1));
  } else if (x <= (F)-1)
    return 0;
  else if (x < 0)
    return 0;
  return (I)x;
}
INL float rint_(float x) { return __builtin_rintf(x); }
INL double rint_(double x) { return __builtin_rint(x); }
INL float floor_(float x) { return __builtin_floorf(x); }
INL double floor_(double x) { return __builtin_floor(x); }
INL float ceil_(float x) { return __builtin_ceilf(x); }
INL double ceil_(double x) { return __builtin_ceil(x); }
INL float trunc_(float x) { return __builtin_truncf(x); }
INL double trunc_(double x) { return __builtin_trunc(x); }
template <class U>
INL U shl_(U a, uint32_t n) {
  return n >= sizeof(U) * 8 ? 0 : (U)(a << n);
}
template <class U>
INL U shr_(U a, uint32_t n) {
  return n >= sizeof(U) * 8 ? (U)((U)-1 < 0 && a < 0 ? -1 : 0) : (U)(a >> n);
}
template <class U>
INL U div_(U a, U b) {
  if (b == 0) return (U)-1;
  if ((U)-1 < 0 && b == (U)-1) return (U)(0 - (typename sized<sizeof(U)>::t)a);
  return a / b;
}
template <class U>
INL U rem_(U a, U b) {
  if (b == 0) return a;
  if ((U)-1 < 0 && b == (U)-1) return 0;
  return a % b;
}
INL uint32_t prmt_(uint32_t a, uint32_t b, uint32_t s) {
  const uint64_t v = (uint64_t)b << 32 | a;
  uint32_t r = 0;
  for (int i = 0; i < 4; ++i) {
    const uint32_t n = s >> (4 * i) & 15;
    uint32_t byte = (uint32_t)(v >> (8 * (n & 7))) & 255;
    if (n & 8) byte = byte & 128 ? 255 : 0;
    r |= byte << (8 * i);
  }
  return r;
}
INL uint32_t lop3_(uint32_t a, uint32_t b, uint32_t c, uint32_t t) {
  uint32_t r = 0;
  if (t & 1) r |= ~a & ~b & ~c;
  if (t & 2) r |= ~a & ~b & c;
  if (t & 4) r |= ~a & b & ~c;
  if (t & 8) r |= ~a & b & c;
  if (t & 16) r |= a & ~b & ~c;
  if (t & 32) r |= a & ~b & c;
  if (t & 64) r |= a & b & ~c;
  if (t & 128) r |= a & b & c;
  return r;
}
template <class U>
INL U bfi_(U a, U b, uint32_t pos, uint32_t len) {
  const uint32_t w = sizeof(U) * 8;
  pos &= 255;
  len &= 255;
  U f = b;
  for (uint32_t i = 0; i < len && pos + i < w; ++i) f = (U)((f & ~((U)1 << (pos + i))) | ((a >> i & 1) << (pos + i)));
  return f;
}
template <class U, class S>
INL U bfe_(U a, uint32_t pos, uint32_t len, bool sg) {
  const uint32_t w = sizeof(U) * 8;
  pos &= 255;
  len &= 255;
  U sbit = 0;
  if (sg && len) {
    uint32_t q = pos + len - 1;
    if (q > w - 1) q = w - 1;
    sbit = a >> q & 1;
  }
  U d = 0;
  for (uint32_t i = 0; i < w; ++i) d |= (i < len && pos + i < w ? a >> (pos + i) & 1 : sbit) << i;
  return d;
}
INL uint32_t bmsk_(uint32_t a, uint32_t b, bool wrap) {
  if (wrap) {
    a &= 31;
    b &= 31;
  }
  if (a >= 32 || b == 0) return 0;
  uint64_t m = b >= 32 ? ~0ull : (1ull << b) - 1;
  return (uint32_t)(m << a);
}
INL uint32_t brev_(uint32_t a) {
  uint32_t r = 0;
  for (int i = 0; i < 32; ++i) r = r << 1 | (a >> i & 1);
  return r;
}
INL uint64_t brev_(uint64_t a) { return (uint64_t)brev_((uint32_t)a) << 32 | brev_((uint32_t)(a >> 32)); }
INL uint32_t clz_(uint32_t a) { return a ? (uint32_t)__builtin_clz(a) : 32; }
INL uint32_t clz_(uint64_t a) { return a ? (uint32_t)__builtin_clzll(a) : 64; }
template <class U>
INL uint32_t bfind_(U a, bool shiftamt) {
  constexpr int w = sizeof(U) * 8;
  typename sized<sizeof(U)>::t v = (typename sized<sizeof(U)>::t)a;
  if ((U)-1 < 0 && a < 0) v = ~v;
  if (v == 0) return 0xffffffffu;
  const uint32_t top = w - 1 - clz_(v);
  return shiftamt ? w - 1 - top : top;
}
INL uint32_t shf_l(uint32_t a, uint32_t b, uint32_t n) {
  const uint64_t v = (uint64_t)b << 32 | a;
  return (uint32_t)(v << n >> 32);
}
INL uint32_t shf_r(uint32_t a, uint32_t b, uint32_t n) {
  const uint64_t v = (uint64_t)b << 32 | a;
  return (uint32_t)(v >> n);
}

}  // namespace cores
