// One sub-algorithm on a set of sphere pairs: the queries, what they hand to the sub-algorithm, and whether their
// answers are right. Shared by the programs that time it.
#pragma once

#include <cmath>

#include "bench/papers/candidates.h"
#include "bench/papers/gjk_loop.h"
#include "bench/papers/report.h"
#include "bench/papers/sphere_pairs.h"

namespace abut::papers {

/// Support points of all queries, one query after the other.
struct Trace {
  std::vector<SupportPoint<double>> points;
  std::vector<std::size_t> ends;  ///< per query, into `points`
};

struct TraceRecorder {
  Trace* trace;
  template <class Sub>
  void solved(const Sub&, const SupportPoint<double>& p, bool) {
    trace->points.push_back(p);
  }
};

/// The direction that a query starts with: between the centres.
ABUT_INLINE Vector first_direction(const PairQuery& q) { return -q.problem.pose.translation; }

template <class Sub, class Search>
Trace record(const std::vector<PairQuery>& queries, const Tolerances& tolerances) {
  Trace trace;
  TraceRecorder recorder{&trace};
  Sub sub;
  for (const PairQuery& q : queries) {
    PairSupport<Search> support(q);
    gjk_loop(sub, support, first_direction(q), tolerances, recorder);
    trace.ends.push_back(trace.points.size());
  }
  return trace;
}

/// The sub-algorithm's share of the queries: each query `again` times before the next.
template <class Sub>
void replay(const Trace& trace, int again) {
  Sub sub;
  std::size_t begin = 0;
  for (const std::size_t end : trace.ends) {
    for (int i = 0; i < again; ++i) {
      sub.clear();
      for (std::size_t k = begin; k < end; ++k) {
        sub.set_newest(trace.points[k]);
        sub.solve();
        use(sub.nearest.v);  // as the next support point needs it
        if (!sub.nearest.inside) sub.reduce();
      }
      use(sub);  // barycentric coordinates and vertices, as the witness points need them
    }
    begin = end;
  }
}

/// Whole queries, each `again` times before the next.
template <class Sub, class Search>
void query(const std::vector<PairQuery>& queries, const Tolerances& tolerances, int again) {
  Sub sub;
  NoObserver observer;
  for (const PairQuery& q : queries) {
    for (int i = 0; i < again; ++i) {
      PairSupport<Search> support(q);
      const GjkResult result = gjk_loop(sub, support, first_direction(q), tolerances, observer);
      use(result);
      use(sub);
    }
  }
}

struct Verdict {
  int failed = 0;   ///< no subset passed
  int endless = 0;  ///< the iteration cap
  int wrong = 0;    ///< ended, and the distance is not within the tolerance of the truth
  double iterations = 0;
};

/// `truth`: separations in the caller's unit.
template <class Sub, class Search>
Verdict judge(const std::vector<PairQuery>& queries, const Tolerances& tolerances, const std::vector<double>& truth) {
  Verdict out;
  Sub sub;
  NoObserver observer;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    PairSupport<Search> support(queries[i]);
    const GjkResult r = gjk_loop(sub, support, first_direction(queries[i]), tolerances, observer);
    out.iterations += r.iterations;
    if (r.exit == Exit::failed) ++out.failed;
    if (r.exit == Exit::cap) ++out.endless;
    if (r.exit == Exit::failed || r.exit == Exit::cap) continue;
    const double distance = std::max(0.0, truth[i]);
    const double found = in_callers_unit(queries[i], std::sqrt(r.vv));
    // Eq. 2.18 promises tol times the distance, eq. 2.17 the square root of tol times the size; rounding does the rest.
    const double allowed =
        r.exit == Exit::touching ? 2 * std::sqrt(tolerances.tol) : tolerances.rel2 * distance + 1e-13;
    if (!(std::abs(found - distance) <= allowed)) ++out.wrong;
  }
  out.iterations /= static_cast<double>(queries.size());
  return out;
}

/// Separations by the library's own query.
inline std::vector<double> separations(const SpherePairs& pairs) {
  test::ShapePairs in;
  const ShapeHeader& h = pairs.shapes.header(0);
  const Vec3<double> centre{h.centre[0], h.centre[1], h.centre[2]};
  for (const RelativePose<double>& pose : pairs.poses) {
    // Back from the frames of the box centres to those of the shapes.
    in.add({0, 0}, {pose.translation + centre - rotate(pose.rotation, centre), pose.rotation});
  }
  const Contacts<double> found = test::query_all<double>(pairs.shapes, in, Cpu{1});
  return {found.separation.begin(), found.separation.end()};
}

inline std::string text_of(const char* name, const Verdict& v) {
  std::string out;
  if (v.failed > 0) out += format(" %s %d failed", name, v.failed);
  if (v.endless > 0) out += format(" %s %d endless", name, v.endless);
  if (v.wrong > 0) out += format(" %s %d wrong", name, v.wrong);
  return out;
}

}  // namespace abut::papers
