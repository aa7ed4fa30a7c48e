// The problems of a pack of pairs: what `load_pair` and `make_problem` make of each, to the bit.
//
// Headers and relative poses are loaded a register at a time and transposed, world poses from rows as well, or number
// by number from arrays; from there all is arithmetic over packs of doubles, rounded to R at the end. Pairs with
// something out of the ordinary (bad poses, lengths beyond 2^100) are left out: they are asked one at a time, and get
// their status there.
#pragma once

#include "abut/narrow/batch.h"
#include "host/exec/isa/lanes/pack.h"

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

using D = Pack<double>;

/// What of a header lies together, so that it is loaded together.
enum ShapeNumber : int { rounding_number, size_number, centre_number, half_extent_number = 5, shape_numbers = 8 };
static_assert(__builtin_offsetof(ShapeHeader, half_extent) ==
              __builtin_offsetof(ShapeHeader, rounding) + half_extent_number * sizeof(double));

/// Lane l of pack k is the k-th of the doubles at `from(l)`.
template <int count, class From>
ABUT_INLINE void load_transposed(const From& from, D* out) {
  constexpr int width = D::width;
  for (int k = 0; k < count; k += width) {
    const int first = k + width <= count ? k : count - width;
    typename Lanes<double>::Real rows[width];
    for (int l = 0; l < width; ++l) __builtin_memcpy(&rows[l], from(l) + first, sizeof rows[l]);
    transpose(rows);
    for (int j = 0; j < width; ++j) out[first + j] = D::of(rows[j]);
  }
}

ABUT_INLINE const double* numbers_of(const ShapeHeader& h) {
  return reinterpret_cast<const double*>(reinterpret_cast<const char*>(&h) + __builtin_offsetof(ShapeHeader, rounding));
}

ABUT_INLINE double power_of_exponent(std::int32_t exponent) {  // of a normal number
  const std::uint64_t bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
  double power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return power;
}

/// One side's shapes, half of a pack.
struct HalfShapes {
  D number[shape_numbers];
  D scale;  ///< from stored vertices; 0: out of the ordinary; -1: without extent
};

ABUT_INLINE void load_shapes(const ShapeHeader* headers, const std::uint32_t* shape, HalfShapes& out) {
  load_transposed<shape_numbers>([&](int l) { return numbers_of(headers[shape[l]]); }, out.number);
  alignas(64) double scale[D::width];
  for (int l = 0; l < D::width; ++l) {
    const ShapeHeader& h = headers[shape[l]];
    scale[l] = !(h.size > 0) ? -1 : h.exponent > -1000 && h.exponent < 1000 ? power_of_exponent(h.exponent) : 0;
  }
  out.scale = D::load(scale);
}
ABUT_INLINE Vec3<D> centres(const HalfShapes& shapes) {
  return {shapes.number[centre_number], shapes.number[centre_number + 1], shapes.number[centre_number + 2]};
}

/// Poses and alert distances of half of a pack.
struct HalfPoses {
  RelativePose<D> a, b;
  Vec3<D> origin;  ///< of the record's frame
  D alert;
};

/// Poses of B in A's frame.
template <class R>
ABUT_INLINE void load_relative_poses(const QueryBatch<R>& batch, const std::uint64_t* index, HalfPoses& out) {
  D m[12];
  load_transposed<12>([&](int l) { return batch.poses + static_cast<std::ptrdiff_t>(index[l]) * batch.pose_stride; },
                      m);
  const D zero = D(0.0), one = D(1.0);
  out.a = {{{one, zero, zero, zero, one, zero, zero, zero, one}}, {zero, zero, zero}};
  out.b = {{{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}}, {m[3], m[7], m[11]}};
  out.origin = {zero, zero, zero};
  out.alert = D(batch.alert_distance);
}

/// Rows of parts, a part a lane.
ABUT_INLINE void load_part_rows(const PartRow* rows, const std::uint32_t* part, D* out) {
  load_transposed<PartRow::size>([&](int l) { return rows[part[l]].number; }, out);
}

/// The same from the arrays, one after the other: arrays that begin at like addresses share a set of the cache, which
/// has no room for a line of each.
ABUT_INLINE void load_part_arrays(const PartsView& parts, const std::uint32_t* part, D* out) {
  alignas(64) double rows[PartRow::size][D::width] = {};
  const auto fill = [&](int row, const double* from) {
    for (int l = 0; l < D::width; ++l) rows[row][l] = from[part[l]];
  };
  for (int k = 0; k < 9; ++k) fill(k, parts.r[k]);
  fill(PartRow::position, parts.px);
  fill(PartRow::position + 1, parts.py);
  fill(PartRow::position + 2, parts.pz);
  fill(PartRow::body, parts.body_x);
  fill(PartRow::body + 1, parts.body_y);
  fill(PartRow::body + 2, parts.body_z);
  if (parts.alert != nullptr) fill(PartRow::alert, parts.alert);
  for (int k = 0; k < PartRow::size; ++k) out[k] = D::load(rows[k]);
}

/// World poses of parts.
template <class R>
ABUT_INLINE void load_world_poses(const QueryBatch<R>& batch, const std::uint64_t* index, HalfPoses& out) {
  D row[2][PartRow::size];
  std::uint32_t part[2][D::width];
  for (int l = 0; l < D::width; ++l) {
    const Pair pair = batch.pairs[index[l]];
    part[0][l] = pair.a;
    part[1][l] = pair.b;
  }
  for (int side = 0; side < 2; ++side) {
    if (batch.rows != nullptr) {
      load_part_rows(batch.rows, part[side], row[side]);
    } else {
      load_part_arrays(batch.parts, part[side], row[side]);
    }
  }
  const auto vector_at = [](const D* at) { return Vec3<D>{at[0], at[1], at[2]}; };
  for (int k = 0; k < 9; ++k) out.a.rotation.m[k] = row[0][k];
  for (int k = 0; k < 9; ++k) out.b.rotation.m[k] = row[1][k];
  out.a.translation = vector_at(row[0] + PartRow::position);
  out.b.translation = vector_at(row[1] + PartRow::position);
  out.origin = vector_at(row[0] + PartRow::body);
  out.alert = D(batch.alert_distance) + (row[0][PartRow::alert] + row[1][PartRow::alert]);
}

/// Half of a pack's problems, still in double. Data only.
struct HalfProblem {
  RelativePose<D> pose;
  D scale_a, scale_b, rounding_a, rounding_b, size, alert, unit;
};

/// Returns in which lanes all is in the ordinary.
ABUT_INLINE PackMask<double> make_half(const HalfShapes& a, const HalfShapes& b, const HalfPoses& poses, HalfProblem& p,
                                       PackFrame& frame) {
  const D zero = D(0.0);
  frame.rotation = poses.a.rotation;
  frame.centre = centres(a);
  frame.offset = poses.a.translation - poses.origin;
  p.pose = relative_pose<D>(poses.a, poses.b, frame.centre, centres(b));
  const D size = a.number[size_number] + b.number[size_number];
  const D farthest = max_abs(p.pose.translation);
  // A NaN compares false.
  PackMask<double> good = mask_and(size > D(0x1p-100), max(size, farthest) < D(0x1p100), farthest < D(0x1p100));
  for (int k = 0; k < 9; ++k) good = mask_and(good, abs(p.pose.rotation.m[k]) <= D(2.0));
  p.unit = D::of(power_below(max(size, farthest).v));
  const D to_unit = D::of(inverse_power(p.unit.v));
  p.pose.translation = p.pose.translation * to_unit;
  const auto scaled = [&](D scale) { return select(scale < zero, D(1.0), scale * to_unit); };
  p.scale_a = scaled(a.scale);
  p.scale_b = scaled(b.scale);
  good = mask_and(good, p.scale_a > D(0x1p-100), p.scale_a < D(0x1p100));
  good = mask_and(good, p.scale_b > D(0x1p-100), p.scale_b < D(0x1p100));
  p.rounding_a = a.number[rounding_number] * to_unit;
  p.rounding_b = b.number[rounding_number] * to_unit;
  p.size = size * to_unit;
  p.alert = poses.alert * to_unit;
  return mask_and(good, p.alert >= zero);
}

/// Lanes `first` and on.
template <class R>
ABUT_INLINE PackMask<double> load_half(const QueryBatch<R>& batch, const PackProblem<R>& p, int first, HalfProblem& out,
                                       PackFrame& frame) {
  HalfShapes a, b;
  HalfPoses poses;
  load_shapes(batch.shapes.headers, p.shape_a + first, a);
  load_shapes(batch.shapes.headers, p.shape_b + first, b);
  if (batch.poses != nullptr) {
    load_relative_poses(batch, p.index + first, poses);
  } else {
    load_world_poses(batch, p.index + first, poses);
  }
  return make_half(a, b, poses, out, frame);
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
  for (int l = p.count; l < T::width; ++l) {
    p.index[l] = p.index[0];
    p.shape_a[l] = p.shape_a[0];
    p.shape_b[l] = p.shape_b[0];
  }
  HalfProblem half[halves<R>];
  p.valid = 0;
  for (int h = 0; h < halves<R>; ++h) {
    p.valid |= bits_of(load_half(batch, p, h * D::width, half[h], p.frame[h])) << (h * D::width);
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
