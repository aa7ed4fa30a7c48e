// Facets of bodies in the world, for the tests of facets.
#pragma once

#include <cmath>
#include <vector>

#include "tests/facets/exact_facets.h"
#include "tests/support/facet_scene.h"

namespace abut::test {

inline long double longest_side(const Triangle<long double>& t) {
  long double squared = 0;
  for (int k = 0; k < 3; ++k) {
    const auto e = t.v[(k + 1) % 3] - t.v[k];
    squared = std::max(squared, times(e, e));
  }
  return std::sqrt(squared);
}

/// In the world, in long double: the facets of a part.
inline std::vector<std::pair<std::uint32_t, Triangle<long double>>> facets_in_world(const FacetScene& scene,
                                                                                    std::uint32_t part) {
  const PartsView parts = scene.bodies.parts();
  const FacetSurfaceView<double> s = scene.trees.view(parts.shape[part]);
  const Pose pose = scene.bodies.part_pose(part);
  const long double unit = std::ldexp(1.0L, s.exponent);
  std::vector<std::pair<std::uint32_t, Triangle<long double>>> out;
  for (std::uint32_t i = 0; i < s.facet_count; ++i) {
    Triangle<long double> t;
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> p = s.points[s.facets[i].vertex[k]];
      const long double x[3] = {unit * p.x + s.centre[0], unit * p.y + s.centre[1], unit * p.z + s.centre[2]};
      const double* const r = pose.rotation.m;
      const auto row = [&](int j) { return r[3 * j] * x[0] + r[3 * j + 1] * x[1] + r[3 * j + 2] * x[2]; };
      t.v[k] = {row(0) + pose.position.x, row(1) + pose.position.y, row(2) + pose.position.z};
    }
    out.push_back({s.facets[i].id, t});
  }
  return out;
}

}  // namespace abut::test
