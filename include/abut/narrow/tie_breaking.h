// Which of several directions is an overlap's, where they are equally short: the same one for every order of
// arithmetic.
//
// Faces of the difference along different normals tie where their widths differ by no more than rounding. The normal
// that the pair had before decides, so that it does not jump from step to step, or else the features of lowest number.
#pragma once

#include "abut/narrow/epa.h"
#include "abut/narrow/feature.h"
#include "abut/narrow/problem.h"
#include "abut/narrow/warm_start.h"

namespace abut {

/// Widths closer than this part of the pair's size tie, which is what rounding of doubles leaves of equal ones, along
/// normals whose product is below `same_normal`.
inline constexpr double tie_units = 8 * 0x1p-52;
inline constexpr double same_normal = 1 - 1e-6;

/// What decides between faces that are equally near. Data only.
struct TieRank {
  double along;  ///< the last normal
  Feature a, b;
};

/// A face of EPA's polytope, and its witness. Data only.
struct EpaFace {
  SupportPoint<double> corner[3];
  Vec3<double> normal;
  Witness<double> witness;
  double width;
  bool holds;  ///< the foot of the origin
};

inline namespace ABUT_ISA {

/// Whether what has rank x is taken before what has y.
ABUT_INLINE bool comes_before(const TieRank& x, const TieRank& y) {
  constexpr double packed = 4e-3;  // what a packed normal is off, twice
  if (abs(x.along - y.along) > packed) return x.along > y.along;
  return x.a.code != y.a.code ? x.a.code < y.a.code : x.b.code < y.b.code;
}

template <class T>
ABUT_INLINE SupportPoint<double> widened(const PolytopeVertex<T>& v) {
  return {v.w, widen(v.a), widen(v.b), v.id_a, v.id_b};
}

/// Of the faces of EPA's polytope that are as near as the depth to within rounding error, and as far out as the
/// difference goes, the one that holds the foot of the origin best: with nearly parallel edges several faces tie, and
/// only one holds it.
template <class T, class Support>
ABUT_RARE void tied_face(const Polytope<T>& p, const Support& support, double rounding_error, EpaResult<T>& e,
                         SupportPoint<double>* face, Witness<double>& w) {
  const RelativePose<double> pose = widen(support.pose);
  for (std::uint32_t f = 0; f < p.face_count; ++f) {
    const Vec3<double> n = p.faces[f].normal;
    if (p.faces[f].removed != 0 || dot(n, n) == 0) continue;
    SupportPoint<double> corners[3];
    for (int k = 0; k < 3; ++k) corners[k] = widened(p.vertices[p.faces[f].v[k]]);
    if (!(dot(n, corners[0].w) <= e.depth + rounding_error)) continue;
    const Witness<double> other = witness_on_triangle(corners, n * e.depth, pose, 0.0);
    if (!(other.residual2 < w.residual2)) continue;
    const double width = dot(n, polytope_vertex(support(narrowed<T>(n)), pose).w);
    if (!(width <= e.depth + rounding_error)) continue;
    w = other;
    e.normal = n;
    e.depth = min(e.depth, width);  // EPA has not looked along every face where it has no room for more
    for (int k = 0; k < 3; ++k) face[k] = corners[k];
  }
}

namespace tie_detail {

/// The face of a core along `normal`, whatever part of it the witness is on; else the feature of the carriers.
template <class T, class Stored>
ABUT_HD inline Feature feature_along(const ConvexCore<T, Stored>& core, const CarrierIds& ids, Vec3<double> normal) {
  const ShapeSetView<Stored>& set = *core.set;
  const ShapeHeader& h = *core.header;
  for (std::uint32_t f = 0; f < h.face_count; ++f) {
    const std::uint32_t k = h.face_offset + f;
    const Vec3<double> plane = widen(Vec3<Stored>{set.plane_nx[k], set.plane_ny[k], set.plane_nz[k]});
    if (dot(plane, normal) >= same_normal) return make_feature(FeatureKind::face, f);
  }
  return topological_feature(set, h, ids, narrowed<Stored>(normal));
}

template <class T, class Stored>
ABUT_HD inline TieRank rank_of(const PairProblem<T, Stored>& p, const EpaFace& f, const LastNormal& last) {
  const auto feature = [&](const ConvexCore<T, Stored>& core, int side, Vec3<double> normal) {
    return feature_along(core, carrier_of(f.witness, f.corner, side), normal);
  };
  return {last.known ? dot(widen(last.direction), f.normal) / length(widen(last.direction)) : 0.0,
          feature(p.a, 0, f.normal), feature(p.b, 1, rotate_back(widen(p.pose).rotation, -f.normal))};
}

}  // namespace tie_detail

/// Of faces of EPA's polytope that are as near as `face` along different normals, and hold the foot of the origin,
/// takes the one along the last normal, or else that of the lowest features, A's first.
template <class T, class Stored, class Support>
ABUT_RARE void break_tie(const PairProblem<T, Stored>& problem, const Polytope<T>& p, const Support& support,
                         const LastNormal& last, EpaFace& face) {
  using namespace tie_detail;
  const double tie = tie_units * static_cast<double>(problem.size), depth = face.width;
  const RelativePose<double> pose = widen(support.pose);
  TieRank best{};
  bool ranked = false;
  for (std::uint32_t f = 0; f < p.face_count; ++f) {
    EpaFace other;
    other.normal = p.faces[f].normal;
    if (p.faces[f].removed != 0 || dot(other.normal, other.normal) == 0) continue;
    if (!(dot(other.normal, p.vertices[p.faces[f].v[0]].w) <= depth + tie)) continue;
    if (face.holds && dot(other.normal, face.normal) >= same_normal) continue;
    for (int k = 0; k < 3; ++k) other.corner[k] = widened(p.vertices[p.faces[f].v[k]]);
    const double width = dot(other.normal, polytope_vertex(support(narrowed<T>(other.normal)), pose).w);
    if (!(width <= depth + tie)) continue;
    other.width = width;
    other.witness = witness_on_triangle(other.corner, other.normal * width, pose, 0.0);
    if (!(other.witness.residual2 <= tie * tie)) continue;
    other.holds = true;
    if (!face.holds) {
      face = other;
      continue;
    }
    if (!ranked) best = rank_of(problem, face, last);
    ranked = true;
    const TieRank rank = rank_of(problem, other, last);
    if (!comes_before(rank, best)) continue;
    best = rank;
    face = other;
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
