// A patch by walking round it.
//
// Over a facet of A and a facet of B at once both heights are linear, and what bounds the patch, where their sum is at
// its level, is a straight line. It ends where it leaves either facet, over one of its edges: there is a corner, and
// the line goes on over the facet beyond. Where there is none, the patch ends at that body's outline, and the walk
// follows the edge until the sum is at the level again or the other body's outline is there. So a patch costs what its
// corners cost, however many facets it reaches over.
//
// A facet that is entered has a way out (seen_facet.h). Where rounding has outlines coincide the walk may still go
// astray. It is believed where it comes back to where it began, in as many steps as it can take at most, and has gone
// round a convex polygon. Else patch.h answers.
#pragma once

#include "abut/contacts/patch.h"
#include "abut/contacts/seen_facet.h"

namespace abut {

inline namespace ABUT_ISA {
namespace walk_detail {

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

  ABUT_HD const SeenFacet& facet_a() const { return fa_; }
  ABUT_HD const SeenFacet& facet_b() const { return fb_; }
  ABUT_HD double tolerance() const { return tolerance_; }
  ABUT_HD const PatchMemory& memory() const { return m_; }

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
    const FacetExit out_a = exit_of_line(fa_, fb_.plane, level_), out_b = exit_of_line(fb_, fa_.plane, level_);
    if (!out_a.known && !out_b.known) return PatchSearch::unknown;
    const double way_u = fa_.plane.slope_v + fb_.plane.slope_v, way_v = -(fa_.plane.slope_u + fb_.plane.slope_u);
    const double ahead = (out_b.at.u - out_a.at.u) * way_u + (out_b.at.v - out_a.at.v) * way_v;
    const bool leaves_a = out_a.known && (!out_b.known || ahead >= 0);
    const FacetExit out = leaves_a ? out_a : out_b;
    const PatchSearch added = add_corner(out.at, level_ - out.at.height, leaves_a);
    return added == PatchSearch::found ? cross(leaves_a, out.end) : added;
  }

  /// `f`: the facet of `s` along whose edge the walk goes, `g` the other body's.
  ABUT_HD PatchSearch follow_outline(const SeenShape<T>& s, SeenFacet& f, SeenFacet& g, bool of_a) {
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
  ABUT_HD PatchSearch turn_at_corner(const SeenShape<T>& s, SeenFacet& f) {
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
  SeenFacet fa_, fb_;
  double level_ = 0, tolerance_;
  const PatchMemory& m_;
  Rail rail_ = Rail::level;
  std::uint32_t end_ = 0;  ///< of an outline: the corner of its facet that the edge leads to
  std::uint32_t count_ = 0;
  std::int64_t remaining_steps_;  ///< every edge is crossed twice at most, and is once an outline
};

}  // namespace walk_detail

/// The patch round `from`, a point of the plan over both facets of `walk`, which the way (u, v) leads into. `level`: of
/// the sum of both heights, not above that at `from`.
template <class T>
ABUT_HD inline PatchSearch walk_round(walk_detail::Walk<T>& walk, const PlanPoint& from, double u, double v,
                                      double level, Patch& patch) {
  const PatchMemory& m = walk.memory();
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

/// The patch round a vertex of one body over a face of the other, wherever it reaches to; `of_b`: the vertex is B's.
template <class T>
ABUT_HD inline PatchSearch walk_at_vertex(SeenFeature<T> vertex, SeenFeature<T> face, bool of_b,
                                          const PatchReach& reach, const PatchMemory& m, Patch& patch) {
  using namespace walk_detail;
  const SeenShape<T>& s = vertex.shape;
  const std::uint32_t at = vertex.index();
  Walk<T> walk(of_b ? face.shape : s, of_b ? s : face.shape, reach.tolerance, m);
  PatchSearch entered = walk.enter_facet(of_b, face.index());
  if (entered != PatchSearch::found) return entered;
  const std::uint32_t end = relief_detail::neighbour_begin(s, at + 1);
  entered = PatchSearch::unknown;
  for (std::uint32_t k = relief_detail::neighbour_begin(s, at); k < end && entered == PatchSearch::unknown; ++k) {
    const ShapeEdge& e = s.set->edges[s.header->edge_offset + s.set->adjacency_edge[k]];
    bool first = false;
    entered = walk.enter_either(!of_b, e.f0, e.f1, first);
  }
  if (entered != PatchSearch::found) return entered;
  const SeenFacet &fs = of_b ? walk.facet_b() : walk.facet_a(), &ft = of_b ? walk.facet_a() : walk.facet_b();
  std::uint32_t i = 0;
  while (i + 1 < fs.count && vertex_of(s, fs, i) != at) ++i;
  const PlanPoint top = fs.at[i], next = fs.at[after(fs, i)], last = fs.at[before(fs, i)];
  double highest = ft.at[0].height;
  for (std::uint32_t n = 1; n < ft.count; ++n) highest = max(highest, ft.at[n].height);
  const double level = top.height + highest - reach.band;
  if (!(top.height + height_of(ft.plane, top.u, top.v) >= level)) return PatchSearch::unknown;
  return walk_round(walk, top, next.u - top.u + (last.u - top.u), next.v - top.v + (last.v - top.v), level, patch);
}

/// The patch round the crossing of an edge of A and one of B, wherever it reaches to.
template <class T>
ABUT_HD inline PatchSearch walk_at_edges(SeenFeature<T> edge_a, SeenFeature<T> edge_b, const PatchReach& reach,
                                         const PatchMemory& m, Patch& patch) {
  const SeenShape<T>&a = edge_a.shape, &b = edge_b.shape;
  const ShapeEdge &ea = a.set->edges[a.header->edge_offset + edge_a.index()],
                  &eb = b.set->edges[b.header->edge_offset + edge_b.index()];
  if (ea.f0 == no_face || eb.f0 == no_face) return PatchSearch::unknown;
  const PlanPoint p0 = place(a, ea.v0), p1 = place(a, ea.v1), q0 = place(b, eb.v0), q1 = place(b, eb.v1);
  const double pu = p1.u - p0.u, pv = p1.v - p0.v, qu = q1.u - q0.u, qv = q1.v - q0.v, det = pu * qv - pv * qu;
  if (!(det * det > 1e-6 * ((pu * pu + pv * pv) * (qu * qu + qv * qv)))) return PatchSearch::unknown;
  const double wu = q0.u - p0.u, wv = q0.v - p0.v;
  const double s = (wu * qv - wv * qu) / det, r = (wu * pv - wv * pu) / det;
  if (!(s >= 0 && s <= 1 && r >= 0 && r <= 1)) return PatchSearch::unknown;
  const PlanPoint from{p0.u + s * pu, p0.v + s * pv, p0.height + s * (p1.height - p0.height)};
  const double level = max(p0.height, p1.height) + max(q0.height, q1.height) - reach.band;
  if (!(from.height + (q0.height + r * (q1.height - q0.height)) >= level)) return PatchSearch::unknown;
  // Along both edges at once, forwards unless the facet there is not seen. Going along B's edge where that leads to the
  // left of A's is over A's facet 0, which is left of its edge as seen from outside; for B it is the same.
  walk_detail::Walk<T> walk(a, b, reach.tolerance, m);
  bool p_forwards = true, q_forwards = true;
  PatchSearch entered = walk.enter_either(true, det > 0 ? ea.f0 : ea.f1, det > 0 ? ea.f1 : ea.f0, q_forwards);
  if (entered != PatchSearch::found) return entered;
  entered = walk.enter_either(false, det > 0 ? eb.f0 : eb.f1, det > 0 ? eb.f1 : eb.f0, p_forwards);
  if (entered != PatchSearch::found) return entered;
  const double along_p = p_forwards ? 1 : -1, along_q = q_forwards ? 1 : -1;
  return walk_round(walk, from, along_p * pu + along_q * qu, along_p * pv + along_q * qv, level, patch);
}

}  // namespace ABUT_ISA
}  // namespace abut
