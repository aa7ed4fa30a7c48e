// EPA: penetration depth and normal of two overlapping convex cores, with a certificate gap.
//
// Source: van den Bergen 2001; Feng & Tan 2019, Box 2. Departures: the answer is the narrowest width along any face
// normal tried (an upper bound of the depth, whatever rounding did to the polytope), and the nearest face is the lower
// bound; the search ends when both meet. A support point that the polytope has already is no proof: that face is set
// aside, its offset stays in the lower bound, and the search goes on. Support points are found in `T`, all else is in
// double. Starts from any simplex: points, segments and
// triangles are completed; a difference that is flat, a line or a point has depth zero.
#pragma once

#include "abut/narrow/polytope.h"
#include "abut/narrow/signed_volumes.h"

namespace abut {

/// Data only.
template <class T>
struct EpaResult {
  Vec3<double> normal;        ///< unit, outward from C at the nearest boundary: from A to B
  double depth;               ///< width of C along `normal`: never below the true depth by more than rounding
  double lower;               ///< the polytope holds a ball of this radius: the depth is not below it (to rounding)
  PolytopeVertex<T> face[3];  ///< the face of C that gave the normal; equal points for a vertex or an edge
  std::uint32_t iterations;
  bool full;              ///< ran out of room: the bounds hold but are open, and more room closes them
  bool capped;            ///< ran out of iterations: the bounds hold but stay open
  bool normal_undefined;  ///< C is a point
};

inline constexpr std::uint32_t epa_iteration_cap = 20000;

inline namespace ABUT_ISA {
namespace epa_detail {

template <class T>
ABUT_INLINE Vec3<T> unit(Vec3<T> v) {
  return v * (T(1) / sqrt(dot(v, v)));
}

/// Some unit vector perpendicular to `e`.
template <class T>
ABUT_HD inline Vec3<T> perpendicular(Vec3<T> e) {
  const T x = abs(e.x);
  const T y = abs(e.y);
  const T z = abs(e.z);
  const Vec3<T> axis = x <= y && x <= z ? Vec3<T>{T(1), T(0), T(0)}
                       : y <= z         ? Vec3<T>{T(0), T(1), T(0)}
                                        : Vec3<T>{T(0), T(0), T(1)};
  return unit(cross(e, axis));
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
    // what the points kept so far span: a point, then an edge, then a triangle
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
    const Vec3<T> v = unit(cross(e, u));
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
    const Vec3<T> n = unit(area);
    const SupportPoint<T> above = support(n);
    const SupportPoint<T> below = support(-n);
    const T up = dot(n, above.w - s.points[0].w);
    const T down = -dot(n, below.w - s.points[0].w);
    if (max(up, down) > tiny) s.points[s.count++] = up >= down ? above : below;
  }
}

/// Depth of a C without volume: zero to within rounding, along a normal of what C spans.
template <class T, class Support>
ABUT_PHASE void depth_of_flat(const Start<T>& s, const Support& support, const RelativePose<double>& pose,
                              EpaResult<T>& out) {
  PolytopeVertex<T> v[3];
  for (int k = 0; k < 3; ++k) v[k] = out.face[k] = polytope_vertex(s.points[k < s.count ? k : 0], pose);
  const auto edge = [&](int i, int j) { return polytope_detail::edge(v[i], v[j], pose); };
  Vec3<double> n{1, 0, 0};
  if (s.count == 3) {
    const TriangleCorner<double> corner = best_corner<double>(edge);
    n = unit(cross(corner.e1, corner.e2));
  }
  if (s.count == 2) n = perpendicular(edge(0, 1));
  if (s.count == 1) {
    // A point beside the origin still tells a direction.
    const double largest = max_abs(v[0].w);
    out.normal_undefined = !(largest > 0);
    if (!out.normal_undefined) n = unit(Vec3<double>{-v[0].w.x / largest, -v[0].w.y / largest, -v[0].w.z / largest});
  }
  const double up = dot(n, polytope_vertex(support(narrowed<T>(n)), pose).w);
  const double down = dot(-n, polytope_vertex(support(narrowed<T>(-n)), pose).w);
  out.normal = up <= down ? n : -n;
  out.depth = min(up, down);
  out.lower = min(out.depth, 0.0);
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

}  // namespace epa_detail

/// Depth of the origin in C = A - B. `simplex`: the 1 to 4 support points that GJK ended with; `scale`: the size of the
/// pair; `p`: an empty polytope with room for at least 8 vertices. A negative depth says that the origin lies outside.
template <class T, class Support>
ABUT_PHASE void epa(const SupportPoint<T>* simplex, int count, T scale, const Support& support, Polytope<T>& p,
                    EpaResult<T>& out) {
  epa_detail::Start<T> start;
  start.count = count;
  for (int k = 0; k < count; ++k) start.points[k] = simplex[k];
  const RelativePose<double> pose = widen(support.pose);
  out.iterations = 0;
  out.full = out.capped = false;
  out.normal_undefined = false;
  // Thinner than some roundings of its vertices C counts as flat.
  const T tiny = T(8) * Epsilon<T>::value * scale;
  epa_detail::drop_dependent(start, tiny);
  if (start.count < 4) {
    epa_detail::complete(start, support, tiny);
    if (start.count < 4) return epa_detail::depth_of_flat(start, support, pose, out);
  }
  start_tetrahedron(p, start.points, pose);
  bool thin = true;
  for (int f = 0; f < 4; ++f) thin = thin && p.offset[f] == Huge<double>::value;
  if (thin) {  // no face has an area that rounding can tell: as good as a line
    start.count = 2;
    return epa_detail::depth_of_flat(start, support, pose, out);
  }
  p.noise = 8 * Epsilon<double>::value * static_cast<double>(scale);
  // A width has the rounding of the choice of its support point (one unit of T), a plane's offset some units of double.
  const double tolerance =
      max(static_cast<double>(Epsilon<T>::value), 4 * Epsilon<double>::value) * static_cast<double>(scale);

  out.depth = Huge<double>::value;
  out.normal = {1, 0, 0};
  for (int k = 0; k < 3; ++k) out.face[k] = p.vertices[k];
  double settled = Huge<double>::value;  // smallest offset of a face that was set aside
  for (;;) {
    const std::uint32_t m = nearest_face(p);
    out.lower = min(settled, p.offset[m]);
    if (out.depth - p.offset[m] <= tolerance) break;
    out.full = p.vertex_count == p.capacity;
    out.capped = out.iterations == epa_iteration_cap;
    if (out.full || out.capped) break;
    const Vec3<double> n = p.faces[m].normal;
    const PolytopeVertex<T> q = polytope_vertex(support(narrowed<T>(n)), pose);
    const double width = dot(n, q.w);
    ++out.iterations;
    if (width < out.depth) {
      out.depth = width;
      out.normal = n;
      for (int k = 0; k < 3; ++k) out.face[k] = p.vertices[p.faces[m].v[k]];
    }
    if (width - p.offset[m] <= tolerance || epa_detail::has_vertex(p, q)) {
      // As far out as C goes along this normal, or as the bound; where a known vertex says so, as rounding can tell.
      settled = min(settled, p.offset[m]);
      p.offset[m] = Huge<double>::value;
      continue;
    }
    expand(p, m, q, pose);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
