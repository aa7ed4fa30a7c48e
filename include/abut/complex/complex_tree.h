// The hierarchy of a complex, and the search of two against each other: spheres about simplices, cones of their
// normals, and which classes there are (5D+1). It lies in the complex's own frame, and no motion changes it.
//
// Source: Merlhiot 2007, 6.4; spheres and cones: Johnson & Cohen 2001.
#pragma once

#include <cstdint>

#include "abut/core/pose.h"

namespace abut {

/// No path from the root is longer: a search's stack holds twice that.
inline constexpr int most_complex_depth = 48;

/// 48 bytes: three loads of 16 on a device. The left child of an inner node is the next one. Data only.
struct alignas(16) ComplexNode {
  Vec3<float> centre;
  float radius;             ///< the sphere holds the simplices, rounding included
  Vec3<float> axis;         ///< of the cone that holds the cones of the simplices; unit
  float cosine;             ///< of half of its angle, not above; -1: all directions
  float sine;               ///< of half of its angle, not below
  std::uint32_t next;       ///< leaf: its first simplex; inner: the right child
  std::uint16_t count;      ///< leaf: simplices; inner: 0
  std::uint8_t classes;     ///< bit c: there is one of class c
  std::uint8_t meets;       ///< bit c: there is one that meets class c
  std::uint32_t two_sided;  ///< non-zero: the cone's mirror image belongs to it
};
static_assert(sizeof(ComplexNode) == 48);

/// B's hierarchy in A's frame: x_a = rotation * (scale * x_b) + translation. Data only.
struct ComplexFrame {
  Mat3<float> rotation;
  Vec3<float> translation;
  float scale;
  float reach;                     ///< spheres farther apart are left out, with what rounding may take from it
  float theta_cosine, theta_sine;  ///< of the angle by which cones are widened, tolerances included
};

inline namespace ABUT_ISA {

namespace complex_tree_detail {

/// Sine and cosine of an angle from 0 to pi, or more than pi: then `all`. Data only.
struct Angle {
  float cosine, sine;
  bool all;
};

ABUT_INLINE Angle sum_of(float cos_a, float sin_a, float cos_b, float sin_b) {
  const float c = cos_a * cos_b - sin_a * sin_b, s = sin_a * cos_b + cos_a * sin_b;
  return {c, s, s < 0.0f || c <= -1.0f};
}

/// Whether two axes, whose product is `d` (of unit vectors), are no farther apart than the angle.
ABUT_INLINE bool is_within(float d, Angle a) {
  constexpr float slack = 0x1p-18f;  // of a dozen roundings
  return a.all || d >= a.cosine - slack;
}

}  // namespace complex_tree_detail

ABUT_INLINE bool is_leaf(const ComplexNode& node) { return node.count > 0; }

/// Whether simplices of two nodes may have a quasi-LMD: condition (6), each two of its three sets held against each
/// other, by spheres, cones and classes.
ABUT_HD inline bool may_meet(const ComplexFrame& frame, const ComplexNode& a, const ComplexNode& b) {
  using namespace complex_tree_detail;
  if ((a.meets & b.classes) == 0) return false;
  const Vec3<float> d = (rotate(frame.rotation, b.centre * frame.scale) + frame.translation) - a.centre;
  const float radii = a.radius + b.radius * frame.scale, squared = squared_length(d), most = frame.reach + radii;
  if (squared > most * most) return false;
  const Vec3<float> axis_b = rotate(frame.rotation, b.axis);
  const Angle wide_a = sum_of(a.cosine, a.sine, frame.theta_cosine, frame.theta_sine);
  const Angle wide_b = sum_of(b.cosine, b.sine, frame.theta_cosine, frame.theta_sine);
  const bool all_a = wide_a.all || a.cosine <= -1.0f, all_b = wide_b.all || b.cosine <= -1.0f;
  const bool mirrored_a = a.two_sided != 0, mirrored_b = b.two_sided != 0;
  if (!all_a && !all_b) {
    const float apart = -dot(a.axis, axis_b);
    const float along = mirrored_a || mirrored_b ? abs(apart) : apart;
    if (!is_within(along, sum_of(wide_a.cosine, wide_a.sine, wide_b.cosine, wide_b.sine))) return false;
  }
  const float grown = radii * (1.0f + 0x1p-20f);
  if (!(squared > grown * grown) || (all_a && all_b)) return true;
  const float distance = sqrt(squared), inverse = 1.0f / distance;
  const float sine = radii * inverse, cosine = sqrt(max(0.0f, 1.0f - sine * sine));
  if (!all_a) {
    const float p = dot(a.axis, d) * inverse;
    if (!is_within(mirrored_a ? abs(p) : p, sum_of(wide_a.cosine, wide_a.sine, cosine, sine))) return false;
  }
  if (!all_b) {
    const float p = -dot(axis_b, d) * inverse;
    if (!is_within(mirrored_b ? abs(p) : p, sum_of(wide_b.cosine, wide_b.sine, cosine, sine))) return false;
  }
  return true;
}

/// A node of A's hierarchy and one of B's. Data only.
struct ComplexNodes {
  std::uint32_t a, b;
};

/// Whether A's node is the one to be opened: the larger of two inner ones.
ABUT_INLINE bool opens_a(const ComplexFrame& frame, const ComplexNode& a, const ComplexNode& b) {
  if (is_leaf(a) || is_leaf(b)) return is_leaf(b);
  return a.radius >= b.radius * frame.scale;
}

/// Two hierarchies, and where B is. Data only.
struct ComplexTrees {
  const ComplexNode *a, *b;
  const ComplexFrame* frame;
};

/// Calls `push(ComplexNodes)` for the children of a pair that may meet, the right one first, and `see()` for both.
template <class Push, class See>
ABUT_INLINE void open_nodes(const ComplexTrees& trees, ComplexNodes at, Push&& push, See&& see) {
  const ComplexNode &a = trees.a[at.a], &b = trees.b[at.b];
  ComplexNodes left = at, right = at;
  if (opens_a(*trees.frame, a, b)) {
    left.a = at.a + 1, right.a = a.next;
  } else {
    left.b = at.b + 1, right.b = b.next;
  }
  see(), see();
  if (may_meet(*trees.frame, trees.a[right.a], trees.b[right.b])) push(right);
  if (may_meet(*trees.frame, trees.a[left.a], trees.b[left.b])) push(left);
}

/// Calls `visit(leaf of A, leaf of B)` for all pairs of leaves below two nodes that may meet, always in the same order.
template <class Visit, class See>
ABUT_HD inline void traverse_complexes(const ComplexTrees& trees, ComplexNodes from, Visit&& visit, See&& see) {
  ComplexNodes stack[2 * most_complex_depth + 2];
  int depth = 0;
  stack[depth++] = from;
  while (depth > 0) {
    const ComplexNodes at = stack[--depth];
    const ComplexNode &a = trees.a[at.a], &b = trees.b[at.b];
    if (is_leaf(a) && is_leaf(b)) {
      visit(a, b);
    } else {
      open_nodes(
          trees, at, [&](ComplexNodes child) { stack[depth++] = child; }, see);
    }
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
