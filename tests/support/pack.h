// A pack of lanes in plain loops: proves that the per-pair templates run with one pair a lane and give a lane the bits
// that a scalar gets. The packs that will be fast are made of vector registers; they need just these operations.
#pragma once

#include "abut/core/vec3.h"

namespace abut {

template <int W>
struct LoopMask {
  bool lane[W];
};

template <int W>
struct LoopIndex {
  std::uint32_t lane[W];
  LoopIndex() = default;
  explicit LoopIndex(std::uint32_t x) {
    for (auto& l : lane) l = x;
  }
};

template <class R, int W>
struct LoopPack {
  R lane[W];
  LoopPack() = default;
  explicit LoopPack(R x) {
    for (auto& l : lane) l = x;
  }
};

template <class R, int W>
struct ScalarTraits<LoopPack<R, W>> {
  using Real = R;
  using Mask = LoopMask<W>;
  using Index = LoopIndex<W>;
};

inline namespace ABUT_ISA {

template <int W, class F>
LoopMask<W> mask_lanes(F f) {
  LoopMask<W> m;
  for (int l = 0; l < W; ++l) m.lane[l] = f(l);
  return m;
}
template <class R, int W, class F>
LoopPack<R, W> pack_lanes(F f) {
  LoopPack<R, W> p;
  for (int l = 0; l < W; ++l) p.lane[l] = f(l);
  return p;
}
template <int W, class F>
LoopIndex<W> index_lanes(F f) {
  LoopIndex<W> p;
  for (int l = 0; l < W; ++l) p.lane[l] = f(l);
  return p;
}

#define ABUT_TEST_PACK_BINARY(op)                                           \
  template <class R, int W>                                                 \
  LoopPack<R, W> operator op(LoopPack<R, W> a, LoopPack<R, W> b) {          \
    return pack_lanes<R, W>([&](int l) { return a.lane[l] op b.lane[l]; }); \
  }
ABUT_TEST_PACK_BINARY(+)
ABUT_TEST_PACK_BINARY(-)
ABUT_TEST_PACK_BINARY(*)
ABUT_TEST_PACK_BINARY(/)
#undef ABUT_TEST_PACK_BINARY
#define ABUT_TEST_PACK_COMPARE(op)                                       \
  template <class R, int W>                                              \
  LoopMask<W> operator op(LoopPack<R, W> a, LoopPack<R, W> b) {          \
    return mask_lanes<W>([&](int l) { return a.lane[l] op b.lane[l]; }); \
  }
ABUT_TEST_PACK_COMPARE(<)
ABUT_TEST_PACK_COMPARE(>)
ABUT_TEST_PACK_COMPARE(<=)
#undef ABUT_TEST_PACK_COMPARE

template <class R, int W>
LoopPack<R, W> operator-(LoopPack<R, W> a) {
  return pack_lanes<R, W>([&](int l) { return -a.lane[l]; });
}
template <class R, int W>
LoopPack<R, W> fma(LoopPack<R, W> a, LoopPack<R, W> b, LoopPack<R, W> c) {
  return pack_lanes<R, W>([&](int l) { return fma(a.lane[l], b.lane[l], c.lane[l]); });
}
template <class R, int W>
LoopPack<R, W> max(LoopPack<R, W> a, LoopPack<R, W> b) {
  return pack_lanes<R, W>([&](int l) { return max(a.lane[l], b.lane[l]); });
}
template <class R, int W>
LoopPack<R, W> abs(LoopPack<R, W> a) {
  return pack_lanes<R, W>([&](int l) { return abs(a.lane[l]); });
}
template <class R, int W>
LoopPack<R, W> select(LoopMask<W> m, LoopPack<R, W> a, LoopPack<R, W> b) {
  return pack_lanes<R, W>([&](int l) { return m.lane[l] ? a.lane[l] : b.lane[l]; });
}
template <int W>
LoopIndex<W> select(LoopMask<W> m, LoopIndex<W> a, LoopIndex<W> b) {
  return index_lanes<W>([&](int l) { return m.lane[l] ? a.lane[l] : b.lane[l]; });
}
template <int W>
LoopIndex<W> operator+(LoopIndex<W> a, LoopIndex<W> b) {
  return index_lanes<W>([&](int l) { return a.lane[l] + b.lane[l]; });
}
template <int W>
LoopMask<W> operator<(LoopIndex<W> a, LoopIndex<W> b) {
  return mask_lanes<W>([&](int l) { return a.lane[l] < b.lane[l]; });
}
template <int W>
LoopMask<W> equal(LoopIndex<W> a, LoopIndex<W> b) {
  return mask_lanes<W>([&](int l) { return a.lane[l] == b.lane[l]; });
}
template <int W>
LoopMask<W> mask_and(LoopMask<W> a, LoopMask<W> b) {
  return mask_lanes<W>([&](int l) { return a.lane[l] && b.lane[l]; });
}
template <int W>
LoopMask<W> mask_or(LoopMask<W> a, LoopMask<W> b) {
  return mask_lanes<W>([&](int l) { return a.lane[l] || b.lane[l]; });
}
template <int W>
LoopMask<W> mask_not(LoopMask<W> a) {
  return mask_lanes<W>([&](int l) { return !a.lane[l]; });
}
template <int W>
bool any(LoopMask<W> m) {
  bool out = false;
  for (const bool l : m.lane) out = out || l;
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
