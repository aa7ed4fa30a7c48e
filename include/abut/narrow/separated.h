// Separated cores: the nearest points from GJK's last state, with the direction taken again from the feature that
// supports them where rounding left the bounds apart.
//
// Two ways to close the bounds. Primal: a polished direction finds a vertex nearer to the origin, and GJK goes on.
// Dual: where the nearest feature is an edge or a vertex of C, and a further vertex is about as near, v is right but
// its direction is not known well enough; then the plane through that vertex as well is, and its bound meets |v|.
#pragma once

#include "abut/narrow/core_answer.h"
#include "abut/narrow/exact_signs.h"

namespace abut {
inline namespace ABUT_ISA {

/// The direction of v from the feature that supports it. The edges of C come from the shapes' own vertices and are
/// nearly exact however near the shapes are, while v itself is a small difference of rounded points.
template <class T>
ABUT_HD inline bool polished_direction(const SupportPoint<T>* points, int count, Vec3<T> v, const RelativePose<T>& pose,
                                       Vec3<T>& unit) {
  Vec3<T> u = v;
  if (count == 3) {
    const TriangleCorner<T> corner = witness_detail::best_corner_of(points, pose);
    u = cross(corner.e1, corner.e2);
    u = dot(u, v) < T(0) ? -u : u;
  } else if (count == 2) {
    const Vec3<T> e = witness_detail::edge(points[0], points[1], pose);
    const T ee = dot(e, e);
    for (int k = 0; k < 2; ++k) u = multiply_add(e, -(dot(u, e) / ee), u);
  }
  const T uu = dot(u, u);
  if (!(uu > T(0))) return false;
  unit = u * (T(1) / sqrt(uu));
  return true;
}

namespace separated_detail {

/// How far along `unit` the plane through the points lies. Every vertex lies at this distance; the one nearest to the
/// origin knows it best.
template <class T>
ABUT_HD inline T plane_distance(const SupportPoint<T>* points, Vec3<T> unit) {
  T distance = dot(unit, points[0].w);
  T nearest = dot(points[0].w, points[0].w);
  for (int k = 1; k < 3; ++k) {
    const T ww = dot(points[k].w, points[k].w);
    distance = ww < nearest ? dot(unit, points[k].w) : distance;
    nearest = min(nearest, ww);
  }
  return distance;
}

/// A plane through a further support point and points `i` and `j` of the feature: its unit normal and its bound. Data
/// only.
template <class T>
struct BoundingPlane {
  Vec3<T> unit;
  T bound;
  int i, j;
  bool found;
};

/// The best plane through `p` and one or two points of the feature. Not `found` if none beats `lower`.
template <class T, class Support>
ABUT_HD inline BoundingPlane<T> best_plane(const SupportPoint<T>* points, int count, const SupportPoint<T>& p,
                                           Vec3<T> v, const Support& support, T lower) {
  BoundingPlane<T> best{{T(0), T(0), T(0)}, lower, 0, 0, false};
  for (int k = 0; k < (count == 3 ? 3 : 1); ++k) {
    const int other = count == 1 ? 0 : (k + 1) % count;
    const SupportPoint<T> plane[3] = {p, points[k], points[other]};
    Vec3<T> u;
    if (!polished_direction(plane, count == 1 ? 2 : 3, v, support.pose, u)) continue;
    const T bound = dot(u, support(-u).w);
    if (bound > best.bound) best = {u, bound, k, other, true};
  }
  return best;
}

/// The dual way: raises `out.lower`, and turns `out.normal`, by planes through points of the supporting feature and the
/// support point along the best direction so far. `points`, `count`: the feature, overwritten.
template <class T, class Support>
ABUT_PHASE void raise_bound(SupportPoint<T>* points, int count, Vec3<T> v, const Support& support, T good2,
                            CoreAnswer<T>& out) {
  const T good_gap = sqrt(good2);
  CoreAnswer<T> raised = out;
  Vec3<T> probe{T(0), T(0), T(0)};
  bool polished = polished_direction(points, count, v, support.pose, probe);
  probe = polished ? -probe : out.normal;
  for (int round = 0; round < 8 && raised.separation - raised.lower > good_gap; ++round) {
    const SupportPoint<T> p = support(probe);
    const BoundingPlane<T> plane = best_plane(points, count, p, v, support, raised.lower);
    if (!plane.found) {
      if (!polished) break;
      polished = false;
      probe = raised.normal;
      continue;
    }
    polished = false;
    raised.lower = plane.bound;
    raised.normal = probe = -plane.unit;
    const SupportPoint<T> first = points[plane.i];
    const SupportPoint<T> second = points[plane.j];
    points[0] = first;
    points[1] = count == 1 ? p : second;
    points[2] = p;
    count = count == 1 ? 2 : 3;
  }
  if (!(raised.lower > out.lower)) return;
  // The witness point goes with the normal: v itself where it lies along it, else the foot on the plane.
  const Vec3<T> beside = multiply_add(raised.normal, -dot(v, raised.normal), v);
  const T beside2 = dot(beside, beside);
  raised.witness.residual2 = max(raised.witness.residual2, beside2);
  if (beside2 > T(16) * good2) {
    raised.separation = plane_distance(points, -raised.normal);
    set_witness(raised, points, raised.normal * -raised.separation, support.pose, good2);
    if (raised.witness.residual2 > T(16) * good2) return;
  }
  out = raised;
}

/// The answer that GJK's state `s` is; `points`, `count`: its supporting feature.
template <class T, class Kept, class Support>
ABUT_HD inline void set_answer(const GjkState<T, Kept>& s, const Support& support, T good2, SupportPoint<T>* points,
                               int& count, CoreAnswer<T>& out) {
  const T distance = sqrt(s.vv);
  out.normal = s.v * (T(-1) / distance);
  out.separation = distance;
  out.lower = s.vw / distance;
  out.gap = distance - out.lower;
  count = supporting_feature(s, support, points);
  set_witness(out, points, s.v, support.pose, good2);
}

/// The answer along the direction of the feature itself. False if there is none.
template <class T, class Support>
ABUT_HD inline bool polish(const SupportPoint<T>* points, int count, Vec3<T> v, const Support& support, T good2,
                           CoreAnswer<T>& out) {
  Vec3<T> unit;
  if (!polished_direction(points, count, v, support.pose, unit)) return false;
  out.normal = -unit;
  out.separation = plane_distance(points, unit);
  out.lower = dot(unit, support(-unit).w);
  out.gap = out.separation - out.lower;
  set_witness(out, points, unit * out.separation, support.pose, good2);
  return out.separation > T(0) && out.separation * out.separation > T(1) / Huge<T>::value;
}

}  // namespace separated_detail

/// The nearest points of separated cores from GJK's last state. Returns whether the bound proves that they are
/// separated.
template <class T, class Kept, class Support>
ABUT_PHASE bool separated_answer(GjkState<T, Kept>& s, const Support& support, T good2, CoreAnswer<T>& out) {
  using namespace separated_detail;
  if (s.overlap) return false;
  const T good_gap = sqrt(good2);
  constexpr int most_rounds = 4;
  const auto is_good = [&](const CoreAnswer<T>& a) { return a.gap <= good_gap && a.witness.residual2 <= T(4) * good2; };
  SupportPoint<T> points[3];
  int count = 0;
  for (int round = 0;; ++round) {
    CoreAnswer<T> found = out;
    set_answer(s, support, good2, points, count, found);
    if (round == 0 || open2(found) < open2(out)) out = found;
    if (is_good(out) || round == most_rounds) break;

    CoreAnswer<T> polished = found;
    if (!polish(points, count, s.v, support, good2, polished)) break;
    // Its separation is an upper bound only if the foot of the origin lies in the feature.
    const bool foot_inside = polished.witness.residual2 <= T(4) * good2;
    if (foot_inside && open2(polished) < open2(out)) out = polished;
    if (is_good(out)) break;
    if (foot_inside) {
      s.v = polished.normal * -polished.separation;
      s.vv = polished.separation * polished.separation;
    }
    const std::uint32_t before = s.iterations;
    s.active = true;
    gjk(s, support, NoCutoff<T>::value);
    if (s.overlap || s.iterations <= before + 1) break;
  }
  if (!s.overlap && out.separation - out.lower > good_gap) {
    raise_bound(points, count, out.normal * -out.separation, support, good2, out);
  }
  out.gap = max(out.separation - out.lower, T(0));
  return !s.overlap && out.lower > T(touching_units) * Epsilon<T>::value * sqrt(s.ww_max);
}

/// Where rounded signs lead nowhere (vertices that are nearly one): GJK with exact ones, afresh from the direction of
/// v, since the simplex may have lost the vertex that counts. Takes the better answer. Returns false on a GPU, where
/// exact signs would cost every thread 12 KB of stack: the host asks again.
template <class T, class Kept, class Support>
ABUT_RARE bool separated_exactly(const GjkState<T, Kept>& s, const Support& support, T good2, CoreAnswer<T>& out) {
#if defined(__CUDA_ARCH__)
  return false;
#else
  GjkState<T, Kept> again = s;
  for (int round = 0; round < 6 && open2(out) > good2; ++round) {
    if (round >= 4) {
      gjk_start(again, again.v, true);
      again.ww_max = s.ww_max;
    }
    again.active = true;
    gjk<ExactSigns>(again, support, NoCutoff<T>::value);
    CoreAnswer<T> better = no_answer<T>();
    if (!separated_answer(again, support, good2, better)) break;
    if (open2(better) < open2(out)) out = better;
  }
  return true;
#endif
}

/// Separated by so little that only EPA's plane could tell: the nearest points are GJK's, the bound and the normal
/// those of the plane. `apart`: what `separated_answer` found; `out`: what EPA found. Returns false if that is no
/// better.
template <class T, class Kept, class Support>
ABUT_PHASE bool meet_in_between(GjkState<T, Kept>& s, const Support& support, T good2, const CoreAnswer<T>& apart,
                                CoreAnswer<T>& out) {
  CoreAnswer<T> found = apart;
  if (s.overlap) {  // taken for inside by rounding: again, from the other side of the plane
    gjk_start(s, -out.normal, true);
    gjk(s, support, NoCutoff<T>::value);
    if (s.overlap || !separated_answer(s, support, good2, found)) return false;
  }
  const Vec3<T> v = found.normal * -found.separation;  // what its witness point belongs to
  if (out.separation > found.lower) {
    found.lower = out.separation;
    found.normal = out.normal;
  }
  SupportPoint<T> points[3];
  const int count = supporting_feature(s, support, points);
  separated_detail::raise_bound(points, count, v, support, good2, found);
  found.gap = max(found.separation - found.lower, T(0));
  // How far v lies beside the normal is how far a witness point lies outside.
  const Vec3<T> beside = multiply_add(found.normal, -dot(v, found.normal), v);
  found.witness.residual2 = max(found.witness.residual2, dot(beside, beside));
  if (!(open2(found) < open2(out))) return false;
  out = found;
  return true;
}

}  // namespace ABUT_ISA
}  // namespace abut
