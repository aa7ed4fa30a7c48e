// The depth of two overlapping boxes in closed form: the faces of A - B are perpendicular to a face of A, to a face of
// B, or to an edge of each, so the narrowest of fifteen widths is the depth and the lower bound at once. In double,
// over a scalar or a pack of lanes. B may be any parallelepiped: the depth does not ask for a rotation, only points on
// a face of B do, and are not proved without.
//
// Source: Gottschalk, Lin, Manocha 1996, section 5 (the separating axes). Departure: the narrowest is kept, and the
// point of the winning face of A - B that is nearest to the origin gives the witness points.
#pragma once

#include "abut/narrow/small_overlap.h"

namespace abut {

/// Two boxes about their centres. Over a double or a pack of them. Data only.
template <class D>
struct BoxPair {
  D half_a[3], half_b[3];
  RelativePose<D> pose;
};

inline namespace ABUT_ISA {
namespace box_detail {

/// What a face of A - B is perpendicular to, and which coordinates of A's and B's nearest points it leaves free. Data
/// only.
template <class D>
struct BoxFace {
  Vec3<D> normal;  ///< unit, outward
  D width;
  MaskOf<D> free_a[3], free_b[3];
  Vec3<D> edge_a, edge_b;  ///< zero where it is perpendicular to a face
  MaskOf<D> tied;          ///< another one, along another normal, is as near
};

template <class D>
ABUT_INLINE Vec3<D> vector_of(const D* x) {
  return {x[0], x[1], x[2]};
}
template <class D>
ABUT_INLINE D at(Vec3<D> v, int k) {
  return k == 0 ? v.x : k == 1 ? v.y : v.z;
}
template <class D>
ABUT_INLINE Vec3<D> unit(int k) {
  return {D(k == 0 ? 1.0 : 0.0), D(k == 1 ? 1.0 : 0.0), D(k == 2 ? 1.0 : 0.0)};
}
template <class D>
ABUT_INLINE Vec3<D> column(const Mat3<D>& m, int k) {
  return {m.m[k], m.m[3 + k], m.m[6 + k]};
}

/// Takes the face along `n`, of any length, if it is narrower. Directions without length have no face. Widths that
/// differ by no more than `tie` are equal.
template <class D>
ABUT_INLINE void offer(BoxFace<D>& best, const BoxPair<D>& p, D tie, Vec3<D> n, const BoxFace<D>& made_of) {
  const D nn = dot(n, n);
  const Vec3<D> u = n * (D(1.0) / sqrt(nn));
  const Vec3<D> in_b{abs(dot(u, column(p.pose.rotation, 0))), abs(dot(u, column(p.pose.rotation, 1))),
                     abs(dot(u, column(p.pose.rotation, 2)))};
  const D centres = dot(u, p.pose.translation);
  const D width =
      (dot(vector_of(p.half_a), Vec3<D>{abs(u.x), abs(u.y), abs(u.z)}) + dot(vector_of(p.half_b), in_b)) - abs(centres);
  const MaskOf<D> taken = mask_and(nn > D(0x1p-200), width < best.width);
  // Centres that lie above each other tie with the face on the other side.
  const MaskOf<D> two =
      mask_and(nn > D(0x1p-200), abs(width - best.width) <= tie, abs(dot(u, best.normal)) < D(same_normal));
  best.tied = mask_or(two, mask_and(taken, abs(centres) <= tie),
                      mask_and(best.tied, mask_not(mask_and(taken, width < best.width - tie))));
  best.width = select(taken, width, best.width);
  best.normal = select<D>(taken, select<D>(centres < D(0.0), -u, u), best.normal);
  best.edge_a = select<D>(taken, made_of.edge_a, best.edge_a);
  best.edge_b = select<D>(taken, made_of.edge_b, best.edge_b);
  for (int k = 0; k < 3; ++k) {
    best.free_a[k] = mask_select(taken, made_of.free_a[k], best.free_a[k]);
    best.free_b[k] = mask_select(taken, made_of.free_b[k], best.free_b[k]);
  }
}

/// The narrowest of the fifteen.
template <class D>
ABUT_INLINE BoxFace<D> narrowest(const BoxPair<D>& p, D tie) {
  using M = MaskOf<D>;
  const D zero = D(0.0);
  const M no = p.half_a[0] < -p.half_a[0];
  const M yes = mask_not(no);
  const Vec3<D> none{zero, zero, zero};
  BoxFace<D> best{none, D(Huge<double>::value), {no, no, no}, {no, no, no}, none, none, no};
  for (int i = 0; i < 3; ++i) {
    BoxFace<D> face{none, zero, {yes, yes, yes}, {no, no, no}, none, none, no};
    face.free_a[i] = no;
    offer(best, p, tie, unit<D>(i), face);
  }
  for (int j = 0; j < 3; ++j) {
    BoxFace<D> face{none, zero, {no, no, no}, {yes, yes, yes}, none, none, no};
    face.free_b[j] = no;
    offer(best, p, tie, cross(column(p.pose.rotation, (j + 1) % 3), column(p.pose.rotation, (j + 2) % 3)), face);
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      BoxFace<D> face{none, zero, {no, no, no}, {no, no, no}, unit<D>(i), column(p.pose.rotation, j), no};
      face.free_a[i] = face.free_b[j] = yes;
      offer(best, p, tie, cross(face.edge_a, face.edge_b), face);
    }
  }
  return best;
}

/// The points of A and B, each in its own frame, and which of their coordinates are not those of a corner. Data only.
template <class D>
struct BoxPoints {
  D a[3], b[3];
  MaskOf<D> free_a[3], free_b[3];
};

template <class D>
ABUT_INLINE D clamped(D x, D most) {
  return max(min(x, most), -most);
}
/// A corner of A and one of B that span a corner of the face, the middle of what is free. What an edge or face of the
/// one box lies in parallel to a face of the other is free as well: the point of it nearest to the middle of that.
template <class D>
ABUT_INLINE BoxPoints<D> middle_of(const BoxPair<D>& p, const BoxFace<D>& face, MaskOf<D> of_a, MaskOf<D> of_b,
                                   D tolerance) {
  const D zero = D(0.0);
  const Vec3<D> n_b = rotate_back(p.pose.rotation, face.normal);
  BoxPoints<D> out;
  for (int k = 0; k < 3; ++k) {
    const D n_k = at(face.normal, k), m_k = at(n_b, k);
    const D corner_a = select(n_k < zero, -p.half_a[k], p.half_a[k]);
    const D corner_b = select(m_k > zero, -p.half_b[k], p.half_b[k]);
    out.free_a[k] = mask_or(face.free_a[k], mask_and(of_b, abs(n_k) * p.half_a[k] <= tolerance));
    out.free_b[k] = mask_or(face.free_b[k], mask_and(of_a, abs(m_k) * p.half_b[k] <= tolerance));
    out.a[k] = select(out.free_a[k], zero, corner_a);
    out.b[k] = select(out.free_b[k], zero, corner_b);
  }
  const Vec3<D> middle_b = rotate_back(p.pose.rotation, vector_of(out.a) - p.pose.translation);
  const Vec3<D> middle_a = transform(p.pose, vector_of(out.b));
  for (int k = 0; k < 3; ++k) {
    out.a[k] = select(mask_and(of_b, out.free_a[k]), clamped(at(middle_a, k), p.half_a[k]), out.a[k]);
    out.b[k] = select(mask_and(of_a, out.free_b[k]), clamped(at(middle_b, k), p.half_b[k]), out.b[k]);
  }
  return out;
}

/// The nearest points, on a face of A - B that holds the foot of the origin.
template <class D>
ABUT_INLINE BoxPoints<D> points_on(const BoxPair<D>& p, const BoxFace<D>& face, D tolerance) {
  using M = MaskOf<D>;
  const Vec3<D> target = face.normal * face.width;
  const M edges = dot(face.edge_b, face.edge_b) > D(0.0);
  const M of_a = mask_and(mask_not(edges), mask_or(face.free_a[0], face.free_a[1]));
  const M of_b = mask_and(mask_not(edges), mask_not(of_a));
  BoxPoints<D> out = middle_of(p, face, of_a, of_b, tolerance);
  // The other's point on the face.
  const Vec3<D> on_a = target + transform(p.pose, vector_of(out.b));
  Vec3<D> on_b = rotate_back(p.pose.rotation, (vector_of(out.a) - target) - p.pose.translation);
  // Twice more, for a rotation that is one to rounding of float.
  for (int k = 0; k < 2; ++k) {
    on_b = on_b + rotate_back(p.pose.rotation, (vector_of(out.a) - transform(p.pose, on_b)) - target);
  }
  // On two edges, from the middle of both: r + s e_a - u e_b = 0.
  const Vec3<D> r = vector_of(out.a) - on_a;
  const Vec3<D> across = cross(face.edge_a, face.edge_b);
  const D inverse = D(1.0) / dot(across, across);
  const D s = dot(cross(face.edge_b, r), across) * inverse;
  const D u = dot(cross(face.edge_a, r), across) * inverse;
  for (int k = 0; k < 3; ++k) {
    const M at_a = mask_and(face.free_a[k], mask_not(of_b)), at_b = mask_and(face.free_b[k], mask_not(of_a));
    out.a[k] = select(at_a, clamped(select(edges, s, at(on_a, k)), p.half_a[k]), out.a[k]);
    out.b[k] = select(at_b, clamped(select(edges, u, at(on_b, k)), p.half_b[k]), out.b[k]);
  }
  return out;
}

/// Corner `which` of the feature that a point lies on: 0 is one; 1 and 2 differ from it in the first and the second
/// free coordinate, as far as there are.
template <class D>
ABUT_INLINE void corner_of_feature(const D* point, const MaskOf<D>* free, const D* half, int which, Vec3<D>& p,
                                   IndexOf<D>& id) {
  using M = MaskOf<D>;
  using I = IndexOf<D>;
  D corner[3];
  M one = mask_and(free[0], mask_not(free[0])), two = one;
  id = I(0);
  for (int k = 0; k < 3; ++k) {
    const M first = mask_and(free[k], mask_not(one));
    const M second = mask_and(free[k], one, mask_not(two));
    one = mask_or(one, first);
    two = mask_or(two, second);
    const M flipped = which == 1 ? first : which == 2 ? second : mask_and(first, mask_not(first));
    const M high = mask_or(flipped, mask_and(mask_not(free[k]), point[k] > D(0.0)));
    corner[k] = select(high, half[k], -half[k]);
    id = id + select(high, I(1u << k), I(0));
  }
  p = vector_of(corner);
}

}  // namespace box_detail

/// The depth of overlapping boxes, as the check of depth_certificate.h leaves it. `is_proved` says whether it can be
/// given: not where the witness points do not meet, because the boxes lie along each other, nor where faces tie.
template <class R, class D>
ABUT_PHASE DepthCheck<D> box_depth(const BoxPair<D>& p, D size) {
  using namespace box_detail;
  using M = MaskOf<D>;
  const D tolerance = D(depth_tolerance<R>) * size;
  const BoxFace<D> face = narrowest(p, D(tie_units) * size);
  const BoxPoints<D> points = points_on(p, face, tolerance);
  DepthCheck<D> out;
  out.tied = face.tied;
  out.normal = face.normal;
  out.depth = out.lower = face.width;
  out.witness.a = vector_of(points.a);
  const Vec3<D> rest = (out.witness.a - transform(p.pose, vector_of(points.b))) - face.normal * face.width;
  out.witness.residual2 = dot(rest, rest);
  M any_free = mask_and(points.free_a[0], mask_not(points.free_a[0])), two_free = any_free;
  for (int k = 0; k < 3; ++k) {
    corner_of_feature(points.a, points.free_a, p.half_a, k, out.face[k].a, out.face[k].id_a);
    corner_of_feature(points.b, points.free_b, p.half_b, k, out.face[k].b, out.face[k].id_b);
    out.face[k].w = out.face[k].a - transform(p.pose, out.face[k].b);
  }
  const auto count = [&](const M* free) {
    any_free = mask_or(any_free, mask_or(free[0], free[1], free[2]));
    two_free =
        mask_or(two_free, mask_or(mask_and(free[0], free[1]), mask_and(free[0], free[2]), mask_and(free[1], free[2])));
  };
  count(points.free_a);
  count(points.free_b);
  out.witness.used[0] = mask_or(any_free, mask_not(any_free));
  out.witness.used[1] = any_free;
  out.witness.used[2] = two_free;
  return out;
}

/// The depth of two boxes that GJK found overlapping. Returns whether it is proved.
template <class T, class Scan, class Stored>
ABUT_PHASE bool box_overlap(const PairProblem<T, Stored>& p, const DifferenceSupport<T, Scan, Stored>& support,
                            const GjkState<T>& s, CoreAnswer<T>& out) {
  using namespace small_overlap_detail;
  if (!s.overlap || p.a.header->kind != ShapeKind::box || p.b.header->kind != ShapeKind::box) return false;
  if (!is_ordinary(support.a.scale) || !is_ordinary(support.b.scale)) return false;
  const Vec3<double> a = vertex(vertices_in<double>(support.a), 7), b = vertex(vertices_in<double>(support.b), 7);
  const BoxPair<double> boxes{{a.x, a.y, a.z}, {b.x, b.y, b.z}, widen(support.pose)};
  const double size = static_cast<double>(p.size);
  const DepthCheck<double> check = box_depth<T>(boxes, size);
  if (!is_proved<T>(check, size)) return false;
  take_check(check, out);
  return true;
}
template <class T, class Scan, class Stored>
ABUT_HD inline bool box_overlap(const PairProblem<T, Stored>&, const CoreDifference<T, Scan, Stored>&,
                                const GjkState<T, SimplexPoints<T>>&, CoreAnswer<T>&) {
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
