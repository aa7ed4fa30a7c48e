// Support mappings: the vertex of a shape farthest along a direction, and that of the Minkowski difference A - B.
//
// GJK and EPA see only the difference; shapes, scale and pose stay here. Ties go to the lowest vertex index, so that
// every way of looking at all vertices gives the same one.
#pragma once

#include "abut/core/pose.h"
#include "abut/narrow/hill_climb.h"
#include "abut/narrow/observer.h"

namespace abut {

/// A point of A - B: w = a - (rotation * b + translation). `a` in A's frame, `b` in B's. Data only.
template <class T>
struct SupportPoint {
  Vec3<T> w, a, b;
  IndexOf<T> id_a, id_b;
};

/// What GJK stores of the simplex's support points besides `w` and the ids: nothing, where a point can be looked up
/// again by its ids. Data only.
struct SimplexIds {};

/// The points of A and B, where ids do not tell them. Data only.
template <class T>
struct SimplexPoints {
  Vec3<T> a[4], b[4];
};

/// The same where ids do tell them, but to look them up again would cost more than to store them: packs of lanes. Data
/// only.
template <class T>
struct SimplexVertices {
  SimplexPoints<T> points;
};

inline namespace ABUT_ISA {

/// The vertex farthest along `d` of a set with a table: by climbing, or by a scan that may know which to look at.
/// By value: a reference would keep the caller's set, and what it is part of, in memory on a device.
template <class Scan, class T, class Stored>
ABUT_RARE std::uint32_t farthest_by_table(VertexSet<T, Stored> set, Vec3<T> d) {
  if (set.count >= min_climb_vertices) return hill_climb(set, d, climb_start(set, d));
  return Scan::farthest_by_table(set, d);
}

/// The vertex farthest along `d`: by climbing where there are many (that depends on the shape alone, so every executor
/// answers with the same vertex), else the lowest of those that a look at all would find.
template <class Scan, class T, class Stored>
ABUT_INLINE std::uint32_t farthest_vertex(const VertexSet<T, Stored>& set, Vec3<T> d) {
  return set.table == nullptr ? Scan::farthest(set, d) : farthest_by_table<Scan>(set, d);
}

/// Support mapping of A - B over the vertices of two vertex sets.
template <class T, class Scan, class Stored = T>
struct DifferenceSupport {
  using SimplexData = SimplexIds;
  using Observer = ObserverOf<Scan>;
  VertexSet<T, Stored> a, b;
  RelativePose<T> pose;

  /// The vertex of A - B farthest along `u`.
  ABUT_INLINE SupportPoint<T> operator()(Vec3<T> u) const {
    return point(farthest_vertex<Scan>(a, u), farthest_vertex<Scan>(b, rotate_back(pose.rotation, -u)));
  }
  ABUT_INLINE SupportPoint<T> point(std::uint32_t id_a, std::uint32_t id_b) const {
    const Vec3<T> va = vertex(a, id_a);
    const Vec3<T> vb = vertex(b, id_b);
    return {va - transform(pose, vb), va, vb, id_a, id_b};
  }
};

}  // namespace ABUT_ISA
}  // namespace abut
