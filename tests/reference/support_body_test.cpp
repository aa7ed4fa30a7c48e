// Cores that are known by their support mappings: farthest points against the surface itself, nearest points by what
// makes them nearest, that the core lies behind the plane through them.
#include "host/reference/support_body.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/reference/kinds.h"

namespace abut::reference::test {
namespace {

/// Of a kind's surface in its own frame, by two numbers in [0, 1].
Vector surface_point(const Core& c, long double s, long double t) {
  const long double pi = std::acos(-1.0L), angle = 2 * pi * s;
  const Vector h = converted<long double>(c.half);
  if (c.kind == CoreKind::ellipsoid) {
    const long double latitude = pi * (t - 0.5L), r = std::cos(latitude);
    return {h.x * r * std::cos(angle), h.y * r * std::sin(angle), h.z * std::sin(latitude)};
  }
  // Up the axis from the base's middle to its rim, along the side, and to the other end's middle.
  const long double r = c.kind == CoreKind::cylinder ? std::min({3 * t, 1.0L, 3 - 3 * t}) : std::min(2 * t, 2 - 2 * t);
  const long double z = c.kind == CoreKind::cylinder ? std::clamp(6 * t - 3, -1.0L, 1.0L) : std::max(4 * t - 3, -1.0L);
  return {h.x * r * std::cos(angle), h.x * r * std::sin(angle), h.z * z};
}

/// How far outside, as a share of the size, about; of points on the surface 0.
long double outside(const Core& c, const Vector& p) {
  const Vector h = converted<long double>(c.half);
  const long double r = std::hypot(p.x, p.y);
  if (c.kind == CoreKind::ellipsoid) return std::hypot(p.x / h.x, p.y / h.y, p.z / h.z) - 1;
  if (c.kind == CoreKind::cylinder) return std::max(r / h.x, std::fabs(p.z) / h.z) - 1;
  return std::max(r / h.x + (p.z / h.z - 1) / 2, -p.z / h.z - 1);
}

Core any_curved(Random& random, CoreKind kind) {
  const auto length = [&] { return std::pow(10.0, random.uniform(-2, 0)); };
  const double x = length();
  return curved(kind, kind == CoreKind::ellipsoid ? Vec3<double>{x, length(), length()} : Vec3<double>{x, x, length()});
}
constexpr CoreKind curved_kinds[] = {CoreKind::ellipsoid, CoreKind::cylinder, CoreKind::cone};

TEST(SupportBody, FarthestPointsAreOfTheSurfaceAndNoneOfItIsFarther) {
  Random random(81);
  for (int i = 0; i < 60; ++i) {
    const Core c = any_curved(random, curved_kinds[i % 3]);
    const SupportBody body(c, 0);
    for (int k = 0; k < 5; ++k) {
      const Vector u = converted<long double>(k == 0 ? Vec3<double>{0, 0, i % 2 ? 1.0 : -1.0} : random.direction());
      const Vector p = body.support(u);
      EXPECT_NEAR(static_cast<double>(outside(c, p)), 0, 1e-17) << i;
      for (int grid = 0; grid < 400; ++grid) {
        const Vector q = surface_point(c, (grid % 20) / 20.0L, (grid / 20) / 19.0L);
        EXPECT_LE(static_cast<double>(inner(q - p, u)), 1e-17) << i;
      }
    }
  }
}

TEST(SupportBody, SumsReachAsFarAsTheirTurnedAndPosedTermsTogether) {
  Random random(82);
  for (int i = 0; i < 100; ++i) {
    const Core one = any_curved(random, curved_kinds[i % 3]), two = round_hull(random, 7);
    Core inner_sum, all;
    inner_sum.kind = all.kind = CoreKind::sum;
    const Mat3<double> first = random.rotation(), second = random.rotation(), third = random.rotation();
    inner_sum.terms = {{one, first}, {two, second}};
    all.terms = {{inner_sum, third}, {box(0.1, 0.2, 0.3), random.rotation()}};
    const RelativePose<double> pose{random.rotation(), random.direction()};
    const SupportBody body(all, pose, 3);  // in units of eight
    const Vector u = converted<long double>(random.direction());
    const Vector truth = turned(pose.rotation, support_of(all, turned_back(pose.rotation, u))) +
                         converted<long double>(pose.translation);
    EXPECT_LT(static_cast<double>(norm(body.support(u) * 8.0L - truth)), 1e-17) << i;
    EXPECT_EQ(body.leaves().size(), 3u);
    EXPECT_GE(static_cast<double>(body.extent() * 8), static_cast<double>(norm(truth)) / 2) << "what rounding goes by";
    // Without the leaves of the first sum.
    const Vector box_alone = body.support_of({false, false, true}, u) * 8.0L - converted<long double>(pose.translation);
    const Mat3<double>& t = all.terms[1].rotation;
    const Vector d = turned_back(t, turned_back(pose.rotation, u));
    EXPECT_LT(
        static_cast<double>(norm(box_alone - turned(pose.rotation, turned(t, support_of(box(0.1, 0.2, 0.3), d))))),
        1e-17)
        << i;
  }
}

TEST(SupportBody, NearestPointsAreInTheCoreAndHaveItBehindThem) {
  Random random(83);
  for (int i = 0; i < 600; ++i) {
    const Core c = any_curved(random, curved_kinds[i % 3]);
    const SupportBody body(c, 0);
    Vec3<double> p = random.direction() * std::pow(10.0, random.uniform(-1.5, 1));
    if (i % 5 == 0) p.x = 0;
    if (i % 7 == 0) p.y = p.x = 0;
    if (i % 11 == 0) p.z = 0;
    const Vector at = converted<long double>(p), nearest = body.nearest(at, Vector{1, 0, 0});
    const Vector away = at - nearest;
    const long double far = norm(away), scale = static_cast<long double>(c.size) + norm(at);
    EXPECT_EQ(static_cast<double>(body.distance(at, Vector{1, 0, 0})), static_cast<double>(far)) << i;
    if (outside(c, at) <= 0) {
      EXPECT_EQ(static_cast<double>(far), 0) << i;
      continue;
    }
    // Ellipsoids 100 times as long as thick magnify what rounding leaves of the foot.
    EXPECT_LE(static_cast<double>(outside(c, nearest)), 1e-15) << i;
    EXPECT_LE(static_cast<double>(inner(support_of(c, away) - nearest, away)),
              static_cast<double>(1e-16L * far * scale))
        << i;
  }
}

TEST(SupportBody, PosedCoresHaveTheNearestPointsOfTheirOwnFrames) {
  Random random(84);
  for (int i = 0; i < 150; ++i) {
    const Core c = any_curved(random, curved_kinds[i % 3]);
    const RelativePose<double> pose{random.rotation(), random.direction() * 3.0};
    const Vector at = converted<long double>(random.direction() * 4.0);
    const Vector own = turned_back(pose.rotation, at - converted<long double>(pose.translation));
    const Vector none{1, 0, 0};
    // The matrix is off a rotation by 1e-16.
    EXPECT_NEAR(static_cast<double>(SupportBody(c, pose, 0).distance(at, none)),
                static_cast<double>(SupportBody(c, 0).distance(own, none)), 4e-15)
        << i;
  }
}

TEST(SupportBody, CoresWithoutAClosedFormFindTheirNearestPointsFromAnyHint) {
  // The same set in two ways: a flat ellipsoid is a disc, which a cylinder without height is too; a box is a sum of
  // three segments.
  Random random(85);
  const Core flat = curved(CoreKind::ellipsoid, {0.5, 0.5, 0}), disc = curved(CoreKind::cylinder, {0.5, 0.5, 0});
  Core segments;
  segments.kind = CoreKind::sum;
  segments.terms = {{core({{-0.5, 0, 0}, {0.5, 0, 0}}), identity_matrix},
                    {core({{0, -0.25, 0}, {0, 0.25, 0}}), identity_matrix},
                    {core({{0, 0, -1}, {0, 0, 1}}), identity_matrix}};
  segments.size = 1.15;
  const SupportBody body_flat(flat, 0), body_disc(disc, 0), body_segments(segments, 0), body_box(box(0.5, 0.25, 1), 0);
  for (int i = 0; i < 200; ++i) {
    const Vector at = converted<long double>(random.direction() * random.uniform(1.2, 3));
    const Vector hint = converted<long double>(random.direction());
    // Along the core a point is as good as the root of the rounding.
    EXPECT_LT(static_cast<double>(norm(body_flat.nearest(at, hint) - body_disc.nearest(at, hint))), 1e-8) << i;
    EXPECT_NEAR(static_cast<double>(body_flat.distance(at, hint) - body_disc.distance(at, hint)), 0, 4e-17) << i;
    const auto outside_of_box = [](long double x, long double h) { return std::max(0.0L, std::fabs(x) - h); };
    const long double truth =
        std::hypot(outside_of_box(at.x, 0.5L), outside_of_box(at.y, 0.25L), outside_of_box(at.z, 1));
    for (const SupportBody* body : {&body_segments, &body_box}) {
      EXPECT_NEAR(static_cast<double>(body->distance(at, hint) - truth), 0, 4e-17) << i;
    }
  }
}

TEST(SupportBody, BoundsHoldTheTruthFromAnyHint) {
  // Two balls as ellipsoids, apart or not, with hints that know nothing; turned exactly, or they are no balls.
  Random random(86);
  const Core a = curved(CoreKind::ellipsoid, {0.5, 0.5, 0.5}), b = curved(CoreKind::ellipsoid, {0.25, 0.25, 0.25});
  for (int i = 0; i < 200; ++i) {
    const RelativePose<double> pose{random.cube_rotation(), random.direction() * random.uniform(0, 2)};
    const SupportBody body_a(a, 0), body_b(b, pose, 0);
    const long double truth = norm(converted<long double>(pose.translation)) - 0.75L;
    const auto any = [&] { return converted<long double>(random.direction() * random.uniform(0, 2)); };
    const CoreHints hints{unit(any()), any(), any()};
    for (const long double enough : {1e-3L, 1e-8L}) {
      const CoreBounds bounds = bounds_between(body_a, body_b, hints, enough);
      EXPECT_LE(static_cast<double>(bounds.lower - truth), 1e-17) << i;
      EXPECT_GE(static_cast<double>(bounds.upper - truth), -1e-17) << i;
      EXPECT_LE(static_cast<double>(bounds.upper - bounds.lower), static_cast<double>(enough)) << i;
      EXPECT_NEAR(static_cast<double>(width_between(body_a, body_b, bounds.normal)), static_cast<double>(-bounds.lower),
                  1e-18)
          << "the lower bound is the width along the normal";
    }
  }
}

}  // namespace
}  // namespace abut::reference::test
