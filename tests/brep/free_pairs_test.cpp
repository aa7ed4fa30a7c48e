#include "host/brep/free_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/brep/reference_free_pairs.h"

namespace abut::test {
namespace {

constexpr int rounds = 6;
constexpr double endless = std::numeric_limits<double>::infinity();

/// Data only.
struct FreeTally {
  int pairs = 0, expected = 0, found = 0, at_ends = 0, judged = 0, incomplete = 0;
  std::uint64_t rectangles = 0;
  double most_off = 0;
};

/// The parameters of a found point of a feature.
void parameters(const LoneFeature& f, const host::FreePlace& place, const Vec3<double>& point, double& u, double& v) {
  u = place.u, v = place.v;
  if (!f.carrier || f.dimensions == 0) return;
  if (f.dimensions == 2) {
    const NearestParameters at = nearest_parameters(f.brep, 0, point);
    u = at.u, v = at.v;
    return;
  }
  const BrepCurve& c = f.brep.curves[0];
  const double x = dot(point - c.frame.origin, c.frame.x), y = dot(point - c.frame.origin, c.frame.y);
  u = c.kind == BrepCurveKind::line     ? x
      : c.kind == BrepCurveKind::circle ? std::atan2(y, x)
                                        : std::atan2(y / c.minor_radius, x / c.radius);
}

void judge(LoneKind of_a, LoneKind of_b, Random& random, FreeTally& tally) {
  for (int round = 0; round < rounds; ++round) {
    const LoneFeature a = random_feature(of_a, random), b = random_feature(of_b, random);
    const RelativePose<double> pose{random.rotation(), random.direction() * random.uniform(0, 4)};
    const FreeReference reference(a, b, pose);
    const std::string what = a.name + " - " + b.name + " " + std::to_string(round);
    const auto expected = reference.find(200, 1e-5, random);
    const host::FreeShape shape_a = a.shape(), shape_b = b.shape();
    host::PieceForest in_a(shape_a), in_b(shape_b, pose);
    std::vector<host::FreePair> found;
    const host::FreeOutcome out =
        find_free_pairs(in_a, in_b, endless, 1 << 20, [&](const host::FreePair& p) { found.push_back(p); });
    EXPECT_TRUE(out.complete) << what << " after " << out.rectangles;
    EXPECT_FALSE(out.not_isolated) << what;
    tally.rectangles += out.rectangles, tally.incomplete += out.complete ? 0 : 1;
    ++tally.pairs;
    for (const FreeReferencePair& e : expected) {
      ++tally.expected;
      double off = endless;
      for (const host::FreePair& f : found) off = std::min(off, length(f.pair.a - e.a) + length(f.pair.b - e.b));
      EXPECT_LT(off, 1e-7) << what << ": missed at " << e.at[0] << " " << e.at[1] << " " << e.at[2] << " " << e.at[3];
      if (off < 1e-7) tally.most_off = std::max(tally.most_off, off);
    }
    for (const host::FreePair& f : found) {
      double at[4];
      parameters(a, f.a, f.pair.a, at[0], at[1]);
      parameters(b, f.b, rotate_back(pose.rotation, f.pair.b - pose.translation), at[2], at[3]);
      if (reference.within(at) < 1e-6) {
        ++tally.at_ends;
        continue;
      }
      ++tally.found;
      EXPECT_LT(length(reference.point_a(at) - f.pair.a) + length(reference.point_b(at) - f.pair.b), 1e-11) << what;
      EXPECT_LT(reference.residual(at), 1e-10) << what;
      EXPECT_LT(length(f.pair.a + f.pair.normal * f.pair.gap - f.pair.b), 1e-11) << what;
      const int bends = reference.bends(at);
      if (f.pair.gap > 0.01 && bends != 0 && f.pair.extremum != Extremum::undecided) {
        ++tally.judged;
        EXPECT_EQ(f.pair.extremum == Extremum::minimum, bends > 0) << what;
      }
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        EXPECT_GT(length(found[i].pair.a - found[k].pair.a) + length(found[i].pair.b - found[k].pair.b) +
                      length(found[i].pair.normal - found[k].pair.normal),
                  1e-7)
            << what << ": twice";
      }
    }
  }
}

void judge_with_all(LoneKind of_a, std::uint64_t seed, int least_found) {
  Random random(seed);
  FreeTally tally;
  for (int k = 0; k < static_cast<int>(LoneKind::count); ++k) {
    judge(of_a, static_cast<LoneKind>(k), random, tally);
  }
  EXPECT_GE(tally.expected, least_found);
  EXPECT_GE(tally.found, tally.expected);
  EXPECT_GE(tally.judged, least_found / 3);
  EXPECT_EQ(tally.incomplete, 0);
}

TEST(FreePairs, NurbsSurfacesHaveAllPairsOfAReferenceAndNoOthers) { judge_with_all(LoneKind::nurbs, 1, 25); }
TEST(FreePairs, RevolutionsHaveAllPairsOfAReferenceAndNoOthers) { judge_with_all(LoneKind::revolution, 2, 80); }
TEST(FreePairs, ExtrusionsHaveAllPairsOfAReferenceAndNoOthers) { judge_with_all(LoneKind::extrusion, 3, 20); }
TEST(FreePairs, NurbsCurvesHaveAllPairsOfAReferenceAndNoOthers) { judge_with_all(LoneKind::spline, 4, 80); }

TEST(FreePairs, ACurveInAPlaneParallelToAnotherHasSamplesAndEnds) {
  Random random(5);
  LoneFeature curve = random_feature(LoneKind::spline, random), plane = random_feature(LoneKind::plane, random);
  for (Vec3<double>& p : curve.brep.nurbs_curves[0].points) p = {0.4 * p.z, 0.4 * p.y, 0};
  const RelativePose<double> pose{{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0.5}};
  const host::FreeShape of_plane = plane.shape(), of_curve = curve.shape();
  host::PieceForest a(of_plane), b(of_curve, pose);
  int found = 0;
  const host::FreeOutcome out = find_free_pairs(a, b, endless, 1 << 20, [&](const host::FreePair& p) {
    ++found;
    EXPECT_TRUE(p.sampled);
    EXPECT_NEAR(std::abs(p.pair.gap), 0.5, 1e-12);
  });
  EXPECT_TRUE(out.not_isolated);
  EXPECT_GT(found, 0);
  EXPECT_LT(out.rectangles, 10000u);
}

TEST(FreePairs, ThoseFartherApartThanTheReachAreLeftOut) {
  Random random(6);
  for (int round = 0; round < 20; ++round) {
    const LoneFeature a = random_feature(LoneKind::spline, random), b = random_feature(LoneKind::revolution, random);
    const RelativePose<double> pose{random.rotation(), random.direction() * 2.0};
    const host::FreeShape shape_a = a.shape(), shape_b = b.shape();
    host::PieceForest in_a(shape_a), in_b(shape_b, pose);
    std::size_t all = 0, near = 0, told = 0;
    const double reach = 1;
    find_free_pairs(in_a, in_b, endless, 1 << 20,
                    [&](const host::FreePair& p) { ++all, near += std::abs(p.pair.gap) <= reach ? 1 : 0; });
    find_free_pairs(in_a, in_b, reach, 1 << 20, [&](const host::FreePair&) { ++told; });
    EXPECT_EQ(told, near) << round << " of " << all;
  }
}

TEST(FreePairs, ACurveGoesThroughASheetWhereItsHeightOverItChangesItsSign) {
  Random random(7);
  int expected = 0;
  for (int round = 0; round < 80; ++round) {
    LoneFeature curve = random_feature(LoneKind::spline, random), sheet = random_feature(LoneKind::nurbs, random);
    // A height field over (x, y) = (u, v): z is a quadratic of u and v, whose height along the curve is known.
    NurbsSurface& s = sheet.brep.nurbs_surfaces[0];
    s.u = s.v = {2, {0, 0, 0, 1, 1, 1}}, s.weights.clear(), s.points.clear();
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) s.points.push_back({i - 1.0, j - 1.0, i == 1 ? -0.3 : j == 1 ? -0.2 : 0.3});
    }
    sheet.box = {0, 1, 0, 1};
    for (Vec3<double>& p : curve.brep.nurbs_curves[0].points) p = {0.45 * p.z, 0.9 * p.y, 0.5 * p.x};
    const auto height = [&](double t) {
      const Vec3<double> p = curve.at(t, 0).point;
      return p.z - sheet.at(0.5 * (p.x + 1), 0.5 * (p.y + 1)).point.z;
    };
    int changes = 0;
    constexpr int steps = 4000;
    for (int k = 0; k < steps; ++k) changes += height(double(k) / steps) * height((k + 1.0) / steps) < 0 ? 1 : 0;
    const host::FreeShape of_curve = curve.shape(), of_sheet = sheet.shape();
    host::PieceForest a(of_curve), b(of_sheet);
    int found = 0;
    const host::FreeOutcome out = find_piercings(a, b, 1 << 16, [&](const host::FreePair& p) {
      EXPECT_LT(std::abs(height(p.a.u)), 1e-12);
      EXPECT_LT(length(sheet.at(p.b.u, p.b.v).point - p.pair.a), 1e-12);
      ++found;
      return false;
    });
    EXPECT_TRUE(out.complete);
    EXPECT_EQ(found, changes) << round;
    expected += changes;
  }
  EXPECT_GT(expected, 30);
}

}  // namespace
}  // namespace abut::test
