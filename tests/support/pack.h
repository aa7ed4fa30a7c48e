// A pack of lanes in plain loops: proves that the per-pair templates run with one pair a lane and give a lane the bits
// that a scalar gets. The packs that will be fast are made of vector registers; they need just these operations.
#pragma once

#include "abut/core/vec3.h"

namespace abut {

template <int W>
struct PackMask {
  bool lane[W];
};

template <int W>
struct PackIndex {
  std::uint32_t lane[W];
  PackIndex() = default;
  explicit PackIndex(std::uint32_t x) {
    for (auto& l : lane) l = x;
  }
};

template <class R, int W>
struct Pack {
  R lane[W];
  Pack() = default;
  explicit Pack(R x) {
    for (auto& l : lane) l = x;
  }
};

template <class R, int W>
struct ScalarTraits<Pack<R, W>> {
  using Real = R;
  using Mask = PackMask<W>;
  using Index = PackIndex<W>;
};

inline namespace ABUT_ISA {

template <int W, class F>
PackMask<W> mask_lanes(F f) {
  PackMask<W> m;
  for (int l = 0; l < W; ++l) m.lane[l] = f(l);
  return m;
}
template <class R, int W, class F>
Pack<R, W> pack_lanes(F f) {
  Pack<R, W> p;
  for (int l = 0; l < W; ++l) p.lane[l] = f(l);
  return p;
}
template <int W, class F>
PackIndex<W> index_lanes(F f) {
  PackIndex<W> p;
  for (int l = 0; l < W; ++l) p.lane[l] = f(l);
  return p;
}

#define ABUT_TEST_PACK_BINARY(op)                                           \
  template <class R, int W>                                                 \
  Pack<R, W> operator op(Pack<R, W> a, Pack<R, W> b) {                      \
    return pack_lanes<R, W>([&](int l) { return a.lane[l] op b.lane[l]; }); \
  }
ABUT_TEST_PACK_BINARY(+)
ABUT_TEST_PACK_BINARY(-)
ABUT_TEST_PACK_BINARY(*)
ABUT_TEST_PACK_BINARY(/)
#undef ABUT_TEST_PACK_BINARY
#define ABUT_TEST_PACK_COMPARE(op)                                       \
  template <class R, int W>                                              \
  PackMask<W> operator op(Pack<R, W> a, Pack<R, W> b) {                  \
    return mask_lanes<W>([&](int l) { return a.lane[l] op b.lane[l]; }); \
  }
ABUT_TEST_PACK_COMPARE(<)
ABUT_TEST_PACK_COMPARE(>)
ABUT_TEST_PACK_COMPARE(<=)
#undef ABUT_TEST_PACK_COMPARE

template <class R, int W>
Pack<R, W> operator-(Pack<R, W> a) {
  return pack_lanes<R, W>([&](int l) { return -a.lane[l]; });
}
template <class R, int W>
Pack<R, W> fma(Pack<R, W> a, Pack<R, W> b, Pack<R, W> c) {
  return pack_lanes<R, W>([&](int l) { return fma(a.lane[l], b.lane[l], c.lane[l]); });
}
template <class R, int W>
Pack<R, W> max(Pack<R, W> a, Pack<R, W> b) {
  return pack_lanes<R, W>([&](int l) { return max(a.lane[l], b.lane[l]); });
}
template <class R, int W>
Pack<R, W> abs(Pack<R, W> a) {
  return pack_lanes<R, W>([&](int l) { return abs(a.lane[l]); });
}
template <class R, int W>
Pack<R, W> select(PackMask<W> m, Pack<R, W> a, Pack<R, W> b) {
  return pack_lanes<R, W>([&](int l) { return m.lane[l] ? a.lane[l] : b.lane[l]; });
}
template <int W>
PackIndex<W> select(PackMask<W> m, PackIndex<W> a, PackIndex<W> b) {
  return index_lanes<W>([&](int l) { return m.lane[l] ? a.lane[l] : b.lane[l]; });
}
template <int W>
PackIndex<W> operator+(PackIndex<W> a, PackIndex<W> b) {
  return index_lanes<W>([&](int l) { return a.lane[l] + b.lane[l]; });
}
template <int W>
PackMask<W> operator<(PackIndex<W> a, PackIndex<W> b) {
  return mask_lanes<W>([&](int l) { return a.lane[l] < b.lane[l]; });
}
template <int W>
PackMask<W> equal(PackIndex<W> a, PackIndex<W> b) {
  return mask_lanes<W>([&](int l) { return a.lane[l] == b.lane[l]; });
}
template <int W>
PackMask<W> mask_and(PackMask<W> a, PackMask<W> b) {
  return mask_lanes<W>([&](int l) { return a.lane[l] && b.lane[l]; });
}
template <int W>
PackMask<W> mask_or(PackMask<W> a, PackMask<W> b) {
  return mask_lanes<W>([&](int l) { return a.lane[l] || b.lane[l]; });
}
template <int W>
PackMask<W> mask_not(PackMask<W> a) {
  return mask_lanes<W>([&](int l) { return !a.lane[l]; });
}
template <int W>
bool any(PackMask<W> m) {
  bool out = false;
  for (const bool l : m.lane) out = out || l;
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
