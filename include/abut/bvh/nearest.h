// The boxes of a tree that are within a distance of a point, and the nearest one. Without a stack, as `traverse`.
#pragma once

#include "abut/bvh/leaf_record.h"
#include "abut/bvh/traversal.h"
#include "abut/bvh/tree_frame.h"
#include "abut/core/bisection.h"
#include "abut/core/pose.h"

namespace abut {

/// The nearest of a set of boxes. Data only.
struct NearestBox {
  std::uint32_t part;  ///< `bvh_end`: there is none
  double distance;     ///< 0 inside; infinite where there is none
};

/// A tree over the boxes of parts, to search about points. Data only.
struct BoxTreeView {
  const BvhNode* nodes;
  const LeafRecord* records;   ///< of the leaves, in their order
  const std::uint64_t* codes;  ///< of the leaves; null where nothing asks for the nearest box
  std::uint32_t count;         ///< of leaves
  const TreeFrame& frame;
};

inline namespace ABUT_ISA {
namespace nearest_detail {

/// What a distance may be off between the world and the tree, in the tree's unit: a point and a box are each moved and
/// scaled, with two rounding errors of what they are; squares and their sum have four more.
ABUT_INLINE double slack(const TreeFrame& frame, double scale, Vec3<double> p) {
  return 8 * Epsilon<double>::value * (max_abs(p) + max_abs(frame.origin)) * scale;
}

/// Where squares overflow in one unit, the next is coarser by so much: what overflowed in the one does not vanish in
/// the other.
inline constexpr double coarser = 0x1p-500;

}  // namespace nearest_detail

/// The squared distance of a point from a box, 0 inside; in units of 1 / `scale`, a power of two, in which squares
/// neither overflow nor lose their digits.
ABUT_INLINE double distance2(const Box<double>& box, Vec3<double> p, double scale) {
  const double x = max(max(box.lo.x - p.x, p.x - box.hi.x), 0.0) * scale;
  const double y = max(max(box.lo.y - p.y, p.y - box.hi.y), 0.0) * scale;
  const double z = max(max(box.lo.z - p.z, p.z - box.hi.z), 0.0) * scale;
  return x * x + y * y + z * z;
}

/// Calls `visit(record)` for every box that is at most `distance` from `p`, as `distance2` in the tree's unit says, in
/// the order of the leaves; with an infinite distance for every part that has a box. Nothing for a point that is not
/// finite, or a distance that is negative or NaN.
template <class Visitor>
ABUT_HD inline void visit_within(const BoxTreeView& tree, Vec3<double> p, double distance, Visitor&& visit) {
  if (!(distance >= 0)) return;
  const Vec3<double> reach{distance, distance, distance};
  // Beyond the sphere's own box by more than all roundings: which boxes count is decided by `distance2`.
  const double more = 4 * Epsilon<double>::value * (max_abs(p) + distance);
  const Vec3<double> r = reach + Vec3<double>{more, more, more};
  double scale = tree.frame.scale;
  if (distance < __builtin_inf()) {
    while (distance * scale >= 0x1p500) scale *= nearest_detail::coarser;
  }
  const double limit2 = (distance * scale) * (distance * scale);
  traverse(tree.nodes, tree.count, tree.count > 0 ? 0 : bvh_end, to_tree(tree.frame, Box<double>{p - r, p + r}),
           [&](std::uint32_t leaf, std::uint32_t) {
             const Box<double> box = tree.records[leaf].box;
             if (mask_and(!is_empty(box), distance2(box, p, scale) <= limit2)) visit(tree.records[leaf]);
           });
}

namespace nearest_detail {

/// `nearest_box` by squares of distances in units of 1 / `scale`, which is the tree's scale times `shrink`; none where
/// all overflow.
ABUT_HD inline NearestBox nearest_in_unit(const BoxTreeView& tree, double scale, double shrink, Vec3<double> p) {
  std::uint32_t part = bvh_end;
  double best2 = __builtin_inf();
  const Vec3<double> t = (p - tree.frame.origin) * scale;
  double limit2 = __builtin_inf();  // of a node's, in the tree
  const auto offer = [&](const LeafRecord& record) {
    const double d2 = distance2(record.box, p, scale);  // infinite for an empty box
    if (!(d2 < __builtin_inf()) || d2 > best2 || (d2 == best2 && record.part > part)) return;
    part = record.part;
    best2 = d2;
    const double limit = sqrt(d2) * (1 + 8 * Epsilon<double>::value) + slack(tree.frame, scale, p);
    limit2 = limit * limit;
  };
  const std::uint64_t code = morton_code(tree.frame, Box<double>{p, p});
  // The last one where all codes are less.
  const std::uint32_t begin =
      first_not_before(tree.count - 1, [&](std::uint32_t leaf) { return tree.codes[leaf] < code; });
  offer(tree.records[begin]);
  std::uint32_t self = 0;
  while (self != bvh_end) {
    const BvhNode node = tree.nodes[self];  // a copy: whole words of memory at a time
    const Box<double> box{widen(node.lo) * shrink, widen(node.hi) * shrink};
    const bool hit =
        mask_and(!is_empty(box_of(node)), distance2(box, t, 1) * (1 - 8 * Epsilon<double>::value) <= limit2);
    const bool leaf = is_leaf(tree.count, self);
    if (mask_and(hit, leaf)) offer(tree.records[self - leaf_node(tree.count, 0)]);
    self = mask_and(hit, !leaf) ? node.child : node.skip;
  }
  return {part, sqrt(best2) / scale};
}

}  // namespace nearest_detail

/// The box nearest to `p`, of several the one with the lowest part; distances whose squares round to the same number,
/// in the tree's unit, count as equal. The codes say where to begin.
ABUT_HD inline NearestBox nearest_box(const BoxTreeView& tree, Vec3<double> p) {
  NearestBox nearest{bvh_end, __builtin_inf()};
  const Vec3<double> none = p - p;  // no number where p is none
  if (tree.count == 0 || !mask_and(none.x == 0, none.y == 0, none.z == 0) || is_empty(box_of(tree.nodes[0]))) {
    return nearest;
  }
  double scale = tree.frame.scale, shrink = 1;
  for (int attempt = 0; attempt < 5 && nearest.part == bvh_end; ++attempt) {
    nearest = nearest_detail::nearest_in_unit(tree, scale, shrink, p);
    scale *= nearest_detail::coarser;
    shrink *= nearest_detail::coarser;
  }
  return nearest;
}

}  // namespace ABUT_ISA
}  // namespace abut
