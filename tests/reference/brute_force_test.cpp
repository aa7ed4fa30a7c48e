// The quick query against brute force over all features.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/reference/cases.h"

namespace abut::reference::test {
namespace {

void expect_same(const Reference& reference, std::uint32_t a, std::uint32_t b, const RelativePose<double>& pose,
                 const std::string& what) {
  const Answer quick = reference.query(a, b, pose), slow = reference.brute_force(a, b, pose);
  EXPECT_TRUE(quick.certified) << what << " gap " << quick.upper - quick.lower;
  EXPECT_LE(quick.lower, slow.upper) << what << " by " << quick.lower - slow.upper;
  EXPECT_GE(quick.upper, slow.lower) << what << " by " << slow.lower - quick.upper;
}

TEST(BruteForce, AgreesWithQueryOnAllAwkwardPairsAndPoses) {
  Random random(11);
  for (int kind_a = 0; kind_a < kinds; ++kind_a) {
    for (int kind_b = 0; kind_b < kinds; ++kind_b) {
      const Reference reference({awkward(random, kind_a), awkward(random, kind_b)});
      for (int pose = 0; pose < 3 * pose_kinds; ++pose) {
        expect_same(reference, 0, 1, awkward_pose(random, pose % pose_kinds),
                    "kinds " + std::to_string(kind_a) + " " + std::to_string(kind_b) + " pose " + std::to_string(pose));
      }
    }
  }
}

TEST(BruteForce, AgreesWithQueryOnRandomHulls) {
  Random random(12);
  for (int i = 0; i < 300; ++i) {
    const Reference reference({round_hull(random, random.integer(4, 16)), round_hull(random, random.integer(4, 16))});
    expect_same(reference, 0, 1, {random.rotation(), random.direction() * random.uniform(0, 1.8)},
                "pair " + std::to_string(i));
  }
}

TEST(BruteForce, AgreesWithQueryOnDilatedHulls) {
  Random random(13);
  for (int i = 0; i < 100; ++i) {
    Core a = awkward(random, random.integer(0, kinds - 1)), b = awkward(random, random.integer(0, kinds - 1));
    a.rounding = random.uniform(0, 0.5), b.rounding = random.uniform(0, 0.5);
    a.size += a.rounding, b.size += b.rounding;
    const Reference reference({a, b});
    expect_same(reference, 0, 1, awkward_pose(random, random.integer(0, pose_kinds - 1)), "pair " + std::to_string(i));
  }
}

TEST(BruteForce, AgreesWithQueryOnHullsThatShareVertices) {
  Random random(14);
  for (int i = 0; i < 100; ++i) {
    const Core a = round_hull(random, 10);
    Core b = round_hull(random, 10);
    for (int k = 0; k < 5; ++k) b.vertices[k] = a.vertices[k];
    const Reference reference({a, b});
    expect_same(reference, 0, 1, translation(0, 0, 0), "pair " + std::to_string(i));
    expect_same(reference, 0, 0, translation(0, 0, 0), "the same hull " + std::to_string(i));
  }
}

TEST(BruteForce, AgreesWithQueryForEveryPowerOfTenOfGapAndDepth) {
  // Down to below rounding: pushed along the normal, what is left is about a unit in the last place of the translation.
  Random random(15);
  for (int i = 0; i < 108; ++i) {
    const int kind_a = i % 2 ? 8 : random.integer(0, kinds - 1), kind_b = i % 2 ? 8 : random.integer(0, kinds - 1);
    const Reference reference({awkward(random, kind_a), awkward(random, kind_b)});
    RelativePose<double> pose{random.rotation(), random.direction() * 1.5};
    const double wanted = (i % 4 < 2 ? 1 : -1) * std::pow(10.0, -(i / 6));
    for (int k = 0; k < 3; ++k) {
      const Answer answer = reference.query(0, 1, pose);
      pose.translation = pose.translation + answer.normal * ((k < 2 ? 0 : wanted) - answer.separation);
    }
    expect_same(reference, 0, 1, pose, "pair " + std::to_string(i));
  }
}

TEST(BruteForce, AgreesWithQueryOnSliversAllButTouching) {
  // Gaps and depths of 1e-20 to 1e-10, where an active-set method loses digits or gets stuck about once in 1,000 pairs.
  Random random(16);
  for (int i = 0; i < 4000; ++i) {
    const int thin = random.integer(9, 11), any = random.integer(0, kinds - 1);
    const Reference reference({awkward(random, i % 2 ? thin : any), awkward(random, i % 2 ? any : thin)});
    RelativePose<double> pose = awkward_pose(random, random.integer(0, pose_kinds - 1));
    for (int k = 0; k < 2; ++k) {
      const Answer answer = reference.query(0, 1, pose);
      pose.translation = pose.translation - answer.normal * (answer.separation * (i % 3 ? 1 + 1e-9 : 1));
    }
    if (i % 50 == 0) expect_same(reference, 0, 1, pose, "pair " + std::to_string(i));
    EXPECT_TRUE(reference.query(0, 1, pose).certified) << i;
  }
}

TEST(BruteForce, AgreesWithQueryOnASegmentThroughASymmetricHull) {
  // The search of an arc cuts it exactly where the least width is: the three points that meet there bound it equally.
  const Reference reference({core({{0.5, 1, 1},
                                   {0, -1, -1},
                                   {0.5, 1, 0},
                                   {-0.5, 0, -1},
                                   {-1, 1, 1},
                                   {-0.5, -0.5, -0.5},
                                   {0.5, 0, 0.5},
                                   {0.5, 1, 1},
                                   {-0.5, -0.5, 1}}),
                             segment(1)});
  expect_same(reference, 0, 1, translation(0, 0, 0), "");
}

}  // namespace
}  // namespace abut::reference::test
