// Canonical surfaces told as NURBS: the search has the pairs of the canonical solvers.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/brep/stationary_pairs.h"
#include "host/brep/free_pairs.h"
#include "tests/brep/free_features.h"

namespace abut::test {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

/// Control points of a quarter of the unit circle, homogeneous.
std::vector<Vec3<double>> quarter(int k) {
  const double h = std::sqrt(0.5), c = std::cos(k * M_PI / 2), s = std::sin(k * M_PI / 2);
  return {{c, s, 1}, {(c - s) * h, (c + s) * h, h}, {-s, c, 1}};
}

/// A profile (r w, z w, w) of degree 2 turned about z, all round by quarters.
NurbsSurface turned(const std::vector<Vec3<double>>& profile) {
  NurbsSurface out;
  out.u = {2, {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4}};
  out.v = {2, {0}};
  for (std::size_t i = 0; i <= profile.size() / 2; ++i)
    out.v.knots.insert(out.v.knots.end(), 2, static_cast<double>(i));
  out.v.knots.push_back(out.v.knots.back());
  for (int i = 0; i < 9; ++i) {
    const Vec3<double> round = quarter(i / 2)[static_cast<std::size_t>(i % 2)];
    for (const Vec3<double>& p : profile) {
      const double w = round.z * p.z;
      out.points.push_back({round.x * p.x / w, round.y * p.x / w, p.y / p.z});
      out.weights.push_back(w);
    }
  }
  return out;
}

/// The surface of a carrier, told as NURBS; normals as the carrier's with a positive radius.
LoneFeature told_as_nurbs(const LoneFeature& given) {
  const BrepSurface& s = given.brep.surfaces[0];
  std::vector<Vec3<double>> profile;
  const auto straight = [&](double r0, double z0, double r1, double z1) {
    profile = {{r0, z0, 1}, {0.5 * (r0 + r1), 0.5 * (z0 + z1), 1}, {r1, z1, 1}};
  };
  const auto rounds = [&](double out, double radius, int first, int count) {
    for (int k = 0; k < count; ++k) {
      for (std::size_t i = 0; i < (k + 1 == count ? 3u : 2u); ++i) {
        const Vec3<double> q = quarter(first + k)[i];
        profile.push_back({out * q.z + radius * q.x, radius * q.y, q.z});
      }
    }
  };
  switch (s.kind) {
    case BrepSurfaceKind::cylinder: straight(s.radius, -1, s.radius, 1); break;
    case BrepSurfaceKind::cone: {
      const double sine = std::sin(s.half_angle), cosine = std::cos(s.half_angle);
      straight(s.radius - sine, -cosine, s.radius + sine, cosine);
      break;
    }
    case BrepSurfaceKind::sphere: rounds(0, s.radius, -1, 2); break;
    default: rounds(s.radius, s.minor_radius, 0, 4);
  }
  LoneFeature out;
  out.name = given.name + " as NURBS";
  out.brep.nurbs_surfaces.push_back(turned(profile));
  BrepSurface n;
  n.kind = BrepSurfaceKind::nurbs, n.nurbs = 0;
  out.brep.surfaces.push_back(n);
  const NurbsSurface& made = out.brep.nurbs_surfaces[0];
  out.box = {made.u.begin(), made.u.end(), made.v.begin(), made.v.end()};
  out.reversed =
      given.carrier->kind == CarrierKind::torus ? given.carrier->minor_radius < 0 : given.carrier->radius < 0;
  return out;
}

TEST(FreeCanonical, SurfacesToldAsNurbsHaveThePairsOfTheCanonicalSolver) {
  Random random(11);
  int compared = 0, poles = 0;
  double most_off = 0;
  for (int kind = static_cast<int>(LoneKind::cylinder); kind <= static_cast<int>(LoneKind::torus); ++kind) {
    for (int with = static_cast<int>(LoneKind::plane); with < static_cast<int>(LoneKind::count); ++with) {
      for (int round = 0; round < 8; ++round) {
        const LoneFeature given = random_feature(static_cast<LoneKind>(kind), random), as = told_as_nurbs(given);
        const LoneFeature other = random_feature(static_cast<LoneKind>(with), random);
        const RelativePose<double> pose{random.rotation(), random.direction() * random.uniform(0.5, 4)};
        const std::string what = as.name + " - " + other.name + " " + std::to_string(round);
        const host::FreeShape shape_a = as.shape(), shape_b = other.shape();
        host::PieceForest a(shape_a), b(shape_b, pose);
        std::vector<StationaryPair<double>> found;
        const host::FreeOutcome out = find_free_pairs(a, b, endless, 1 << 20, [&](const host::FreePair& p) {
          found.push_back(p.pair);
          poles += p.sampled ? 1 : 0;
        });
        EXPECT_TRUE(out.complete) << what;
        StationaryPairs<double> expected;
        stationary_pairs(*given.carrier, moved(pose, *other.carrier), expected);
        const auto inside = [&](const StationaryPair<double>& p) {
          const bool a_ends = given.carrier->kind == CarrierKind::cylinder || given.carrier->kind == CarrierKind::cone;
          const double cosine = std::cos(given.brep.surfaces[0].half_angle);
          if (a_ends && !(std::abs(p.a.z) < cosine - 1e-6)) return false;
          const Vec3<double> q = rotate_back(pose.rotation, p.b - pose.translation);
          double u = 0, v = 0;
          if (other.dimensions == 2) {
            const NearestParameters at = nearest_parameters(other.brep, 0, q);
            u = at.u, v = at.v;
          } else if (other.dimensions == 1) {
            const BrepCurve& c = other.brep.curves[0];
            u = c.kind == BrepCurveKind::line
                    ? q.x
                    : std::atan2(q.y / (c.minor_radius > 0 ? c.minor_radius : 1), q.x / c.radius);
            if (c.kind == BrepCurveKind::circle) u = std::atan2(q.y, q.x);
            if (c.kind != BrepCurveKind::line) u = moved_by_periods(u, 2 * M_PI, other.box.begin_u);
          }
          if (other.dimensions == 1) return u > other.box.begin_u + 1e-6 && u < other.box.end_u - 1e-6;
          const bool goes_round =
              other.carrier->kind == CarrierKind::sphere || other.carrier->kind == CarrierKind::torus;
          if (other.dimensions == 0 || goes_round) return true;
          const bool in_u =
              other.carrier->kind != CarrierKind::plane || (u > other.box.begin_u + 1e-6 && u < other.box.end_u - 1e-6);
          return in_u && v > other.box.begin_v + 1e-6 && v < other.box.end_v - 1e-6;
        };
        for (std::uint32_t k = 0; k < expected.count; ++k) {
          const StationaryPair<double>& e = expected.pairs[k];
          if (!inside(e)) continue;
          double off = endless;
          for (const auto& f : found)
            off = std::min(off, length(f.a - e.a) + length(f.b - e.b) + std::abs(f.gap - e.gap));
          EXPECT_LT(off, 4e-9) << what;
          most_off = std::max(most_off, off), ++compared;
        }
        for (const auto& f : found) {
          if (!inside(f)) continue;
          double off = endless;
          for (std::uint32_t k = 0; k < expected.count; ++k) {
            off = std::min(off, length(f.a - expected.pairs[k].a) + length(f.b - expected.pairs[k].b));
          }
          EXPECT_LT(off, 4e-9) << what << ": not the canonical solver's";
        }
      }
    }
  }
  EXPECT_GT(compared, 300);
  EXPECT_LT(most_off, 4e-9);
  EXPECT_EQ(poles, 0);
}

}  // namespace
}  // namespace abut::test
