// LMDs of solids in random poses against the reference, and what any answer has to keep.
#include "abut/brep/brep_lmds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/brep/lmd_judge.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

RelativePose<double> random_pose(const ToldTwice& a, const ToldTwice& b, Random& random) {
  const double size = 0.5 * (a.solid.size() + b.solid.size());
  return {random.rotation(), random.direction() * (size * random.magnitude(0.3, 3))};
}

/// The pose moved until the least distance is some hundredths or millionths of the size, where it was more.
bool move_near(const BrepLmds& found, double size, Random& random, RelativePose<double>& pose) {
  const double gap = size * random.magnitude(1e-6, 1e-2);
  if (found.status == BrepLmdStatus::crossing || found.minima.empty() || found.minima[0].distance < gap) return false;
  pose.translation = pose.translation - found.minima[0].normal * (found.minima[0].distance - gap);
  return true;
}

void expect_no_faults(const SolidLmdTally& t) {
  for (std::size_t i = 0; i < std::min<std::size_t>(t.faults.size(), 10); ++i) ADD_FAILURE() << t.faults[i];
  EXPECT_EQ(t.faults.size(), 0u);
  EXPECT_EQ(t.incomplete, 0);
}

class OfTwoSolids : public testing::TestWithParam<double> {};

TEST_P(OfTwoSolids, AreThoseOfTheReferenceInRandomPoses) {
  const auto solids = solids_told_twice(GetParam(), 2);
  Random random(71);
  SolidLmdTally tally;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    for (std::size_t j = i; j < solids.size(); ++j) {
      if (GetParam() != 1 && (i + j) % 6 != 0) continue;
      const ToldTwice &a = solids[i], &b = solids[j];
      RelativePose<double> pose = random_pose(a, b, random);
      const BrepLmds found = judge_lmds(a, b, pose, tally);
      if ((i + j) % 2 == 0 && move_near(found, a.solid.size(), random, pose)) judge_lmds(a, b, pose, tally);
    }
  }
  EXPECT_GT(tally.separated, GetParam() == 1 ? 60 : 8);
  EXPECT_GT(tally.expected, GetParam() == 1 ? 150 : 20);
  expect_no_faults(tally);
}

INSTANTIATE_TEST_SUITE_P(BrepLmds, OfTwoSolids, testing::Values(1.0, 1e-3, 1e3));

TEST(BrepLmds, OfAShaftTiltedInAHoleAreThoseOfTheReference) {
  const auto solids = solids_told_twice(1, 2);
  const double pi = M_PI;
  const std::vector<ToldTwice> shafts = {
      told_lathe("pin", {{{0, 0}, {0.45, 0}}, {{0.45, 0}, {0.45, 2.5}}, {{0.45, 2.5}, {0, 2.5}}}, 2),
      told_lathe("cone pin", {{{0, 0}, {0.48, 0}}, {{0.48, 0}, {0.3, 2.5}}, {{0.3, 2.5}, {0, 2.5}}}, 3),
      told_prism("bar", {polygon({{-0.3, -0.3}, {0.3, -0.3}, {0.3, 0.3}, {-0.3, 0.3}})}, 0, 2.5),
      told_lathe("bead", {{{0, 0.8}, {0, 1.6}, {0, 1.2}, pi}}, 2)};
  const ToldTwice& block = solids[3];
  const ToldTwice& tube = solids[10];
  ASSERT_EQ(block.name, "block with hole");
  ASSERT_EQ(tube.name, "tube");
  Random random(72);
  SolidLmdTally tally;
  for (int trial = 0; trial < 10; ++trial) {
    for (const ToldTwice& shaft : shafts) {
      const double tilt = random.magnitude(1e-3, 0.03), turn = random.uniform(0, 6), s = std::sin(tilt);
      Mat3<double> m = rotation_from_quaternion(std::cos(tilt / 2), s / 2 * std::cos(turn), s / 2 * std::sin(turn), 0);
      const Vec3<double> off{random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02), random.uniform(-1, 0.5)};
      judge_lmds(block, shaft, {m, Vec3<double>{1.5, 1.25, 0} + off}, tally);
      judge_lmds(tube, shaft, {m, off}, tally);
    }
  }
  EXPECT_GT(tally.separated, 50);
  EXPECT_GT(tally.expected, 3 * tally.separated);  // of both sides together
  expect_no_faults(tally);
}

/// Whether two answers have the same minima but for rounding and order; `turned`: the other way round.
void expect_same(const BrepLmds& x, const BrepLmds& y, const RelativePose<double>& to_x, double size) {
  ASSERT_EQ(x.minima.size(), y.minima.size());
  for (const BrepLmd& m : x.minima) {
    const bool any = std::any_of(y.minima.begin(), y.minima.end(), [&](const BrepLmd& n) {
      return std::abs(m.distance - n.distance) < 1e-11 * size && m.feature_a.code == n.feature_a.code &&
             m.feature_b.code == n.feature_b.code && length(m.point_a - transform(to_x, n.point_a)) < 1e-6 * size &&
             length(m.point_b - transform(to_x, n.point_b)) < 1e-6 * size;
    });
    EXPECT_TRUE(any) << m.distance;
  }
}

const RelativePose<double> in_place{{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}};

RelativePose<double> inverse(const RelativePose<double>& p) {
  const auto& m = p.rotation.m;
  const Mat3<double> back{{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}};
  return {back, -rotate(back, p.translation)};
}

TEST(BrepLmds, KeepAllWhenModelsAreSwappedOrMovedTogether) {
  const auto solids = solids_told_twice(1, 2);
  Random random(73);
  for (int trial = 0; trial < 200; ++trial) {
    const ToldTwice &a = solids[random.below(12)], &b = solids[random.below(12)];
    const RelativePose<double> pose = random_pose(a, b, random);
    const BrepLmds found = find_brep_lmds(ContactBrep(a.brep), ContactBrep(b.brep), pose);
    BrepLmds swapped = find_brep_lmds(ContactBrep(b.brep), ContactBrep(a.brep), inverse(pose));
    if (found.status == BrepLmdStatus::crossing || swapped.status == BrepLmdStatus::crossing) continue;
    EXPECT_EQ(found.status, swapped.status) << a.name << " " << b.name << " " << told(pose);
    for (BrepLmd& m : swapped.minima) std::swap(m.point_a, m.point_b), std::swap(m.feature_a, m.feature_b);
    expect_same(found, swapped, pose, 4);
    // A's own frame moved: then its boundary is another one, and so is B's pose in it.
    const Pose motion{random.in_cube() * 3.0, random.rotation()};
    const RelativePose<double> moves{motion.rotation, motion.position};
    const RelativePose<double> there{times(motion.rotation, pose.rotation), transform(moves, pose.translation)};
    const BrepLmds moved_too = find_brep_lmds(ContactBrep(moved(a.brep, motion)), ContactBrep(b.brep), there);
    expect_same(moved_too, found, moves, 8);
  }
}

TEST(BrepLmds, OfReframedSurfacesAreTheSame) {
  const auto solids = solids_told_twice(1, 2);
  Random random(74);
  for (int trial = 0; trial < 60; ++trial) {
    const ToldTwice &a = solids[random.below(12)], &b = solids[random.below(12)];
    const RelativePose<double> pose = random_pose(a, b, random);
    const BrepLmds found = find_brep_lmds(ContactBrep(a.brep), ContactBrep(b.brep), pose);
    const BrepLmds other = find_brep_lmds(ContactBrep(reframed(a.brep, random)), ContactBrep(b.brep), pose);
    EXPECT_EQ(found.status, other.status) << a.name << " " << b.name << " " << told(pose);
    if (found.status != BrepLmdStatus::crossing) expect_same(found, other, in_place, 4);
  }
}

TEST(BrepLmds, NearestOnlyIsTheFirstOfAllAndReachCuts) {
  const auto solids = solids_told_twice(1, 3);
  Random random(75);
  int cut = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const ToldTwice &a = solids[random.below(12)], &b = solids[random.below(12)];
    const ContactBrep first(a.brep), second(b.brep);
    const RelativePose<double> pose = random_pose(a, b, random);
    const BrepLmds all = find_brep_lmds(first, second, pose);
    if (all.status == BrepLmdStatus::crossing || all.minima.empty()) continue;
    const BrepLmds one = find_brep_lmds(first, second, pose, {.nearest_only = true});
    ASSERT_EQ(one.minima.size(), 1u);
    EXPECT_EQ(one.minima[0].distance, all.minima[0].distance);
    EXPECT_EQ(one.minima[0].feature_a.code, all.minima[0].feature_a.code);
    EXPECT_LE(one.solved_pairs, all.solved_pairs);
    for (const double reach : {0.5 * all.minima[0].distance, all.minima.back().distance * 0.999, 1e3}) {
      const BrepLmds near = find_brep_lmds(first, second, pose, {.reach = reach});
      const auto within =
          std::count_if(all.minima.begin(), all.minima.end(), [&](const BrepLmd& m) { return m.distance <= reach; });
      EXPECT_EQ(static_cast<std::ptrdiff_t>(near.minima.size()), within) << reach;
      cut += near.minima.size() < all.minima.size() ? 1 : 0;
      EXPECT_TRUE(std::is_sorted(near.minima.begin(), near.minima.end(),
                                 [](const BrepLmd& x, const BrepLmd& y) { return x.distance < y.distance; }));
    }
  }
  EXPECT_GT(cut, 100);
}

TEST(BrepLmds, TellTheVertexAndTheEdgeThatTheyLieOn) {
  const auto solids = solids_told_twice(1, 1);
  Random random(76);
  int vertices = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const ToldTwice &a = solids[random.below(12)], &b = solids[random.below(12)];
    const RelativePose<double> pose = random_pose(a, b, random);
    for (const BrepLmd& m : find_brep_lmds(ContactBrep(a.brep), ContactBrep(b.brep), pose).minima) {
      if (feature_kind(m.feature_a) == FeatureKind::vertex) {
        ++vertices;
        EXPECT_LT(length(a.brep.vertices.at(feature_index(m.feature_a)).point - m.point_a), 1e-12);
      }
      if (feature_kind(m.feature_b) == FeatureKind::vertex) {
        EXPECT_LT(length(transform(pose, b.brep.vertices.at(feature_index(m.feature_b)).point) - m.point_b), 1e-12);
      }
      if (feature_kind(m.feature_a) == FeatureKind::edge) {
        EXPECT_LT(feature_index(m.feature_a), a.brep.edges.size());
      }
      if (feature_kind(m.feature_a) == FeatureKind::face) {
        EXPECT_LT(feature_index(m.feature_a), a.brep.faces.size());
      }
    }
  }
  EXPECT_GT(vertices, 10);
}

TEST(BrepLmds, RefuseOptionsAndPosesByName) {
  const ContactBrep a(box(1, 1, 1)), b(ball(1, 1));
  RelativePose<double> pose = in_place;
  pose.translation = {3, 0, 0};
  const auto said = [&](const RelativePose<double>& p, const BrepLmdOptions& o) {
    return complaint([&] { find_brep_lmds(a, b, p, o); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(said(pose, {}), "");
  EXPECT_EQ(said(pose, {.reach = 0}), "");
  EXPECT_EQ(said(pose, {.reach = -1}), "find_brep_lmds: reach is -1; allowed is 0 or more");
  EXPECT_NE(said(pose, {.reach = nan}).find("reach is nan"), std::string::npos);
  EXPECT_EQ(said(pose, {.angle = 0}), "find_brep_lmds: angle is 0; allowed is 1e-9 to 0.1");
  EXPECT_NE(said(pose, {.angle = 0.2}).find("angle is 0.2"), std::string::npos);
  EXPECT_NE(said(pose, {.angle = nan}).find("angle is nan"), std::string::npos);
  RelativePose<double> bad = pose;
  bad.translation.y = std::numeric_limits<double>::infinity();
  EXPECT_EQ(said(bad, {}), "find_brep_lmds: b_in_a is no finite translation and rotation, shorter than 1e100");
  bad = pose, bad.rotation.m[4] = 1.1;
  EXPECT_NE(said(bad, {}).find("b_in_a"), std::string::npos);
  Brep broken = box(1, 1, 1);
  broken.faces[2].surface = 99;
  EXPECT_NE(complaint([&] { ContactBrep c(broken); }), "");
}

TEST(BrepLmds, NotesSayWhichLoopIsOpenAndWhichShell) {
  EXPECT_TRUE(ContactBrep(grooved_shaft(1, 2)).notes().empty());
  double area = 0;
  const ContactBrep sheet(sheet_with_holes(area));
  ASSERT_FALSE(sheet.notes().empty());
  EXPECT_EQ(sheet.notes()[0].find("face 0: its shell is open at edge 0"), 0u) << sheet.notes()[0];
  Brep open = box(1, 1, 1);
  open.loops[3].coedges -= 1;  // the next loop then begins one late
  const std::string said = complaint([&] {
    const ContactBrep c(open);
    ASSERT_FALSE(c.notes().empty());
    EXPECT_NE(c.notes()[0].find("loop"), std::string::npos) << c.notes()[0];
  });
  EXPECT_TRUE(said.empty() || said.find("loop") != std::string::npos) << said;
}

}  // namespace
}  // namespace abut::test
