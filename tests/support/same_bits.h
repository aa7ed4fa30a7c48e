// Bit comparison of contact arrays, all of them.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <iomanip>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "abut/contacts/contacts.h"

namespace abut::test {

/// A number as a message shows it; of what is none, nothing.
template <class E>
std::string shown(const E& value) {
  std::ostringstream out;
  if constexpr (std::is_floating_point_v<E>) {
    out << std::setprecision(17) << value;
  } else if constexpr (std::is_integral_v<E>) {
    out << +value;
  }
  return out.str();
}

template <class E>
void expect_same_bits(const std::vector<E>& a, const std::vector<E>& b, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  std::size_t differ = 0, first = 0;
  for (std::size_t i = a.size(); i-- > 0;) {
    if (std::memcmp(&a[i], &b[i], sizeof(E)) != 0) ++differ, first = i;
  }
  if (differ == 0) return;
  ADD_FAILURE() << what << " differs in " << differ << " of " << a.size() << " contacts, the first is contact " << first
                << ": " << shown(a[first]) << " and " << shown(b[first]);
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
  f("bound_gap", &C::bound_gap);
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
