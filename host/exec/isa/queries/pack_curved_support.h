// Support mappings of a pack of pairs with curved kinds or Minkowski sums: one pair a lane, every lane with the same
// kinds on each side, so that one formula serves them all. What `CoreDifference` gives, to the bit.
#pragma once

#include "host/exec/isa/queries/pack_support.h"

namespace abut {
inline namespace ABUT_ISA {

/// Sums of more terms are asked one at a time.
inline constexpr int most_pack_terms = 4;

/// Cores of one kind, one a lane, that are no sums.
template <class R, class Stored>
struct PackLeaf {
  ShapeKind kind;                ///< of a box too: `vertex_set`
  Vec3<Pack<R>> half;            ///< of curved kinds
  PackSide<R, Stored> vertices;  ///< of vertex sets
};

/// One side of a pack's pairs.
template <class R, class Stored>
struct PackCore {
  int terms;  ///< 0: no sum, one leaf
  PackLeaf<R, Stored> leaf[most_pack_terms];
  Mat3<Pack<R>> turn[most_pack_terms];  ///< of a sum's terms
};

/// Capacity for the vertices of one side.
template <class R>
struct CoreRows {
  LaneVertices<R> of[most_pack_terms];
};

/// Rare or not, never inlined: GJK's step has no registers to spare for all kinds.
template <class R, class Stored>
ABUT_RARE CorePoint<Pack<R>> farthest(const PackLeaf<R, Stored>& leaf, const Vec3<Pack<R>>& d, std::uint32_t live) {
  switch (leaf.kind) {
    case ShapeKind::ellipsoid: return core_detail::farthest_of_ellipsoid(leaf.half, d);
    case ShapeKind::cylinder: return core_detail::farthest_of_cylinder(leaf.half, d);
    case ShapeKind::cone: return core_detail::farthest_of_cone(leaf.half, d);
    default: return farthest(leaf.vertices, d, live);
  }
}

/// As `farthest_of_core`. Only the lanes of `live` need an answer.
template <class R, class Stored>
ABUT_INLINE CorePoint<Pack<R>> farthest(const PackCore<R, Stored>& core, Vec3<Pack<R>> d, std::uint32_t live) {
  using T = Pack<R>;
  if (core.terms == 0) return farthest(core.leaf[0], d, live);
  const T zero = T(R(0));
  CorePoint<T> out{{zero, zero, zero}, PackIndex<R>(0)};
  for (int k = 0; k < core.terms; ++k) {
    const Mat3<T>& turn = core.turn[k];
    out.p = out.p + rotate(turn, farthest(core.leaf[k], rotate_back(turn, d), live).p);
  }
  return out;
}

/// Support mapping of A - B, one pair a lane.
template <class R, class Stored>
struct PackCores {
  using SimplexData = SimplexPoints<Pack<R>>;
  PackCore<R, Stored> a, b;
  RelativePose<Pack<R>> pose;
  std::uint32_t live;  ///< lanes that need an answer

  ABUT_INLINE SupportPoint<Pack<R>> operator()(Vec3<Pack<R>> u) const { return farthest_difference(*this, u); }
};

template <class R, class Stored>
ABUT_INLINE void set_live(PackCores<R, Stored>& support, PackMask<R> live) {
  support.live = bits_of(live);
}

/// Nothing is stored in a cache of pairs whose ids do not tell points.
template <class R, class Stored>
ABUT_INLINE void add_cached(GjkState<Pack<R>, SimplexPoints<Pack<R>>>&, const PackCores<R, Stored>&,
                            const CachedPolytope*, std::uint32_t) {}

namespace curved_detail {

/// One number a lane, in double.
template <class Stored>
struct LaneNumbers {
  alignas(64) double at[Pack<Stored>::width];
};

/// `number(l)` of every lane, rounded to `Stored` and then taken to R.
template <class R, class Stored, class Number>
ABUT_INLINE Pack<R> rounded_lanes(const Number& number) {
  LaneNumbers<Stored> numbers;
  for (int l = 0; l < Pack<Stored>::width; ++l) numbers.at[l] = number(l);
  const Pack<Stored> rounded = Pack<Stored>::of(Lanes<Stored>::load(numbers.at));
  return first_lanes<R>(rounded);
}

/// The lanes' factors from the caller's unit to the pair's.
template <class Stored>
ABUT_INLINE void set_factors(const PackProblem<Stored>& p, LaneNumbers<Stored>& to_unit) {
  using D = Pack<double>;
  for (int h = 0; h < halves<Stored>; ++h) (D(1.0) / half_of(p.unit, h)).store(to_unit.at + h * D::width);
}

/// From the stored vertices of a shape to the pair's unit; 0 where that is out of the ordinary, as in `make_half`.
ABUT_INLINE double vertex_scale(const ShapeHeader& h, double to_unit) {
  if (!(h.size > 0)) return 1;
  if (!(h.exponent > -1000 && h.exponent < 1000)) return 0;
  const double scale = pack_detail::power_of_exponent(h.exponent) * to_unit;
  return scale > 0x1p-100 && scale < 0x1p100 ? scale : 0;
}

/// Cores of the shapes `shape(l)`, all of one kind. Lanes with vertices out of the ordinary leave `valid`.
template <class R, class Stored, class Shape>
ABUT_PHASE void set_leaf(const ShapeSetView<Stored>& shapes, const Shape& shape, const LaneNumbers<Stored>& to_unit,
                         LaneVertices<R>* rows, std::uint32_t& valid, PackLeaf<R, Stored>& leaf) {
  const auto header = [&](int l) -> const ShapeHeader& { return shapes.headers[shape(l)]; };
  leaf.kind = header(0).kind;
  if (is_vertex_set(leaf.kind)) {
    leaf.kind = ShapeKind::vertex_set;
    set_side(shapes, shape, leaf.vertices);
    interleave_if_few(rows, leaf.vertices);
    const auto scale = [&](int l) { return vertex_scale(header(l), to_unit.at[l]); };
    leaf.vertices.scale = rounded_lanes<R, Stored>(scale);
    valid = lanes_where(valid, [&](int l) { return scale(l) > 0; });
  } else {
    const auto half = [&](int axis) {
      return rounded_lanes<R, Stored>([&](int l) { return header(l).half_extent[axis] * to_unit.at[l]; });
    };
    leaf.half = {half(0), half(1), half(2)};
  }
}

/// One side: shape `shape(l)` in lane l.
template <class R, class Stored, class Shape>
ABUT_PHASE void set_core(const ShapeSetView<Stored>& shapes, const Shape& shape, const LaneNumbers<Stored>& to_unit,
                         CoreRows<R>& rows, std::uint32_t& valid, PackCore<R, Stored>& core) {
  const ShapeHeader& first = shapes.headers[shape(0)];
  core.terms = 0;
  if (first.kind != ShapeKind::minkowski_sum) {
    set_leaf(shapes, shape, to_unit, rows.of, valid, core.leaf[0]);
    return;
  }
  core.terms = static_cast<int>(first.term_count);
  for (int k = 0; k < core.terms; ++k) {
    const auto term = [&](int l) -> const ShapeTerm& {
      return shapes.terms[shapes.headers[shape(l)].term_offset + static_cast<std::uint32_t>(k)];
    };
    set_leaf(
        shapes, [&](int l) { return term(l).shape; }, to_unit, rows.of + k, valid, core.leaf[k]);
    for (int i = 0; i < 9; ++i) {
      core.turn[k].m[i] = rounded_lanes<R, Stored>([&](int l) { return term(l).rotation[i]; });
    }
  }
}

}  // namespace curved_detail

/// The support mapping, in R, of the first lanes of `p`. Lanes with lengths out of the ordinary leave `p.valid`.
template <class R, class Stored>
ABUT_PHASE void set_cores(const ShapeSetView<Stored>& shapes, PackProblem<Stored>& p, CoreRows<R>* rows,
                          PackCores<R, Stored>& out) {
  using namespace curved_detail;
  LaneNumbers<Stored> to_unit;
  set_factors(p, to_unit);
  const auto side = [&](const std::uint32_t* shape) {
    return [&p, shape](int l) { return shape[l < p.count ? l : 0]; };
  };
  set_core(shapes, side(p.shape_a), to_unit, rows[0], p.valid, out.a);
  set_core(shapes, side(p.shape_b), to_unit, rows[1], p.valid, out.b);
  out.pose = converted<R>(p.pose, [](const Pack<Stored>& x) { return first_lanes<R>(x); });
}

}  // namespace ABUT_ISA
}  // namespace abut
