// The runs of Feng & Tan's tables: how they are scaled, what a body is to their algorithms, what their groups are
// called.
#include <gtest/gtest.h>

#include <set>

#include "bench/papers/feng_tan_stages.h"
#include "tests/support/random.h"

namespace abut::papers {
namespace {

TEST(FengTanScale, OfOneIsThePapersAndOfAnEighthHasItInHalfTheTime) {
  const dem::Settings one = paper_settings(1, 1), two = paper_settings(2, 1), small = paper_settings(1, 0.125);
  EXPECT_TRUE(one.preset == dem::Settings::pyramids && one.bodies == 5000 && one.seconds == 10);
  EXPECT_TRUE(two.preset == dem::Settings::spheres && two.bodies == 5500);
  EXPECT_EQ(small.bodies, 625u);
  EXPECT_NEAR(small.seconds, 5, 1e-14);
  EXPECT_EQ(small.batch_interval, 0.1);
  EXPECT_NEAR(paper_settings(1, 1e-3).batch_interval, 0.05, 1e-15) << "some twenty batches at least";
  EXPECT_EQ(paper_settings(1, 1e-5).bodies, 1u) << "rounded up";
  std::set<std::string> names;
  for (const dem::Settings& s : {one, two}) {
    for (int stage = 0; stage < stage_count; ++stage) names.insert(restart_name("folder", s, stage));
  }
  EXPECT_EQ(names.size(), 8u);
  EXPECT_EQ(*names.begin(), "folder/simulation_1_stage_1.dem");
  EXPECT_EQ(*names.rbegin(), "folder/simulation_2_stage_4.dem");
}

TEST(FengTanGroups, HaveOneNumberAndNameWhicheverBodyIsFirst) {
  std::set<int> groups;
  std::set<std::string> names;
  for (int i = 0; i < 4; ++i) {
    for (int j = i; j < 4; ++j) {
      const int group = group_of(static_cast<Kind>(i), static_cast<Kind>(j));
      EXPECT_EQ(group, group_of(static_cast<Kind>(j), static_cast<Kind>(i)));
      groups.insert(group), names.insert(group_name(group));
    }
  }
  EXPECT_EQ(groups.size(), 10u);
  EXPECT_EQ(names, (std::set<std::string>{"P5-P5", "P5-P16", "P5-F16", "P5-S", "P16-P16", "P16-F16", "P16-S", "F16-F16",
                                          "F16-S", "S-S"}));
}

TEST(FengTanBodies, HaveSupportPointsThatNoPointOfTheirsIsBeyond) {
  ShapeSet shapes;
  test::Random random(6);
  const std::vector<Vector> corners{{1, 0, 0}, {-1, 0.5, 0}, {0, -1, 0.5}, {0, 0, 2}, {0.1, 0.2, -1}};
  const std::uint32_t hull = shapes.add_hull(corners), ball = shapes.add_sphere(0.75);
  for (int k = 0; k < 50; ++k) {
    dem::BodyState state = dem::at_rest(random.in_cube() * 4.0);
    dem::Random(static_cast<std::uint64_t>(k)).rotation(state.quaternion);
    const Vector v = random.in_ball() * 3.0;
    const WorldBody body = world_body(shapes, hull, state), round = world_body(shapes, ball, state);
    double highest = -1e9;
    for (const Vector& c : corners) {
      highest = std::max(highest, dot(v, state.position + rotate(dem::rotation_of(state), c)));
    }
    EXPECT_NEAR(dot(body.support(v), v), highest, 1e-13);
    EXPECT_NEAR(body.size, 2, 1e-14);
    EXPECT_NEAR(length(round.support(v) - state.position), 0.75, 1e-14);
    EXPECT_NEAR(dot(round.support(v), v), dot(state.position, v) + 0.75 * length(v), 1e-13);
    EXPECT_EQ(round.size, 0.75);
    const Vector difference = BodyDifference{body, round}(v);
    EXPECT_NEAR(dot(difference, v), highest - dot(state.position, v) + 0.75 * length(v), 1e-12);
  }
}

// Along a diagonal: the boxes of balls that are just apart overlap.
TEST(FengTanCounts, OfBallsThatOverlapAndThatAreApartAreInTheirColumns) {
  for (const double depth : {0.01, -0.001}) {
    dem::Scene scene;
    const double along = std::sqrt(0.5) * (0.2 - depth);
    for (const Vector& at : {Vector{0, 0, 0}, Vector{along, along, 0}, Vector{9, 0, 0}}) {
      scene.add(scene.shapes.add_sphere(0.1), at);
    }
    dem::Snapshot now;
    now.states = scene.states, now.at.born = 3;
    StageCounts stage;
    count_step(scene, now, now, {}, stage);
    EXPECT_EQ(stage.bodies, 3u);
    EXPECT_EQ(stage.failures + stage.disagree, 0u);
    ASSERT_EQ(stage.groups.size(), 1u) << "the third one is near to none";
    const GroupCounts& counts = stage.groups.begin()->second;
    EXPECT_EQ(stage.groups.begin()->first, group_of(Kind::sphere, Kind::sphere));
    EXPECT_EQ(counts.contact, depth > 0 ? 1u : 0u);
    EXPECT_EQ(counts.apart, depth > 0 ? 0u : 1u);
    EXPECT_NEAR(stage.deepest, std::max(depth, 0.0), 1e-15);
    for (const Method m : {from_axis, from_centres}) {
      EXPECT_EQ(counts.gjk_contact[m] > 0, depth > 0);
      EXPECT_EQ(counts.gjk_apart[m] > 0, depth < 0);
      EXPECT_EQ(counts.epa[m] > 0, depth > 0);
    }
  }
}

}  // namespace
}  // namespace abut::papers
