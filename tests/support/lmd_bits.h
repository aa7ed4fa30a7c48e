// Bit comparison of the arrays that quasi-LMDs and contacts of CAD models have in common.
#pragma once

#include "abut/complex/quasi_lmds.h"
#include "tests/support/same_bits.h"

namespace abut::test {

template <class T>
void expect_same_bits(const LmdArrays<T>& got, const LmdArrays<T>& expected) {
  EXPECT_EQ(got.offsets, expected.offsets);
  ASSERT_NO_FATAL_FAILURE(expect_same_bits(got.key, expected.key, "key"));
  expect_same_bits(got.separation, expected.separation, "separation");
  expect_same_bits(got.normal, expected.normal, "normal");
  expect_same_bits(got.witness_a, expected.witness_a, "witness a");
  expect_same_bits(got.witness_b, expected.witness_b, "witness b");
  expect_same_bits(got.point, expected.point, "point");
  expect_same_bits(got.feature_a, expected.feature_a, "feature a");
  expect_same_bits(got.feature_b, expected.feature_b, "feature b");
  expect_same_bits(got.is_lmd, expected.is_lmd, "is_lmd");
  expect_same_bits(got.jacobian_a, expected.jacobian_a, "jacobian a");
  expect_same_bits(got.jacobian_b, expected.jacobian_b, "jacobian b");
}

}  // namespace abut::test
