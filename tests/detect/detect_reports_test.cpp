// Which candidates go into the result of detect: pairs exactly at the alert distance, touching ones, and every failure;
// and what bad input is told.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/detect.h"
#include "tests/support/complaint.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::complaint;

template <class T>
class DetectReports : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DetectReports, Scalars);

Pose at(double x, double y, double z) { return {{x, y, z}, Pose{}.rotation}; }

/// Two of each shape, a gap apart along x, each couple by itself.
BodySet couples(const ShapeSet& shapes, double gap, const BodyOptions& options = {}) {
  BodySet bodies;
  for (std::uint32_t i = 0; i < shapes.size(); ++i) {
    bodies.add(at(0, 10.0 * i, 0), i, options);
    bodies.add(at(1 + gap, 10.0 * i, 0), i, options);
  }
  return bodies;
}

ShapeSet one_wide() {
  ShapeSet shapes;
  shapes.add_sphere(0.5);
  shapes.add_box({0.5, 0.5, 0.5});
  shapes.add_capsule(0.5, 1);
  shapes.add_cylinder(0.5, 1);
  shapes.add_ellipsoid({0.5, 1, 1});
  return shapes;
}

TYPED_TEST(DetectReports, PairsExactlyAtTheAlertDistance) {
  using T = TypeParam;
  const ShapeSet shapes = one_wide();
  for (const double gap : {0.25, 0.1, 1e-3, 1.0 / 3}) {
    const double little = std::is_same_v<T, float> ? 1e-5 : 1e-12;
    for (const double own : {0.0, gap / 2}) {
      const BodySet bodies = couples(shapes, gap, {.alert_distance = own});
      // The bodies' places round: gaps are off by less than 1e-15.
      const double rest = gap - 2 * own;
      EXPECT_EQ(detect<T>(Cpu{}, shapes, bodies, {rest + 1e-15}).pairs.size(), 5u) << gap;
      if (rest < little) continue;
      EXPECT_EQ(detect<T>(Cpu{}, shapes, bodies, {rest - little}).pairs.size(), 0u) << gap;
    }
  }
}

TYPED_TEST(DetectReports, TouchingPairsWithoutAnAlertDistance) {
  using T = TypeParam;
  const ShapeSet shapes = one_wide();
  const Detection<T> found = detect<T>(Cpu{}, shapes, couples(shapes, 0));
  ASSERT_EQ(found.pairs.size(), 5u);
  EXPECT_EQ(found.status[static_cast<std::size_t>(Status::touching)], 5u);
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(found.pairs[i].a, 2 * i);
    EXPECT_EQ(found.pairs[i].b, 2 * i + 1);
    EXPECT_EQ(status_of(found.contacts.status[i]), Status::touching);
    EXPECT_NEAR(static_cast<double>(found.contacts.normal_x[i]), 1, 1e-3);
  }
}

// Lengths that float does not hold: the pair is reported with its status, and its neighbours with their contacts.
TEST(DetectReportsFailures, OfPairsThatCannotBeAskedAmongOthers) {
  ShapeSet shapes;
  shapes.add_sphere(0.5);
  shapes.add_sphere(1e60);
  shapes.add_box({1e60, 1e60, 1e60});
  BodySet bodies;
  bodies.add(at(0, 0, 0), 0u);
  bodies.add(at(0.75, 0, 0), 0u);
  bodies.add(at(1e60, 0, 0), 1u);
  bodies.add(at(1.5e60, 0, 0), 2u);
  const auto in_float = detect<float>(Cpu{}, shapes, bodies);
  const auto in_double = detect<double>(Cpu{}, shapes, bodies);
  EXPECT_EQ(in_float.candidate_pairs, in_double.candidate_pairs);
  std::uint64_t failures = 0;
  for (std::size_t i = 0; i < in_float.pairs.size(); ++i) {
    const bool large = in_float.pairs[i].b >= 2;
    failures += large ? 1 : 0;
    EXPECT_EQ(status_of(in_float.contacts.status[i]), large ? Status::degenerate_shape : Status::converged);
  }
  EXPECT_EQ(failures, in_float.candidate_pairs - 1);
  EXPECT_EQ(failures, in_float.status[static_cast<std::size_t>(Status::degenerate_shape)]);
  EXPECT_FLOAT_EQ(in_float.contacts.separation[0], -0.25f);
  EXPECT_EQ(in_double.status[static_cast<std::size_t>(Status::degenerate_shape)], 0u);
}

TYPED_TEST(DetectReports, PairsInReverseHaveTheirNormalsReversed) {
  using T = TypeParam;
  const ShapeSet shapes = one_wide();
  const BodySet bodies = couples(shapes, -0.125);
  std::vector<Pair> reversed;
  for (std::uint32_t i = 0; i < shapes.size(); ++i) reversed.push_back({2 * i + 1, 2 * i});
  const Detection<T> found = detect<T>(Cpu{}, shapes, bodies, reversed);
  ASSERT_EQ(found.pairs.size(), reversed.size());
  for (std::size_t i = 0; i < reversed.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(found.contacts.separation[i]), -0.125, 1e-5);
    EXPECT_NEAR(static_cast<double>(found.contacts.normal_x[i]), -1, 1e-3);
    // Points are told from the body of A, which is the right one now.
    EXPECT_NEAR(static_cast<double>(found.contacts.point_x[i]), -0.4375, 1e-5);
  }
}

TYPED_TEST(DetectReports, BadInputIsToldInOneLine) {
  using T = TypeParam;
  const ShapeSet shapes = one_wide();
  BodySet bodies = couples(shapes, 0.1);
  const auto told = [&](double alert) { return complaint([&] { detect<T>(Cpu{}, shapes, bodies, {alert}); }); };
  const auto told_of = [&](const std::vector<Pair>& pairs, double alert = 0) {
    return complaint([&] { detect<T>(Cpu{}, shapes, bodies, pairs, {alert}); });
  };
  const std::string allowed = "; allowed are finite numbers from 0";
  EXPECT_EQ(told(-0.5), "alert_distance is -0.5" + allowed);
  EXPECT_EQ(told(std::numeric_limits<double>::infinity()), "alert_distance is inf" + allowed);
  EXPECT_EQ(told_of({}, std::nan("")), "alert_distance is nan" + allowed);
  EXPECT_EQ(told_of({{0, 1}, {2, 10}}), "detect, part of a candidate: pair 1 names 10; allowed is less than 10");
  EXPECT_EQ(told_of({{0, 1}, {11, 10}}), "detect, part of a candidate: pair 1 names 11; allowed is less than 10");
  EXPECT_EQ(complaint([&] { detect<T>(Cpu{-2}, shapes, bodies); }),
            "cpu.threads is -2; allowed are 0 (all cores) and more");
  bodies.add(at(0, 0, 3), 5u);  // its shape is not there
  EXPECT_EQ(told(0), "parts.shape[10] is 5: there are 5 shapes");
  EXPECT_EQ(told_of({{0, 1}, {3, 2}}), "");
  EXPECT_EQ(told_of({{0, 1}, {3, 10}}), "detect, shape of a part: pair 1 names 5; allowed is less than 5");
}

TYPED_TEST(DetectReports, NoCandidatesHaveNoContacts) {
  using T = TypeParam;
  const ShapeSet shapes = one_wide();
  const Detection<T> found = detect<T>(Cpu{}, shapes, couples(shapes, -0.2), std::vector<Pair>{});
  EXPECT_EQ(found.candidate_pairs, 0u);
  EXPECT_EQ(found.contacts.size(), 0u);
  for (const std::uint64_t count : found.status) EXPECT_EQ(count, 0u);
}

}  // namespace
}  // namespace abut
