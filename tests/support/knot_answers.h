// What a search of knots writes, in one block of memory that may lie on a device; and scenes to ask.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "abut/surface/cuda_surface_contacts.h"
#include "abut/surface/surface_contacts.h"
#include "tests/support/paired_bodies.h"
#include "tests/support/same_bits.h"
#include "tests/support/written_arrays.h"
#include "tests/surface/contact_cases.h"
#include "tests/surface/round_cases.h"

namespace abut::test {

/// Surfaces, bodies of these, and pairs.
struct KnotScene : PairedBodies {
  Grains grains;
};

/// Grains of several kinds that overlap, a wall and a grain without knots, and a body without a surface; one of the
/// bodies is nowhere.
inline KnotScene many_grains(std::uint64_t seed, std::uint32_t count) {
  Random random(seed);
  KnotScene out;
  Grains& g = out.grains;
  const std::uint32_t bare = g.shapes.add_hull(box_surface({0.5, 0.5, 0.5}).points);
  g.add(grain(random, 7, 9, 0.3), 0.35);
  g.add(lumpy_ball(seed, 3), 0.4);
  g.add(box_surface({0.9, 0.6, 0.5}), 0.3);
  g.add(scaled(grain(random, 6, 8, 0.2), 0.7), 0);
  g.add(transformed(lumpy_ball(seed + 1, 2), {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {7, -3, 2}), 0.5);
  const std::uint32_t wall = g.add(box_surface({5, 5, 0.5}), 0);
  const std::uint32_t bare_behind = g.shapes.add_hull(box_surface({0.5, 0.5, 0.5}).points);
  out.bodies.add({{0, 0, -2}, random.rotation()}, wall);
  for (std::uint32_t i = 1; i < count; ++i) {
    const std::uint32_t shape = random.below(wall);
    const Vec3<double> at = random.in_ball() * 2.0;
    const Mat3<double> turn = random.rotation();
    const Vec3<double> centre = shape == wall - 1 ? Vec3<double>{7, -3, 2} : Vec3<double>{0, 0, 0};
    out.bodies.add({at - rotate(turn, centre), turn}, shape, {.alert_distance = i % 3 == 0 ? 0.02 : 0});
  }
  out.bodies.add({}, bare), out.bodies.add({}, bare_behind);
  const std::uint32_t nowhere = out.bodies.add({}, 1);
  out.spoil(nowhere, std::numeric_limits<double>::quiet_NaN(), 1);
  out.pair_all();
  return out;
}

/// All arrays, in memory of `w`: some with strides.
template <class T>
SurfaceContactsView<T> knot_arrays_in(Workspace& w, std::uint64_t pairs, std::uint64_t capacity) {
  SurfaceContactsView<T> out;
  out.offsets = w.take<std::uint64_t>(pairs + 1);
  out.needed = w.take<std::uint64_t>(1);
  out.room_needed = w.take<std::uint64_t>(1);
  out.capacity = capacity;
  out.key.data = w.take<std::uint64_t>(capacity);
  out.separation = {w.take<T>(2 * capacity), 2};
  out.normal = vectors_in<T>(w, capacity), out.point = vectors_in<T>(w, capacity);
  out.u.data = w.take<double>(capacity), out.v.data = w.take<double>(capacity);
  out.status.data = w.take<std::uint8_t>(capacity);
  return out;
}

/// Data only.
template <class T>
struct KnotAnswer {
  SurfaceContacts<T> contacts;  ///< offsets for every pair
  std::uint64_t needed = 0, room_needed = 0;
};

/// What lies in a block of memory that was `unwritten` before: as many contacts as there are, if they had room.
/// Behind them nothing is written.
template <class T>
KnotAnswer<T> read_knots(std::vector<unsigned char>& block, std::uint64_t pairs, std::uint64_t capacity) {
  Workspace w(block.data());
  const SurfaceContactsView<T> in = knot_arrays_in<T>(w, pairs, capacity);
  KnotAnswer<T> out;
  out.needed = *in.needed, out.room_needed = *in.room_needed;
  out.contacts.offsets.assign(in.offsets, in.offsets + pairs + 1);
  const std::uint64_t n = out.needed <= capacity ? out.needed : 0;
  const auto take = [n](auto& array, const auto& from) { take_written(array, from, n); };
  SurfaceContacts<T>& c = out.contacts;
  take(c.key, in.key), take(c.separation, in.separation), take(c.normal, in.normal), take(c.point, in.point);
  take(c.u, in.u), take(c.v, in.v), take(c.status, in.status);
  EXPECT_TRUE(is_unwritten(in.key.data, n, capacity) && is_unwritten(in.separation.data, 2 * n, 2 * capacity) &&
              is_unwritten(in.normal.x, 3 * n, 3 * capacity) && is_unwritten(in.point.x, 3 * n, 3 * capacity) &&
              is_unwritten(in.u.data, n, capacity) && is_unwritten(in.v.data, n, capacity) &&
              is_unwritten(in.status.data, n, capacity));
  return out;
}

/// A finder's first step, with offsets for every pair.
template <class T>
SurfaceContacts<T> first_step(const KnotScene& scene, const SurfaceContactOptions& options) {
  SurfaceContactFinder finder(Cpu{2});
  SurfaceContacts<T> out = finder.find<T>(scene.grains.surfaces, scene.parts(), scene.pairs, options);
  std::vector<std::uint64_t> offsets{0};
  std::size_t at = 0;
  for (const Pair& p : scene.pairs) {
    const bool has = at < finder.pairs().size() && finder.pairs()[at].a == p.a && finder.pairs()[at].b == p.b;
    if (has) ++at;
    offsets.push_back(out.offsets[at]);
  }
  EXPECT_EQ(at, finder.pairs().size());
  out.offsets = offsets;
  return out;
}

template <class T>
void expect_same_bits(const SurfaceContacts<T>& got, const SurfaceContacts<T>& expected) {
  EXPECT_EQ(got.offsets, expected.offsets);
  ASSERT_NO_FATAL_FAILURE(expect_same_bits(got.key, expected.key, "key"));
  expect_same_bits(got.separation, expected.separation, "separation");
  expect_same_bits(got.normal, expected.normal, "normal");
  expect_same_bits(got.point, expected.point, "point");
  expect_same_bits(got.u, expected.u, "u");
  expect_same_bits(got.v, expected.v, "v");
  expect_same_bits(got.status, expected.status, "status");
}

}  // namespace abut::test
