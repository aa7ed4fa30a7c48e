// Records of a pack: radii, frame and features, stored lane by lane. As `record_of` and `store_result` make them, to
// the bit.
#pragma once

#include "host/exec/isa/queries/pack_problem.h"
#include "host/exec/isa/queries/pack_search.h"

namespace abut {
inline namespace ABUT_ISA {

/// `to_record(frame, vector)` of all lanes, in double and rounded.
template <class R, class F>
ABUT_INLINE Vec3<Pack<R>> by_halves(const PackProblem<R>& p, const Vec3<Pack<R>>& vector, const F& to_record) {
  Pack<double> x[halves<R>], y[halves<R>], z[halves<R>];
  for (int h = 0; h < halves<R>; ++h) {
    const Vec3<Pack<double>> q = to_record(p.frame[h], half_of(vector, h));
    x[h] = q.x, y[h] = q.y, z[h] = q.z;
  }
  Vec3<Pack<R>> out;
  join(x, out.x), join(y, out.y), join(z, out.z);
  return out;
}

/// From A's box-centre frame to the record's: as `to_record_frame`.
template <class R>
ABUT_INLINE Vec3<Pack<R>> point_in_record(const PackProblem<R>& p, const Vec3<Pack<R>>& point) {
  return by_halves(p, point, [](const PackFrame& f, const Vec3<Pack<double>>& q) {
    return rotate(f.rotation, q + f.centre) + f.offset;
  });
}
template <class R>
ABUT_INLINE Vec3<Pack<R>> direction_in_record(const PackProblem<R>& p, const Vec3<Pack<R>>& direction) {
  return by_halves(p, direction, [](const PackFrame& f, const Vec3<Pack<double>>& q) { return rotate(f.rotation, q); });
}

/// Writes the lanes of `lanes`.
template <class R>
ABUT_INLINE void put_lanes(const Strided<R>& out, const PackProblem<R>& p, std::uint32_t lanes, Pack<R> value) {
  if (out.data == nullptr) return;
  if (p.consecutive && out.stride == 1) return value.store_some(out.data + p.index[0], mask_of_bits<R>(lanes));
  for_lanes(lanes, [&](int l) { batch_detail::put(out, p.index[l], lane(value, l)); });
}
template <class R>
ABUT_INLINE void put_lanes(const StridedVec3<R>& out, const PackProblem<R>& p, std::uint32_t lanes,
                           const Vec3<Pack<R>>& value) {
  put_lanes(Strided<R>{out.x, out.stride}, p, lanes, value.x);
  put_lanes(Strided<R>{out.y, out.stride}, p, lanes, value.y);
  put_lanes(Strided<R>{out.z, out.stride}, p, lanes, value.z);
}

/// Writes iterations of the lanes of `lanes`.
template <class R>
ABUT_INLINE void put_counts(const Strided<std::uint8_t>& out, const PackProblem<R>& p, std::uint32_t lanes,
                            PackIndex<R> count) {
  if (out.data == nullptr) return;
  alignas(64) std::uint32_t of_lane[Pack<R>::width];
  Lanes<R>::store_index(of_lane, count.v);
  for_lanes(lanes, [&](int l) { batch_detail::put(out, p.index[l], query_detail::count8(of_lane[l])); });
}

template <class R>
ABUT_INLINE bool wants_features(const ContactsView<R>& out) {
  return out.feature_a.data != nullptr || out.feature_b.data != nullptr || out.key.data != nullptr;
}

/// Features and key, lane by lane: only where somebody asks. `carriers(l, a, b)` tells those of lane l.
template <class R, class CarriersOf>
ABUT_INLINE void put_features(const QueryBatch<R>& batch, const PackProblem<R>& p, const Vec3<Pack<R>>& normal,
                              std::uint32_t lanes, const CarriersOf& carriers) {
  const ContactsView<R>& out = batch.out;
  if (!wants_features(out)) return;
  const Vec3<Pack<R>> normal_b = rotate_back(p.pose.rotation, -normal);
  for_lanes(lanes, [&](int l) {
    CarrierIds a, b;
    carriers(l, a, b);
    const Feature fa = topological_feature(batch.shapes, p.shape_a[l], a, lane(normal, l));
    const Feature fb = topological_feature(batch.shapes, p.shape_b[l], b, lane(normal_b, l));
    batch_detail::put(out.feature_a, p.index[l], fa);
    batch_detail::put(out.feature_b, p.index[l], fb);
    batch_detail::put(out.key, p.index[l], contact_key(batch.pairs[p.index[l]], fa, fb));
  });
}

/// All of the records but iterations and features. `normal` in A's frame; `farther`: lanes beyond the cut-off.
template <class R>
ABUT_INLINE void put_numbers(const QueryBatch<R>& batch, const PackProblem<R>& p,
                             const query_detail::RecordNumbers<Pack<R>>& n, const Vec3<Pack<R>>& normal,
                             std::uint32_t farther, std::uint32_t lanes) {
  const ContactsView<R>& out = batch.out;
  put_lanes(out.separation, p, lanes, n.separation);
  put_lanes(out.lower_bound, p, lanes, n.lower_bound);
  put_lanes(out.bound_gap, p, lanes, n.bound_gap);
  if (out.normal.x != nullptr) put_lanes(out.normal, p, lanes, direction_in_record(p, normal));
  if (out.witness_a.x != nullptr) put_lanes(out.witness_a, p, lanes, point_in_record(p, n.witness_a));
  if (out.witness_b.x != nullptr) put_lanes(out.witness_b, p, lanes, point_in_record(p, n.witness_b));
  if (out.point.x != nullptr) put_lanes(out.point, p, lanes, point_in_record(p, n.point));
  if (out.status.data == nullptr) return;
  const std::uint32_t open = bits_of(n.open), touching = bits_of(n.touching);
  for_lanes(lanes, [&](int l) {
    const auto has = [l](std::uint32_t of) { return (of >> l & 1) != 0; };
    const Status status = query_detail::record_status(has(farther), has(open), has(touching));
    batch_detail::put(out.status, p.index[l], static_cast<std::uint8_t>(status));
  });
}

/// Stores the records of the lanes that have an answer, but for float answers in doubt. Returns which it stored.
/// `terms`: of both shapes' sums, in every lane.
template <class R, class SimplexData>
ABUT_PHASE std::uint32_t store_pack(const QueryBatch<R>& batch, const PackProblem<R>& p,
                                    const PackAnswer<R, SimplexData>& in, std::uint32_t& needs_double, R terms = R(0)) {
  using T = Pack<R>;
  const FeatureAnswer<T>& answer = in.answer;
  const query_detail::RecordNumbers<T> n = query_detail::record_numbers(query_detail::RecordInput<T>{
      answer.normal, answer.separation, answer.lower, answer.bound_gap, answer.witness.a, answer.witness.residual2,
      p.rounding_a, p.rounding_b, p.size, p.unit, T(terms), in.state.farther});
  std::uint32_t lanes = in.done;
  needs_double = sizeof(R) < sizeof(double) ? lanes & bits_of(n.needs_double) : 0;
  lanes &= ~needs_double;
  put_numbers(batch, p, n, answer.normal, bits_of(in.state.farther), lanes);
  put_counts(batch.out.gjk_iterations, p, lanes, in.state.iterations);
  put_counts(batch.out.epa_iterations, p, lanes, in.epa_iterations);
  if (!wants_features(batch.out)) return lanes;
  const PackCarriers<R> carriers = carriers_of(in);
  put_features(batch, p, answer.normal, lanes,
               [&](int l, CarrierIds& a, CarrierIds& b) { a = carriers.a.of(l), b = carriers.b.of(l); });
  return lanes;
}

}  // namespace ABUT_ISA
}  // namespace abut
