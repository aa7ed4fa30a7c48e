// Pairs with a closed form by packs of lanes: pairs of one form together, answered by the templates that answer one
// pair. Lanes that the form declines, float answers in doubt and what cannot be asked here go on one at a time.
#pragma once

#include "host/exec/isa/queries/pack_record.h"
#include "host/exec/isa/queries/single_pair.h"

namespace abut {
inline namespace ABUT_ISA {

/// Two points; two segments; a point and a solid, by the solid's kind and by which of the two the point is.
inline constexpr int closed_form_bins = 10;

/// Which of these bins a pair belongs to; -1: none.
ABUT_INLINE int closed_form_bin(const ShapeHeader& a, const ShapeHeader& b) {
  using namespace closed_form_detail;
  if (problem_detail::is_empty(a) || problem_detail::is_empty(b)) return -1;
  switch (closed_form_of(a, b)) {
    case ClosedForm::none: return -1;
    case ClosedForm::two_points: return 0;
    case ClosedForm::two_segments: return 1;
    case ClosedForm::point_and_solid: break;
  }
  const int point_is_b = is_point(b) ? 1 : 0;
  const ShapeKind solid = is_point(b) ? a.kind : b.kind;
  return 2 + 2 * (static_cast<int>(solid) - static_cast<int>(ShapeKind::box)) + point_is_b;
}

namespace pack_detail {

/// Both ends of the lanes' segments; of a point, twice the point.
template <class R>
ABUT_INLINE void load_ends(const ShapeSetView<R>& shapes, const std::uint32_t* shape, Pack<R> scale,
                           Vec3<Pack<R>>* ends) {
  using T = Pack<R>;
  alignas(64) R rows[2][3][T::width];
  for (int l = 0; l < T::width; ++l) {
    const ShapeHeader& h = shapes.headers[shape[l]];
    for (std::uint32_t k = 0; k < 2; ++k) {
      const std::uint32_t i = h.vertex_offset + (k < h.vertex_count ? k : 0);
      rows[k][0][l] = shapes.x[i], rows[k][1][l] = shapes.y[i], rows[k][2][l] = shapes.z[i];
    }
  }
  for (int k = 0; k < 2; ++k) {
    ends[k] = Vec3<T>{T::load(rows[k][0]), T::load(rows[k][1]), T::load(rows[k][2])} * scale;
  }
}

/// As `core_of` rounds them.
template <class R>
ABUT_INLINE Vec3<Pack<R>> half_extents(const ShapeSetView<R>& shapes, const std::uint32_t* shape, Pack<R> unit) {
  D half[3][halves<R>];
  for (int k = 0; k < halves<R>; ++k) {
    D number[shape_numbers];
    load_transposed<shape_numbers>([&](int l) { return numbers_of(shapes.headers[shape[k * D::width + l]]); }, number);
    const D to_unit = D(1.0) / half_of(unit, k);  // of a power of two
    for (int i = 0; i < 3; ++i) half[i][k] = number[half_extent_number + i] * to_unit;
  }
  Vec3<Pack<R>> out;
  join(half[0], out.x), join(half[1], out.y), join(half[2], out.z);
  return out;
}

template <class R>
ABUT_INLINE void answer_form(const ShapeSetView<R>& shapes, const PackProblem<R>& p, int bin,
                             ClosedAnswer<Pack<R>>& out) {
  using namespace closed_form_detail;
  using T = Pack<R>;
  if (bin == 0) return two_points(p.pose.translation, p.size, out);
  if (bin == 1) {
    TwoSegments<T> segments;
    load_ends(shapes, p.shape_a, p.scale_a, segments.a);
    load_ends(shapes, p.shape_b, p.scale_b, segments.b);
    segments.pose = p.pose;
    segments.size = p.size;
    return two_segments(segments, out);
  }
  const bool point_is_b = bin % 2 != 0;
  const ShapeKind kind = static_cast<ShapeKind>((bin - 2) / 2 + static_cast<int>(ShapeKind::box));
  const Vec3<T> half = half_extents(shapes, point_is_b ? p.shape_a : p.shape_b, p.unit);
  point_and_solid(PointAndSolid<T>{half, p.pose, p.size, kind, point_is_b}, out);
}

/// Stores the records of `lanes`, but for float answers in doubt. Returns which it stored. As `query_simple_pair`.
template <class R>
ABUT_INLINE std::uint32_t store_closed_forms(const QueryBatch<R>& batch, const PackProblem<R>& p,
                                             const ClosedAnswer<Pack<R>>& in, std::uint32_t lanes) {
  using T = Pack<R>;
  const PackMask<R> farther = in.lower > query_detail::cutoff_of(p.alert, p.rounding_a + p.rounding_b, p.size);
  const query_detail::RecordNumbers<T> n = query_detail::record_numbers(
      query_detail::RecordInput<T>{in.normal, in.separation, in.lower, in.bound_gap, in.witness, in.residual2,
                                   p.rounding_a, p.rounding_b, p.size, p.unit, T(R(0)), farther});
  if (sizeof(R) < sizeof(double)) lanes &= ~bits_of(n.needs_double);
  put_numbers(batch, p, n, in.normal, bits_of(farther), lanes);
  for_lanes(lanes, [&](int l) {
    batch_detail::put(batch.out.gjk_iterations, p.index[l], std::uint8_t{0});
    batch_detail::put(batch.out.epa_iterations, p.index[l], std::uint8_t{0});
  });
  const LaneCarriers<R> of_a(in.carrier_a), of_b(in.carrier_b);
  put_features(batch, p, in.normal, lanes, [&](int l, CarrierIds& a, CarrierIds& b) {
    a = of_a.of(l);
    b = of_b.of(l);
    if ((bits_of(farther) >> l & 1) != 0) a.count = b.count = 0;
  });
  return lanes;
}

}  // namespace pack_detail

/// Answers the pairs of one pack, all of this bin, and stores their records.
template <class R>
ABUT_PHASE void answer_closed_forms(const QueryBatch<R>& batch, PackProblem<R>& p, int bin, GrowingEpaMemory& memory) {
  using namespace pack_detail;
  load_pack(batch, p);
  ClosedAnswer<Pack<R>> answer;
  answer_form(batch.shapes, p, bin, answer);
  const std::uint32_t stored = store_closed_forms(batch, p, answer, bits_of(answer.found) & p.valid);
  for (int l = 0; l < p.count; ++l) {
    if ((stored >> l & 1) == 0) {
      answer_alone(batch, p.index[l], memory);
    } else if (batch.cache != nullptr) {
      clear(batch.cache[p.index[l]]);
    }
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
