// What a search of quasi-LMDs writes, in one block of memory that may lie on a device; and scenes to ask.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <vector>

#include "abut/complex/cuda_quasi_lmds.h"
#include "tests/complex/complex_scene.h"
#include "tests/complex/random_complexes.h"
#include "tests/support/lmd_bits.h"
#include "tests/support/written_arrays.h"

namespace abut::test {

/// Of every kind, about the origin; on a grid conditions hold exactly, and many contacts are at one place. One is
/// nowhere, one has been stretched.
inline ComplexScene many_complexes(std::uint64_t seed, bool on_grid) {
  Random random(seed);
  ComplexScene out;
  for (int k = 0; k < complex_kind_count + 2; ++k) {
    const auto kind = static_cast<ComplexKind>(k % complex_kind_count);
    SimplicialComplex complex =
        random_complex(random, kind, {random.below(4) == 0, random.below(4) == 0, !on_grid && k % 3 == 0, on_grid});
    const double scale = std::ldexp(1.0, 1 - static_cast<int>(random.below(3)));
    for (Vec3<double>& v : complex.vertices) v = v * scale;
    Pose pose{random.in_cube() * 1.5, random.rotation()};
    if (on_grid) {
      const auto eighth = [&] { return (static_cast<int>(random.below(25)) - 12) / 8.0; };
      pose = Pose{{eighth(), eighth(), eighth()}};
    }
    out.add(complex, {.dilation = 0.01, .sides = is_solid(kind) ? ComplexSides::solid : ComplexSides::shell}, pose);
  }
  out.spoil(complex_kind_count, std::numeric_limits<double>::quiet_NaN(), 1);
  out.spoil(complex_kind_count + 1, 0, 3);
  out.pair_all();
  return out;
}

/// All arrays, in memory of `w`: some with strides.
template <class T>
QuasiLmdsView<T> lmd_arrays_in(Workspace& w, std::uint64_t pairs, std::uint64_t capacity) {
  QuasiLmdsView<T> out;
  out.offsets = w.take<std::uint64_t>(pairs + 1);
  out.needed = w.take<std::uint64_t>(1);
  out.room_needed = w.take<QuasiLmdRoom>(1);
  out.capacity = capacity;
  out.separation = {w.take<T>(2 * capacity), 2};
  out.normal = vectors_in<T>(w, capacity), out.point = vectors_in<T>(w, capacity);
  out.witness_a = vectors_in<T>(w, capacity), out.witness_b = vectors_in<T>(w, capacity);
  out.feature_a.data = w.take<Feature>(capacity), out.feature_b.data = w.take<Feature>(capacity);
  out.is_lmd.data = w.take<std::uint8_t>(capacity), out.key.data = w.take<std::uint64_t>(capacity);
  out.jacobian_a = w.take<T>(6 * capacity), out.jacobian_b = w.take<T>(6 * capacity);
  out.crossing = w.take<std::uint8_t>(pairs);
  return out;
}

/// Data only.
template <class T>
struct LmdAnswer {
  QuasiLmds<T> contacts;
  std::uint64_t needed = 0;
  QuasiLmdRoom room_needed;
};

/// What lies in a block of memory that was `unwritten` before: as many contacts as there are, if they had room.
/// Behind them nothing is written.
template <class T>
LmdAnswer<T> read_lmds(std::vector<unsigned char>& block, std::uint64_t pairs, std::uint64_t capacity) {
  Workspace w(block.data());
  const QuasiLmdsView<T> in = lmd_arrays_in<T>(w, pairs, capacity);
  LmdAnswer<T> out;
  out.needed = *in.needed, out.room_needed = *in.room_needed;
  QuasiLmds<T>& c = out.contacts;
  c.offsets.assign(in.offsets, in.offsets + pairs + 1);
  c.crossing.assign(in.crossing, in.crossing + pairs);
  const std::uint64_t n = out.needed <= capacity ? out.needed : 0;
  const auto take = [n](auto& array, const auto& from) { take_written(array, from, n); };
  take(c.separation, in.separation), take(c.normal, in.normal), take(c.point, in.point);
  take(c.witness_a, in.witness_a), take(c.witness_b, in.witness_b);
  take(c.feature_a, in.feature_a), take(c.feature_b, in.feature_b), take(c.is_lmd, in.is_lmd), take(c.key, in.key);
  c.jacobian_a.resize(n), c.jacobian_b.resize(n);
  if (n > 0) {
    std::memcpy(c.jacobian_a.data(), in.jacobian_a, n * sizeof(c.jacobian_a[0]));
    std::memcpy(c.jacobian_b.data(), in.jacobian_b, n * sizeof(c.jacobian_b[0]));
  }
  EXPECT_TRUE(is_unwritten(in.separation.data, 2 * n, 2 * capacity) && is_unwritten(in.normal.x, 3 * n, 3 * capacity) &&
              is_unwritten(in.point.x, 3 * n, 3 * capacity) && is_unwritten(in.witness_a.x, 3 * n, 3 * capacity) &&
              is_unwritten(in.witness_b.x, 3 * n, 3 * capacity) && is_unwritten(in.feature_a.data, n, capacity) &&
              is_unwritten(in.feature_b.data, n, capacity) && is_unwritten(in.is_lmd.data, n, capacity) &&
              is_unwritten(in.key.data, n, capacity) && is_unwritten(in.jacobian_a, 6 * n, 6 * capacity) &&
              is_unwritten(in.jacobian_b, 6 * n, 6 * capacity));
  return out;
}

template <class T>
void expect_same_bits(const QuasiLmds<T>& got, const QuasiLmds<T>& expected) {
  EXPECT_EQ(got.crossing, expected.crossing);
  expect_same_bits<T>(static_cast<const LmdArrays<T>&>(got), expected);
}

}  // namespace abut::test
