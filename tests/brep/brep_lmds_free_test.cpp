// CAD parts with free-form faces: their distance is that of another CAD kernel, and their minima are all told.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/brep/brep_lmds.h"
#include "abut/brep/cad_file.h"

namespace abut::test {
namespace {

const std::string folder_of_parts = ABUT_TEST_DATA "/data/cad/parts/";

/// A pose of the motor's shaft in the leg's frame (mm), and what OpenCASCADE 7.6's BRepExtrema says of it. Data only.
struct KnownDistance {
  double quaternion[4];
  Vec3<double> shift;
  double distance;
};
constexpr KnownDistance known[] = {
    {{1, 0, 0, 0}, {80, 10, 5}, 113.01146813539226},
    {{0.6, 0.4, -0.5, 0.3}, {-20, 60, 10}, 125.55249363540993},
    {{0.2, -0.7, 0.1, 0.6}, {10, -15, 70}, 173.91424812465925},
    {{-0.3, 0.1, 0.8, 0.4}, {-60, -40, -30}, 96.841041087135991},
    {{0.5, 0.5, 0.5, -0.2}, {40, 40, 40}, 153.50562427327122},
};

TEST(BrepLmdsFree, PartsWithFreeFormFacesHaveTheDistanceOfAnotherKernelAndAreComplete) {
  if (!cad_available()) GTEST_SKIP() << "this build has no OpenCASCADE";
  const ContactBrep leg(read_cad(folder_of_parts + "odri_lower_leg_structure_fork.STEP").parts.at(0));
  const ContactBrep shaft(read_cad(folder_of_parts + "odri_motor_antigravity_4004_custom_shaft.STEP").parts.at(0));
  for (const KnownDistance& k : known) {
    const double* q = k.quaternion;
    const RelativePose<double> pose{rotation_from_quaternion(q[0], q[1], q[2], q[3]), k.shift};
    const BrepLmds nearest = find_brep_lmds(leg, shaft, pose, {.nearest_only = true});
    EXPECT_EQ(nearest.status, BrepLmdStatus::complete) << k.distance;
    EXPECT_EQ(nearest.unsolved, 0u);
    ASSERT_EQ(nearest.minima.size(), 1u) << k.distance;
    EXPECT_NEAR(nearest.minima[0].distance, k.distance, 1e-9);
    const BrepLmds within = find_brep_lmds(leg, shaft, pose, {.reach = 1.05 * k.distance});
    EXPECT_EQ(within.status, BrepLmdStatus::complete) << k.distance;
    ASSERT_FALSE(within.minima.empty());
    EXPECT_EQ(within.minima[0].distance, nearest.minima[0].distance);
    // Nearer by all but a thousandth, then farther in: they touch nothing, then go through each other.
    RelativePose<double> moved = pose;
    moved.translation = pose.translation - nearest.minima[0].normal * (k.distance - 1e-3);
    const BrepLmds close = find_brep_lmds(leg, shaft, moved, {.nearest_only = true});
    EXPECT_EQ(close.status, BrepLmdStatus::complete) << k.distance;
    ASSERT_EQ(close.minima.size(), 1u);
    EXPECT_NEAR(close.minima[0].distance, 1e-3, 1e-9);
    moved.translation = pose.translation - nearest.minima[0].normal * (k.distance + 0.5);
    EXPECT_EQ(find_brep_lmds(leg, shaft, moved, {.nearest_only = true}).status, BrepLmdStatus::crossing) << k.distance;
  }
}

}  // namespace
}  // namespace abut::test
