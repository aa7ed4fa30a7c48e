// What a finder keeps from step to step may change nothing: its contacts are those of a search from nothing, to the
// bit.
#include "abut/facet_contact_finder.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "abut/core/error.h"
#include "abut/pairs/pair_finder.h"
#include "tests/facets/surfaces.h"
#include "tests/support/complaint.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::FacetScene;

double bumpy(const Vec3<double>& d) { return 1 + 0.3 * d.x * d.y + 0.2 * std::abs(d.z * d.x); }

/// Bodies of meshes and of convex shapes, of one part and of several, that drift about a middle and spin.
class Moving {
 public:
  explicit Moving(std::uint64_t seed) : random_(seed) {
    std::vector<std::uint32_t> shapes;
    shapes.push_back(scene.add_mesh(test::ball_mesh(2, bumpy)));
    shapes.push_back(scene.add_mesh(test::grid_mesh(5, 1.2, [](double x, double y) { return 0.3 * x * y; })));
    shapes.push_back(scene.add_mesh(test::soup(random_, 30), {.rounding = 0.02}));
    shapes.push_back(scene.shapes.add_hull(test::ellipsoid_points(random_, 30)));
    shapes.push_back(scene.shapes.add_box({0.5, 0.4, 0.3}, 0.03));
    shapes.push_back(scene.shapes.add_sphere(0.4));
    shapes.push_back(scene.shapes.add_capsule(0.2, 0.7));
    const std::uint32_t half = scene.shapes.add_box({0.4, 0.5, 0.5}), small = scene.shapes.add_box({0.1, 0.1, 0.1});
    for (std::uint32_t k = 0; k < 14; ++k) {
      const Pose pose{random_.in_ball() * 2.2, random_.rotation()};
      if (k % 5 == 4) {
        const std::vector<Part> both{{half, {{-0.4, 0, 0}, Pose{}.rotation}}, {half, {{0.4, 0, 0}, Pose{}.rotation}}};
        scene.bodies.add(pose, both);
      } else {
        scene.bodies.add(pose, k == 13 ? small : shapes[k % shapes.size()]);
      }
      position_.push_back(pose.position), rotation_.push_back(pose.rotation);
      velocity_.push_back(random_.in_ball()), spin_.push_back(random_.in_ball());
    }
  }

  /// All bodies by `step`; where `jump` is set, one of them to anywhere.
  void move(double step, bool jump) {
    for (std::uint32_t k = 0; k < position_.size(); ++k) {
      velocity_[k] = velocity_[k] - position_[k] * step;
      position_[k] = position_[k] + velocity_[k] * step;
      const Vec3<double> w = spin_[k] * (0.5 * step);
      rotation_[k] = times(rotation_from_quaternion(1, w.x, w.y, w.z), rotation_[k]);
      if (jump && k == random_.below(14)) position_[k] = random_.in_ball() * 2.0, rotation_[k] = random_.rotation();
      scene.bodies.set_pose(k, {position_[k], rotation_[k]});
    }
  }

  FacetScene scene;

 private:
  test::Random random_;
  std::vector<Vec3<double>> position_, velocity_, spin_;
  std::vector<Mat3<double>> rotation_;
};

template <class T>
void expect_equal(const std::vector<Vec3<T>>& x, const std::vector<Vec3<T>>& y, std::size_t at_x, std::size_t at_y) {
  ASSERT_TRUE(x[at_x].x == y[at_y].x && x[at_x].y == y[at_y].y && x[at_x].z == y[at_y].z);
}

/// `kept` has the contacts of `pairs`, `all` those of all candidates.
template <class T>
void expect_same(std::span<const Pair> pairs, const FacetContacts<T>& kept, const std::vector<Pair>& candidates,
                 const FacetContacts<T>& all) {
  ASSERT_EQ(kept.offsets.size(), pairs.size() + 1);
  std::size_t k = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (all.offsets[i] == all.offsets[i + 1]) continue;
    ASSERT_LT(k, pairs.size()) << "pair (" << candidates[i].a << ", " << candidates[i].b << ") is missed";
    ASSERT_EQ(pairs[k].a, candidates[i].a);
    ASSERT_EQ(pairs[k].b, candidates[i].b);
    ASSERT_EQ(kept.offsets[k + 1] - kept.offsets[k], all.offsets[i + 1] - all.offsets[i]);
    for (std::size_t j = 0; j < all.offsets[i + 1] - all.offsets[i]; ++j) {
      const std::size_t x = kept.offsets[k] + j, y = all.offsets[i] + j;
      ASSERT_EQ(kept.facet_a[x], all.facet_a[y]);
      ASSERT_EQ(kept.facet_b[x], all.facet_b[y]);
      ASSERT_EQ(kept.separation[x], all.separation[y]);
      ASSERT_EQ(kept.key[x], all.key[y]);
      ASSERT_EQ(kept.kind[x], all.kind[y]);
      ASSERT_EQ(kept.feature_a[x].code, all.feature_a[y].code);
      ASSERT_EQ(kept.feature_b[x].code, all.feature_b[y].code);
      expect_equal(kept.normal, all.normal, x, y);
      expect_equal(kept.witness_a, all.witness_a, x, y);
      expect_equal(kept.witness_b, all.witness_b, x, y);
      expect_equal(kept.point, all.point, x, y);
    }
    ++k;
  }
  ASSERT_EQ(k, pairs.size());
}

/// One step by both ways; returns how many contacts there are.
template <class T>
std::size_t step_both(FacetScene& scene, FacetContactFinder& finder, const FacetOptions& options) {
  scene.pairs = find_pairs(Cpu{}, scene.shapes.headers(), scene.bodies.parts(), options.alert_distance);
  const FacetContacts<T> kept = finder.find<T>(scene.shapes, scene.trees, scene.bodies.parts(), scene.pairs, options);
  const std::vector<Pair> candidates = scene.pairs;
  const FacetContacts<T> all = scene.find<T>(options, true);
  expect_same(finder.pairs(), kept, candidates, all);
  return kept.size();
}

template <class T>
class KeptFacets : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(KeptFacets, Scalars);

TYPED_TEST(KeptFacets, GiveTheContactsOfASearchFromNothing) {
  for (const bool contacts : {true, false}) {
    Moving moving(contacts ? 1 : 2);
    FacetContactFinder finder;
    std::uint64_t kept = 0, listed = 0, found = 0;
    for (int step = 0; step < 120; ++step) {
      moving.move(step % 40 < 30 ? 2e-3 : 3e-2, step % 25 == 24);
      const FacetOptions options{.alert_distance = step % 50 == 49 ? 0.2
                                                   : step < 60     ? 0.03
                                                                   : 0.0,
                                 .contacts = contacts};
      found += step_both<TypeParam>(moving.scene, finder, options);
      if (this->HasFatalFailure()) FAIL() << "step " << step;
      kept += finder.counts().kept, listed += finder.counts().listed;
    }
    EXPECT_GT(found, 5000u);
    EXPECT_GT(kept, listed);
    EXPECT_GT(listed, 100u);
  }
}

TYPED_TEST(KeptFacets, GiveTheSameOnAnyNumberOfThreads) {
  Moving moving(3);
  FacetContactFinder one(Cpu{1}), two(Cpu{2});
  for (int step = 0; step < 20; ++step) {
    moving.move(5e-3, false);
    const FacetOptions options{.alert_distance = 0.02};
    FacetScene& scene = moving.scene;
    scene.pairs = find_pairs(Cpu{}, scene.shapes.headers(), scene.bodies.parts(), 0.02);
    const PartsView parts = scene.bodies.parts();
    const auto x = one.find<TypeParam>(scene.shapes, scene.trees, parts, scene.pairs, options);
    const auto y = two.find<TypeParam>(scene.shapes, scene.trees, parts, scene.pairs, options);
    const std::vector<Pair> pairs(two.pairs().begin(), two.pairs().end());
    expect_same<TypeParam>(one.pairs(), x, pairs, y);
    ASSERT_FALSE(this->HasFatalFailure()) << "step " << step;
    EXPECT_EQ(one.counts().kept, two.counts().kept);
    EXPECT_EQ(one.counts().search.distances, two.counts().search.distances);
    EXPECT_EQ(one.memory(), two.memory());
  }
}

/// Two bumpy balls side by side, and one far away whose box overlaps theirs.
FacetScene three_balls() {
  FacetScene scene;
  const std::uint32_t ball = scene.add_mesh(test::ball_mesh(3, bumpy));
  scene.bodies.add({}, ball);
  scene.bodies.add({{2.1, 0, 0}, Pose{}.rotation}, ball);
  scene.bodies.add({{1.5, 1.5, 1.5}, Pose{}.rotation}, ball);
  return scene;
}

TEST(FacetContactFinder, AsksNothingAgainOfBodiesAtRest) {
  FacetScene scene = three_balls();
  FacetContactFinder finder;
  const FacetOptions options{.alert_distance = 0.3};
  ASSERT_GT(step_both<double>(scene, finder, options), 0u);
  EXPECT_EQ(finder.counts().candidates, 3u);
  EXPECT_EQ(finder.counts().hulls, 3u);
  const std::uint64_t listed = finder.counts().listed;
  EXPECT_GE(listed, 1u);
  EXPECT_LE(listed, 2u);
  EXPECT_GT(finder.counts().search.box_pairs, 100u);
  EXPECT_GT(finder.memory(), sizeof(Pair));
  for (int step = 0; step < 3; ++step) {
    ASSERT_GT(step_both<double>(scene, finder, options), 0u);
    EXPECT_EQ(finder.counts().hulls, 0u);
    EXPECT_EQ(finder.counts().listed, 0u);
    EXPECT_EQ(finder.counts().kept, listed);
    EXPECT_EQ(finder.counts().apart, 3 - listed);
    EXPECT_EQ(finder.counts().search.box_pairs, 0u);
  }
}

/// What was known of the candidate that had its place is forgotten.
TEST(FacetContactFinder, KnowsNothingOfACandidateThatIsNew) {
  FacetScene scene;
  const std::uint32_t box = scene.shapes.add_box({0.5, 0.5, 0.5});
  for (const double x : {0.0, 1.01, 50.0}) scene.bodies.add({{x, 0, 0}, Pose{}.rotation}, box);
  FacetContactFinder finder;
  const FacetOptions options{.alert_distance = 0.1};
  for (const Pair pair : {Pair{0, 2}, Pair{1, 2}, Pair{0, 1}}) {
    const std::vector<Pair> candidates{pair};
    finder.find<double>(scene.shapes, scene.trees, scene.bodies.parts(), candidates, options);
    EXPECT_EQ(finder.pairs().size(), pair.b == 1 ? 1u : 0u);
  }
}

/// Sliding along each other, in contact all the while: trees are looked at from time to time, hulls never (Algorithm
/// 6).
TEST(FacetContactFinder, AsksNoHullsOfBodiesInLastingContact) {
  FacetScene scene;
  const std::uint32_t plane = scene.add_mesh(test::grid_mesh(20, 4, [](double, double) { return 0.0; }));
  scene.bodies.add({}, plane);
  scene.bodies.add({{-3, 0.1, 0.98}, Pose{}.rotation},
                   scene.add_mesh(test::ball_mesh(3, [](const auto&) { return 1.0; })));
  FacetContactFinder finder;
  std::uint64_t listed = 0;
  const FacetOptions options{.alert_distance = 0.05};
  ASSERT_GT(step_both<double>(scene, finder, options), 0u);
  for (int step = 1; step < 300; ++step) {
    scene.bodies.set_pose(1, {{-3 + 0.01 * step, 0.1, 0.98}, Pose{}.rotation});
    ASSERT_GT(step_both<double>(scene, finder, options), 0u);
    ASSERT_EQ(finder.counts().hulls, 0u) << "step " << step;
    listed += finder.counts().listed;
  }
  EXPECT_GT(listed, 20u);
  EXPECT_LT(listed, 60u) << "a zone of eight steps";
  scene.bodies.set_pose(1, {{0, 0, 1.9}, Pose{}.rotation});
  EXPECT_EQ(step_both<double>(scene, finder, options), 0u);
}

/// Its faces are farther than any zone from those of the other one: the depth is that of the parts.
TEST(FacetContactFinder, HasTheContactOfAConvexBodyWithinAnother) {
  FacetScene scene;
  scene.bodies.add({}, scene.shapes.add_box({1, 1, 1}));
  scene.bodies.add({{0.1, 0, 0.2}, Pose{}.rotation}, scene.shapes.add_box({0.1, 0.1, 0.1}));
  FacetContactFinder finder;
  for (int step = 0; step < 3; ++step) {
    EXPECT_EQ(step_both<double>(scene, finder, {}), 1u);
    EXPECT_EQ(finder.counts().kept, step > 0 ? 1u : 0u);
  }
}

TEST(FacetContactFinder, SeesMeshesAndVerticesThatWereReplaced) {
  FacetScene scene = three_balls();
  const std::uint32_t box = scene.shapes.add_box({0.5, 0.5, 0.5});
  scene.bodies.add({{-1.6, 0, 0}, Pose{}.rotation}, box);
  FacetContactFinder finder;
  const FacetOptions options{.alert_distance = 0.3};
  const std::size_t before = step_both<double>(scene, finder, options);
  scene.trees.set_mesh(scene.shapes, 0, test::ball_mesh(2, [](const auto&) { return 0.95; }));
  const std::size_t after = step_both<double>(scene, finder, options);
  EXPECT_NE(before, after);
  std::vector<Vec3<double>> v(scene.shapes.vertices(box).begin(), scene.shapes.vertices(box).end());
  for (auto& p : v) p.x *= 1.2;
  scene.shapes.replace_vertices(box, v);
  step_both<double>(scene, finder, options);
}

TEST(FacetContactFinder, ForgetsWhenTold) {
  FacetScene scene = three_balls();
  FacetContactFinder finder;
  const FacetOptions options{.alert_distance = 0.3};
  step_both<double>(scene, finder, options);
  finder.reset();
  EXPECT_EQ(finder.pairs().size(), 0u);
  EXPECT_EQ(finder.counts().candidates, 0u);
  step_both<double>(scene, finder, options);
  EXPECT_EQ(finder.counts().hulls, 3u);
  FacetContactFinder moved = std::move(finder);
  step_both<double>(scene, moved, options);
  EXPECT_EQ(moved.counts().hulls, 0u);
}

TEST(FacetContactFinder, HasNoContactsOfPosesThatAreNotFinite) {
  FacetScene scene = three_balls();
  FacetContactFinder finder;
  const FacetOptions options{.alert_distance = 0.3};
  step_both<double>(scene, finder, options);
  const std::vector<Pair> pairs{{0, 1}, {0, 2}, {1, 2}};
  PartsView parts = scene.bodies.parts();
  std::vector<double> x(parts.px, parts.px + parts.count);
  x[1] = std::nan("");
  parts.px = x.data();
  for (int step = 0; step < 2; ++step) {
    finder.find<double>(scene.shapes, scene.trees, parts, pairs, options);
    for (const Pair& p : finder.pairs()) EXPECT_EQ(p.a + p.b, 2u);
  }
  EXPECT_GT(step_both<double>(scene, finder, options), 0u);
}

TEST(FacetContactFinder, RefusesWhatIsNotAllowedAndBeginsAnew) {
  FacetScene scene = three_balls();
  FacetContactFinder finder;
  const PartsView parts = scene.bodies.parts();
  const auto find = [&](const std::vector<Pair>& pairs, const FacetOptions& options = {.alert_distance = 0.3}) {
    return test::complaint([&] { finder.find<double>(scene.shapes, scene.trees, parts, pairs, options); });
  };
  EXPECT_EQ(find({{0, 1}, {0, 2}, {1, 2}}), "");
  EXPECT_EQ(find({{0, 2}, {0, 1}}), "candidates[1] is (0, 1) behind (0, 2): they have to be sorted by a, then b");
  EXPECT_EQ(finder.pairs().size(), 0u);
  EXPECT_EQ(find({{0, 3}}), "candidates[0] is (0, 3): there are 3 parts");
  EXPECT_EQ(find({{0, 1}}, {.alert_distance = -1}),
            "FacetContactFinder::find: alert_distance is -1; allowed is 0 or more, finite");
  EXPECT_EQ(find({{0, 1}}, {.cone_tolerance = 2}),
            "FacetContactFinder::find: cone_tolerance is 2; allowed are 0 to 0.5");
  EXPECT_EQ(test::complaint([] { FacetContactFinder bad(Cpu{-1}); }), test::complaint([] { PairFinder bad(Cpu{-1}); }));
  scene.bodies.add({{0, 0, 0.5}, Pose{}.rotation}, scene.shapes.add_ellipsoid({1, 1, 0.5}));
  const PartsView more = scene.bodies.parts();
  EXPECT_NE(test::complaint([&] {
              finder.find<double>(scene.shapes, scene.trees, more, std::vector<Pair>{{0, 3}}, {});
            }).find("has no facets"),
            std::string::npos);
}

}  // namespace
}  // namespace abut
