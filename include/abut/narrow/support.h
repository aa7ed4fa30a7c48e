// Support mappings: the vertex of a shape farthest along a direction, and that of the Minkowski difference A - B.
//
// GJK and EPA see only `DifferenceSupport`; shapes, scale and pose stay here. Ties go to the lowest vertex index, so
// that every way of finding the maximum gives the same vertex.
#pragma once

#include "abut/core/pose.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// The stored vertices of one shape and the power of two that takes them to the pair's unit. `Stored` is the type they
/// are kept in; arithmetic is in `T`. Data only.
template <class T, class Stored = T>
struct VertexSet {
  const Stored* x;
  const Stored* y;
  const Stored* z;
  std::uint32_t count;
  T scale;
};

/// A vertex of A - B: w = a - (rotation * b + translation). `a` in A's frame, `b` in B's. Data only.
template <class T>
struct SupportPoint {
  Vec3<T> w, a, b;
  IndexOf<T> id_a, id_b;
};

inline namespace ABUT_ISA {

template <class T, class Stored>
ABUT_INLINE Vec3<T> vertex(const VertexSet<T, Stored>& set, std::uint32_t i) {
  return {T(set.x[i]) * set.scale, T(set.y[i]) * set.scale, T(set.z[i]) * set.scale};
}

/// One vertex after the other: what a GPU thread does.
struct LinearScan {
  template <class T, class Stored>
  ABUT_INLINE static std::uint32_t farthest(const VertexSet<T, Stored>& set, Vec3<T> d) {
    std::uint32_t best = 0;
    T best_value = fma(d.x, T(set.x[0]), fma(d.y, T(set.y[0]), d.z * T(set.z[0])));
    for (std::uint32_t i = 1; i < set.count; ++i) {
      const T value = fma(d.x, T(set.x[i]), fma(d.y, T(set.y[i]), d.z * T(set.z[i])));
      best = value > best_value ? i : best;
      best_value = value > best_value ? value : best_value;
    }
    return best;
  }
};

/// Support mapping of A - B over scalars.
template <class T, class Scan, class Stored = T>
struct DifferenceSupport {
  VertexSet<T, Stored> a, b;
  RelativePose<T> pose;

  /// The vertex of A - B farthest along `u`.
  ABUT_INLINE SupportPoint<T> operator()(Vec3<T> u) const {
    return point(Scan::farthest(a, u), Scan::farthest(b, rotate_back(pose.rotation, -u)));
  }
  ABUT_INLINE SupportPoint<T> point(std::uint32_t id_a, std::uint32_t id_b) const {
    const Vec3<T> va = vertex(a, id_a);
    const Vec3<T> vb = vertex(b, id_b);
    return {va - transform(pose, vb), va, vb, id_a, id_b};
  }
};

}  // namespace ABUT_ISA
}  // namespace abut
