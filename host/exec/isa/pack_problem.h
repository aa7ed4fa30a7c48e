// The problems of a pack of pairs: what `load_pair` and `make_problem` make of each, to the bit.
//
// Poses come as structure-of-arrays in the order of the parts, so every lane copies its numbers into rows first; from
// there all is arithmetic over packs of doubles, rounded to R at the end. Pairs with something out of the ordinary (bad
// poses, lengths beyond 2^100) are left out: they are asked one at a time, and get their status there.
#pragma once

#include "abut/narrow/batch.h"
#include "host/exec/isa/pack.h"

namespace abut {
inline namespace ABUT_ISA {

/// A world pose per lane, in double, half of a pack after the other.
struct PackFrame {
  Mat3<Pack<double>> rotation;
  Vec3<Pack<double>> centre, offset;
};

/// See `PairProblem`. Lanes without a pair repeat the first.
template <class R>
struct PackProblem {
  using T = Pack<R>;
  static constexpr int width = T::width;
  std::uint64_t index[width];  ///< of the pairs in the batch
  std::uint32_t shape_a[width], shape_b[width];
  int count;            ///< lanes from here on have no pair
  bool consecutive;     ///< the pairs follow each other in the batch
  std::uint32_t valid;  ///< lanes that can be asked here
  RelativePose<T> pose;
  T scale_a, scale_b;  ///< from stored vertices to the pair's unit
  T rounding_a, rounding_b, size, alert;
  T unit;                      ///< of the pair, in the caller's
  PackFrame frame[halves<R>];  ///< to the record's frame
};

namespace pack_detail {

/// The numbers of a pack of pairs, one row each, one column a lane.
enum Row : int {
  position_a = 0,
  rotation_a = 3,
  position_b = 12,
  rotation_b = 15,
  centre_a = 24,
  centre_b = 27,
  size_a = 30,
  size_b,
  rounding_a,
  rounding_b,
  alert,
  scale_a,
  scale_b,
  origin = 37,
  row_count = 40
};

template <int width>
struct Rows {
  alignas(64) double at[row_count][width];
};

ABUT_INLINE double power_of_exponent(std::int32_t exponent) {  // of a normal number
  const std::uint64_t bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
  double power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return power;
}

template <int width>
ABUT_INLINE void fill_shape(Rows<width>& rows, int l, const ShapeHeader& h, int centre, int size, int rounding,
                            int scale) {
  for (int k = 0; k < 3; ++k) rows.at[centre + k][l] = h.centre[k];
  rows.at[size][l] = h.size;
  rows.at[rounding][l] = h.rounding;
  // 0: out of the ordinary; -1: without extent
  rows.at[scale][l] = !(h.size > 0) ? -1 : h.exponent > -1000 && h.exponent < 1000 ? power_of_exponent(h.exponent) : 0;
}

template <int width>
ABUT_INLINE void fill_part(Rows<width>& rows, int l, const PartsView& parts, std::uint32_t i, int position,
                           int rotation) {
  rows.at[position][l] = parts.px[i];
  rows.at[position + 1][l] = parts.py[i];
  rows.at[position + 2][l] = parts.pz[i];
  for (int k = 0; k < 9; ++k) rows.at[rotation + k][l] = parts.r[k][i];
}

template <class R>
ABUT_INLINE void fill_rows(const QueryBatch<R>& batch, const PackProblem<R>& p, Rows<PackProblem<R>::width>& rows) {
  for (int l = 0; l < PackProblem<R>::width; ++l) {
    const int from = l < p.count ? l : 0;
    const std::uint64_t i = p.index[from];
    const Pair pair = batch.pairs[i];
    fill_shape(rows, l, batch.shapes.headers[p.shape_a[from]], centre_a, size_a, rounding_a, scale_a);
    fill_shape(rows, l, batch.shapes.headers[p.shape_b[from]], centre_b, size_b, rounding_b, scale_b);
    rows.at[alert][l] = batch.alert_distance;
    if (batch.poses == nullptr) {
      const PartsView& parts = batch.parts;
      fill_part(rows, l, parts, pair.a, position_a, rotation_a);
      fill_part(rows, l, parts, pair.b, position_b, rotation_b);
      rows.at[origin][l] = parts.body_x[pair.a];
      rows.at[origin + 1][l] = parts.body_y[pair.a];
      rows.at[origin + 2][l] = parts.body_z[pair.a];
      if (parts.alert != nullptr) rows.at[alert][l] += parts.alert[pair.a] + parts.alert[pair.b];
    } else {
      const double* const m = batch.poses + static_cast<std::ptrdiff_t>(i) * batch.pose_stride;
      for (int k = 0; k < 3; ++k) {
        rows.at[position_a + k][l] = rows.at[origin + k][l] = 0;
        rows.at[position_b + k][l] = m[4 * k + 3];
        for (int j = 0; j < 3; ++j) {
          rows.at[rotation_a + 3 * k + j][l] = k == j ? 1 : 0;
          rows.at[rotation_b + 3 * k + j][l] = m[4 * k + j];
        }
      }
    }
  }
}

using D = Pack<double>;

template <int width>
ABUT_INLINE Vec3<D> vector_at(const Rows<width>& rows, int row, int lane) {
  return {D::load(rows.at[row] + lane), D::load(rows.at[row + 1] + lane), D::load(rows.at[row + 2] + lane)};
}
template <int width>
ABUT_INLINE RelativePose<D> pose_at(const Rows<width>& rows, int position, int rotation, int lane) {
  RelativePose<D> out;
  for (int k = 0; k < 9; ++k) out.rotation.m[k] = D::load(rows.at[rotation + k] + lane);
  out.translation = vector_at(rows, position, lane);
  return out;
}

/// Half of a pack's problems, still in double. Data only.
struct HalfProblem {
  RelativePose<D> pose;
  D scale_a, scale_b, rounding_a, rounding_b, size, alert, unit;
};

/// Returns in which lanes all is in the ordinary.
template <int width>
ABUT_INLINE PackMask<double> make_half(const Rows<width>& rows, int lane, HalfProblem& p, PackFrame& frame) {
  const D zero = D(0.0);
  const auto at = [&](int row) { return D::load(rows.at[row] + lane); };
  const RelativePose<D> a = pose_at(rows, position_a, rotation_a, lane);
  const RelativePose<D> b = pose_at(rows, position_b, rotation_b, lane);
  frame.rotation = a.rotation;
  frame.centre = vector_at(rows, centre_a, lane);
  frame.offset = a.translation - vector_at(rows, origin, lane);
  p.pose = relative_pose<D>(a, b, frame.centre, vector_at(rows, centre_b, lane));
  const D size = at(size_a) + at(size_b);
  const D farthest = max_abs(p.pose.translation);
  // A NaN compares false.
  PackMask<double> good = mask_and(size > D(0x1p-100), max(size, farthest) < D(0x1p100), farthest < D(0x1p100));
  for (int k = 0; k < 9; ++k) good = mask_and(good, abs(p.pose.rotation.m[k]) <= D(2.0));
  p.unit = D::of(power_below(max(size, farthest).v));
  const D to_unit = D::of(inverse_power(p.unit.v));
  p.pose.translation = p.pose.translation * to_unit;
  const auto scale = [&](int row) { return select(at(row) < zero, D(1.0), at(row) * to_unit); };
  p.scale_a = scale(scale_a);
  p.scale_b = scale(scale_b);
  good = mask_and(good, p.scale_a > D(0x1p-100), p.scale_a < D(0x1p100));
  good = mask_and(good, p.scale_b > D(0x1p-100), p.scale_b < D(0x1p100));
  p.rounding_a = at(rounding_a) * to_unit;
  p.rounding_b = at(rounding_b) * to_unit;
  p.size = size * to_unit;
  p.alert = at(alert) * to_unit;
  return mask_and(good, p.alert >= zero);
}

}  // namespace pack_detail

/// Adds pair i of the batch.
template <class R>
ABUT_INLINE void add_lane(const QueryBatch<R>& batch, std::uint64_t i, PackProblem<R>& p) {
  const Pair shapes = shapes_of(batch, i);
  p.consecutive = p.count == 0 || (p.consecutive && p.index[p.count - 1] + 1 == i);
  p.index[p.count] = i;
  p.shape_a[p.count] = shapes.a;
  p.shape_b[p.count] = shapes.b;
  ++p.count;
}

/// Loads the pairs that were added.
template <class R>
ABUT_INLINE void load_pack(const QueryBatch<R>& batch, PackProblem<R>& p) {
  using namespace pack_detail;
  using T = Pack<R>;
  Rows<T::width> rows;
  fill_rows(batch, p, rows);
  HalfProblem half[halves<R>];
  p.valid = 0;
  for (int h = 0; h < halves<R>; ++h) {
    p.valid |= bits_of(make_half(rows, h * D::width, half[h], p.frame[h])) << (h * D::width);
  }
  p.valid &= static_cast<std::uint32_t>((std::uint64_t{1} << p.count) - 1);
  const auto joined = [&](const auto& get) {
    D both[halves<R>];
    for (int h = 0; h < halves<R>; ++h) both[h] = get(half[h]);
    T out;
    join(both, out);
    return out;
  };
  for (int k = 0; k < 9; ++k) p.pose.rotation.m[k] = joined([&](const HalfProblem& q) { return q.pose.rotation.m[k]; });
  p.pose.translation = {joined([](const HalfProblem& q) { return q.pose.translation.x; }),
                        joined([](const HalfProblem& q) { return q.pose.translation.y; }),
                        joined([](const HalfProblem& q) { return q.pose.translation.z; })};
  p.scale_a = joined([](const HalfProblem& q) { return q.scale_a; });
  p.scale_b = joined([](const HalfProblem& q) { return q.scale_b; });
  p.rounding_a = joined([](const HalfProblem& q) { return q.rounding_a; });
  p.rounding_b = joined([](const HalfProblem& q) { return q.rounding_b; });
  p.size = joined([](const HalfProblem& q) { return q.size; });
  p.unit = joined([](const HalfProblem& q) { return q.unit; });
  const T near = joined([](const HalfProblem& q) { return select(q.alert < D(0x1p20), q.alert, D(__builtin_inf())); });
  p.alert = select(near <= T(R(0x1p20)), near * T(R(1) + Epsilon<R>::value), T(Huge<R>::value));
}

}  // namespace ABUT_ISA
}  // namespace abut
