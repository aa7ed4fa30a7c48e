// Minima of solids whose surfaces are told as revolutions and extrusions, and whose circles are told as NURBS: those of
// the solids told canonically, which brep_lmds_test.cpp holds against an independent reference.
#include <gtest/gtest.h>

#include <algorithm>

#include "abut/brep/brep_lmds.h"
#include "host/brep/contact_features.h"
#include "tests/brep/lmd_judge.h"
#include "tests/brep/told_otherwise.h"

namespace abut {
namespace {

/// Planes, cylinders, cones and tori as extrusions of lines and circles, and revolutions of lines and circles, by the
/// same parameters.
Brep swept(Brep brep) {
  for (BrepSurface& s : brep.surfaces) {
    const BrepFrame f = s.frame;
    BrepCurve profile;
    profile.frame = f;
    switch (s.kind) {
      case BrepSurfaceKind::plane:
        s.kind = BrepSurfaceKind::extrusion;
        s.frame = {f.origin, f.z, f.x, f.y};
        break;
      case BrepSurfaceKind::cylinder:
        s.kind = BrepSurfaceKind::extrusion;
        profile.kind = BrepCurveKind::circle, profile.radius = s.radius;
        break;
      case BrepSurfaceKind::cone: {
        const double c = std::cos(s.half_angle), d = std::sin(s.half_angle);
        s.kind = BrepSurfaceKind::revolution;
        profile.frame = {f.origin + f.x * s.radius, f.x * d + f.z * c, f.y, f.x * c - f.z * d};
        break;
      }
      case BrepSurfaceKind::torus:
        s.kind = BrepSurfaceKind::revolution;
        profile.kind = BrepCurveKind::circle, profile.radius = s.minor_radius;
        profile.frame = {f.origin + f.x * s.radius, f.x, f.z, -f.y};
        break;
      default: continue;
    }
    s.radius = s.minor_radius = s.half_angle = 0;
    s.profile = static_cast<std::uint32_t>(brep.curves.size());
    brep.curves.push_back(profile);
  }
  return brep;
}

RelativePose<double> random_pose(double size, test::Random& random) {
  return {random.rotation(), random.direction() * (size * random.uniform(0.8, 2))};
}

TEST(RecognisedLmds, SweptSolidsHaveCarriersEverywhere) {
  for (const test::ToldTwice& t : test::solids_told_twice(1, 2)) {
    const host::ContactFeatures features(swept(t.brep));
    EXPECT_TRUE(features.notes().empty()) << t.name << ": " << features.notes()[0];
    for (const host::ContactFeature& f : features.features()) EXPECT_TRUE(f.carrier.has_value()) << t.name;
  }
}

TEST(RecognisedLmds, AreThoseOfTheSameSolidsToldCanonically) {
  test::Random random(11);
  const std::vector<test::ToldTwice> solids = test::solids_told_twice(1, 2);
  int compared = 0, apart = 0;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    const test::ToldTwice &x = solids[i], &y = solids[(i * 5 + 3) % solids.size()];
    const ContactBrep a(x.brep), b(y.brep), other_a(swept(x.brep)), other_b(swept(y.brep));
    for (int round = 0; round < 6; ++round) {
      const RelativePose<double> pose = random_pose(a.size() + b.size(), random);
      const BrepLmds plain = find_brep_lmds(a, b, pose), other = find_brep_lmds(other_a, other_b, pose);
      ++compared;
      ASSERT_EQ(static_cast<int>(plain.status), static_cast<int>(other.status)) << x.name << ' ' << y.name;
      if (plain.status != BrepLmdStatus::complete) continue;
      ++apart;
      ASSERT_EQ(plain.minima.size(), other.minima.size()) << x.name << ' ' << y.name << '\n'
                                                          << test::told(plain) << test::told(other);
      for (std::size_t k = 0; k < plain.minima.size(); ++k)
        EXPECT_NEAR(plain.minima[k].distance, other.minima[k].distance, 1e-10) << x.name << ' ' << y.name;
    }
  }
  EXPECT_GT(apart, compared / 2);
}

}  // namespace
}  // namespace abut
