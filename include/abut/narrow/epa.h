// EPA: penetration depth and normal of two overlapping convex cores, with a certificate gap.
//
// Source: van den Bergen 2001; Feng & Tan 2019, Box 2. Departures: the answer is the narrowest width along any face
// normal tried (an upper bound of the depth, whatever rounding did to the polytope), and the nearest face is the lower
// bound; the search ends when both meet. A support point that the polytope has already is no proof: that face is set
// aside, its offset stays in the lower bound, and the search goes on. Support points are found in `T`, all else is in
// double. Starts from any simplex: points, segments and
// triangles are completed; a difference that is flat, a line or a point has depth zero.
#pragma once

#include "abut/narrow/least_width.h"
#include "abut/narrow/polytope.h"
#include "abut/narrow/signed_volumes.h"

namespace abut {

/// Data only.
template <class T>
struct EpaResult {
  Vec3<double> normal;  ///< unit, outward from C at the nearest boundary: from A to B
  double depth;         ///< width of C along `normal`: never below the true depth by more than rounding error
  double lower;  ///< the polytope holds a ball of this radius: the depth is not below it (to within rounding error)
  PolytopeVertex<T> face[3];  ///< the face of C that gave the normal; equal points for a vertex or an edge
  std::uint32_t iterations;
  bool full;              ///< ran out of capacity: the bounds hold but are open, and more capacity closes them
  bool capped;            ///< ran out of iterations: the bounds hold but stay open
  bool normal_undefined;  ///< C is a point
};

/// What EPA is asked for. Data only.
template <class T>
struct EpaGoal {
  T scale;               ///< the size of the pair
  double open = 0;       ///< bounds may stay this far apart, and as far as rounding holds them
  bool on_face = false;  ///< the face should hold the foot of the origin; else the first bounds that meet are the end
};

inline constexpr std::uint32_t epa_iteration_cap = 20000;
/// So many vertices more, once the bounds meet, for a face that holds the foot of the origin.
inline constexpr std::uint32_t epa_face_iterations = 4;

inline namespace ABUT_ISA {
namespace epa_detail {

/// Some unit vector perpendicular to `e`.
template <class T>
ABUT_HD inline Vec3<T> perpendicular(Vec3<T> e) {
  const T x = abs(e.x);
  const T y = abs(e.y);
  const T z = abs(e.z);
  const Vec3<T> axis = x <= y && x <= z ? Vec3<T>{T(1), T(0), T(0)}
                       : y <= z         ? Vec3<T>{T(0), T(1), T(0)}
                                        : Vec3<T>{T(0), T(0), T(1)};
  return unit_vector(cross(e, axis));
}

/// The simplex while it is filled up to a tetrahedron.
template <class T>
struct Start {
  SupportPoint<T> points[4];
  int count;
};

/// Keeps an affinely independent subset of the points: each further one farther than `tiny` from what those before
/// span.
template <class T>
ABUT_PHASE void drop_dependent(Start<T>& s, T tiny) {
  const int given = s.count;
  if (given == 0) return;
  s.count = 1;
  for (int want = 1; want < given && s.count == want; ++want) {
    const Vec3<T> origin = s.points[0].w;
    // what the points taken so far span: a point, then an edge, then a triangle
    const Vec3<T> e = want >= 2 ? s.points[1].w - origin : Vec3<T>{T(0), T(0), T(0)};
    const Vec3<T> area = want >= 3 ? cross(e, s.points[2].w - origin) : e;
    T best = T(0);
    int chosen = want;
    for (int k = want; k < given; ++k) {
      const Vec3<T> d = s.points[k].w - origin;
      const T height2 = want == 1   ? dot(d, d)
                        : want == 2 ? dot(cross(e, d), cross(e, d)) / dot(e, e)
                                    : dot(area, d) * (dot(area, d) / dot(area, area));
      chosen = height2 > best ? k : chosen;
      best = max(best, height2);
    }
    if (!(best > tiny * tiny)) return;
    const SupportPoint<T> swapped = s.points[want];
    s.points[want] = s.points[chosen];
    s.points[chosen] = swapped;
    ++s.count;
  }
}

/// Fills affinely independent points up to four. Leaves 3, 2 or 1 in `s.count` if C is flat, a line or a point to
/// within `tiny`.
template <class T, class Support>
ABUT_PHASE void complete(Start<T>& s, const Support& support, T tiny) {
  if (s.count == 1) {
    for (int k = 0; k < 6 && s.count == 1; ++k) {
      const T sign = (k & 1) != 0 ? T(-1) : T(1);
      const Vec3<T> u{k / 2 == 0 ? sign : T(0), k / 2 == 1 ? sign : T(0), k / 2 == 2 ? sign : T(0)};
      const SupportPoint<T> p = support(u);
      const Vec3<T> e = p.w - s.points[0].w;
      if (dot(e, e) > tiny * tiny) s.points[s.count++] = p;
    }
  }
  if (s.count == 2) {
    const Vec3<T> e = s.points[1].w - s.points[0].w;
    const Vec3<T> u = perpendicular(e);
    const Vec3<T> v = unit_vector(cross(e, u));
    T best = T(0);
    for (int k = 0; k < 4; ++k) {
      const Vec3<T> direction = k < 2 ? u : v;
      const SupportPoint<T> p = support((k & 1) != 0 ? -direction : direction);
      const Vec3<T> area = cross(e, p.w - s.points[0].w);
      if (dot(area, area) > best) {
        best = dot(area, area);
        s.points[2] = p;
      }
    }
    if (best > tiny * tiny * dot(e, e)) s.count = 3;
  }
  if (s.count == 3) {
    const Vec3<T> area = cross(s.points[1].w - s.points[0].w, s.points[2].w - s.points[0].w);
    const Vec3<T> n = unit_vector(area);
    const SupportPoint<T> above = support(n);
    const SupportPoint<T> below = support(-n);
    const T up = dot(n, above.w - s.points[0].w);
    const T down = -dot(n, below.w - s.points[0].w);
    if (max(up, down) > tiny) s.points[s.count++] = up >= down ? above : below;
  }
}

/// Depth of a C without volume: zero to within rounding error, along a normal of what C spans.
template <class T, class Support>
ABUT_PHASE void depth_of_flat(const Start<T>& s, const Support& support, const RelativePose<double>& pose,
                              EpaResult<T>& out) {
  PolytopeVertex<T> v[3];
  for (int k = 0; k < 3; ++k) v[k] = out.face[k] = polytope_vertex(s.points[k < s.count ? k : 0], pose);
  const auto edge = [&](int i, int j) { return polytope_detail::edge(v[i], v[j], pose); };
  Vec3<double> n{1, 0, 0};
  if (s.count == 3) {
    const TriangleCorner<double> corner = best_corner<double>(edge);
    n = unit_vector(cross(corner.e1, corner.e2));
  }
  if (s.count == 2) n = perpendicular(edge(0, 1));
  if (s.count == 1) {
    // A point beside the origin still tells a direction.
    const double largest = max_abs(v[0].w);
    out.normal_undefined = !(largest > 0);
    if (!out.normal_undefined) {
      n = unit_vector(Vec3<double>{-v[0].w.x / largest, -v[0].w.y / largest, -v[0].w.z / largest});
    }
  }
  const double up = dot(n, polytope_vertex(support(narrowed<T>(n)), pose).w);
  const double down = dot(-n, polytope_vertex(support(narrowed<T>(-n)), pose).w);
  out.normal = up <= down ? n : -n;
  out.depth = min(up, down);
  out.lower = min(out.depth, 0.0);
}

template <class T>
ABUT_INLINE bool same_point(const PolytopeVertex<T>& v, const PolytopeVertex<T>& w) {
  return v.w.x == w.w.x && v.w.y == w.w.y && v.w.z == w.w.z;
}

template <class T>
ABUT_INLINE bool has_vertex(const Polytope<T>& p, const PolytopeVertex<T>& q) {
  bool found = false;
  for (std::uint32_t k = 0; k < p.vertex_count; ++k) {
    const Vec3<double>& w = p.vertices[k].w;
    found |= w.x == q.w.x && w.y == q.w.y && w.z == q.w.z;
  }
  return found;
}

/// The direction of locally least width, and where in the polytope its support points are. Data only.
struct Narrowest {
  LeastWidth<double> at{};
  std::uint32_t vertex[2] = {no_vertex, no_vertex};
  double nearer = 1;  ///< how much nearer to it than a face's normal the next direction is
  std::uint32_t tried = 0;
  double open = Huge<double>::value;  ///< how far the bounds were apart when it was looked for
  static constexpr std::uint32_t no_vertex = 0xffffffffu;
};
inline constexpr std::uint32_t most_searches = 4;

/// How much nearer: so that faces between rings of vertices around it are no nearer to the origin than it is. Faces
/// that reach from x to c x beside it on a paraboloid of radius r at depth d are if (1 + c)^2 / c <= 4 r / d.
ABUT_HD inline double next_ring(const LeastWidth<double>& at) {
  const double k = 2 + 4 * at.spread / at.width;
  const double c = 0.5 * (k + sqrt(max(k * k - 4, 0.0)));
  return max(2 / (0.7 * c), 1.0 / 256);
}

/// Where to look for a support point above face m: along its normal, but where a corner is a support point of the
/// narrowest direction, nearer to that. On what is smooth the face is as good as its largest extent there, and along
/// its normal that would only halve.
template <class T>
ABUT_HD inline Vec3<double> look_along(const Polytope<T>& p, std::uint32_t m, const Narrowest& narrowest,
                                       double tolerance) {
  const PolytopeFace& face = p.faces[m];
  bool at[2] = {false, false};
  for (int k = 0; k < 3; ++k) {
    for (int end = 0; end < 2; ++end) at[end] |= face.v[k] == narrowest.vertex[end];
  }
  if (!(at[0] || at[1]) || narrowest.nearer > 0.75) return face.normal;
  const Vec3<double> apart = face.normal - narrowest.at.normal;
  const double along = dot(apart, narrowest.at.edge);
  const Vec3<double> beside = multiply_add(narrowest.at.edge, -along, apart);
  // On a crease the end of the edge that the face has; any, where it has both.
  const bool first = at[0] == at[1] ? along < 0 : at[0];
  const double tilt = first ? -crease_tilt : crease_tilt;
  const double angle2 = dot(beside, beside);
  const double enough2 = tolerance / narrowest.at.width;  // offsets fall short by half of width angle^2
  if (!(angle2 > enough2)) return face.normal;
  const Vec3<double> centre = multiply_add(narrowest.at.edge, tilt, narrowest.at.normal);
  return unit_vector(multiply_add(beside, max(narrowest.nearer, sqrt(enough2 / angle2)), centre));
}

/// Adds q if it lies above face m. Returns whether. `full`, if there is no room for it: the answer shall not depend on
/// how much there was.
template <class T>
ABUT_HD inline bool expand_above(Polytope<T>& p, std::uint32_t m, const PolytopeVertex<T>& q,
                                 const RelativePose<double>& pose, double tolerance, bool& full) {
  if (has_vertex(p, q) || !(dot(p.faces[m].normal, q.w) - p.offset[m] > tolerance)) return false;
  full = full || p.vertex_count == p.capacity;
  if (full) return false;
  expand(p, m, q, pose);
  return true;
}

/// Looks for a direction of least width near the normal of face m, and adds its support point. Returns whether the
/// polytope has grown. `good`: how far support points may lie beside it.
template <class T, class Support>
ABUT_PHASE bool narrow(Polytope<T>& p, std::uint32_t m, const Support& support, double tolerance, Narrowest& narrowest,
                       EpaResult<T>& out) {
  ++narrowest.tried;
  LeastWidth<double> found;
  found.normal = p.faces[m].normal;
  if (!least_width(support, 0.5 * tolerance, found) || !(found.width <= out.depth) || !(found.width > 0)) return false;
  const RelativePose<double> pose = widen(support.pose);
  PolytopeVertex<T> v[2];
  std::uint32_t added[2] = {Narrowest::no_vertex, Narrowest::no_vertex};
  bool grown = false;
  for (int k = 0; k < 2; ++k) {
    v[k] = polytope_vertex(found.point[k], pose);
    std::uint32_t above = m;
    if (grown) {  // face m is gone
      if (k == 1 && same_point(v[0], v[1])) continue;
      above = nearest_face(p);
    }
    if (!expand_above(p, above, v[k], pose, tolerance, out.full)) continue;
    added[k] = p.vertex_count - 1;
    grown = true;
  }
  if (!grown) return false;
  for (int k = 0; k < 2; ++k) narrowest.vertex[k] = added[k];
  narrowest.at = found;
  narrowest.nearer = next_ring(found);
  out.depth = found.width;
  out.normal = found.normal;
  for (int k = 0; k < 3; ++k) out.face[k] = v[k < 2 ? k : 0];
  return true;
}

/// The search so far. Data only.
struct Progress {
  double tolerance;                               ///< bounds that are so near have met
  double settled = Huge<double>::value;           ///< smallest offset of a face that was set aside
  std::uint32_t remaining = epa_face_iterations;  ///< once the bounds have met
  Narrowest narrowest;
};

/// The first tetrahedron. Returns false if C is flat, a line or a point; then `out` is the answer.
template <class T, class Support>
ABUT_PHASE bool first_polytope(Start<T>& start, T scale, const Support& support, Polytope<T>& p, EpaResult<T>& out) {
  const RelativePose<double> pose = widen(support.pose);
  out.iterations = 0;
  out.full = out.capped = out.normal_undefined = false;
  // Thinner than some rounding errors of its vertices C counts as flat.
  const T tiny = T(8) * Epsilon<T>::value * scale;
  drop_dependent(start, tiny);
  if (start.count < 4) complete(start, support, tiny);
  if (start.count == 4) {
    start_tetrahedron(p, start.points, pose);
    bool thin = true;
    for (int f = 0; f < 4; ++f) thin = thin && p.offset[f] == Huge<double>::value;
    if (thin) start.count = 2;  // no face has an area that rounding can tell: as good as a line
  }
  if (start.count < 4) {
    depth_of_flat(start, support, pose, out);
    return false;
  }
  p.noise = 8 * Epsilon<double>::value * static_cast<double>(scale);
  out.depth = Huge<double>::value;
  out.normal = {1, 0, 0};
  for (int k = 0; k < 3; ++k) out.face[k] = p.vertices[k];
  return true;
}

/// Whether a search for the direction of least width may help: from the best face normal so far, near enough to have
/// a basin, and far from the end; each search from bounds much nearer than the one before.
template <class T>
ABUT_HD inline bool may_narrow(const EpaGoal<T>& goal, double width, double open, Progress& s,
                               const EpaResult<T>& out) {
  const double scale = static_cast<double>(goal.scale);
  const bool near = goal.on_face && width <= out.depth && width < 0.125 * scale && open < 0.02 * scale;
  if (!near || !(open > 64 * s.tolerance) || !(open < 0.125 * s.narrowest.open)) return false;
  s.narrowest.open = open;
  return s.narrowest.tried < most_searches;
}

/// One iteration above the nearest face m. Returns false if that was the last.
template <class T, class Support>
ABUT_INLINE bool step(Polytope<T>& p, std::uint32_t m, const EpaGoal<T>& goal, const Support& support, Progress& s,
                      EpaResult<T>& out) {
  const RelativePose<double> pose = widen(support.pose);
  const Vec3<double> n = p.faces[m].normal;
  if constexpr (sizeof(T) == sizeof(double)) {
    const Vec3<double> along = look_along(p, m, s.narrowest, s.tolerance);
    const bool nearer = along.x != n.x || along.y != n.y || along.z != n.z;
    if (nearer && expand_above(p, m, polytope_vertex(support(along), pose), pose, s.tolerance, out.full)) return true;
  }
  const PolytopeVertex<T> q = polytope_vertex(support(narrowed<T>(n)), pose);
  const double width = dot(n, q.w);
  const double open = width - p.offset[m];
  // The nearest face, if it is as far out as the difference goes, and the difference nowhere narrower, holds the foot
  // of the origin.
  const bool on_face = goal.on_face && open <= s.tolerance && width <= out.depth + s.tolerance;
  if (width < out.depth || on_face) {
    out.depth = width;
    out.normal = n;
    for (int k = 0; k < 3; ++k) out.face[k] = p.vertices[p.faces[m].v[k]];
  }
  if (on_face) return false;
  if (open <= s.tolerance || has_vertex(p, q)) {
    // As far out as C goes along this normal, or as the bound; where a known vertex says so, as rounding can tell.
    s.settled = min(s.settled, p.offset[m]);
    p.offset[m] = Huge<double>::value;
    return true;
  }
  if constexpr (sizeof(T) == sizeof(double)) {
    if (may_narrow(goal, width, open, s, out) && narrow(p, m, support, s.tolerance, s.narrowest, out)) return true;
  }
  expand(p, m, q, pose);
  return true;
}

}  // namespace epa_detail

/// Depth of the origin in C = A - B. `simplex`: the 1 to 4 support points that GJK ended with; `p`: an empty polytope
/// with room for at least 8 vertices. A negative depth says that the origin lies outside.
template <class T, class Support>
ABUT_PHASE void epa(const SupportPoint<T>* simplex, int count, const EpaGoal<T>& goal, const Support& support,
                    Polytope<T>& p, EpaResult<T>& out) {
  epa_detail::Start<T> start;
  start.count = count;
  for (int k = 0; k < count; ++k) start.points[k] = simplex[k];
  if (!epa_detail::first_polytope(start, goal.scale, support, p, out)) return;
  epa_detail::Progress s;
  // A width has the rounding error of the choice of its support point (one unit of T), a plane's offset some units of
  // double.
  const double rounding_error = max(static_cast<double>(Epsilon<T>::value), 4 * Epsilon<double>::value);
  s.tolerance = max(rounding_error * static_cast<double>(goal.scale), goal.open);
  for (;;) {
    const std::uint32_t m = nearest_face(p);
    out.lower = min(s.settled, p.offset[m]);
    if (p.offset[m] == Huge<double>::value) return;  // all have been set aside
    const bool is_full = p.vertex_count == p.capacity;
    if (out.depth - p.offset[m] <= s.tolerance) {
      const bool has_foot = s.narrowest.tried != 0 && out.depth == s.narrowest.at.width;
      if (!goal.on_face || has_foot || s.remaining == 0) return;
      --s.remaining;
    }
    out.full = out.full || is_full;
    out.capped = out.iterations == epa_iteration_cap;
    if (out.full || out.capped) return;
    ++out.iterations;
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::EpaLooks{}, p, m, out);
    if (!epa_detail::step(p, m, goal, support, s, out)) return;
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
