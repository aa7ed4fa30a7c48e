// Directions among which no width can be the least: where the support point of a difference stays beside the direction.
//
// Where a width is least on the sphere, the difference's support point lies along the direction, or one of an edge or a
// face does. Around a direction n each part's support point moves by no more than its largest radius of curvature times
// the angle, or along an edge that is touched somewhere there. If all of that, seen along n, stays clear of the origin,
// the least width lies elsewhere. Edges and faces of polytopes are looked at for themselves; so each vertex is here.
#pragma once

#include "abut/narrow/axis_foot.h"
#include "abut/narrow/direction_answer.h"
#include "abut/narrow/least_width.h"

namespace abut {

/// Directions around one: no farther from it than `reach`, by the angle. Data only.
struct DirectionCap {
  Vec3<double> middle;  ///< unit
  double reach;
};

inline namespace ABUT_ISA {
namespace revolved_axis_detail {

/// An angle that is no smaller than that of a chord of the unit circle, which is not long.
ABUT_INLINE double angle_of_chord(double chord) {
  return fma(chord, 0.1 * chord * chord, chord) + 4 * Epsilon<double>::value;
}

/// The support points of solids in the directions of a cap: a point, and from there the way to a cone's apex where that
/// takes over from its rim; the ends of segments that take over from each other; and how far all that may move. Data
/// only.
struct PointsOfCap {
  static constexpr int capacity = 3 * SymmetricTerms::capacity;
  Vec3<double> smooth;                          ///< of ellipsoids, rims and apexes
  Vec3<double> end;                             ///< of segments
  Vec3<double> edge[SymmetricTerms::capacity];  ///< to apexes
  Vec3<double> side[capacity];                  ///< from one end of a segment to the other
  int edges, sides;
  double moved;
  double bent;  ///< how much the width's second derivatives may change
};

/// Adds a segment of this half length.
ABUT_HD inline void add_segment(Vec3<double> axis, double half, const DirectionCap& cap, PointsOfCap& out) {
  if (!(half > 0)) return;
  const double x = dot(axis, cap.middle);
  const bool both = abs(x) <= cap.reach;
  out.end = multiply_add(axis, both || x < 0 ? -half : half, out.end);
  if (both) out.side[out.sides++] = axis * (2 * half);
}

/// Adds how far the support point of an ellipsoid may move, and its derivatives change. `least`: its least width.
ABUT_HD inline void move_ellipsoid(double longest, double least, const DirectionCap& cap, PointsOfCap& out) {
  if (!(longest * cap.reach < 2 * least)) {
    out.moved += 2 * longest;
    out.bent = Huge<double>::value;
    return;
  }
  const double slope = longest / least;
  out.moved += longest * slope * cap.reach;
  out.bent += 3 * longest * slope * slope * cap.reach;
}

/// The point of a disc's rim, or its centre next to the axis.
ABUT_HD inline Vec3<double> rim_of_cap(Vec3<double> axis, double radius, const DirectionCap& cap, PointsOfCap& out) {
  const Vec3<double> beside = symmetric_detail::beside_axis(axis, cap.middle);
  const double y = length(beside);
  if (!(radius > 0)) return {0, 0, 0};
  if (!(y > 2 * cap.reach)) {
    out.moved += radius;
    out.bent = Huge<double>::value;
    return {0, 0, 0};
  }
  move_ellipsoid(radius, radius * (y - cap.reach), cap, out);
  return beside * (radius / y);
}

/// A term's curved part is an ellipsoid, flat where it is the disc of a cylinder or a cone. Its half axes.
ABUT_INLINE double curved_extent(const SymmetricTerm& t, int k) {
  return k == 2 && t.kind != SymmetricTerm::Kind::ellipsoid ? 0.0 : t.extent[k];
}
/// What makes it of the unit ball, transposed: its width along n is the length of this.
ABUT_INLINE Vec3<double> curved_image(const SymmetricTerm& t, Vec3<double> n) {
  return {curved_extent(t, 0) * dot(t.axis[0], n), curved_extent(t, 1) * dot(t.axis[1], n),
          curved_extent(t, 2) * dot(t.axis[2], n)};
}
ABUT_INLINE double longest_curved(const SymmetricTerm& t) {
  return max(max(curved_extent(t, 0), curved_extent(t, 1)), curved_extent(t, 2));
}
ABUT_INLINE double shortest_curved(const SymmetricTerm& t) {
  return min(min(curved_extent(t, 0), curved_extent(t, 1)), curved_extent(t, 2));
}

ABUT_HD inline void add_ellipsoid(const SymmetricTerm& t, const DirectionCap& cap, PointsOfCap& out) {
  const Vec3<double> q = curved_image(t, cap.middle);
  const double h = length(q), longest = longest_curved(t);
  if (!(longest > 0)) return;
  move_ellipsoid(longest, max(h - longest * cap.reach, shortest_curved(t)), cap, out);
  if (!(h > 0)) return;
  const double share[3] = {q.x / h, q.y / h, q.z / h};
  for (int k = 0; k < 3; ++k) out.smooth = multiply_add(t.axis[k], t.extent[k] * share[k], out.smooth);
}

/// How much higher along n a cone's apex is than its rim.
ABUT_HD inline double height_of_apex(const SymmetricTerm& t, Vec3<double> n) {
  const double x = dot(t.axis[2], n);
  return 2 * t.extent[2] * x - t.extent[0] * length(symmetric_detail::beside_axis(t.axis[2], n));
}

/// How much that may change in a cap.
ABUT_HD inline double change_of_apex(const SymmetricTerm& t, const DirectionCap& cap) {
  return sqrt(fma(4 * t.extent[2], t.extent[2], t.extent[0] * t.extent[0])) * cap.reach;
}

/// Whether the apex may take over from the rim in the cap.
ABUT_HD inline bool meets_crease(const SymmetricTerm& t, const DirectionCap& cap) {
  return abs(height_of_apex(t, cap.middle)) <= change_of_apex(t, cap);
}

/// Which of cones counts, by the bits of terms: as a rule what may be farthest in a cap. Data only.
struct ConeChoice {
  unsigned none = 0;  ///< nothing of these
  unsigned apex = 0, rim = 0;

  ABUT_HD bool is_free(int k) const { return ((apex | rim) >> k & 1) == 0; }
  /// Whether the apex counts alone, or if that is free, is farther along n.
  ABUT_HD bool takes_apex(int k, const SymmetricTerm& t, Vec3<double> n) const {
    return is_free(k) ? height_of_apex(t, n) > 0 : (apex >> k & 1) != 0;
  }
};

/// Adds the apex of term k, its rim or both.
ABUT_HD inline void add_cone(const SymmetricTerm& t, int k, const ConeChoice& cones, const DirectionCap& cap,
                             PointsOfCap& out) {
  const Vec3<double> axis = t.axis[2];
  const double half = t.extent[2];
  const bool both = cones.is_free(k) && meets_crease(t, cap);
  if (!both && cones.takes_apex(k, t, cap.middle)) {
    out.smooth = multiply_add(axis, half, out.smooth);
    return;
  }
  const Vec3<double> rim = rim_of_cap(axis, t.extent[0], cap, out);
  out.smooth = multiply_add(axis, -half, out.smooth) + rim;
  if (both) out.edge[out.edges++] = axis * (2 * half) - rim;
}

ABUT_HD inline PointsOfCap points_of_solids(const SymmetricTerms& solids, const DirectionCap& cap,
                                            const ConeChoice& cones = {}) {
  PointsOfCap out{{0, 0, 0}, {0, 0, 0}, {}, {}, 0, 0, 0, 0};
  for (int k = 0; k < solids.count; ++k) {
    if ((cones.none >> k & 1) != 0) continue;
    const SymmetricTerm& t = solids.term[k];
    switch (t.kind) {
      case SymmetricTerm::Kind::lines:
        for (int i = 0; i < 3; ++i) add_segment(t.axis[i], t.extent[i], cap, out);
        break;
      case SymmetricTerm::Kind::ellipsoid: add_ellipsoid(t, cap, out); break;
      case SymmetricTerm::Kind::cylinder:
        add_segment(t.axis[2], t.extent[2], cap, out);
        out.smooth = out.smooth + rim_of_cap(t.axis[2], t.extent[0], cap, out);
        break;
      case SymmetricTerm::Kind::cone: add_cone(t, k, cones, cap, out); break;
    }
  }
  return out;
}

inline constexpr int nearest_rounds = 4;

/// No point between `at` and the ends of the edges is nearer to the line along n than this.
ABUT_HD inline double least_beside(Vec3<double> at, const PointsOfCap& points, Vec3<double> n) {
  const auto aside = [&](Vec3<double> v) { return multiply_add(n, -dot(n, v), v); };
  const Vec3<double> from = aside(at);
  if (points.edges == 0) return length(from);
  Vec3<double> nearest = from;
  double share[SymmetricTerms::capacity] = {};
  for (int round = 0; round < nearest_rounds; ++round) {
    for (int k = 0; k < points.edges; ++k) {
      const Vec3<double> edge = aside(points.edge[k]);
      const double length2 = dot(edge, edge);
      if (!(length2 > 0)) continue;
      const double moved = min(max(share[k] - dot(nearest, edge) / length2, 0.0), 1.0) - share[k];
      share[k] += moved;
      nearest = multiply_add(edge, moved, nearest);
    }
  }
  const double distance = length(nearest);
  if (!(distance > 0)) return 0;
  const Vec3<double> u = nearest * (1 / distance);
  double bound = dot(u, from);
  for (int k = 0; k < points.edges; ++k) bound += min(dot(u, aside(points.edge[k])), 0.0);
  return bound;
}

/// Vertices that can be a polytope's farthest in a cap. Data only.
struct VerticesOfCap {
  static constexpr int capacity = 16;
  std::uint32_t id[capacity];
  int count;
};

/// Returns whether they fit.
template <class Stored>
ABUT_HD inline bool vertices_of(const AxisPolytope<Stored>& p, const DirectionCap& cap, double tolerance,
                                VerticesOfCap& out) {
  Vec3<double> top = p.at(0);
  for (std::uint32_t v = 1; v < p.vertex_count(); ++v) {
    const Vec3<double> at = p.at(v);
    if (dot(at - top, cap.middle) > 0) top = at;
  }
  out.count = 0;
  for (std::uint32_t v = 0; v < p.vertex_count(); ++v) {
    const Vec3<double> below = top - p.at(v);
    if (dot(below, cap.middle) > length(below) * cap.reach + tolerance) continue;
    if (out.count == VerticesOfCap::capacity) return false;
    out.id[out.count++] = v;
  }
  return true;
}

/// Sums of vertices, one of each polytope, and of segments' ends that are looked at in a cap.
inline constexpr int most_sums_of_cap = 64;

/// Calls `visit(corner)` for each sum of vertices and ends of segments that can be farthest in the cap, without the
/// rest of the solids, as long as it returns true. Returns whether it did for all.
template <class Stored, class Visit>
ABUT_HD inline bool for_corners(const AxisParts<Stored>& p, const DirectionCap& cap, const PointsOfCap& points,
                                const Visit& visit) {
  VerticesOfCap vertices[AxisParts<Stored>::most_polytopes];
  int sums = 1;
  for (int k = 0; k < p.polytopes; ++k) {
    if (!vertices_of(p.polytope[k], cap, p.tolerance, vertices[k])) return false;
    sums *= vertices[k].count;
    if (sums > most_sums_of_cap) return false;
  }
  if (sums << points.sides > most_sums_of_cap) return false;
  for (int which = 0; which < sums << points.sides; ++which) {
    Vec3<double> corner = p.place + points.end;
    for (int k = 0; k < points.sides; ++k) {
      if ((which >> k & 1) != 0) corner = corner + points.side[k];
    }
    int rest = which >> points.sides;
    for (int k = 0; k < p.polytopes; ++k) {
      corner = corner + p.polytope[k].at(vertices[k].id[rest % vertices[k].count]);
      rest /= vertices[k].count;
    }
    if (!visit(corner)) return false;
  }
  return true;
}

/// Whether the support point about a corner lies along none of the cap's directions where the width is no larger than
/// `size`.
ABUT_HD inline bool corner_slopes(Vec3<double> corner, const DirectionCap& cap, const PointsOfCap& points, double size,
                                  double tolerance) {
  return least_beside(corner + points.smooth, points, cap.middle) > fma(size, cap.reach, points.moved) + 4 * tolerance;
}

}  // namespace revolved_axis_detail
}  // namespace ABUT_ISA
}  // namespace abut
