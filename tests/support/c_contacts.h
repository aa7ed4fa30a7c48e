// The C interface's structure of contacts over arrays of the C++ library.
#pragma once

#include <cstdint>
#include <type_traits>

#include "abut/abut_c.h"
#include "abut/contacts/contacts.h"

namespace abut::test {

template <class T>
using CContacts = std::conditional_t<std::is_same_v<T, float>, abut_contacts_f32, abut_contacts_f64>;

/// All arrays. Strides are 1, or 0, which counts as 1.
template <class T>
CContacts<T> c_contacts(Contacts<T>& c) {
  CContacts<T> o{};
  o.size = sizeof o;
  o.separation.data = c.separation.data();
  o.normal = {c.normal_x.data(), c.normal_y.data(), c.normal_z.data(), 0};
  o.witness_a = {c.witness_a_x.data(), c.witness_a_y.data(), c.witness_a_z.data(), 1};
  o.witness_b = {c.witness_b_x.data(), c.witness_b_y.data(), c.witness_b_z.data(), 1};
  o.point = {c.point_x.data(), c.point_y.data(), c.point_z.data(), 0};
  o.feature_a.data = reinterpret_cast<std::uint64_t*>(c.feature_a.data());
  o.feature_b.data = reinterpret_cast<std::uint64_t*>(c.feature_b.data());
  o.lower_bound.data = c.lower_bound.data();
  o.bound_gap.data = c.bound_gap.data();
  o.status.data = c.status.data();
  o.gjk_iterations.data = c.gjk_iterations.data();
  o.epa_iterations.data = c.epa_iterations.data();
  o.key.data = c.key.data();
  return o;
}

}  // namespace abut::test
