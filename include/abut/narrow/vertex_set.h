// The vertices of one shape as per-pair code sees them, and the scan that looks at all of them.
#pragma once

#include "abut/core/vec3.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// The stored vertices of one shape and the power of two that takes them to the pair's unit. `Stored` is the type they
/// are stored in; arithmetic is in `T`. Data only.
template <class T, class Stored = T>
struct VertexSet {
  const Stored* x;
  const Stored* y;
  const Stored* z;
  std::uint32_t count;
  T scale;
  const std::uint32_t* adjacency_begin;  ///< of this shape's vertices, into `adjacency`
  const std::uint32_t* adjacency;
  const std::uint32_t* table;  ///< of directions, to climb or to scan by; null: too few vertices
};

inline namespace ABUT_ISA {

template <class T, class Stored>
ABUT_INLINE Vec3<T> vertex(const VertexSet<T, Stored>& set, std::uint32_t i) {
  return {T(set.x[i]) * set.scale, T(set.y[i]) * set.scale, T(set.z[i]) * set.scale};
}

/// How far stored vertex `i` lies along `d`.
template <class T, class Stored>
ABUT_INLINE T height(const VertexSet<T, Stored>& set, std::uint32_t i, Vec3<T> d) {
  return fma(d.x, T(set.x[i]), fma(d.y, T(set.y[i]), d.z * T(set.z[i])));
}

template <class T, class Stored>
ABUT_INLINE bool has_scan_table(const VertexSet<T, Stored>& set) {
  return set.table != nullptr && set.count < min_climb_vertices;
}

struct LinearFaces;

/// One vertex after the other: what a GPU thread does.
struct LinearScan {
  using Faces = LinearFaces;
  template <class T, class Stored>
  ABUT_INLINE static std::uint32_t farthest(const VertexSet<T, Stored>& set, Vec3<T> d) {
    std::uint32_t best = 0;
    T best_value = height(set, 0, d);
    for (std::uint32_t i = 1; i < set.count; ++i) {
      const T value = height(set, i, d);
      best = value > best_value ? i : best;
      best_value = value > best_value ? value : best_value;
    }
    return best;
  }
  template <class T, class Stored>
  ABUT_INLINE static std::uint32_t farthest_by_table(const VertexSet<T, Stored>& set, Vec3<T> d) {
    return farthest(set, d);
  }
};

}  // namespace ABUT_ISA
}  // namespace abut
