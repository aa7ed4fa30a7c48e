// The polytope that EPA expands inside the Minkowski difference: vertices, faces with their planes and neighbours.
//
// A view over caller-owned memory, so that its capacity can be small in a GPU thread, and grow on a host. Faces close a
// surface around the origin. Planes and vertices of the difference are held in double for float shapes too: a
// polytope's faces get small and thin, and in float their normals were measured to cost ten times the rounding error of
// the shapes; to one thread double costs about the same. A new vertex removes the connected set of faces that it sees
// and joins the set's border: whatever rounding does, the surface stays closed, hence the nearest face stays a lower
// bound of the depth.
#pragma once

#include "abut/narrow/support.h"
#include "abut/narrow/triangle.h"

namespace abut {

/// A vertex of A - B with the vertices that it comes from, `a` in A's frame, `b` in B's. Data only.
template <class T>
struct PolytopeVertex {
  Vec3<double> w;
  Vec3<T> a, b;
  std::uint32_t id_a, id_b;
};

/// Data only. Neighbour k lies across the edge (v[k], v[k + 1]); `removed` marks faces during an expansion, and
/// those that are free for reuse.
struct PolytopeFace {
  Vec3<double> normal;  ///< outward unit normal; zero for a face without area
  std::uint16_t v[3];
  std::uint16_t neighbour[3];
  std::uint8_t neighbour_edge[3];  ///< which of the neighbour's edges is the shared one
  std::uint8_t removed;
};

/// Data only. Capacity for `capacity` vertices and 2 * capacity - 4 faces.
template <class T>
struct Polytope {
  PolytopeVertex<T>* vertices;
  double* offset;  ///< of each face's plane, or a bound above it; `Huge`: never the nearest (settled, unused, no area)
  PolytopeFace* faces;
  std::uint32_t* border;   ///< work: face << 2 | edge, seen from outside of the removed set
  std::uint32_t* stack;    ///< work
  std::uint16_t* removed;  ///< work
  std::uint16_t* unused;   ///< faces free for reuse
  std::uint32_t capacity, vertex_count, face_count, unused_count;
  double noise;  ///< what rounding of its vertices may say of a height above a plane
};

inline constexpr std::uint32_t min_polytope_vertices = 8;
inline constexpr std::uint32_t max_polytope_vertices = 32768;  // face indices have 16 bits

inline namespace ABUT_ISA {

/// Bytes that `polytope_in` needs for room for `capacity` vertices.
template <class T>
ABUT_HD constexpr std::size_t polytope_bytes(std::uint32_t capacity) {
  const std::size_t faces = 2 * static_cast<std::size_t>(capacity);
  return capacity * sizeof(PolytopeVertex<T>) + faces * (sizeof(double) + sizeof(PolytopeFace)) +
         faces * (sizeof(std::uint32_t) * 3 + sizeof(std::uint16_t) * 2) + 64;
}

/// Lays a polytope out in `memory` (aligned to 16 bytes).
template <class T>
ABUT_HD inline Polytope<T> polytope_in(void* memory, std::uint32_t capacity) {
  const std::size_t faces = 2 * static_cast<std::size_t>(capacity);
  Polytope<T> p;
  p.vertices = static_cast<PolytopeVertex<T>*>(memory);
  p.faces = reinterpret_cast<PolytopeFace*>(p.vertices + capacity);
  p.offset = reinterpret_cast<double*>(p.faces + faces);
  p.border = reinterpret_cast<std::uint32_t*>(p.offset + faces);
  p.stack = p.border + faces;
  p.removed = reinterpret_cast<std::uint16_t*>(p.stack + 2 * faces);
  p.unused = p.removed + faces;
  p.capacity = capacity;
  p.vertex_count = p.face_count = p.unused_count = 0;
  p.noise = 0;
  return p;
}

template <class T>
ABUT_INLINE PolytopeVertex<T> polytope_vertex(const SupportPoint<T>& s, const RelativePose<double>& pose) {
  return {widen(s.a) - transform(pose, widen(s.b)), s.a, s.b, s.id_a, s.id_b};
}

namespace polytope_detail {

/// From vertex v to w of the difference, by the shapes' own vertices: rounded relative to its own length, however
/// short.
template <class T>
ABUT_INLINE Vec3<double> edge(const PolytopeVertex<T>& v, const PolytopeVertex<T>& w,
                              const RelativePose<double>& pose) {
  return (widen(w.a) - widen(v.a)) - rotate(pose.rotation, widen(w.b) - widen(v.b));
}

}  // namespace polytope_detail

/// The plane of face `f`; false if it has no area to speak of. Edges come from the shapes' own vertices, not from the
/// rounded vertices of the difference: that keeps the normals of small and thin faces.
template <class T>
ABUT_HD inline bool set_plane(Polytope<T>& p, std::uint32_t f, const RelativePose<double>& pose) {
  PolytopeFace& face = p.faces[f];
  const PolytopeVertex<T>& p0 = p.vertices[face.v[0]];
  const PolytopeVertex<T>& p1 = p.vertices[face.v[1]];
  const PolytopeVertex<T>& p2 = p.vertices[face.v[2]];
  const auto edge = [&](int i, int j) {
    return polytope_detail::edge(p.vertices[face.v[i]], p.vertices[face.v[j]], pose);
  };
  const TriangleCorner<double> corner = best_corner<double>(edge);
  const Vec3<double> n = cross(corner.e1, corner.e2);
  const double nn = dot(n, n);
  // Below 64 rounding errors of its edges' product the direction of the normal is no longer known to about 1/64.
  constexpr double thin = 64 * Epsilon<double>::value;
  if (!(nn > (thin * thin) * (dot(corner.e1, corner.e1) * dot(corner.e2, corner.e2)))) {
    face.normal = {0, 0, 0};
    p.offset[f] = Huge<double>::value;
    return false;
  }
  face.normal = n * (1 / sqrt(nn));
  // The offset at the vertex nearest to the origin: there it has the least rounding error.
  const double q0 = dot(p0.w, p0.w);
  const double q1 = dot(p1.w, p1.w);
  const double q2 = dot(p2.w, p2.w);
  const Vec3<double> near01 = q1 < q0 ? p1.w : p0.w;
  p.offset[f] = dot(face.normal, q2 < min(q0, q1) ? p2.w : near01);
  return true;
}

template <class T>
ABUT_HD inline void link(Polytope<T>& p, std::uint32_t f, int edge_f, std::uint32_t g, int edge_g) {
  p.faces[f].neighbour[edge_f] = static_cast<std::uint16_t>(g);
  p.faces[f].neighbour_edge[edge_f] = static_cast<std::uint8_t>(edge_g);
  p.faces[g].neighbour[edge_g] = static_cast<std::uint16_t>(f);
  p.faces[g].neighbour_edge[edge_g] = static_cast<std::uint8_t>(edge_f);
}

/// The tetrahedron of four support points, faces outward.
template <class T>
ABUT_PHASE void start_tetrahedron(Polytope<T>& p, const SupportPoint<T>* points, const RelativePose<double>& pose) {
  for (int k = 0; k < 4; ++k) p.vertices[k] = polytope_vertex(points[k], pose);
  const PolytopeVertex<T>* v = p.vertices;
  const bool flip =
      dot(cross(v[1].w - v[0].w, v[2].w - v[0].w), v[3].w - v[0].w) > 0;  // then (0, 1, 2) looks towards vertex 3
  const std::uint16_t b = flip ? 2 : 1;
  const std::uint16_t c = flip ? 1 : 2;
  const std::uint16_t corner[4][3] = {{0, b, c}, {0, c, 3}, {c, b, 3}, {b, 0, 3}};
  p.vertex_count = p.face_count = 4;
  p.unused_count = 0;
  for (std::uint32_t f = 0; f < 4; ++f) {
    for (int k = 0; k < 3; ++k) p.faces[f].v[k] = corner[f][k];
    p.faces[f].removed = 0;
    set_plane(p, f, pose);
  }
  link(p, 0, 0, 3, 0);  // edge 0 b
  link(p, 0, 1, 2, 0);  // edge b c
  link(p, 0, 2, 1, 0);  // edge c 0
  link(p, 1, 1, 2, 2);  // edge c 3
  link(p, 2, 1, 3, 2);  // edge b 3
  link(p, 3, 1, 1, 2);  // edge 0 3
}

namespace polytope_detail {

/// Whether `w` lies above the plane of face `f`, measured from the face's vertex whose own vertices are nearest to
/// those of `w`: rounding is relative to how far these are apart. Between vertices that are nearly one, the rounding of
/// the difference's own vertices would give faces that look anywhere.
template <class T>
ABUT_RARE bool sees_by_own_vertices(const Polytope<T>& p, std::uint32_t f, const PolytopeVertex<T>& w,
                                    const RelativePose<double>& pose) {
  Vec3<double> difference{0, 0, 0};
  double least = Huge<double>::value;
  for (int k = 0; k < 3; ++k) {
    const PolytopeVertex<T>& v = p.vertices[p.faces[f].v[k]];
    const double apart = length(widen(w.a) - widen(v.a)) + length(widen(w.b) - widen(v.b));
    if (apart < least) least = apart, difference = edge(v, w, pose);
  }
  return dot(p.faces[f].normal, difference) > -4 * Epsilon<double>::value * least;
}

template <class T>
ABUT_INLINE bool sees(const Polytope<T>& p, std::uint32_t f, const PolytopeVertex<T>& w,
                      const RelativePose<double>& pose) {
  const Vec3<double> n = p.faces[f].normal;
  if (dot(n, n) == 0) return true;
  // A settled face keeps its normal but not its offset: measure at one of its vertices.
  const double height = dot(n, w.w - p.vertices[p.faces[f].v[0]].w);
  if (abs(height) > p.noise) return height > 0;
  return sees_by_own_vertices(p, f, w, pose);
}

/// Collects the connected set of faces that see `w`, from face `first` on, and its border in order. Returns the number
/// of border edges; 0 if the border is not one closed loop.
template <class T>
ABUT_HD inline std::uint32_t find_border(Polytope<T>& p, std::uint32_t first, const PolytopeVertex<T>& w,
                                         const RelativePose<double>& pose, std::uint32_t& removed_count) {
  std::uint32_t top = 0;
  std::uint32_t border_count = 0;
  removed_count = 0;
  p.faces[first].removed = 1;
  p.removed[removed_count++] = static_cast<std::uint16_t>(first);
  for (std::uint32_t k = 3; k-- > 0;) p.stack[top++] = first << 2 | k;
  while (top > 0) {
    const std::uint32_t from = p.stack[--top];
    const std::uint32_t g = p.faces[from >> 2].neighbour[from & 3];
    const std::uint32_t edge = p.faces[from >> 2].neighbour_edge[from & 3];
    if (p.faces[g].removed != 0) continue;
    if (!sees(p, g, w, pose)) {
      p.border[border_count++] = g << 2 | edge;
      continue;
    }
    p.faces[g].removed = 1;
    p.removed[removed_count++] = static_cast<std::uint16_t>(g);
    p.stack[top++] = g << 2 | (edge + 2) % 3;
    p.stack[top++] = g << 2 | (edge + 1) % 3;
  }
  // Seen from inside the removed set the border edge of face g runs from v[edge + 1] to v[edge].
  for (std::uint32_t i = 0; i < border_count; ++i) {
    const std::uint32_t here = p.border[i];
    const std::uint32_t next = p.border[i + 1 == border_count ? 0 : i + 1];
    const std::uint16_t end = p.faces[here >> 2].v[here & 3];
    const std::uint16_t begin = p.faces[next >> 2].v[((next & 3) + 1) % 3];
    if (end != begin) return 0;
  }
  return border_count >= 3 ? border_count : 0;
}

}  // namespace polytope_detail

/// Adds the support point `w`, which lies beyond the nearest face `first`. Needs vertex_count < capacity. Around an
/// origin inside, the polytope holds the ball that touches its nearest face, and it only grows: so no new face counts
/// as nearer than that. Where rounding folds the surface (among coplanar points of curved kinds, which are rounded
/// however near they are), the fold does not lower the bound.
template <class T>
ABUT_PHASE void expand(Polytope<T>& p, std::uint32_t first, const PolytopeVertex<T>& w,
                       const RelativePose<double>& pose) {
  const double nearest = p.offset[first];
  std::uint32_t removed_count = 0;
  std::uint32_t border_count = polytope_detail::find_border(p, first, w, pose, removed_count);
  for (std::uint32_t i = 0; i < removed_count; ++i) p.faces[p.removed[i]].removed = 0;
  if (border_count == 0) {  // rounding left a border that is no loop: split the first face alone
    removed_count = 1;
    p.removed[0] = static_cast<std::uint16_t>(first);
    for (std::uint32_t k = 0; k < 3; ++k) {
      p.border[k] = static_cast<std::uint32_t>(p.faces[first].neighbour[k]) << 2 | p.faces[first].neighbour_edge[k];
    }
    border_count = 3;
  }
  const std::uint32_t apex = p.vertex_count++;
  p.vertices[apex] = w;
  for (std::uint32_t i = 0; i < removed_count; ++i) {
    p.offset[p.removed[i]] = Huge<double>::value;
    p.faces[p.removed[i]].removed = 1;
    p.unused[p.unused_count++] = p.removed[i];
  }
  std::uint32_t first_new = 0;
  std::uint32_t previous = 0;
  for (std::uint32_t i = 0; i < border_count; ++i) {
    const std::uint32_t f = p.unused_count > 0 ? p.unused[--p.unused_count] : p.face_count++;
    const std::uint32_t outside = p.border[i] >> 2;
    const std::uint32_t edge = p.border[i] & 3;
    PolytopeFace& face = p.faces[f];
    face.v[0] = p.faces[outside].v[(edge + 1) % 3];
    face.v[1] = p.faces[outside].v[edge];
    face.v[2] = static_cast<std::uint16_t>(apex);
    face.removed = 0;
    link(p, f, 0, outside, static_cast<int>(edge));
    if (i == 0) {
      first_new = f;
    } else {
      link(p, previous, 1, f, 2);
    }
    previous = f;
    set_plane(p, f, pose);
    if (nearest > 0) p.offset[f] = max(p.offset[f], nearest);
  }
  link(p, previous, 1, first_new, 2);
}

/// The face whose plane is nearest to the origin; the lowest index among equals. Every fourth face by itself: one chain
/// of comparisons would wait for each.
template <class T>
ABUT_HD inline std::uint32_t nearest_face(const Polytope<T>& p) {
  constexpr std::uint32_t chains = 4;
  double least[chains] = {p.offset[0], p.offset[1], p.offset[2], p.offset[3]};  // four faces at least
  std::uint64_t at[chains] = {0, 0, 0, 0};
  std::uint32_t f = chains;
  for (; f + chains <= p.face_count; f += chains) {
    for (std::uint32_t k = 0; k < chains; ++k) {
      const double offset = p.offset[f + k];
      at[k] = offset < least[k] ? f : at[k];
      least[k] = offset < least[k] ? offset : least[k];
    }
  }
  std::uint32_t best = static_cast<std::uint32_t>(at[0]);
  double best_offset = least[0];
  const auto take = [&](std::uint32_t face, double offset) {
    const bool better = offset < best_offset || (offset == best_offset && face < best);
    best = better ? face : best;
    best_offset = better ? offset : best_offset;
  };
  for (std::uint32_t k = 1; k < chains; ++k) take(static_cast<std::uint32_t>(at[k]) + k, least[k]);
  for (; f < p.face_count; ++f) take(f, p.offset[f]);
  return best;
}

}  // namespace ABUT_ISA
}  // namespace abut
