// The patch, and on request the overlap, of one pair of a batch: from its record to what is written of it.
#pragma once

#include "abut/contacts/overlap_volume.h"
#include "abut/contacts/small_patch.h"
#include "abut/narrow/batch.h"
#include "abut/narrow/problem.h"

namespace abut {

/// Memory for one pair at a time. `capacity`: of corners, facets and edges that a step holds. Data only.
struct PairPatchMemory {
  PatchMemory patch;
  CutMemory cut;
};

/// What is asked of a patch. Lengths in the caller's unit. Data only.
struct PatchRequest {
  double margin;
  std::uint32_t most_points;  ///< 0: all
  bool overlap;
};

/// A patch and its frame: x = point + unit * (u * axis_u + v * axis_v + height * normal), in the frame of the record.
/// Data only.
struct PairPatch {
  double unit;  ///< a power of two in which all that follows is measured but `point`
  Patch patch;
  Vec3<double> point, axis_u, axis_v, normal;
  OverlapVolume overlap;  ///< vectors in plan coordinates
  double rounding;        ///< of both shapes: what the corners' gaps are less by
};

/// What is written of a pair's patch: see `PatchesView`. Data only.
template <class T>
struct PatchRecord {
  std::uint32_t count;
  T area;
  Vec3<T> centre;
  T volume;
  Vec3<T> volume_centre, volume_normal, volume_moment;
};

/// Data only.
template <class T>
struct PatchPoint {
  Vec3<T> at;
  T gap;
};

/// Memory for one pair at a time, with its points. Data only.
template <class T>
struct PairPatchScratch {
  PairPatchMemory memory;
  PatchPoint<T>* points;
};

inline namespace ABUT_ISA {
namespace find_patch_detail {

/// Two unit vectors that make a right-handed frame with `n` (Duff et al. 2017, Building an orthonormal basis,
/// revisited): along the axes where `n` is.
ABUT_HD inline void span_plane(Vec3<double> n, Vec3<double>& u, Vec3<double>& v) {
  const double sign = n.z < 0 ? -1 : 1, a = -1 / (sign + n.z), b = n.x * n.y * a;
  u = {1 + sign * (n.x * n.x * a), sign * b, -sign * n.x};
  v = {b, sign + n.y * n.y * a, -n.y};
}

/// Whether a shape has edges or faces of its own: not so curved kinds, nor boxes with no extent along two axes.
ABUT_HD inline bool has_patch(const ShapeHeader& h) {
  if (h.kind != ShapeKind::box) return h.kind == ShapeKind::vertex_set;
  int flat = 0;
  for (int k = 0; k < 3; ++k) flat += h.half_extent[k] > 0 ? 0 : 1;
  return flat < 2;
}

/// A vertex of a feature.
template <class T>
ABUT_HD inline std::uint32_t vertex_of(const ShapeSetView<T>& set, const ShapeHeader& h, Feature f) {
  const std::uint32_t i = feature_index(f);
  switch (feature_kind(f)) {
    case FeatureKind::vertex: return i < h.vertex_count ? i : 0;
    case FeatureKind::edge: return i < h.edge_count ? set.edges[h.edge_offset + i].v0 : 0;
    case FeatureKind::face: return i < h.face_count ? set.face_vertices[set.face_begin[h.face_offset + i]] : 0;
    default: return 0;
  }
}

}  // namespace find_patch_detail

/// The patch of pair `i` of a batch, of which `record` is the answer (normal, point, separation, features; points from
/// the body of A). Corners go to `m.patch.corners`. Of anything but a contact between vertex sets: no corner where it
/// is no contact or its normal is undefined, one for the other kinds. Returns false where memory is too small.
template <class T>
ABUT_HD inline bool find_pair_patch(const QueryBatch<T>& batch, std::uint64_t i, const Contact<T>& record,
                                    const PatchRequest& request, const PairPatchMemory& m, PairPatch& out) {
  using namespace find_patch_detail;
  const BatchPair pair = load_pair(batch, i);
  const ShapeHeader& a = batch.shapes.headers[pair.shape_a];
  const ShapeHeader& b = batch.shapes.headers[pair.shape_b];
  // Lengths between 1 and 2, whatever the caller's unit: no square overflows.
  const double pair_size = a.size + b.size;
  const std::int32_t exponent = problem_detail::unit_exponent(pair_size);
  const double to_unit = power_of_two<double>(-exponent);
  out.unit = power_of_two<double>(exponent);
  out.patch = {0, 0, 0, 0};
  out.overlap = {0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  out.rounding = (a.rounding + b.rounding) * to_unit;
  out.point = widen(record.point);
  if (!is_contact(record.status) || (record.status & normal_undefined_flag) != 0) return true;
  out.normal = unit_vector(widen(record.normal));
  const double separation = static_cast<double>(record.separation) * to_unit;
  const double eps = pair_size * to_unit * static_cast<double>(Epsilon<T>::value);
  const PatchReach reach{max(-separation, 0.0) + request.margin * to_unit + patch_units * eps,
                         separation + out.rounding, request.margin * to_unit + patch_units * eps, patch_units * eps};
  const auto back = [&](Vec3<double> x) { return rotate_back(pair.rotation, x); };
  const Vec3<double> n = back(out.normal);
  const double scale_a = power_of_two<double>(a.exponent - exponent),
               scale_b = power_of_two<double>(b.exponent - exponent);
  const auto ends = [&](const ShapeHeader& h, Feature f, Vec3<double> up, double scale) {
    return feature_kind(f) == FeatureKind::vertex && feature_index(f) < h.vertex_count &&
           is_a_point<T>({batch.shapes, h, scale}, feature_index(f), up, reach.band, smallest_patch<T>);
  };
  const bool overlap = request.overlap && separation < 0;
  const bool curved = !has_patch(a) || !has_patch(b);
  const bool point = curved || ends(a, record.feature_a, n, scale_a) ||
                     ends(b, record.feature_b, rotate_back(pair.pose.rotation, -n), scale_b);
  if (point) {
    out.axis_u = out.axis_v = {0, 0, 0};
    out.patch.count = 1;
    m.patch.corners[0] = {0, 0, 0, reach.distance};
    if (!overlap || curved) return true;
  }
  // Everything from the contact point, in A's box-centre frame, and from there in plan coordinates.
  span_plane(out.normal, out.axis_u, out.axis_v);
  const Vec3<double> u = back(out.axis_u), v = back(out.axis_v);
  const Vec3<double> from = back(out.point - pair.offset) - batch_detail::centre_of(a);
  const Mat3<double> plan{{u.x, u.y, u.z, v.x, v.y, v.z, n.x, n.y, n.z}};
  const Mat3<double> mirrored{{u.x, u.y, u.z, v.x, v.y, v.z, -n.x, -n.y, -n.z}};
  const SeenShape<T> sa{&batch.shapes, &a, plan, scale_a, rotate(plan, -from) * to_unit, false};
  const SeenShape<T> sb{&batch.shapes,
                        &b,
                        times(mirrored, pair.pose.rotation),
                        scale_b,
                        rotate(mirrored, pair.pose.translation - from) * to_unit,
                        true};
  const PatchSearch answer =
      point ? PatchSearch::found
            : find_small_patch<T>({sa, record.feature_a}, {sb, record.feature_b}, reach, m.patch, out.patch);
  if (answer == PatchSearch::out_of_capacity) return false;
  const bool small = answer == PatchSearch::found;
  Relief of_a, of_b;
  if ((!small || overlap) &&
      !make_relief(sb, vertex_of(batch.shapes, b, record.feature_b), reach.band, m.patch.b, of_b)) {
    return false;
  }
  if (!small) {
    if (!make_relief(sa, vertex_of(batch.shapes, a, record.feature_a), reach.band, m.patch.a, of_a)) return false;
    if (!find_patch<T>({sa, of_a}, {sb, of_b}, reach, m.patch, out.patch)) return false;
  }
  if (request.most_points > 0) reduce_corners(m.patch.corners, out.patch, request.most_points);
  return !overlap || find_overlap(sa, sb, of_b, m.cut, out.overlap);
}

namespace find_patch_detail {

/// From plan coordinates to a vector of the record's frame, in the caller's unit.
ABUT_INLINE Vec3<double> from_plan(const PairPatch& p, double u, double v, double height) {
  return multiply_add(p.axis_u, u, multiply_add(p.axis_v, v, p.normal * height)) * p.unit;
}

}  // namespace find_patch_detail

/// The patch of pair `i` as it is written, and in `scratch.points` its points, for which there is room as the patch's
/// memory has it. See `find_pair_patch`.
template <class T>
ABUT_HD inline bool write_patch(const QueryBatch<T>& batch, std::uint64_t i, const Contact<T>& record,
                                const PatchRequest& request, const PairPatchScratch<T>& scratch, PatchRecord<T>& out) {
  using namespace find_patch_detail;
  const PairPatchMemory& m = scratch.memory;
  PairPatch p;
  if (!find_pair_patch(batch, i, record, request, m, p)) return false;
  out = {p.patch.count, T(0), record.point, T(0), record.point, {T(0), T(0), T(0)}, {T(0), T(0), T(0)}};
  if (p.patch.count == 0) return true;
  out.area = round_to<T>(p.patch.area * p.unit * p.unit);
  out.centre = narrowed<T>(p.point + from_plan(p, p.patch.centre_u, p.patch.centre_v, 0));
  for (std::uint32_t k = 0; k < p.patch.count; ++k) {
    const PatchCorner& c = m.patch.corners[k];
    scratch.points[k] = {narrowed<T>(p.point + from_plan(p, c.u, c.v, c.height)),
                         round_to<T>((c.gap - p.rounding) * p.unit)};
  }
  if (!(p.overlap.volume > 0)) return true;
  const auto turned = [&](Vec3<double> x) { return from_plan(p, x.x, x.y, x.z); };
  out.volume = round_to<T>(p.overlap.volume * p.unit * p.unit * p.unit);
  out.volume_centre = narrowed<T>(p.point + turned(p.overlap.centre));
  out.volume_normal = narrowed<T>(turned(p.overlap.normal) * p.unit);
  out.volume_moment = narrowed<T>(turned(p.overlap.moment) * p.unit * p.unit);
  return true;
}

}  // namespace ABUT_ISA
}  // namespace abut
