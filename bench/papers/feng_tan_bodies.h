// The bodies of Feng & Tan's simulations as their algorithms see them: kinds, contact groups, support points.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "abut/shapes/shape_set.h"
#include "bench/papers/box_gjk.h"
#include "examples/dem/rotation.h"

namespace abut::papers {

/// Their names in Tables 1 and 2: P5, P16, F16, S.
enum class Kind { pyramid, prism, frustum, sphere };

/// The kind of a body of examples/dem, whose origin is its centre of mass: a prism's vertices are equally far from it,
/// a frustum's are not.
inline Kind kind_of(const ShapeSet& shapes, std::uint32_t shape) {
  const ShapeHeader& h = shapes.header(shape);
  if (h.vertex_count == 1) return Kind::sphere;
  if (h.vertex_count == 5) return Kind::pyramid;
  double least = 1e300, most = 0;
  for (const Vector& v : shapes.vertices(shape)) least = std::min(least, length(v)), most = std::max(most, length(v));
  return most - least < 1e-6 * most ? Kind::prism : Kind::frustum;
}

/// Two kinds, the lower first: 4 * lower + higher.
inline int group_of(Kind a, Kind b) {
  const int i = static_cast<int>(a), j = static_cast<int>(b);
  return 4 * std::min(i, j) + std::max(i, j);
}
inline std::string group_name(int group) {
  constexpr const char* names[] = {"P5", "P16", "F16", "S"};
  return std::string(names[group / 4]) + "-" + names[group % 4];
}

/// Vertices in the world; a sphere is one vertex with a radius. Data only.
struct WorldBody {
  Vector centre;
  std::vector<Vector> vertices;
  double radius = 0;
  double size = 0;  ///< of a sphere about the centre that holds it

  /// The point farthest along `v`.
  Vector support(Vector v) const {
    const Vector* best = vertices.data();
    for (const Vector& p : vertices) best = dot(p, v) > dot(*best, v) ? &p : best;
    return radius == 0 ? *best : *best + v * (radius / length(v));
  }
};

inline WorldBody world_body(const ShapeSet& shapes, std::uint32_t shape, const dem::BodyState& state) {
  WorldBody out;
  out.centre = state.position;
  out.radius = shapes.header(shape).rounding;
  const Mat3<double> turn = dem::rotation_of(state);
  for (const Vector& v : shapes.vertices(shape)) {
    out.vertices.push_back(rotate(turn, v) + state.position);
    out.size = std::max(out.size, length(v) + out.radius);
  }
  return out;
}

/// Eq. 11.
struct BodyDifference {
  const WorldBody &a, &b;
  Vector operator()(Vector v) const { return a.support(v) - b.support(-v); }
};

}  // namespace abut::papers
