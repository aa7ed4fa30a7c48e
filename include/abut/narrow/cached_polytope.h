// The polytope of an overlap, kept from one query of a pair to the next: at the new pose its vertices are where they
// are, its faces may still be the nearest, and what GJK and EPA did to find them need not be done again.
//
// Nothing of it is believed but that its faces close (the checksum says that they are as an earlier query left them):
// planes are formed anew, and a ray from the origin has to leave through an odd number of faces, beyond doubt. Then the
// polytope lies around the origin, convex or not, whatever has become of it, and its least offset bounds the depth from
// below as in small_polytope.h.
#pragma once

#include "abut/core/contact.h"
#include "abut/narrow/small_epa.h"

namespace abut {
inline namespace ABUT_ISA {
namespace cached_polytope_detail {

/// Of what matters in a polytope: of random words one in four thousand million passes for one.
ABUT_INLINE std::uint32_t checksum(const CachedPolytope& c) {
  constexpr std::uint32_t odd = 0x9e3779b1u;
  std::uint32_t sum = odd ^ (static_cast<std::uint32_t>(c.vertex_count) << 8 | c.face_count);
  for (std::uint32_t k = 0; k < CachedPolytope::most_vertices; ++k) {
    const std::uint32_t ids = c.vertex[k].a | static_cast<std::uint32_t>(c.vertex[k].b) << 16;
    sum += (ids + 1) * (odd * (2 * k + 1));
  }
  for (std::uint32_t k = 0; k < CachedPolytope::most_faces; ++k) {
    sum += (c.corners[k] + 1u) * (odd * (2 * k + 33));
  }
  return sum;
}

/// Live faces as bits, and their vertices.
template <class Capacity>
struct LiveFaces {
  FaceBitsIn<Capacity> face;
  int faces;
  std::uint32_t vertices;
};

/// All that are not dead, and the nearest, which the check took out.
template <class Faces, class Capacity>
ABUT_INLINE LiveFaces<Capacity> live_faces(const SmallPolytopeIn<Capacity>& p, int nearest) {
  LiveFaces<Capacity> out{{}, 0, 0};
  Faces::below(p, Huge<float>::value, out.face);
  out.face.word[nearest / 64] |= std::uint64_t{1} << (nearest % 64);
  for (int w = 0; w < FaceBitsIn<Capacity>::words; ++w) {
    out.faces += bit_count(out.face.word[w]);
    for (std::uint64_t rest = out.face.word[w]; rest != 0; rest &= rest - 1) {
      const int f = 64 * w + lowest_bit(rest);
      for (int k = 0; k < 3; ++k) out.vertices |= 1u << corner_of(p, f, k);
    }
  }
  return out;
}

/// Sets vertices and faces of a fresh polytope, the faces without planes. Returns false where these are no vertices of
/// the shapes, or none is kept.
ABUT_INLINE bool unpack(const CachedPolytope& c, std::uint32_t count_a, std::uint32_t count_b, SmallPolytope& p) {
  if (c.vertex_count > CachedPolytope::most_vertices || c.face_count > CachedPolytope::most_faces) return false;
  if (c.nearest >= c.face_count || c.checksum != checksum(c)) return false;
  std::uint32_t wrong = 0;  // a word, so that compilers look at many at once
  for (int k = 0; k < CachedPolytope::most_vertices; ++k) {
    p.id_a[k] = c.vertex[k].a;
    p.id_b[k] = c.vertex[k].b;
    wrong |= static_cast<std::uint32_t>(p.id_a[k] >= count_a) | static_cast<std::uint32_t>(p.id_b[k] >= count_b);
  }
  const std::uint32_t faces = c.face_count, vertices = c.vertex_count;
  for (std::uint32_t f = 0; f < CachedPolytope::most_faces; ++f) {
    const std::uint32_t i = c.corners[f] & 15u, j = c.corners[f] >> 4 & 15u, k = c.corners[f] >> 8 & 15u;
    const std::uint32_t unordered = static_cast<std::uint32_t>(i >= j) | static_cast<std::uint32_t>(j >= k);
    wrong |= static_cast<std::uint32_t>(f < faces) & (unordered | static_cast<std::uint32_t>(k >= vertices));
    p.corner[f] = i | j << 8 | k << 16 | (((j * (j - 1)) >> 1) + i) << 24;
  }
  p.vertices = c.vertex_count;
  p.faces = c.face_count;
  return wrong == 0;
}

}  // namespace cached_polytope_detail

/// Keeps what the search ended with. Returns false if it has too many vertices or faces, or their ids are too large.
template <class Faces, class Capacity>
ABUT_PHASE bool keep_polytope(const SmallEpaIn<Capacity>& s, CachedPolytope& out) {
  using namespace cached_polytope_detail;
  const SmallPolytopeIn<Capacity>& p = s.polytope;
  const LiveFaces<Capacity> live = live_faces<Faces>(p, s.nearest);
  if (live.faces > CachedPolytope::most_faces || bit_count(live.vertices) > CachedPolytope::most_vertices) return false;
  out = {};
  std::uint8_t renumbered[Capacity::vertices];
  for (std::uint32_t rest = live.vertices; rest != 0; rest &= rest - 1) {
    const int k = lowest_bit(rest);
    if (p.id_a[k] > 0xffff || p.id_b[k] > 0xffff) return false;
    out.vertex[out.vertex_count] = {static_cast<std::uint16_t>(p.id_a[k]), static_cast<std::uint16_t>(p.id_b[k])};
    renumbered[k] = out.vertex_count++;
  }
  for (int w = 0; w < FaceBitsIn<Capacity>::words; ++w) {
    for (std::uint64_t rest = live.face.word[w]; rest != 0; rest &= rest - 1) {
      const int f = 64 * w + lowest_bit(rest);
      if (f == s.nearest) out.nearest = out.face_count;
      const int i = renumbered[corner_of(p, f, 0)], j = renumbered[corner_of(p, f, 1)];
      out.corners[out.face_count++] = static_cast<std::uint16_t>(i | j << 4 | renumbered[corner_of(p, f, 2)] << 8);
    }
  }
  out.checksum = checksum(out);
  return true;
}

/// Starts from a kept polytope at the pair's new pose. Returns whether it lies around the origin beyond doubt, if all
/// faces are beyond the margin: the search's first choice sees to that.
template <class Faces, class Support>
ABUT_PHASE bool small_epa_start_kept(SmallEpa& s, const CachedPolytope& kept, const Support& support, float size) {
  SmallPolytope& p = s.polytope;
  small_epa_detail::reset(s, size);
  s.is_kept = true;
  const float apart = max_abs(support.pose.translation);
  if (!(apart <= size) || !cached_polytope_detail::unpack(kept, support.a.count, support.b.count, p)) return false;
  Faces::place(p, support);
  const Vec3<float> wk = vertex_of(p, corner_of(p, kept.nearest, 2));
  const Vec3<float> n =
      cross(vertex_of(p, corner_of(p, kept.nearest, 0)) - wk, vertex_of(p, corner_of(p, kept.nearest, 1)) - wk);
  // Away from the nearest face, where the others are far and the ray meets none edge-on.
  const Vec3<float> ray = dot(n, wk) > 0 ? -n : n;
  return Faces::set_planes(p, ray, ray_doubt(ray, size));
}

}  // namespace ABUT_ISA
}  // namespace abut
