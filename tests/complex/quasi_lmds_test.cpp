// Quasi-LMDs against a reference that tries all pairs of simplices in extended precision, and against closed forms.
#include "abut/complex/quasi_lmds.h"

#include <gtest/gtest.h>

#include "tests/complex/cell_surface.h"
#include "tests/complex/complex_scene.h"
#include "tests/complex/random_lmds.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::ComplexScene;

template <class T>
class QuasiLmdsOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(QuasiLmdsOf, Scalars);

TEST(QuasiLmds, AreThoseOfAllPairsOfSimplicesOnRandomComplexesOfEveryKind) {
  const test::LmdTally tally = test::compare_random_complexes(7, 1000);
  EXPECT_GT(tally.found, 2500);
  EXPECT_GT(tally.quasi, 300);
  for (const int c : {0, 1, 2, 6}) EXPECT_GT(tally.of_class[c], 200) << "class " << c;
}

Pose over(double height, const Vec3<double>& turn) {
  return {{0.031, -0.017, height}, rotation_from_quaternion(1, turn.x / 2, turn.y / 2, turn.z / 2)};
}

TEST(QuasiLmds, ACubeOnAPlateHasFourThroughEveryTurnBelowTheta) {
  test::Random random(11);
  for (const int cells : {1, 7}) {
    ComplexScene scene;
    scene.add(test::flat_plate(cells, 4), {.dilation = 0.01}),
        scene.add(test::box_surface(0.25, 0.25, 0.25), {.dilation = 0.01}, over(0.5, {}));
    scene.pairs = {{0, 1}};
    for (int k = 0; k < 200; ++k) {
      const double angle = k == 0 ? 0 : random.uniform(0, 0.0499);
      const Vec3<double> turn = random.direction() * angle;
      const Pose pose = over(0.28, turn);
      scene.bodies.set_pose(1, pose);
      const QuasiLmds<double> found = scene.find({.alert_distance = 0.1, .theta = 0.05});
      ASSERT_EQ(found.size(), 4u) << "turned by " << angle;
      for (std::size_t i = 0; i < 4; ++i) {
        const std::uint32_t v = feature_index(found.feature_b[i]);
        ASSERT_EQ(feature_kind(found.feature_b[i]), FeatureKind::vertex);
        const Vec3<double> corner =
            rotate(pose.rotation, test::box_surface(0.25, 0.25, 0.25).vertices[v]) + pose.position;
        EXPECT_NEAR(found.separation[i], corner.z - 0.02, 1e-13);
        EXPECT_NEAR(found.normal[i].z, 1, 1e-13);
      }
      if (k > 0) {
        EXPECT_LT(scene.find({.alert_distance = 0.1, .theta = 0}).size(), 4u);
      }
    }
  }
}

TEST(QuasiLmds, ACornerExactlyOverAFlatVertexOrAnEdgeIsOneContact) {
  ComplexScene scene;
  scene.add(test::flat_plate(8, 4), {.dilation = 0.01}),
      scene.add(test::box_surface(0.5, 0.5, 0.5), {.dilation = 0.01});
  scene.pairs = {{0, 1}};
  for (const Vec3<double>& at : {Vec3<double>{0, 0, 0.6}, {0.25, 0, 0.6}, {0.125, 0.125, 0.6}, {0.1, 0, 0.6}}) {
    scene.bodies.set_pose(1, {at});
    const QuasiLmds<double> found = scene.find({.alert_distance = 0.2});
    ASSERT_EQ(found.size(), 4u) << at.x << ' ' << at.y;
    for (const double s : found.separation) EXPECT_NEAR(s, 0.08, 1e-14);
  }
}

TEST(QuasiLmds, GapsGoDownToBothDilationsAndThenComplexesCross) {
  ComplexScene scene;
  scene.add(test::flat_plate(3, 4), {.dilation = 0.02}),
      scene.add(test::box_surface(0.25, 0.25, 0.25), {.dilation = 0.03});
  scene.pairs = {{0, 1}};
  for (const double distance : {0.04, 0.01, 1e-6}) {
    scene.bodies.set_pose(1, {{0.03, 0.07, 0.25 + distance}});
    const QuasiLmds<double> found = scene.find({});
    ASSERT_EQ(found.size(), 4u);
    for (const double s : found.separation) EXPECT_NEAR(s, distance - 0.05, 1e-14);
    EXPECT_EQ(found.crossing[0], 0);
  }
  scene.bodies.set_pose(1, {{0.03, 0.07, 0.249}});
  EXPECT_EQ(scene.find({}).crossing[0], 1);
}

TYPED_TEST(QuasiLmdsOf, AreTheSameToTheBitWithAnyNumberOfThreads) {
  using T = TypeParam;
  test::Random random(3);
  ComplexScene scene;
  for (int k = 0; k < 12; ++k) {
    const auto kind = static_cast<test::ComplexKind>(k);
    scene.add(test::random_complex(random, kind), test::options_of(kind), {random.in_cube(), random.rotation()});
  }
  scene.add(test::flat_plate(60, 4), {.dilation = 0.01}, {{0, 0, -0.3}});  // one that all threads search together
  scene.add(test::flat_plate(61, 4), {.dilation = 0.01}, {{0, 0, 0.3}});
  for (std::uint32_t b = 1; b < 14; ++b) {
    for (std::uint32_t a = 0; a < b; ++a) scene.pairs.push_back({a, b});
  }
  const QuasiLmds<T> one = scene.find<T>({.alert_distance = 1, .theta = 0.1}, 1);
  EXPECT_GT(one.size(), 200u);
  for (const int threads : {2, 3, 8}) {
    const QuasiLmds<T> more = scene.find<T>({.alert_distance = 1, .theta = 0.1}, threads);
    ASSERT_EQ(more.offsets, one.offsets);
    EXPECT_EQ(more.key, one.key);
    EXPECT_EQ(more.separation, one.separation);
    EXPECT_EQ(more.jacobian_b, one.jacobian_b);
    EXPECT_EQ(more.is_lmd, one.is_lmd);
    EXPECT_EQ(more.crossing, one.crossing);
    EXPECT_EQ(more.counts.node_pairs, one.counts.node_pairs);
  }
}

TEST(QuasiLmds, BadInputIsNamed) {
  ComplexScene scene;
  scene.add(test::box_surface(1, 1, 1), {.dilation = 0.1});
  scene.bodies.add({}, scene.shapes.add_sphere(1));
  const auto complaint = [&](const QuasiLmdOptions& options, std::vector<Pair> pairs = {}) {
    return test::complaint(
        [&] { find_quasi_lmds<double>(Cpu{}, scene.complexes, scene.bodies.parts(), pairs, options); });
  };
  EXPECT_EQ(complaint({.alert_distance = -1}),
            "find_quasi_lmds: alert_distance is -1; allowed is a finite number, 0 or more");
  EXPECT_EQ(complaint({.alert_distance = NAN}),
            "find_quasi_lmds: alert_distance is nan; allowed is a finite number, 0 or more");
  EXPECT_EQ(complaint({.theta = -0.1}), "find_quasi_lmds: theta is -0.1; allowed is 0 to 0.5");
  EXPECT_EQ(complaint({.theta = 0.6}), "find_quasi_lmds: theta is 0.6; allowed is 0 to 0.5");
  EXPECT_EQ(complaint({.theta = NAN}), "find_quasi_lmds: theta is nan; allowed is 0 to 0.5");
  EXPECT_EQ(complaint({.cone_tolerance = 0.2}), "find_quasi_lmds: cone_tolerance is 0.2; allowed is 0 to 0.1");
  EXPECT_EQ(complaint({}, {{0, 2}}), "find_quasi_lmds: pair 0 names 2; allowed is less than 2");
  EXPECT_EQ(complaint({}, {{0, 0}, {0, 1}}), "find_quasi_lmds: pair 1 has shape 1, which has no complex");
  EXPECT_EQ(test::complaint([&] {
              find_quasi_lmds<double>(Cpu{}, scene.complexes, scene.bodies.parts(), {}, {}, QuasiLmdsView<double>{});
            }),
            "find_quasi_lmds: offsets is null");
  EXPECT_EQ(scene.find({}).offsets, std::vector<std::uint64_t>{0});  // no pairs, no contacts
}

}  // namespace
}  // namespace abut
