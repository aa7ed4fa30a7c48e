#include "abut/surface/closest_query.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/surface/surface_set.h"

namespace abut {
namespace {

/// The square from (0, 0) to (2, 2) at this height.
NurbsSurface square(double z) {
  NurbsSurface s;
  s.u = s.v = {1, {0, 0, 1, 1}};
  s.points = {{0, 0, z}, {0, 2, z}, {2, 0, z}, {2, 2, z}};
  return s;
}

TEST(ClosestQuery, ToleranceOfZeroIsThatOfTheScalarAndLengthsAreOverTheSize) {
  using closest_query_detail::options_of;
  ClosestPointsOptions options;
  EXPECT_EQ(options_of(options, 1.5).tolerance, 0x1p-40);
  EXPECT_EQ(options_of(options, 1.5f).tolerance, 0x1p-16f);
  EXPECT_EQ(options_of(options, 1.5).tie, 1.5 * 0x1p-30);
  EXPECT_EQ(options_of(options, 1.5).radius, 1.5 * 0x1p-7);
  options.tolerance = 0.25, options.tie = 0.125, options.radius = 0;
  EXPECT_EQ(options_of(options, 1.0).tolerance, 0.25);
  EXPECT_EQ(options_of(options, 2.0).tie, 0.25);
  EXPECT_EQ(options_of(options, 2.0).radius, 0);
}

TEST(ClosestQuery, AnswersInTheSurfacesFrameAndUnit) {
  SurfaceSet set;
  set.add(square(1000));
  double distance = -1, bound = -1, u = -1, v = -1, point[3] = {}, normal[3] = {};
  std::uint8_t status = 9, tie = 9;
  std::uint32_t evaluations = 0;
  ClosestPointsView<double> out;
  out.distance.data = &distance, out.lower_bound.data = &bound, out.u.data = &u, out.v.data = &v;
  out.point = {point, point + 1, point + 2, 3}, out.normal = {normal, normal + 1, normal + 2, 3};
  out.status.data = &status, out.tie.data = &tie, out.evaluations.data = &evaluations;
  const SurfaceView<double> view = set.views<double>()[0];
  answer_closest_query<FourScalars<double>>(view, {0.5, 1.25, 1004}, {}, out, 0,
                                            static_cast<ClosestPointCache<double>*>(nullptr));
  EXPECT_NEAR(distance, 4, 1e-14);
  EXPECT_NEAR(bound, 4, 1e-11);
  EXPECT_LE(bound, distance);
  EXPECT_NEAR(u, 0.25, 1e-15);
  EXPECT_NEAR(v, 0.625, 1e-15);
  EXPECT_NEAR(point[0], 0.5, 1e-15);
  EXPECT_NEAR(point[1], 1.25, 1e-15);
  EXPECT_EQ(point[2], 1000);
  EXPECT_NEAR(normal[2], 1, 1e-15);
  EXPECT_EQ(status, static_cast<std::uint8_t>(Status::converged));
  EXPECT_EQ(tie, 0);
  EXPECT_GT(evaluations, 0u);
  answer_closest_query<FourScalars<double>>(view, {3, 3, 1000}, {}, out, 0,
                                            static_cast<ClosestPointCache<double>*>(nullptr));
  EXPECT_NEAR(distance, std::sqrt(2.0), 1e-14);
  EXPECT_EQ(u, 1);
  EXPECT_EQ(v, 1);
}

}  // namespace
}  // namespace abut
