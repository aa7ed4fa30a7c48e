// EPA for shallow overlaps in a small polytope: the search in float. What it finds is checked in double
// (small_overlap.h), and only a proved answer counts; the rest is left to epa.h.
//
// Source: van den Bergen 2001. Departures: see small_polytope.h.
#pragma once

#include "abut/narrow/small_polytope.h"

namespace abut {

/// How far heights may be off in float, in rounding errors of the size: two vertices of about the size, each rounded,
/// turned and subtracted, then a dot product.
inline constexpr double small_epa_margin = 16 * 0x1p-23;

inline namespace ABUT_ISA {
namespace small_epa_detail {

ABUT_INLINE constexpr int edge_number(int i, int j) { return j * (j - 1) / 2 + i; }

ABUT_INLINE constexpr std::uint64_t edge_bit(int number) { return std::uint64_t{1} << number; }

template <class Capacity>
ABUT_INLINE void set_vertex(SmallPolytopeIn<Capacity>& p, const SmallVertex& q) {
  p.x[p.vertices] = q.w.x;
  p.y[p.vertices] = q.w.y;
  p.z[p.vertices] = q.w.z;
  p.id_a[p.vertices] = q.id_a;
  p.id_b[p.vertices] = q.id_b;
  ++p.vertices;
}

/// Which vertices face f of a tetrahedron joins, ascending: all but 3 - f.
ABUT_INLINE constexpr int tetrahedron_corner(int f, int k) { return k < 3 - f ? k : k + 1; }

template <class Capacity>
ABUT_INLINE void set_face(SmallPolytopeIn<Capacity>& p, int f, const FacePlane<float>& plane, std::uint32_t corners) {
  p.normal_x[f] = plane.normal.x;
  p.normal_y[f] = plane.normal.y;
  p.normal_z[f] = plane.normal.z;
  p.offset[f] = plane.offset;
  p.corner[f] = corners;
}

/// The faces of a polytope of four vertices.
template <class Capacity>
ABUT_INLINE void set_tetrahedron(SmallPolytopeIn<Capacity>& p, const FacePlane<float>* plane) {
  p.faces = 4;
  for (int f = 0; f < 4; ++f) {
    const int i = tetrahedron_corner(f, 0), j = tetrahedron_corner(f, 1), k = tetrahedron_corner(f, 2);
    set_face(p, f, plane[f], packed_corners(static_cast<std::uint32_t>(i | j << 8), k, edge_number(i, j)));
  }
  set_absent(p, 4);
}

/// The border of the faces of `seen`: edges that an odd number of them has, in order of their numbers; and what the
/// faces will be that join it with the last vertex.
template <class Capacity>
ABUT_INLINE void border_of_many(SmallPolytopeIn<Capacity>& p, const FaceBitsIn<Capacity>& seen,
                                HorizonIn<Capacity>& horizon) {
  std::uint32_t row[Capacity::vertices] = {};  // row j: bit i of edge (i, j)
  std::uint32_t rows = 0;
  for (int w = 0; w < FaceBitsIn<Capacity>::words; ++w) {
    for (std::uint64_t rest = seen.word[w]; rest != 0; rest &= rest - 1) {
      const int f = 64 * w + lowest_bit(rest);
      const int i = corner_of(p, f, 0), j = corner_of(p, f, 1), k = corner_of(p, f, 2);
      row[j] ^= 1u << i;
      row[k] ^= 1u << i | 1u << j;
      rows |= 1u << j | 1u << k;
    }
  }
  int count = 0;
  for (; rows != 0; rows &= rows - 1) {
    const int j = lowest_bit(rows);
    for (std::uint32_t rest = row[j]; rest != 0; rest &= rest - 1, ++count) {
      if (count >= Capacity::border) continue;
      const std::uint32_t ends = static_cast<std::uint32_t>(lowest_bit(rest) | j << 8);
      horizon.ends[count] = static_cast<std::uint16_t>(ends);
      p.corner[p.faces + count] = packed_corners(ends, p.vertices - 1, 0);
    }
  }
  horizon.count = count;
}

/// The same where edges are the bits of a word in registers, bit i + 8 j of edge (i, j): in the same order.
template <class Capacity>
ABUT_INLINE void border_in_a_word(SmallPolytopeIn<Capacity>& p, const FaceBitsIn<Capacity>& seen,
                                  HorizonIn<Capacity>& horizon) {
  static_assert(Capacity::vertices <= 8 && FaceBitsIn<Capacity>::words == 1);
  std::uint64_t edges = 0;
  for (std::uint64_t rest = seen.word[0]; rest != 0; rest &= rest - 1) {
    const int f = lowest_bit(rest);
    const int i = corner_of(p, f, 0), j = corner_of(p, f, 1), k = corner_of(p, f, 2);
    edges ^= edge_bit(i + 8 * j) ^ edge_bit(i + 8 * k) ^ edge_bit(j + 8 * k);
  }
  horizon.count = bit_count(edges);
  for (int e = 0; edges != 0 && e < Capacity::border; ++e, edges &= edges - 1) {
    const int bit = lowest_bit(edges), i = bit & 7, j = bit >> 3;
    const auto ends = static_cast<std::uint32_t>(i | j << 8);
    horizon.ends[e] = static_cast<std::uint16_t>(ends);
    p.corner[p.faces + e] = packed_corners(ends, p.vertices - 1, edge_number(i, j));
  }
}

#if !defined(__CUDA_ARCH__)  // no tables there
/// The edges of the first vertices, by number: their ends as a horizon has them, and as bits.
struct EdgeEnds {
  std::uint16_t ends[64] = {}, bits[64] = {};
  constexpr EdgeEnds() {
    for (int j = 1; j < boarded_vertices; ++j) {
      for (int i = 0; i < j; ++i) {
        ends[edge_number(i, j)] = static_cast<std::uint16_t>(i | j << 8);
        bits[edge_number(i, j)] = static_cast<std::uint16_t>(1u << i | 1u << j);
      }
    }
  }
};
inline constexpr EdgeEnds edge_ends;

/// The edges of a face of the first `boarded_vertices`, as bits.
ABUT_INLINE std::uint64_t edges_of_face(const SmallPolytope& p, int f) {
  const int border_edge = border_edge_of(p, f);
  return edge_bit(border_edge) | static_cast<std::uint64_t>(edge_ends.bits[border_edge])
                                     << edge_number(0, corner_of(p, f, 2));
}

/// The same for polytopes whose edges are the bits of a word.
ABUT_INLINE void border_of_few(SmallPolytope& p, const FaceBits& seen, Horizon& horizon) {
  std::uint64_t edges = 0;
  for (int w = 0; 64 * w < p.faces; ++w) {
    for (std::uint64_t rest = seen.word[w]; rest != 0; rest &= rest - 1) {
      edges ^= edges_of_face(p, 64 * w + lowest_bit(rest));
    }
  }
  horizon.count = bit_count(edges);
  const int last = p.vertices - 1;
  int e = 0;
  do {  // six at once: seldom are there more, and how many is hard to foresee
    for (int k = 0; k < 6; ++k, ++e) {
      const int number = lowest_bit(edges | edge_bit(63));
      edges &= edges - 1;
      horizon.ends[e] = edge_ends.ends[number];
      p.corner[p.faces + e] = packed_corners(edge_ends.ends[number], last, number);
    }
  } while (edges != 0 && e < Horizon::most);
}
#endif

}  // namespace small_epa_detail

/// The search of one pair between its steps. Data only.
template <class Capacity>
struct SmallEpaIn {
  SmallPolytopeIn<Capacity> polytope;
  SmallVertex next;             ///< to add
  FaceBitsIn<Capacity> seen;    ///< the faces that it sees
  HorizonIn<Capacity> horizon;  ///< their border
  float margin;
  int nearest;  ///< face
  std::uint32_t iterations;
  bool ended;    ///< there is something to check
  bool is_kept;  ///< it began with a kept polytope
};
using SmallEpa = SmallEpaIn<SmallCapacity>;

/// The faces of a tetrahedron. Returns where it holds the origin beyond doubt: all faces farther than the margin of a
/// pair of this size, each with the fourth vertex on the origin's side.
template <class T>
ABUT_INLINE MaskOf<T> tetrahedron_planes(const Vec3<T>* w, T size, FacePlane<T>* plane) {
  const T margin = T(static_cast<float>(small_epa_margin)) * size;
  MaskOf<T> inside = size >= size;
  for (int f = 0; f < 4; ++f) {
    const auto corner = [&](int k) { return w[small_epa_detail::tetrahedron_corner(f, k)]; };
    plane[f] = plane_of_face(corner(0), corner(1), corner(2));
    const T fourth = dot(plane[f].normal, w[3 - f]);
    inside = mask_and(inside, plane[f].offset > margin, fourth < plane[f].offset - margin);
  }
  return inside;
}

namespace small_epa_detail {

template <class Capacity>
ABUT_INLINE void reset(SmallEpaIn<Capacity>& s, float size) {
  s.margin = static_cast<float>(small_epa_margin) * size;
  s.iterations = 0;
  s.ended = s.is_kept = false;
  s.polytope.vertices = s.polytope.faces = 0;
}

/// The faces that join the triangle of the first three vertices with vertex `apex`, behind the others. Returns whether
/// each is beyond the margin with the triangle's third vertex on the origin's side of it, beyond doubt.
template <class Capacity>
ABUT_INLINE bool add_pyramid(SmallPolytopeIn<Capacity>& p, int apex, float margin) {
  bool around = true;
  for (int edge = 0; edge < 3; ++edge) {
    const int i = edge == 2 ? 1 : 0, j = edge == 0 ? 1 : 2;
    const FacePlane<float> plane = plane_of_face(vertex_of(p, i), vertex_of(p, j), vertex_of(p, apex));
    const float third = dot(plane.normal, vertex_of(p, 2 - edge));
    around = mask_and(around, plane.offset > margin, third < plane.offset - margin);
    set_face(p, p.faces++, plane, packed_corners(static_cast<std::uint32_t>(i | j << 8), apex, edge_number(i, j)));
  }
  return around;
}

}  // namespace small_epa_detail

/// Starts from a tetrahedron, whose faces are given.
template <class Capacity>
ABUT_INLINE void small_epa_start(SmallEpaIn<Capacity>& s, const SmallVertex* vertex, const FacePlane<float>* plane,
                                 float size) {
  small_epa_detail::reset(s, size);
  for (int k = 0; k < 4; ++k) small_epa_detail::set_vertex(s.polytope, vertex[k]);
  small_epa_detail::set_tetrahedron(s.polytope, plane);
}

/// Starts from a triangle too near to the origin to tell on which side that lies, between two apices: the support
/// points along both of its normals, or behind it a given vertex. That is how GJK ends where cores hardly overlap. With
/// the origin within both pyramids' sides, it lies in one of the two or between them. (A pyramid without height has no
/// side with the triangle's third vertex behind it.) `vertex`: the triangle's, and a fourth if `count` is 4. Returns
/// whether that is so beyond doubt.
template <class Capacity, class Support>
ABUT_PHASE_IN_REGISTERS bool small_epa_start_between(SmallEpaIn<Capacity>& s, const SmallVertex* vertex, int count,
                                                     const Support& support, float size) {
  using namespace small_epa_detail;
  SmallPolytopeIn<Capacity>& p = s.polytope;
  reset(s, size);
  for (int k = 0; k < 3; ++k) set_vertex(p, vertex[k]);
  Vec3<float> n = plane_of_face(vertex[0].w, vertex[1].w, vertex[2].w).normal;
  if (count == 4 && dot(n, vertex[3].w - vertex[0].w) > 0) n = -n;
  const auto add_apex = [&](Vec3<float> u) {
    const SupportPoint<float> q = support(u);
    set_vertex(p, {q.w, q.id_a, q.id_b});
  };
  if (count == 4) {
    set_vertex(p, vertex[3]);
  } else {
    add_apex(-n);
  }
  add_apex(n);
  const bool around = add_pyramid(p, 3, s.margin);
  const bool around_too = add_pyramid(p, 4, s.margin);
  set_absent(p, p.faces);
  return mask_and(around, around_too);
}

/// The nearest face. Returns whether the search goes on: not if that is too near to tell.
template <class Faces, class Capacity>
ABUT_INLINE bool small_epa_choose(SmallEpaIn<Capacity>& s, FacePlane<float>& nearest) {
  const int f = s.nearest = Faces::nearest(s.polytope);
  nearest = {normal_of(s.polytope, f), s.polytope.offset[f]};
  return nearest.offset > s.margin;
}

/// Takes the support point along the normal of the nearest face; `reached`: that face is one of C's to within rounding
/// error. Returns whether the search goes on: not if it has `ended`, nor if the capacity is used up. A point that is
/// not new leads to a face without area, which is too near.
template <class Capacity>
ABUT_INLINE bool small_epa_take(SmallEpaIn<Capacity>& s, const SmallVertex& q, bool reached) {
  ++s.iterations;
  s.ended = reached;
  s.next = q;
  return !s.ended && s.polytope.vertices < Capacity::vertices;
}

/// Whether the support point is no farther than the face: each of the two heights has two rounding errors.
template <class T>
ABUT_INLINE MaskOf<T> small_epa_reached(const FacePlane<T>& nearest, Vec3<T> w, T size) {
  return dot(nearest.normal, w) - nearest.offset <= T(4 * Epsilon<float>::value) * size;
}

/// Removes the faces that see the new vertex.
template <class Faces, class Capacity>
ABUT_INLINE void small_epa_open(SmallEpaIn<Capacity>& s) {
  Faces::take_visible(s.polytope, s.next.w, s.seen);
  small_epa_detail::set_vertex(s.polytope, s.next);
}

/// Finds their border. Returns false if there is no capacity to join it.
template <class Capacity>
ABUT_INLINE bool small_epa_border(SmallEpaIn<Capacity>& s) {
  SmallPolytopeIn<Capacity>& p = s.polytope;
  if (p.faces + Capacity::border > Capacity::faces) return false;
  if constexpr (Capacity::vertices <= 8) {
    small_epa_detail::border_in_a_word(p, s.seen, s.horizon);
  } else {
#if !defined(__CUDA_ARCH__)
    if (p.vertices <= boarded_vertices + 1) {  // the new one is in no face yet
      small_epa_detail::border_of_few(p, s.seen, s.horizon);
      return s.horizon.count <= Capacity::border;
    }
#endif
    small_epa_detail::border_of_many(p, s.seen, s.horizon);
  }
  return s.horizon.count <= Capacity::border;
}

/// Joins the vertex to the border.
template <class Faces, class Capacity>
ABUT_INLINE void small_epa_close(SmallEpaIn<Capacity>& s) {
  Faces::add_planes(s.polytope, s.horizon);
  s.polytope.faces += s.horizon.count;
}

/// Puts the triangle of the tetrahedron's nearest face first.
ABUT_INLINE void nearest_face_first(const FacePlane<float>* plane, SmallVertex* vertex) {
  int nearest = 0;
  for (int f = 1; f < 4; ++f) nearest = plane[f].offset < plane[nearest].offset ? f : nearest;
  const SmallVertex omitted = vertex[3 - nearest];
  for (int k = 3 - nearest; k < 3; ++k) vertex[k] = vertex[k + 1];
  vertex[3] = omitted;
}

/// Starts from GJK's last simplex, three or four vertices. Returns whether the polytope holds the origin beyond doubt.
template <class Capacity, class Support>
ABUT_PHASE_IN_REGISTERS bool small_epa_start_from(SmallEpaIn<Capacity>& s, SmallVertex* vertex, int count,
                                                  const Support& support, float size) {
  if (count == 4) {
    Vec3<float> w[4];
    for (int k = 0; k < 4; ++k) w[k] = vertex[k].w;
    FacePlane<float> plane[4];
    if (tetrahedron_planes(w, size, plane)) return small_epa_start(s, vertex, plane, size), true;
    nearest_face_first(plane, vertex);
  }
  return small_epa_start_between(s, vertex, count, support, size);
}

/// The search of one pair, which was started. Returns whether there is something to check.
template <class Faces, class Capacity, class Support>
ABUT_PHASE_IN_REGISTERS bool small_epa(SmallEpaIn<Capacity>& s, const Support& support, float size) {
  FacePlane<float> nearest;
  while (small_epa_choose<Faces>(s, nearest)) {
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::SmallEpaLooks{}, s);
    const SupportPoint<float> q = support(nearest.normal);
    if (!small_epa_take(s, {q.w, q.id_a, q.id_b}, small_epa_reached(nearest, q.w, size))) break;
    small_epa_open<Faces>(s);
    if (!small_epa_border(s)) break;
    small_epa_close<Faces>(s);
  }
  if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::SmallEpaEnded{}, s, s.ended);
  return s.ended;
}

}  // namespace ABUT_ISA
}  // namespace abut
