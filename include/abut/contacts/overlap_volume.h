// The volume that two polyhedra share, its centroid, and how it changes when they move.
//
// A's boundary is cut by the planes of B's faces, one after the other. Corners are numbers into one list and faces
// loops of them: which corners a plane takes away decides everything else, so that the boundary stays closed whatever
// rounding does, and a wrong sign moves a corner by a rounding and no more.
//
// Where A's boundary inside B is S, and B moves by d and turns by w about c, the volume changes by -d . N - w . M with
// N = integral of the outward normal over S and M = integral of (x - c) x normal (Reynolds' transport theorem). A force
// p N on B and the moment p M about c are therefore the gradient of an energy that depends on the volume alone, p being
// its derivative (Feng, Han & Owen 2012, in the form of surface integrals).
#pragma once

#include "abut/contacts/relief.h"

namespace abut {

/// Data only.
struct OverlapVolume {
  double volume;
  Vec3<double> centre;  ///< centroid
  Vec3<double> normal;  ///< integral of A's outward unit normal over its boundary in B: an area and a direction
  Vec3<double> moment;  ///< the same of (x - centre) x normal
};

/// One face of a polyhedron: `count` corners from `begin` on. Data only.
struct CutFace {
  std::uint32_t begin, count;
  bool of_a;  ///< else it lies on a face of B
};

/// A directed edge along a cut, or an edge that was cut and the new corner on it. Data only.
struct CutEdge {
  std::uint32_t from, to, corner;
};

/// A polyhedron and the memory to cut it: arrays of `capacity` corners and faces, loops of 8 times that. Data only.
struct CutMemory {
  Vec3<double>* corners;
  double* outside;
  CutFace *faces, *spare_faces;
  std::uint32_t *loops, *spare_loops;
  CutEdge *cuts, *rim;
  std::uint32_t capacity;
};

/// Data only.
struct CutPolyhedron {
  CutMemory memory;
  std::uint32_t corners, faces, used;  ///< used: of the loops
};

inline namespace ABUT_ISA {
namespace cut_detail {

/// The corner where edge (from, to) meets the plane: the same from both faces of the edge.
ABUT_HD inline bool corner_of_cut(CutPolyhedron& p, std::uint32_t inside, std::uint32_t outside, std::uint32_t& cuts,
                                  std::uint32_t& corner) {
  for (std::uint32_t k = 0; k < cuts; ++k) {
    if (p.memory.cuts[k].from != inside || p.memory.cuts[k].to != outside) continue;
    corner = p.memory.cuts[k].corner;
    return true;
  }
  if (p.corners == p.memory.capacity || cuts == p.memory.capacity) return false;
  const double fi = p.memory.outside[inside], fo = p.memory.outside[outside];
  const Vec3<double> x = p.memory.corners[inside];
  corner = p.corners++;
  p.memory.corners[corner] = multiply_add(p.memory.corners[outside] - x, fi / (fi - fo), x);
  p.memory.outside[corner] = 0;
  p.memory.cuts[cuts++] = {inside, outside, corner};
  return true;
}

/// The part of one face inside the plane goes to the spare loops; where it left the plane's inside and came back, an
/// edge of the cap, turned round, goes to the rim.
ABUT_HD inline bool cut_face(CutPolyhedron& p, const CutFace& face, std::uint32_t& used, std::uint32_t& faces,
                             std::uint32_t& cuts, std::uint32_t& rim) {
  CutMemory& m = p.memory;
  const std::uint32_t begin = used;
  constexpr std::uint32_t none = ~0u;
  std::uint32_t exit_corner = none, first_entry = none;
  for (std::uint32_t k = 0; k < face.count; ++k) {
    const std::uint32_t here = m.loops[face.begin + k];
    const std::uint32_t next = m.loops[face.begin + (k + 1 < face.count ? k + 1 : 0)];
    const bool in_here = m.outside[here] <= 0, in_next = m.outside[next] <= 0;
    if (used + 2 > 8 * m.capacity) return false;
    if (in_here) m.spare_loops[used++] = here;
    if (in_here == in_next) continue;
    std::uint32_t corner = 0;
    if (!corner_of_cut(p, in_here ? here : next, in_here ? next : here, cuts, corner)) return false;
    m.spare_loops[used++] = corner;
    if (in_here) {
      exit_corner = corner;
    } else if (exit_corner == none) {
      first_entry = corner;  // its exit comes at the end of the loop
    } else {
      if (rim == m.capacity) return false;
      m.rim[rim++] = {corner, exit_corner, 0};
      exit_corner = none;
    }
  }
  if (exit_corner != none && first_entry != none) {
    if (rim == m.capacity) return false;
    m.rim[rim++] = {first_entry, exit_corner, 0};
  }
  if (used == begin) return true;
  if (faces == m.capacity) return false;
  m.spare_faces[faces++] = {begin, used - begin, face.of_a};
  return true;
}

/// Closes the hole that the cut has left: the rim's edges in order, a face for each loop.
ABUT_HD inline bool close(CutPolyhedron& p, std::uint32_t& used, std::uint32_t& faces, std::uint32_t rim) {
  CutMemory& m = p.memory;
  while (rim > 0) {
    const std::uint32_t begin = used, start = m.rim[rim - 1].from;
    std::uint32_t at = m.rim[--rim].to;
    if (used + rim + 2 > 8 * m.capacity || faces == m.capacity) return false;
    m.spare_loops[used++] = start;
    while (at != start) {
      std::uint32_t k = 0;
      while (k < rim && m.rim[k].from != at) ++k;
      if (k == rim) break;  // not closed: cannot be, since every edge has two faces
      m.spare_loops[used++] = at;
      at = m.rim[k].to;
      m.rim[k] = m.rim[--rim];
    }
    m.spare_faces[faces++] = {begin, used - begin, false};
  }
  return true;
}

template <class E>
ABUT_HD inline void swap(E& a, E& b) {
  const E c = a;
  a = b;
  b = c;
}

/// Takes away what lies outside `normal . x <= offset`. Returns false where memory is too small.
ABUT_HD inline bool cut(CutPolyhedron& p, Vec3<double> normal, double offset) {
  CutMemory& m = p.memory;
  bool any = false;
  for (std::uint32_t i = 0; i < p.corners; ++i) {
    m.outside[i] = dot(normal, m.corners[i]) - offset;
    any = any || m.outside[i] > 0;
  }
  if (!any) return true;
  std::uint32_t used = 0, faces = 0, cuts = 0, rim = 0;
  for (std::uint32_t f = 0; f < p.faces; ++f) {
    if (!cut_face(p, m.faces[f], used, faces, cuts, rim)) return false;
  }
  if (!close(p, used, faces, rim)) return false;
  swap(m.faces, m.spare_faces);
  swap(m.loops, m.spare_loops);
  p.faces = faces;
  p.used = used;
  // Corners that no loop has any more: moved out, so that they cost nothing and mean nothing.
  for (std::uint32_t i = 0; i < p.corners; ++i) m.outside[i] = -1;
  for (std::uint32_t k = 0; k < used; ++k) m.outside[m.loops[k]] = 0;
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < p.corners; ++i) {
    if (m.outside[i] != 0) continue;
    m.corners[count] = m.corners[i];
    m.outside[i] = count++;  // its new number
  }
  for (std::uint32_t k = 0; k < used; ++k) m.loops[k] = static_cast<std::uint32_t>(m.outside[m.loops[k]]);
  p.corners = count;
  return true;
}

ABUT_HD inline void measure(const CutPolyhedron& p, OverlapVolume& out) {
  const CutMemory& m = p.memory;
  double six = 0, sum = 0;
  Vec3<double> first{0, 0, 0}, normal{0, 0, 0};  // integrals over tetrahedra from the origin and over A's triangles
  const auto triangles = [&](const auto& visit) {
    for (std::uint32_t f = 0; f < p.faces; ++f) {
      const std::uint32_t* const loop = m.loops + m.faces[f].begin;
      for (std::uint32_t k = 2; k < m.faces[f].count; ++k) {
        visit(m.faces[f], m.corners[loop[0]], m.corners[loop[k - 1]], m.corners[loop[k]]);
      }
    }
  };
  triangles([&](const CutFace& face, Vec3<double> a, Vec3<double> b, Vec3<double> c) {
    const Vec3<double> area = cross(b - a, c - a);
    const double d = dot(a, area);
    six += d;
    sum += abs(d);
    first = multiply_add(a + b + c, d, first);
    if (face.of_a) normal = multiply_add(area, 0.5, normal);
  });
  if (!(six > 1e-12 * sum)) {  // a body without thickness: rounding
    out = {0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    return;
  }
  out.volume = six / 6;
  out.centre = first * (1 / (4 * six));
  out.normal = normal;
  Vec3<double> moment{0, 0, 0};
  triangles([&](const CutFace& face, Vec3<double> a, Vec3<double> b, Vec3<double> c) {
    if (!face.of_a) return;
    const Vec3<double> arm = (a + b + c) * (1.0 / 3) - out.centre;
    moment = multiply_add(cross(arm, cross(b - a, c - a)), 0.5, moment);
  });
  out.moment = moment;
}

/// The whole boundary of a vertex set.
template <class T>
ABUT_HD inline bool load(const SeenShape<T>& s, CutPolyhedron& p) {
  const ShapeHeader& h = *s.header;
  CutMemory& m = p.memory;
  if (h.vertex_count > m.capacity || h.face_count > m.capacity) return false;
  for (std::uint32_t i = 0; i < h.vertex_count; ++i) {
    const PlanPoint at = place(s, i);
    m.corners[i] = {at.u, at.v, s.mirrored ? -at.height : at.height};
  }
  const std::uint32_t* const begin = s.set->face_begin + h.face_offset;
  const std::uint32_t first = h.face_count > 0 ? begin[0] : 0;
  if (h.face_count > 0 && begin[h.face_count] - first > 8 * m.capacity) return false;
  p.used = 0;
  for (std::uint32_t f = 0; f < h.face_count; ++f) {
    m.faces[f] = {p.used, begin[f + 1] - begin[f], true};
    for (std::uint32_t k = begin[f]; k < begin[f + 1]; ++k) m.loops[p.used++] = s.set->face_vertices[k];
  }
  p.corners = h.vertex_count;
  p.faces = h.face_count;
  return true;
}

}  // namespace cut_detail

/// What two polyhedra share that overlap. `of_b`: B's relief with a band of their overlap along the normal at least.
/// Vectors are in plan coordinates (u, v, along the normal) from the contact point. Returns false where `memory` has
/// too little room. Flat shapes share nothing.
template <class T>
ABUT_HD inline bool find_overlap(const SeenShape<T>& a, const SeenShape<T>& b, const Relief& of_b,
                                 const CutMemory& memory, OverlapVolume& out) {
  using namespace cut_detail;
  out = {0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  if (a.header->face_count < 4 || b.header->face_count < 4) return true;
  CutPolyhedron p{memory, 0, 0, 0};
  if (!load(a, p)) return false;
  for (std::uint32_t k = 0; k < of_b.facets; ++k) {
    const ReliefFacet& f = of_b.memory.facets[k];
    const std::uint32_t i = b.header->face_offset + f.face;
    const Vec3<double> n =
        rotate(b.turn, Vec3<double>{static_cast<double>(b.set->plane_nx[i]), static_cast<double>(b.set->plane_ny[i]),
                                    static_cast<double>(b.set->plane_nz[i])});
    const Vec3<double> outward{n.x, n.y, -n.z};  // heights of B are measured against the normal
    const Vec3<double> at{f.at.u, f.at.v, -f.at.height};
    if (!cut(p, outward, dot(outward, at))) return false;
  }
  measure(p, out);
  return true;
}

}  // namespace ABUT_ISA
}  // namespace abut
