// Searches by trees against all features with all features: the same minima to the bit, and the same statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "host/brep/point_distance.h"
#include "tests/brep/all_with_all.h"
#include "tests/brep/lmd_judge.h"
#include "tests/brep/made_breps.h"

namespace abut::test {
namespace {

struct Model {
  explicit Model(const Brep& brep) : contact(brep), features(brep), tree(features) {}
  ContactBrep contact;
  host::ContactFeatures features;
  host::FeatureTree tree;
};

/// Solids of canonical surfaces, whole and cut up.
std::vector<std::unique_ptr<Model>> models(double scale) {
  std::vector<std::unique_ptr<Model>> out;
  for (const Brep& b : bodies_of_all_kinds(scale)) out.push_back(std::make_unique<Model>(b));
  for (const ToldTwice& s : solids_told_twice(scale, 2)) out.push_back(std::make_unique<Model>(s.brep));
  return out;
}

/// Anywhere; now and then in line with axes, or at places where much is parallel and touches.
RelativePose<double> pose_for(const Model& a, const Model& b, Random& random) {
  const double size = 0.5 * (a.features.size() + b.features.size());
  RelativePose<double> pose{random.rotation(), random.direction() * (size * random.magnitude(0.3, 3))};
  if (random.below(4) == 0) pose.rotation = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};
  if (random.below(4) == 0) pose.rotation = {{0, 0, 1, 0, 1, 0, -1, 0, 0}};
  const auto step = [&] { return 0.125 * size * random.below(12); };
  if (random.below(4) == 0) pose.translation = {step(), step(), step()};
  return pose;
}

bool same_bits(const BrepLmd& x, const BrepLmd& y) {
  const auto same = [](const Vec3<double>& p, const Vec3<double>& q) { return p.x == q.x && p.y == q.y && p.z == q.z; };
  return x.distance == y.distance && same(x.point_a, y.point_a) && same(x.point_b, y.point_b) &&
         same(x.normal, y.normal) && x.feature_a.code == y.feature_a.code && x.feature_b.code == y.feature_b.code &&
         x.sampled == y.sampled;
}

void expect_same(const BrepLmds& found, const BrepLmds& all, const RelativePose<double>& pose) {
  ASSERT_EQ(found.status, all.status) << told(pose) << told(found) << told(all);
  if (all.status == BrepLmdStatus::crossing) return;
  ASSERT_EQ(found.minima.size(), all.minima.size()) << told(pose) << told(found) << told(all);
  for (std::size_t k = 0; k < all.minima.size(); ++k) {
    // Where two are as near but for rounding, either may come first.
    const bool any = std::any_of(found.minima.begin(), found.minima.end(),
                                 [&](const BrepLmd& m) { return same_bits(m, all.minima[k]); });
    EXPECT_TRUE(any) << k << told(pose) << told(found) << told(all);
  }
}

class TreeSearch : public testing::TestWithParam<double> {};

TEST_P(TreeSearch, FindsWhatAllWithAllFinds) {
  const auto of = models(GetParam());
  Random random(811);
  int apart = 0, crossing = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const Model &a = *of[random.below(static_cast<std::uint32_t>(of.size()))],
                &b = *of[random.below(static_cast<std::uint32_t>(of.size()))];
    const RelativePose<double> pose = pose_for(a, b, random);
    const BrepLmds all = all_with_all(a.features, b.features, pose);
    (all.status == BrepLmdStatus::crossing ? crossing : apart) += 1;
    expect_same(find_brep_lmds(a.contact, b.contact, pose), all, pose);
    const double reach = random.magnitude(0.01, 1) * (a.features.size() + b.features.size());
    const BrepLmds within = all_with_all(a.features, b.features, pose, {.reach = reach});
    expect_same(find_brep_lmds(a.contact, b.contact, pose, {.reach = reach}), within, pose);
    const BrepLmds nearest = find_brep_lmds(a.contact, b.contact, pose, {.nearest_only = true});
    ASSERT_EQ(nearest.status, all.status) << told(pose);
    if (all.status == BrepLmdStatus::crossing || all.minima.empty()) continue;
    ASSERT_EQ(nearest.minima.size(), 1u) << told(pose);
    EXPECT_EQ(nearest.minima[0].distance, all.minima[0].distance) << told(pose);
  }
  EXPECT_GT(apart, 200);
  EXPECT_GT(crossing, 100);
}

INSTANTIATE_TEST_SUITE_P(Scales, TreeSearch, testing::Values(1.0, 1e-3));

TEST(TreeSearch, WithOtherAnglesFindsWhatAllWithAllFinds) {
  const auto of = models(1);
  Random random(812);
  // Wider ones unite minima that are far apart, in the order in which they come.
  for (const double angle : {1e-9, 1e-5, 1e-4, 1e-3}) {
    for (int trial = 0; trial < 60; ++trial) {
      const Model &a = *of[random.below(11)], &b = *of[random.below(11)];
      RelativePose<double> pose = pose_for(a, b, random);
      if (trial % 2 == 0) {  // a little out of line
        const Vec3<double> half = random.in_cube() * angle;
        pose.rotation = rotation_from_quaternion(1, half.x, half.y, half.z);
      }
      const BrepLmds all = all_with_all(a.features, b.features, pose, {.angle = angle});
      expect_same(find_brep_lmds(a.contact, b.contact, pose, {.angle = angle}), all, pose);
    }
  }
}

TEST(TreeSearch, FindsTheNearestOfAThinFaceThatNoSampleHits) {
  // Its caps are along the diagonal of their parameters' box.
  const Profile thin = polygon({{0, 0}, {1, 1}, {0.999, 1}, {-0.001, 0}});
  const ToldTwice sliver = told_prism("sliver", {thin}, 0, 0.01), block = told_prism("block", {thin}, 0, 0.02);
  const Model a(sliver.brep), b(block.brep), c(box(0.2, 0.2, 0.2));
  Random random(815);
  for (int trial = 0; trial < 300; ++trial) {
    const Model& other = trial % 2 == 0 ? b : c;
    const Vec3<double> on{random.uniform(), random.uniform(), 0};
    const RelativePose<double> pose{random.rotation(), on + random.direction() * random.magnitude(0.05, 1)};
    const BrepLmds all = find_brep_lmds(a.contact, other.contact, pose);
    const BrepLmds nearest = find_brep_lmds(a.contact, other.contact, pose, {.nearest_only = true});
    ASSERT_EQ(nearest.status, all.status) << told(pose);
    if (all.status == BrepLmdStatus::crossing) continue;
    ASSERT_EQ(nearest.minima.size(), 1u) << told(pose);
    EXPECT_EQ(nearest.minima[0].distance, all.minima[0].distance) << told(pose);
  }
}

TEST(TreeSearch, SolvesFewOfAllPairs) {
  const auto of = models(1);
  Random random(813);
  std::uint64_t solved = 0, all = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Model &a = *of[random.below(11)], &b = *of[random.below(11)];
    const RelativePose<double> pose = pose_for(a, b, random);
    const BrepLmds found = find_brep_lmds(a.contact, b.contact, pose, {.nearest_only = true});
    solved += found.solved_pairs, all += a.features.features().size() * b.features.features().size();
  }
  EXPECT_LT(20 * solved, all);
}

TEST(PointDistance, ByTheTreeIsThatByAllFeatures) {
  Random random(814);
  int inside = 0, outside = 0;
  for (const double scale : {1.0, 1e3}) {
    for (const auto& m : models(scale)) {
      for (int trial = 0; trial < 40; ++trial) {
        Vec3<double> p = random.in_cube() * (2 * m->features.size());
        if (trial % 4 == 0) p = {0.25 * scale * random.below(9), 0.25 * scale * random.below(9), 0.25 * scale};
        const auto by_tree = host::signed_distance(m->features, m->tree, p), by_all = distance_by_all(m->features, p);
        ASSERT_EQ(by_tree.has_value(), by_all.has_value());
        if (!by_all) continue;
        EXPECT_EQ(*by_tree, *by_all) << p.x << " " << p.y << " " << p.z;
        (*by_all < 0 ? inside : outside) += 1;
      }
    }
  }
  EXPECT_GT(inside, 100);
  EXPECT_GT(outside, 300);
}

/// x^2 + (y / 1.25)^2 = 1 from z = 0 to 2, of no canonical kind: a sheet, which nothing is inside of.
Brep oval_tube() {
  Brep oval = spline_tube();
  for (auto& p : oval.nurbs_surfaces[0].points) p.y *= 1.25;
  for (NurbsSpaceCurve& c : oval.nurbs_curves) {
    for (auto& p : c.points) p.y *= 1.25;
  }
  return oval;
}

TEST(PointDistance, OfAFaceWithoutACarrierIsThatOfItsPoints) {
  const host::ContactFeatures tube(oval_tube());
  const host::FeatureTree tree(tube);
  const std::pair<Vec3<double>, double> known[] = {
      {{0.9, 0, 1}, 0.1}, {{-0.8, 0, 1.2}, 0.2}, {{1.5, 0, 1}, 0.5}, {{0, 1.5, 0.9}, 0.25}, {{0, -1.2, 1}, 0.05}};
  for (const auto& [point, distance] : known) {
    for (const auto& told : {host::signed_distance(tube, tree, point), distance_by_all(tube, point)}) {
      ASSERT_TRUE(told.has_value()) << distance;
      EXPECT_NEAR(*told, distance, 1e-12);
    }
  }
}

TEST(PointDistance, IsNotToldWhereWhatIsNotSolvedMayBeNearer) {
  // The edge at which three faces meet is not solved.
  const host::ContactFeatures branch(squares_about_y({{1, 0, 0}, {0, 0, 1}, {std::sqrt(0.5), 0, std::sqrt(0.5)}}));
  const host::FeatureTree tree(branch);
  const auto told = [&](const Vec3<double>& p) {
    const auto by_tree = host::signed_distance(branch, tree, p);
    EXPECT_EQ(by_tree.has_value(), distance_by_all(branch, p).has_value());
    return by_tree;
  };
  EXPECT_FALSE(told({-0.5, 0.5, -0.5}).has_value());
  EXPECT_FALSE(told({-0.1, 0.2, -0.3}).has_value());
  EXPECT_TRUE(told({0.5, 0.5, -0.2}).has_value());
}

}  // namespace
}  // namespace abut::test
