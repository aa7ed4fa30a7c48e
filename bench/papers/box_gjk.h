// The boolean GJK of Feng & Tan 2019, Box 1, in double: are two convex shapes in contact?
//
// Step 2.c.iii is taken at its word: of all vertices, edges and faces of the simplex the one nearest to the origin
// stays, of equally near ones the one with the fewest vertices. The first direction is the caller's. In
// exact arithmetic the distance falls with every update. Box 1 has no exit for where it does not, or is as small as
// rounding: here that means that the shapes touch, which is contact.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "abut/core/vec3.h"

namespace abut::papers {

using Vector = Vec3<double>;

/// Points of A - B, in the order in which they were found. Data only.
struct BoxSimplex {
  Vector w[4];
  int count = 0;
};

struct BoxGjk {
  bool contact = false;
  bool ended = true;         ///< false: gave up at `box_gjk_cap`
  std::uint32_t rounds = 0;  ///< of step 2: support points, and without contact one more than updates of the simplex
  BoxSimplex simplex;        ///< holds the origin where there is contact, to rounding where the shapes touch
};

inline constexpr std::uint32_t box_gjk_cap = 1000;
inline constexpr double box_gjk_rounding = 0x1p-50;  ///< of the largest |w|: distances up to it count as none

namespace box_gjk_detail {

/// Whether the tetrahedron holds the origin; a flat one does not.
inline bool holds_origin(const BoxSimplex& s) {
  for (int k = 0; k < 4; ++k) {
    const Vector p = s.w[(k + 1) % 4];
    const Vector n = cross(s.w[(k + 2) % 4] - p, s.w[(k + 3) % 4] - p);
    const double apex = dot(n, s.w[k] - p), origin = -dot(n, p);
    if (apex == 0 || (apex > 0 ? origin < 0 : origin > 0)) return false;
  }
  return true;
}

/// The vertices of a feature, and the direction from it to the origin, normal to it.
struct Feature {
  int vertex[3] = {};
  int count = 0;
  double distance2 = 0;
  Vector towards{0, 0, 0};
};

/// Takes the feature of these vertices if the foot of the origin lies inside it, nearer than what is there.
inline void try_edge(const BoxSimplex& s, int i, int j, Feature& nearest) {
  const Vector a = s.w[i], d = s.w[j] - a;
  const double t = -dot(a, d), dd = dot(d, d);
  if (!(t > 0 && t < dd)) return;
  const double distance2 = squared_length(cross(a, d)) / dd;
  if (distance2 < nearest.distance2) nearest = {{i, j}, 2, distance2, cross(cross(d, -a), d)};
}
inline void try_face(const BoxSimplex& s, int i, int j, int k, Feature& nearest) {
  const Vector a = s.w[i], b = s.w[j], c = s.w[k];
  const Vector n = cross(b - a, c - a);
  if (!(dot(n, cross(a, b)) > 0 && dot(n, cross(b, c)) > 0 && dot(n, cross(c, a)) > 0)) return;
  const double height = dot(n, a), distance2 = height * height / dot(n, n);
  if (distance2 < nearest.distance2) nearest = {{i, j, k}, 3, distance2, height > 0 ? -n : n};
}

inline Feature nearest_feature(const BoxSimplex& s) {
  Feature nearest;
  for (int i = 0; i < s.count; ++i) {
    const double distance2 = squared_length(s.w[i]);
    if (i == 0 || distance2 < nearest.distance2) nearest = {{i}, 1, distance2, -s.w[i]};
  }
  for (int i = 0; i < s.count; ++i) {
    for (int j = i + 1; j < s.count; ++j) try_edge(s, i, j, nearest);
  }
  for (int i = 0; i < s.count; ++i) {
    for (int j = i + 1; j < s.count; ++j) {
      for (int k = j + 1; k < s.count; ++k) try_face(s, i, j, k, nearest);
    }
  }
  return nearest;
}

/// Largest |w|^2: the scale of rounding.
inline double scale2(const BoxSimplex& s) {
  double out = 0;
  for (int k = 0; k < s.count; ++k) out = std::max(out, squared_length(s.w[k]));
  return out;
}

}  // namespace box_gjk_detail

/// `support(v)`: the point of A - B farthest along v. `v`: the first direction, not zero.
template <class Support>
BoxGjk box_gjk(const Support& support, Vector v) {
  using namespace box_gjk_detail;
  BoxGjk out;
  BoxSimplex& s = out.simplex;
  double before2 = std::numeric_limits<double>::infinity();
  for (;;) {
    ++out.rounds;
    const Vector a = support(v);
    if (dot(a, v) < 0) {  // step 2.b
      s.count = 0;
      return out;
    }
    out.ended = out.rounds < box_gjk_cap;
    if (!out.ended) return out;
    s.w[s.count++] = a;
    out.contact = s.count == 4 && holds_origin(s);
    if (out.contact) return out;
    const Feature nearest = nearest_feature(s);
    out.contact = nearest.distance2 <= box_gjk_rounding * box_gjk_rounding * scale2(s) || nearest.distance2 >= before2;
    before2 = nearest.distance2;
    BoxSimplex reduced;
    for (int k = 0; k < nearest.count; ++k) reduced.w[reduced.count++] = s.w[nearest.vertex[k]];
    s = reduced;
    v = nearest.towards;
    if (out.contact) return out;
  }
}

}  // namespace abut::papers
