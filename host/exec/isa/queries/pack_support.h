// Support mappings of a pack: one pair of vertex sets a lane.
//
// Small sets are interleaved when the pack is loaded, so that one instruction looks at one vertex of every lane; large
// ones are looked at one lane after the other, many vertices an instruction, or by climbing. Both give the vertex that
// `LinearScan` gives.
#pragma once

#include "abut/narrow/convex_core.h"
#include "host/exec/isa/queries/pack_problem.h"
#include "host/exec/isa/scans/wide_scan.h"

namespace abut {
inline namespace ABUT_ISA {

/// Sets of more vertices are not interleaved: with 16 vertices a register, two registers are as fast looked at by
/// themselves, and then lanes that are done cost nothing.
inline constexpr std::uint32_t most_interleaved = Pack<float>::width == 16 ? 16 : 32;

inline constexpr std::uint32_t size_classes = 5;

/// Vertex sets of one class share packs.
ABUT_INLINE std::uint32_t size_class(std::uint32_t vertices) {
  return vertices <= 4 ? 0 : vertices <= 8 ? 1 : vertices <= 16 ? 2 : vertices <= most_interleaved ? 3 : 4;
}

/// Coordinate `axis` of vertex k in lane l is at[(3 * k + axis) * width + l].
template <class R>
struct LaneVertices {
  alignas(64) R at[3 * most_interleaved * Pack<R>::width];
};

/// One side of a pack's pairs.
template <class R, class Stored>
struct PackSide {
  static constexpr int width = Pack<R>::width;
  VertexSet<R, Stored> set[width];  ///< every lane has one
  LaneVertices<R>* rows;            ///< null: not interleaved
  std::uint32_t count;              ///< largest of the lanes'
  bool tables;                      ///< whether any has a table
  Pack<R> scale;
};

template <class R, class Stored>
struct PackDifference;
template <class R, class Stored>
ABUT_INLINE void set_live(PackDifference<R, Stored>& support, PackMask<R> live);

template <class R, class Stored>
ABUT_INLINE bool has_one_shape(const PackSide<R, Stored>& side) {
  bool same = true;
  for (int l = 1; l < Pack<R>::width; ++l) same &= side.set[l].x == side.set[0].x;
  return same;
}

/// `interleave` where every lane has the same vertices: nothing to transpose.
template <class R, class Stored>
ABUT_INLINE void interleave_one_shape(const PackSide<R, Stored>& side) {
  using T = Pack<R>;
  const VertexSet<R, Stored>& set = side.set[0];
  R* at = side.rows->at;
  for (std::uint32_t k = 0; k < side.count; ++k, at += 3 * T::width) {
    T(R(set.x[k])).store(at);
    T(R(set.y[k])).store(at + T::width);
    T(R(set.z[k])).store(at + 2 * T::width);
  }
}

/// Fills `rows` from the sets. Lanes of fewer vertices than `count` repeat some, after the first of its kind: such a
/// one is never strictly farther.
template <class R, class Stored>
ABUT_INLINE void interleave(const PackSide<R, Stored>& side) {
  constexpr std::uint32_t width = Pack<R>::width;
  for (std::uint32_t k = 0; k < side.count; k += width) {
    for (int axis = 0; axis < 3; ++axis) {
      typename Lanes<R>::Real rows[width];
      for (std::uint32_t l = 0; l < width; ++l) {
        const VertexSet<R, Stored>& set = side.set[l];
        const std::uint32_t padded = padded_count(set.count);
        const Stored* const from = axis == 0 ? set.x : axis == 1 ? set.y : set.z;
        rows[l] = Lanes<R>::load(from + (k + width <= padded ? k : padded - width));
      }
      transpose(rows);
      for (std::uint32_t j = 0; j < width && k + j < side.count; ++j) {
        Lanes<R>::store(side.rows->at + (3 * (k + j) + static_cast<std::uint32_t>(axis)) * width, rows[j]);
      }
    }
  }
}

template <class R>
ABUT_INLINE CorePoint<Pack<R>> farthest_interleaved(const LaneVertices<R>& rows, std::uint32_t count, Vec3<Pack<R>> d) {
  using T = Pack<R>;
  constexpr std::uint32_t width = T::width;
  const auto row = [&](std::uint32_t k) {
    const R* const at = rows.at + 3 * k * width;
    return Vec3<T>{T::load(at), T::load(at + width), T::load(at + 2 * width)};
  };
  CorePoint<Pack<R>> best{row(0), PackIndex<R>(0)};
  T best_value = dot(d, best.p);
  for (std::uint32_t k = 1; k < count; ++k) {
    const Vec3<T> p = row(k);
    const T value = dot(d, p);
    const PackMask<R> farther = value > best_value;
    best_value = max(value, best_value);
    best.id = select(farther, PackIndex<R>(k), best.id);
    best.p = select<T>(farther, p, best.p);
  }
  return best;
}

/// The vertex that `find(set, direction, lane)` tells, for each of these lanes.
template <class R, class Stored, class Find>
ABUT_INLINE CorePoint<Pack<R>> farthest_by_lanes(const PackSide<R, Stored>& side, Vec3<Pack<R>> d, std::uint32_t lanes,
                                                 const Find& find) {
  using T = Pack<R>;
  constexpr int width = T::width;
  alignas(64) R p[3][width] = {};
  alignas(64) std::uint32_t id[width] = {};
  alignas(64) R direction[3][width];
  d.x.store(direction[0]), d.y.store(direction[1]), d.z.store(direction[2]);
  for_lanes(lanes, [&](int l) {
    const VertexSet<R, Stored>& set = side.set[l];
    const std::uint32_t i = find(set, Vec3<R>{direction[0][l], direction[1][l], direction[2][l]}, l);
    id[l] = i;
    p[0][l] = R(set.x[i]), p[1][l] = R(set.y[i]), p[2][l] = R(set.z[i]);
  });
  return {{T::load(p[0]), T::load(p[1]), T::load(p[2])}, PackIndex<R>::of(Lanes<R>::load_index(id))};
}

/// Where sets have tables. Not inlined: packs of small sets would pay for the long code.
template <class R, class Stored>
ABUT_RARE CorePoint<Pack<R>> farthest_by_tables(const PackSide<R, Stored>& side, Vec3<Pack<R>> d, std::uint32_t lanes) {
  alignas(64) std::uint32_t cell[Pack<R>::width];
  Lanes<R>::store_index(cell, scan_cell(d).v);
  return farthest_by_lanes(side, d, lanes, [&](const VertexSet<R, Stored>& set, Vec3<R> along, int l) {
    return has_scan_table(set) ? WideScan::farthest_by_table(set, along, cell[l])
                               : farthest_vertex<WideScan>(set, along);
  });
}

/// The vertices farthest along `d`, in the pair's unit. Only the lanes of `live` need an answer.
template <class R, class Stored>
ABUT_INLINE CorePoint<Pack<R>> farthest(const PackSide<R, Stored>& side, Vec3<Pack<R>> d, std::uint32_t live) {
  CorePoint<Pack<R>> out;
  if (side.rows != nullptr) {
    out = farthest_interleaved(*side.rows, side.count, d);
  } else if (side.tables) {
    out = farthest_by_tables(side, d, live);
  } else {
    out = farthest_by_lanes(side, d, live, [](const VertexSet<R, Stored>& set, Vec3<R> along, int) {
      return WideScan::farthest(set, along);
    });
  }
  out.p = out.p * side.scale;
  return out;
}

/// The support point of A - B from those of both sides of a support mapping.
template <class T, class Support>
ABUT_INLINE SupportPoint<T> farthest_difference(const Support& s, Vec3<T> u) {
  const CorePoint<T> a = farthest(s.a, u, s.live);
  const CorePoint<T> b = farthest(s.b, rotate_back(s.pose.rotation, -u), s.live);
  return {a.p - transform(s.pose, b.p), a.p, b.p, a.id, b.id};
}

/// A pose, each number by `convert`.
template <class R, class Stored, class Convert>
ABUT_INLINE RelativePose<Pack<R>> converted(const RelativePose<Pack<Stored>>& pose, const Convert& convert) {
  RelativePose<Pack<R>> out;
  for (int k = 0; k < 9; ++k) out.rotation.m[k] = convert(pose.rotation.m[k]);
  out.translation = {convert(pose.translation.x), convert(pose.translation.y), convert(pose.translation.z)};
  return out;
}

/// Support mapping of A - B, one pair a lane.
template <class R, class Stored>
struct PackDifference {
  using SimplexData = SimplexVertices<Pack<R>>;
  PackSide<R, Stored> a, b;
  RelativePose<Pack<R>> pose;
  std::uint32_t live;  ///< lanes that need an answer

  ABUT_INLINE SupportPoint<Pack<R>> operator()(Vec3<Pack<R>> u) const { return farthest_difference(*this, u); }
};

template <class R, class Stored>
ABUT_INLINE void set_live(PackDifference<R, Stored>& support, PackMask<R> live) {
  support.live = bits_of(live);
}

/// The vertices of one side, shape `shape(l)` in lane l, one lane after the other.
template <class R, class Stored, class Shape>
ABUT_INLINE void set_side(const ShapeSetView<Stored>& shapes, const Shape& shape, PackSide<R, Stored>& side) {
  side.count = 0;
  side.tables = false;
  for (int l = 0; l < Pack<R>::width; ++l) {
    const ShapeHeader& h = shapes.headers[shape(l)];
    side.set[l] = core_detail::vertices_of(shapes, h, R(1));  // the scale is the side's
    side.count = h.vertex_count > side.count ? h.vertex_count : side.count;
    side.tables |= side.set[l].table != nullptr;
  }
  side.rows = nullptr;
}

/// Interleaves them if there are few. `rows`: room for them.
template <class R, class Stored>
ABUT_INLINE void interleave_if_few(LaneVertices<R>* rows, PackSide<R, Stored>& side) {
  if (side.count > most_interleaved) return;
  side.rows = rows;
  if (has_one_shape(side)) {
    interleave_one_shape(side);
  } else {
    interleave(side);
  }
}

/// The support mapping, in R, of lanes of a pack's problems: lane l is the problem's lane `lane_of(l)` (the first,
/// where that has no pair), and `convert` makes packs of R of the problem's.
template <class R, class Stored, class LaneOf, class Convert>
ABUT_INLINE void set_lanes(const ShapeSetView<Stored>& shapes, const PackProblem<Stored>& p, const LaneOf& lane_of,
                           const Convert& convert, PackDifference<R, Stored>& out) {
  const auto shape = [&](const std::uint32_t* shapes_of_side) {
    return [&p, &lane_of, shapes_of_side](int l) { return shapes_of_side[lane_of(l) < p.count ? lane_of(l) : 0]; };
  };
  set_side(shapes, shape(p.shape_a), out.a);
  set_side(shapes, shape(p.shape_b), out.b);
  out.a.scale = convert(p.scale_a);
  out.b.scale = convert(p.scale_b);
  out.pose = converted<R>(p.pose, convert);
}

}  // namespace ABUT_ISA
}  // namespace abut
