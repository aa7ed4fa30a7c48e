// Owning arrays for contact records. Host only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "abut/core/contact.h"

namespace abut {

/// Structure-of-arrays in host memory, one element per pair.
template <class T>
struct Contacts {
  std::vector<T> separation, normal_x, normal_y, normal_z;
  std::vector<T> witness_a_x, witness_a_y, witness_a_z, witness_b_x, witness_b_y, witness_b_z;
  std::vector<T> point_x, point_y, point_z, lower_bound, bound_gap;
  std::vector<Feature> feature_a, feature_b;
  std::vector<std::uint8_t> status, gjk_iterations, epa_iterations;
  std::vector<std::uint64_t> key;

  explicit Contacts(std::size_t count = 0) { resize(count); }
  std::size_t size() const { return status.size(); }
  void resize(std::size_t count);
  /// Keeps the elements at `indices` (ascending) and drops the others.
  void select(const std::vector<std::size_t>& indices);
  /// Views of all arrays; valid until `resize`.
  ContactsView<T> view();
  Contact<T> operator[](std::size_t i) const;
};

}  // namespace abut
