// `abut verify` must find what is wrong with contacts between facets: rows are falsified one field at a time, taken
// away, or are those of other meshes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "host/cli/verify.h"
#include "host/verify/facet_checker.h"
#include "tests/facets/surfaces.h"

namespace abut::cli {
namespace {

const Pose origin{};

/// A scene that is made in memory.
struct Made {
  Scene scene;
  std::uint32_t add_mesh(const Mesh& mesh, double rounding = 0) {
    const std::uint32_t shape = scene.shapes.add_hull(mesh.vertices, rounding);
    scene.facet_meshes.push_back({shape, "mesh", mesh, {.rounding = rounding}});
    return shape;
  }
};

/// Over bumpy ground: a rounded box, a bumpy ball, and a ball that is too far; and two bumpy balls that cross.
Scene made_scene() {
  Made made;
  Scene& scene = made.scene;
  scene.alert_distance = 0.1;
  const auto bumpy = [](const Vec3<double>& d) { return 1 + 0.3 * d.x * d.y + 0.2 * std::abs(d.z * d.x); };
  const std::uint32_t ground =
      made.add_mesh(test::grid_mesh(10, 5, [](double x, double y) { return 0.1 * std::sin(3 * x) * std::cos(2 * y); }));
  const std::uint32_t rock = made.add_mesh(test::ball_mesh(2, bumpy), 0.01);
  const std::uint32_t box = scene.shapes.add_box({1, 0.5, 0.25}, 0.02), ball = scene.shapes.add_sphere(0.5);
  scene.bodies.add(origin, ground);
  scene.bodies.add({{-2, -2, 0.4}, rotation_from_quaternion(1, 0.02, 0.01, 0.3)}, box);
  scene.bodies.add({{2, 2, 1.06}, rotation_from_quaternion(1, 0, 0, 0.5)}, rock);
  scene.bodies.add({{-2, 2.5, 0.75}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}}, ball);
  scene.bodies.add({{20, 0, 0}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}}, rock);
  scene.bodies.add({{21.5, 0.3, 0.2}, rotation_from_quaternion(0.3, 1, 0.5, 0.5)}, rock);
  return std::move(made.scene);
}

template <class T>
struct Held {
  Scene scene;
  std::vector<Pair> candidates;
  FacetTrees trees = scene.facet_trees();
  Detection<T> detection =
      detect<T>(Cpu{}, scene.shapes, scene.bodies, candidates, DetectOptions{scene.alert_distance, &trees});

  std::vector<CheckedPair> check(const VerifyOptions& options = {}) const {
    return verify(scene, candidates, detection, trees, options, [](std::uint64_t) { return [] {}; });
  }
  std::size_t row_of(Pair pair) const {
    for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
      if (detection.pairs[i].a == pair.a && detection.pairs[i].b == pair.b) return i;
    }
    ADD_FAILURE() << "no contact of " << pair.a << " and " << pair.b;
    return 0;
  }
  void keep(const std::function<bool(std::size_t)>& stays) {
    std::vector<std::size_t> rows;
    ContactFacets facets;
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
      if (!stays(i)) continue;
      rows.push_back(i), pairs.push_back(detection.pairs[i]);
      facets.facet_a.push_back(detection.facets->facet_a[i]), facets.facet_b.push_back(detection.facets->facet_b[i]);
      facets.kind.push_back(detection.facets->kind[i]);
    }
    detection.contacts.select(rows);
    detection.pairs = pairs, detection.facets = facets;
  }
};

template <class T>
Held<T> held() {
  return {made_scene(), {{0, 1}, {0, 2}, {0, 3}, {4, 5}}};
}

std::string first_reason(const std::vector<CheckedPair>& checked) {
  for (const CheckedPair& pair : checked) {
    if (!pair.agrees) return pair.reason;
  }
  return "";
}

template <class T>
class FacetVerify : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FacetVerify, Scalars);

TYPED_TEST(FacetVerify, WhatIsRightAgrees) {
  const Held<TypeParam> in = held<TypeParam>();
  const std::vector<CheckedPair> checked = in.check();
  std::size_t contacts = 0;
  for (const CheckedPair& pair : checked) {
    EXPECT_TRUE(pair.agrees) << pair.pair.a << ", " << pair.pair.b << ": " << pair.reason << ' ' << pair.worst();
    EXPECT_TRUE(pair.certified);
    contacts += pair.contact ? 1 : 0;
  }
  EXPECT_EQ(contacts, in.detection.pairs.size());
  EXPECT_EQ(checked.size() - contacts, 1u);  // the ball that is too far
  EXPECT_GT(checked.back().reference, 0.1);
  const auto crossing =
      std::count(in.detection.facets->kind.begin(), in.detection.facets->kind.end(), FacetContactKind::crossing);
  EXPECT_GT(crossing, 0);
}

TYPED_TEST(FacetVerify, AFalsifiedRowIsFound) {
  using T = TypeParam;
  Held<T> in = held<T>();
  const Detection<T> kept = in.detection;
  const auto expect = [&](const char* reason, Pair pair, auto falsify) {
    in.detection = kept;
    const std::size_t row = in.row_of(pair);
    falsify(in.detection, row);
    const std::vector<CheckedPair> checked = in.check();
    EXPECT_FALSE(checked[row].agrees) << reason;
    EXPECT_STREQ(checked[row].reason, reason);
    for (std::size_t i = 0; i < checked.size(); ++i) EXPECT_TRUE(i == row || checked[i].agrees) << reason << ' ' << i;
  };
  for (const Pair pair : {Pair{0, 1}, Pair{0, 2}}) {
    expect("separation", pair, [](auto& d, std::size_t i) { d.contacts.separation[i] += T(1e-3); });
    expect("separation", pair, [](auto& d, std::size_t i) { d.contacts.separation[i] -= T(1e-3); });
    expect("normal", pair, [](auto& d, std::size_t i) {  // longer
      d.contacts.normal_x[i] *= T(1.01), d.contacts.normal_y[i] *= T(1.01), d.contacts.normal_z[i] *= T(1.01);
    });
    expect("witness_identity", pair, [](auto& d, std::size_t i) { d.contacts.witness_b_x[i] += T(1e-3); });
    expect("witness_outside", pair,
           [](auto& d, std::size_t i) { d.contacts.witness_a_z[i] += T(1e-2), d.contacts.witness_b_z[i] += T(1e-2); });
    expect("lower_bound", pair,
           [](auto& d, std::size_t i) { d.contacts.lower_bound[i] = d.contacts.separation[i] + T(1e-3); });
    expect("separation", pair,
           [](auto& d, std::size_t i) { d.facets->facet_a[i] = (d.facets->facet_a[i] + 100) % 200; });  // another facet
    expect("separation", pair, [](auto& d, std::size_t i) { d.facets->kind[i] = FacetContactKind::crossing; });
  }
  // Facets that are not there, as a file may have them.
  expect("no_such_facet", {0, 2}, [](auto& d, std::size_t i) { d.facets->facet_a[i] = 200; });
  expect("no_such_facet", {0, 1}, [](auto& d, std::size_t i) { d.facets->facet_b[i] = 12; });
  // Facets that cross are not as deep as it says.
  expect("separation", {4, 5}, [](auto& d, std::size_t i) { d.contacts.separation[i] = T(0); });
}

TYPED_TEST(FacetVerify, AContactThatIsMissingIsFound) {
  using T = TypeParam;
  const Held<T> all = held<T>();
  for (const Pair pair : {Pair{0, 1}, Pair{0, 2}, Pair{4, 5}}) {
    const auto is_of = [&](std::size_t i) {
      return all.detection.pairs[i].a == pair.a && all.detection.pairs[i].b == pair.b;
    };
    Held<T> none = held<T>();
    none.keep([&](std::size_t i) { return !is_of(i); });
    EXPECT_EQ(first_reason(none.check()), "missed_contact");
    // The nearest one alone, where there are several.
    T least = 1;
    for (std::size_t i = 0; i < all.detection.pairs.size(); ++i) {
      if (is_of(i)) least = std::min(least, all.detection.contacts.separation[i]);
    }
    Held<T> others = held<T>();
    others.keep([&](std::size_t i) { return !is_of(i) || all.detection.contacts.separation[i] != least; });
    if (pair.a == 4 || std::none_of(others.detection.pairs.begin(), others.detection.pairs.end(),
                                    [&](Pair p) { return p.a == pair.a && p.b == pair.b; })) {
      continue;  // others cross as well, or there was one contact
    }
    EXPECT_EQ(first_reason(others.check()), "nearest_contact") << pair.b;
  }
}

/// The search is asked again, and its facets are held against the meshes' own corners.
TYPED_TEST(FacetVerify, FacetsThatAreNotTheMeshesAreFound) {
  using T = TypeParam;
  Held<T> in = held<T>();
  const std::size_t row = in.row_of({0, 2});
  const std::uint32_t v = in.scene.facet_meshes[1].mesh.triangles[in.detection.facets->facet_b[row]][0];
  in.scene.facet_meshes[1].mesh.vertices[v].z -= 1e-3;
  EXPECT_NE(first_reason(in.check()), "");
  in.keep([&](std::size_t i) { return in.detection.pairs[i].b != 2; });
  EXPECT_EQ(first_reason(in.check()).substr(0, 6), "facets");  // where no row tells: the search's own distances
}

/// A triangle that the search does not know of, where another one has a contact.
TYPED_TEST(FacetVerify, AFacetThatTheSearchMissesIsFound) {
  using T = TypeParam;
  Held<T> in = held<T>();
  Mesh& ground = in.scene.facet_meshes[0].mesh;
  const std::array<std::uint32_t, 3> again = ground.triangles[in.detection.facets->facet_a[in.row_of({0, 2})]];
  ground.triangles.push_back(again);
  EXPECT_EQ(first_reason(in.check()), "missed_facets");
}

/// A sample checks fewer rows, and every pair of facets of those pairs.
TYPED_TEST(FacetVerify, ASampleFindsWhatItSees) {
  using T = TypeParam;
  Held<T> in = held<T>();
  const std::size_t rows = in.detection.pairs.size();
  EXPECT_EQ(in.check({3, 1, 0}).size(), 4u);
  EXPECT_EQ(in.check({rows, 1, 0}).size(), rows + 1);
}

/// One body inside of another, near its wall: nothing touches from outside.
TYPED_TEST(FacetVerify, ABodyInsideOfAClosedMeshNeedNotTouchIt) {
  using T = TypeParam;
  Made made;
  const std::uint32_t shell = made.add_mesh(test::ball_mesh(2, [](const Vec3<double>&) { return 2.0; }));
  const std::uint32_t pea = made.add_mesh(test::ball_mesh(1, [](const Vec3<double>&) { return 0.25; }));
  made.scene.alert_distance = 0.1;
  made.scene.bodies.add(origin, shell);
  made.scene.bodies.add({{1.6, 0.1, 0.1}, rotation_from_quaternion(0.4, 1, 0.2, 0.1)}, pea);
  const Held<T> in{std::move(made.scene), {{0, 1}}};
  for (const CheckedPair& pair : in.check()) EXPECT_TRUE(pair.agrees) << pair.reason;
}

}  // namespace
}  // namespace abut::cli
