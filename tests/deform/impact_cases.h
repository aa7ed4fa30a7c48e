// Moving pairs of features: random ones, and such as are known to meet, at a place and a time that floats hold exactly.
#pragma once

#include <string>
#include <vector>

#include "tests/deform/exact_impact.h"
#include "tests/support/random.h"

namespace abut::test {

/// For sums in double.
template <class T>
constexpr double epsilon = static_cast<double>(Epsilon<T>::value);

/// Data only. `meets`: they have a common point at `time`, and maybe before.
struct ImpactCase {
  MovingPair pair;
  MovingNodes<double> nodes;
  bool meets;
  double time;
};

/// What degenerates. Coordinates are small integers over a power of two: exact in float.
enum class Shape { general, flat, parallel, point_edge, collapsed, at_rest, rigid, corner, count };

inline double whole(Random& random, int most) {
  return static_cast<double>(static_cast<int>(random.below(static_cast<std::uint32_t>(2 * most + 1))) - most);
}
inline Vec3<double> whole_vector(Random& random, int most, bool flat) {
  const double x = whole(random, most), y = whole(random, most), z = whole(random, most);
  return {x, y, flat ? 0 : z};
}

/// Weight in eighths, at times of a border.
inline double eighths(Random& random, bool border) { return border ? random.below(2) : random.below(9) / 8.0; }

/// `fast`: up to so many sizes a step. `shift` is added to what is met at the time, 0 for a case that meets.
inline ImpactCase impact_case(Random& random, Shape shape, int fast, Vec3<double> shift) {
  const bool flat = shape == Shape::flat, corner = shape == Shape::corner;
  ImpactCase out;
  out.pair = random.below(2) == 0 ? MovingPair::vertex_triangle : MovingPair::edge_edge;
  out.meets = shift.x == 0 && shift.y == 0 && shift.z == 0;
  out.time = random.below(9) / 8.0;
  const Vec3<double> centre = whole_vector(random, 4, flat);
  Vec3<double> at[4];  // the nodes at `time`
  const double s = eighths(random, corner), t = eighths(random, corner);
  if (out.pair == MovingPair::vertex_triangle) {
    const Vec3<double> e = whole_vector(random, 8, flat);
    const Vec3<double> f =
        shape == Shape::collapsed ? (random.below(2) == 0 ? e : e * 0.0) : whole_vector(random, 8, flat);
    const double v = s + t > 1 ? 1 - s : t;
    at[0] = centre + shift, at[1] = centre - e * s - f * v, at[2] = at[1] + e, at[3] = at[1] + f;
  } else {
    const Vec3<double> e = whole_vector(random, 8, flat);
    Vec3<double> f = shape == Shape::parallel ? e * 0.5 : whole_vector(random, 8, flat);
    if (shape == Shape::point_edge) f = {0, 0, 0};
    at[0] = centre - e * s, at[1] = at[0] + e, at[2] = centre - f * t + shift, at[3] = at[2] + f;
  }
  const Vec3<double> common = whole_vector(random, fast, flat);
  for (int k = 0; k < 4; ++k) {
    Vec3<double> speed = whole_vector(random, fast, flat);
    if (shape == Shape::rigid) speed = k < (out.pair == MovingPair::edge_edge ? 2 : 1) ? common : Vec3<double>{0, 0, 0};
    if (shape == Shape::at_rest) speed = {0, 0, 0};
    if (shape == Shape::parallel && k % 2 == 1) speed = out.nodes.end[k - 1] - out.nodes.start[k - 1];
    out.nodes.start[k] = at[k] - speed * out.time, out.nodes.end[k] = at[k] + speed * (1 - out.time);
  }
  return out;
}

/// The same, each coordinate times a power of two and then moved.
inline ImpactCase moved(ImpactCase c, double scale, Vec3<double> by) {
  for (int k = 0; k < 4; ++k) {
    c.nodes.start[k] = c.nodes.start[k] * scale + by, c.nodes.end[k] = c.nodes.end[k] * scale + by;
  }
  return c;
}

template <class T>
MovingNodes<T> rounded(const MovingNodes<double>& nodes) {
  MovingNodes<T> out;
  for (int k = 0; k < 4; ++k) out.start[k] = narrowed<T>(nodes.start[k]), out.end[k] = narrowed<T>(nodes.end[k]);
  return out;
}

/// Nodes anywhere near, all digits random; some of them so that the step just reaches or just misses.
inline ImpactCase random_case(Random& random, double speed) {
  ImpactCase out{random.below(2) == 0 ? MovingPair::vertex_triangle : MovingPair::edge_edge, {}, false, 0};
  const Vec3<double> common = random.in_cube() * speed;
  const double own = random.magnitude(1e-6, 1) * speed;
  for (int k = 0; k < 4; ++k) {
    const bool first = k < (out.pair == MovingPair::edge_edge ? 2 : 1);
    const Vec3<double> way = random.in_cube() * own + (first ? common : Vec3<double>{0, 0, 0});
    const Vec3<double> middle = random.in_cube();
    out.nodes.start[k] = middle - way * 0.5, out.nodes.end[k] = middle + way * 0.5;
  }
  return out;
}

}  // namespace abut::test
