// What a search of facets writes, in one block of memory that may lie on a device; and scenes to ask.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <string>

#include "abut/pairs/find_pairs.h"
#include "tests/support/facet_scene.h"
#include "tests/support/same_bits.h"
#include "tests/support/written_arrays.h"

namespace abut::test {

/// All arrays, in memory of `w`: some with strides.
template <class T>
FacetContactsView<T> facet_arrays_in(Workspace& w, std::uint64_t pairs, std::uint64_t capacity) {
  FacetContactsView<T> out;
  out.offsets = w.take<std::uint64_t>(pairs + 1);
  out.needed = w.take<std::uint64_t>(1);
  out.room_needed = w.take<FacetRoom>(1);
  out.capacity = capacity;
  out.facet_a.data = w.take<std::uint32_t>(capacity), out.facet_b.data = w.take<std::uint32_t>(capacity);
  out.separation = {w.take<T>(2 * capacity), 2};
  for (StridedVec3<T>* v : {&out.normal, &out.witness_a, &out.witness_b, &out.point}) *v = vectors_in<T>(w, capacity);
  out.feature_a.data = w.take<Feature>(capacity), out.feature_b.data = w.take<Feature>(capacity);
  out.kind.data = w.take<FacetContactKind>(capacity);
  out.key.data = w.take<std::uint64_t>(capacity);
  return out;
}

/// Data only.
template <class T>
struct FacetAnswer {
  FacetContacts<T> contacts;
  std::uint64_t needed = 0;
  FacetRoom room_needed;
};

/// What lies in a block of memory that was `unwritten` before: as many contacts as there are, if they had room. Behind
/// them nothing is written.
template <class T>
FacetAnswer<T> read_facets(std::vector<unsigned char>& block, std::uint64_t pairs, std::uint64_t capacity) {
  Workspace w(block.data());
  const FacetContactsView<T> in = facet_arrays_in<T>(w, pairs, capacity);
  FacetAnswer<T> out;
  out.needed = *in.needed, out.room_needed = *in.room_needed;
  out.contacts.offsets.assign(in.offsets, in.offsets + pairs + 1);
  const std::uint64_t n = out.needed <= capacity ? out.needed : 0;
  const auto take = [n](auto& array, const auto& from) { take_written(array, from, n); };
  FacetContacts<T>& c = out.contacts;
  take(c.facet_a, in.facet_a), take(c.facet_b, in.facet_b), take(c.separation, in.separation);
  take(c.normal, in.normal), take(c.witness_a, in.witness_a), take(c.witness_b, in.witness_b), take(c.point, in.point);
  take(c.feature_a, in.feature_a), take(c.feature_b, in.feature_b), take(c.kind, in.kind), take(c.key, in.key);
  EXPECT_TRUE(is_unwritten(in.facet_a.data, n, capacity) && is_unwritten(in.separation.data, 2 * n, 2 * capacity) &&
              is_unwritten(in.normal.x, 3 * n, 3 * capacity) && is_unwritten(in.point.x, 3 * n, 3 * capacity) &&
              is_unwritten(in.kind.data, n, capacity) && is_unwritten(in.key.data, n, capacity));
  return out;
}

template <class T>
void expect_same_bits(const FacetContacts<T>& got, const FacetContacts<T>& expected) {
  ASSERT_EQ(got.offsets, expected.offsets);
  expect_same_bits(got.facet_a, expected.facet_a, "facet a"),
      expect_same_bits(got.facet_b, expected.facet_b, "facet b");
  expect_same_bits(got.separation, expected.separation, "separation");
  expect_same_bits(got.normal, expected.normal, "normal"), expect_same_bits(got.point, expected.point, "point");
  expect_same_bits(got.witness_a, expected.witness_a, "witness a");
  expect_same_bits(got.witness_b, expected.witness_b, "witness b");
  expect_same_bits(got.feature_a, expected.feature_a, "feature a");
  expect_same_bits(got.feature_b, expected.feature_b, "feature b");
  expect_same_bits(got.kind, expected.kind, "kind"), expect_same_bits(got.key, expected.key, "key");
}

/// A scene to ask, with poses that are not finite, which a `BodySet` refuses.
struct FacetQuestions {
  std::string name;
  FacetScene scene;
  double alert;
  std::vector<double> px{};  ///< of parts, or empty: as the bodies are

  PartsView parts() const {
    PartsView parts = scene.bodies.parts();
    if (!px.empty()) parts.px = px.data();
    return parts;
  }
  void build() { scene.trees.build(Cpu{}, scene.shapes, parts(), scene.pairs); }
  void find_all_pairs() { scene.pairs = find_pairs(Cpu{}, scene.shapes.headers(), scene.bodies.parts(), alert); }
  template <class T>
  Contacts<T> records() const {
    Contacts<T> contacts(scene.pairs.size());
    query_pairs<T>(Cpu{}, scene.shapes.view<T>(), parts(), scene.pairs, {}, contacts.view());
    return contacts;
  }
  template <class T>
  FacetContacts<T> by_cpu(const FacetOptions& options, Contacts<T>* records) const {
    FacetPairs<T> in{scene.pairs};
    ContactsView<T> view;
    if (records != nullptr) view = records->view(), in.records = &view;
    return find_facet_contacts<T>(Cpu{}, scene.trees, parts(), in, options);
  }
};

inline constexpr Mat3<double> unturned{{1, 0, 0, 0, 1, 0, 0, 0, 1}};

/// Many bodies of all surfaces, some deep in each other.
inline FacetQuestions crowd_of_facets(std::uint64_t seed, std::uint32_t count, double radius) {
  FacetQuestions q{"crowd", many_surfaces(seed), 0.05};
  Random random(seed + 100);
  for (std::uint32_t k = 0; k < count; ++k) {
    q.scene.bodies.add({random.in_ball() * radius, random.rotation()}, k % q.scene.shapes.size());
  }
  q.find_all_pairs();
  return q;
}

/// A large sheet with another, and with many small bodies: one pair has more facets than all others.
inline FacetQuestions large_and_small(int squares, std::uint32_t count) {
  FacetQuestions q{"large and small", {}, 0.02};
  const auto wave = [](double x, double y) { return 0.1 * std::sin(5 * x) * std::cos(4 * y); };
  const std::uint32_t sheet = q.scene.add_mesh(grid_mesh(squares, 2, wave));
  Random random(3);
  q.scene.bodies.add({}, sheet);
  q.scene.bodies.add({{0.01, 0.02, 0.01}, rotation_from_quaternion(1, 0.01, 0.01, 0.02)}, sheet);
  const std::uint32_t shapes[] = {q.scene.shapes.add_box({0.1, 0.1, 0.1}), q.scene.shapes.add_sphere(0.1),
                                  q.scene.shapes.add_hull(ellipsoid_points(random, 30))};
  for (std::uint32_t k = 0; k < count; ++k) {
    const double x = random.uniform(-2, 2), y = random.uniform(-2, 2);
    q.scene.bodies.add({{x, y, wave(x, y) + random.uniform(-0.05, 0.2)}, random.rotation()}, shapes[k % 3]);
  }
  q.find_all_pairs();
  return q;
}

/// Surfaces that lie in each other's planes: boxes on a flat triangulated plane, equal meshes in one place.
inline FacetQuestions in_one_plane() {
  FacetQuestions q{"in one plane", {}, 0.25};
  const std::uint32_t plane = q.scene.add_mesh(grid_mesh(4, 2, [](double, double) { return 0.0; }));
  const std::uint32_t box = q.scene.shapes.add_box({0.5, 0.5, 0.5});
  const std::uint32_t ball = q.scene.add_mesh(ball_mesh(1, [](const Vec3<double>&) { return 1.0; }));
  q.scene.bodies.add({}, plane), q.scene.bodies.add({{0.5, 0, 0}, unturned}, plane);
  q.scene.bodies.add({{0, 0, 0.5}, unturned}, box), q.scene.bodies.add({{0.25, 0.3, 0.45}, unturned}, box);
  q.scene.bodies.add({{1, 0, 0.5}, unturned}, box), q.scene.bodies.add({{0.5, 0.5, 1.5}, unturned}, box);
  q.scene.bodies.add({}, ball), q.scene.bodies.add({}, ball), q.scene.bodies.add({{0, 0, 2}, unturned}, ball);
  q.find_all_pairs();
  return q;
}

/// Boxes cut into blocks, with balls and hulls about them and one body of blocks beside another.
inline FacetQuestions bodies_of_parts(std::uint32_t count) {
  FacetQuestions q{"bodies of parts", {}, 0.3};
  Random random(5);
  std::vector<Part> parts;
  for (int k = 0; k < 8; ++k) {
    std::vector<Vec3<double>> corners;
    for (unsigned c = 0; c < 8; ++c) {
      corners.push_back(
          {(k & 1) + (c & 1 ? 1.0 : 0.0), (k >> 1 & 1) + (c & 2 ? 1.0 : 0.0), (k >> 2) + (c & 4 ? 1.0 : 0.0)});
    }
    parts.push_back({q.scene.shapes.add_hull(corners), Pose{}});
  }
  q.scene.bodies.add({{-1, -1, -1}, unturned}, parts);
  q.scene.bodies.add({{1.1, -1, -1}, unturned}, parts);
  const std::uint32_t shapes[] = {q.scene.shapes.add_sphere(0.3), q.scene.shapes.add_box({0.2, 0.2, 0.2})};
  for (std::uint32_t k = 0; k < count; ++k) {
    Vec3<double> p{random.uniform(-1.4, 3.4), random.uniform(-1.4, 1.4), random.uniform(-1.4, 1.4)};
    if (k % 2 == 0) p.z = k % 4 == 0 ? 1.4 : -1.4;
    q.scene.bodies.add({p, k % 3 == 0 ? unturned : random.rotation()}, shapes[k % 2]);
  }
  q.find_all_pairs();
  return q;
}

/// Convex bodies that overlap, one in another without facets that meet; the same pair twice, and a part with itself.
inline FacetQuestions overlaps() {
  FacetQuestions q{"overlaps", {}, 0.1};
  const std::uint32_t large = q.scene.shapes.add_box({1, 1, 1}), small = q.scene.shapes.add_box({0.1, 0.1, 0.1}),
                      round = q.scene.shapes.add_box({0.5, 0.5, 0.5}, 0.1), ball = q.scene.shapes.add_sphere(0.4);
  q.scene.bodies.add({}, large),
      q.scene.bodies.add({{0.25, 0.5, 1.75}, rotation_from_quaternion(1, 0.1, 0.2, 0.3)}, large);
  q.scene.bodies.add({{0.01, 0.03, 0.5}, rotation_from_quaternion(1, 0.1, 0.2, 0.3)}, small);
  q.scene.bodies.add({{0.9, 0.2, 0}, unturned}, round), q.scene.bodies.add({{1.2, 0, 0.1}, unturned}, ball);
  q.scene.pairs = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 1}, {1, 0}, {3, 4}, {0, 0}, {2, 1}};
  return q;
}

/// Two wavy sheets that go through each other, at several heights: a hundred contacts a pair and more, and facets that
/// cross of which one of these, met long before or after, says more.
inline FacetQuestions crossing_waves() {
  FacetQuestions q{"crossing waves", {}, 0.1};
  const auto one = [](double x, double y) { return 0.2 * std::sin(5 * x) * std::cos(4 * y); };
  const auto two = [](double x, double y) { return 0.2 * std::sin(3 * x + 1) * std::cos(6 * y); };
  const std::uint32_t first = q.scene.add_mesh(grid_mesh(12, 2, one)), second = q.scene.add_mesh(grid_mesh(12, 2, two));
  q.scene.pairs.clear();
  for (std::uint32_t k = 0; k < 12; ++k) {
    q.scene.bodies.add({{10.0 * k, 0, 0}, unturned}, first);
    q.scene.bodies.add({{10.0 * k, 0, 0.2 - 0.02 * k}, rotation_from_quaternion(1, 0.01 * k, 0.02, 0.03 * k)}, second);
    q.scene.pairs.push_back({2 * k, 2 * k + 1});
  }
  return q;
}

/// Some parts are nowhere.
inline FacetQuestions not_finite() {
  FacetQuestions q = crowd_of_facets(7, 20, 1.5);
  q.name = "not finite";
  const PartsView parts = q.scene.bodies.parts();
  q.px.assign(parts.px, parts.px + parts.count);
  q.px[1] = std::numeric_limits<double>::quiet_NaN(), q.px[4] = std::numeric_limits<double>::infinity();
  return q;
}

inline FacetQuestions no_pairs() {
  FacetQuestions q = crowd_of_facets(7, 3, 1.5);
  q.name = "no pairs";
  q.scene.pairs.clear();
  return q;
}

}  // namespace abut::test
