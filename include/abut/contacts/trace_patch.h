// A patch by walking round it.
//
// Over a facet of A and a facet of B at once both heights are linear, and what bounds the patch, where their sum is at
// its level, is a straight line. It ends where it leaves either facet, over one of its edges: there is a corner, and
// the line goes on over the facet beyond. So a patch costs what its corners cost, however many facets it reaches over.
//
// Heights of vertices and planes are the same on both sides of an edge, to the bit: so an edge that is entered at has
// ends on both sides of the level, and there always is another one to leave at. Where the outline of a body bounds the
// patch, and where facets are parallel, the walk gives up, and patch.h answers.
#pragma once

#include "abut/contacts/patch.h"

namespace abut {

/// What a search with limits says.
enum class PatchSearch { found, unknown, no_room };

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

/// Takes a face that is seen from the other body, and not from its side.
template <class T>
ABUT_HD inline PatchSearch enter(const SeenShape<T>& s, std::uint32_t face, std::uint32_t capacity, Facet& f) {
  const std::uint32_t i = s.header->face_offset + face;
  f.face = face;
  f.count = s.set->face_begin[i + 1] - s.set->face_begin[i];
  if (f.count > capacity) return PatchSearch::no_room;
  for (std::uint32_t k = 0; k < f.count; ++k) f.at[k] = place(s, vertex_of(s, f, k));
  return plane_of(s, face, f.at[0], steepest_facet<T>, f.plane) ? PatchSearch::found : PatchSearch::unknown;
}

/// The face on the other side of the edge that ends at corner `end`.
template <class T>
ABUT_HD inline std::uint32_t face_beyond(const SeenShape<T>& s, const Facet& f, std::uint32_t end) {
  const std::uint32_t v = vertex_of(s, f, end), w = vertex_of(s, f, end > 0 ? end - 1 : f.count - 1);
  const std::uint32_t stop = relief_detail::neighbour_begin(s, v + 1);
  for (std::uint32_t k = relief_detail::neighbour_begin(s, v); k < stop; ++k) {
    if (s.set->adjacency[k] != w) continue;
    const ShapeEdge& e = s.set->edges[s.header->edge_offset + s.set->adjacency_edge[k]];
    return e.f0 == f.face ? e.f1 : e.f0;
  }
  return no_face;
}

/// Where the line on which the sum of both heights is `level`, higher on its left, leaves `f`.
ABUT_HD inline Exit exit_of_line(const Facet& f, const FacetPlane& other, double level) {
  PlanPoint p = f.at[f.count - 1];
  double over_p = p.height + height_of(other, p.u, p.v) - level;
  for (std::uint32_t k = 0; k < f.count; ++k) {
    const PlanPoint q = f.at[k];
    const double over_q = q.height + height_of(other, q.u, q.v) - level;
    if (over_p < 0 && over_q >= 0) {
      const double t = over_p / (over_p - over_q);
      return {{p.u + t * (q.u - p.u), p.v + t * (q.v - p.v), p.height + t * (q.height - p.height)}, k, true};
    }
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
struct Walk {
  const SeenShape<T>&a, &b;
  const PatchMemory& m;
  Facet fa{m.polygon[0], 0, 0, {}}, fb{m.polygon[1], 0, 0, {}};

  ABUT_HD PatchSearch enter_a(std::uint32_t face) { return face_or_none(a, face, fa); }
  ABUT_HD PatchSearch enter_b(std::uint32_t face) { return face_or_none(b, face, fb); }
  ABUT_HD PatchSearch cross_a(std::uint32_t end) { return enter_a(face_beyond(a, fa, end)); }
  ABUT_HD PatchSearch cross_b(std::uint32_t end) { return enter_b(face_beyond(b, fb, end)); }

 private:
  ABUT_HD PatchSearch face_or_none(const SeenShape<T>& s, std::uint32_t face, Facet& f) {
    return face == no_face ? PatchSearch::unknown : enter(s, face, m.capacity, f);
  }
};

/// Steps that a walk may take without getting anywhere, where rounding has it go round a corner.
inline constexpr int most_idle_steps = 16;

/// Goes from `from`, where the sum of the heights is `excess` above the level, along (u, v) to where it is at the
/// level.
template <class T>
ABUT_HD inline PatchSearch walk_down(Walk<T>& w, const PlanPoint& from, double u, double v, double level) {
  double before = 0;
  for (int idle = 0; idle < most_idle_steps;) {
    const FacetPlane &pa = w.fa.plane, &pb = w.fb.plane;
    const double rate = (pa.slope_u + pb.slope_u) * u + (pa.slope_v + pb.slope_v) * v;
    const double over = height_of(pa, from.u, from.v) + height_of(pb, from.u, from.v) - level;
    const double down = rate < 0 ? over / -rate : __builtin_inf();
    std::uint32_t end_a = 0, end_b = 0;
    const double leave_a = exit_of_way(w.fa, from, u, v, end_a), leave_b = exit_of_way(w.fb, from, u, v, end_b);
    const double leave = min(leave_a, leave_b);
    if (down <= leave) return PatchSearch::found;
    if (!(leave < __builtin_inf())) return PatchSearch::unknown;
    const PatchSearch next = leave_a <= leave_b ? w.cross_a(end_a) : w.cross_b(end_b);
    if (next != PatchSearch::found) return next;
    idle = leave > before ? 0 : idle + 1;
    before = max(before, leave);
  }
  return PatchSearch::unknown;
}

/// Goes along the level from the facets of `w` until it is over them again; the corners, with A's heights, go to
/// `m.points`.
template <class T>
ABUT_HD inline PatchSearch walk_round(Walk<T>& w, double level, double rounding, std::uint32_t& count) {
  const std::uint32_t first_a = w.fa.face, first_b = w.fb.face;
  count = 0;
  int idle = 0;
  do {
    if (count == w.m.capacity) return PatchSearch::no_room;
    Exit out_a = exit_of_line(w.fa, w.fb.plane, level), out_b = exit_of_line(w.fb, w.fa.plane, level);
    if (!out_a.known && !out_b.known) return PatchSearch::unknown;
    const double way_u = w.fa.plane.slope_v + w.fb.plane.slope_v, way_v = -(w.fa.plane.slope_u + w.fb.plane.slope_u);
    const double ahead = (out_b.at.u - out_a.at.u) * way_u + (out_b.at.v - out_a.at.v) * way_v;
    const bool leaves_a = out_a.known && (!out_b.known || ahead >= 0);
    if (!leaves_a) out_b.at.height = level - out_b.at.height;
    const PlanPoint corner = leaves_a ? out_a.at : out_b.at;
    if (count > 0) {
      const double du = corner.u - w.m.points[count - 1].u, dv = corner.v - w.m.points[count - 1].v;
      idle = du * du + dv * dv > rounding * rounding ? 0 : idle + 1;
      if (idle == most_idle_steps) return PatchSearch::unknown;
    }
    w.m.points[count++] = corner;
    const PatchSearch next = leaves_a ? w.cross_a(out_a.end) : w.cross_b(out_b.end);
    if (next != PatchSearch::found) return next;
  } while (w.fa.face != first_a || w.fb.face != first_b);
  return PatchSearch::found;
}

}  // namespace trace_detail

/// The patch round `from`, a point of the plan over `face_a` and `face_b` which the way (u, v) leads into both.
/// `level`: of the sum of both heights, below that at `from`.
template <class T>
ABUT_HD inline PatchSearch trace_patch(const SeenShape<T>& a, std::uint32_t face_a, const SeenShape<T>& b,
                                       std::uint32_t face_b, const PlanPoint& from, double u, double v, double level,
                                       double rounding, const PatchMemory& m, Patch& patch) {
  using namespace trace_detail;
  Walk<T> w{a, b, m};
  PatchSearch found = w.enter_a(face_a);
  if (found == PatchSearch::found) found = w.enter_b(face_b);
  if (found == PatchSearch::found) found = walk_down(w, from, u, v, level);
  std::uint32_t count = 0;
  if (found == PatchSearch::found) found = walk_round(w, level, rounding, count);
  if (found != PatchSearch::found) return found;
  patch_detail::drop_flat_corners(m.points, count, rounding);
  for (std::uint32_t i = 0; i < count; ++i) {
    const PlanPoint& p = m.points[i];
    m.corners[i] = {p.u, p.v, p.height - level / 2, -level};
  }
  patch.count = count;
  patch_detail::measure(m.corners, patch);
  return PatchSearch::found;
}

}  // namespace ABUT_ISA
}  // namespace abut
