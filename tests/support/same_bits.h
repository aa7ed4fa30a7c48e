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

/// f(name, array) for every array of contacts.
template <class T, class F>
void for_each_array(const F& f) {
  using C = Contacts<T>;
  f("separation", &C::separation);
  f("normal x", &C::normal_x);
  f("normal y", &C::normal_y);
  f("normal z", &C::normal_z);
  f("witness a x", &C::witness_a_x);
  f("witness a y", &C::witness_a_y);
  f("witness a z", &C::witness_a_z);
  f("witness b x", &C::witness_b_x);
  f("witness b y", &C::witness_b_y);
  f("witness b z", &C::witness_b_z);
  f("point x", &C::point_x);
  f("point y", &C::point_y);
  f("point z", &C::point_z);
  f("lower bound", &C::lower_bound);
  f("gap", &C::gap);
  f("feature a", &C::feature_a);
  f("feature b", &C::feature_b);
  f("status", &C::status);
  f("GJK iterations", &C::gjk_iterations);
  f("EPA iterations", &C::epa_iterations);
  f("key", &C::key);
}

template <class T>
void expect_same_bits(const Contacts<T>& a, const Contacts<T>& b) {
  for_each_array<T>([&](const char* what, auto array) { expect_same_bits(a.*array, b.*array, what); });
}

}  // namespace abut::test
