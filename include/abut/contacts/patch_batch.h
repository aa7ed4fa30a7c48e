// A batch of patches as one pair sees it: read its record, find the patch, store it. The same functions serve a CUDA
// thread and a core; the loops are elsewhere.
#pragma once

#include "abut/contacts/patch_search.h"
#include "abut/contacts/patches_view.h"

namespace abut {

/// What the memory of a batch on a device has to hold. Data only.
struct PatchSizes {
  std::uint64_t pairs, points;
  std::uint32_t capacity;  ///< of those threads that have most
  bool overlap;
};

inline namespace ABUT_ISA {
namespace patch_batch_detail {

/// Takes arrays one after the other, without gaps but for alignment: many threads have little each.
class ArrayTaker {
 public:
  static constexpr std::size_t alignment = 16;

  /// Null: the same calls say how much memory it would be.
  ABUT_HD explicit ArrayTaker(unsigned char* memory) : memory_(memory) {}
  template <class E>
  ABUT_HD E* take(std::uint64_t count) {
    unsigned char* const at = memory_ != nullptr ? memory_ + bytes_ : nullptr;
    bytes_ += (count * sizeof(E) + alignment - 1) / alignment * alignment;
    return reinterpret_cast<E*>(at);
  }
  ABUT_HD std::size_t bytes() const { return bytes_; }

 private:
  unsigned char* memory_;
  std::size_t bytes_ = 0;
};

ABUT_HD inline ReliefMemory take_relief(ArrayTaker& from, std::uint32_t capacity) {
  return {from.take<std::uint32_t>(capacity), from.take<PlanPoint>(capacity),  from.take<ReliefFacet>(capacity),
          from.take<ReliefSide>(capacity),    from.take<ReliefEdge>(capacity), capacity};
}

template <class T>
ABUT_HD inline PairPatchScratch<T> take_scratch(ArrayTaker& from, std::uint32_t capacity, bool overlap) {
  PairPatchScratch<T> scratch{};
  PatchMemory& p = scratch.memory.patch;
  const std::uint64_t many = capacity;
  p.a = take_relief(from, capacity);
  p.b = take_relief(from, capacity);
  for (PlanPoint*& polygon : p.polygon) polygon = from.take<PlanPoint>(2 * many + 2);
  p.inside = from.take<double>(many);
  p.points = from.take<PlanPoint>(many);
  p.corners = from.take<PatchCorner>(many);
  p.capacity = capacity;
  scratch.points = from.take<PatchPoint<T>>(many);
  if (!overlap) return scratch;
  CutMemory& c = scratch.memory.cut;
  c.corners = from.take<Vec3<double>>(many);
  c.outside = from.take<double>(many);
  c.faces = from.take<CutFace>(many);
  c.spare_faces = from.take<CutFace>(many);
  c.loops = from.take<std::uint32_t>(8 * many);
  c.spare_loops = from.take<std::uint32_t>(8 * many);
  c.cuts = from.take<CutEdge>(many);
  c.rim = from.take<CutEdge>(many);
  c.capacity = capacity;
  return scratch;
}

template <class E>
ABUT_INLINE E element(const Strided<E>& array, std::uint64_t i) {
  return array.data[static_cast<std::ptrdiff_t>(i) * array.stride];
}
template <class T>
ABUT_INLINE Vec3<T> element(const StridedVec3<T>& array, std::uint64_t i) {
  const std::ptrdiff_t k = static_cast<std::ptrdiff_t>(i) * array.stride;
  return {array.x[k], array.y[k], array.z[k]};
}

}  // namespace patch_batch_detail

/// Bytes of scratch memory for so many corners, facets or edges; `overlap`: for volumes too.
template <class T>
ABUT_HD inline std::size_t patch_scratch_bytes(std::uint32_t capacity, bool overlap) {
  patch_batch_detail::ArrayTaker counting(nullptr);
  patch_batch_detail::take_scratch<T>(counting, capacity, overlap);
  return counting.bytes();
}

/// Scratch memory in that much, aligned to 16 bytes.
template <class T>
ABUT_HD inline PairPatchScratch<T> patch_scratch_in(unsigned char* memory, std::uint32_t capacity, bool overlap) {
  patch_batch_detail::ArrayTaker from(memory);
  return patch_batch_detail::take_scratch<T>(from, capacity, overlap);
}

template <class T>
ABUT_HD inline bool wants_overlap(const PatchesView<T>& out) {
  return out.volume.data != nullptr || out.volume_centre.x != nullptr || out.volume_normal.x != nullptr ||
         out.volume_moment.x != nullptr;
}

/// What these arguments need.
template <class T>
PatchSizes patch_sizes(const QueryBatch<T>& batch, const PatchOptions& options, const PatchesView<T>& out) {
  const bool wants_points = out.points.x != nullptr || out.gaps.data != nullptr;
  return {batch.pair_count, wants_points ? out.capacity : 0, options.capacity, wants_overlap(out)};
}

/// Whether a shape's faces were bent by replaced vertices.
ABUT_INLINE bool is_bent(const ShapeHeader& h) { return h.face_count > 0 && (h.flags & convex_faces_flag) == 0; }

/// An overlap's volume is that of polyhedra: of others it would be another figure than the caller thinks.
ABUT_INLINE bool has_volume(const ShapeHeader& h) { return is_vertex_set(h.kind) && h.rounding == 0 && !is_bent(h); }

/// The record of pair `i` that a query has left in `batch.out`.
template <class T>
ABUT_HD inline Contact<T> read_record(const QueryBatch<T>& batch, std::uint64_t i) {
  using patch_batch_detail::element;
  const ContactsView<T>& in = batch.out;
  Contact<T> c{};
  c.status = element(in.status, i);
  c.separation = element(in.separation, i);
  c.normal = element(in.normal, i);
  c.point = element(in.point, i);
  if (in.feature_a.data != nullptr) c.feature_a = element(in.feature_a, i);
  if (in.feature_b.data != nullptr) c.feature_b = element(in.feature_b, i);
  return c;
}

/// The patch of pair `i` of a batch whose records are in `batch.out`, and in `scratch.points` its points. Volumes of
/// shapes that have none are NaN. Returns false where the capacity is too small.
template <class T>
ABUT_HD inline bool answer_patch(const QueryBatch<T>& batch, std::uint64_t i, const PatchRequest& request,
                                 const PairPatchScratch<T>& scratch, PatchRecord<T>& out) {
  const Pair shapes = shapes_of(batch, i);
  const ShapeHeader* const headers = batch.shapes.headers;
  PatchRequest asked = request;
  asked.overlap = request.overlap && has_volume(headers[shapes.a]) && has_volume(headers[shapes.b]);
  if (!write_patch(batch, i, read_record(batch, i), asked, scratch, out)) return false;
  if (asked.overlap == request.overlap) return true;
  const T nan = static_cast<T>(__builtin_nan(""));
  out.volume = nan;
  out.volume_centre = out.volume_normal = out.volume_moment = {nan, nan, nan};
  return true;
}

/// What is written where the capacity was too small.
template <class T>
ABUT_HD inline PatchRecord<T> unanswered_patch() {
  const T nan = static_cast<T>(__builtin_nan(""));
  const Vec3<T> nans{nan, nan, nan};
  return {0, nan, nans, nan, nans, nans, nans};
}

/// Stores all of a patch but its points. `move`: the contact point too.
template <class T>
ABUT_HD inline void store_patch(const QueryBatch<T>& batch, const PatchesView<T>& out, std::uint64_t i, bool move,
                                const PatchRecord<T>& p) {
  using batch_detail::put;
  put(out.area, i, p.area);
  put(out.centre, i, p.centre);
  if (move && p.count > 0) put(batch.out.point, i, p.centre);
  put(out.volume, i, p.volume);
  put(out.volume_centre, i, p.volume_centre);
  put(out.volume_normal, i, p.volume_normal);
  put(out.volume_moment, i, p.volume_moment);
}

template <class T>
ABUT_HD inline void store_point(const PatchesView<T>& out, std::uint64_t at, const PatchPoint<T>& p) {
  batch_detail::put(out.points, at, p.at);
  batch_detail::put(out.gaps, at, p.gap);
}

}  // namespace ABUT_ISA
}  // namespace abut
