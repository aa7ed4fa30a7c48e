// The support mapping of a pair for the programs of bench/papers/: a scan of all vertices, or hill climbing (Cameron
// 1997) from the vertex found last; the first search of a query starts at vertex 0.
//
// The climb goes to the best neighbour until none is better. On a convex polytope that is the farthest vertex.
#pragma once

#include <cmath>

#include "abut/core/error.h"
#include "abut/narrow/problem.h"
#include "abut/shapes/shape_set_view.h"

namespace abut::papers {

/// The neighbours of one shape's vertices. Data only.
struct Neighbours {
  const std::uint32_t* begin;
  const std::uint32_t* all;
};

struct EveryVertex {
  ABUT_INLINE std::uint32_t operator()(const VertexSet<double>& set, const Neighbours&, Vec3<double> d) {
    return LinearScan::farthest(set, d);
  }
};

struct HillClimbing {
  std::uint32_t at = 0;

  ABUT_INLINE std::uint32_t operator()(const VertexSet<double>& set, const Neighbours& neighbours, Vec3<double> d) {
    const auto height = [&](std::uint32_t i) { return fma(d.x, set.x[i], fma(d.y, set.y[i], d.z * set.z[i])); };
    double best = height(at);
    for (;;) {
      const std::uint32_t from = at;
      for (std::uint32_t k = neighbours.begin[from]; k < neighbours.begin[from + 1]; ++k) {
        const double value = height(neighbours.all[k]);
        at = value > best ? neighbours.all[k] : at;
        best = value > best ? value : best;
      }
      if (at == from) return at;
    }
  }
};

/// Two posed shapes, ready for queries in double. Data only.
struct PairQuery {
  PairProblem<double> problem;
  Neighbours neighbours_a, neighbours_b;
};

template <class Search>
class PairSupport {
 public:
  ABUT_INLINE explicit PairSupport(const PairQuery& query) : query_(&query) {}

  /// The vertex of A - B farthest along `u`.
  ABUT_INLINE SupportPoint<double> operator()(Vec3<double> u) {
    const PairProblem<double>& p = query_->problem;
    const auto difference = vertex_difference<LinearScan>(p);
    return difference.point(search_a_(p.a.vertices, query_->neighbours_a, u),
                            search_b_(p.b.vertices, query_->neighbours_b, rotate_back(p.pose.rotation, -u)));
  }

 private:
  const PairQuery* query_;
  Search search_a_, search_b_;
};

/// The view must live as long as the query. `pose`: of B's box-centre frame in A's.
inline PairQuery pair_query(const ShapeSetView<double>& view, Pair pair, const RelativePose<double>& pose) {
  PairQuery q{};
  if (make_problem(view, pair.a, pair.b, pose, 1e300, q.problem) != Status::converged) {
    throw InvalidInput("a pair of a benchmark cannot be queried");
  }
  const auto neighbours = [&](std::uint32_t shape) {
    return Neighbours{view.adjacency_begin + view.headers[shape].adjacency_offset, view.adjacency};
  };
  q.neighbours_a = neighbours(pair.a);
  q.neighbours_b = neighbours(pair.b);
  return q;
}

/// A length of the query in the caller's unit.
inline double in_callers_unit(const PairQuery& q, double length) { return std::ldexp(length, q.problem.exponent); }

}  // namespace abut::papers
