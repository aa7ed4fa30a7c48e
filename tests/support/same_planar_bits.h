// Bit comparison of records and patches of the plane; the padding of records is left out.
#pragma once

#include <gtest/gtest.h>

#include <cstring>

#include "abut/planar/contact.h"

namespace abut::test {

template <class E>
bool same_bytes(const E& a, const E& b) {
  return std::memcmp(&a, &b, sizeof(E)) == 0;
}

/// Calls `f(name, member)` for every member of a record of the plane.
template <class T, class F>
void for_each_member(const F& f) {
  using C = PlanarContact<T>;
  f("separation", &C::separation), f("normal", &C::normal);
  f("witness a", &C::witness_a), f("witness b", &C::witness_b), f("point", &C::point);
  f("lower bound", &C::lower_bound), f("bound_gap", &C::bound_gap);
  f("status", &C::status), f("GJK iterations", &C::gjk_iterations), f("EPA iterations", &C::epa_iterations);
  f("key", &C::key);
}

template <class T>
void expect_same_record(const PlanarContact<T>& a, const PlanarContact<T>& b, std::size_t of) {
  for_each_member<T>([&](const char* what, auto member) {
    ASSERT_TRUE(same_bytes(a.*member, b.*member)) << what << " of pair " << of;
  });
  ASSERT_EQ(a.feature_a.code, b.feature_a.code) << "feature a of pair " << of;
  ASSERT_EQ(a.feature_b.code, b.feature_b.code) << "feature b of pair " << of;
}

template <class T>
void expect_same_patch(const PlanarPatch<T>& a, const PlanarPatch<T>& b, std::size_t of) {
  ASSERT_TRUE(same_bytes(a, b)) << "patch of pair " << of;
}

}  // namespace abut::test
