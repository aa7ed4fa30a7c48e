// The search that abut/deform/continuous.h is measured against: boxes of time and two parameters, in order of time.
//
// Redon et al. 2002 and Wang et al. 2021: a box is ruled out where the bounds of the difference at its eight corners do
// not hold the origin. No bounds of rounding: it is a measure of time, not of safety.
#pragma once

#include <algorithm>
#include <array>
#include <queue>
#include <vector>

#include "abut/deform/impacts.h"

namespace abut::bench {

struct IntervalAnswer {
  bool found, gave_up;
  double time;
};

struct ParameterBox {
  std::array<double, 3> lo, hi;
};

/// The difference at time, u, v.
inline Vec3<double> difference_at(ImpactKind kind, const MovingNodes<double>& n, double t, double u, double v) {
  Vec3<double> p[4];
  for (int k = 0; k < 4; ++k) p[k] = at_time(n.start[k], n.end[k], t);
  if (kind == ImpactKind::edge_edge) return at_time(p[0], p[1], u) - at_time(p[2], p[3], v);
  return p[0] - (p[1] * (1 - u - v) + p[2] * u + p[3] * v);
}

/// How far a box's image goes on from its first corner along each parameter; false where it does not hold the origin.
inline bool image(ImpactKind kind, const MovingNodes<double>& n, const ParameterBox& b, std::array<double, 3>& reach,
                  double& size) {
  Vec3<double> c[8];
  for (int k = 0; k < 8; ++k) {
    c[k] = difference_at(kind, n, k & 1 ? b.hi[0] : b.lo[0], k & 2 ? b.hi[1] : b.lo[1], k & 4 ? b.hi[2] : b.lo[2]);
  }
  Vec3<double> lo = c[0], hi = c[0];
  for (const Vec3<double>& p : c) {
    lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
    hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
  }
  size = max_abs(hi - lo);
  for (int axis = 0; axis < 3; ++axis) {
    reach[static_cast<std::size_t>(axis)] = 0;
    for (int k = 0; k < 8; ++k) {
      if ((k >> axis & 1) != 0) continue;
      reach[static_cast<std::size_t>(axis)] =
          std::max(reach[static_cast<std::size_t>(axis)], max_abs(c[k | 1 << axis] - c[k]));
    }
  }
  return lo.x <= 0 && hi.x >= 0 && lo.y <= 0 && hi.y >= 0 && lo.z <= 0 && hi.z >= 0;
}

inline IntervalAnswer interval_search(ImpactKind kind, const MovingNodes<double>& n, double tolerance, int most) {
  const auto later = [](const ParameterBox& a, const ParameterBox& b) { return a.lo[0] > b.lo[0]; };
  std::priority_queue<ParameterBox, std::vector<ParameterBox>, decltype(later)> boxes(later);
  boxes.push({{0, 0, 0}, {1, 1, 1}});
  for (int i = 0; i < most && !boxes.empty(); ++i) {
    const ParameterBox b = boxes.top();
    boxes.pop();
    if (kind == ImpactKind::vertex_triangle && b.lo[1] + b.lo[2] > 1) continue;
    std::array<double, 3> reach{};
    double size = 0;
    if (!image(kind, n, b, reach, size)) continue;
    if (size <= tolerance) return {true, false, b.lo[0]};
    const auto axis = static_cast<std::size_t>(std::max_element(reach.begin(), reach.end()) - reach.begin());
    ParameterBox low = b, high = b;
    low.hi[axis] = high.lo[axis] = 0.5 * (b.lo[axis] + b.hi[axis]);
    boxes.push(low), boxes.push(high);
  }
  if (boxes.empty()) return {false, false, 1};
  return {true, true, boxes.top().lo[0]};
}

}  // namespace abut::bench
