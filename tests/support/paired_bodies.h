// Bodies and pairs of their parts, for tests of searches; some poses are those that a set of bodies refuses.
#pragma once

#include <vector>

#include "abut/bodies/body_set.h"

namespace abut::test {

/// Each body of one part. Data only.
struct PairedBodies {
  BodySet bodies;
  std::vector<Pair> pairs;
  std::vector<double> px, r0;  ///< of the parts, where they are not those of the bodies

  PartsView parts() const {
    PartsView out = bodies.parts();
    if (!px.empty()) out.px = px.data(), out.r[0] = r0.data();
    return out;
  }
  /// What a set of bodies refuses: a place that is none, or a rotation that stretches.
  void spoil(std::uint32_t part, double x, double stretched) {
    const PartsView now = parts();
    if (px.empty()) px.assign(now.px, now.px + now.count), r0.assign(now.r[0], now.r[0] + now.count);
    px[part] = x, r0[part] = stretched;
  }
  void pair_all() {
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      for (std::uint32_t j = i + 1; j < bodies.size(); ++j) pairs.push_back({i, j});
    }
  }
};

}  // namespace abut::test
