// A batch of pair queries as one pair sees it: index, load, query, store. The same function serves a CUDA thread and a
// core; the loops are elsewhere.
#pragma once

#include "abut/bodies/part_row.h"
#include "abut/narrow/feature.h"
#include "abut/narrow/intersection_test.h"
#include "abut/narrow/query.h"

namespace abut {

/// Everything that a batch reads and writes. Data only. `poses` null: pairs join parts, poses come from `parts`; else
/// pairs join shapes, and `poses` holds 3x4 matrices of B in A's frame, `pose_stride` doubles apart.
template <class T>
struct QueryBatch {
  ShapeSetView<T> shapes;
  PartsView parts;
  const double* poses;
  std::ptrdiff_t pose_stride;
  const Pair* pairs;
  std::uint64_t pair_count;
  double alert_distance;
  ContactsView<T> out;
  CachedPolytope* cache = nullptr;  ///< one per pair, read and written
  const PartRow* rows = nullptr;    ///< of the parts, for who reads them so; null: from `parts`
};

inline namespace ABUT_ISA {
namespace batch_detail {

ABUT_INLINE Vec3<double> centre_of(const ShapeHeader& h) { return {h.centre[0], h.centre[1], h.centre[2]}; }

template <class T>
ABUT_INLINE void put(const Strided<T>& array, std::uint64_t i, T value) {
  if (array.data != nullptr) array.data[static_cast<std::ptrdiff_t>(i) * array.stride] = value;
}
template <class T>
ABUT_INLINE void put(const StridedVec3<T>& array, std::uint64_t i, Vec3<T> value) {
  if (array.x == nullptr) return;
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) * array.stride;
  array.x[at] = value.x;
  array.y[at] = value.y;
  array.z[at] = value.z;
}

template <class T>
ABUT_HD inline void store(const ContactsView<T>& out, std::uint64_t i, const Contact<T>& c) {
  put(out.separation, i, c.separation);
  put(out.normal, i, c.normal);
  put(out.witness_a, i, c.witness_a);
  put(out.witness_b, i, c.witness_b);
  put(out.point, i, c.point);
  put(out.feature_a, i, c.feature_a);
  put(out.feature_b, i, c.feature_b);
  put(out.lower_bound, i, c.lower_bound);
  put(out.bound_gap, i, c.bound_gap);
  put(out.status, i, c.status);
  put(out.gjk_iterations, i, c.gjk_iterations);
  put(out.epa_iterations, i, c.epa_iterations);
  put(out.key, i, c.key);
}

/// From A's box-centre frame to the record's frame: x -> rotation * (x + centre) + offset, formed in double.
template <class T>
ABUT_HD inline void to_record_frame(Contact<T>& c, const Mat3<double>& rotation, Vec3<double> centre,
                                    Vec3<double> offset) {
  c.normal = narrowed<T>(rotate(rotation, widen(c.normal)));
  c.witness_a = narrowed<T>(rotate(rotation, widen(c.witness_a) + centre) + offset);
  c.witness_b = narrowed<T>(rotate(rotation, widen(c.witness_b) + centre) + offset);
  c.point = narrowed<T>(rotate(rotation, widen(c.point) + centre) + offset);
}

}  // namespace batch_detail

/// The shapes of query `i`.
template <class T>
ABUT_INLINE Pair shapes_of(const QueryBatch<T>& batch, std::uint64_t i) {
  const Pair pair = batch.pairs[i];
  return batch.poses != nullptr ? pair : Pair{batch.parts.shape[pair.a], batch.parts.shape[pair.b]};
}

/// The poses and the alert distance that query `i` of a batch sees. Data only.
struct BatchPair {
  std::uint32_t shape_a, shape_b;
  RelativePose<double> pose;  ///< of the box-centre frames
  Mat3<double> rotation;      ///< to the record's frame
  Vec3<double> offset;
  double alert;
};

template <class T>
ABUT_INLINE PartRow row_of(const QueryBatch<T>& batch, std::uint32_t part) {
  return batch.rows != nullptr ? batch.rows[part] : part_row(batch.parts, part);
}

template <class T>
ABUT_HD inline BatchPair load_pair(const QueryBatch<T>& batch, std::uint64_t i) {
  using namespace batch_detail;
  const Pair pair = batch.pairs[i];
  const Pair shapes = shapes_of(batch, i);
  BatchPair out;
  out.shape_a = shapes.a;
  out.shape_b = shapes.b;
  out.alert = batch.alert_distance;
  if (batch.poses != nullptr) {
    const double* m = batch.poses + static_cast<std::ptrdiff_t>(i) * batch.pose_stride;
    Pose b;
    b.position = {m[3], m[7], m[11]};
    b.rotation = {{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}};
    const Pose a{};
    out.pose = relative_pose(a, b, centre_of(batch.shapes.headers[pair.a]), centre_of(batch.shapes.headers[pair.b]));
    out.rotation = a.rotation;
    out.offset = {0, 0, 0};
    return out;
  }
  const PartRow of_a = row_of(batch, pair.a), of_b = row_of(batch, pair.b);
  const Pose a = pose_of(of_a), b = pose_of(of_b);
  out.pose =
      relative_pose(a, b, centre_of(batch.shapes.headers[out.shape_a]), centre_of(batch.shapes.headers[out.shape_b]));
  out.rotation = a.rotation;
  out.offset = a.position - body_position(of_a);
  out.alert += of_a.number[PartRow::alert] + of_b.number[PartRow::alert];
  return out;
}

/// Completes the record of query `i` (features, frame, key) and stores it.
template <class T>
ABUT_HD inline void store_result(const QueryBatch<T>& batch, std::uint64_t i, const BatchPair& pair,
                                 const RelativePose<T>& pose, const QueryResult<T>& result) {
  Contact<T> contact = result.contact;
  contact.feature_a = topological_feature(batch.shapes, pair.shape_a, result.carrier_a, contact.normal);
  contact.feature_b =
      topological_feature(batch.shapes, pair.shape_b, result.carrier_b, rotate_back(pose.rotation, -contact.normal));
  batch_detail::to_record_frame(contact, pair.rotation, batch_detail::centre_of(batch.shapes.headers[pair.shape_a]),
                                pair.offset);
  contact.key = contact_key(batch.pairs[i], contact.feature_a, contact.feature_b);
  batch_detail::store(batch.out, i, contact);
}

/// Answers pair `i` of `batch` and stores its record. Returns false if that is not the last word, since EPA ran out of
/// memory: ask again with more.
template <class T, class Scan>
ABUT_HD inline bool answer_pair(const QueryBatch<T>& batch, std::uint64_t i, const EpaMemory& memory) {
  const BatchPair pair = load_pair(batch, i);
  PairProblem<T> problem;
  const Status status = make_problem(batch.shapes, pair.shape_a, pair.shape_b, pair.pose, pair.alert, problem);
  if (status != Status::converged) {
    batch_detail::store(batch.out, i, query_detail::empty_contact<T>(status));
    return true;
  }
  // Written back only with the last word: whoever asks again starts from the same.
  CachedPolytope kept;
  if (batch.cache != nullptr) copy_kept(batch.cache[i], kept);
  CachedPolytope* const cache = batch.cache != nullptr ? &kept : nullptr;
  const QueryResult<T> result = query_pair_fully<T, Scan>(problem, memory, cache);
  store_result(batch, i, pair, problem.pose, result);
  if (result.unfinished_here) return false;
  if (batch.cache != nullptr) copy_kept(kept, batch.cache[i]);
  return true;
}

/// Whether pair `i` of `batch` intersects, as 0 or 1. What cannot be queried (an empty shape, a bad pose) does not.
template <class T, class Scan>
ABUT_HD inline std::uint8_t pair_intersects(const QueryBatch<T>& batch, std::uint64_t i) {
  const BatchPair pair = load_pair(batch, i);
  PairProblem<T> problem;
  if (make_problem(batch.shapes, pair.shape_a, pair.shape_b, pair.pose, Huge<double>::value, problem) !=
      Status::converged) {
    return 0;
  }
  return intersects<T, Scan>(problem).intersects ? 1 : 0;
}

}  // namespace ABUT_ISA
}  // namespace abut
