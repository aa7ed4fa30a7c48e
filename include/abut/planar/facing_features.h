// What two polygons have to do with each other along a given normal: how far apart they are, which features face each
// other, the witness points, and the patch between them. In double, in A's frame.
//
// With the tangent the normal turned left by a quarter: A's boundary towards B runs up the tangent counter-clockwise,
// B's towards A clockwise.
#pragma once

#include "abut/contacts/patch.h"
#include "abut/narrow/core_answer.h"
#include "abut/planar/contact.h"
#include "abut/planar/problem.h"

namespace abut {

/// Vertices that are no more than so many rounding errors of the pair's size and separation beside a support line lie
/// on it: four each for the vertex and the line, and what poses of their own leave of edges that are parallel.
inline constexpr int parallel_units = 16;

/// Data only.
struct PlanarAlong {
  double separation;  ///< of the cores along the normal: their distance is not below it, nor their depth above minus it
  double beside;  ///< how far apart across the normal the support lines' vertices are, to the rounding error of double
  Vec3<double> witness;  ///< on A
  Feature feature_a, feature_b;
};

/// An interval of the tangent. Data only.
struct PlanarReach {
  double low, high;
};

inline namespace ABUT_ISA {
namespace along_detail {

/// One shape as the other one sees it: `turn` is 1 where going up the tangent is counter-clockwise (A), else -1.
template <class Stored>
struct Side {
  const VertexSet<double, Stored>* set;
  const RelativePose<double>* pose;  ///< null: none, of A
  Vec3<double> normal, tangent;
  int turn;

  /// Vertex i: along the tangent, along the normal.
  ABUT_INLINE Vec2<double> at(std::uint32_t i) const {
    const Vec3<double> own = vertex(*set, i);
    const Vec3<double> v = pose == nullptr ? own : transform(*pose, own);
    return {dot(tangent, v), dot(normal, v)};
  }
  /// The next vertex up the tangent, or down it.
  ABUT_INLINE std::uint32_t next(std::uint32_t i, int up) const {
    const bool forward = up == turn;
    return forward ? (i + 1 == set->count ? 0 : i + 1) : (i == 0 ? set->count - 1 : i - 1);
  }
};

template <class T>
ABUT_INLINE Side<T> side_a(const PlanarProblem<T>& p, Vec3<double> normal) {
  return {&p.wide.a, nullptr, normal, left_of(normal), 1};
}
template <class T>
ABUT_INLINE Side<T> side_b(const PlanarProblem<T>& p, Vec3<double> normal) {
  return {&p.wide.b, &p.wide.pose, normal, left_of(normal), -1};
}

/// The vertices that lie on the support line towards the other side: their ends, down the tangent and up it. Data only.
struct Facing {
  std::uint32_t support;  ///< the farthest vertex
  double height;
  double tolerance;  ///< vertices that are no more below it count as lying on it
  double x[2];
  double inner[2];  ///< of those that do to the rounding error of double: what bounds are made of
  std::uint32_t at[2];
};

/// The vertex that faces the other side, the first of equal ones.
template <class T>
ABUT_HD inline std::uint32_t support_vertex(const Side<T>& side) {
  std::uint32_t best = 0;
  double height = -Huge<double>::value;
  for (std::uint32_t i = 0; i < side.set->count; ++i) {
    const double y = side.turn * side.at(i).y;
    if (y > height) height = y, best = i;
  }
  return best;
}

/// All vertices are looked at: rounded to `T`, those that are nearly one may be in any order. `scale`: what the
/// rounding error is relative to, the pair's size and separation.
template <class T>
ABUT_HD inline Facing facing(const Side<T>& side, std::uint32_t support, double scale) {
  const double inner = touching_units * Epsilon<double>::value * scale;
  const Vec2<double> top = side.at(support);
  Facing out{support,        top.y,          parallel_units * static_cast<double>(Epsilon<T>::value) * scale,
             {top.x, top.x}, {top.x, top.x}, {support, support}};
  for (std::uint32_t i = 0; i < side.set->count; ++i) {
    const Vec2<double> v = side.at(i);
    const double below = side.turn * (top.y - v.y);
    if (below > out.tolerance) continue;
    if (v.x < out.x[0]) out.x[0] = v.x, out.at[0] = i;
    if (v.x > out.x[1]) out.x[1] = v.x, out.at[1] = i;
    if (below > inner) continue;
    out.inner[0] = min(out.inner[0], v.x);
    out.inner[1] = max(out.inner[1], v.x);
  }
  return out;
}

/// Both sides, and what the heights say. Data only.
template <class T>
struct Sides {
  Side<T> a, b;
  Facing of_a, of_b;
  double scale;
};

template <class T>
ABUT_HD inline Sides<T> sides_along(const PlanarProblem<T>& p, Vec3<double> normal) {
  Sides<T> out{side_a(p, normal), side_b(p, normal), {}, {}, 0};
  const std::uint32_t of_a = support_vertex(out.a), of_b = support_vertex(out.b);
  out.scale = static_cast<double>(p.size) + abs(out.b.at(of_b).y - out.a.at(of_a).y);
  out.of_a = facing(out.a, of_a, out.scale);
  out.of_b = facing(out.b, of_b, out.scale);
  return out;
}

/// The vertex of the support line at `x`, or the edge; of a shape as thin as rounding the edge that faces the other
/// side.
template <class T>
ABUT_HD inline Feature feature_at(const Side<T>& side, const Facing& f, double x) {
  for (int end = 0; end < 2; ++end) {
    if (abs(x - f.x[end]) <= f.tolerance) return make_feature(FeatureKind::vertex, f.at[end]);
  }
  const auto on_line = [&](Vec2<double> v) { return side.turn * (f.height - v.y) <= f.tolerance; };
  Feature found = make_feature(FeatureKind::vertex, f.support);
  for (std::uint32_t i = 0; i < side.set->count; ++i) {
    const Vec2<double> v = side.at(i), w = side.at(side.next(i, side.turn));
    if (!on_line(v)) continue;
    if (abs(x - v.x) <= f.tolerance) return make_feature(FeatureKind::vertex, i);
    if (!on_line(w) || (v.x < x) == (w.x < x)) continue;
    found = make_feature(FeatureKind::edge, side.set->count == 2 ? 0 : i);
    if (side.turn * (w.x - v.x) > 0) return found;
  }
  return found;
}

/// The edge of a boundary at x, walked one way along the tangent; its coordinates are turned so that x grows.
template <class T>
struct Walk {
  const Side<T>* side;
  int up;
  double noise;
  std::uint32_t next;       ///< the vertex at w
  std::uint32_t remaining;  ///< vertices not yet seen
  Vec2<double> v, w;        ///< the ends of the edge; where w.x is not above v.x the boundary has ended

  ABUT_INLINE Vec2<double> place(std::uint32_t i) const {
    const Vec2<double> p = side->at(i);
    return {up * p.x, p.y};
  }
  /// At the edge that holds x, or at the end of the boundary that is nearer to it.
  ABUT_HD inline void start(std::uint32_t support, double x) {
    std::uint32_t i = support;
    for (std::uint32_t k = side->set->count; k > 1 && place(i).x > x; --k) {
      const std::uint32_t before = side->next(i, -up);
      if (place(before).x > place(i).x + noise) break;
      i = before;
    }
    next = i;
    remaining = side->set->count;
    w = place(i);
    step();
    go_to(x);
  }
  ABUT_HD inline void step() {
    v = w;
    while (remaining > 0) {
      --remaining;
      next = side->next(next, up);
      const Vec2<double> p = place(next);
      if (p.x < v.x - noise) break;
      if (p.x > v.x) {
        w = p;
        return;
      }
    }
    remaining = 0;
  }
  ABUT_INLINE bool ended() const { return !(w.x > v.x); }
  ABUT_INLINE void go_to(double x) {
    while (!ended() && w.x <= x) step();
  }
  ABUT_INLINE double height(double x) const {
    if (ended() || x <= v.x) return v.y;
    return x >= w.x ? w.y : fma((x - v.x) / (w.x - v.x), w.y - v.y, v.y);
  }
};

/// How far from x, one way along the tangent, B's boundary stays within `level` of A's.
template <class T>
ABUT_HD inline double reach(Walk<T> a, Walk<T> b, double x, double level) {
  while (!a.ended() && !b.ended()) {
    const double next = min(a.w.x, b.w.x);
    const double gap = b.height(next) - a.height(next);
    if (gap > level) {
      const double here = b.height(x) - a.height(x);
      return here < level ? fma((level - here) / (gap - here), next - x, x) : x;
    }
    x = next;
    a.go_to(x);
    b.go_to(x);
  }
  return x;
}

}  // namespace along_detail

/// `normal`: unit, from A to B.
template <class T>
ABUT_PHASE PlanarAlong planar_along(const PlanarProblem<T>& p, Vec3<double> normal) {
  using namespace along_detail;
  const Sides<T> s = sides_along(p, normal);
  const Facing &fa = s.of_a, &fb = s.of_b;
  // The middle of what they have in common, or where they come nearest to each other.
  const double middle = 0.5 * (max(fa.x[0], fb.x[0]) + min(fa.x[1], fb.x[1]));
  const double at_a = min(max(middle, fa.x[0]), fa.x[1]), at_b = min(max(middle, fb.x[0]), fb.x[1]);
  PlanarAlong out;
  out.separation = fb.height - fa.height;
  out.beside = max(max(fa.inner[0], fb.inner[0]) - min(fa.inner[1], fb.inner[1]), 0.0);
  out.witness = multiply_add(s.a.tangent, at_a, normal * fa.height);
  out.feature_a = feature_at(s.a, fa, at_a);
  out.feature_b = feature_at(s.b, fb, at_b);
  return out;
}

/// Where B's boundary is no higher above A's than `level`, at least their separation.
template <class T>
ABUT_PHASE PlanarReach planar_reach(const PlanarProblem<T>& p, Vec3<double> normal, double level) {
  using namespace along_detail;
  const Sides<T> s = sides_along(p, normal);
  const Facing &fa = s.of_a, &fb = s.of_b;
  const double middle = 0.5 * (max(fa.x[0], fb.x[0]) + min(fa.x[1], fb.x[1]));
  double end[2];
  for (int k = 0; k < 2; ++k) {
    const int up = k == 0 ? -1 : 1;
    const double noise = touching_units * static_cast<double>(Epsilon<T>::value) * s.scale;
    Walk<T> of_a{&s.a, up, noise, 0, 0, {0, 0}, {0, 0}}, of_b{&s.b, up, noise, 0, 0, {0, 0}, {0, 0}};
    of_a.start(fa.support, up * middle);
    of_b.start(fb.support, up * middle);
    end[k] = up * reach(of_a, of_b, up * middle, level);
  }
  return {end[0], end[1]};
}

}  // namespace ABUT_ISA
}  // namespace abut
