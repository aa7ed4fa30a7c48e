// A pack of lanes in vector registers: one pair a lane, 16 floats or 8 doubles with AVX-512, half of that with AVX2, a
// quarter with NEON. It has the operations of abut/core/scalar.h, so the per-pair templates run on it as they do on a
// scalar, and every lane gets the bits that a scalar gets.
#pragma once

#include "abut/core/bits.h"
#include "abut/core/vec3.h"
#include "host/exec/isa/lanes/lanes.h"

#if defined(ABUT_HAVE_PACKS)

namespace abut {
inline namespace ABUT_ISA {

template <class R>
concept LaneReal = __is_same(R, float) || __is_same(R, double);

template <LaneReal R>
struct PackMask {
  typename Lanes<R>::Mask m;
};

template <LaneReal R>
struct PackIndex {
  typename Lanes<R>::Index v;
  PackIndex() = default;
  ABUT_INLINE explicit PackIndex(std::uint32_t x) : v(Lanes<R>::broadcast_index(x)) {}
  ABUT_INLINE static PackIndex of(typename Lanes<R>::Index v) {
    PackIndex out;
    out.v = v;
    return out;
  }
};

template <LaneReal R>
struct Pack {
  static constexpr int width = Lanes<R>::width;
  typename Lanes<R>::Real v;
  Pack() = default;
  ABUT_INLINE explicit Pack(R x) : v(Lanes<R>::broadcast(x)) {}
  ABUT_INLINE static Pack of(typename Lanes<R>::Real v) {
    Pack out;
    out.v = v;
    return out;
  }
  ABUT_INLINE static Pack load(const R* p) { return of(Lanes<R>::load(p)); }
  ABUT_INLINE void store(R* p) const { Lanes<R>::store(p, v); }
  /// The lanes of `m`; `p` need not be aligned.
  ABUT_INLINE void store_some(R* p, PackMask<R> m) const { Lanes<R>::store_some(p, m.m, v); }
};

}  // namespace ABUT_ISA

template <LaneReal R>
struct ScalarTraits<Pack<R>> {
  using Real = R;
  using Mask = PackMask<R>;
  using Index = PackIndex<R>;
};

inline namespace ABUT_ISA {

template <LaneReal R>
ABUT_INLINE Pack<R> operator+(Pack<R> a, Pack<R> b) {
  return Pack<R>::of(a.v + b.v);
}
template <LaneReal R>
ABUT_INLINE Pack<R> operator-(Pack<R> a, Pack<R> b) {
  return Pack<R>::of(a.v - b.v);
}
template <LaneReal R>
ABUT_INLINE Pack<R> operator*(Pack<R> a, Pack<R> b) {
  return Pack<R>::of(a.v * b.v);
}
template <LaneReal R>
ABUT_INLINE Pack<R> operator/(Pack<R> a, Pack<R> b) {
  return Pack<R>::of(a.v / b.v);
}
template <LaneReal R>
ABUT_INLINE Pack<R> operator-(Pack<R> a) {
  return Pack<R>::of(Lanes<R>::negate(a.v));
}
template <LaneReal R>
ABUT_INLINE Pack<R> fma(Pack<R> a, Pack<R> b, Pack<R> c) {
  return Pack<R>::of(Lanes<R>::fma(a.v, b.v, c.v));
}
template <LaneReal R>
ABUT_INLINE Pack<R> sqrt(Pack<R> a) {
  return Pack<R>::of(Lanes<R>::sqrt(a.v));
}
template <LaneReal R>
ABUT_INLINE Pack<R> abs(Pack<R> a) {
  return Pack<R>::of(Lanes<R>::abs(a.v));
}
template <LaneReal R>
ABUT_INLINE Pack<R> max(Pack<R> a, Pack<R> b) {  // the second where one is a NaN, as `a > b ? a : b`
  return Pack<R>::of(Lanes<R>::max(a.v, b.v));
}
template <LaneReal R>
ABUT_INLINE Pack<R> min(Pack<R> a, Pack<R> b) {
  return Pack<R>::of(Lanes<R>::min(a.v, b.v));
}
template <LaneReal R>
ABUT_INLINE PackMask<R> operator<(Pack<R> a, Pack<R> b) {
  return {Lanes<R>::less(a.v, b.v)};
}
template <LaneReal R>
ABUT_INLINE PackMask<R> operator>(Pack<R> a, Pack<R> b) {
  return {Lanes<R>::less(b.v, a.v)};
}
template <LaneReal R>
ABUT_INLINE PackMask<R> operator<=(Pack<R> a, Pack<R> b) {
  return {Lanes<R>::less_equal(a.v, b.v)};
}
template <LaneReal R>
ABUT_INLINE PackMask<R> operator>=(Pack<R> a, Pack<R> b) {
  return {Lanes<R>::less_equal(b.v, a.v)};
}
template <LaneReal R>
ABUT_INLINE PackMask<R> operator==(Pack<R> a, Pack<R> b) {
  return {Lanes<R>::equal(a.v, b.v)};
}
template <LaneReal R>
ABUT_INLINE Pack<R> select(PackMask<R> m, Pack<R> a, Pack<R> b) {
  return Pack<R>::of(Lanes<R>::blend(m.m, a.v, b.v));
}
template <LaneReal R>
ABUT_INLINE PackIndex<R> select(PackMask<R> m, PackIndex<R> a, PackIndex<R> b) {
  return PackIndex<R>::of(Lanes<R>::blend_index(m.m, a.v, b.v));
}
template <LaneReal R>
ABUT_INLINE PackIndex<R> operator+(PackIndex<R> a, PackIndex<R> b) {
  return PackIndex<R>::of(Lanes<R>::add_index(a.v, b.v));
}
template <LaneReal R>
ABUT_INLINE PackMask<R> operator<(PackIndex<R> a, PackIndex<R> b) {
  return {Lanes<R>::less_index(a.v, b.v)};
}
template <LaneReal R>
ABUT_INLINE PackMask<R> equal(PackIndex<R> a, PackIndex<R> b) {
  return {Lanes<R>::equal_index(a.v, b.v)};
}
template <LaneReal R>
ABUT_INLINE PackMask<R> mask_and(PackMask<R> a, PackMask<R> b) {
  return {LaneMasks<R>::both(a.m, b.m)};
}
template <LaneReal R>
ABUT_INLINE PackMask<R> mask_or(PackMask<R> a, PackMask<R> b) {
  return {LaneMasks<R>::either(a.m, b.m)};
}
template <LaneReal R>
ABUT_INLINE PackMask<R> mask_not(PackMask<R> a) {
  return {LaneMasks<R>::invert(a.m)};
}
/// Lane l.
template <LaneReal R>
ABUT_INLINE R lane(const Pack<R>& a, int l) {
  R x;
  __builtin_memcpy(&x, reinterpret_cast<const char*>(&a) + static_cast<std::size_t>(l) * sizeof(R), sizeof(R));
  return x;
}
template <LaneReal R>
ABUT_INLINE std::uint32_t lane(const PackIndex<R>& a, int l) {
  alignas(64) std::uint32_t values[Pack<R>::width];
  Lanes<R>::store_index(values, a.v);
  return values[l];
}
template <LaneReal R>
ABUT_INLINE Vec3<R> lane(const Vec3<Pack<R>>& a, int l) {
  return {lane(a.x, l), lane(a.y, l), lane(a.z, l)};
}
/// A pack of R as packs of double and back: one half of the lanes after the other (for double the pack is the half).
template <LaneReal R>
inline constexpr int halves = Pack<R>::width / Pack<double>::width;
ABUT_INLINE Pack<double> half_of(Pack<double> a, int) { return a; }
ABUT_INLINE Pack<double> half_of(Pack<float> a, int half) { return Pack<double>::of(widen_half(a.v, half)); }
template <LaneReal R>
ABUT_INLINE Vec3<Pack<double>> half_of(const Vec3<Pack<R>>& a, int half) {
  return {half_of(a.x, half), half_of(a.y, half), half_of(a.z, half)};
}
/// The first lanes in R.
template <class R, LaneReal From>
ABUT_INLINE Pack<R> first_lanes(Pack<From> a) {
  if constexpr (sizeof(R) == sizeof(From)) {
    return a;
  } else {
    return half_of(a, 0);
  }
}
ABUT_INLINE void join(const Pack<double>* halves, Pack<double>& out) { out = halves[0]; }
ABUT_INLINE void join(const Pack<double>* halves, Pack<float>& out) {  // rounded
  out = Pack<float>::of(narrow(halves[0].v, halves[1].v));
}
/// Bit l is lane l's.
template <LaneReal R>
ABUT_INLINE std::uint32_t bits_of(PackMask<R> m) {
  return LaneMasks<R>::bits(m.m);
}
template <LaneReal R>
ABUT_INLINE PackMask<R> mask_of_bits(std::uint32_t bits) {
  return {LaneMasks<R>::of_bits(bits)};
}
template <LaneReal R>
ABUT_INLINE bool any(PackMask<R> m) {
  return bits_of(m) != 0;
}
/// Takes `step(l)` in each lane of `lanes`.
template <class Step>
ABUT_INLINE void for_lanes(std::uint32_t lanes, const Step& step) {
  for (; lanes != 0; lanes &= lanes - 1) step(lowest_bit(lanes));
}
/// The lanes in which it is true.
template <class Step>
ABUT_INLINE std::uint32_t lanes_where(std::uint32_t lanes, const Step& step) {
  std::uint32_t out = 0;
  for_lanes(lanes, [&](int l) { out |= static_cast<std::uint32_t>(step(l)) << l; });
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut

#endif
