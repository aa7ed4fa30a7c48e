// What is wrong with the nodes of deforming bodies, looked for in chunks, and the boxes of the nodes.
#pragma once

#include "abut/bvh/box.h"
#include "abut/deform/deform_body.h"

namespace abut {

/// What is wrong with a body, the worst last.
enum class BodyFault : std::uint8_t {
  none = 0,
  collapsed_facet = 1,   ///< all corners of a facet are one point: it is still searched
  inverted_element = 2,  ///< a tetrahedron, or one at the corner of a hexahedron, whose volume is not above 0: likewise
  /// A node that is not finite, or beyond 2^160: the body is in no pair until it is mended, and the others are not
  /// affected.
  unusable_node = 3,
};
inline constexpr int body_fault_count = 3;  ///< without `none`

/// What part of a body is looked at: nodes, facets or elements begin to end. Data only.
struct BodyChunk {
  std::uint32_t body;
  BodyFault looks_for;
  std::uint32_t begin, end;
};

/// What was found there, and the box of the nodes: if none of them is unusable it is that. Data only.
struct ChunkFindings {
  Box<double> box;
  std::uint32_t first, count;
};

/// Of a body: by fault, without `none`. Data only.
struct BodyFindings {
  Box<double> box;
  std::uint32_t first[body_fault_count], count[body_fault_count];
};

inline namespace ABUT_ISA {
namespace body_faults_detail {

ABUT_INLINE bool same_point(const Vec3<double>& a, const Vec3<double>& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// A NaN is not.
ABUT_INLINE bool is_usable(const Vec3<double>& p) {
  constexpr double most = 0x1p160;
  return abs(p.x) <= most && abs(p.y) <= most && abs(p.z) <= most;
}

/// A NaN is not above 0.
ABUT_INLINE bool has_volume(const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& r,
                            const Vec3<double>& s) {
  return dot(cross(q - p, r - p), s - p) > 0;
}

/// Of the tetrahedron at corner k of a hexahedron, the corner's neighbours: its volume is positive.
ABUT_INLINE bool has_volume_at(const DeformBodyView& body, const std::uint32_t* e, int k) {
  constexpr std::uint8_t corners[8][3] = {{1, 3, 4}, {2, 0, 5}, {3, 1, 6}, {0, 2, 7},
                                          {7, 5, 0}, {4, 6, 1}, {5, 7, 2}, {6, 4, 3}};
  return has_volume(node_of(body, e[k]), node_of(body, e[corners[k][0]]), node_of(body, e[corners[k][1]]),
                    node_of(body, e[corners[k][2]]));
}

}  // namespace body_faults_detail

ABUT_HD inline bool is_collapsed(const DeformBodyView& body, std::uint32_t facet) {
  const Facet<double> f = facet_of(body, facet);
  return body_faults_detail::same_point(f.v[0], f.v[1]) && body_faults_detail::same_point(f.v[1], f.v[2]);
}

/// Of all tetrahedra, then hexahedra.
ABUT_HD inline bool is_inverted(const DeformBodyView& body, std::uint32_t element) {
  using namespace body_faults_detail;
  if (element < body.tetrahedron_count) {
    const std::uint32_t* e = row_of<4>(body.tetrahedra, element);
    return !has_volume(node_of(body, e[0]), node_of(body, e[1]), node_of(body, e[2]), node_of(body, e[3]));
  }
  const std::uint32_t* e = row_of<8>(body.hexahedra, element - body.tetrahedron_count);
  for (int k = 0; k < 8; ++k) {
    if (!has_volume_at(body, e, k)) return true;
  }
  return false;
}

ABUT_HD inline ChunkFindings look_at_chunk(const DeformBodyView& body, const BodyChunk& chunk) {
  ChunkFindings out{empty_box<double>(), 0, 0};
  for (std::uint32_t i = chunk.begin; i < chunk.end; ++i) {
    bool bad;
    if (chunk.looks_for == BodyFault::unusable_node) {
      const Vec3<double>& p = node_of(body, i);
      out.box = unite(out.box, Box<double>{p, p});
      bad = !body_faults_detail::is_usable(p);
    } else {
      bad = chunk.looks_for == BodyFault::collapsed_facet ? is_collapsed(body, i) : is_inverted(body, i);
    }
    if (bad && out.count++ == 0) out.first = i;
  }
  return out;
}

/// A box whose zeros are all positive: which of two zeros is the least depends on the order in which they are compared.
ABUT_INLINE Box<double> with_positive_zeros(const Box<double>& box) {
  return {{box.lo.x + 0.0, box.lo.y + 0.0, box.lo.z + 0.0}, {box.hi.x + 0.0, box.hi.y + 0.0, box.hi.z + 0.0}};
}

}  // namespace ABUT_ISA
}  // namespace abut
