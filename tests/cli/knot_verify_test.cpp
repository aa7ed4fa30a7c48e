// `abut verify` must find what is wrong with contacts of knots: rows are falsified or taken away.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "host/cli/verify.h"
#include "tests/surface/known_surfaces.h"

namespace abut::cli {
namespace {

/// Two unit spheres that overlap by 0.1, the first one 0.05 deep in a wall, and a third one 0.02 away.
Scene made_scene() {
  Scene scene;
  scene.alert_distance = 0.05;
  const NurbsSurface sphere = test::unit_sphere();
  const std::uint32_t ball = scene.shapes.add_hull(sphere.points), wall = scene.shapes.add_box({4, 4, 1});
  scene.surface_shapes.push_back({ball, "", sphere, knot_positions(sphere, {.distance = 0.1, .angle = 0})});
  const auto at = [](double x, double y, double z) { return Pose{{x, y, z}, Pose{}.rotation}; };
  scene.bodies.add(at(0, 0, 0), ball), scene.bodies.add(at(1.9, 0, 0), ball), scene.bodies.add(at(0, 0, -1.95), wall);
  scene.bodies.add(at(0, 2.02, 3), ball), scene.bodies.add(at(0, 0, 3), ball);
  return scene;
}

/// Of few pairs, as each is proved anew.
template <class T>
struct Held {
  std::vector<Pair> candidates;
  Scene scene = made_scene();
  FacetTrees trees{};
  ContactSurfaces surfaces = scene.contact_surfaces();
  Detection<T> detection =
      detect<T>(Cpu{}, scene.shapes, scene.bodies, candidates, DetectOptions{scene.alert_distance, nullptr, &surfaces});

  std::vector<CheckedPair> check() const {
    return verify(scene, candidates, detection, trees, {}, [](std::uint64_t) { return [] {}; });
  }
  std::vector<std::size_t> rows_of(Pair pair) const {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
      if (detection.pairs[i].a == pair.a && detection.pairs[i].b == pair.b) rows.push_back(i);
    }
    return rows;
  }
  void keep(const std::function<bool(std::size_t)>& stays) {
    std::vector<std::size_t> rows;
    std::vector<Pair> pairs;
    ContactKnots knots;
    for (std::size_t i = 0; i < detection.pairs.size(); ++i) {
      if (!stays(i)) continue;
      rows.push_back(i), pairs.push_back(detection.pairs[i]);
      knots.u.push_back(detection.knots->u[i]), knots.v.push_back(detection.knots->v[i]);
    }
    detection.contacts.select(rows);
    detection.pairs = pairs, detection.knots = knots;
  }
};

std::string reasons(const std::vector<CheckedPair>& checked) {
  std::string all;
  for (const CheckedPair& c : checked) {
    if (!c.agrees && all.find(c.reason) == std::string::npos) all += std::string(all.empty() ? "" : " ") + c.reason;
  }
  return all;
}

template <class T>
class KnotVerify : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(KnotVerify, Scalars);

TYPED_TEST(KnotVerify, GoodOnesAgree) {
  const Held<TypeParam> held{{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {3, 4}}};
  const std::vector<CheckedPair> checked = held.check();
  EXPECT_EQ(reasons(checked), "");
  EXPECT_TRUE(std::all_of(checked.begin(), checked.end(), [](const CheckedPair& c) { return c.certified; }));
  EXPECT_FALSE(held.rows_of({0, 1}).empty() || held.rows_of({0, 2}).empty() || held.rows_of({3, 4}).empty());
  EXPECT_TRUE(held.rows_of({1, 3}).empty());
  EXPECT_EQ(std::count_if(checked.begin(), checked.end(), [](const CheckedPair& c) { return !c.contact; }), 1);
}

TYPED_TEST(KnotVerify, FieldsThatAreWrongAreFound) {
  using T = TypeParam;
  const auto told = [](auto change) {
    Held<T> held{{{0, 1}}};
    change(held.detection.contacts, held.rows_of({0, 1}).at(1));
    return reasons(held.check());
  };
  EXPECT_EQ(told([](Contacts<T>& c, std::size_t i) { c.witness_a_x[i] += T(0.01); }), "witness_identity");
  EXPECT_EQ(told([](Contacts<T>& c, std::size_t i) { c.lower_bound[i] = c.separation[i] + T(0.01); }), "lower_bound");
  EXPECT_EQ(
      told([](Contacts<T>& c, std::size_t i) { c.status[i] = static_cast<std::uint8_t>(Status::iteration_limit); }),
      "status");
  // One that is consistent with itself, and deeper than any point is.
  EXPECT_EQ(told([](Contacts<T>& c, std::size_t i) {
              c.separation[i] -= T(0.25), c.lower_bound[i] -= T(0.25);
              c.witness_b_x[i] -= c.normal_x[i] * T(0.25), c.witness_b_y[i] -= c.normal_y[i] * T(0.25);
              c.witness_b_z[i] -= c.normal_z[i] * T(0.25);
            }),
            "deeper_than_surfaces");
}

TYPED_TEST(KnotVerify, RowsThatAreMissingAreFound) {
  using T = TypeParam;
  for (const Pair pair : {Pair{0, 1}, Pair{0, 2}, Pair{3, 4}}) {
    Held<T> none{{pair}};
    const std::vector<std::size_t> rows = none.rows_of(pair);
    none.keep([&](std::size_t i) { return std::find(rows.begin(), rows.end(), i) == rows.end(); });
    EXPECT_EQ(reasons(none.check()), pair.a == 3 ? "" : "missed_knots") << pair.a << ' ' << pair.b;
    if (pair.b != 1) continue;
    Held<T> shallow{{pair}};  // of the deepest pair the least deep one alone
    const auto& depth = shallow.detection.contacts.separation;
    const std::size_t stays =
        *std::max_element(rows.begin(), rows.end(), [&](std::size_t i, std::size_t j) { return depth[i] < depth[j]; });
    shallow.keep([&](std::size_t i) { return i == stays || std::find(rows.begin(), rows.end(), i) == rows.end(); });
    EXPECT_EQ(reasons(shallow.check()), "deepest_knot");
  }
}

}  // namespace
}  // namespace abut::cli
