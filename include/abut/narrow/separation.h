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

namespace separated_detail {

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
ABUT_HD inline BoundingPlane<T> best_plane(const NearestFeature<T>& f, const SupportPoint<T>& p, Vec3<T> v,
                                           const Support& support, T lower) {
  BoundingPlane<T> best{{T(0), T(0), T(0)}, lower, 0, 0, false};
  for (int k = 0; k < (f.three ? 3 : 1); ++k) {
    const int other = !f.two ? 0 : f.three ? (k + 1) % 3 : 1 - k;
    const NearestFeature<T> plane{{p, f.point[k], f.point[other]}, true, f.two};
    Vec3<T> u{T(0), T(0), T(0)};
    if (!direction_of(plane, v, support.pose, u)) continue;
    const T bound = dot(u, support(-u).w);
    if (bound > best.bound) best = {u, bound, k, other, true};
  }
  return best;
}

/// The dual way: raises `out.lower`, and turns `out.normal`, by planes through points of the supporting feature and the
/// support point along the best direction so far. `f`: the feature, overwritten.
template <class T, class Support>
ABUT_PHASE void raise_bound(NearestFeature<T>& f, Vec3<T> v, const Support& support, T good2, CoreAnswer<T>& out) {
  const T good_gap = sqrt(good2);
  CoreAnswer<T> raised = out;
  Vec3<T> probe{T(0), T(0), T(0)};
  bool polished = direction_of(f, v, support.pose, probe);
  probe = polished ? -probe : out.normal;
  for (int round = 0; round < 8 && raised.separation - raised.lower > good_gap; ++round) {
    const SupportPoint<T> p = support(probe);
    const BoundingPlane<T> plane = best_plane(f, p, v, support, raised.lower);
    if (!plane.found) {
      if (!polished) break;
      polished = false;
      probe = raised.normal;
      continue;
    }
    polished = false;
    raised.lower = plane.bound;
    raised.normal = probe = -plane.unit;
    const SupportPoint<T> first = f.point[plane.i];
    const SupportPoint<T> second = f.point[plane.j];
    f = {{first, f.two ? second : p, p}, true, f.two};
  }
  if (!(raised.lower > out.lower)) return;
  // The witness point goes with the normal: v itself where it lies along it, else the foot on the plane.
  const Vec3<T> beside = multiply_add(raised.normal, -dot(v, raised.normal), v);
  const T beside2 = dot(beside, beside);
  raised.witness.residual2 = max(raised.witness.residual2, beside2);
  if (beside2 > T(16) * good2) {
    raised.separation = plane_distance(f.point, -raised.normal);
    set_witness(raised, f.point, raised.normal * -raised.separation, support.pose, good2);
    if (raised.witness.residual2 > T(16) * good2) return;
  }
  out = raised;
  if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::BoundRaised{}, out);
}

/// Takes what a feature said.
template <class T>
ABUT_HD inline void take(CoreAnswer<T>& out, const FeatureAnswer<T>& found, const NearestFeature<T>& f) {
  out.normal = found.normal;
  out.separation = found.separation;
  out.lower = found.lower;
  out.bound_gap = found.bound_gap;
  out.witness = found.witness;
  set_carriers(out, f.point);
}

}  // namespace separated_detail

/// Whether a bound proves cores to be separated: only a positive one, beyond the rounding error of the support points.
template <class T>
ABUT_INLINE MaskOf<T> proves_separation(T lower, T ww_max) {
  using R = RealOf<T>;
  return lower > T(R(touching_units) * Epsilon<R>::value) * sqrt(ww_max);
}

/// The nearest points of separated cores from GJK's last state. Returns whether the bound proves that they are
/// separated.
template <class T, class SimplexData, class Support>
ABUT_PHASE bool separated_answer(GjkState<T, SimplexData>& s, const Support& support, T good2, CoreAnswer<T>& out) {
  using namespace separated_detail;
  if (s.overlap) return false;
  const T good_gap = sqrt(good2);
  constexpr int most_rounds = 4;
  bool good = false;
  NearestFeature<T> f;
  const auto offer = [&](const FeatureAnswer<T>& answer, bool first) {
    if (first || open2(answer) < open2(out)) {
      take(out, answer, f);
      good = is_good(answer, good_gap, good2);
    }
  };
  for (int round = 0;; ++round) {
    f = supporting_feature(s, support);
    const FeatureAnswer<T> found = answer_of(s, f, support.pose, good2);
    offer(found, round == 0);
    if (good || round == most_rounds) break;

    FeatureAnswer<T> polished = found;
    if (!polished_answer(f, s.v, support, good2, polished)) break;
    const bool foot_inside = polished.witness.residual2 <= T(4) * good2;
    if (foot_inside) offer(polished, false);
    if (good) break;
    if (foot_inside) {
      s.v = polished.normal * -polished.separation;
      s.vv = polished.separation * polished.separation;
    }
    const std::uint32_t before = s.iterations;
    s.active = true;
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::GjkAgain{GjkPurpose::nearer_vertex});
    gjk(s, support, NoCutoff<T>::value);
    if (s.overlap || s.iterations <= before + 1) break;
  }
  if (!s.overlap && out.separation - out.lower > good_gap) {
    raise_bound(f, out.normal * -out.separation, support, good2, out);
  }
  out.bound_gap = max(out.separation - out.lower, T(0));
  return !s.overlap && proves_separation(out.lower, s.ww_max);
}

/// Where rounded signs lead nowhere (vertices that are nearly one): GJK with exact ones, afresh from the direction of
/// v, since the simplex may have lost the vertex that counts. Takes the better answer.
template <class T, class SimplexData, class Support>
ABUT_RARE void separated_exactly(const GjkState<T, SimplexData>& s, const Support& support, T good2,
                                 CoreAnswer<T>& out) {
  GjkState<T, SimplexData> again = s;
  for (int round = 0; round < 6 && open2(out) > good2; ++round) {
    if (round >= 4) {
      gjk_start(again, again.v, true);
      again.ww_max = s.ww_max;
    }
    again.active = true;
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::GjkAgain{GjkPurpose::exact_signs});
    gjk<ExactSigns>(again, support, NoCutoff<T>::value);
    CoreAnswer<T> better = no_answer<T>();
    if (!separated_answer(again, support, good2, better)) break;
    if (open2(better) < open2(out)) out = better;
  }
}

/// Separated by so little that only EPA's plane could tell: the nearest points are GJK's, the bound and the normal
/// those of the plane. `apart`: what `separated_answer` found; `out`: what EPA found. Returns false if that is no
/// better.
template <class T, class SimplexData, class Support>
ABUT_PHASE bool meet_in_between(GjkState<T, SimplexData>& s, const Support& support, T good2,
                                const CoreAnswer<T>& apart, CoreAnswer<T>& out) {
  CoreAnswer<T> found = apart;
  if (s.overlap) {  // taken for inside by rounding: again, from the other side of the plane
    gjk_start(s, -out.normal, true);
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::GjkAgain{GjkPurpose::beyond_plane});
    gjk(s, support, NoCutoff<T>::value);
    if (s.overlap || !separated_answer(s, support, good2, found)) return false;
  }
  const Vec3<T> v = found.normal * -found.separation;  // what its witness point belongs to
  if (out.separation > found.lower) {
    found.lower = out.separation;
    found.normal = out.normal;
  }
  NearestFeature<T> f = supporting_feature(s, support);
  separated_detail::raise_bound(f, v, support, good2, found);
  found.bound_gap = max(found.separation - found.lower, T(0));
  // How far v lies beside the normal is how far a witness point lies outside.
  const Vec3<T> beside = multiply_add(found.normal, -dot(v, found.normal), v);
  found.witness.residual2 = max(found.witness.residual2, dot(beside, beside));
  if (!(open2(found) < open2(out))) return false;
  out = found;
  return true;
}

}  // namespace ABUT_ISA
}  // namespace abut
