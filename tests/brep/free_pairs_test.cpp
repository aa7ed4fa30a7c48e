#include "host/brep/free_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/brep/reference_free_pairs.h"

namespace abut::test {
namespace {

int rounds() { return getenv("ROUNDS") ? atoi(getenv("ROUNDS")) : 6; }
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

void judge(LoneKind of_a, LoneKind of_b, int rounds, Random& random, FreeTally& tally) {
  for (int round = 0; round < rounds; ++round) {
    const LoneFeature a = random_feature(of_a, random), b = random_feature(of_b, random);
    const RelativePose<double> pose{random.rotation(), random.direction() * random.uniform(0, 4)};
    const ReferencePairs reference(a, b, pose);
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
    for (const ReferencePair& e : expected) {
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

void judge_with_all(LoneKind of_a, int rounds, std::uint64_t seed) {
  Random random(seed);
  for (int k = 0; k < static_cast<int>(LoneKind::count); ++k) {
    FreeTally tally;
    judge(of_a, static_cast<LoneKind>(k), rounds, random, tally);
    std::printf("%d %d: %d pairs, expected %d, found %d, ends %d, judged %d, off %.1e, rectangles %llu\n",
                static_cast<int>(of_a), k, tally.pairs, tally.expected, tally.found, tally.at_ends, tally.judged,
                tally.most_off, static_cast<unsigned long long>(tally.rectangles / static_cast<std::uint64_t>(rounds)));
  }
}

TEST(FreePairs, NurbsSurfacesHaveAllPairsOfAReferenceAndNoOthers) { judge_with_all(LoneKind::nurbs, rounds(), 1); }
TEST(FreePairs, RevolutionsHaveAllPairsOfAReferenceAndNoOthers) { judge_with_all(LoneKind::revolution, rounds(), 2); }
TEST(FreePairs, ExtrusionsHaveAllPairsOfAReferenceAndNoOthers) { judge_with_all(LoneKind::extrusion, rounds(), 3); }
TEST(FreePairs, NurbsCurvesHaveAllPairsOfAReferenceAndNoOthers) { judge_with_all(LoneKind::spline, rounds(), 4); }

}  // namespace
}  // namespace abut::test
