// The contact patch of two vertex sets: where, seen along the contact normal, they come nearest to each other.
//
// Feng & Tan 2019, section 4.3, take the centroid of the region where two parallel faces or edges overlap for the
// contact point. That region is nothing as soon as the faces are not quite parallel. Here it is
//   { x in the plane across the normal : gap(x) <= max(separation, 0) + margin },
// gap(x) being the height of B's boundary above A's over x. A's is concave and B's convex, so the gap is convex and the
// patch a convex polygon that changes continuously with the pose and the normal. For parallel faces it is the overlap
// of the faces, for parallel edges the segment, for bodies that overlap the shadow of what they share.
#pragma once

#include "abut/contacts/relief.h"
#include "abut/core/contact.h"

namespace abut {

/// So many rounding errors of the pair's size belong to a patch besides the margin: what normals of faces that are
/// parallel are off by.
inline constexpr int patch_units = 64;

/// A corner of a patch: plan coordinates, the height midway between the bodies, and how far they are apart there (of
/// their cores). Data only.
struct PatchCorner {
  double u, v, height, gap;
};

/// Data only.
struct PatchMemory {
  ReliefMemory a, b;
  PlanPoint* polygon[2];
  double* inside;
  PlanPoint* points;
  PatchCorner* corners;
  std::uint32_t capacity;
};

/// What a patch depends on besides the two bodies. Lengths in the caller's unit. Data only.
struct PatchReach {
  double band;       ///< how much more than the least gap belongs to the patch
  double distance;   ///< separation of the cores
  double sideways;   ///< how far beside each other edges may lie that are taken to lie along each other
  double tolerance;  ///< lengths that are nothing
};

/// A body and its relief, as the other body sees both. Data only.
template <class T>
struct SeenRelief {
  const SeenShape<T>& shape;
  const Relief& relief;
};

/// `corners` in the order of the boundary, counter-clockwise in the plan; two for a segment. Data only.
struct Patch {
  std::uint32_t count;
  double area;
  double centre_u, centre_v;  ///< centroid
};

inline namespace ABUT_ISA {
namespace patch_detail {

/// Keeps of a polygon what `inside` is not negative on, linear between its corners. Returns the number of corners.
ABUT_HD inline std::uint32_t clip(const PlanPoint* in, std::uint32_t count, const double* inside, PlanPoint* out) {
  std::uint32_t clipped = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = i + 1 < count ? i + 1 : 0;
    const bool in_here = inside[i] >= 0, in_next = inside[next] >= 0;
    if (in_here) out[clipped++] = in[i];
    if (in_here == in_next) continue;
    const PlanPoint p = in_here ? in[i] : in[next], q = in_here ? in[next] : in[i];  // the same bits both ways round
    const double fp = in_here ? inside[i] : inside[next], fq = in_here ? inside[next] : inside[i];
    const double t = fp / (fp - fq);
    out[clipped++] = {p.u + t * (q.u - p.u), p.v + t * (q.v - p.v), p.height + t * (q.height - p.height)};
  }
  return clipped;
}

ABUT_HD inline double least_height(const Relief& r, double u, double v) {
  double least = __builtin_inf();
  for (std::uint32_t k = 0; k < r.facets; ++k) {
    if (r.memory.facets[k].visible) least = min(least, height_of(r.memory.facets[k], u, v));
  }
  return least;
}

/// How the sum of both heights and the outline bound a patch. Data only.
struct Bounds {
  const Relief* other;
  double level;      ///< least sum of the heights
  double tolerance;  ///< outlines are that much wider, so that bodies that meet flush meet
};

/// What of the `count` corners in polygon[0] belongs to the patch goes behind the points. Returns false without room.
ABUT_HD inline bool add_part(const Bounds& bounds, const PatchMemory& m, std::uint32_t count, std::uint32_t& points) {
  const Relief& other = *bounds.other;
  std::uint32_t from = 0;
  const auto cut = [&](const auto& value) {
    std::uint32_t outside = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      m.inside[i] = value(m.polygon[from][i]);
      outside += m.inside[i] >= 0 ? 0 : 1;
    }
    if (outside == count) count = 0;
    if (outside == 0 || count == 0) return true;
    if (2 * count > m.capacity) return false;  // a polygon that rounding has bent may be cut many times
    count = clip(m.polygon[from], count, m.inside, m.polygon[1 - from]);
    from = 1 - from;
    return true;
  };
  for (std::uint32_t k = 0; k < other.facets; ++k) {
    const ReliefFacet& f = other.memory.facets[k];
    if (f.visible && !cut([&](const PlanPoint& p) { return p.height + height_of(f, p.u, p.v) - bounds.level; })) {
      return false;
    }
  }
  for (std::uint32_t k = 0; k < other.sides; ++k) {
    const ReliefSide& s = other.memory.sides[k];
    const double offset = s.offset - bounds.tolerance;
    if (!cut([&](const PlanPoint& p) { return p.u * s.inward_u + p.v * s.inward_v - offset; })) return false;
  }
  if (points + count > m.capacity) return false;
  for (std::uint32_t k = 0; k < count; ++k) m.points[points++] = m.polygon[from][k];
  return true;
}

/// The corners of a facet into polygon[0].
template <class T>
ABUT_HD inline bool load_face(const SeenShape<T>& s, std::uint32_t face, const PatchMemory& m, std::uint32_t& count) {
  const std::uint32_t f = s.header->face_offset + face;
  const std::uint32_t begin = s.set->face_begin[f], end = s.set->face_begin[f + 1];
  if (end - begin > m.capacity) return false;
  for (std::uint32_t k = begin; k < end; ++k) m.polygon[0][k - begin] = place(s, s.set->face_vertices[k]);
  count = end - begin;
  return true;
}

/// The points of the patch, by cutting what of `subject` faces the other body. `loops`: of how many polygons they are.
template <class T>
ABUT_HD inline bool cut_patch(const SeenShape<T>& s, const Relief& subject, const Bounds& bounds, const PatchMemory& m,
                              std::uint32_t& points, std::uint32_t& loops) {
  points = loops = 0;
  const auto add = [&](std::uint32_t count) {
    const std::uint32_t before = points;
    if (!add_part(bounds, m, count, points)) return false;
    loops += points > before ? 1 : 0;
    return true;
  };
  for (std::uint32_t k = 0; k < subject.facets; ++k) {
    std::uint32_t count = 0;
    if (!subject.memory.facets[k].visible) continue;
    if (!load_face(s, subject.memory.facets[k].face, m, count) || !add(count)) return false;
  }
  if (subject.visible > 0) return true;
  for (std::uint32_t k = 0; k < subject.edges; ++k) {
    m.polygon[0][0] = subject.memory.edges[k].from;
    m.polygon[0][1] = subject.memory.edges[k].to;
    if (!add(2)) return false;
  }
  if (subject.edges > 0) return true;
  m.polygon[0][0] = subject.memory.at[0];
  return add(1);
}

ABUT_HD inline bool comes_before(const PlanPoint& p, const PlanPoint& q) {
  return p.u < q.u || (p.u == q.u && p.v < q.v);
}
template <class Point>
ABUT_HD inline double turn(const Point& o, const Point& p, const Point& q) {
  return (p.u - o.u) * (q.v - o.v) - (p.v - o.v) * (q.u - o.u);
}

/// Convex hull (Andrew's monotone chain), counter-clockwise; `hull` has room for twice as many points, which rounding
/// can let them become for a while.
ABUT_HD inline std::uint32_t hull_of(PlanPoint* points, std::uint32_t count, PlanPoint* hull) {
  for (std::uint32_t i = 1; i < count; ++i) {
    const PlanPoint p = points[i];
    std::uint32_t k = i;
    for (; k > 0 && comes_before(p, points[k - 1]); --k) points[k] = points[k - 1];
    points[k] = p;
  }
  std::uint32_t size = 0;
  const auto add = [&](const PlanPoint& p, std::uint32_t first) {
    while (size >= first + 2 && turn(hull[size - 2], hull[size - 1], p) <= 0) --size;
    hull[size++] = p;
  };
  for (std::uint32_t i = 0; i < count; ++i) add(points[i], 0);
  const std::uint32_t upper = size - 1;
  for (std::uint32_t i = count - 1; i-- > 0;) add(points[i], upper);
  return size > 1 ? size - 1 : size;
}

/// Squared distance of `p` from the segment from `a` to `b`.
template <class Point>
ABUT_HD inline double squared_sag(const Point& p, const Point& a, const Point& b) {
  const double du = b.u - a.u, dv = b.v - a.v, wu = p.u - a.u, wv = p.v - a.v;
  const double length2 = du * du + dv * dv;
  double t = length2 > 0 ? (wu * du + wv * dv) / length2 : 0;
  t = min(max(t, 0.0), 1.0);
  const double su = wu - t * du, sv = wv - t * dv;
  return su * su + sv * sv;
}

template <class Point>
ABUT_HD inline void erase(Point* points, std::uint32_t& count, std::uint32_t at) {
  for (--count; at < count; ++at) points[at] = points[at + 1];
}

ABUT_HD inline void turn_round(PlanPoint* p, std::uint32_t count) {
  for (std::uint32_t i = 0; i + 1 < count; ++i) {
    const PlanPoint q = p[--count];
    p[count] = p[i];
    p[i] = q;
  }
}

/// Whether every corner is farther than `tolerance` from the line through its neighbours.
template <class Point>
ABUT_HD inline bool bends_at_all(const Point* p, std::uint32_t count, double tolerance) {
  std::uint32_t flat = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Point &o = p[i > 0 ? i - 1 : count - 1], &q = p[i + 1 < count ? i + 1 : 0];
    const double turned = turn(o, p[i], q), du = q.u - o.u, dv = q.v - o.v;
    flat += turned * turned > 2 * tolerance * tolerance * (du * du + dv * dv) ? 0 : 1;
  }
  return flat == 0;
}

/// Drops corners that are no farther than `tolerance` from what joins their neighbours, the least first.
template <class Point>
ABUT_HD inline void drop_flat_corners(Point* p, std::uint32_t& count, double tolerance) {
  if (bends_at_all(p, count, tolerance)) return;  // most do, and it takes no division
  while (count > 1) {
    std::uint32_t flattest = 0;
    double least = __builtin_inf();
    for (std::uint32_t i = 0; i < count; ++i) {
      const double sag = squared_sag(p[i], p[i > 0 ? i - 1 : count - 1], p[i + 1 < count ? i + 1 : 0]);
      flattest = sag < least ? i : flattest;
      least = sag < least ? sag : least;
    }
    if (!(least <= tolerance * tolerance)) return;
    erase(p, count, flattest);
  }
}

/// Area and centroid of a counter-clockwise polygon; of a segment its middle.
template <class Point>
ABUT_HD inline void measure(const Point* p, Patch& patch) {
  const std::uint32_t n = patch.count;
  double twice = 0, mu = 0, mv = 0;
  for (std::uint32_t i = 2; i < n; ++i) {  // fan from corner 0
    const double u1 = p[i - 1].u - p[0].u, v1 = p[i - 1].v - p[0].v, u2 = p[i].u - p[0].u, v2 = p[i].v - p[0].v;
    const double c = u1 * v2 - v1 * u2;
    twice += c;
    mu += c * (u1 + u2);
    mv += c * (v1 + v2);
  }
  patch.area = twice / 2;
  patch.centre_u = n == 2 ? (p[0].u + p[1].u) / 2 : p[0].u;
  patch.centre_v = n == 2 ? (p[0].v + p[1].v) / 2 : p[0].v;
  if (n < 3) return;
  patch.centre_u += mu / (3 * twice);
  patch.centre_v += mv / (3 * twice);
}

/// What of t0 <= t <= t1 has `at0` + t * `rate` >= 0.
ABUT_HD inline void cut_interval(double at0, double rate, double& t0, double& t1) {
  if (rate > 0) t0 = max(t0, -at0 / rate);
  if (rate < 0) t1 = min(t1, -at0 / rate);
  if (rate == 0 && at0 < 0) t1 = t0 - 1;
}

/// Of two bodies that face each other with edges alone: the part of A's edge over B's, to within `reach.sideways`,
/// where the gap is within the band. `top`: sum of both greatest heights. Returns whether there is any.
ABUT_HD inline bool near_part(const ReliefEdge& a, const ReliefEdge& b, double top, const PatchReach& reach, double& t0,
                              double& t1) {
  const double du = a.to.u - a.from.u, dv = a.to.v - a.from.v, eu = b.to.u - b.from.u, ev = b.to.v - b.from.v;
  const double wu = a.from.u - b.from.u, wv = a.from.v - b.from.v, ee = eu * eu + ev * ev, length = sqrt(ee);
  if (!(length > reach.tolerance)) return false;
  t0 = 0, t1 = 1;
  // Where along B's edge A's points lie, and how far beside it.
  const double along = (wu * eu + wv * ev) / ee, along_rate = (du * eu + dv * ev) / ee,
               slack = reach.tolerance / length;
  cut_interval(along + slack, along_rate, t0, t1);
  cut_interval(1 + slack - along, -along_rate, t0, t1);
  const double beside = (wu * ev - wv * eu) / length, beside_rate = (du * ev - dv * eu) / length;
  cut_interval(reach.sideways + beside, beside_rate, t0, t1);
  cut_interval(reach.sideways - beside, -beside_rate, t0, t1);
  const double rise_b = b.to.height - b.from.height;
  const double sum = a.from.height + b.from.height + along * rise_b;
  cut_interval(sum - (top - reach.band), a.to.height - a.from.height + along_rate * rise_b, t0, t1);
  return t0 <= t1;
}

/// The point of the patch at `t` of A's edge: midway to the point of B's edge beside it.
ABUT_HD inline PatchCorner edge_corner(const ReliefEdge& a, const ReliefEdge& b, double t) {
  const PlanPoint p{a.from.u + t * (a.to.u - a.from.u), a.from.v + t * (a.to.v - a.from.v),
                    a.from.height + t * (a.to.height - a.from.height)};
  const double eu = b.to.u - b.from.u, ev = b.to.v - b.from.v;
  const double along = ((p.u - b.from.u) * eu + (p.v - b.from.v) * ev) / (eu * eu + ev * ev);
  const double s = min(max(along, 0.0), 1.0);
  const double height_b = b.from.height + s * (b.to.height - b.from.height);
  return {(p.u + b.from.u + s * eu) / 2, (p.v + b.from.v + s * ev) / 2, (p.height - height_b) / 2,
          -(p.height + height_b)};
}

/// The patch of two bodies that face each other with edges alone: from one end to the other of all that is near, which
/// lies along one line but for `reach.sideways`.
ABUT_HD inline void edges_patch(const Relief& a, const Relief& b, const PatchReach& reach, const PatchMemory& m,
                                Patch& patch) {
  double way_u = 0, way_v = 0, first = 0, last = 0;
  bool any = false;
  const auto add = [&](const PatchCorner& c) {
    const double at = c.u * way_u + c.v * way_v;
    if (!any || at < first) m.corners[0] = c, first = at;
    if (!any || at > last) m.corners[1] = c, last = at;
    any = true;
  };
  for (std::uint32_t i = 0; i < a.edges; ++i) {
    for (std::uint32_t k = 0; k < b.edges; ++k) {
      const ReliefEdge& ea = a.memory.edges[i];
      const ReliefEdge& eb = b.memory.edges[k];
      double t0, t1;
      if (!near_part(ea, eb, a.top + b.top, reach, t0, t1)) continue;
      if (way_u == 0 && way_v == 0) way_u = eb.to.u - eb.from.u, way_v = eb.to.v - eb.from.v;
      add(edge_corner(ea, eb, t0));
      add(edge_corner(ea, eb, t1));
    }
  }
  if (!any) return;
  const PatchCorner &p = m.corners[0], &q = m.corners[1];
  const double u = q.u - p.u, v = q.v - p.v;
  patch.count = u * u + v * v > 4 * reach.sideways * reach.sideways ? 2 : 1;
  if (patch.count == 1) {
    m.corners[0] = {(p.u + q.u) / 2, (p.v + q.v) / 2, (p.height + q.height) / 2, (p.gap + q.gap) / 2};
  }
}

}  // namespace patch_detail

/// The patch of two vertex sets that were made reliefs of with band `reach.band`; plan coordinates from the contact
/// point, heights along the normal for A and against it for B. Its corners go to `m.corners`. Without a relief that
/// has any extent across the normal it is one point, the contact point. Returns false where `m` has too little room.
template <class T>
ABUT_HD inline bool find_patch(SeenRelief<T> a, SeenRelief<T> b, const PatchReach& reach, const PatchMemory& m,
                               Patch& patch) {
  using namespace patch_detail;
  const Relief &of_a = a.relief, &of_b = b.relief;
  patch.count = 0;
  if (of_a.visible == 0 && of_b.visible == 0) {
    edges_patch(of_a, of_b, reach, m, patch);
  } else {
    const bool b_is_cut = of_b.visible == 0 || (of_a.visible != 0 && of_b.visible < of_a.visible);
    const double level = of_a.top + of_b.top - reach.band;
    std::uint32_t points = 0;
    PlanPoint* p = m.points;
    const Relief& other = b_is_cut ? of_a : of_b;
    // Where bodies meet along their outlines rounding decides what is left: there these are made a little wider.
    for (double wider = 0; wider <= reach.tolerance / 4; wider += reach.tolerance / 4) {
      const Bounds bounds{&other, level, wider};
      std::uint32_t loops = 0;
      if (!(b_is_cut ? cut_patch(b.shape, of_b, bounds, m, points, loops)
                     : cut_patch(a.shape, of_a, bounds, m, points, loops))) {
        return false;
      }
      p = m.points;
      if (loops > 1) {
        points = hull_of(m.points, points, m.polygon[0]);
        p = m.polygon[0];
      } else if (b_is_cut) {  // faces of B run clockwise in the plan
        turn_round(p, points);
      }
      drop_flat_corners(p, points, reach.tolerance);
      if (points > 2) break;
    }
    for (std::uint32_t i = 0; i < points; ++i) {
      const double others = least_height(other, p[i].u, p[i].v);
      const double ha = b_is_cut ? others : p[i].height, hb = b_is_cut ? p[i].height : others;
      m.corners[i] = {p[i].u, p[i].v, (ha - hb) / 2, -(ha + hb)};
    }
    patch.count = points;
  }
  if (patch.count == 0) {
    patch.count = 1;
    m.corners[0] = {0, 0, 0, reach.distance};
  }
  measure(m.corners, patch);
  return true;
}

/// Drops corners until `most` are left, three at least: each time the one whose triangle with its neighbours is least,
/// the first of several. The patch keeps area and extent as well as that allows; its area and centre stay those of the
/// whole.
ABUT_HD inline void reduce_corners(PatchCorner* p, Patch& patch, std::uint32_t most) {
  while (patch.count > most && patch.count > 3) {
    const std::uint32_t n = patch.count;
    std::uint32_t least_at = 0;
    double least = __builtin_inf();
    for (std::uint32_t i = 0; i < n; ++i) {
      const PatchCorner &o = p[i > 0 ? i - 1 : n - 1], &q = p[i], &r = p[i + 1 < n ? i + 1 : 0];
      const double area = abs((q.u - o.u) * (r.v - o.v) - (q.v - o.v) * (r.u - o.u));
      least_at = area < least ? i : least_at;
      least = area < least ? area : least;
    }
    patch_detail::erase(p, patch.count, least_at);
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
