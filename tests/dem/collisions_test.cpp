// How much energy elastic collisions of polyhedra keep by each law: the table of docs/explanation/dem.md, "What
// collisions keep".
#include "examples/dem/collisions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dem {
namespace {

double order(double coarse, double fine) { return std::log2(coarse / fine); }

struct Errors {
  ErrorFigures whole, half;
  ErrorFigures smooth;  ///< of the collisions that are
  double smooth_part;
  double order;  ///< by the geometric mean of error over half_error, whose sampling error is that of a normal quantity
};
Errors errors_of(NormalLaw of, std::uint64_t pairs) {
  CollisionStudy study;
  study.pairs = pairs;
  study.material.law = of;
  std::vector<double> whole, half, smooth;
  double sum = 0;
  for (const Collision& c : study_collisions(study)) {
    EXPECT_GT(c.time, 0);
    whole.push_back(c.error), half.push_back(c.half_error);
    if (c.smooth) smooth.push_back(c.error);
    sum += order(std::max(c.error, 1e-14), std::max(c.half_error, 1e-14));  // some roundings of the energy
  }
  const double part = static_cast<double>(smooth.size()) / static_cast<double>(whole.size());
  Errors out{figures_of(whole), figures_of(half), figures_of(smooth), part, sum / static_cast<double>(pairs)};
  return out;
}

// A contact of N steps has w h = pi / N. Its error is that of the first and the last step, at most (w h)^2 / 4 and (w
// h)^2 / 12 in the mean (collision_energy_test.cpp), of that part of the energy that is in the contact's direction.
constexpr double wh = 3.14159265358979323846 / 100;

TEST(Collisions, ByDepthKeepEnergyAtFirstOrderWhereTheDirectionJumps) {
  const Errors e = errors_of(NormalLaw::depth, 300);
  // Where neither normal nor point jumps, what is left is the first and the last step.
  EXPECT_GT(e.smooth_part, 0.03);
  EXPECT_LT(e.smooth.median, wh * wh / 8);
  std::printf("smooth: %.2f, median %.3g, mean %.3g, largest %.3g\n", e.smooth_part, e.smooth.median, e.smooth.mean,
              e.smooth.largest);
  EXPECT_LT(e.whole.median, 3.2e-4);
  EXPECT_LT(e.whole.mean, 3e-3);
  EXPECT_NEAR(order(e.whole.mean, e.half.mean), 1, 0.3);
  EXPECT_GT(order(e.whole.median, e.half.median), 1);
}

TEST(Collisions, ByVolumeKeepEnergyAtSecondOrderAndMore) {
  const Errors e = errors_of(NormalLaw::volume, 400);
  EXPECT_LT(e.whole.median, 1.5e-6);
  EXPECT_LT(e.whole.mean, 2e-5);
  EXPECT_GT(order(e.whole.median, e.half.median), 2);
  EXPECT_GT(e.order, 2);
}

TEST(Collisions, ByVolumeWithTheForceAtTheCentroidAloneDoNotKeepEnergyAtAnyStep) {
  const Errors e = errors_of(NormalLaw::volume_at_centroid, 40);
  EXPECT_GT(e.whole.median, 1e-2);
  EXPECT_NEAR(e.half.median / e.whole.median, 1, 1e-2);
}

}  // namespace
}  // namespace dem
