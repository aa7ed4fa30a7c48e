// The polytope of a shallow overlap, in float and of fixed capacity: faces are only added, dead ones stay where they
// are, so that faces and vertices are arrays which wide registers can look at.
//
// Edge (i, j), i < j, is number C(j, 2) + i. A face's offset is the least height of its corners along its normal: with
// any unit normal that bounds the face's distance from below, however thin the face. Faces close around the origin
// modulo 2 whatever is removed, as long as each removed face and the origin lie on different sides of a plane below the
// new vertex; so the least offset bounds the depth from below.
#pragma once

#include "abut/core/bits.h"
#include "abut/narrow/support.h"

namespace abut {

/// How much a polytope may take: what needs more is left to who has it, and the answer does not depend on who that is.
/// Overlaps of 5 % of the size take 6 to 12 vertices, those of hulls of 128 points in rare cases more than 32.
///
/// A capacity also says where the polytope's arrays lie; `which` tells them apart. Here in the polytope itself, for
/// wide registers (kernels/narrow/tiny_capacity.h has them elsewhere).
struct SmallCapacity {
  static constexpr int vertices = 32, faces = 192;
  static constexpr int border = 32;       ///< edges that a new vertex is joined with, at most
  static constexpr int first_faces = 32;  ///< offsets of so many are set from the start
  static constexpr int spare = 16;        ///< faces that a register may reach beyond the last
  static constexpr int alignment = 64;
  template <class E, int count, int which>
  using Array = E[count];
};
/// So many vertices have edges enough for the bits of a word.
inline constexpr int boarded_vertices = 11;

/// The offset of a dead face, or of one not yet there: nothing lies beyond it.
inline constexpr float absent_face = __builtin_inff();

/// Data only. Arrays are aligned to whole registers, where the capacity has it so.
template <class Capacity>
struct SmallPolytopeIn {
  static constexpr int most_vertices = Capacity::vertices, most_faces = Capacity::faces;
  template <class E, int count, int which>
  using Array = typename Capacity::template Array<E, count, which>;

  alignas(Capacity::alignment) Array<float, most_vertices, 0> x;
  Array<float, most_vertices, 1> y;
  Array<float, most_vertices, 2> z;
  alignas(Capacity::alignment) Array<std::uint32_t, most_vertices, 3> id_a;
  Array<std::uint32_t, most_vertices, 4> id_b;
  alignas(Capacity::alignment) Array<float, most_faces, 5> normal_x;
  Array<float, most_faces, 6> normal_y;
  Array<float, most_faces, 7> normal_z;
  alignas(Capacity::alignment) Array<float, most_faces + Capacity::spare, 8> offset;  ///< `absent_face`: dead
  Array<std::uint32_t, most_faces + Capacity::spare, 9> corner;  ///< see `corner_of`, `border_edge_of`
  int vertices, faces;
};
using SmallPolytope = SmallPolytopeIn<SmallCapacity>;

/// A vertex of C: a support point without those of A and B that it comes from. Data only.
struct SmallVertex {
  Vec3<float> w;
  std::uint32_t id_a, id_b;
};

/// Edges to be joined with a new vertex. Data only.
template <class Capacity>
struct HorizonIn {
  static constexpr int most = Capacity::border;  ///< of more no use is made
  alignas(32) std::uint16_t ends[most + 32];     ///< the lower vertex, the upper in the high byte
  int count;
};
using Horizon = HorizonIn<SmallCapacity>;

/// Faces as a bit each.
template <class Capacity>
struct FaceBitsIn {
  static constexpr int words = (Capacity::faces + 63) / 64;
  std::uint64_t word[words];
};
using FaceBits = FaceBitsIn<SmallCapacity>;

inline namespace ABUT_ISA {

template <class Capacity>
ABUT_INLINE Vec3<float> vertex_of(const SmallPolytopeIn<Capacity>& p, int k) {
  return {p.x[k], p.y[k], p.z[k]};
}
template <class Capacity>
ABUT_INLINE Vec3<float> normal_of(const SmallPolytopeIn<Capacity>& p, int f) {
  return {p.normal_x[f], p.normal_y[f], p.normal_z[f]};
}

/// Says of the faces from `begin` on, as far as that is set from the start, that they are not there. Their normals are
/// multiplied all the same: they are 0, as memory may hold numbers that are subnormal, which take many times as long.
template <class Capacity>
ABUT_INLINE void set_absent(SmallPolytopeIn<Capacity>& p, int begin) {
  if constexpr (Capacity::first_faces > 0) {
    for (int f = begin; f < Capacity::first_faces; ++f) p.offset[f] = absent_face;
    for (int f = begin; f < Capacity::first_faces; ++f) p.normal_x[f] = p.normal_y[f] = p.normal_z[f] = 0;
  }
}

/// Corner `k` of face `f`, 0 to 2, ascending: the last is the newest vertex that it was made for.
template <class Capacity>
ABUT_INLINE int corner_of(const SmallPolytopeIn<Capacity>& p, int f, int k) {
  return static_cast<int>(p.corner[f] >> (8 * k) & 0xff);
}
/// The number of the edge between the first two: of faces of the first `boarded_vertices` only.
template <class Capacity>
ABUT_INLINE int border_edge_of(const SmallPolytopeIn<Capacity>& p, int f) {
  return static_cast<int>(p.corner[f] >> 24);
}
/// A face's corners from the ends of its border edge, the lower in the low byte, and that edge's number.
ABUT_INLINE std::uint32_t packed_corners(std::uint32_t ends, int newest, int border_edge) {
  return ends | static_cast<std::uint32_t>(newest) << 16 | static_cast<std::uint32_t>(border_edge) << 24;
}

/// A face's outward unit normal and the least height of its corners. Data only.
template <class T>
struct FacePlane {
  Vec3<T> normal;
  T offset;
};

/// The plane through three vertices. A face without area is below all: it ends the search.
template <class T>
ABUT_INLINE FacePlane<T> plane_of_face(Vec3<T> wi, Vec3<T> wj, Vec3<T> wk) {
  using R = RealOf<T>;
  const T zero = T(R(0));
  Vec3<T> n = cross(wi - wk, wj - wk);
  const T nn = dot(n, n);
  n = n * (T(R(1)) / sqrt(nn));
  const T height = dot(n, wk);
  n = select<T>(height < zero, -n, n);
  const T offset = min(abs(height), min(dot(n, wi), dot(n, wj)));
  return {n, select(nn > zero, offset, -T(Huge<R>::value))};
}

/// How a ray from the origin meets triangles: which it goes through, and where rounding leaves that open. Data only.
template <class M>
struct RayCrossing {
  M through, unclear;
};

/// How far the volumes of `ray_crossing` may be off, in roundings: nine of half a unit for each, of lengths up to three
/// sizes, where bodies are within a size of each other.
ABUT_INLINE float ray_doubt(Vec3<float> ray, float size) { return 64 * 0x1p-23f * size * size * max_abs(ray); }

/// The ray along `ray` and a triangle with this outward normal, beyond the margin.
template <class T>
ABUT_INLINE RayCrossing<MaskOf<T>> ray_crossing(const Vec3<T>* w, Vec3<T> normal, Vec3<T> ray, T doubt) {
  using M = MaskOf<T>;
  const T zero = T(0.0f);
  const T first = dot(ray, cross(w[0], w[1]));
  const T second = dot(ray, cross(w[1], w[2]));
  const T third = dot(ray, cross(w[2], w[0]));
  const T least = min(first, min(second, third));
  const T largest = max(first, max(second, third));
  const M ahead = dot(normal, ray) > zero;  // what the ray meets lies beyond the origin's side of the plane
  const M through = mask_or(least > doubt, largest < -doubt);
  const M beside = mask_and(least<-doubt, largest> doubt);
  return {mask_and(ahead, through), mask_and(ahead, mask_not(mask_or(through, beside)))};
}

/// What the search asks of a polytope, one face after the other. Another way to look at the arrays has to find the
/// same.
struct LinearFaces {
  /// The face of the least offset, the oldest of several.
  template <class Capacity>
  ABUT_INLINE static int nearest(const SmallPolytopeIn<Capacity>& p) {
    int best = 0;
    for (int f = 1; f < p.faces; ++f) best = p.offset[f] < p.offset[best] ? f : best;
    return best;
  }
  /// The faces that `w` lies beyond. They are dead from now on.
  template <class Capacity>
  ABUT_INLINE static void take_visible(SmallPolytopeIn<Capacity>& p, Vec3<float> w, FaceBitsIn<Capacity>& seen) {
    seen = {};
    for (int f = 0; f < p.faces; ++f) {
      if (!(dot(normal_of(p, f), w) > p.offset[f])) continue;
      seen.word[f / 64] |= std::uint64_t{1} << (f % 64);
      p.offset[f] = absent_face;
    }
  }
  /// The faces of less offset than `limit`.
  template <class Capacity>
  ABUT_INLINE static void below(const SmallPolytopeIn<Capacity>& p, float limit, FaceBitsIn<Capacity>& out) {
    out = {};
    for (int f = 0; f < p.faces; ++f) {
      if (p.offset[f] < limit) out.word[f / 64] |= std::uint64_t{1} << (f % 64);
    }
  }
  /// Planes of the faces that join `horizon` with the last vertex, put behind the others.
  template <class Capacity>
  ABUT_INLINE static void add_planes(SmallPolytopeIn<Capacity>& p, const HorizonIn<Capacity>& horizon) {
    const Vec3<float> last = vertex_of(p, p.vertices - 1);
    for (int e = 0; e < horizon.count; ++e) {
      const FacePlane<float> plane =
          plane_of_face(vertex_of(p, horizon.ends[e] & 0xff), vertex_of(p, horizon.ends[e] >> 8), last);
      const int f = p.faces + e;
      p.normal_x[f] = plane.normal.x;
      p.normal_y[f] = plane.normal.y;
      p.normal_z[f] = plane.normal.z;
      p.offset[f] = plane.offset;
    }
  }
  /// The vertices at the pair's pose.
  template <class Capacity, class Support>
  ABUT_INLINE static void place(SmallPolytopeIn<Capacity>& p, const Support& support) {
    for (int k = 0; k < p.vertices; ++k) {
      const Vec3<float> w = support.point(p.id_a[k], p.id_b[k]).w;
      p.x[k] = w.x;
      p.y[k] = w.y;
      p.z[k] = w.z;
    }
  }
  /// The planes of all faces, `Capacity::first_faces` at most. Returns whether the ray goes through an odd number of
  /// them, beyond doubt.
  template <class Capacity>
  ABUT_INLINE static bool set_planes(SmallPolytopeIn<Capacity>& p, Vec3<float> ray, float doubt) {
    bool odd = false, clear = true;
    for (int f = 0; f < p.faces; ++f) {
      Vec3<float> w[3];
      for (int k = 0; k < 3; ++k) w[k] = vertex_of(p, corner_of(p, f, k));
      const FacePlane<float> plane = plane_of_face(w[0], w[1], w[2]);
      const RayCrossing<bool> crossing = ray_crossing(w, plane.normal, ray, doubt);
      odd = odd != crossing.through;
      clear = mask_and(clear, !crossing.unclear);
      p.normal_x[f] = plane.normal.x;
      p.normal_y[f] = plane.normal.y;
      p.normal_z[f] = plane.normal.z;
      p.offset[f] = plane.offset;
    }
    set_absent(p, p.faces);
    return mask_and(odd, clear);
  }
};

}  // namespace ABUT_ISA
}  // namespace abut
