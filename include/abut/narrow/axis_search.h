// The depth of two overlapping polytopes by testing all directions that can be the narrowest: a second exact method,
// for the pairs that EPA leaves with open bounds.
//
// The narrowest width of A - B lies along a face normal of A, one of B, or across an edge of each. Most are out at once
// (pruning after the separating-axis tests of Gregorius 2013, turned to widths): for a point q of B and a face of A
// with unit normal n through v, no width along n is below n.(v - q); and along no direction between the normals of the
// two faces of an edge below the smaller of theirs (widths of overlapping shapes are not negative). What remains is
// measured. Immune to coplanar and tiny faces, since no polytope is built; all in double.
#pragma once

#include "abut/narrow/convex_core.h"
#include "abut/narrow/epa.h"

namespace abut {

/// A width of A - B and its direction, unit, outward from A. Data only.
struct NarrowestWidth {
  Vec3<double> normal;
  double width;
};

inline namespace ABUT_ISA {
namespace axis_detail {

/// A core's faces and edges in A's frame.
template <class Stored>
struct Features {
  const ConvexCore<double, Stored>* core;
  RelativePose<double> pose;  ///< of the core in A's frame

  ABUT_HD Vec3<double> at(std::uint32_t v) const { return transform(pose, vertex(core->vertices, v)); }
  ABUT_HD std::uint32_t edge_count() const { return core->header->edge_count; }
  ABUT_HD std::uint32_t face_count() const { return core->header->face_count; }
  ABUT_HD const ShapeEdge& edge(std::uint32_t e) const { return core->set->edges[core->header->edge_offset + e]; }
};

/// Outward unit normal of a face and a point of it. False if it has no area. Edges come from the stored vertices, which
/// are exact, before the pose is applied.
template <class Stored>
ABUT_HD inline bool face_plane(const Features<Stored>& f, std::uint32_t face, Vec3<double>& normal, Vec3<double>& at) {
  const ShapeSetView<Stored>& set = *f.core->set;
  const std::uint32_t* begin = set.face_begin + f.core->header->face_offset + face;
  const std::uint32_t* ids = set.face_vertices + begin[0];
  const std::uint32_t count = begin[1] - begin[0];
  const VertexSet<double, Stored>& vertices = f.core->vertices;
  const Vec3<double> first = vertex(vertices, ids[0]);
  Vec3<double> sum{0, 0, 0};
  Vec3<double> previous = vertex(vertices, ids[1]) - first;
  for (std::uint32_t k = 2; k < count; ++k) {
    const Vec3<double> next = vertex(vertices, ids[k]) - first;
    sum = sum + cross(previous, next);
    previous = next;
  }
  const Vec3<double> n = rotate(f.pose.rotation, sum);
  const double nn = dot(n, n);
  if (!(nn > 0)) return false;
  normal = n * (1 / sqrt(nn));
  at = f.at(ids[0]);
  return true;
}

inline constexpr int sample_count = 3;
inline constexpr std::uint32_t edge_pair_budget = 1u << 22;  ///< about a tenth of a second

/// The least width known, and points of both cores that lie near where it is.
template <class Support>
struct Search {
  const Support& support;
  NarrowestWidth best;
  Vec3<double> a[sample_count], b[sample_count];

  ABUT_HD void measure(Vec3<double> n) {
    const auto p = support(n);
    const double w = dot(n, p.w);
    if (w < best.width) best = {n, w};
  }
  /// What a face's plane tells of widths along its normal, as the largest over the other core's samples.
  ABUT_HD double least_along(Vec3<double> n, Vec3<double> at, const Vec3<double>* other) const {
    double least = dot(n, at - other[0]);
    for (int k = 1; k < sample_count; ++k) least = max(least, dot(n, at - other[k]));
    return least;
  }
};

template <class Support, class Stored>
ABUT_HD inline void try_faces(Search<Support>& s, const Features<Stored>& f, double side, const Vec3<double>* other) {
  Vec3<double> n, at;
  for (std::uint32_t k = 0; k < f.face_count(); ++k) {
    if (!face_plane(f, k, n, at)) continue;
    if (s.least_along(n, at, other) < s.best.width) s.measure(n * side);
  }
}

/// Whether a direction across this edge can be narrower than what is known.
template <class Support, class Stored>
ABUT_HD inline bool edge_is_live(const Search<Support>& s, const Features<Stored>& f, std::uint32_t e,
                                 const Vec3<double>* other) {
  const ShapeEdge& edge = f.edge(e);
  Vec3<double> n0, n1, at0, at1;
  if (edge.f0 == no_face || !face_plane(f, edge.f0, n0, at0) || !face_plane(f, edge.f1, n1, at1)) return true;
  for (int k = 0; k < sample_count; ++k) {
    const double width = max(s.best.width, 0.0);
    if (dot(n0, at0 - other[k]) >= width && dot(n1, at1 - other[k]) >= width) return false;
  }
  return true;
}

template <class Support, class Stored>
ABUT_HD inline void try_edge_pair(Search<Support>& s, const Features<Stored>& fa, const Features<Stored>& fb,
                                  std::uint32_t ea, std::uint32_t eb) {
  const Vec3<double> a0 = fa.at(fa.edge(ea).v0);
  const Vec3<double> da = fa.at(fa.edge(ea).v1) - a0;
  const VertexSet<double, Stored>& vb = fb.core->vertices;
  const Vec3<double> db = rotate(fb.pose.rotation, vertex(vb, fb.edge(eb).v1) - vertex(vb, fb.edge(eb).v0));
  Vec3<double> n = cross(da, db);
  const double nn = dot(n, n);
  // Parallel to within rounding error: then a face of either is as narrow.
  constexpr double parallel = 64 * Epsilon<double>::value;
  if (!(nn > (parallel * parallel) * (dot(da, da) * dot(db, db)))) return;
  n = n * (1 / sqrt(nn));
  const double across = dot(n, a0 - fb.at(fb.edge(eb).v0));  // no width along n or -n is below its magnitude
  if (!(abs(across) < max(s.best.width, parallel))) return;
  s.measure(across < 0 ? -n : n);
  // A direction across two edges that meet within rounding error has no side of its own.
  if (abs(across) <= parallel) s.measure(across < 0 ? n : -n);
}

}  // namespace axis_detail

/// Makes `best` the least width of A - B. What is given is the best known so far, its width not below what rounding
/// leaves of zero. `memory`: work space for `capacity` edge numbers, 1 at least; more make it faster. Returns false if
/// so many pairs of edges are left after pruning that it gave up: the width is an upper bound of the least then.
template <class Support, class Stored>
ABUT_PHASE bool axis_search(const ConvexCore<double, Stored>& a, const ConvexCore<double, Stored>& b,
                            const Support& support, NarrowestWidth& best, std::uint32_t* memory,
                            std::uint32_t capacity) {
  using namespace axis_detail;
  const RelativePose<double> identity{{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}};
  const Features<Stored> fa{&a, identity}, fb{&b, support.pose};
  Search<Support> s{support, best, {}, {}};
  // Samples: what is farthest along the direction known, and along two beside it.
  const Vec3<double> n = best.normal;
  const Vec3<double> side = epa_detail::perpendicular(n);
  const Vec3<double> tries[sample_count] = {n, multiply_add(side, 0.5, n), multiply_add(side, -0.5, n)};
  for (int k = 0; k < sample_count; ++k) {
    const auto p = support(tries[k]);
    s.a[k] = p.a;
    s.b[k] = transform(support.pose, p.b);
  }
  std::uint32_t remaining = edge_pair_budget;
  bool all_tried = true;
  try_faces(s, fa, 1, s.b);
  try_faces(s, fb, -1, s.a);
  for (std::uint32_t first = 0; first < fb.edge_count();) {
    std::uint32_t count = 0;
    for (; first < fb.edge_count() && count < capacity; ++first) {
      if (edge_is_live(s, fb, first, s.a)) memory[count++] = first;
    }
    for (std::uint32_t ea = 0; ea < fa.edge_count(); ++ea) {
      if (!edge_is_live(s, fa, ea, s.b)) continue;
      if (remaining < count) {
        all_tried = false;
        break;
      }
      remaining -= count;
      for (std::uint32_t k = 0; k < count; ++k) try_edge_pair(s, fa, fb, ea, memory[k]);
    }
  }
  best = s.best;
  return all_tried;
}

}  // namespace ABUT_ISA
}  // namespace abut
