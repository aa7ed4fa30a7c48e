// A patch by walking round it.
//
// Over a facet of A and a facet of B at once both heights are linear, and what bounds the patch, where their sum is at
// its level, is a straight line. It ends where it leaves either facet, over one of its edges: there is a corner, and
// the line goes on over the facet beyond. Where there is none, the patch ends at that body's outline, and the walk
// follows the edge until the sum is at the level again or the other body's outline is there. So a patch costs what its
// corners cost, however many facets it reaches over.
//
// Heights of vertices are the same on both sides of an edge, to the bit: so a facet that is entered has corners on both
// sides of the level, and there is a way out. Where rounding has outlines coincide the walk may still go astray. It is
// believed where it comes back to where it began, in as many steps as it can take at most, and has gone round a convex
// polygon. Else patch.h answers.
#pragma once

#include "abut/contacts/patch.h"

namespace abut {

/// What a search with limits says.
enum class PatchSearch { found, unknown, out_of_capacity };

inline namespace ABUT_ISA {

/// The plane of a facet through one of its points. Data only.
struct FacetPlane {
  PlanPoint at;
  double slope_u, slope_v;
};

ABUT_INLINE double height_of(const FacetPlane& p, double u, double v) {
  return p.at.height + (p.slope_u * (u - p.at.u) + p.slope_v * (v - p.at.v));
}

/// Returns false if the face looks away or is steeper than `flattest`, the least height of a unit normal.
template <class T>
ABUT_HD inline bool plane_of(const SeenShape<T>& s, std::uint32_t face, const PlanPoint& at, double flattest,
                             FacetPlane& p) {
  const std::uint32_t i = s.header->face_offset + face;
  const Vec3<double> n =
      rotate(s.turn, Vec3<double>{static_cast<double>(s.set->plane_nx[i]), static_cast<double>(s.set->plane_ny[i]),
                                  static_cast<double>(s.set->plane_nz[i])});
  p = {at, -(n.x / n.z), -(n.y / n.z)};
  return n.z > flattest;
}

namespace trace_detail {

/// A facet that the walk is over: its corners, counter-clockwise in the plan. Data only.
struct Facet {
  PlanPoint* at;
  std::uint32_t face, count;
  FacetPlane plane;
};

/// What bounds the patch where the walk is.
enum class Rail : std::uint8_t { level, outline_a, outline_b };

/// Where a walk is. Data only.
struct Place {
  std::uint32_t face_a, face_b, end;
  Rail rail;
};
ABUT_INLINE bool operator==(const Place& p, const Place& q) {
  return p.face_a == q.face_a && p.face_b == q.face_b && p.end == q.end && p.rail == q.rail;
}

/// Where a walk leaves a facet: over the edge that ends at its corner `end`. Data only.
struct Exit {
  PlanPoint at;
  std::uint32_t end;
  bool known;
};

template <class T>
ABUT_HD inline std::uint32_t vertex_of(const SeenShape<T>& s, const Facet& f, std::uint32_t k) {
  const std::uint32_t begin = s.set->face_begin[s.header->face_offset + f.face];
  return s.set->face_vertices[begin + (s.mirrored ? f.count - 1 - k : k)];
}
ABUT_INLINE std::uint32_t before(const Facet& f, std::uint32_t k) { return k > 0 ? k - 1 : f.count - 1; }
ABUT_INLINE std::uint32_t after(const Facet& f, std::uint32_t k) { return k + 1 < f.count ? k + 1 : 0; }

/// Takes a face if it is seen from the other body, and not from its side; else `f` stays as it is.
template <class T>
ABUT_HD inline PatchSearch enter(const SeenShape<T>& s, std::uint32_t face, std::uint32_t capacity, Facet& f) {
  if (face == no_face) return PatchSearch::unknown;
  const std::uint32_t i = s.header->face_offset + face;
  const std::uint32_t begin = s.set->face_begin[i], count = s.set->face_begin[i + 1] - begin;
  FacetPlane plane;
  const PlanPoint first = place(s, s.set->face_vertices[begin + (s.mirrored ? count - 1 : 0)]);
  if (!plane_of(s, face, first, steepest_facet<T>, plane)) return PatchSearch::unknown;
  if (count > capacity) return PatchSearch::out_of_capacity;
  f.face = face;
  f.count = count;
  f.plane = plane;
  f.at[0] = first;
  for (std::uint32_t k = 1; k < count; ++k) f.at[k] = place(s, vertex_of(s, f, k));
  return PatchSearch::found;
}

/// The face on the other side of the edge that ends at corner `end`.
template <class T>
ABUT_HD inline std::uint32_t face_beyond(const SeenShape<T>& s, const Facet& f, std::uint32_t end) {
  const std::uint32_t v = vertex_of(s, f, end), w = vertex_of(s, f, before(f, end));
  const std::uint32_t stop = relief_detail::neighbour_begin(s, v + 1);
  for (std::uint32_t k = relief_detail::neighbour_begin(s, v); k < stop; ++k) {
    if (s.set->adjacency[k] != w) continue;
    const ShapeEdge& e = s.set->edges[s.header->edge_offset + s.set->adjacency_edge[k]];
    return e.f0 == f.face ? e.f1 : e.f0;
  }
  return no_face;
}

ABUT_INLINE PlanPoint between(const PlanPoint& p, const PlanPoint& q, double t) {
  return {p.u + t * (q.u - p.u), p.v + t * (q.v - p.v), p.height + t * (q.height - p.height)};
}

/// Where the line on which the sum of both heights is `level`, higher on its left, leaves `f`.
ABUT_HD inline Exit exit_of_line(const Facet& f, const FacetPlane& other, double level) {
  PlanPoint p = f.at[f.count - 1];
  double over_p = p.height + height_of(other, p.u, p.v) - level;
  for (std::uint32_t k = 0; k < f.count; ++k) {
    const PlanPoint q = f.at[k];
    const double over_q = q.height + height_of(other, q.u, q.v) - level;
    if (over_p < 0 && over_q >= 0) return {between(p, q, over_p / (over_p - over_q)), k, true};
    p = q;
    over_p = over_q;
  }
  return {p, 0, false};
}

/// After which part of the way (u, v) from `from` on it leaves `f`, and in `end` over which edge.
ABUT_HD inline double exit_of_way(const Facet& f, const PlanPoint& from, double u, double v, std::uint32_t& end) {
  double first = __builtin_inf();
  PlanPoint p = f.at[f.count - 1];
  for (std::uint32_t k = 0; k < f.count; ++k) {
    const PlanPoint q = f.at[k];
    const double du = q.u - p.u, dv = q.v - p.v, rate = du * v - dv * u;
    const double t = rate < 0 ? (du * (from.v - p.v) - dv * (from.u - p.u)) / -rate : first;
    if (t < first) first = t, end = k;
    p = q;
  }
  return first;
}

/// A walk over two bodies.
template <class T>
class Walk {
 public:
  ABUT_HD Walk(const SeenShape<T>& a, const SeenShape<T>& b, double tolerance, const PatchMemory& m)
      : a_(a), b_(b), fa_{m.polygon[0], 0, 0, {}}, fb_{m.polygon[1], 0, 0, {}}, tolerance_(tolerance), m_(m) {
    remaining_steps_ = 4 * (a.header->edge_count + b.header->edge_count) + 16;
  }

  /// Where a walk begins: over `face`, or where that is not seen over `other`. `first`: which of them.
  ABUT_HD PatchSearch enter_either(bool of_a, std::uint32_t face, std::uint32_t other, bool& first) {
    const PatchSearch found = enter_facet(of_a, face);
    first = found == PatchSearch::found;
    return found == PatchSearch::unknown ? enter_facet(of_a, other) : found;
  }
  ABUT_HD PatchSearch enter_facet(bool of_a, std::uint32_t face) {
    return of_a ? enter(a_, face, m_.capacity, fa_) : enter(b_, face, m_.capacity, fb_);
  }

  ABUT_HD const Facet& facet_a() const { return fa_; }
  ABUT_HD const Facet& facet_b() const { return fb_; }
  ABUT_HD double tolerance() const { return tolerance_; }

  /// Goes from `from`, where the sum of the heights is not below the level, along (u, v) to what bounds the patch.
  ABUT_HD PatchSearch go_out(const PlanPoint& from, double u, double v, double level) {
    level_ = level;
    while (remaining_steps_-- > 0) {
      const FacetPlane &pa = fa_.plane, &pb = fb_.plane;
      const double rate = (pa.slope_u + pb.slope_u) * u + (pa.slope_v + pb.slope_v) * v;
      const double over = height_of(pa, from.u, from.v) + height_of(pb, from.u, from.v) - level_;
      const double down = rate < 0 ? over / -rate : __builtin_inf();
      std::uint32_t end_a = 0, end_b = 0;
      const double leave_a = exit_of_way(fa_, from, u, v, end_a), leave_b = exit_of_way(fb_, from, u, v, end_b);
      const double leave = min(leave_a, leave_b);
      rail_ = Rail::level;
      if (down <= leave) return PatchSearch::found;
      if (!(leave < __builtin_inf())) return PatchSearch::unknown;
      const PatchSearch next = leave_a <= leave_b ? cross(true, end_a) : cross(false, end_b);
      if (next != PatchSearch::found || rail_ != Rail::level) return next;
    }
    return PatchSearch::unknown;
  }

  /// Goes along what bounds the patch until it is where it began; the corners go to `m.corners`.
  ABUT_HD PatchSearch go_round(std::uint32_t& count) {
    Place start = place_of_walk();
    int restarts = 0;
    count_ = 0;
    do {
      const std::uint32_t corners = count_;
      const PatchSearch next = remaining_steps_-- <= 0    ? PatchSearch::unknown
                               : rail_ == Rail::level     ? follow_level()
                               : rail_ == Rail::outline_a ? follow_outline(a_, fa_, fb_, true)
                                                          : follow_outline(b_, fb_, fa_, false);
      if (next != PatchSearch::found) return next;
      // Where it began at a corner it may have been over a facet that it does not come by.
      if (count_ > corners && count_ > 3 && !(place_of_walk() == start) && is_back()) {
        if (++restarts > 2) return PatchSearch::unknown;
        m_.corners[0] = m_.corners[count_ - 1];
        count_ = 1;
        start = place_of_walk();
      }
    } while (!(place_of_walk() == start));
    count = count_;
    return PatchSearch::found;
  }

 private:
  /// Over that edge of the facet of A or B: to the facet beyond, or on along the edge where none is seen.
  ABUT_HD PatchSearch cross(bool of_a, std::uint32_t end) {
    const PatchSearch next = enter_facet(of_a, of_a ? face_beyond(a_, fa_, end) : face_beyond(b_, fb_, end));
    if (next == PatchSearch::out_of_capacity) return next;
    if (next == PatchSearch::unknown) {
      rail_ = of_a ? Rail::outline_a : Rail::outline_b;
      end_ = end;
    }
    return PatchSearch::found;
  }

  ABUT_HD Place place_of_walk() const { return {fa_.face, fb_.face, rail_ == Rail::level ? 0 : end_, rail_}; }
  ABUT_HD bool is_back() const {
    const PatchCorner &p = m_.corners[0], &q = m_.corners[count_ - 1];
    const double du = q.u - p.u, dv = q.v - p.v;
    return du * du + dv * dv <= tolerance_ * tolerance_;
  }

  /// `height` and `other`: of either body each.
  ABUT_HD PatchSearch add_corner(const PlanPoint& p, double other, bool of_a) {
    if (count_ == m_.capacity) return PatchSearch::out_of_capacity;
    const double midway = (p.height - other) / 2;
    PatchCorner* const c = m_.corners;
    c[count_++] = {p.u, p.v, of_a ? midway : -midway, -(p.height + other)};
    const bool astray = count_ > 2 && bends_right(c[count_ - 3], c[count_ - 2], c[count_ - 1]);
    return astray ? PatchSearch::unknown : PatchSearch::found;
  }

  /// Whether `q` lies to the right of the line from `o` to `p`, by more than rounding error.
  ABUT_HD bool bends_right(const PatchCorner& o, const PatchCorner& p, const PatchCorner& q) const {
    const double turned = patch_detail::turn(o, p, q), du = p.u - o.u, dv = p.v - o.v;
    return turned < 0 && turned * turned > tolerance_ * tolerance_ * (du * du + dv * dv);
  }

  ABUT_HD PatchSearch follow_level() {
    const Exit out_a = exit_of_line(fa_, fb_.plane, level_), out_b = exit_of_line(fb_, fa_.plane, level_);
    if (!out_a.known && !out_b.known) return PatchSearch::unknown;
    const double way_u = fa_.plane.slope_v + fb_.plane.slope_v, way_v = -(fa_.plane.slope_u + fb_.plane.slope_u);
    const double ahead = (out_b.at.u - out_a.at.u) * way_u + (out_b.at.v - out_a.at.v) * way_v;
    const bool leaves_a = out_a.known && (!out_b.known || ahead >= 0);
    const Exit out = leaves_a ? out_a : out_b;
    const PatchSearch added = add_corner(out.at, level_ - out.at.height, leaves_a);
    return added == PatchSearch::found ? cross(leaves_a, out.end) : added;
  }

  /// `f`: the facet of `s` along whose edge the walk goes, `g` the other body's.
  ABUT_HD PatchSearch follow_outline(const SeenShape<T>& s, Facet& f, Facet& g, bool of_a) {
    const PlanPoint p = f.at[before(f, end_)], q = f.at[end_];
    const double other_q = height_of(g.plane, q.u, q.v);
    const double over_p = p.height + height_of(g.plane, p.u, p.v) - level_, over_q = q.height + other_q - level_;
    const double down = over_q < 0 ? over_p / (over_p - over_q) : __builtin_inf();
    std::uint32_t end = 0;
    const double leave = exit_of_way(g, p, q.u - p.u, q.v - p.v, end);
    if (over_q < 0 && down <= leave) {
      const PlanPoint corner = between(p, q, down);
      rail_ = Rail::level;
      return add_corner(corner, level_ - corner.height, of_a);
    }
    if (leave < 1) {
      const Rail rail = rail_;
      const PatchSearch next = cross(!of_a, end);
      if (next != PatchSearch::found || rail_ == rail) return next;
      const PlanPoint corner = between(p, q, leave);
      return add_corner(corner, height_of(g.plane, corner.u, corner.v), of_a);
    }
    const PatchSearch added = add_corner(q, other_q, of_a);
    return added == PatchSearch::found ? turn_at_corner(s, f) : added;
  }

  /// To the next edge of the outline: round the vertex at which this one ends.
  ABUT_HD PatchSearch turn_at_corner(const SeenShape<T>& s, Facet& f) {
    const std::uint32_t vertex = vertex_of(s, f, end_);
    while (remaining_steps_-- > 0) {
      end_ = after(f, end_);
      const PatchSearch next = enter(s, face_beyond(s, f, end_), m_.capacity, f);
      if (next == PatchSearch::unknown) return PatchSearch::found;
      if (next == PatchSearch::out_of_capacity) return next;
      end_ = 0;
      while (end_ + 1 < f.count && vertex_of(s, f, end_) != vertex) ++end_;
    }
    return PatchSearch::unknown;
  }

  const SeenShape<T>&a_, &b_;
  Facet fa_, fb_;
  double level_ = 0, tolerance_;
  const PatchMemory& m_;
  Rail rail_ = Rail::level;
  std::uint32_t end_ = 0;  ///< of an outline: the corner of its facet that the edge leads to
  std::uint32_t count_ = 0;
  std::int64_t remaining_steps_;  ///< every edge is crossed twice at most, and is once an outline
};

}  // namespace trace_detail

/// The patch round `from`, a point of the plan over both facets of `walk`, which the way (u, v) leads into. `level`: of
/// the sum of both heights, not above that at `from`.
template <class T>
ABUT_HD inline PatchSearch trace_patch(trace_detail::Walk<T>& walk, const PlanPoint& from, double u, double v,
                                       double level, const PatchMemory& m, Patch& patch) {
  PatchSearch found = walk.go_out(from, u, v, level);
  std::uint32_t count = 0;
  if (found == PatchSearch::found) found = walk.go_round(count);
  if (found != PatchSearch::found) return found;
  patch_detail::drop_flat_corners(m.corners, count, walk.tolerance());
  if (count < 3) return PatchSearch::unknown;
  for (std::uint32_t i = 0; i < count; ++i) {
    const PatchCorner &o = m.corners[i], &p = m.corners[(i + 1) % count], &q = m.corners[(i + 2) % count];
    if (!(patch_detail::turn(o, p, q) > 0)) return PatchSearch::unknown;
  }
  patch.count = count;
  patch_detail::measure(m.corners, patch);
  return PatchSearch::found;
}

}  // namespace ABUT_ISA
}  // namespace abut
