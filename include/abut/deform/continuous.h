// The first time in a step at which a vertex meets a triangle, or an edge an edge, while their nodes move along
// straight lines; or come within a distance of each other. None is missed: whatever is ruled out is ruled out for the
// coordinates as they were given, with bounds of all rounding.
//
// Where Tight-Inclusion (Wang et al. 2021, "A Large Scale Benchmark and an Inclusion-Based Algorithm for Continuous
// Collision Detection") halves boxes of time and two parameters, this goes forward in time alone, from one proof to the
// next. A proof is a direction that keeps the two apart (separating_times.h, turning_direction.h) or their
// plane that stays away (coplanarity.h), and each holds for an interval of time that is known in closed form. Most
// pairs that miss take one. docs/explanation/continuous-detection.md derives the bounds.
#pragma once

#include "abut/deform/coplanarity.h"
#include "abut/deform/hull_point.h"
#include "abut/deform/turning_direction.h"

namespace abut {

enum class ImpactStatus : std::uint8_t {
  none,             ///< proved: farther than the distance throughout the step
  impact,           ///< at `time` within the distance and the tolerance, before it proved farther than the distance
  touching,         ///< so at the start: `time` is 0
  iteration_limit,  ///< proved farther until `time`; what follows is not known
  not_finite,       ///< a coordinate is no number, or differences of coordinates are none; `time` is 0
};

/// Data only.
template <class T>
struct ImpactOptions {
  T distance = T(0);  ///< minimum separation, 0 or more, in the nodes' unit: nearer is an impact
  /// In the nodes' unit, 0 or more. An impact is told when the two are within `distance` and this of each other; where
  /// it is less than 2^-40 of the longest way between two nodes (2^-14 in float), it is that.
  T tolerance = T(0);
  std::uint32_t iterations = 512;  ///< 1 or more
};

/// Data only.
template <class T>
struct Impact {
  ImpactStatus status;
  T time;        ///< no later than the first time within `distance`; 1 where there is none
  T separation;  ///< at `time`, of the two points that `weight` tells, in the nodes' unit
  /// Of the nodes at `time`: vertex, then the triangle's corners, whose weights add up to 1; or two of each edge.
  T weight[4];
  std::uint32_t iterations;
};

inline namespace ABUT_ISA {

namespace continuous_detail {

template <class T>
struct LeastTolerance;
template <>
struct LeastTolerance<float> {
  static constexpr float value = 0x1p-14f;
};
template <>
struct LeastTolerance<double> {
  static constexpr double value = 0x1p-40;
};

/// In the hull's lengths. Data only.
template <class T>
struct Lengths {
  T distance, within;  ///< an impact is told up to `within`
  T motion;            ///< no corner moves farther in the whole step
};

/// Most pairs need fewer. What comes after them costs more, and goes farther where a side turns.
inline constexpr std::uint32_t easy_iterations = 3;

template <class T, int N>
ABUT_INLINE Lengths<T> lengths_of(const MovingHull<T, N>& hull, const ImpactOptions<T>& options) {
  Lengths<T> out;
  out.distance = options.distance / hull.unit;
  out.within = out.distance + max(options.tolerance / hull.unit, LeastTolerance<T>::value);
  T squares = T(0);
  for (int k = 0; k < N; ++k) squares = max(squares, squared_length(hull.end[k] - hull.start[k]));
  out.motion = sqrt(squares);
  return out;
}

template <class T>
ABUT_INLINE void put_weights(const HullPoint<T>& near, int corners, Impact<T>& out) {
  if (corners == 4) {
    for (int k = 0; k < 4; ++k) out.weight[k] = near.weight[k];
  } else {
    out.weight[0] = T(1);
    for (int k = 0; k < 3; ++k) out.weight[k + 1] = near.weight[k];
  }
}

/// How far the best of all directions goes. Few pairs come here: those whose nearest point is not known well enough.
template <class T, int N>
ABUT_RARE T by_all_directions(const MovingHull<T, N>& hull, const HullAtTime<T, N>& now, T distance, T t) {
  T until = t;
  for (int i = 0; i < hull_direction_count<N>; ++i) {
    until = max(until, separated_until(hull, hull_direction(now, i), distance, t));
  }
  return until;
}

/// The search of a hull that is made. Each round ends farther in time, or the search with it.
template <class T, int N>
ABUT_HD inline Impact<T> first_time(const MovingHull<T, N>& hull, const ImpactOptions<T>& options) {
  const Lengths<T> lengths = lengths_of(hull, options);
  Impact<T> out{ImpactStatus::iteration_limit, T(0), T(0), {T(0), T(0), T(0), T(0)}, 0};
  Coplanarity<T> plane;
  for (bool last = false; !last;) {
    const T t = out.time;
    const HullAtTime<T, N> now = hull_at(hull, t);
    const HullPoint<T> near = nearest_hull_point(now);
    const T separation = length(near.point);
    out.separation = separation * hull.unit;
    put_weights(near, N, out);
    if (separation <= lengths.within) {
      out.status = t > T(0) ? ImpactStatus::impact : ImpactStatus::touching;
      return out;
    }
    last = ++out.iterations >= options.iterations;
    T until = separated_until(hull, near.direction, lengths.distance, t);
    if (until < T(1)) {
      if (out.iterations == 1) plane = coplanarity(hull, lengths.distance);
      until = max(until, plane_away_until(plane, t));
    }
    if (until < T(1) && out.iterations > easy_iterations) {
      until = max(until, sides_away_until(hull, lengths.distance, t));
    }
    // The nearest direction, were it exact, would go four times as far.
    const T fair = T(0.25) * (separation - lengths.distance);
    if (until < T(1) && !((until - t) * lengths.motion >= fair)) {
      until = max(until, by_all_directions(hull, now, lengths.distance, t));
    }
    out.time = until;
    if (until >= T(1)) {
      out.status = ImpactStatus::none;
      return out;
    }
    last = last || !(until > t);
  }
  return out;
}

template <int N, class T>
ABUT_INLINE Impact<T> impact(const MovingNodes<T>& nodes, const ImpactOptions<T>& options) {
  MovingHull<T, N> hull;
  if (!moving_hull(nodes, hull)) return {ImpactStatus::not_finite, T(0), T(0), {T(0), T(0), T(0), T(0)}, 0};
  return first_time(hull, options);
}

}  // namespace continuous_detail

/// Nodes are a vertex and the three corners of a triangle, which may have no area.
template <class T>
ABUT_HD inline Impact<T> vertex_triangle_impact(const MovingNodes<T>& nodes, const ImpactOptions<T>& options) {
  return continuous_detail::impact<3>(nodes, options);
}

/// Nodes are the two ends of one edge and the two of another, which may have no length.
template <class T>
ABUT_HD inline Impact<T> edge_edge_impact(const MovingNodes<T>& nodes, const ImpactOptions<T>& options) {
  return continuous_detail::impact<4>(nodes, options);
}

}  // namespace ABUT_ISA
}  // namespace abut
