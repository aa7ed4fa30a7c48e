// Bit comparison of contact arrays, all of them.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "abut/contacts/contacts.h"

namespace abut::test {

template <class E>
void expect_same_bits(const std::vector<E>& a, const std::vector<E>& b, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(std::memcmp(&a[i], &b[i], sizeof(E)), 0) << what << " of contact " << i;
  }
}

template <class T>
void expect_same_bits(const Contacts<T>& a, const Contacts<T>& b) {
  expect_same_bits(a.separation, b.separation, "separation");
  expect_same_bits(a.normal_x, b.normal_x, "normal x");
  expect_same_bits(a.normal_y, b.normal_y, "normal y");
  expect_same_bits(a.normal_z, b.normal_z, "normal z");
  expect_same_bits(a.witness_a_x, b.witness_a_x, "witness a x");
  expect_same_bits(a.witness_a_y, b.witness_a_y, "witness a y");
  expect_same_bits(a.witness_a_z, b.witness_a_z, "witness a z");
  expect_same_bits(a.witness_b_x, b.witness_b_x, "witness b x");
  expect_same_bits(a.witness_b_y, b.witness_b_y, "witness b y");
  expect_same_bits(a.witness_b_z, b.witness_b_z, "witness b z");
  expect_same_bits(a.point_x, b.point_x, "point x");
  expect_same_bits(a.point_y, b.point_y, "point y");
  expect_same_bits(a.point_z, b.point_z, "point z");
  expect_same_bits(a.lower_bound, b.lower_bound, "lower bound");
  expect_same_bits(a.gap, b.gap, "gap");
  expect_same_bits(a.feature_a, b.feature_a, "feature a");
  expect_same_bits(a.feature_b, b.feature_b, "feature b");
  expect_same_bits(a.status, b.status, "status");
  expect_same_bits(a.gjk_iterations, b.gjk_iterations, "GJK iterations");
  expect_same_bits(a.epa_iterations, b.epa_iterations, "EPA iterations");
  expect_same_bits(a.key, b.key, "key");
}

}  // namespace abut::test
