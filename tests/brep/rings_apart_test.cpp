// Faces that rings tell apart, against how far points of a shaft are from the axis of its hole.
#include "host/brep/rings_apart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "host/brep/inverse_pose.h"
#include "tests/brep/brep_scene.h"
#include "tests/brep/made_breps.h"

namespace abut::test {
namespace {

using host::ContactFeature;
using host::ContactFeatures;

constexpr double radius = 1, hole = 1.01, half_length = 0.5;

/// Rounded at both ends.
Brep rounded_shaft() {
  const double r = radius, z = half_length, c = 0.2, pi = M_PI;
  Brep out;
  add_lathe(out,
            {{{0, -z - c}, {r - c, -z - c}},
             {{r - c, -z - c}, {r, -z}, {r - c, -z}, pi / 2},
             {{r, -z}, {r, z}},
             {{r, z}, {r - c, z + c}, {r - c, z}, pi / 2},
             {{r - c, z + c}, {0, z + c}}},
            1);
  return out;
}

/// Much longer than the shaft.
Brep long_hole() {
  Brep out;
  add_lathe(out, {{{hole, -8}, {2, -8}}, {{2, -8}, {2, 8}}, {{2, 8}, {hole, 8}}, {{hole, 8}, {hole, -8}}}, 1);
  return out;
}

/// A face of this kind and radius, the lower one of several.
const ContactFeature* face_of(const ContactFeatures& of, CarrierKind kind, double r) {
  const ContactFeature* out = nullptr;
  for (const ContactFeature& f : of.features()) {
    if (f.kind != FeatureKind::face || f.carrier->kind != kind || std::abs(f.carrier->radius - r) > 1e-9) continue;
    if (out == nullptr || f.carrier->origin.z < out->carrier->origin.z) out = &f;
  }
  return out;
}

/// How far the ends of the shaft's straight part, or its lower rounding, come from the hole's axis.
double farthest(const RelativePose<double>& pose, bool rounding) {
  constexpr int steps = 8;
  double most = 0;
  for (int k = 0; k < 720; ++k) {
    const Vec3<double> out{std::cos(k * M_PI / 360), std::sin(k * M_PI / 360), 0};
    for (int i = 0; i <= steps; ++i) {
      const double up = M_PI / 2 * i / steps, r = rounding ? radius - 0.2 + 0.2 * std::cos(up) : radius;
      const double z = rounding ? -half_length - 0.2 * std::sin(up) : half_length * (2.0 * i / steps - 1);
      const Vec3<double> p = transform(pose, out * r + Vec3<double>{0, 0, z});
      most = std::max(most, std::hypot(p.x, p.y));
    }
  }
  return most;
}

TEST(RingsApart, TellAShaftFromItsLongHoleWhereItIsTiltedAndNeverWhereTheyMeet) {
  const ContactFeatures shaft(rounded_shaft()), block(long_hole());
  const ContactFeature* wall = face_of(block, CarrierKind::cylinder, -hole);
  const ContactFeature* sides[2] = {face_of(shaft, CarrierKind::cylinder, radius),
                                    face_of(shaft, CarrierKind::torus, radius - 0.2)};
  ASSERT_TRUE(wall && sides[0] && sides[1]);
  Random random(7301);
  int apart = 0, meet = 0;
  for (int i = 0; i < 400; ++i) {
    const RelativePose<double> pose{
        turned(random.direction() * random.uniform(0, 0.012)),
        {random.uniform(-0.009, 0.009), random.uniform(-0.009, 0.009), random.uniform(-6, 6)}};
    for (const bool rounding : {false, true}) {
      const double gap = hole - farthest(pose, rounding);
      const bool by_wall = host::are_apart(block, *wall, *sides[rounding], host::inverse(pose), 1e-9);
      const bool by_shaft = host::are_apart(shaft, *sides[rounding], *wall, pose, 1e-9);
      meet += gap < 0 ? 1 : 0, apart += gap > 4e-3 ? 1 : 0;
      EXPECT_FALSE(gap < 0 && (by_wall || by_shaft)) << "seed 7301, case " << i << ", gap " << gap;
      // What rings leave out: how far the tilt takes the rounding aside, or a part of it, and the tilt's square.
      EXPECT_TRUE(by_shaft || gap < 2e-3) << "seed 7301, case " << i << ", gap " << gap;
      EXPECT_TRUE(by_wall || gap < 4e-3) << "seed 7301, case " << i << ", gap " << gap;
    }
  }
  EXPECT_GT(meet, 50);
  EXPECT_GT(apart, 100);
}

}  // namespace
}  // namespace abut::test
