// Contact records in device memory, all of their arrays, for the tests that need a GPU.
#pragma once

#include "abut/contacts/contacts.h"
#include "tests/support/on_device.h"

namespace abut::test {

template <class T>
class DeviceContacts {
 public:
  explicit DeviceContacts(std::size_t count)
      : count_(count), numbers_(number_arrays * count), features_(2 * count), bytes_(3 * count), keys_(count) {}

  ContactsView<T> view() const {
    const auto number = [&](std::size_t k) { return numbers_.data() + k * count_; };
    const auto vector = [&](std::size_t k) { return StridedVec3<T>{number(k), number(k + 1), number(k + 2), 1}; };
    ContactsView<T> out;
    out.separation = {number(0), 1};
    out.normal = vector(1);
    out.witness_a = vector(4);
    out.witness_b = vector(7);
    out.point = vector(10);
    out.lower_bound = {number(13), 1};
    out.bound_gap = {number(14), 1};
    out.feature_a = {features_.data(), 1};
    out.feature_b = {features_.data() + count_, 1};
    out.status = {bytes_.data(), 1};
    out.gjk_iterations = {bytes_.data() + count_, 1};
    out.epa_iterations = {bytes_.data() + 2 * count_, 1};
    out.key = {keys_.data(), 1};
    return out;
  }

  /// Forgets them.
  void clear() const {
    fill(numbers_);
    fill(features_);
    fill(bytes_);
    fill(keys_);
  }

  Contacts<T> download() const {
    Contacts<T> out(count_);
    const std::vector<T> numbers = numbers_.download();
    std::vector<T>* const arrays[number_arrays] = {
        &out.separation,  &out.normal_x,    &out.normal_y,    &out.normal_z,    &out.witness_a_x,
        &out.witness_a_y, &out.witness_a_z, &out.witness_b_x, &out.witness_b_y, &out.witness_b_z,
        &out.point_x,     &out.point_y,     &out.point_z,     &out.lower_bound, &out.bound_gap};
    for (std::size_t k = 0; k < number_arrays; ++k) take(numbers, k, *arrays[k]);
    const std::vector<Feature> features = features_.download();
    take(features, 0, out.feature_a);
    take(features, 1, out.feature_b);
    const std::vector<std::uint8_t> bytes = bytes_.download();
    take(bytes, 0, out.status);
    take(bytes, 1, out.gjk_iterations);
    take(bytes, 2, out.epa_iterations);
    out.key = keys_.download();
    return out;
  }

 private:
  static constexpr std::size_t number_arrays = 15;

  template <class E>
  void take(const std::vector<E>& all, std::size_t k, std::vector<E>& out) const {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(k * count_);
    out.assign(begin, begin + static_cast<std::ptrdiff_t>(count_));
  }

  template <class E>
  static void fill(const OnDevice<E>& all) {
    EXPECT_EQ(cudaMemset(all.data(), 0xff, all.size() * sizeof(E)), cudaSuccess);
  }

  std::size_t count_;
  OnDevice<T> numbers_;
  OnDevice<Feature> features_;
  OnDevice<std::uint8_t> bytes_;
  OnDevice<std::uint64_t> keys_;
};

}  // namespace abut::test
