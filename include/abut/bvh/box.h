// Axis-aligned boxes, and the outward rounding from double to float that tree nodes need.
#pragma once

#include <cstdint>

#include "abut/core/vec3.h"

namespace abut {

/// lo <= hi on every axis. The empty box has lo = +infinity and hi = -infinity: it is neutral in `unite` and overlaps
/// nothing, itself included. Data only.
template <class T>
struct Box {
  Vec3<T> lo, hi;
};

inline namespace ABUT_ISA {

template <class T>
ABUT_INLINE Box<T> empty_box() {
  const T infinity = static_cast<T>(__builtin_inf());
  return {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
}

template <class T>
ABUT_INLINE bool is_empty(const Box<T>& box) {
  return !(box.lo.x <= box.hi.x);
}

/// The smallest box that contains both.
template <class T>
ABUT_INLINE Box<T> unite(const Box<T>& a, const Box<T>& b) {
  return {{min(a.lo.x, b.lo.x), min(a.lo.y, b.lo.y), min(a.lo.z, b.lo.z)},
          {max(a.hi.x, b.hi.x), max(a.hi.y, b.hi.y), max(a.hi.z, b.hi.z)}};
}

/// Boxes that only touch do overlap. Written without branches: whether two boxes overlap is hard to predict.
template <class T>
ABUT_INLINE bool overlaps(const Box<T>& a, const Box<T>& b) {
  const bool x = mask_and(a.lo.x <= b.hi.x, b.lo.x <= a.hi.x);
  const bool y = mask_and(a.lo.y <= b.hi.y, b.lo.y <= a.hi.y);
  const bool z = mask_and(a.lo.z <= b.hi.z, b.lo.z <= a.hi.z);
  return mask_and(x, y, z);
}

/// Whether `outer` contains `inner`; the empty box is in every box.
template <class T>
ABUT_INLINE bool contains(const Box<T>& outer, const Box<T>& inner) {
  const bool x = mask_and(outer.lo.x <= inner.lo.x, inner.hi.x <= outer.hi.x);
  const bool y = mask_and(outer.lo.y <= inner.lo.y, inner.hi.y <= outer.hi.y);
  const bool z = mask_and(outer.lo.z <= inner.lo.z, inner.hi.z <= outer.hi.z);
  return mask_and(x, y, z);
}

/// The next float towards -infinity, for anything but -infinity and NaN.
ABUT_INLINE float next_below(float f) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, f);
  if (f == 0) return __builtin_bit_cast(float, 0x80000001u);  // below both zeros: the smallest negative number
  return __builtin_bit_cast(float, f > 0 ? bits - 1 : bits + 1);
}

/// The largest float that is not above `x`.
ABUT_INLINE float round_down(double x) {
  const float f = static_cast<float>(x);
  return static_cast<double>(f) > x ? next_below(f) : f;
}
/// The smallest float that is not below `x`.
ABUT_INLINE float round_up(double x) { return -round_down(-x); }

}  // namespace ABUT_ISA
}  // namespace abut
