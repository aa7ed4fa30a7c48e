// Bit comparison of contacts of CAD models: whole records.
#pragma once

#include "abut/brep/brep_contacts.h"
#include "tests/support/lmd_bits.h"

namespace abut::test {

template <class T>
void expect_same_bits(const BrepContacts<T>& got, const BrepContacts<T>& expected) {
  EXPECT_EQ(got.status, expected.status);
  EXPECT_EQ(got.counts, expected.counts);
  EXPECT_EQ(got.place, expected.place);
  expect_same_bits<T>(static_cast<const LmdArrays<T>&>(got), expected);
}

}  // namespace abut::test
