// Overlapping cores: depth and normal by EPA, and witness points.
#pragma once

#include "abut/narrow/axis_search.h"
#include "abut/narrow/epa.h"
#include "abut/narrow/face_witness.h"
#include "abut/narrow/flat_witness.h"
#include "abut/narrow/problem.h"
#include "abut/narrow/separation.h"
#include "abut/narrow/small_overlap.h"
#include "abut/narrow/tie_breaking.h"
#include "abut/narrow/warm_start.h"

namespace abut {

/// Memory for EPA: the caller's, aligned to 16 bytes, with room for `capacity` vertices:
/// `polytope_bytes<double>(capacity)` bytes (a float query in doubt is answered in double). With less than
/// `min_polytope_vertices` overlapping cores get `unfinished_here` and no answer. Data only.
struct EpaMemory {
  void* data;
  std::uint32_t capacity;
};

/// More vertices EPA does not give to curved cores. Where many directions are as narrow (a cylinder in its like, around
/// the axis) it would refine them all, at a cost that grows with the square; depth and normal are right by then, and
/// the gap says what is not proved.
inline constexpr std::uint32_t max_curved_vertices = 1024;
/// So many it has first, before other ways are tried.
inline constexpr std::uint32_t first_curved_vertices = 256;

inline namespace ABUT_ISA {

/// Witness points of overlapping cores where the winning face does not hold the foot of the origin: with the pair moved
/// apart along the normal by a little more than its depth, they are the nearest points. The remaining gap decides how
/// sharply GJK sees them: a point beside them by x is farther only by x^2 / (2 gap), and gaps themselves are known to
/// eps; hence several. Where that feature is another face, as narrow to within rounding error, its own normal is the
/// answer's.
template <class T, class Support>
ABUT_PHASE void witness_apart(const Support& support, T scale, T good2, CoreAnswer<T>& out) {
  const CoreAnswer<T> given = out;
  const Vec3<T> normal = given.normal;
  const T depth = -given.separation;
  const T root = sqrt(Epsilon<T>::value);
  const T rounding_error = Epsilon<T>::value * scale;
  const T gaps[4] = {root, root * sqrt(root), T(64) * rounding_error, T(8) * rounding_error};
  for (int k = 0; k < 4 && out.witness.residual2 > good2; ++k) {
    Support moved = support;
    moved.pose.translation = multiply_add(normal, depth + gaps[k], support.pose.translation);
    GjkState<T, typename Support::SimplexData> s;
    gjk_start(s, -normal, true);
    if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::GjkAgain{GjkPurpose::moved_apart});
    gjk(s, moved, NoCutoff<T>::value);
    const NearestFeature<T> f = supporting_feature(s, moved);
    CoreAnswer<T> other = given;
    set_witness(other, f.point, normal * -gaps[k], moved.pose, good2);
    if (other.witness.residual2 < out.witness.residual2) out = other;
    Vec3<T> unit;
    if (!(out.witness.residual2 > good2) || !f.three || !direction_of(f, -normal, support.pose, unit)) continue;
    other.normal = -unit;
    const T width = dot(other.normal, support(other.normal).w);
    if (!(width <= depth + T(2) * rounding_error)) continue;
    other.separation = other.lower = -width;
    set_witness(other, f.point, multiply_add(other.normal, width, normal * -(depth + gaps[k])), moved.pose, good2);
    if (other.witness.residual2 < out.witness.residual2) out = other;
  }
}

/// Whether a support point can be looked up again by its ids: of vertex sets.
template <class SimplexData>
inline constexpr bool ids_tell_points = false;
template <>
inline constexpr bool ids_tell_points<SimplexIds> = true;

/// What EPA works with: a squared residual of witness points that is good enough, memory, where to leave its face for
/// the next query of the pair (or null), and the pair's last normal. Data only.
template <class T>
struct OverlapOptions {
  T good2;
  EpaMemory memory;
  CachedPolytope* cache;
  LastNormal last;
  double open = 0;  ///< bounds that are good enough, if more than rounding error
  std::uint32_t most_vertices = 0xffffffffu;
};

/// The witness on the face that EPA ended with, or one that ties with it.
template <class T, class Stored, class Support>
ABUT_HD inline void set_epa_witness(const PairProblem<T, Stored>& problem, const Polytope<T>& p, const Support& support,
                                    const OverlapOptions<T>& options, EpaResult<T>& e, CoreAnswer<T>& out) {
  const T size = problem.size, good2 = options.good2;
  SupportPoint<double> face[3];
  for (int k = 0; k < 3; ++k) face[k] = widened(e.face[k]);
  Witness<double> w = witness_on_triangle(face, e.normal * e.depth, widen(support.pose), static_cast<double>(good2));
  if constexpr (sizeof(T) == sizeof(double)) {
    if (w.residual2 > static_cast<double>(good2)) tied_face(p, support, 2 * Epsilon<double>::value * size, e, face, w);
  } else if (e.iterations == 0) {  // flat in float: its depth of zero is as rough as its normal, double knows better
    w.residual2 = static_cast<double>(Huge<T>::value);
  }
  const bool holds = w.residual2 <= static_cast<double>(good2);
  EpaFace chosen{{face[0], face[1], face[2]}, e.normal, w, e.depth, holds};
  if constexpr (ids_tell_points<typename Support::SimplexData>) {
    const double touching = 4 * touching_units * static_cast<double>(Epsilon<T>::value) * static_cast<double>(size);
    if (e.depth > touching) break_tie(problem, p, support, options.last, chosen);
  }
  w = chosen.witness;
  e.depth = min(e.depth, chosen.width);
  out.normal = narrowed<T>(chosen.normal);
  out.witness = {narrowed<T>(w.a), round_to<T>(w.residual2), {w.used[0], w.used[1], w.used[2]}};
  out.carrier_a = carrier_of(w, chosen.corner, 0);
  out.carrier_b = carrier_of(w, chosen.corner, 1);
}

/// Runs EPA from GJK's last simplex. Returns false if it ran out of memory before it had as many vertices as it may.
template <class T, class Stored, class SimplexData, class Support>
ABUT_PHASE bool overlapping_answer(const PairProblem<T, Stored>& problem, const GjkState<T, SimplexData>& s,
                                   const Support& support, const OverlapOptions<T>& options, CoreAnswer<T>& out,
                                   std::uint32_t& iterations) {
  const EpaMemory& memory = options.memory;
  if (memory.data == nullptr || memory.capacity < min_polytope_vertices) return false;
  EpaResult<T> e;
  const std::uint32_t capacity = memory.capacity < options.most_vertices ? memory.capacity : options.most_vertices;
  Polytope<T> polytope = polytope_in<T>(memory.data, capacity);
  SupportPoint<T> points[4];
  const int count = simplex_points(s, support, points);
  // GJK may have seen one point only, at the origin: the pair's size says better what the rounding error is.
  const EpaGoal<T> goal{max(sqrt(s.ww_max), problem.size), options.open, !ids_tell_points<SimplexData>};
  epa(points, count, goal, support, polytope, e);
  if constexpr (is_observed<Support>) ObserverOf<Support>::see(seen::EpaEnded{}, polytope, e);
  iterations = e.iterations;
  out.normal_undefined = e.normal_undefined;
  if (options.cache != nullptr) keep_face(e.face, narrowed<T>(e.normal), points, count, *options.cache);
  set_epa_witness(problem, polytope, support, options, e, out);
  out.separation = round_to<T>(-e.depth);
  out.lower = out.separation;
  out.bound_gap = round_to<T>(max(e.depth - e.lower, 0.0));
  return !e.full || capacity == options.most_vertices;
}

/// Where the cores touch to within rounding error, what GJK's simplex says of the origin is a point of both: nearly
/// parallel edges and thin faces have too many faces around it for EPA to meet the one that holds it.
template <class T, class SimplexData, class Support>
ABUT_RARE void common_point(const GjkState<T, SimplexData>& s, const Support& support, CoreAnswer<T>& out) {
  Vec3<T> a{T(0), T(0), T(0)};
  Vec3<T> rest = out.normal * -out.separation;
  for (int k = 0; k < 4; ++k) {
    if (!s.simplex.used[k]) continue;
    const SupportPoint<T> p = simplex_point(s, support, k);
    a = multiply_add(p.a, s.simplex.lambda[k], a);
    rest = multiply_add(p.w, -s.simplex.lambda[k], rest);
  }
  if (!(dot(rest, rest) < out.witness.residual2)) return;
  SupportPoint<T> points[4];
  const int count = simplex_points(s, support, points);
  out.witness = {a, dot(rest, rest), {true, count > 1, count > 2}};
  const CarrierIds unknown{{0, 0, 0}, 0};
  out.carrier_a = count < 4 ? carrier_of(out.witness, points, 0) : unknown;
  out.carrier_b = count < 4 ? carrier_of(out.witness, points, 1) : unknown;
}

/// Settles what EPA left open: the depth, in double, by testing every direction; the witness points, where EPA's face
/// does not hold the foot of the origin, by the faces that touch along the normal. Floats left in doubt are answered in
/// double anyway.
template <class T, class Scan, class Stored>
ABUT_HD inline void settle(const PairProblem<T, Stored>& p, const DifferenceSupport<T, Scan, Stored>& support,
                           const EpaMemory& memory, T good2, CoreAnswer<T>& out) {
  const T scale = p.size + max_abs(p.pose.translation);
  if constexpr (sizeof(T) == sizeof(double)) {
    const bool has_faces = (p.a.header->flags & p.b.header->flags & convex_faces_flag) != 0;
    const bool apart = out.separation > T(touching_units) * Epsilon<T>::value * p.size;
    if (has_faces && !apart && out.bound_gap > T(tolerance_units<T>) * Epsilon<T>::value * (p.size - out.separation)) {
      const double known = max(-out.separation, touching_units * Epsilon<double>::value * p.size);
      NarrowestWidth best{out.normal, known};
      if constexpr (is_observed<Scan>) ObserverOf<Scan>::see(seen::AllDirections{}, out);
      const bool all_tried =
          axis_search(p.a, p.b, support, best, static_cast<std::uint32_t*>(memory.data), memory.capacity);
      out.normal = best.normal;
      if (best.width < known) out.separation = out.lower = -best.width;
      if (all_tried) out.bound_gap = 0;
      out.witness.residual2 = Huge<T>::value;
    }
    if (out.witness.residual2 > good2) {
      if constexpr (is_observed<Scan>) ObserverOf<Scan>::see(seen::FaceWitness{}, out);
      face_witness(support, out.normal, -out.separation, scale, good2, out);
    }
  }
  if (out.witness.residual2 > good2) witness_apart(support, scale, good2, out);
}
template <class T, class Scan, class Stored>
ABUT_HD inline void settle(const PairProblem<T, Stored>& p, const CoreDifference<T, Scan, Stored>& support,
                           const EpaMemory&, T good2, CoreAnswer<T>& out) {
  if (out.witness.residual2 > good2) witness_apart(support, p.size + max_abs(p.pose.translation), good2, out);
  if (out.witness.residual2 > good2 && out.bound_gap * out.bound_gap <= good2) flat_witness(support, good2, out);
}

}  // namespace ABUT_ISA
}  // namespace abut
