// Room for the contacts of a search in arrays that it owns.
#pragma once

#include "abut/complex/quasi_lmds.h"

namespace abut::host {

/// Arrays for `n` contacts, and a view of them. `offsets` have their size.
template <class T>
QuasiLmdsView<T> sized_view(LmdArrays<T>& all, std::size_t n) {
  QuasiLmdsView<T> out;
  out.offsets = all.offsets.data(), out.capacity = n;
  if (n == 0) return out;
  const auto take = [&](auto& array) { return array.resize(n), array.data(); };
  const auto take3 = [&](std::vector<Vec3<T>>& array) {
    array.resize(n);
    return StridedVec3<T>{&array[0].x, &array[0].y, &array[0].z, 3};
  };
  out.separation.data = take(all.separation);
  out.normal = take3(all.normal), out.point = take3(all.point);
  out.witness_a = take3(all.witness_a), out.witness_b = take3(all.witness_b);
  out.feature_a.data = take(all.feature_a), out.feature_b.data = take(all.feature_b);
  out.is_lmd.data = take(all.is_lmd), out.key.data = take(all.key);
  out.jacobian_a = take(all.jacobian_a)->data(), out.jacobian_b = take(all.jacobian_b)->data();
  return out;
}

}  // namespace abut::host
