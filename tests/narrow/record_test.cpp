// The making of a record: radii, units, bounds, status, and rounding from double to float.
#include "abut/narrow/record.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using namespace query_detail;

constexpr double eps = Epsilon<double>::value;

/// Cores that are 1 apart along x, of a pair of size 2, radii 0.25 and 0.5, in a unit of 8.
RecordInput<double> input() { return {{1, 0, 0}, 1, 1, 0, {0.5, 0.125, 0}, 0, 0.25, 0.5, 2, 8, 0, false}; }

TEST(Record, RadiiAreTakenOffAndTheUnitPutBack) {
  const RecordNumbers<double> n = record_numbers(input());
  EXPECT_EQ(n.separation, 8 * 0.25);
  EXPECT_EQ(n.witness_a.x, 8 * 0.75);
  EXPECT_EQ(n.witness_a.y, 1);
  EXPECT_EQ(n.witness_b.x, 8 * 1.0);
  EXPECT_EQ(n.point.x, 8 * 0.875);
  EXPECT_NEAR(n.lower_bound, 8 * 0.25, 8 * 4.001 * eps * 2.25);
  EXPECT_LT(n.lower_bound, n.separation) << "less the rounding of the support points";
  EXPECT_FALSE(n.open || n.touching || n.needs_double);
}

TEST(Record, TermsOfASumLowerTheBound) {
  RecordInput<double> in = input();
  const double plain = record_numbers(in).lower_bound;
  in.terms = 6;
  EXPECT_NEAR(plain - record_numbers(in).lower_bound, 8 * 6 * eps * 2.25, 2 * eps);
}

TEST(Record, NearZeroTouches) {
  RecordInput<double> in = input();
  for (const double units : {-5.0, -3.0, 0.0, 3.0, 5.0}) {
    in.separation = in.lower = 0.75 + units * eps * 2;
    EXPECT_EQ(record_numbers(in).touching, std::abs(units) < 4) << units;
  }
}

TEST(Record, WhatIsFarApartIsOpenAndWhatIsALittleNeedsDouble) {
  RecordInput<double> in = input();
  in.bound_gap = 3 * eps * 2.25;
  EXPECT_FALSE(record_numbers(in).open);
  EXPECT_TRUE(record_numbers(in).needs_double);
  in.bound_gap = 33 * eps * 2.25;
  EXPECT_TRUE(record_numbers(in).open);
  EXPECT_EQ(record_numbers(in).bound_gap, 8 * in.bound_gap);
  in.bound_gap = 0;
  in.residual2 = 1e-6;
  EXPECT_TRUE(record_numbers(in).open);
  EXPECT_NEAR(record_numbers(in).bound_gap, 8e-3, 1e-15) << "witness points that do not meet leave that open";
  in.farther = true;
  EXPECT_FALSE(record_numbers(in).needs_double);
  EXPECT_EQ(record_numbers(in).separation, record_numbers(in).lower_bound);
}

TEST(Record, FloatsInDoubtBeyondThreeQuartersOfARoundingNeedDouble) {
  const auto doubted = [](float gap, float residual) {
    RecordInput<float> in{{1, 0, 0}, 1, 1, 0, {0.5f, 0.125f, 0}, 0, 0.25f, 0.5f, 2, 8, 0, false};
    const float rounding = Epsilon<float>::value * 2.25f;  // of the size and the separation
    in.bound_gap = gap * rounding;
    in.residual2 = residual * rounding * (residual * rounding);
    return record_numbers(in).needs_double;
  };
  EXPECT_FALSE(doubted(0, 0));
  EXPECT_FALSE(doubted(0.7f, 0));
  EXPECT_TRUE(doubted(0.8f, 0));
  EXPECT_TRUE(doubted(100, 0));
  EXPECT_FALSE(doubted(0, 0.7f));
  EXPECT_TRUE(doubted(0, 0.8f));
  EXPECT_TRUE(doubted(0.6f, 0.6f)) << "both together";
}

TEST(Record, TheStatusIsTheFirstThatHolds) {
  EXPECT_EQ(record_status(true, true, true), Status::farther_than_alert);
  EXPECT_EQ(record_status(false, true, true), Status::iteration_limit);
  EXPECT_EQ(record_status(false, false, true), Status::touching);
  EXPECT_EQ(record_status(false, false, false), Status::converged);
  EXPECT_EQ(count8(254), 254);
  EXPECT_EQ(count8(300), 255);
  const Contact<float> empty = empty_contact<float>(Status::invalid_pose);
  EXPECT_EQ(status_of(empty.status), Status::invalid_pose);
  EXPECT_NE(empty.status & normal_undefined_flag, 0);
  EXPECT_EQ(empty.normal.x, 1);
  EXPECT_EQ(empty.key, 0u);
}

TEST(Record, OfAPairIsInTheCallersUnit) {
  ShapeSet shapes;
  shapes.add_box({3, 3, 3}, 0.5);
  const auto view = shapes.view<double>();
  const PairProblem<double> p = test::problem_of(view, 0, 0, test::moved_by({9, 0, 0}));
  const double unit = power_of_two<double>(p.exponent);
  CoreSearch<double> found{no_answer<double>(), false, false, 300, 7};
  found.core.separation = found.core.lower = 3 / unit;
  found.core.witness.a = {3 / unit, 1 / unit, 0};
  const QueryResult<double> r = record_of(p, found);
  EXPECT_EQ(r.contact.separation, 2);
  EXPECT_EQ(r.contact.witness_a.x, 3.5);
  EXPECT_EQ(r.contact.witness_b.x, 5.5);
  EXPECT_EQ(r.contact.point.x, 4.5);
  EXPECT_EQ(r.contact.point.y, 1);
  EXPECT_EQ(r.contact.gjk_iterations, 255);
  EXPECT_EQ(r.contact.epa_iterations, 7);
  EXPECT_EQ(status_of(r.contact.status), Status::converged);
  EXPECT_FALSE(r.needs_double || r.unfinished_here);
  found.core.normal_undefined = true;
  found.unfinished_here = true;
  const QueryResult<double> other = record_of(p, found);
  EXPECT_EQ(status_of(other.contact.status), Status::iteration_limit);
  EXPECT_NE(other.contact.status & normal_undefined_flag, 0);
}

TEST(Record, ABoundStaysBelowWhenItIsRoundedToFloat) {
  test::Random random(1);
  Contact<double> c = empty_contact<double>(Status::converged);
  for (int k = 0; k < 10000; ++k) {
    c.lower_bound = random.uniform(-1, 1) * random.magnitude(1e-30, 1e30);
    c.separation = c.lower_bound + std::abs(c.lower_bound) * 1e-9;
    const Contact<float> f = narrowed<float>(c);
    EXPECT_LE(static_cast<double>(f.lower_bound), c.lower_bound);
    EXPECT_NEAR(static_cast<double>(f.lower_bound), c.lower_bound, std::abs(c.lower_bound) * 0x1p-22);
    EXPECT_EQ(f.separation, static_cast<float>(c.separation));
  }
  c.status = static_cast<std::uint8_t>(Status::farther_than_alert);
  EXPECT_EQ(narrowed<float>(c).separation, narrowed<float>(c).lower_bound);
}

TEST(Record, WhatTouchesIsAMatterOfTheScalar) {
  Contact<float> c = empty_contact<float>(Status::converged);
  c.separation = 3 * Epsilon<float>::value;
  mark_touching(c, 1.0f);
  EXPECT_EQ(status_of(c.status), Status::touching);
  EXPECT_NE(c.status & normal_undefined_flag, 0) << "flags stay";
  c.status = static_cast<std::uint8_t>(Status::iteration_limit);
  mark_touching(c, 1.0f);
  EXPECT_EQ(status_of(c.status), Status::iteration_limit);
  c.status = 0;
  c.separation = 5 * Epsilon<float>::value;
  mark_touching(c, 1.0f);
  EXPECT_EQ(status_of(c.status), Status::converged);
}

}  // namespace
}  // namespace abut
