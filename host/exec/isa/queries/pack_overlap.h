// Depths of the overlapping lanes of a pack: what pack_epa.h finds, its near faces again in double, one pair a lane.
// What `small_overlap` gives, to the bit.
#pragma once

#include "abut/narrow/box_overlap.h"
#include "host/exec/isa/queries/pack_epa.h"
#include "host/exec/isa/queries/pack_record.h"

namespace abut {
inline namespace ABUT_ISA {
namespace pack_overlap_detail {

/// The near faces of one half of the lanes, again in double.
template <class R>
struct HalfCheck {
  PackDifference<double, R> support;
  DepthCheck<D> check;
  D size;
};

template <class R>
ABUT_INLINE void start_check(const ShapeSetView<R>& shapes, const PackProblem<R>& p, int half, HalfCheck<R>& c) {
  // One or two support points a lane: not worth to interleave for.
  set_lanes(
      shapes, p, [half](int l) { return half * D::width + l; }, [half](const Pack<R>& x) { return half_of(x, half); },
      c.support);
  c.size = half_of(p.size, half);
  c.check = no_check<D>(mask_of_bits<double>(0));
}

/// Looks at one face of each lane of one half: `face(l)` in those of `lanes`.
template <class R, class Face>
ABUT_INLINE void look_at(Searches<R>& searches, int half, std::uint32_t lanes, const Face& face, HalfCheck<R>& c) {
  alignas(64) std::uint32_t id_a[3][D::width] = {}, id_b[3][D::width] = {};
  for_lanes(lanes, [&](int l) {
    const SmallPolytope& p = searches.of[half * D::width + l].polytope;
    const int f = face(l);
    for (int k = 0; k < 3; ++k) {
      id_a[k][l] = p.id_a[corner_of(p, f, k)];
      id_b[k][l] = p.id_b[corner_of(p, f, k)];
    }
  });
  SupportPoint<D> points[3];
  for (int k = 0; k < 3; ++k) points[k] = point_of(c.support, id_a[k], id_b[k]);
  check_face(c.check, points, c.support, width_tolerance<R>(c.size), mask_of_bits<double>(lanes));
}

/// Checks the lanes of one half. Returns those whose depth is proved.
template <class R>
ABUT_PHASE std::uint32_t check_half(Searches<R>& searches, int half, std::uint32_t lanes, HalfCheck<R>& c) {
  const auto search = [&](int l) -> SmallEpa& { return searches.of[half * D::width + l]; };
  look_at(
      searches, half, lanes, [&](int l) { return search(l).nearest; }, c);
  alignas(64) double limit[D::width];
  near_limit(c.check, c.size).store(limit);
  FaceBits near[D::width];
  for_lanes(lanes, [&](int l) { faces_to_check<WideFaces>(search(l), limit[l], near[l]); });
  int face[D::width];
  std::uint32_t open = lanes;
  for (int count = 0;; ++count) {
    open = lanes_where(open, [&](int l) { return (face[l] = take_first(near[l])) >= 0; });
    if (open == 0 || count == small_epa_checks) break;
    look_at(
        searches, half, open, [&](int l) { return face[l]; }, c);
  }
  return bits_of(is_proved<R>(c.check, c.size)) & lanes & ~open;
}

/// The halves' checks as a pack's answer; what carries the witness points only if somebody asks for features.
template <class R>
ABUT_INLINE void set_answer(const HalfCheck<R>* c, bool with_features, PackAnswer<R>& out) {
  const auto joined = [&](const auto& get) {
    D values[halves<R>];
    for (int h = 0; h < halves<R>; ++h) values[h] = get(c[h].check);
    Pack<R> value;
    join(values, value);
    return value;
  };
  const auto vector = [&](const auto& get) {
    return Vec3<Pack<R>>{joined([&](const auto& q) { return get(q).x; }),
                         joined([&](const auto& q) { return get(q).y; }),
                         joined([&](const auto& q) { return get(q).z; })};
  };
  const auto mask = [&](const auto& get) {
    std::uint32_t bits = 0;
    for (int h = 0; h < halves<R>; ++h) bits |= bits_of(get(c[h].check)) << (h * D::width);
    return mask_of_bits<R>(bits);
  };
  FeatureAnswer<Pack<R>>& a = out.answer;
  a.normal = vector([](const auto& q) { return q.normal; });
  a.separation = joined([](const auto& q) { return -q.depth; });
  a.lower = a.separation;
  a.bound_gap = joined([](const auto& q) { return max(q.depth - q.lower, D(0.0)); });
  a.witness.a = vector([](const auto& q) { return q.witness.a; });
  a.witness.residual2 = joined([](const auto& q) { return q.witness.residual2; });
  for (int k = 0; k < 3; ++k) a.witness.used[k] = mask([k](const auto& q) { return q.witness.used[k]; });
  if (!with_features) return;
  const auto index = [&](const auto& get) {
    alignas(64) std::uint32_t ids[Pack<R>::width];
    for (int h = 0; h < halves<R>; ++h) Lanes<double>::store_index(ids + h * D::width, get(c[h].check).v);
    return PackIndex<R>::of(Lanes<R>::load_index(ids));
  };
  for (int k = 0; k < 3; ++k) {
    SupportPoint<Pack<R>>& point = out.feature.point[k];
    point.a = vector([k](const auto& q) { return q.face[k].a; });
    point.b = vector([k](const auto& q) { return q.face[k].b; });
    point.id_a = index([k](const auto& q) { return q.face[k].id_a; });
    point.id_b = index([k](const auto& q) { return q.face[k].id_b; });
  }
}

/// What a cache keeps of one lane of a half.
template <class R>
ABUT_INLINE void keep_lane(const SmallEpa& search, const HalfCheck<R>& c, int l, CachedPolytope& out) {
  if (keep_search<WideFaces>(search, out)) return;
  struct Ids {
    std::uint32_t id_a, id_b;
  } face[3];
  for (int k = 0; k < 3; ++k) face[k] = {lane(c.check.face[k].id_a, l), lane(c.check.face[k].id_b, l)};
  keep_search_face(search.polytope, face, narrowed<float>(lane(c.check.normal, l)), out);
}

/// Two boxes of each lane of one half.
template <class R>
ABUT_INLINE BoxPair<D> boxes_of_half(const ShapeSetView<R>& shapes, const PackProblem<R>& p, int half) {
  alignas(64) R row[6][D::width];
  for (int l = 0; l < D::width; ++l) {
    const int from = half * D::width + l;
    const auto fill = [&](const std::uint32_t* shape_of, int at) {
      // The last corner of a box is the one of all positive coordinates. Lanes without boxes get any numbers.
      const ShapeHeader& h = shapes.headers[shape_of[from]];
      const std::uint32_t v = h.vertex_offset + (h.kind == ShapeKind::box ? 7 : 0);
      row[at][l] = shapes.x[v], row[at + 1][l] = shapes.y[v], row[at + 2][l] = shapes.z[v];
    };
    fill(p.shape_a, 0);
    fill(p.shape_b, 3);
  }
  BoxPair<D> out;
  for (int k = 0; k < 3; ++k) {
    out.half_a[k] = D::of(Lanes<double>::load(row[k])) * half_of(p.scale_a, half);
    out.half_b[k] = D::of(Lanes<double>::load(row[3 + k])) * half_of(p.scale_b, half);
  }
  for (int k = 0; k < 9; ++k) out.pose.rotation.m[k] = half_of(p.pose.rotation.m[k], half);
  out.pose.translation = half_of(p.pose.translation, half);
  return out;
}

/// Runs the searches that were started, and stores the records of those that are proved. Returns which it stored; see
/// `answer_overlaps`.
template <class R>
ABUT_PHASE std::uint32_t finish_overlaps(const QueryBatch<R>& batch, const PackProblem<R>& p, Searches<R>& searches,
                                         PackAnswer<R>& answer, CachedPolytope* kept, std::uint32_t& needs_double) {
  const std::uint32_t ended = search_lanes(searches);
  HalfCheck<R> half[halves<R>];
  std::uint32_t proved = 0;
  for (int h = 0; h < halves<R>; ++h) {
    start_check(batch.shapes, p, h, half[h]);
    proved |= check_half(searches, h, ended >> (h * D::width) & ((1u << D::width) - 1), half[h]) << (h * D::width);
  }
  set_answer(half, wants_features(batch.out), answer);
  answer.done = proved;
  alignas(64) std::uint32_t iterations[Pack<R>::width];
  for (int l = 0; l < Pack<R>::width; ++l) iterations[l] = (proved >> l & 1) != 0 ? searches.of[l].iterations : 0;
  answer.epa_iterations = PackIndex<R>::of(Lanes<R>::load_index(iterations));
  const std::uint32_t stored = store_pack(batch, p, answer, needs_double);
  if (batch.cache != nullptr) {
    for_lanes(stored | needs_double,
              [&](int l) { keep_lane(searches.of[l], half[l / D::width], l % D::width, kept[l]); });
  }
  return stored;
}

}  // namespace pack_overlap_detail

/// Answers the overlapping lanes of a pack that join two boxes, and stores their records where they are proved. Returns
/// those that it stored; `needs_double`: float answers that have to be asked in double.
template <class R>
ABUT_PHASE std::uint32_t answer_box_overlaps(const QueryBatch<R>& batch, const PackProblem<R>& p, std::uint32_t lanes,
                                             PackAnswer<R>& answer, std::uint32_t& needs_double) {
  using namespace pack_overlap_detail;
  const std::uint32_t boxes = lanes_where(lanes, [&](int l) {
    const ShapeHeader* const headers = batch.shapes.headers;
    return headers[p.shape_a[l]].kind == ShapeKind::box && headers[p.shape_b[l]].kind == ShapeKind::box;
  });
  if (boxes == 0) return 0;
  HalfCheck<R> half[halves<R>];
  answer.done = 0;
  for (int h = 0; h < halves<R>; ++h) {
    const D size = half_of(p.size, h);
    half[h].check = box_depth<R>(boxes_of_half(batch.shapes, p, h), size);
    answer.done |= bits_of(is_proved<R>(half[h].check, size)) << (h * D::width);
  }
  answer.done &= boxes;
  set_answer(half, wants_features(batch.out), answer);
  answer.epa_iterations = PackIndex<R>(0);
  return store_pack(batch, p, answer, needs_double);
}

/// Answers the overlapping lanes of a pack that a small polytope proves, and stores their records: `lanes`, whose GJK
/// ended with three vertices or more. Returns those that it stored; `needs_double`: float answers that have to be asked
/// in double; `kept`: what a cache keeps of both, one a lane.
template <class R>
ABUT_PHASE std::uint32_t answer_overlaps(const QueryBatch<R>& batch, const PackProblem<R>& p, std::uint32_t lanes,
                                         PackAnswer<R>& answer, CachedPolytope* kept, std::uint32_t& needs_double) {
  using namespace pack_overlap_detail;
  Searches<R> searches;
  searches.lanes = lanes;
  start_searches(batch.shapes, p, answer.state.simplex, searches);
  return finish_overlaps(batch, p, searches, answer, kept, needs_double);
}

/// Answers the lanes that a kept polytope shows to overlap, without GJK; otherwise as `answer_overlaps`.
template <class R>
ABUT_PHASE std::uint32_t answer_kept_overlaps(const QueryBatch<R>& batch, const PackProblem<R>& p,
                                              PackAnswer<R>& answer, CachedPolytope* kept,
                                              std::uint32_t& needs_double) {
  using namespace pack_overlap_detail;
  Searches<R> searches;
  searches.lanes = lanes_where(p.valid, [&](int l) { return kept[l].face_count != 0; });
  if (searches.lanes == 0) return 0;
  start_kept(batch.shapes, p, kept, searches);
  if (searches.lanes == 0) return 0;
  answer.state.farther = mask_of_bits<R>(0);
  answer.state.iterations = PackIndex<R>(0);
  return finish_overlaps(batch, p, searches, answer, kept, needs_double);
}

}  // namespace ABUT_ISA
}  // namespace abut
