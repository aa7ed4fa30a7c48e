#include "abut/contacts/contacts.h"

namespace abut {
namespace {

/// Calls `f` with every array of `c`.
template <class C, class F>
void for_each_array(C& c, F&& f) {
  f(c.separation), f(c.normal_x), f(c.normal_y), f(c.normal_z), f(c.witness_a_x), f(c.witness_a_y), f(c.witness_a_z);
  f(c.witness_b_x), f(c.witness_b_y), f(c.witness_b_z), f(c.point_x), f(c.point_y), f(c.point_z), f(c.lower_bound);
  f(c.bound_gap), f(c.feature_a), f(c.feature_b), f(c.status), f(c.gjk_iterations), f(c.epa_iterations), f(c.key);
}

}  // namespace

template <class T>
void Contacts<T>::resize(std::size_t count) {
  for_each_array(*this, [count](auto& array) { array.resize(count); });
}

template <class T>
void Contacts<T>::select(const std::vector<std::size_t>& indices) {
  for_each_array(*this, [&indices](auto& array) {
    for (std::size_t i = 0; i < indices.size(); ++i) array[i] = array[indices[i]];
    array.resize(indices.size());
  });
}

template <class T>
ContactsView<T> Contacts<T>::view() {
  return {{separation.data(), 1},
          {normal_x.data(), normal_y.data(), normal_z.data(), 1},
          {witness_a_x.data(), witness_a_y.data(), witness_a_z.data(), 1},
          {witness_b_x.data(), witness_b_y.data(), witness_b_z.data(), 1},
          {point_x.data(), point_y.data(), point_z.data(), 1},
          {feature_a.data(), 1},
          {feature_b.data(), 1},
          {lower_bound.data(), 1},
          {bound_gap.data(), 1},
          {status.data(), 1},
          {gjk_iterations.data(), 1},
          {epa_iterations.data(), 1},
          {key.data(), 1}};
}

template <class T>
Contact<T> Contacts<T>::operator[](std::size_t i) const {
  return {separation[i],
          {normal_x[i], normal_y[i], normal_z[i]},
          {witness_a_x[i], witness_a_y[i], witness_a_z[i]},
          {witness_b_x[i], witness_b_y[i], witness_b_z[i]},
          {point_x[i], point_y[i], point_z[i]},
          feature_a[i],
          feature_b[i],
          lower_bound[i],
          bound_gap[i],
          status[i],
          gjk_iterations[i],
          epa_iterations[i],
          key[i]};
}

template struct Contacts<float>;
template struct Contacts<double>;

}  // namespace abut
