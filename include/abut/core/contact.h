// The contact record: what every query of Abut answers with (docs/reference/records.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "abut/core/vec3.h"

namespace abut {

/// How a query ended. Never a NaN, never a throw: geometry's faults are told here.
enum class Status : std::uint8_t {
  converged = 0,           ///< the certificate gap is within tolerance
  touching = 1,            ///< converged, and |separation| is within tolerance of zero
  farther_than_alert = 2,  ///< proved to be farther apart than asked for; `separation` is a lower bound
  iteration_limit = 3,     ///< stopped early; the answer is the best found, `bound_gap` says how far it can be off
  degenerate_shape = 4,    ///< a shape without vertices, or a pair whose lengths the scalar cannot hold
  unsupported_pair = 5,    ///< reserved for kinds to come: all kinds of today are answered
  invalid_pose = 6,        ///< a pose that is not finite, or whose matrix has entries beyond 2
};
inline constexpr int status_count = 7;

/// Flag bits, stored in the upper half of the status byte.
/// No direction is better than another: both cores are one and the same point. Set with every failure too.
inline constexpr std::uint8_t normal_undefined_flag = 0x80;

/// What of a core a witness point lies on.
enum class FeatureKind : std::uint8_t { unknown = 0, vertex = 1, edge = 2, face = 3 };

/// A vertex, edge or face of a core, without the rounding radius. The two top bits are the kind, the lower 32 the
/// index: of vertex sets in `ShapeSet::vertices`, the view's `edges` and `ShapeSet::faces`; an ellipsoid is face 0; a
/// cylinder's edges are its rims (0 at -z, 1 at +z), its faces the caps (0, 1) and the side (2); a cone has vertex 0
/// (the apex), edge 0 (the rim), face 0 (the base) and face 1 (the side). 0: unknown, as with Minkowski sums.
struct Feature {
  std::uint64_t code;
};

/// Contact types of Feng & Tan 2019, section 4.2.2, whichever shape comes first.
enum class ContactType : std::uint8_t {
  unknown,
  vertex_vertex,
  vertex_edge,
  edge_edge,
  vertex_face,
  edge_face,
  face_face
};

/// What a query of two vertex sets leaves for the next one of the pair: vertices of A and B that span a simplex of
/// A - B, or, where EPA found the depth and few vertices were enough, a polytope around the origin with its faces. For
/// a caller to keep from one time step to the next, all zero at first. Other kinds leave it empty; of a shape only the
/// first 65,536 vertices are kept. Data only.
struct CachedPolytope {
  static constexpr int most_vertices = 16;
  static constexpr int most_faces = 28;  ///< that so many vertices have
  struct Ids {
    std::uint16_t a, b;
  };
  std::uint8_t vertex_count;  ///< 0: nothing is kept
  std::uint8_t face_count;    ///< 0: a simplex, of at most four vertices
  std::uint8_t nearest;       ///< face of the last search
  std::uint8_t unused;
  std::uint32_t checksum;  ///< of vertices and faces, where there are faces; else the packed normal of an overlap, or 0
  Ids vertex[most_vertices];
  std::uint16_t corners[most_faces];  ///< of a face: three vertices, ascending, four bits each
};

/// Two parts: candidate pairs of one set have `a < b`. Queries take any two, and `query_shape_pairs` two shapes.
struct Pair {
  std::uint32_t a, b;
};

/// The record of one pair. Data only. Frame and origin of the vectors are those of the function that made it.
///
/// With `farther_than_alert` the separation is a lower bound, the witness points are not the closest ones and the
/// features are unknown. With `degenerate_shape`, `unsupported_pair` and `invalid_pose` only the status says something.
template <class T>
struct Contact {
  T separation;    ///< > 0: the gap; < 0: minus the penetration depth
  Vec3<T> normal;  ///< unit, from A to B; between smooth surfaces, where the separation hardly changes with it, good to
                   ///< the root of the rounding: some 5e-4 in float
  Vec3<T> witness_a;  ///< closest or deepest point of A
  Vec3<T> witness_b;  ///< witness_a + separation * normal
  Vec3<T> point;      ///< the one representative contact point: midway between the witness points
  Feature feature_a;  ///< of the core shape, without the rounding radius
  Feature feature_b;
  T lower_bound;        ///< the true separation is not below it
  T bound_gap;          ///< certificate gap: how far the bounds found are apart; `lower_bound` is lowered by rounding
  std::uint8_t status;  ///< a `Status` in the lower half, flag bits in the upper half
  std::uint8_t gjk_iterations;  ///< 255: that many or more
  std::uint8_t epa_iterations;
  std::uint64_t key;  ///< stable hash of (a, b, feature_a, feature_b)
};

/// A caller-owned array with a stride in elements. `data == nullptr`: not wanted. Data only.
template <class E>
struct Strided {
  E* data = nullptr;
  std::ptrdiff_t stride = 1;
};

/// Three coordinates with one stride: (N, 3) rows (y = x + 1, z = x + 2, stride 3) or three arrays (stride 1).
template <class E>
struct StridedVec3 {
  E* x = nullptr;
  E* y = nullptr;
  E* z = nullptr;
  std::ptrdiff_t stride = 1;
};

/// Caller-owned output arrays, one element per pair, in the order of the pairs; any of them may be null. Data only.
/// Frame and origin of normals and points: as the function that fills them says.
template <class T>
struct ContactsView {
  Strided<T> separation;
  StridedVec3<T> normal;
  StridedVec3<T> witness_a;
  StridedVec3<T> witness_b;
  StridedVec3<T> point;
  Strided<Feature> feature_a;
  Strided<Feature> feature_b;
  Strided<T> lower_bound;
  Strided<T> bound_gap;
  Strided<std::uint8_t> status;
  Strided<std::uint8_t> gjk_iterations;
  Strided<std::uint8_t> epa_iterations;
  Strided<std::uint64_t> key;
};

inline namespace ABUT_ISA {

ABUT_INLINE Status status_of(std::uint8_t byte) { return static_cast<Status>(byte & 0x0f); }
ABUT_INLINE bool is_contact(std::uint8_t byte) {
  return status_of(byte) == Status::converged || status_of(byte) == Status::touching;
}
ABUT_INLINE Feature make_feature(FeatureKind kind, std::uint32_t index) {
  return {static_cast<std::uint64_t>(kind) << 62 | index};
}
ABUT_INLINE FeatureKind feature_kind(Feature f) { return static_cast<FeatureKind>(f.code >> 62); }
ABUT_INLINE std::uint32_t feature_index(Feature f) { return static_cast<std::uint32_t>(f.code); }

ABUT_INLINE ContactType contact_type(Feature a, Feature b) {
  const int ka = static_cast<int>(feature_kind(a));
  const int kb = static_cast<int>(feature_kind(b));
  const int low = ka < kb ? ka : kb;
  const int high = ka < kb ? kb : ka;
  if (low == 0) return ContactType::unknown;
  if (high == 1) return ContactType::vertex_vertex;
  if (high == 2) return low == 1 ? ContactType::vertex_edge : ContactType::edge_edge;
  return low == 1 ? ContactType::vertex_face : low == 2 ? ContactType::edge_face : ContactType::face_face;
}

/// splitmix64's finaliser: every input bit reaches every output bit.
ABUT_INLINE std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// Stable key of a contact. Two contacts with equal keys are the same only if all four parts are equal.
ABUT_INLINE std::uint64_t contact_key(Pair pair, Feature a, Feature b) {
  std::uint64_t h = mix64((static_cast<std::uint64_t>(pair.a) << 32 | pair.b) + 0x9e3779b97f4a7c15ull);
  h = mix64(h ^ a.code);
  return mix64(h ^ (b.code + 0x9e3779b97f4a7c15ull));
}

}  // namespace ABUT_ISA
}  // namespace abut
