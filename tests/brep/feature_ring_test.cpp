#include "abut/brep/feature_ring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "abut/brep/brep_geometry.h"
#include "host/brep/contact_features.h"
#include "host/brep/feature_ring.h"
#include "tests/brep/made_breps.h"

namespace abut::test {
namespace {

using host::ContactFeature;
using host::ContactFeatures;
using host::FeatureRing;

std::vector<Vec3<double>> points_of(const ContactFeatures& of, const ContactFeature& f) {
  constexpr int steps = 24;
  std::vector<Vec3<double>> out;
  if (f.kind == FeatureKind::face) {
    for (const std::uint32_t face : of.faces_of(f)) {
      const TrimmedDomain& domain = of.domain_of(face);
      const TrimBox& box = domain.box();
      for (int i = 0; i <= steps * steps; ++i) {
        const double u = box.begin_u + (box.end_u - box.begin_u) * (i % steps) / (steps - 1);
        const double v = box.begin_v + (box.end_v - box.begin_v) * (i / steps) / (steps - 1);
        if (domain.side_of(u, v, 1e-9) == TrimSide::outside) continue;
        out.push_back(surface_point_at(of.brep(), of.brep().faces[face].surface, u, v).point);
      }
    }
  } else if (f.kind == FeatureKind::edge) {
    for (const EdgeInterval& i : of.intervals_of(f)) {
      for (int k = 0; k <= steps; ++k) {
        out.push_back(curve_point_at(of.brep(), i.curve, i.begin + (i.end - i.begin) * k / steps).point);
      }
    }
  }
  return out;
}

std::vector<Brep> round_bodies() {
  std::vector<Brep> out = bodies_of_all_kinds(1);
  out.push_back(ring(1, 0.8, 2));
  Brep washer;
  add_lathe(washer, {{{1, 0}, {2, 0}}, {{2, 0}, {2, 1}}, {{2, 1}, {1, 1}}, {{1, 1}, {1, 0}}}, 1);
  out.push_back(washer);
  return out;
}

TEST(FeatureRings, HoldTheirFeatures) {
  Random random(7201);
  int rings = 0;
  for (const Brep& brep : round_bodies()) {
    const ContactFeatures features(moved(brep, {random.in_cube(), random.rotation()}));
    for (const ContactFeature& f : features.features()) {
      if (!f.ring) continue;
      ++rings;
      for (const Vec3<double>& p : points_of(features, f)) EXPECT_LT(host::distance_from(*f.ring, p), 1e-9);
    }
  }
  EXPECT_GT(rings, 40);
}

TEST(FeatureRings, OfAWasherAreItsOwnRadiiAndHeights) {
  const ContactFeatures washer(round_bodies().back());
  int inner = 0, flat = 0;
  for (const ContactFeature& f : washer.features()) {
    if (f.kind != FeatureKind::face) continue;
    ASSERT_TRUE(f.ring);
    const FeatureRing& r = *f.ring;
    if (f.carrier->kind == CarrierKind::plane) {
      flat += r.low_r == 1 && r.high_r == 2 && r.low_z == 0 && r.high_z == 0 ? 1 : 0;
    } else {
      inner += r.low_r == 1 && r.high_r == 1 && r.high_z - r.low_z == 1 ? 1 : 0;
    }
  }
  EXPECT_EQ(flat, 2);
  EXPECT_EQ(inner, 1);
}

TEST(FeatureRings, NoPointsAreNearerThanTheirDistance) {
  Random random(7202);
  const std::vector<Brep> bodies = round_bodies();
  int above = 0;
  for (int i = 0; i < 60; ++i) {
    const ContactFeatures a(bodies[random.below(static_cast<std::uint32_t>(bodies.size()))]);
    const ContactFeatures b(bodies[random.below(static_cast<std::uint32_t>(bodies.size()))]);
    const double lean = random.below(2) == 0 ? 0.02 : 1;
    const Vec3<double> axis = unit_vector(Vec3<double>{lean * random.uniform(-1, 1), lean * random.uniform(-1, 1), 1});
    const RelativePose<double> pose{rotation_from_quaternion(1.0, axis.y * lean, axis.x * lean, 0.0),
                                    random.in_cube() * lean};
    const double n = 1 + lean * lean * (axis.x * axis.x + axis.y * axis.y);
    RelativePose<double> usable = pose;
    usable.rotation =
        rotation_from_quaternion(1 / std::sqrt(n), axis.y * lean / std::sqrt(n), axis.x * lean / std::sqrt(n), 0.0);
    for (const ContactFeature& f : a.features()) {
      for (const ContactFeature& g : b.features()) {
        if (!f.ring || !g.ring) continue;
        const double bound = least_distance(*f.ring, moved(usable, *g.ring));
        if (bound <= 0) continue;
        ++above;
        const auto of_f = points_of(a, f), of_g = points_of(b, g);
        for (std::size_t x = 0; x < of_f.size(); x += 5) {
          for (std::size_t y = 0; y < of_g.size(); y += 5) {
            ASSERT_GT(length(of_f[x] - transform(usable, of_g[y])), bound - 1e-9) << "seed 7202, case " << i;
          }
        }
      }
    }
  }
  EXPECT_GT(above, 300);
}

TEST(FeatureRings, OnOneAxisTheirDistanceIsThatOfTheirSections) {
  const FeatureRing shaft{{0, 0, 0}, {0, 0, 1}, 0.9, 0.9, 0, 4}, hole{{0, 0, 1}, {0, 0, -1}, 1, 1, 0, 3};
  EXPECT_NEAR(least_distance(shaft, hole), 0.1, 1e-15);
  const FeatureRing above{{0, 0, 7}, {0, 0, -1}, 1.2, 1.3, -1, 2};
  EXPECT_NEAR(least_distance(shaft, above), std::hypot(0.3, 1.0), 1e-15);
}

TEST(FeatureRings, AreAboutAnotherAxisWhatTheirPointsAre) {
  Random random(7203);
  for (int i = 0; i < 500; ++i) {
    FeatureRing ring{random.in_cube(), random.direction(), random.uniform(0, 1), 0, random.uniform(-1, 1), 0};
    ring.high_r = ring.low_r + random.uniform(0, 0.3), ring.high_z = ring.low_z + random.uniform(0, 1);
    const Vec3<double> origin = random.in_cube();
    const Vec3<double> axis = unit_vector(ring.axis + random.in_cube() * (random.below(2) == 0 ? 0.01 : 1));
    const host::AboutAxis about = about_axis(ring, origin, axis);
    const Vec3<double> x = epa_detail::perpendicular(ring.axis), y = cross(ring.axis, x);
    for (int k = 0; k < 50; ++k) {
      const double r = random.uniform(ring.low_r, ring.high_r), z = random.uniform(ring.low_z, ring.high_z);
      const double turn = random.uniform(0, 2 * M_PI);
      const Vec3<double> p = ring.origin + ring.axis * z + (x * std::cos(turn) + y * std::sin(turn)) * r;
      const double away = length(cross(p - origin, axis)), along = dot(p - origin, axis);
      ASSERT_TRUE(away > about.away.low - 1e-12 && away < about.away.high + 1e-12) << i;
      ASSERT_TRUE(along > about.along.low - 1e-12 && along < about.along.high + 1e-12) << i;
    }
  }
}

TEST(FeatureRings, OfAConeAreThinAcrossItsSlope) {
  const auto ring_of = [](const Brep& brep) {
    const ContactFeatures features(brep);
    for (const ContactFeature& f : features.features()) {
      if (f.carrier && f.carrier->kind == CarrierKind::cone) return *f.ring;
    }
    return FeatureRing{};
  };
  // Radii 3 and 1, 4 high, in one part and in three: a circle inside of it, in the middle.
  for (const int sectors : {1, 3}) {
    const FeatureRing cone = ring_of(frustum(3, 1, 4, sectors)), turned = ring_of(frustum(1, 3, 4, sectors));
    const FeatureRing inner{{0, 0, 2}, {0, 0, 1}, 1.5, 1.5, 0, 0};
    EXPECT_NEAR(least_distance(cone, inner), 0.5 * 4 / std::sqrt(20.0), 1e-6);
    EXPECT_NEAR(least_distance(inner, turned), 0.5 * 4 / std::sqrt(20.0), 1e-6);
    EXPECT_EQ(least_distance(cone, turned), 0);
  }
}

TEST(FeatureRings, ALineIsClippedToTheirHeight) {
  const FeatureRing ring{{0, 0, 1}, {0, 0, 1}, 0.5, 1, 0, 2};
  host::PlainCurve line;
  line.from = {0, 0, 5}, line.to = {5, 0, 0};
  ASSERT_TRUE(clip(ring, line));
  EXPECT_NEAR(length(line.from - Vec3<double>{2, 0, 3}), 0, 1e-12);
  EXPECT_NEAR(length(line.to - Vec3<double>{4, 0, 1}), 0, 1e-12);
  line.from = {0, 0, 3.1}, line.to = {1, 1, 4};
  EXPECT_FALSE(clip(ring, line));
}

/// A point of it, at an angle from a unit vector across its axis.
Vec3<double> point_of(const FeatureRing& ring, const Vec3<double>& out, double turn, Random& random) {
  const double r = random.uniform(ring.low_r, ring.high_r), z = random.uniform(ring.low_z, ring.high_z);
  const Vec3<double> u = out * std::cos(turn) + cross(ring.axis, out) * std::sin(turn);
  return ring.origin + ring.axis * z + u * r;
}
FeatureRing random_ring(Random& random) {
  FeatureRing ring{random.in_cube() * 0.2, random.direction(), random.uniform(0, 1), 0, random.uniform(-1, 1), 0};
  ring.high_r = ring.low_r + random.uniform(0, 0.3), ring.high_z = ring.low_z + random.uniform(0, 1);
  return ring;
}

TEST(FeatureRings, WhatIsInAHalfPlaneIsNoNearerThanTheDistanceOfItsSection) {
  Random random(7204);
  int above = 0;
  for (int i = 0; i < 2000; ++i) {
    const FeatureRing a = random_ring(random);
    FeatureRing b = random_ring(random);
    b.axis = unit_vector(a.axis + random.in_cube() * (random.below(2) == 0 ? 0.01 : 1));
    const Vec3<double> out = epa_detail::perpendicular(a.axis), of_b = epa_detail::perpendicular(b.axis);
    const double bound = host::section_distance(a, out, b);
    above += bound > 0 ? 1 : 0;
    for (int k = 0; k < 100 && bound > 0; ++k) {
      const Vec3<double> p = point_of(a, out, 0, random), q = point_of(b, of_b, random.uniform(0, 2 * M_PI), random);
      ASSERT_GT(length(p - q), bound - 1e-12) << "seed 7204, case " << i;
    }
  }
  EXPECT_GT(above, 500);
}

TEST(FeatureRings, AsideTheSectionsOfAShaftHaveTheirOwnDistancesFromItsHole) {
  const FeatureRing hole{{0, 0, 0}, {0, 0, 1}, 1, 1, -2, 2}, shaft{{0.06, 0, 0}, {0, 0, 1}, 0.9, 0.9, -1, 1};
  EXPECT_NEAR(host::section_distance(shaft, {1, 0, 0}, hole), 0.04, 1e-15);
  EXPECT_NEAR(host::section_distance(shaft, {-1, 0, 0}, hole), 0.16, 1e-15);
  EXPECT_NEAR(host::section_distance(shaft, {0, 1, 0}, hole), 1 - std::hypot(0.9, 0.06), 1e-15);
}

TEST(FeatureRings, WhatIsAsHighAsAnotherOneIsLeftOfThem) {
  Random random(7205);
  int less = 0, none = 0;
  for (int i = 0; i < 2000; ++i) {
    const FeatureRing ring = random_ring(random);
    FeatureRing by = random_ring(random);
    by.axis =
        unit_vector(ring.axis * (random.below(2) == 0 ? 1.0 : -1.0) + random.in_cube() * random.magnitude(1e-3, 2));
    const std::optional<FeatureRing> part = host::clipped(by, ring);
    less += part && part->high_z - part->low_z < ring.high_z - ring.low_z ? 1 : 0, none += part ? 0 : 1;
    const Vec3<double> out = epa_detail::perpendicular(ring.axis);
    for (int k = 0; k < 100; ++k) {
      const Vec3<double> p = point_of(ring, out, random.uniform(0, 2 * M_PI), random);
      const double height = dot(p - by.origin, by.axis);
      if (height < by.low_z || height > by.high_z) continue;
      ASSERT_TRUE(part) << "seed 7205, case " << i;
      ASSERT_LT(host::distance_from(*part, p), 1e-12) << "seed 7205, case " << i;
    }
  }
  EXPECT_GT(less, 300);
  EXPECT_GT(none, 100);
}

}  // namespace
}  // namespace abut::test
