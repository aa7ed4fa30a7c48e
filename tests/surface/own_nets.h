// Slope nets with numbers of their own, as nets of vectors, whose functions are other code.
#pragma once

#include <vector>

#include "abut/surface/slope_nets.h"
#include "host/surface/bernstein_net.h"

namespace abut::test {

template <class T>
host::BernsteinNet own_net(const BernsteinNetView<T>& f) {
  host::BernsteinNet out(f.n, f.m);
  for (std::size_t k = 0; k < out.c.size(); ++k) out.c[k] = f.c[k];
  return out;
}

struct OwnSlopes {
  host::BernsteinNet s, t;
  double noise_s, noise_t;
};

inline OwnSlopes own_slopes(const BezierPatch<double>& patch, const Vec3<double>& p, const PatchPoles& poles) {
  std::vector<double> numbers(most_slope_numbers + slope_scratch_numbers);
  NumberRoom<double> room{numbers.data()};
  const SlopeNets<double> f = slope_nets(patch, p, poles, room);
  return {own_net(f.s), own_net(f.t), f.noise_s, f.noise_t};
}

}  // namespace abut::test
