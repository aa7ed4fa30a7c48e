// One pair query: scale, GJK, EPA where the cores overlap, witness points, the contact record.
//
// Everything happens in A's box-centre frame and in the pair's own unit (abut/narrow/problem.h). Rounded shapes query
// their cores and touch EPA only when those overlap.
#pragma once

#include "abut/core/contact.h"
#include "abut/narrow/epa.h"
#include "abut/narrow/gjk.h"
#include "abut/narrow/problem.h"
#include "abut/narrow/witness.h"

namespace abut {

/// Memory for EPA: the caller's, aligned to 16 bytes, with room for `capacity` vertices:
/// `polytope_bytes<double>(capacity)` bytes (a float query in doubt is answered in double). With less than
/// `min_polytope_vertices` overlapping cores get `needs_memory` and no answer. Data only.
struct EpaMemory {
  void* data;
  std::uint32_t capacity;
};

/// Result of one query. Data only.
template <class T>
struct QueryResult {
  Contact<T> contact;
  bool needs_memory;  ///< EPA ran out of room: the same query with more will go further
  bool doubtful;      ///< rounding in `T` left bounds or witness points apart by more than a few units
};

inline namespace ABUT_ISA {
namespace query_detail {

// In units of rounding of the pair's size. A bound carries about four (support point, plane, width): so near to zero is
// touching, and bounds so far apart are doubtful; where no wider arithmetic is left, bounds 32 apart are called
// unfinished.
inline constexpr int touching_units = 4;
inline constexpr int doubtful_units = 4;
inline constexpr int gap_units = 32;

template <class T>
ABUT_HD inline Contact<T> empty_contact(Status status) {
  Contact<T> c;
  c.separation = c.lower_bound = c.gap = T(0);
  c.normal = {T(1), T(0), T(0)};
  c.witness_a = c.witness_b = c.point = {T(0), T(0), T(0)};
  c.feature_a = c.feature_b = Feature{0};
  c.status = static_cast<std::uint8_t>(static_cast<std::uint8_t>(status) | normal_undefined_flag);
  c.gjk_iterations = c.epa_iterations = 0;
  c.key = 0;
  return c;
}

ABUT_INLINE std::uint8_t count8(std::uint32_t n) { return static_cast<std::uint8_t>(n < 255 ? n : 255); }

/// What is known of the cores when the search is over.
template <class T>
struct CoreAnswer {
  Vec3<T> normal;
  T separation, lower, gap;
  Witness<T> witness;
  Feature feature_a, feature_b;
};

template <class T>
ABUT_HD inline CoreAnswer<T> no_answer() {
  const Vec3<T> zero{T(0), T(0), T(0)};
  return {{T(1), T(0), T(0)}, T(0), T(0), T(0), {zero, T(0), {0, 0, 0}}, Feature{0}, Feature{0}};
}

/// The support points of the simplex, the first repeated where there are fewer than three.
template <class T, class Support>
ABUT_HD inline void simplex_points(const Simplex<T>& simplex, const Support& support, SupportPoint<T>* points,
                                   bool* distinct) {
  int count = 0;
  for (int k = 0; k < 4 && count < 3; ++k) {
    if (simplex.used[k]) points[count++] = support.point(simplex.id_a[k], simplex.id_b[k]);
  }
  if (count == 0) points[count++] = support.point(0, 0);  // GJK made no step: only where input is not finite
  for (int k = 0; k < 3; ++k) {
    distinct[k] = k < count;
    if (k >= count) points[k] = points[0];
  }
}

template <class T>
ABUT_HD inline void set_witness(CoreAnswer<T>& out, const SupportPoint<T>* points, Vec3<T> target,
                                const RelativePose<T>& pose, T good2) {
  out.witness = witness_on_triangle(points, target, pose, good2);
  out.feature_a = feature_of(out.witness, points, 0);
  out.feature_b = feature_of(out.witness, points, 1);
}

/// The direction of v from the feature that supports it. The edges of C come from the shapes' own vertices and are
/// nearly exact however near the shapes are, while v itself is a small difference of rounded points.
template <class T>
ABUT_HD inline bool polished_direction(const SupportPoint<T>* points, const bool* distinct, Vec3<T> v,
                                       const RelativePose<T>& pose, Vec3<T>& unit) {
  Vec3<T> u = v;
  if (distinct[2]) {
    u = cross(witness_detail::edge(points[0], points[1], pose), witness_detail::edge(points[0], points[2], pose));
    u = dot(u, v) < T(0) ? -u : u;
  } else if (distinct[1]) {
    const Vec3<T> e = witness_detail::edge(points[0], points[1], pose);
    const T ee = dot(e, e);
    for (int k = 0; k < 2; ++k) u = multiply_add(e, -(dot(u, e) / ee), u);
  }
  const T uu = dot(u, u);
  if (!(uu > T(0))) return false;
  unit = u * (T(1) / sqrt(uu));
  return true;
}

/// The nearest points of separated cores from GJK's last state. Where rounding of v leaves the bounds apart, the
/// polished direction closes them, or finds a vertex still nearer to the origin, and GJK goes on from there.
/// Returns whether the bound proves that they are separated.
template <class T, class Support>
ABUT_HD inline bool separated_answer(GjkState<T>& s, const Support& support, T good2, CoreAnswer<T>& out) {
  if (s.overlap) return false;
  const T good_gap = T(2) * Epsilon<T>::value * sqrt(s.ww_max);
  for (int round = 0; round < 4; ++round) {
    const T distance = sqrt(s.vv);
    out.normal = s.v * (T(-1) / distance);
    out.separation = distance;
    out.lower = s.vw / distance;
    SupportPoint<T> points[3];
    bool distinct[3];
    simplex_points(s.simplex, support, points, distinct);
    set_witness(out, points, s.v, support.pose, good2);
    if (distance - out.lower <= good_gap) break;

    Vec3<T> unit;
    if (!polished_direction(points, distinct, s.v, support.pose, unit)) break;
    const SupportPoint<T> p = support(-unit);
    const T lower = dot(unit, p.w);
    // Every vertex of the simplex lies at this distance; the nearest one knows it best.
    T upper = dot(unit, points[0].w);
    T nearest = dot(points[0].w, points[0].w);
    for (int k = 1; k < 3; ++k) {
      const T ww = dot(points[k].w, points[k].w);
      upper = ww < nearest ? dot(unit, points[k].w) : upper;
      nearest = min(nearest, ww);
    }
    if (!(upper > T(0))) break;
    // An upper bound only if the foot of the origin lies in the feature.
    CoreAnswer<T> polished;
    polished.normal = -unit;
    polished.separation = upper;
    polished.lower = lower;
    set_witness(polished, points, unit * upper, support.pose, good2);
    const bool foot_inside = polished.witness.residual2 <= T(4) * good2;
    if (foot_inside && lower > out.lower) out = polished;
    if (out.separation - out.lower <= good_gap) break;
    if (foot_inside) {
      s.v = unit * upper;
      s.vv = upper * upper;
    }
    s.active = true;
    const std::uint32_t before = s.iterations;
    gjk(s, support, NoCutoff<T>::value);
    if (s.overlap || s.iterations <= before + 1) break;
  }
  out.gap = max(out.separation - out.lower, T(0));
  return !s.overlap && out.lower > T(touching_units) * Epsilon<T>::value * sqrt(s.ww_max);
}

/// Witness points of overlapping cores where the winning face does not hold the foot of the origin: with the pair moved
/// apart along the normal by a little more than its depth, they are the nearest points. The gap left decides how
/// sharply GJK sees them: a point beside them by x is farther only by x^2 / (2 gap), and gaps themselves are known to
/// eps.
template <class T, class Support>
ABUT_HD inline void witness_apart(const Support& support, Vec3<T> normal, T depth, T good2, CoreAnswer<T>& out) {
  const T root = sqrt(Epsilon<T>::value);
  const T gaps[2] = {root, root * sqrt(root)};
  for (int k = 0; k < 2 && out.witness.residual2 > good2; ++k) {
    Support moved = support;
    moved.pose.translation = multiply_add(normal, depth + gaps[k], support.pose.translation);
    GjkState<T> s;
    gjk_start(s, -normal, true);
    gjk(s, moved, NoCutoff<T>::value);
    SupportPoint<T> points[3];
    bool distinct[3];
    simplex_points(s.simplex, moved, points, distinct);
    CoreAnswer<T> other = out;
    set_witness(other, points, normal * -gaps[k], moved.pose, good2);
    if (other.witness.residual2 < out.witness.residual2) out = other;
  }
}

/// Runs EPA from GJK's last simplex. Returns false if it ran out of memory.
template <class T, class Support>
ABUT_HD inline bool overlapping_answer(const GjkState<T>& s, const Support& support, T size, const EpaMemory& memory,
                                       T good2, CoreAnswer<T>& out, std::uint32_t& iterations, bool& normal_undefined) {
  if (memory.data == nullptr || memory.capacity < min_polytope_vertices) return false;
  EpaResult<T> e;
  Polytope<T> polytope = polytope_in<T>(memory.data, memory.capacity);
  // GJK may have seen one point only, at the origin: the pair's size says better what rounding is.
  epa(s.simplex, max(sqrt(s.ww_max), size), support, polytope, e);
  iterations = e.iterations;
  normal_undefined = e.normal_undefined;
  out.normal = narrowed<T>(e.normal);
  out.separation = round_to<T>(-e.depth);
  out.lower = out.separation;
  out.gap = round_to<T>(max(e.depth - e.lower, 0.0));
  SupportPoint<double> face[3];
  for (int k = 0; k < 3; ++k) {
    face[k] = {e.face[k].w, widen(e.face[k].a), widen(e.face[k].b), e.face[k].id_a, e.face[k].id_b};
  }
  const Witness<double> w =
      witness_on_triangle(face, e.normal * e.depth, widen(support.pose), static_cast<double>(good2));
  out.witness = {narrowed<T>(w.a), round_to<T>(w.residual2), {w.used[0], w.used[1], w.used[2]}};
  out.feature_a = feature_of(w, face, 0);
  out.feature_b = feature_of(w, face, 1);
  if (out.witness.residual2 > good2 && !e.full) witness_apart(support, out.normal, -out.separation, good2, out);
  return !e.full;
}

}  // namespace query_detail

/// Answers `p` with arithmetic in `T` alone. The contact is in A's box-centre frame (add A's box centre for A's own)
/// and in the caller's unit; `key` is left 0.
template <class T, class Scan = LinearScan, class Stored = T>
ABUT_HD inline QueryResult<T> query_pair(const PairProblem<T, Stored>& p, const EpaMemory& memory) {
  using namespace query_detail;
  constexpr T eps = Epsilon<T>::value;
  const DifferenceSupport<T, Scan, Stored> support{p.a, p.b, p.pose};
  const T rounding = p.rounding_a + p.rounding_b;
  // Pairs that may be touching the alert distance are answered in full.
  const T cutoff = p.alert < Huge<T>::value ? (p.alert + rounding) + T(touching_units) * eps * (p.size + p.alert)
                                            : NoCutoff<T>::value;

  QueryResult<T> result;
  result.needs_memory = false;
  result.doubtful = false;
  Contact<T>& c = result.contact;
  c = empty_contact<T>(Status::converged);
  GjkState<T> s;
  gjk_start(s, -p.pose.translation, true);
  gjk(s, support, cutoff);

  const T scale = sqrt(s.ww_max);
  const T good = T(2) * eps * scale;  // a support point's own rounding
  CoreAnswer<T> core = no_answer<T>();
  std::uint32_t epa_iterations = 0;
  bool normal_undefined = false;
  if (s.farther) {
    const T inverse = T(1) / length(s.v);
    core.normal = s.v * -inverse;
    core.lower = s.vw * inverse;
    core.separation = core.lower - T(touching_units) * eps * (p.size + core.lower);
    core.gap = T(0);
    core.witness.a = support(-s.v).a;
    core.feature_a = core.feature_b = Feature{0};
  } else if (!separated_answer(s, support, good * good, core)) {
    // Overlap, or nothing that proves the contrary.
    result.needs_memory =
        !overlapping_answer(s, support, p.size, memory, good * good, core, epa_iterations, normal_undefined);
  }
  c.gjk_iterations = count8(s.iterations);
  c.epa_iterations = count8(epa_iterations);

  const T unit = problem_detail::power_of_two<T>(p.exponent);
  const T separation = core.separation - rounding;
  const T reach = p.size + abs(separation);
  const Vec3<T> witness_a = multiply_add(core.normal, p.rounding_a, core.witness.a);
  const Vec3<T> between = core.normal * separation;
  c.separation = separation * unit;
  c.normal = core.normal;
  c.witness_a = witness_a * unit;
  c.witness_b = (witness_a + between) * unit;
  c.point = multiply_add(between, T(0.5), witness_a) * unit;
  c.feature_a = core.feature_a;
  c.feature_b = core.feature_b;
  c.gap = core.gap * unit;
  // The bound holds for the rounded support points; their rounding is taken off.
  c.lower_bound = ((core.lower - rounding) - T(touching_units) * eps * reach) * unit;
  const T open = T(gap_units) * eps * reach;
  Status status = Status::converged;
  if (s.farther) {
    status = Status::farther_than_alert;
  } else if (result.needs_memory || core.gap > open || core.witness.residual2 > open * open) {
    status = Status::iteration_limit;
  } else if (abs(separation) <= T(touching_units) * eps * reach) {
    status = Status::touching;
  }
  c.status =
      static_cast<std::uint8_t>(static_cast<std::uint8_t>(status) | (normal_undefined ? normal_undefined_flag : 0));
  const T doubt = T(doubtful_units) * eps * reach;
  result.doubtful = !s.farther && (core.gap > doubt || core.witness.residual2 > doubt * doubt);
  return result;
}

/// Rounds a contact to `T`.
template <class T>
ABUT_HD inline Contact<T> narrowed(const Contact<double>& c) {
  Contact<T> out;
  out.separation = round_to<T>(c.separation);
  out.normal = narrowed<T>(c.normal);
  out.witness_a = narrowed<T>(c.witness_a);
  out.witness_b = narrowed<T>(c.witness_b);
  out.point = narrowed<T>(c.point);
  out.feature_a = c.feature_a;
  out.feature_b = c.feature_b;
  // Rounding to nearest may lift the bound: one unit down again.
  out.lower_bound = round_to<T>(c.lower_bound) - Epsilon<T>::value * abs(round_to<T>(c.lower_bound));
  out.gap = round_to<T>(c.gap);
  out.status = c.status;
  out.gjk_iterations = c.gjk_iterations;
  out.epa_iterations = c.epa_iterations;
  out.key = c.key;
  return out;
}

/// What counts as touching is a matter of `T`, not of the arithmetic that answered.
template <class T>
ABUT_HD inline void mark_touching(Contact<T>& c, T size) {
  const T distance = abs(c.separation);
  if (status_of(c.status) == Status::converged &&
      distance <= T(query_detail::touching_units) * Epsilon<T>::value * (size + distance)) {
    c.status = static_cast<std::uint8_t>(static_cast<std::uint8_t>(Status::touching) | (c.status & 0xf0));
  }
}

/// As `query_pair`; a float query that rounding leaves in doubt is answered in double from the same input. This is what
/// the batch functions answer.
template <class T, class Scan = LinearScan>
ABUT_HD inline QueryResult<T> query_pair_fully(const PairProblem<T>& p, const EpaMemory& memory) {
  QueryResult<T> result = query_pair<T, Scan>(p, memory);
  if constexpr (sizeof(T) < sizeof(double)) {
    if (result.doubtful && !result.needs_memory) {
      const QueryResult<double> wide = query_pair<double, LinearScan>(widened(p), memory);
      result.contact = narrowed<T>(wide.contact);
      mark_touching(result.contact, p.size * problem_detail::power_of_two<T>(p.exponent));
      result.needs_memory = wide.needs_memory;
      result.doubtful = wide.doubtful;
    }
  }
  return result;
}

}  // namespace ABUT_ISA
}  // namespace abut
